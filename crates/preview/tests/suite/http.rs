//! Access control of the server.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};

use super::BattleCopy;

/// The path of a set-up tile.
fn tile(copy: &BattleCopy, scale: u32, column: u32, row: u32) -> String {
    let edition = copy.preview.edition();
    let view = edition.views().find(|view| view.id == "set-up").expect("there is a set-up");
    copy.secret_path(&format!("/tile/set-up/{}/{scale}/{column}/{row}.png", view.key()))
}

#[test]
fn serves_page_with_strict_headers() {
    let copy = BattleCopy::start_drawn("field");
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/page/main.js", "text/javascript; charset=utf-8"),
        ("/page/style.css", "text/css; charset=utf-8"),
        ("/page/regular.otf", "font/otf"),
        ("/edition", "application/json"),
    ] {
        let response = copy.get(&copy.secret_path(path));
        assert_eq!(response.status, 200, "{path}");
        assert!(
            response.head.contains(&format!("Content-Type: {kind}\r\n")),
            "{path}: {}",
            response.head
        );
        for line in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
            "frame-ancestors 'none'",
        ] {
            assert!(response.head.contains(line), "{path} has no {line}");
        }
        assert!(!response.head.contains("Access-Control"), "{path}: no other site may read it");
        assert!(!response.body.is_empty());
    }
    let bare = copy.get(&copy.secret_path(""));
    assert_eq!(bare.status, 404, "the slash is part of the address");
}

#[test]
fn hides_everything_without_token() {
    let copy = BattleCopy::start("field");
    let right = copy.secret_path("/");
    let wrong = right.replace(|c: char| c.is_ascii_digit(), "a").replace('b', "c");
    for path in ["/", "/edition", "/page/main.js", "/favicon.ico", wrong.as_str()] {
        let response = copy.get(path);
        assert_eq!(response.status, 404, "{path}");
        assert_eq!(response.body, b"404 Not Found\n", "{path}");
    }
    let other = BattleCopy::start("field");
    assert_ne!(other.secret_path("/"), right, "every preview has a different address");
}

#[test]
fn serves_no_disk_paths() {
    let copy = BattleCopy::start("field");
    for path in [
        "/scenario.yaml",
        "/../scenario.yaml",
        "/page/../../scenario.yaml",
        "/page/%2e%2e/%2e%2e/scenario.yaml",
        "/page/..%2f..%2fscenario.yaml",
        "/page/main.js/",
        "/page//main.js",
        "/page/",
        "//etc/passwd",
        "/tile/../../etc/passwd",
        "/tile/map/1/3000/..%2f0/0.png",
    ] {
        assert_eq!(copy.get(&copy.secret_path(path)).status, 404, "{path}");
    }
}

#[test]
fn refuses_writes_and_foreign_requests() {
    let copy = BattleCopy::start("field");
    let (path, port) = (copy.secret_path("/"), copy.preview.address().port);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"] {
        let response =
            copy.send(&format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        assert_eq!(response.status, 405, "{method}");
        assert!(response.head.contains("Allow: GET, HEAD"), "{method}");
    }
    let status_of_get =
        |lines: &str| copy.send(&format!("GET {path} HTTP/1.1\r\n{lines}\r\n\r\n")).status;
    assert_eq!(
        status_of_get(&format!("Host: battle.example:{port}")),
        421,
        "a name rebound to this machine"
    );
    assert_eq!(status_of_get("Host: 127.0.0.1:1"), 421);
    assert_eq!(status_of_get("X: y"), 400, "no host");
    let ours = format!("Host: 127.0.0.1:{port}");
    assert_eq!(status_of_get(&format!("{ours}\r\nOrigin: https://battle.example")), 403);
    assert_eq!(
        status_of_get(&format!("{ours}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors")),
        403
    );
    assert_eq!(status_of_get(&format!("{ours}\r\nCookie: {}", "x".repeat(40_000))), 431);
    assert_eq!(copy.get(&copy.secret_path(&format!("/{}", "x".repeat(5_000)))).status, 414);
    assert_eq!(copy.send("\u{1}\u{2}\u{3}\r\n\r\n").status, 400);
    // Permitted requests still work.
    assert_eq!(copy.get(&path).status, 200);
}

#[test]
fn head_request_sends_no_body() {
    let copy = BattleCopy::start("field");
    let (path, port) = (copy.secret_path("/page/main.js"), copy.preview.address().port);
    let lines =
        format!("HEAD {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    let (head, whole) = (copy.send(&lines), copy.get(&path));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert!(head.head.contains(&format!("Content-Length: {}\r\n", whole.body.len())));
}

#[test]
fn serves_only_tiles_within_view() {
    let copy = BattleCopy::start_drawn("field");
    let picture = copy.get(&tile(&copy, 2_000, 0, 0));
    assert_eq!(picture.status, 200);
    assert!(picture.body.starts_with(b"\x89PNG\r\n\x1a\n") && picture.body.len() > 2_000);
    assert!(picture.head.contains("immutable"), "a tile of a key never changes");
    for (scale, column, row) in [(2_000, 400, 0), (2_000, 0, 400), (1, 0, 0), (900_000_000, 0, 0)] {
        assert_eq!(
            copy.get(&tile(&copy, scale, column, row)).status,
            404,
            "{scale} {column} {row}"
        );
    }
    let old = copy.secret_path("/tile/set-up/999999-999999/2000/0/0.png");
    assert_eq!(copy.get(&old).status, 410, "an outdated tile is gone");
}

#[test]
fn refuses_invalid_position_queries() {
    let copy = BattleCopy::start_drawn("field");
    for query in ["", "?x=1", "?x=1&y=NaN", "?x=inf&y=1", "?x=a&y=b", "?x=&y="] {
        assert_eq!(copy.get(&copy.secret_path(&format!("/at{query}"))).status, 400, "{query}");
    }
    assert_eq!(copy.json("/at?x=-1e300&y=1e300"), serde_json::Value::Null);
}

/// Connections that do not show the token close the oldest of them, never the user's.
#[test]
fn strangers_do_not_lock_out_user() {
    let copy = BattleCopy::start("field");
    let port = copy.preview.address().port;
    let request = format!(
        "HEAD {} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n",
        copy.secret_path("/page/style.css")
    );
    let connect = || TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("the server listens");
    let ask = |mut stream: &TcpStream| {
        stream.write_all(request.as_bytes()).expect("the connection is open");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the connection is open");
            head.extend(byte);
        }
        assert!(head.starts_with(b"HTTP/1.1 200 OK"));
    };
    let users = connect();
    ask(&users);
    let strangers: Vec<TcpStream> = (0..100).map(|_| connect()).collect();
    ask(&connect());
    ask(&users);
    let mut oldest = &strangers[0];
    assert_eq!(oldest.read(&mut [0; 1]).expect("closed in order"), 0);
}

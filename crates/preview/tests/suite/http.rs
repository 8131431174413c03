//! Access control of the server.

use super::Copy;

/// The path of a set-up tile.
fn tile(copy: &Copy, scale: u32, column: u32, row: u32) -> String {
    let edition = copy.preview.edition();
    let view = edition.views().find(|view| view.id == "set-up").expect("there is a set-up");
    copy.at(&format!("/tile/set-up/{}/{scale}/{column}/{row}.png", view.key()))
}

#[test]
fn the_page_reads_from_here_and_nothing_else() {
    let copy = Copy::of("field");
    for (path, kind) in [
        ("/", "text/html; charset=utf-8"),
        ("/page/main.js", "text/javascript; charset=utf-8"),
        ("/page/style.css", "text/css; charset=utf-8"),
        ("/page/regular.otf", "font/otf"),
        ("/edition", "application/json"),
    ] {
        let answered = copy.get(&copy.at(path));
        assert_eq!(answered.status, 200, "{path}");
        assert!(
            answered.head.contains(&format!("Content-Type: {kind}\r\n")),
            "{path}: {}",
            answered.head
        );
        for line in [
            "Content-Security-Policy: default-src 'none'; script-src 'self'",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
            "frame-ancestors 'none'",
        ] {
            assert!(answered.head.contains(line), "{path} has no {line}");
        }
        assert!(!answered.head.contains("Access-Control"), "{path}: no other site may read it");
        assert!(!answered.body.is_empty());
    }
    let bare = copy.get(&copy.at(""));
    assert_eq!(bare.status, 404, "the slash is part of the address");
}

#[test]
fn who_does_not_know_the_address_gets_nothing() {
    let copy = Copy::begun("field");
    let right = copy.at("/");
    let wrong = right.replace(|c: char| c.is_ascii_digit(), "a").replace('b', "c");
    for path in ["/", "/edition", "/page/main.js", "/favicon.ico", wrong.as_str()] {
        let answered = copy.get(path);
        assert_eq!(answered.status, 404, "{path}");
        assert_eq!(answered.body, b"404 Not Found\n", "{path}");
    }
    let other = Copy::begun("field");
    assert_ne!(other.at("/"), right, "every preview has a different address");
}

#[test]
fn no_path_leads_to_the_disk() {
    let copy = Copy::begun("field");
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
        assert_eq!(copy.get(&copy.at(path)).status, 404, "{path}");
    }
}

#[test]
fn nothing_is_written_and_strangers_are_not_heard() {
    let copy = Copy::begun("field");
    let (path, port) = (copy.at("/"), copy.preview.address().port);
    for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT"] {
        let answered =
            copy.send(&format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"));
        assert_eq!(answered.status, 405, "{method}");
        assert!(answered.head.contains("Allow: GET, HEAD"), "{method}");
    }
    let asked = |lines: &str| copy.send(&format!("GET {path} HTTP/1.1\r\n{lines}\r\n\r\n")).status;
    assert_eq!(
        asked(&format!("Host: battle.example:{port}")),
        421,
        "a name rebound to this machine"
    );
    assert_eq!(asked("Host: 127.0.0.1:1"), 421);
    assert_eq!(asked("X: y"), 400, "no host");
    let ours = format!("Host: 127.0.0.1:{port}");
    assert_eq!(asked(&format!("{ours}\r\nOrigin: https://battle.example")), 403);
    assert_eq!(
        asked(&format!("{ours}\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: cors")),
        403
    );
    assert_eq!(asked(&format!("{ours}\r\nCookie: {}", "x".repeat(40_000))), 431);
    assert_eq!(copy.get(&copy.at(&format!("/{}", "x".repeat(5_000)))).status, 414);
    assert_eq!(copy.send("\u{1}\u{2}\u{3}\r\n\r\n").status, 400);
    // Permitted requests still work.
    assert_eq!(copy.get(&path).status, 200);
}

#[test]
fn only_the_head_is_sent_to_who_asks_for_it() {
    let copy = Copy::begun("field");
    let (path, port) = (copy.at("/page/main.js"), copy.preview.address().port);
    let lines =
        format!("HEAD {path} HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n");
    let (head, whole) = (copy.send(&lines), copy.get(&path));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert!(head.head.contains(&format!("Content-Length: {}\r\n", whole.body.len())));
}

#[test]
fn tiles_are_pictures_of_the_view_and_no_others_are_painted() {
    let copy = Copy::of("field");
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
    let old = copy.at("/tile/set-up/999999-999999/2000/0/0.png");
    assert_eq!(copy.get(&old).status, 410, "an outdated tile is gone");
}

#[test]
fn questions_that_are_none_are_refused() {
    let copy = Copy::of("field");
    for query in ["", "?x=1", "?x=1&y=NaN", "?x=inf&y=1", "?x=a&y=b", "?x=&y="] {
        assert_eq!(copy.get(&copy.at(&format!("/at{query}"))).status, 400, "{query}");
    }
    assert_eq!(copy.json("/at?x=-1e300&y=1e300"), serde_json::Value::Null);
}

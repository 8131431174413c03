//! Integration tests: copies a battle, previews it, sends requests as browsers and attackers would,
//! and changes files.

mod http;
mod saves;
mod views;

use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use sandtable_pack::Language;
use sandtable_preview::{Edition, Preview};
use tempfile::TempDir;

/// A previewed copy of a small battle.
struct BattleCopy {
    folder: TempDir,
    preview: Preview,
}

/// A received answer.
struct Response {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl BattleCopy {
    /// Previews the compiler's test battlefield or area map (`field`, `fab`), and waits until it is
    /// completely drawn.
    fn start_drawn(battle: &str) -> Self {
        let copy = Self::start(battle);
        let edition = copy.wait_for(|edition| !edition.is_unfinished);
        assert_eq!(edition.findings.errors, 0, "{:?}", edition.findings.list);
        copy
    }

    fn start(battle: &str) -> Self {
        let folder = tempfile::tempdir().expect("the temporary folder is created");
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../compile/tests/data");
        copy_files(&data.join(battle), folder.path());
        let preview = Preview::start(folder.path().join("scenario.yaml"), 0, Language::En);
        Self { folder, preview: preview.expect("a port is free") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Replaces a text in a file.
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).expect("readable");
        assert!(text.contains(from), "{name} has no {from}");
        fs::write(self.path(name), text.replace(from, to)).expect("written");
    }

    /// The first edition that meets a condition.
    fn wait_for(&self, is_met: impl Fn(&Edition) -> bool) -> Arc<Edition> {
        let begun = Instant::now();
        loop {
            let edition = self.preview.edition();
            if is_met(&edition) {
                return edition;
            }
            assert!(begun.elapsed() < Duration::from_secs(120), "{}", edition.to_json());
            sleep(Duration::from_millis(10));
        }
    }

    /// The full path below the secret part of the address.
    fn secret_path(&self, path: &str) -> String {
        let whole = &self.preview.address().url;
        let token = whole.trim_end_matches('/').rsplit('/').next().expect("an address has a token");
        format!("/{token}{path}")
    }

    /// Sends raw lines and reads the answer until the server closes the connection.
    fn send(&self, lines: &str) -> Response {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.preview.address().port));
        let mut stream = stream.expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // The server may refuse a request and stop reading before its end.
        let _ = stream.write_all(lines.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let end =
            bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("an answer has a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text");
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Response { status: status.expect("a status"), head, body: bytes[end + 4..].to_vec() }
    }

    /// Requests a path like a browser.
    fn get(&self, path: &str) -> Response {
        let port = self.preview.address().port;
        self.send(&format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n"
        ))
    }

    /// Requests JSON below the address.
    fn json(&self, path: &str) -> serde_json::Value {
        let response = self.get(&self.secret_path(path));
        assert_eq!(response.status, 200, "{path}");
        serde_json::from_slice(&response.body).expect("valid JSON")
    }
}

fn copy_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("the folder is readable") {
        let path = entry.expect("readable").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            fs::create_dir(&target).expect("made");
            copy_files(&path, &target);
        } else {
            fs::copy(&path, &target).expect("copied");
        }
    }
}

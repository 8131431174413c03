//! HTTP/1.1 requests, treated as untrusted, and response heads.
//!
//! `httparse` parses requests; this module decides which requests are accepted. An accepted request
//! is read-only, does not come from another site, and has a head of limited length and no body. Its
//! host is this server: a host name that another site has rebound to this machine is refused.

use std::io::{self, Read, Write};

/// The maximum length of a request head, in bytes.
pub(crate) const MAX_HEAD_BYTES: usize = 16 * 1024;
/// The maximum number of header lines.
const MAX_HEADERS: usize = 64;
/// The maximum length of a path with its query, in bytes.
const MAX_PATH_BYTES: usize = 1_024;

/// The status of an answer (RFC 9110, 15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    Fine,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Gone,
    UriTooLong,
    Misdirected,
    HeadersTooLarge,
    ServiceUnavailable,
}

impl Status {
    pub(crate) const fn line(self) -> &'static str {
        match self {
            Self::Fine => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::Gone => "410 Gone",
            Self::UriTooLong => "414 URI Too Long",
            Self::Misdirected => "421 Misdirected Request",
            Self::HeadersTooLarge => "431 Request Header Fields Too Large",
            Self::ServiceUnavailable => "503 Service Unavailable",
        }
    }
}

/// An accepted request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Request {
    /// The path as sent, with its escapes.
    pub path: String,
    /// The text after `?`.
    pub query: String,
    /// Whether only the head of the answer is requested.
    pub head_only: bool,
    /// Whether the connection stays open.
    pub keep_alive: bool,
}

/// The input from a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// A request.
    Request(Request),
    /// A refused request, after which the connection is closed.
    Refused(Status),
    /// The client disconnected or timed out.
    Closed,
}

/// Reads the next request; later bytes stay in `unread`.
pub(crate) fn read_request(stream: &mut impl Read, unread: &mut Vec<u8>, port: u16) -> Received {
    let mut part = [0_u8; 4_096];
    loop {
        match parse_request(unread, port) {
            Ok(Some((length, request))) => {
                unread.drain(..length);
                return Received::Request(request);
            }
            Ok(None) if unread.len() >= MAX_HEAD_BYTES => {
                return Received::Refused(Status::HeadersTooLarge);
            }
            Ok(None) => {}
            Err(status) => return Received::Refused(status),
        }
        match stream.read(&mut part) {
            Ok(0) | Err(_) => return Received::Closed,
            Ok(count) => unread.extend_from_slice(&part[..count]),
        }
    }
}

/// Parses the first request in some bytes, and returns it with the length of its head; `None` if it
/// is incomplete.
fn parse_request(bytes: &[u8], port: u16) -> Result<Option<(usize, Request)>, Status> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    let length = match request.parse(bytes) {
        Ok(httparse::Status::Complete(length)) => length,
        Ok(httparse::Status::Partial) => return Ok(None),
        Err(httparse::Error::TooManyHeaders) => return Err(Status::HeadersTooLarge),
        Err(_) => return Err(Status::BadRequest),
    };
    if length > MAX_HEAD_BYTES {
        return Err(Status::HeadersTooLarge);
    }
    let head_only = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Err(Status::MethodNotAllowed),
    };
    let target = request.path.unwrap_or_default();
    if target.len() > MAX_PATH_BYTES {
        return Err(Status::UriTooLong);
    }
    if !target.starts_with('/') {
        return Err(Status::BadRequest);
    }
    let headers = Headers(request.headers);
    headers.check_access(port)?;
    let wants_close = headers.all("connection").any(|value| value.eq_ignore_ascii_case("close"));
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok(Some((
        length,
        Request {
            path: path.to_owned(),
            query: query.to_owned(),
            head_only,
            keep_alive: request.version == Some(1) && !wants_close,
        },
    )))
}

/// The header lines of a request.
struct Headers<'h>(&'h [httparse::Header<'h>]);

impl<'h> Headers<'h> {
    /// Returns all values of a header; a value that is not text becomes a question mark.
    fn all(&self, name: &str) -> impl Iterator<Item = &'h str> {
        let matching = self.0.iter().filter(move |header| header.name.eq_ignore_ascii_case(name));
        matching.map(|header| str::from_utf8(header.value).unwrap_or("?").trim())
    }

    /// Checks that the request is for this server, and comes from our own page or the user.
    fn check_access(&self, port: u16) -> Result<(), Status> {
        // RFC 9112, 3.2: exactly one host. Names rebound to this address are refused.
        let mut hosts = self.all("host");
        let (Some(host), None) = (hosts.next(), hosts.next()) else {
            return Err(Status::BadRequest);
        };
        let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
        if !ours.iter().any(|ours| ours.eq_ignore_ascii_case(host)) {
            return Err(Status::Misdirected);
        }
        // Requests must not have a body.
        let has_body = self.all("transfer-encoding").next().is_some()
            || self.all("content-length").any(|length| length != "0");
        if has_body {
            return Err(Status::BadRequest);
        }
        if self
            .all("origin")
            .any(|origin| !ours.iter().any(|ours| origin == format!("http://{ours}")))
        {
            return Err(Status::Forbidden);
        }
        // https://www.w3.org/TR/fetch-metadata: other sites may only link here.
        let is_cross_site =
            self.all("sec-fetch-site").any(|site| !matches!(site, "same-origin" | "none"));
        let is_link = self.all("sec-fetch-mode").all(|mode| mode == "navigate");
        if is_cross_site && !is_link {
            return Err(Status::Forbidden);
        }
        Ok(())
    }
}

/// The policy for caching an answer in the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CachePolicy {
    /// No caching.
    Never,
    /// Caching without expiry: the content at the address never changes.
    Always,
}

/// The page's permissions (https://www.w3.org/TR/CSP3): it may only read from this server.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; \
base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Writes the response head. `length` is the length of the body in bytes; a body of unknown length
/// ends with the connection.
pub(crate) fn write_head(
    out: &mut impl Write,
    status: Status,
    media_type: &str,
    policy: CachePolicy,
    length: Option<usize>,
    keep_alive: bool,
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {}\r\nContent-Type: {media_type}\r\n", status.line());
    if let Some(length) = length {
        head.push_str(&format!("Content-Length: {length}\r\n"));
    }
    let cache = match policy {
        CachePolicy::Never => "no-store",
        CachePolicy::Always => "private, max-age=86400, immutable",
    };
    head.push_str(&format!("Cache-Control: {cache}\r\n"));
    if status == Status::MethodNotAllowed {
        head.push_str("Allow: GET, HEAD\r\n");
    }
    if !keep_alive {
        head.push_str("Connection: close\r\n");
    }
    head.push_str(&format!(
        "Content-Security-Policy: {CONTENT_SECURITY_POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\nCross-Origin-Opener-Policy: same-origin\r\n\r\n"
    ));
    out.write_all(head.as_bytes())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PORT: u16 = 4_711;

    fn receive(text: &str) -> Received {
        read_request(&mut text.as_bytes(), &mut Vec::new(), PORT)
    }

    fn receive_get(lines: &str) -> Received {
        receive(&format!("GET /x?y=1 HTTP/1.1\r\n{lines}\r\n"))
    }

    #[test]
    fn accepts_browser_requests() {
        let request = Request {
            path: "/x".to_owned(),
            query: "y=1".to_owned(),
            head_only: false,
            keep_alive: true,
        };
        for lines in [
            "Host: 127.0.0.1:4711\r\n",
            "host: LOCALHOST:4711\r\nAccept: */*\r\n",
            "Host: 127.0.0.1:4711\r\nSec-Fetch-Site: same-origin\r\nOrigin: http://127.0.0.1:4711\r\n",
            "Host: 127.0.0.1:4711\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n",
            "Host: 127.0.0.1:4711\r\nContent-Length: 0\r\n",
        ] {
            assert_eq!(receive_get(lines), Received::Request(request.clone()), "{lines}");
        }
        let closed = Request { keep_alive: false, ..request.clone() };
        let lines = "Host: 127.0.0.1:4711\r\nConnection: close\r\n";
        assert_eq!(receive_get(lines), Received::Request(closed));
        let head = receive("HEAD /x?y=1 HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n");
        assert_eq!(head, Received::Request(Request { head_only: true, ..request }));
    }

    #[test]
    fn refuses_foreign_requests() {
        for (lines, status) in [
            ("", Status::BadRequest),
            ("Host: 127.0.0.1:4711\r\nHost: 127.0.0.1:4711\r\n", Status::BadRequest),
            ("Host: evil.example:4711\r\n", Status::Misdirected),
            ("Host: 127.0.0.1:4711.evil.example\r\n", Status::Misdirected),
            ("Host: 127.0.0.1\r\n", Status::Misdirected),
            ("Host: 127.0.0.1:80\r\n", Status::Misdirected),
            ("Host: 127.0.0.1:4711\r\nOrigin: http://evil.example\r\n", Status::Forbidden),
            ("Host: 127.0.0.1:4711\r\nOrigin: null\r\n", Status::Forbidden),
            (
                "Host: 127.0.0.1:4711\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n",
                Status::Forbidden,
            ),
            ("Host: 127.0.0.1:4711\r\nContent-Length: 3\r\n", Status::BadRequest),
            ("Host: 127.0.0.1:4711\r\nTransfer-Encoding: chunked\r\n", Status::BadRequest),
            ("no header\r\n", Status::BadRequest),
        ] {
            assert_eq!(receive_get(lines), Received::Refused(status), "{lines}");
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "CONNECT", "get"] {
            let text = format!("{method} /x HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n");
            assert_eq!(receive(&text), Received::Refused(Status::MethodNotAllowed), "{method}");
        }
        let absolute = "GET http://127.0.0.1:4711/x HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n";
        assert_eq!(receive(absolute), Received::Refused(Status::BadRequest));
    }

    #[test]
    fn limits_head_size() {
        let long = "a".repeat(2 * MAX_HEAD_BYTES);
        assert_eq!(
            receive_get(&format!("X: {long}\r\n")),
            Received::Refused(Status::HeadersTooLarge)
        );
        assert_eq!(receive(&format!("GET /{long}")), Received::Refused(Status::HeadersTooLarge));
        let many = "X: y\r\n".repeat(MAX_HEADERS + 1);
        assert_eq!(receive_get(&many), Received::Refused(Status::HeadersTooLarge));
        let path = "a".repeat(MAX_PATH_BYTES);
        let text = format!("GET /{path} HTTP/1.1\r\nHost: 127.0.0.1:4711\r\n\r\n");
        assert_eq!(receive(&text), Received::Refused(Status::UriTooLong));
        assert_eq!(receive("GET / HTTP/1.1\r\nHost: 127"), Received::Closed);
    }

    #[test]
    fn reads_pipelined_requests_in_order() {
        let text = "GET /a HTTP/1.1\r\nHost: localhost:4711\r\n\r\nGET /b HTTP/1.1\r\nHost: localhost:4711\r\n\r\n";
        let (mut stream, mut unread) = (text.as_bytes(), Vec::new());
        for path in ["/a", "/b"] {
            let Received::Request(request) = read_request(&mut stream, &mut unread, PORT) else {
                panic!("{path} is not accepted as a request");
            };
            assert_eq!(request.path, path);
        }
        assert_eq!(read_request(&mut stream, &mut unread, PORT), Received::Closed);
    }

    proptest! {
        /// Arbitrary bytes in pieces of any size are accepted or refused, and never buffered
        /// without limit.
        #[test]
        fn bounds_arbitrary_input(bytes in prop::collection::vec(any::<u8>(), 0..3_000), cut in 1_usize..50) {
            struct Pieces<'b>(&'b [u8], usize);
            impl Read for Pieces<'_> {
                fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                    let count = self.1.min(self.0.len()).min(out.len());
                    out[..count].copy_from_slice(&self.0[..count]);
                    self.0 = &self.0[count..];
                    Ok(count)
                }
            }
            let mut unread = Vec::new();
            let whole = read_request(&mut bytes.as_slice(), &mut Vec::new(), PORT);
            prop_assert_eq!(read_request(&mut Pieces(&bytes, cut), &mut unread, PORT), whole);
            prop_assert!(unread.len() <= MAX_HEAD_BYTES + 4_096);
        }
    }
}

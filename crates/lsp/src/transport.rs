//! Messages on standard input and output. Input is limited in length before it is stored, and errors
//! never quote it: documents can be secret, and editors keep logs.

use std::io::{self, BufRead, Read as _};
use std::thread::JoinHandle;

use crossbeam_channel::bounded;
use lsp_server::{Connection, Message};

/// The maximum length of a message, in bytes: enough for any layer in JSON strings.
const MAX_MESSAGE_BYTES: u64 = 256 << 20;
/// The maximum length of all headers of a message, in bytes.
const MAX_HEADER_BYTES: u64 = 4_096;

/// The threads that read and write messages.
pub(crate) struct Threads {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

impl Threads {
    /// Waits for both threads. Drop the connection first.
    pub(crate) fn join(self) -> io::Result<()> {
        let joined = |thread: JoinHandle<io::Result<()>>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        joined(self.reader)?;
        joined(self.writer)
    }
}

/// Connects to the editor on standard input and output.
pub(crate) fn connect() -> (Connection, Threads) {
    let (sender, outgoing) = bounded::<Message>(0);
    let (incoming, receiver) = bounded::<Message>(0);
    let writer = std::thread::spawn(move || {
        let mut output = io::stdout().lock();
        outgoing.into_iter().try_for_each(|message| message.write(&mut output))
    });
    let reader = std::thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = read_message(&mut input)? {
            let is_exit = matches!(&message, Message::Notification(said) if said.method == "exit");
            // Without a receiver, the server has ended.
            if incoming.send(message).is_err() || is_exit {
                break;
            }
        }
        Ok(())
    });
    (Connection { sender, receiver }, Threads { reader, writer })
}

/// Reads the next message; `None` at the end of the input.
fn read_message(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = read_length(input)? else { return Ok(None) };
    if length > MAX_MESSAGE_BYTES {
        return Err(invalid(format!(
            "it has {length} bytes; the maximum is {MAX_MESSAGE_BYTES}: close the largest files"
        )));
    }
    // Memory grows with the bytes that arrive, not with the announced length.
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    // serde would also read a request from an array.
    if bytes.trim_ascii_start().first() == Some(&b'[') {
        return Err(invalid("it is not a JSON-RPC message"));
    }
    match serde_json::from_slice(&bytes) {
        Ok(message) => Ok(Some(message)),
        Err(error) if error.is_data() => Err(invalid("it is not a JSON-RPC message")),
        Err(error) => Err(invalid(format!(
            "it is not JSON (line {}, column {})",
            error.line(),
            error.column()
        ))),
    }
}

/// Reads the headers of a message, and returns its length; `None` at the end of the input.
fn read_length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut headers = input.take(MAX_HEADER_BYTES);
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        headers.read_until(b'\n', &mut line)?;
        match line.strip_suffix(b"\r\n") {
            Some(b"") => break,
            Some(header) => {
                let text = str::from_utf8(header).ok().and_then(|header| header.split_once(':'));
                let (name, value) = text.ok_or_else(|| invalid("a header is malformed"))?;
                if name.eq_ignore_ascii_case("Content-Length") {
                    let value = value.trim().parse();
                    let value =
                        value.map_err(|_| invalid("its `Content-Length` is not a number"))?;
                    if length.replace(value).is_some_and(|other: u64| other != value) {
                        return Err(invalid("it has two values for `Content-Length`"));
                    }
                }
            }
            None if headers.limit() == 0 => {
                return Err(invalid(format!("its headers exceed {MAX_HEADER_BYTES} bytes")));
            }
            None if line.is_empty() => return Ok(None),
            None => return Err(invalid("a header is malformed")),
        }
    }
    length.map(Some).ok_or_else(|| invalid("it has no `Content-Length`"))
}

fn invalid(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const EXIT: &str = r#"{"jsonrpc":"2.0","method":"exit"}"#;

    fn error(input: &str) -> String {
        let read = read_message(&mut input.as_bytes());
        read.expect_err("the message is invalid").to_string()
    }

    #[test]
    fn reads_messages_in_order() {
        let one = format!("Content-Length: {}\r\nContent-Type: x\r\n\r\n{EXIT}", EXIT.len());
        let two = format!("{one}{}", one.replace("Content-Length: ", "content-length:"));
        let mut input = two.as_bytes();
        for _ in 0..2 {
            let message = read_message(&mut input).expect("valid").expect("a message");
            assert!(matches!(message, Message::Notification(said) if said.method == "exit"));
        }
        assert!(read_message(&mut input).expect("the end is valid").is_none());
    }

    #[test]
    fn errors_name_fault_without_payload() {
        let secret = "secret".repeat(1_000);
        for (input, fault) in [
            ("Content-Length: 268435457\r\n\r\nsecret", "the maximum is 268435456"),
            ("Content-Length: 18446744073709551615\r\n\r\n", "the maximum is 268435456"),
            ("Content-Length: 18446744073709551616\r\n\r\n", "is not a number"),
            ("Content-Length: -1\r\n\r\n", "is not a number"),
            ("Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", "two values for"),
            ("Content-Length: secret\r\n\r\n", "is not a number"),
            ("Secret: 3\r\n\r\n{}", "no `Content-Length`"),
            ("secret\r\n\r\n", "a header is malformed"),
            ("Content-Length: 3\n\nsecret", "a header is malformed"),
            (&format!("X: {secret}\r\n\r\n"), "headers exceed 4096 bytes"),
            ("Content-Length: 8\r\n\r\n\"secret\"", "it is not a JSON-RPC message"),
            ("Content-Length: 14\r\n\r\n[\"secret\",\"x\"]", "it is not a JSON-RPC message"),
            ("Content-Length: 8\r\n\r\n{secret}", "it is not JSON (line 1, column 2)"),
            ("Content-Length: 100\r\n\r\nsecret", "unexpected end of file"),
        ] {
            let error = error(input);
            assert!(error.contains(fault), "{error}");
            assert!(!error.contains("secret"), "{error}");
        }
    }

    proptest! {
        #[test]
        fn arbitrary_input_never_panics(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let framed = [format!("Content-Length: {}\r\n\r\n", bytes.len()).as_bytes(), &bytes].concat();
            for input in [bytes, framed] {
                let _ = read_message(&mut input.as_slice());
            }
        }
    }
}

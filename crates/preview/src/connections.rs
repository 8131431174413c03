//! Limits for clients that may be hostile: any program or page on this machine can connect.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The maximum number of connections that have not shown the token.
pub(crate) const MAX_STRANGERS: usize = 8;

/// The connections that have not shown the token.
#[derive(Default)]
pub(crate) struct Strangers {
    /// The open connections, oldest first.
    open: Mutex<VecDeque<Arc<TcpStream>>>,
    removed: Condvar,
}

impl Strangers {
    /// Adds a new connection. If there are too many, first closes the oldest and waits for its end:
    /// refusing the newest would let idle connections lock out the user.
    pub(crate) fn add(&self, stream: Arc<TcpStream>) {
        let mut open = self.lock();
        while open.len() >= MAX_STRANGERS {
            let _ = open[0].shutdown(Shutdown::Both);
            open = self.removed.wait(open).unwrap_or_else(PoisonError::into_inner);
        }
        open.push_back(stream);
    }

    /// Removes a connection that has shown the token or ended.
    pub(crate) fn remove(&self, stream: &Arc<TcpStream>) {
        self.lock().retain(|stranger| !Arc::ptr_eq(stranger, stream));
        self.removed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads from a connection until a deadline, no matter how often bytes arrive.
pub(crate) struct TimedReader<'s> {
    stream: &'s TcpStream,
    deadline: Instant,
}

impl<'s> TimedReader<'s> {
    pub(crate) fn new(stream: &'s TcpStream, time: Duration) -> Self {
        Self { stream, deadline: Instant::now() + time }
    }
}

impl Read for TimedReader<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(out)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread::{sleep, spawn};

    use super::*;
    use crate::http::{Received, read_request};

    fn connected() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port is free");
        let address = listener.local_addr().expect("an address");
        let client = TcpStream::connect(address).expect("the listener accepts");
        (client, listener.accept().expect("a connection").0)
    }

    /// A client that sends a byte now and then does not hold its connection.
    #[test]
    fn slow_request_is_closed_at_deadline() {
        let (mut client, server) = connected();
        let trickle = spawn(move || {
            let head =
                std::iter::once(&b"GET / HTTP/1.1\r\nX: "[..]).chain(std::iter::repeat(&b"x"[..]));
            for part in head {
                if client.write_all(part).is_err() {
                    return;
                }
                sleep(Duration::from_millis(5));
            }
        });
        let (start, time) = (Instant::now(), Duration::from_millis(200));
        let received = read_request(&mut TimedReader::new(&server, time), &mut Vec::new(), 80);
        assert_eq!(received, Received::Closed);
        assert!(start.elapsed() >= time, "the client has that much time");
        assert!(start.elapsed() < time * 20, "took {:?}", start.elapsed());
        drop(server);
        trickle.join().expect("the client notices the end");
    }
}

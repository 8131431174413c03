//! The server: accepts connections only from this machine, and runs the drawing thread.

use std::io::{self, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{JoinHandle, available_parallelism, spawn};
use std::time::Duration;

use sandtable_cli::DiskFiles;
use sandtable_pack::{AnyPack, Language};

use crate::answers::{Answer, Body, answer};
use crate::edition::Edition;
use crate::http::{CachePolicy, Received, Status, read_request, write_head};
use crate::tiles::Tiles;
use crate::token::Token;
use crate::watch::{Ender, Noted, Watch};
use crate::workshop::Workshop;

/// The maximum number of connections; a browser has six, and one more for each open page.
const MOST_CONNECTIONS: usize = 64;
/// The timeout for an idle client.
const SILENCE: Duration = Duration::from_secs(20);
/// The interval of heartbeats on a connection that waits for the next edition.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The address of a preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The whole address, with the secret path.
    pub whole: String,
}

/// A running preview, until it is dropped or [`ended`](Preview::end).
pub struct Preview {
    address: Address,
    ender: Ender,
    showing: Arc<Showing>,
    painter: Option<JoinHandle<()>>,
}

/// The current edition, shared by all threads.
struct Showing {
    edition: Mutex<Arc<Edition>>,
    changed: Condvar,
    tiles: Tiles,
    token: Token,
    port: u16,
    connections: AtomicUsize,
}

impl Showing {
    fn edition(&self) -> Arc<Edition> {
        Arc::clone(&lock(&self.edition))
    }

    /// Shows another edition with the next number.
    fn show(&self, mut edition: Edition) -> Edition {
        let mut shown = lock(&self.edition);
        edition.number = shown.number + 1;
        *shown = Arc::new(edition.clone());
        drop(shown);
        self.changed.notify_all();
        edition
    }

    /// Waits for an edition newer than a known one, with a timeout.
    fn newer_than(&self, number: u64) -> Option<Arc<Edition>> {
        let shown = lock(&self.edition);
        let waited =
            self.changed.wait_timeout_while(shown, HEARTBEAT, |shown| shown.number == number);
        let (shown, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (shown.number != number).then(|| Arc::clone(&shown))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Preview {
    /// Shows the scenario in a file, on a port of this machine; port 0 means any free one. Fails if
    /// the port is in use, or the system has no random numbers.
    pub fn start(file: PathBuf, port: u16, language: Language) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let token = Token::random().map_err(io::Error::other)?;
        let address = Address { port, whole: format!("http://127.0.0.1:{port}/{token}/") };
        let processors = available_parallelism().map_or(1, NonZero::get);
        let unfinished = Edition { is_unfinished: true, ..Edition::default() };
        let showing = Arc::new(Showing {
            edition: Mutex::new(Arc::new(unfinished)),
            changed: Condvar::new(),
            tiles: Tiles::new(processors),
            token,
            port,
            connections: AtomicUsize::new(0),
        });
        let watch = Watch::new();
        let ender = watch.ender();
        let painter = {
            let showing = Arc::clone(&showing);
            spawn(move || keep_drawing(&file, language, watch, &showing))
        };
        let listening = Arc::clone(&showing);
        // The thread ends with the program and needs no shutdown.
        spawn(move || listen(&listener, &listening));
        Ok(Self { address, ender, showing, painter: Some(painter) })
    }

    /// The address of the page.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The current edition.
    pub fn edition(&self) -> Arc<Edition> {
        self.showing.edition()
    }

    /// Stops watching and drawing.
    pub fn end(mut self) {
        self.ended();
    }

    fn ended(&mut self) {
        self.ender.end();
        if let Some(painter) = self.painter.take() {
            // A panicked thread has already reported it.
            let _ = painter.join();
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.ended();
    }
}

/// Compiles and draws after every save. After each step, it checks for further saves, because newer
/// changes come first.
fn keep_drawing(file: &std::path::Path, language: Language, mut watch: Watch, showing: &Showing) {
    let folder = std::env::current_dir().unwrap_or_default();
    let mut workshop = Workshop::new(language, &folder);
    let (files, path) = DiskFiles::about(file);
    let beside = file.parent().unwrap_or(std::path::Path::new(""));
    let mut edition = Edition::default();
    let mut finished = None;
    loop {
        let noted = Noted::new(&files, beside);
        let mut checked = workshop.check(&noted, &path);
        watch.follow(noted.into_asked());
        edition.findings = std::mem::take(&mut checked.findings);
        // Do not redraw finished sheets when only a comment changed.
        let digest = checked.pack.as_ref().map(AnyPack::pack_digest);
        let is_same = digest.is_some() && digest == finished;
        edition.is_unfinished = digest.is_some() && !is_same;
        // Show diagnostics at once; the old drawing stays until there is a newer one.
        edition = showing.show(edition);
        if !is_same
            && !watch.is_told()
            && let Some(battle) = workshop.draw(&mut checked)
        {
            let battle = Arc::new(battle);
            finished = None;
            edition.notes = battle.without_room().to_vec();
            edition.battle = Some(Arc::clone(&battle));
            edition = showing.show(edition);
            if let Some((sheets, notes)) = workshop.sheets(&battle, || !watch.is_told()) {
                edition.sheets = Arc::new(sheets);
                edition.notes.extend(notes);
                edition.is_unfinished = false;
                finished = digest;
                edition = showing.show(edition);
            }
        }
        if !watch.wait() {
            return;
        }
    }
}

fn listen(listener: &TcpListener, showing: &Arc<Showing>) {
    for stream in listener.incoming().flatten() {
        let showing = Arc::clone(showing);
        if showing.connections.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
            let _ = send(&stream, &Answer::of(Status::Busy), false, false);
            let _ = stream.shutdown(Shutdown::Both);
            showing.connections.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        spawn(move || {
            // A client that disconnects early is not an error.
            let _ = converse(&stream, &showing);
            let _ = stream.shutdown(Shutdown::Both);
            showing.connections.fetch_sub(1, Ordering::Relaxed);
        });
    }
}

/// Answers the requests of a connection until either end closes it.
fn converse(mut stream: &TcpStream, showing: &Showing) -> io::Result<()> {
    stream.set_read_timeout(Some(SILENCE))?;
    stream.set_write_timeout(Some(SILENCE))?;
    stream.set_nodelay(true)?;
    let mut unread = Vec::new();
    loop {
        let request = match read_request(&mut stream, &mut unread, showing.port) {
            Received::Request(request) => request,
            Received::Refused(status) => {
                send(stream, &Answer::of(status), false, false)?;
                return let_finish(stream);
            }
            Received::Nothing => return Ok(()),
        };
        let answer = answer(&request, &showing.token, &|| showing.edition(), &showing.tiles);
        if matches!(answer.body, Body::Editions) && !request.head_only {
            return send_editions(stream, &answer, showing);
        }
        send(stream, &answer, request.head_only, request.goes_on)?;
        if !request.goes_on {
            return Ok(());
        }
    }
}

/// Reads the rest of a refused request: closing the connection earlier would discard the answer.
fn let_finish(mut stream: &TcpStream) -> io::Result<()> {
    const MOST: u64 = 1 << 20;
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    io::copy(&mut (&mut stream).take(MOST), &mut io::sink()).map(drop)
}

fn send(mut stream: &TcpStream, answer: &Answer, head_only: bool, goes_on: bool) -> io::Result<()> {
    let body: &[u8] = match &answer.body {
        Body::Whole(body) => body,
        Body::Editions => &[],
    };
    let mut message = Vec::with_capacity(1_024 + body.len());
    let length = Some(body.len());
    write_head(&mut message, answer.status, answer.kind, answer.cache, length, goes_on)?;
    if !head_only {
        message.extend_from_slice(body);
    }
    stream.write_all(&message)
}

/// Sends every new edition as a server-sent event
/// (https://html.spec.whatwg.org/#server-sent-events).
fn send_editions(mut stream: &TcpStream, answer: &Answer, showing: &Showing) -> io::Result<()> {
    write_head(&mut stream, answer.status, answer.kind, CachePolicy::Never, None, false)?;
    let mut edition = showing.edition();
    stream.write_all(b"retry: 500\n\n")?;
    loop {
        // JSON on one line is one line of data.
        stream.write_all(format!("data: {}\n\n", edition.to_json()).as_bytes())?;
        edition = loop {
            match showing.newer_than(edition.number) {
                Some(newer) => break newer,
                None => stream.write_all(b": still here\n\n")?,
            }
        };
    }
}

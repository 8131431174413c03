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
use crate::connections::{Strangers, TimedReader};
use crate::edition::Edition;
use crate::http::{CachePolicy, Received, Status, read_request, write_head};
use crate::tiles::Tiles;
use crate::token::Token;
use crate::watch::{Ender, TrackedFiles, Watch};
use crate::workshop::Workshop;

/// The maximum number of connections. A browser uses six, and one more for each open page.
const MAX_CONNECTIONS: usize = 64;
/// The time for a whole request head, idle time included, and for each write.
const TIMEOUT: Duration = Duration::from_secs(20);
/// The time to receive the rest of a refused request.
const DRAIN_TIME: Duration = Duration::from_millis(500);
/// The interval of heartbeats on a connection that waits for the next edition.
const HEARTBEAT: Duration = Duration::from_secs(10);

/// The address of a preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// The port on 127.0.0.1.
    pub port: u16,
    /// The whole address, with the secret path.
    pub url: String,
}

/// A running preview, until it is dropped or [stopped](Preview::stop).
pub struct Preview {
    address: Address,
    stop_handle: Ender,
    shared: Arc<SharedState>,
    painter: Option<JoinHandle<()>>,
}

/// The current edition, shared by all threads.
struct SharedState {
    edition: Mutex<Arc<Edition>>,
    changed: Condvar,
    tiles: Tiles,
    token: Token,
    port: u16,
    connections: AtomicUsize,
    strangers: Strangers,
}

impl SharedState {
    fn edition(&self) -> Arc<Edition> {
        Arc::clone(&lock(&self.edition))
    }

    /// Publishes an edition under the next number.
    fn publish(&self, mut edition: Edition) -> Edition {
        let mut current = lock(&self.edition);
        edition.number = current.number + 1;
        *current = Arc::new(edition.clone());
        drop(current);
        self.changed.notify_all();
        edition
    }

    /// Waits for an edition newer than a known edition, with a timeout.
    fn wait_for_newer(&self, number: u64) -> Option<Arc<Edition>> {
        let current = lock(&self.edition);
        let result =
            self.changed.wait_timeout_while(current, HEARTBEAT, |shown| shown.number == number);
        let (current, _) = result.unwrap_or_else(PoisonError::into_inner);
        (current.number != number).then(|| Arc::clone(&current))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Preview {
    /// Shows the scenario in a file, on a port of this machine; port 0 means any free port. Fails
    /// if the port is in use, or the system has no random numbers.
    pub fn start(file: PathBuf, port: u16, language: Language) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let port = listener.local_addr()?.port();
        let token = Token::random().map_err(io::Error::other)?;
        let address = Address { port, url: format!("http://127.0.0.1:{port}/{token}/") };
        let processors = available_parallelism().map_or(1, NonZero::get);
        let unfinished = Edition { is_unfinished: true, ..Edition::default() };
        let shared = Arc::new(SharedState {
            edition: Mutex::new(Arc::new(unfinished)),
            changed: Condvar::new(),
            tiles: Tiles::new(processors),
            token,
            port,
            connections: AtomicUsize::new(0),
            strangers: Strangers::default(),
        });
        let watch = Watch::new();
        let stop_handle = watch.stop_handle();
        let painter = {
            let shared = Arc::clone(&shared);
            spawn(move || draw_on_save(&file, language, watch, &shared))
        };
        let listener_state = Arc::clone(&shared);
        // The thread ends with the program and needs no shutdown.
        spawn(move || listen(&listener, &listener_state));
        Ok(Self { address, stop_handle, shared, painter: Some(painter) })
    }

    /// The address of the page.
    pub const fn address(&self) -> &Address {
        &self.address
    }

    /// The current edition.
    pub fn edition(&self) -> Arc<Edition> {
        self.shared.edition()
    }

    /// Stops watching and drawing.
    pub fn stop(mut self) {
        self.shut_down();
    }

    fn shut_down(&mut self) {
        self.stop_handle.stop();
        if let Some(painter) = self.painter.take() {
            // A panicked thread has already reported it.
            let _ = painter.join();
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.shut_down();
    }
}

/// Compiles and draws after every save. Checks for further saves after each step, because newer
/// changes have priority.
fn draw_on_save(
    file: &std::path::Path,
    language: Language,
    mut watch: Watch,
    shared: &SharedState,
) {
    let folder = std::env::current_dir().unwrap_or_default();
    let mut workshop = Workshop::new(language, &folder);
    let (files, path) = DiskFiles::for_file(file);
    let scenario_folder = file.parent().unwrap_or(std::path::Path::new(""));
    let mut edition = Edition::default();
    let mut finished_digest = None;
    loop {
        let noted = TrackedFiles::new(&files, scenario_folder);
        let mut checked = workshop.check(&noted, &path);
        watch.follow(noted.into_read_files());
        edition.findings = std::mem::take(&mut checked.findings);
        // Do not redraw finished sheets when only a comment changed.
        let digest = checked.pack.as_ref().map(AnyPack::pack_digest);
        let is_same = digest.is_some() && digest == finished_digest;
        edition.is_unfinished = digest.is_some() && !is_same;
        // Show diagnostics at once; the old drawing stays until a newer one is ready.
        edition = shared.publish(edition);
        if !is_same
            && !watch.is_outdated()
            && let Some(battle) = workshop.draw(&mut checked)
        {
            let battle = Arc::new(battle);
            finished_digest = None;
            edition.notes = battle.omitted_text().to_vec();
            edition.battle = Some(Arc::clone(&battle));
            edition = shared.publish(edition);
            if let Some((sheets, notes)) = workshop.sheets(&battle, || !watch.is_outdated()) {
                edition.sheets = Arc::new(sheets);
                edition.notes.extend(notes);
                edition.is_unfinished = false;
                finished_digest = digest;
                edition = shared.publish(edition);
            }
        }
        if !watch.wait() {
            return;
        }
    }
}

fn listen(listener: &TcpListener, shared: &Arc<SharedState>) {
    for stream in listener.incoming().flatten() {
        if shared.connections.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            let _ = send(&stream, &Answer::with_status(Status::ServiceUnavailable), false, false);
            let _ = stream.shutdown(Shutdown::Both);
            continue;
        }
        let connection = Connection::new(stream, shared);
        spawn(move || {
            // A client that disconnects early is not an error.
            let _ = connection.serve();
        });
    }
}

/// A counted connection, which is closed when it is dropped.
struct Connection {
    stream: Arc<TcpStream>,
    shared: Arc<SharedState>,
}

impl Connection {
    fn new(stream: TcpStream, shared: &Arc<SharedState>) -> Self {
        let stream = Arc::new(stream);
        shared.connections.fetch_add(1, Ordering::Relaxed);
        shared.strangers.add(Arc::clone(&stream));
        Self { stream, shared: Arc::clone(shared) }
    }

    /// Answers the requests until either end closes the connection.
    fn serve(&self) -> io::Result<()> {
        let Self { stream, shared } = self;
        stream.set_write_timeout(Some(TIMEOUT))?;
        stream.set_nodelay(true)?;
        let mut unread = Vec::new();
        loop {
            let mut reader = TimedReader::new(stream, TIMEOUT);
            let request = match read_request(&mut reader, &mut unread, shared.port) {
                Received::Request(request) => request,
                Received::Refused(status) => {
                    send(stream, &Answer::with_status(status), false, false)?;
                    return drain(stream);
                }
                Received::Closed => return Ok(()),
            };
            if shared.token.strip(&request.path).is_some() {
                shared.strangers.remove(stream);
            }
            let answer = answer(&request, &shared.token, &|| shared.edition(), &shared.tiles);
            if matches!(answer.body, Body::Editions) && !request.head_only {
                return send_editions(stream, &answer, shared);
            }
            send(stream, &answer, request.head_only, request.keep_alive)?;
            if !request.keep_alive {
                return Ok(());
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let _ = self.stream.shutdown(Shutdown::Both);
        self.shared.connections.fetch_sub(1, Ordering::Relaxed);
        self.shared.strangers.remove(&self.stream);
    }
}

/// Reads the rest of a refused request: closing the connection earlier would discard the answer.
fn drain(stream: &TcpStream) -> io::Result<()> {
    const MAX_DRAINED: u64 = 1 << 20;
    stream.shutdown(Shutdown::Write)?;
    io::copy(&mut TimedReader::new(stream, DRAIN_TIME).take(MAX_DRAINED), &mut io::sink()).map(drop)
}

fn send(
    mut stream: &TcpStream,
    answer: &Answer,
    head_only: bool,
    keep_alive: bool,
) -> io::Result<()> {
    let body: &[u8] = match &answer.body {
        Body::Complete(body) => body,
        Body::Editions => &[],
    };
    let mut message = Vec::with_capacity(1_024 + body.len());
    let length = Some(body.len());
    write_head(&mut message, answer.status, answer.media_type, answer.cache, length, keep_alive)?;
    if !head_only {
        message.extend_from_slice(body);
    }
    stream.write_all(&message)
}

/// Sends every new edition as a server-sent event
/// (https://html.spec.whatwg.org/#server-sent-events).
fn send_editions(mut stream: &TcpStream, answer: &Answer, shared: &SharedState) -> io::Result<()> {
    write_head(&mut stream, answer.status, answer.media_type, CachePolicy::Never, None, false)?;
    let mut edition = shared.edition();
    stream.write_all(b"retry: 500\n\n")?;
    loop {
        // JSON on one line is one line of data.
        stream.write_all(format!("data: {}\n\n", edition.to_json()).as_bytes())?;
        edition = loop {
            match shared.wait_for_newer(edition.number) {
                Some(newer) => break newer,
                None => stream.write_all(b": still here\n\n")?,
            }
        };
    }
}

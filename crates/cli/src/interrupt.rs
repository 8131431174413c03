//! Ctrl-C and requests to terminate (SIGINT, SIGTERM, SIGHUP, SIGQUIT).
//!
//! Files that are being moved into place are moved first. Then staging folders are removed, and the
//! program ends as if it had not handled the signal. A second signal ends it at once.

use std::sync::{Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard};

use crate::hidden_prompt::restore_echo;
use crate::output::remove_staging;

/// Held for reading while files are written, and for writing by the end of the program.
static WRITING: RwLock<()> = RwLock::new(());

type Handler = Box<dyn FnMut() + Send>;

/// The handler of a command that ends by itself after the first signal.
static HANDLER: Mutex<Option<Handler>> = Mutex::new(None);

/// Postpones the end of the program while files are written.
pub(crate) fn postpone() -> RwLockReadGuard<'static, ()> {
    listen();
    WRITING.read().unwrap_or_else(PoisonError::into_inner)
}

/// Calls a function at the first Ctrl-C or request to terminate, instead of ending the program.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    *HANDLER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(handler));
    listen();
}

/// Calls the handler of the command, if this is the first signal.
fn call_handler() -> bool {
    let handler = HANDLER.lock().unwrap_or_else(PoisonError::into_inner).take();
    handler.map(|mut handler| handler()).is_some()
}

/// Removes staging folders and ends the program.
fn end(end_now: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        // Never released: nothing may be written from now on.
        let _writing = WRITING.write().unwrap_or_else(PoisonError::into_inner);
        remove_staging();
        restore_echo();
        end_now();
    });
}

/// Handles signals from the first call on. If they cannot be handled, they end the program as usual,
/// and the next run removes its staging folder.
#[cfg(unix)]
pub(crate) fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    static LISTENS: OnceLock<()> = OnceLock::new();
    LISTENS.get_or_init(|| {
        let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT];
        let handled = signals.into_iter().filter(|signal| !is_ignored(*signal));
        let Ok(mut signals) = Signals::new(handled) else { return };
        std::thread::spawn(move || {
            let mut is_ending = false;
            for signal in &mut signals {
                let end_now = move || {
                    let _ = emulate_default_handler(signal);
                };
                if is_ending {
                    end_now();
                } else if !call_handler() {
                    is_ending = true;
                    end(end_now);
                }
            }
        });
    });
}

/// Whether the parent process had this signal ignored, as a shell does for background jobs.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(not(unix))]
fn listen() {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// The exit status of a program that Ctrl-C ended.
    const INTERRUPTED: i32 = 130;
    static LISTENS: OnceLock<()> = OnceLock::new();
    static IS_ENDING: AtomicBool = AtomicBool::new(false);
    LISTENS.get_or_init(|| {
        let _ = ctrlc::set_handler(|| {
            if IS_ENDING.load(Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            } else if !call_handler() {
                IS_ENDING.store(true, Ordering::Relaxed);
                end(|| std::process::exit(INTERRUPTED));
            }
        });
    });
}

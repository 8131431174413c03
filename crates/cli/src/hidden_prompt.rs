//! A prompt for text that the terminal does not show.

use zeroize::Zeroizing;

/// Prompts for a line on the terminal, without echo.
#[cfg(not(unix))]
pub(crate) fn ask_hidden(prompt: &str) -> std::io::Result<Zeroizing<String>> {
    rpassword::prompt_password(prompt).map(Zeroizing::new)
}

/// The settings of the terminal before the prompt.
#[cfg(unix)]
static BEFORE: std::sync::Mutex<Option<rustix::termios::Termios>> = std::sync::Mutex::new(None);

/// Restores the echo if a signal ends the program at the prompt.
pub(crate) fn restore_echo() {
    #[cfg(unix)]
    if let Some(before) = BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner).take()
        && let Ok(terminal) = std::fs::File::open("/dev/tty")
    {
        let _ =
            rustix::termios::tcsetattr(&terminal, rustix::termios::OptionalActions::Now, &before);
    }
}

/// Prompts for a line on the terminal, without echo. Ctrl-C and requests to terminate restore the
/// echo and then end the program.
#[cfg(unix)]
pub(crate) fn ask_hidden(prompt: &str) -> std::io::Result<Zeroizing<String>> {
    use std::io::{Error, ErrorKind, Read as _, Write as _};

    use rustix::process::{Signal, getpid, kill_process};
    use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, tcgetattr, tcsetattr};

    let mut terminal = std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty")?;
    let before = tcgetattr(&terminal)?;
    let interrupt = before.special_codes[SpecialCodeIndex::VINTR];
    let mut hidden = before.clone();
    // Ctrl-C ends the line instead of the program: a signal would leave the echo off.
    hidden.local_modes.remove(LocalModes::ECHO | LocalModes::ECHONL | LocalModes::ISIG);
    hidden.local_modes.insert(LocalModes::ICANON);
    hidden.special_codes[SpecialCodeIndex::VEOL] = interrupt;
    crate::interrupt::listen();
    let settings = || BEFORE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    *settings() = Some(before.clone());
    tcsetattr(&terminal, OptionalActions::Now, &hidden)?;
    let mut line = Zeroizing::new([0; MAX_LINE]);
    let length =
        terminal.write_all(prompt.as_bytes()).and_then(|()| terminal.read(line.as_mut_slice()));
    tcsetattr(&terminal, OptionalActions::Now, &before)?;
    *settings() = None;
    terminal.write_all(b"\n")?;
    let line = &line[..length?];
    // A zero disables the key.
    if interrupt != 0 && line.contains(&interrupt) {
        kill_process(getpid(), Signal::INT)?;
        // The signal ends the program, unless it is ignored.
        std::thread::sleep(std::time::Duration::from_secs(1));
        return Err(Error::from(ErrorKind::Interrupted));
    }
    // Terminals drop what exceeds the limit.
    if line.len() >= MAX_LINE - 1 {
        return Err(Error::other("it is too long for a terminal: pass it in a file"));
    }
    let text = std::str::from_utf8(line).map_err(|_| Error::other("it is not UTF-8"))?;
    Ok(Zeroizing::new(text.trim_end_matches(['\r', '\n']).to_owned()))
}

/// The maximum length of a line that a terminal delivers.
#[cfg(unix)]
const MAX_LINE: usize = 4_096;

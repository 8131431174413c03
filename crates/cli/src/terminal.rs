//! Messages on stderr, results on stdout.

use std::io::{self, IsTerminal, Write};
use std::path::Path;

use sandtable_source::{Colour, Diagnostics, SourceMap, one_line};

use crate::Exit;
use crate::wrap::wrap;

/// The indent of continuation lines.
const HANGING: &str = "    ";

/// The options shared by all commands.
#[derive(Clone, Debug, clap::Args)]
pub struct TerminalArgs {
    /// Colours in messages
    #[arg(long, value_enum, default_value_t = ColourChoice::Auto, global = true, value_name = "WHEN")]
    pub color: ColourChoice,
}

/// The option shared by commands that read scenarios.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct NotesArgs {
    /// Also show notes, such as defaults that were used
    #[arg(long, global = true)]
    pub notes: bool,
}

/// Hides `--notes` in the help of commands that do not read a scenario.
pub fn hidden_notes_arg() -> clap::Arg {
    clap::Arg::new("notes").long("notes").hide(true).action(clap::ArgAction::SetTrue)
}

/// When to use colours in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ColourChoice {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The output settings of the terminal.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    colour: Colour,
    width: usize,
    notes: bool,
    is_interactive: bool,
}

impl Terminal {
    /// The terminal of the current process.
    pub fn new(args: &TerminalArgs, notes: &NotesArgs) -> Self {
        let variable = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let colour = match args.color {
            ColourChoice::Always => true,
            ColourChoice::Never => false,
            // https://no-color.org: any non-empty value.
            ColourChoice::Auto => {
                io::stderr().is_terminal()
                    && variable("NO_COLOR").is_none()
                    && variable("TERM").as_deref() != Some("dumb")
            }
        };
        let columns = variable("COLUMNS").and_then(|columns| columns.parse().ok());
        let columns = columns.or_else(|| {
            let (terminal_size::Width(columns), _) = terminal_size::terminal_size()?;
            Some(usize::from(columns))
        });
        Self {
            colour: if colour { Colour::Always } else { Colour::Never },
            width: columns.unwrap_or(100_usize).clamp(40, 200),
            notes: notes.notes,
            is_interactive: io::stderr().is_terminal(),
        }
    }

    /// Whether to show notes.
    pub fn notes(&self) -> bool {
        self.notes
    }

    /// The line width in characters.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether stderr is a terminal.
    pub fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    /// Shows a picture on stderr. Its light parts are the block characters `▀`, `▄` and `█`.
    /// Without colours, it appears inverted on a light terminal.
    pub fn show_picture(&self, rows: &str) {
        let wide = rows.lines().map(|row| row.chars().count()).max().unwrap_or(0);
        if wide > self.width {
            return self.print_wrapped(&format!(
                "the picture needs {wide} columns; the terminal has {}",
                self.width
            ));
        }
        for row in rows.lines() {
            match self.colour {
                // White on black, regardless of the terminal's colours.
                Colour::Always => self.raw(&format!("\u{1b}[97;40m{row}\u{1b}[0m\n")),
                Colour::Never => self.raw(&format!("{row}\n")),
            }
        }
    }

    /// Shows diagnostics on stderr.
    pub fn show_diagnostics(&self, sources: &SourceMap, diagnostics: &Diagnostics) {
        let text =
            sandtable_source::human(sources, diagnostics, self.notes, self.colour, self.width);
        self.raw(&text);
    }

    /// Prints a line on stderr. Like every message, it may quote file names and untrusted text that
    /// could add lines or move the cursor, so line breaks and unprintable characters are escaped.
    pub fn print_message(&self, line: &str) {
        self.raw(&format!("{}\n", one_line(line)));
    }

    /// Prints that a file has no errors.
    pub fn print_no_errors(&self, path: &Path) {
        self.print_message(&format!("{}: no errors found", path.display()));
    }

    /// Prints that a command wrote an output, named `the report` for example, to a file.
    pub fn print_written(&self, what: &str, path: &Path) {
        self.print_message(&format!("wrote {what} to {}", path.display()));
    }

    /// Prints a message on stderr, wrapped to the terminal's width with an indent for continuation
    /// lines.
    pub fn print_wrapped(&self, message: &str) {
        let line = one_line(message);
        let inner = line.trim_start();
        let indent = &line[..line.len() - inner.len()];
        let broken = wrap(inner, self.width.saturating_sub(indent.len() + HANGING.len()), "");
        self.raw(&format!("{indent}{}\n", broken.replace('\n', &format!("\n{indent}{HANGING}"))));
    }

    /// Prints an error on stderr.
    pub fn print_error(&self, line: &str) {
        let line = one_line(line);
        match self.colour {
            Colour::Always => self.raw(&format!("\u{1b}[1m\u{1b}[91merror\u{1b}[0m: {line}\n")),
            Colour::Never => self.raw(&format!("error: {line}\n")),
        }
    }

    /// Prints a result on stdout. A failure, such as a full disk, is reported and ends the command; a
    /// closed pipe is not a failure.
    pub fn print(&self, text: &str) -> Result<(), Exit> {
        match write_stdout(text.as_bytes()) {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                self.print_lost(&error);
                Err(Exit::UsageError)
            }
            _ => Ok(()),
        }
    }

    /// Reports that a result is lost.
    pub(crate) fn print_lost(&self, error: &io::Error) {
        self.print_error(&format!("cannot write the result: {error}"));
    }

    /// Prints a result on stdout and returns the exit status of the command, which is `exit` unless
    /// the result is lost.
    pub fn print_and_exit(&self, text: &str, exit: Exit) -> Exit {
        self.print(text).err().unwrap_or(exit)
    }

    fn raw(&self, text: &str) {
        let _ = io::stderr().lock().write_all(text.as_bytes());
    }
}

/// Writes to stdout.
pub(crate) fn write_stdout(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    #[cfg(unix)]
    {
        // The handle of the standard library hides that a stdout is not open for writing.
        use std::os::fd::AsFd as _;
        out.flush()?;
        std::fs::File::from(out.as_fd().try_clone_to_owned()?).write_all(bytes)
    }
    #[cfg(not(unix))]
    out.write_all(bytes).and_then(|()| out.flush())
}

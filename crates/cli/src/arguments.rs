//! The command line of a program.

use std::io::{ErrorKind, Write as _};

use clap::Parser;
use clap::error::ContextValue;
use sandtable_source::{is_one_line, one_line, printable};

use crate::{ColourChoice, Exit, NotesArgs, Terminal, TerminalArgs};

/// Parses the command line. Ends the program if it only asks for help or has an error.
pub fn parse_arguments<A: Parser>() -> A {
    A::try_parse().unwrap_or_else(|error| end_with(error))
}

/// Prints help or an error of the command line and ends the program. Help is a result, so losing it
/// is an error.
pub fn end_with(error: clap::Error) -> ! {
    let error = escape_quotes(error);
    let printed = print(&error).and_then(|()| std::io::stdout().flush());
    let lost = printed.err().filter(|lost| lost.kind() != ErrorKind::BrokenPipe);
    if let Some(lost) = lost.filter(|_| !error.use_stderr()) {
        let arguments = TerminalArgs { color: ColourChoice::Auto };
        Terminal::new(&arguments, &NotesArgs::default()).print_lost(&lost);
        std::process::exit(Exit::UsageError as i32);
    }
    std::process::exit(error.exit_code())
}

/// Escapes control characters in the arguments that an error quotes.
fn escape_quotes(mut error: clap::Error) -> clap::Error {
    let line = |text: &String| one_line(text).into_owned();
    let quotes: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in quotes {
        let escaped = match &value {
            ContextValue::String(text) => ContextValue::String(line(text)),
            ContextValue::Strings(texts) => ContextValue::Strings(texts.iter().map(line).collect()),
            // Tips quote the argument as well.
            ContextValue::StyledStrs(tips) => {
                let tips = tips.iter().map(|tip| match is_one_line(&tip.to_string()) {
                    true => tip.clone(),
                    false => line(&tip.to_string()).into(),
                });
                ContextValue::StyledStrs(tips.collect())
            }
            _ => continue,
        };
        if escaped != value {
            error.insert(kind, escaped);
        }
    }
    error
}

/// Prints an error. The reason why a value is invalid may quote control characters as well: then the
/// error is printed without colours.
fn print(error: &clap::Error) -> std::io::Result<()> {
    let text = error.to_string();
    let plain = printable(&text);
    match plain == text {
        true => error.print(),
        false => std::io::stderr().write_all(plain.as_bytes()),
    }
}

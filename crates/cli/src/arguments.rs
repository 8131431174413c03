//! The command line of a program.

use std::io::{ErrorKind, Write as _};

use clap::Parser;

use crate::{ColourChoice, Exit, NotesArgs, Terminal, TerminalArgs};

/// Parses the command line. Ends the program if it only asks for help or has an error.
pub fn parse_arguments<A: Parser>() -> A {
    A::try_parse().unwrap_or_else(|error| end_with(&error))
}

/// Prints help or an error of the command line and ends the program. Help is a result, so losing it
/// is an error.
pub fn end_with(error: &clap::Error) -> ! {
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    let lost = printed.err().filter(|lost| lost.kind() != ErrorKind::BrokenPipe);
    if let Some(lost) = lost.filter(|_| !error.use_stderr()) {
        let arguments = TerminalArgs { color: ColourChoice::Auto };
        Terminal::new(&arguments, &NotesArgs::default()).print_lost(&lost);
        std::process::exit(Exit::UsageError as i32);
    }
    std::process::exit(error.exit_code())
}

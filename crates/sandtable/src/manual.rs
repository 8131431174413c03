//! `man` and `completions`: what the command line says of itself, in the forms that systems read.

use std::path::PathBuf;

use clap::Command;
use clap_complete::Shell;
use sandtable_cli::{Exit, Terminal, stage};

/// Lines of help on the page of all commands are at most this long.
const PAGE_WIDTH: usize = 100;

/// Write the completions of a shell, so that the tab key knows commands and options
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
Where a shell looks for them:
  sandtable completions bash > ~/.local/share/bash-completion/completions/sandtable
  sandtable completions zsh > ~/.zfunc/_sandtable          # a folder of your fpath
  sandtable completions fish > ~/.config/fish/completions/sandtable.fish
  sandtable completions powershell >> $PROFILE")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    /// Runs the command.
    pub fn run(&self, mut program: Command, terminal: &Terminal) -> Exit {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, name, &mut script);
        printed(terminal, &String::from_utf8_lossy(&script))
    }
}

/// Write the manual: a page for `man`, a folder of them, or one document
#[derive(Debug, clap::Args)]
#[command(arg = sandtable_cli::without_notes(), after_help = "\
Without options, the page of `sandtable` itself is printed; the folder has a page of every command.

Examples:
  sandtable man --out ~/.local/share/man/man1
  sandtable man --markdown > docs/commands.md")]
pub struct ManArgs {
    /// The folder to write all pages to: sandtable.1, sandtable-run.1, …
    #[arg(long, value_name = "DIR", conflicts_with = "markdown")]
    out: Option<PathBuf>,
    /// The help of every command as one Markdown document
    #[arg(long)]
    markdown: bool,
}

impl ManArgs {
    /// Runs the command.
    pub fn run(&self, program: Command, terminal: &Terminal) -> Exit {
        // Else every command had a `help` of its own, with all commands below it again.
        let mut program = program.disable_help_subcommand(true).term_width(PAGE_WIDTH);
        program.build();
        if self.markdown {
            return printed(terminal, &document(&program));
        }
        match &self.out {
            Some(folder) => written(&program, folder, terminal),
            None => printed(terminal, &page(&program)),
        }
    }
}

fn printed(terminal: &Terminal, text: &str) -> Exit {
    terminal.print(text).err().unwrap_or(Exit::Fine)
}

/// Puts all pages into a folder, or none.
fn written(program: &Command, folder: &std::path::Path, terminal: &Terminal) -> Exit {
    let pages = with_all_below(program).into_iter().map(|command| {
        let file = folder.join(format!("{}.1", name_of(command).replace(' ', "-")));
        stage(&file, page(command).as_bytes()).map(|staged| (staged, file))
    });
    let put = pages.collect::<Result<Vec<_>, _>>().and_then(|pages| {
        pages.into_iter().try_for_each(|(staged, file)| {
            staged.put()?;
            terminal.say(&file.display().to_string());
            Ok(())
        })
    });
    match put {
        Ok(()) => Exit::Fine,
        Err(error) => {
            terminal.complain(&error.to_string());
            Exit::Unusable
        }
    }
}

/// A command, and all that are below it, in the order in which help lists them.
fn with_all_below(command: &Command) -> Vec<&Command> {
    let below = command.get_subcommands().filter(|below| !below.is_hide_set());
    std::iter::once(command).chain(below.flat_map(with_all_below)).collect()
}

/// `sandtable run merge`.
fn name_of(command: &Command) -> &str {
    command.get_bin_name().unwrap_or_else(|| command.get_name())
}

/// The page of a command for `man`.
fn page(command: &Command) -> String {
    let mut roff = Vec::new();
    let source = concat!("sandtable ", env!("CARGO_PKG_VERSION"));
    let written = clap_mangen::Man::new(command.clone()).source(source).render(&mut roff);
    written.expect("memory takes all that is written to it");
    String::from_utf8_lossy(&roff).into_owned()
}

/// The help of all commands.
fn document(program: &Command) -> String {
    let mut out = "# Commands\n\n\
        What `--help` says of each command. This page is made by `sandtable man --markdown`.\n"
        .to_owned();
    for command in with_all_below(program) {
        let help = command.clone().render_long_help().to_string();
        let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
        let help = lines.join("\n");
        out += &format!("\n## {}\n\n```text\n{}\n```\n", name_of(command), help.trim_end());
    }
    out
}

//! `oob seal`: writes the sealed file and prints the commitment for the opponent.

use std::convert::Infallible;
use std::path::PathBuf;

use sandtable_cli::{Access, Exit, FileSet, Terminal, WriteError, check_outputs};
use sandtable_components::commitment_code;
use zeroize::Zeroizing;

use super::files::{build_force, load_orders, open_base, read_match, read_passphrase};
use super::json::read_bytes;
use super::output::require_absent;
use super::refusal::{input_error, usage_error};
use super::slots::{describe_write_error, print_slots, report_breaches};
use crate::scheme::{Orders, in_groups, without_separators};
use crate::sealed_file::{Lock, SealError, SealedContent};
use crate::secret::Secret;

/// Seal an order of battle and commit to it
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Your opponent learns only the commitment. Both players write down both commitments before the first turn; otherwise one player \
could copy the other's. Keep the sealed file and the passphrase: without them you cannot prove your order of battle.

The command prompts for a passphrase on the terminal, or reads it from the first line of a file. Sealing takes about a second, and so does each guess at a passphrase.

Example:
  sandtable oob seal union.oob.yaml --pack base.pack --match match.json -o union.sealed")]
pub(super) struct SealArguments {
    /// The order of battle
    #[arg(value_name = "FILE.oob.yaml")]
    file: PathBuf,
    /// The base pack
    #[arg(long, value_name = "BASE.pack")]
    pack: PathBuf,
    /// The match of both players
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// Output file for the sealed order of battle
    #[arg(short, long, value_name = "FILE.sealed")]
    output: PathBuf,
    /// Also seal a copy for the umpire with this public key
    #[arg(long, value_name = "age1…", value_parser = |text: &str| Ok::<_, Infallible>(without_separators(text)))]
    umpire: Option<String>,
    /// Output file for the umpire's copy [default: FILE.umpire.sealed]
    #[arg(long, value_name = "FILE", requires = "umpire")]
    umpire_output: Option<PathBuf>,
    /// Read the passphrase from the first line of this file; `-` is standard input
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Also show the commitment as a QR code; a terminal always shows it
    #[arg(long)]
    qr: bool,
}

/// The help text if the sealed file already exists.
const ALREADY_SEALED_HELP: &str = "sealing again creates another commitment; use another file name, or delete the file if your opponent does not have its commitment yet";
/// The maximum size of an order of battle: the capacity of a sealed file.
const MAX_ORDERS_SIZE: u64 = 1 << 20;

impl SealArguments {
    /// The path of the umpire's copy.
    fn umpire_path(&self) -> Option<PathBuf> {
        self.umpire.as_ref()?;
        Some(self.umpire_output.clone().unwrap_or_else(|| {
            let name = self.output.file_stem().unwrap_or_default().to_string_lossy();
            self.output.with_file_name(format!("{name}.umpire.sealed"))
        }))
    }

    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let copy = self.umpire_path();
        let mut outputs = vec![("--output", self.output.as_path())];
        outputs.extend(copy.iter().map(|copy| ("the umpire's copy", copy.as_path())));
        let inputs = [
            ("the order of battle", self.file.as_path()),
            ("the base pack", self.pack.as_path()),
            ("the match", self.sheet.as_path()),
        ];
        check_outputs(&inputs, &outputs, terminal)?;
        for (_, path) in &outputs {
            require_absent(path, ALREADY_SEALED_HELP, terminal)?;
        }
        let base = open_base(&self.pack, terminal)?;
        let sheet = read_match(&self.sheet, &base, terminal)?;
        let orders = load_orders(&self.file, &base, terminal)?;
        let side = orders.side().id.to_string();
        if sheet.context(&side).is_none() {
            return Err(input_error(
                terminal,
                &format!("side `{side}` is not in the match `{}`", self.sheet.display()),
            ));
        }
        let (_, force) = build_force(&orders, &base, terminal)?;
        let breaches = force.breaches(&base);
        report_breaches(&breaches, &self.file, terminal);
        if !breaches.is_empty() {
            return Err(Exit::Failure);
        }
        let items = force
            .write(&sheet)
            .map_err(|error| input_error(terminal, &describe_write_error(&error, &sheet)))?;
        let slots = Orders::new(sheet.shape(), items)
            .map_err(|error| input_error(terminal, &error.to_string()))?;
        let authored = Zeroizing::new(read_bytes(&self.file, MAX_ORDERS_SIZE, terminal)?);
        let authored = Secret::new(String::from_utf8_lossy(&authored).into_owned());
        let sealed = SealedContent { sheet, side, orders: slots, author_file: authored };
        let passphrase = read_passphrase(self.passphrase_file.as_deref(), true, terminal)?;
        let refused = |error: SealError| usage_error(terminal, &error.to_string());
        let failed = |error: WriteError| usage_error(terminal, &error.to_string());
        let mut files = FileSet::default();
        if let (Some(key), Some(path)) = (&self.umpire, &copy) {
            let bytes = sealed.seal(&Lock::Umpire(key)).map_err(refused)?;
            files.add(path, &bytes, Access::Private).map_err(failed)?;
        }
        let bytes = sealed.seal(&Lock::Passphrase(&passphrase)).map_err(refused)?;
        files.add(&self.output, &bytes, Access::Private).map_err(failed)?;
        files.commit_new().map_err(failed)?;
        let commitment = sealed.commitment().to_string();
        // First, because the next line may fail.
        terminal.print_written("your sealed order of battle", &self.output);
        terminal.print(&format!("{commitment}\n"))?;
        let has_code = self.qr || terminal.is_interactive();
        if has_code {
            terminal.show_picture(&commitment_code(&commitment).expect("the commitment is valid"));
        }
        terminal.print_wrapped(
            "tell your opponent this commitment, and write down both before the first turn",
        );
        // Someone might photograph the code on this screen, including any slots printed below it.
        match has_code {
            true => terminal.print_wrapped("run `oob check` in private to list your slots"),
            false => print_slots(&force, &sealed.sheet, &base, terminal),
        }
        if let (Some(copy), Some(key)) = (copy, &self.umpire) {
            terminal.print_written("the umpire's copy", &copy);
            terminal.print_wrapped(&format!(
                "compare all of the umpire's key with the umpire, by another channel than the one that brought it: {}",
                in_groups(key)
            ));
        }
        Ok(Exit::Success)
    }
}

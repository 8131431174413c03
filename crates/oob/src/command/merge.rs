//! `oob merge`: what an umpire makes of both sealed files.

use std::path::{Path, PathBuf};

use sandtable_cli::{Exit, Terminal};
use sandtable_compile::{Concerns, Orders, UmpireFinding, read_orders_text, umpire_findings};
use sandtable_pack::{Pack, SideId};

use super::given::{bad, base, bytes, force, key, put_private, secret, sheet, side_id, unusable};
use crate::match_sheet::Match;
use crate::scheme::{Commitment, Item, Slot};
use crate::sealed::{Key, LONGEST, Sealed};
use crate::secret::Secret;

/// Put both sealed orders of battle into one pack, as an umpire
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The umpire needs both copies and both commitments: a copy that does not lead to its commitment is refused. It is written:
  umpire.pack    the whole battle, for the umpire and `sandtable run`
  umpire.txt     what he should know
  SIDE.pack      for each side the base pack with its own order of battle, and nothing of the other
  SIDE.txt       what that side should know
Files are readable to nobody but their owner.

Example:
  sandtable oob merge base.pack union.umpire.sealed confederate.umpire.sealed --key umpire.key --match match.json \\
    --commitment union='oob1 9qzv …' --commitment confederate='oob1 k0pf …' --out umpire")]
pub(super) struct MergeArguments {
    /// The base pack
    #[arg(value_name = "BASE.pack")]
    pack: PathBuf,
    /// The sealed files of the free sides
    #[arg(required = true, value_name = "FILE.sealed")]
    sealed: Vec<PathBuf>,
    /// The match that both players have
    #[arg(long = "match", value_name = "MATCH.json")]
    sheet: PathBuf,
    /// What each side showed before the battle
    #[arg(long = "commitment", required = true, value_name = "SIDE=TEXT", value_parser = commitment)]
    commitments: Vec<(SideId, Commitment)>,
    /// The umpire's secret key; without it the sealed files have one passphrase, which is asked for
    #[arg(long, value_name = "FILE")]
    key: Option<PathBuf>,
    /// The passphrase is the first line of this file; `-` is the standard input
    #[arg(long, value_name = "FILE", conflicts_with = "key")]
    passphrase_file: Option<PathBuf>,
    /// Folder for the packs; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

fn commitment(text: &str) -> Result<(SideId, Commitment), String> {
    let (side, commitment) = text.split_once('=').ok_or("write SIDE=COMMITMENT")?;
    Ok((side_id(side)?, Commitment::read(commitment).map_err(|error| error.to_string())?))
}

impl MergeArguments {
    pub(super) fn run(&self, terminal: &Terminal) -> Result<Exit, Exit> {
        let base = base(&self.pack, terminal)?;
        let sheet = sheet(&self.sheet, &base, terminal)?;
        let secret: Secret<String> = match &self.key {
            Some(file) => key(file, terminal)?,
            None => secret(self.passphrase_file.as_deref(), "the passphrase", false, terminal)?,
        };
        let unlock = match &self.key {
            Some(_) => Key::Umpire(&secret),
            None => Key::Passphrase(&secret),
        };
        let mut orders: Vec<Orders> = Vec::new();
        for file in &self.sealed {
            let found = self.opened(file, &base, &sheet, &unlock, terminal)?;
            if orders.iter().any(|one| one.side().id == found.side().id) {
                return Err(bad(terminal, &format!("two files are of `{}`", found.side().id)));
            }
            orders.push(found);
        }
        let merged = sandtable_compile::merge(&base, &orders)
            .map_err(|error| bad(terminal, &error.to_string()))?;
        if let Some(awaits) = merged.scenario().awaits_orders() {
            return Err(bad(terminal, &awaits.to_string()));
        }
        let findings = umpire_findings(&merged);
        let mut files = vec![
            (self.out.join("umpire.pack"), sandtable_pack::write(&merged)),
            (self.out.join("umpire.txt"), report(findings.iter())),
        ];
        for one in &orders {
            let side = &one.side().id;
            let pack = sandtable_compile::merge(&base, std::slice::from_ref(one))
                .map_err(|error| bad(terminal, &error.to_string()))?;
            let own = |finding: &&UmpireFinding| finding.concerns == Concerns::One(side.clone());
            files.push((self.out.join(format!("{side}.pack")), sandtable_pack::write(&pack)));
            files.push((self.out.join(format!("{side}.txt")), report(findings.iter().filter(own))));
        }
        put_private(&files, terminal)?;
        terminal.result(&String::from_utf8_lossy(&report(findings.iter())));
        Ok(Exit::Fine)
    }

    /// The order of battle in a sealed file, if it is what its side committed to.
    fn opened(
        &self,
        file: &Path,
        base: &Pack,
        sheet: &Match,
        key: &Key<'_>,
        terminal: &Terminal,
    ) -> Result<Orders, Exit> {
        let shown = file.display().to_string();
        let refused = |told: &str| bad(terminal, &format!("{shown}: {told}"));
        let sealed = Sealed::unseal(&bytes(file, LONGEST as u64, terminal)?, key)
            .map_err(|error| refused(&error.to_string()))?;
        if sealed.sheet != *sheet {
            return Err(refused("it was sealed for another match"));
        }
        let of_side = self.commitments.iter().find(|(side, _)| side.as_str() == sealed.side);
        let Some((_, commitment)) = of_side else {
            let told = format!("give its commitment: --commitment {}='oob1 …'", sealed.side);
            return Err(unusable(terminal, &format!("{shown}: {told}")));
        };
        if sealed.commitment() != *commitment {
            return Err(refused("this is not what was committed to"));
        }
        let authored = sealed.authored.expose().clone().into_bytes();
        let outcome = read_orders_text(&shown, authored, base);
        terminal.show(&outcome.sources, &outcome.diagnostics);
        let orders = outcome
            .orders
            .filter(|_| !outcome.diagnostics.has_errors())
            .ok_or_else(|| refused("the order of battle in it has errors"))?;
        let (_, force) = force(&orders, base, terminal)?;
        let items = force.write(sheet).map_err(|error| refused(&error.to_string()))?;
        let indexed = |(slot, item): (Slot, Item)| Some((sheet.shape().index(slot)?, item));
        let mut items: Vec<_> = items.into_iter().filter_map(indexed).collect();
        items.sort_by_key(|(index, _)| *index);
        let same = sealed.orders.items().eq(items.iter().map(|(index, item)| (*index, item)));
        if orders.side().id.as_str() != sealed.side || !same {
            return Err(refused(
                "the file that its author sealed says something else than what was committed to",
            ));
        }
        let breaches = force.breaches(base);
        breaches.iter().for_each(|breach| terminal.complain(&breach.to_string()));
        if breaches.is_empty() { Ok(orders) } else { Err(Exit::Bad) }
    }
}

/// Findings as a text; it says so if there are none.
fn report<'f>(findings: impl Iterator<Item = &'f UmpireFinding>) -> Vec<u8> {
    let lines: String =
        findings.map(|finding| format!("{} ({})\n", finding.message, finding.rule)).collect();
    let text = if lines.is_empty() { "nothing to report\n".to_owned() } else { lines };
    text.into_bytes()
}

//! The command line of `sandtable odds`, for both families of rules.

mod area_battle;
mod pub_battle;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{Ruleset, fab};
use sandtable_source::closest;

use crate::Format;

/// Say exactly how a combat ends
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
The engine's own combat is followed through every throw of the dice, so these are not estimates.

Pub Battles: one piece against one, until contact is broken. A piece is TYPE[:QUALITY][:spent]: TYPE is infantry, cavalry, \
dragoons, artillery, detachment, or a type of the ruleset's own; QUALITY is militia, regular, elite or guard (regular if \
left out); `spent` says that the piece begins Spent. Of the arms only infantry comes in qualities (PB-3.27). Nobody \
retreats by choice unless told so.

FAB (--ruleset fab/series, or scenarios/golan for the rules of that battle): a round of combat in an area. A unit is CLASS:QUALITY:STEPS[:disordered|:recovering][:unsupplied], with the class \
infantry or armour, the quality recruit, veteran or elite, and 1 to 4 steps; give --attacker and --defender once for each unit. \
Assets are N[:CLASS][:QUALITY], as 2 or 1:armour:elite: veteran infantry if left out; they are all assigned. The point of each side is the unit with most steps, \
of these the better; losses fall on battle assets, then on the unit with most steps, of these the worse.

Examples:
  sandtable odds --attacker infantry:elite --defender infantry --cover
  sandtable odds --attacker cavalry --defender artillery:spent --flank
  sandtable odds --attacker cavalry --defender infantry --format json
  sandtable odds --attacker infantry --defender infantry:militia \\
    --retreat-defender when-spent
  sandtable odds --attacker cuirassiers --defender infantry --ruleset own.yaml
  sandtable odds --attacker infantry --defender infantry --flank \\
    --ruleset pub-battles/quick-start
  sandtable odds --ruleset fab/series --attacker armour:elite:3 \\
    --attacker infantry:veteran:4 --defender infantry:recruit:2 \\
    --difficulty 1 --attacker-artillery 2 --defender-battle 1:elite --abort when-destroyed")]
pub struct OddsArguments {
    /// What attacks; in FAB, once for each unit
    #[arg(long, required = true, value_name = "PIECE")]
    pub attacker: Vec<String>,
    /// What is attacked; in FAB, once for each unit
    #[arg(long, required = true, value_name = "PIECE")]
    pub defender: Vec<String>,
    /// The ruleset: a name, a ruleset's file, or that of a battle by its pack or folder
    #[arg(long, default_value = "pub-battles/3.2", value_name = "RULESET")]
    pub ruleset: String,
    /// The attacker came over a river (PB-23.5, FAB-5.35e)
    #[arg(long)]
    pub river: bool,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
    #[command(flatten)]
    pub_battles: pub_battle::Circumstances,
    #[command(flatten)]
    fab: area_battle::Circumstances,
}

impl OddsArguments {
    /// Runs the command under a ruleset of Pub Battles.
    pub fn run(&self, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
        match self.fab.said() {
            Some(option) => refuse(&of_the_other(option, "FAB", &ruleset.id), terminal),
            None => pub_battle::run(self, ruleset, terminal),
        }
    }

    /// Runs the command under a ruleset of FAB.
    pub fn run_area_battle(&self, ruleset: &fab::Ruleset, terminal: &Terminal) -> Exit {
        match self.pub_battles.said() {
            Some(option) => refuse(&of_the_other(option, "Pub Battles", &ruleset.name), terminal),
            None => area_battle::run(self, ruleset, terminal),
        }
    }
}

fn of_the_other(option: &str, system: &str, ruleset: &str) -> String {
    format!("{option} is of {system}, and `{ruleset}` is not: leave it out")
}

fn refuse(complaint: &str, terminal: &Terminal) -> Exit {
    terminal.complain(complaint);
    Exit::Unusable
}

/// `; did you mean …?`, if one of these is close to a word; else nothing.
pub(crate) fn meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, names).map_or(String::new(), |close| format!("; did you mean `{close}`?"))
}

//! The command line of `sandtable odds`, for both families of rules.

mod area_battle;
mod pub_battle;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{Ruleset, fab};
use sandtable_source::{closest, did_you_mean};

use crate::Format;

/// Compute the exact odds of a combat
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
The odds are exact: the rules engine resolves the combat for every dice roll.

Pub Battles: one combat, until contact is broken. Write a piece as \
TYPE[:QUALITY][:spent][:column|:cover|:river][+SUPPORT][@EDGE[-of-N]]. TYPE is infantry, cavalry, \
dragoons, artillery, detachment or a type defined by the ruleset. QUALITY is militia, regular, elite or guard (default: regular). \
`spent` means that the piece starts Spent. Infantry is the only arm with qualities; a type of the ruleset lists its own (PB-3.27). \
SUPPORT is the piece behind it, written as TYPE[:QUALITY][:spent] (PB-13). Pieces do not retreat by choice unless you \
pass --retreat-attacker or --retreat-defender.

Repeat --attacker for more attackers of the first defender, and --defender for pieces that attack the attackers (PB-28). Give each of them a place: \
`@left` is the left edge of the first enemy, `@rear-of-2` the rear of the second. An attacker at the rear of a supported piece attacks its Support, and \
with another in front it envelops the pair (PB-18.6). Contacts are made in the given order: attackers first, then the further defenders. A piece fires at the enemy that \
was in contact first. `:column`, `:cover` and `:river` do the same as --column, --cover and --river for one piece. A column cannot attack (PB-A55).

--bombard is fire from a distance at the first defender (PB-15). Each further battery fires only if the target is still in its place.

FAB (--ruleset fab/series, or scenarios/golan for the rules of that battle): one round of combat in an area. Write a unit as CLASS:QUALITY:STEPS[:disordered|:recovering][:unsupplied]: the class is \
infantry or armour, the quality is recruit, veteran or elite, and there are 1 to 4 steps. Repeat --attacker and --defender for each unit. \
Write assets as N[:CLASS][:QUALITY][:engineer], such as 2 or 1:armour:elite (default: veteran infantry). All assets are assigned. \
An attacking engineer that survives removes fieldworks instead of firing (FAB-6.33). Each side can have one combat event (FAB-6.22b): `dice:2:5:artillery` rolls two \
more dice with Success Number 5 in artillery fire, `sn:-1:close:enemy` changes the Success Numbers of the enemy's close fire. The point unit of each side is \
the unit with the most steps, and among equals the best. Losses go to battle assets first, then to the unit with the most steps, and among \
equals the worst. All armour that may exploit checks morale (FAB-6.8b). To ask only about supply, pass --morale without --defender (FAB-9.4).

Examples:
  sandtable odds --attacker infantry:elite --defender infantry --cover
  sandtable odds --attacker cavalry --defender artillery:spent --flank
  sandtable odds --attacker cavalry --defender infantry --format json
  sandtable odds --attacker infantry --defender infantry:militia \\
    --retreat-defender when-spent
  sandtable odds --attacker cuirassiers --defender infantry --ruleset own.yaml
  sandtable odds --attacker infantry --defender infantry --flank \\
    --ruleset pub-battles/quick-start
  sandtable odds --attacker infantry:elite+infantry --attacker infantry@left \\
    --defender infantry+infantry --defender infantry@right-of-2
  sandtable odds --attacker artillery --defender infantry:militia --cover --bombard
  sandtable odds --attacker infantry --defender cavalry+infantry \\
    --retreat-defender before-combat
  sandtable odds --ruleset fab/series --attacker armour:elite:3 \\
    --attacker infantry:veteran:4 --defender infantry:recruit:2 \\
    --difficulty 1 --attacker-artillery 2 --defender-battle 1:elite --abort when-destroyed
  sandtable odds --ruleset fab/series --attacker infantry:veteran:4 \\
    --attacker-battle 1:engineer --attacker-event sn:+1:close \\
    --defender infantry:veteran:2 --fieldworks --give-ground when-destroyed
  sandtable odds --ruleset fab/series --morale \\
    --attacker infantry:recruit:2:disordered:unsupplied")]
pub struct OddsArguments {
    /// Attacking piece; repeat for each attacker
    #[arg(long, required = true, value_name = "PIECE")]
    pub attacker: Vec<String>,
    /// Defending piece; repeat for each defender
    #[arg(long, required_unless_present = "morale", value_name = "PIECE")]
    pub defender: Vec<String>,
    /// Ruleset: a name, a ruleset file, or the pack or folder of a battle
    #[arg(long, default_value = "pub-battles/3.2", value_name = "RULESET")]
    pub ruleset: String,
    /// The attacker crossed a river (PB-23.5, FAB-5.35e); in Pub Battles, only the first attacker
    #[arg(long)]
    pub river: bool,
    /// Output format
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
        match self.fab.first_option() {
            Some(option) => refuse(&wrong_system(option, "FAB", &ruleset.id), terminal),
            None => pub_battle::run(self, ruleset, terminal),
        }
    }

    /// Runs the command under a ruleset of FAB.
    pub fn run_area_battle(&self, ruleset: &fab::Ruleset, terminal: &Terminal) -> Exit {
        match self.pub_battles.first_option() {
            Some(option) => refuse(&wrong_system(option, "Pub Battles", &ruleset.name), terminal),
            None => area_battle::run(self, ruleset, terminal),
        }
    }
}

fn wrong_system(option: &str, system: &str, ruleset: &str) -> String {
    format!("`{option}` applies only to {system}, not to `{ruleset}`; remove it")
}

fn refuse(complaint: &str, terminal: &Terminal) -> Exit {
    terminal.print_error(complaint);
    Exit::UsageError
}

/// Returns `; did you mean …?` if a name is similar to the word, otherwise an empty string.
pub(crate) fn suggestion<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, names).map_or(String::new(), |close| format!("; {}", did_you_mean(word, close)))
}

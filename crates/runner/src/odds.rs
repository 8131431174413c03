//! The command line of `sandtable odds`.

use std::fmt;
use std::str::FromStr;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{PieceType, Quality, Ruleset, Status, TypeId};
use sandtable_rules::{Duel, Fate, Fighter, Odds, RetreatPolicy, odds};
use sandtable_source::{all_of, closest, list_of};

use crate::Format;

/// Say exactly how a combat of one piece against one ends
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
The engine's own combat is followed through every throw of the dice until contact is broken, so these are not \
estimates. Nobody retreats by choice unless told so.

TYPE is infantry, cavalry, dragoons, artillery, detachment, or a type of the ruleset's own; QUALITY is militia, \
regular, elite or guard (regular if left out); `spent` says that the piece begins Spent. Of the arms \
only infantry comes in qualities (PB-3.27).

Examples:
  sandtable odds --attacker infantry:elite --defender infantry --cover
  sandtable odds --attacker cavalry --defender artillery:spent --flank
  sandtable odds --attacker cavalry --defender infantry --format json
  sandtable odds --attacker infantry --defender infantry:militia \\
    --retreat-defender when-spent
  sandtable odds --attacker cuirassiers --defender infantry --ruleset own.yaml
  sandtable odds --attacker infantry --defender infantry --flank \\
    --ruleset pub-battles/quick-start")]
pub struct OddsArguments {
    /// The piece that attacks
    #[arg(long, value_name = "TYPE[:QUALITY][:spent]")]
    pub attacker: FighterArgument,
    /// The piece that is attacked
    #[arg(long, value_name = "TYPE[:QUALITY][:spent]")]
    pub defender: FighterArgument,
    /// The defender has cover: woods, buildings or higher ground (PB-23.3)
    #[arg(long)]
    pub cover: bool,
    /// The attacker is at the defender's rear, which is its flank (PB-23.4, PB-Q18)
    #[arg(long)]
    pub flank: bool,
    /// The attacker came over a river (PB-23.5)
    #[arg(long)]
    pub river: bool,
    /// The defender is in road column (PB-23.6)
    #[arg(long)]
    pub column: bool,
    /// When the attacker retreats by choice
    #[arg(long, value_enum, default_value_t = RetreatArgument::Never, value_name = "WHEN")]
    pub retreat_attacker: RetreatArgument,
    /// When the defender retreats by choice
    #[arg(long, value_enum, default_value_t = RetreatArgument::Never, value_name = "WHEN")]
    pub retreat_defender: RetreatArgument,
    /// The ruleset: a name, or a ruleset's file
    #[arg(long, default_value = "pub-battles/3.2", value_name = "RULESET")]
    pub ruleset: String,
    /// How the result is given
    #[arg(long, value_enum, default_value_t = Format::Human, value_name = "FORMAT")]
    pub format: Format,
}

/// When a piece retreats by choice (PB-22.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum RetreatArgument {
    /// It stays until it is driven off
    Never,
    /// It leaves as soon as it is Spent and may decide
    WhenSpent,
}

/// The arms of Table A.
const ARMS: [(&str, PieceType); 5] = [
    ("infantry", PieceType::Infantry),
    ("cavalry", PieceType::Cavalry),
    ("dragoons", PieceType::Dragoons),
    ("artillery", PieceType::Artillery),
    ("detachment", PieceType::Detachment),
];

/// All qualities.
const QUALITIES: [(&str, Quality); 4] = [
    ("militia", Quality::Militia),
    ("regular", Quality::Regular),
    ("elite", Quality::Elite),
    ("guard", Quality::Guard),
];

/// `TYPE[:QUALITY][:spent]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FighterArgument {
    /// An arm, or a type of the ruleset's own.
    kind: String,
    quality: Quality,
    status: Status,
}

impl FromStr for FighterArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let kind = words.next().unwrap_or_default().to_owned();
        if kind.is_empty() {
            return Err(format!("it begins with a type: {}", list_of(ARMS.map(|(arm, _)| arm))));
        }
        let (mut quality, mut status) = (None, Status::Fresh);
        for word in words {
            if word == "spent" && status == Status::Fresh {
                status = Status::Spent;
                continue;
            }
            let known = QUALITIES.into_iter().find(|(name, _)| *name == word);
            let Some((_, named)) = known else {
                let names = || QUALITIES.into_iter().map(|(name, _)| name);
                return Err(format!(
                    "`{word}` is neither a quality ({}) nor `spent`{}",
                    names().collect::<Vec<_>>().join(", "),
                    meant(word, names().chain(["spent"]))
                ));
            };
            if quality.replace(named).is_some() {
                return Err("a piece has one quality".to_owned());
            }
        }
        Ok(Self { kind, quality: quality.unwrap_or_default(), status })
    }
}

/// `; did you mean …?`, if one of these is close to a word; else nothing.
pub(crate) fn meant<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    closest(word, names).map_or(String::new(), |close| format!("; did you mean `{close}`?"))
}

impl fmt::Display for FighterArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Of the arms only detachments are counted.
        if self.kind == "detachment" {
            write!(f, "a ")?;
        }
        if self.status == Status::Spent {
            write!(f, "spent ")?;
        }
        if self.quality != Quality::Regular {
            write!(f, "{} ", word(self.quality))?;
        }
        write!(f, "{}", self.kind)
    }
}

impl OddsArguments {
    /// Runs the command under a ruleset.
    pub fn run(&self, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
        let duel = match self.duel(ruleset) {
            Ok(duel) => duel,
            Err(complaint) => {
                terminal.complain(&complaint);
                return Exit::Unusable;
            }
        };
        match odds(ruleset, &duel) {
            Err(refusal) => {
                terminal.complain(&format!("there is no such combat: {refusal}"));
                if let Some(way_out) = of_no_quality(ruleset, &duel) {
                    terminal.tell(&way_out);
                }
                Exit::Unusable
            }
            Ok(odds) => {
                terminal.result(&match self.format {
                    Format::Human => self.table(&odds),
                    Format::Json => {
                        serde_json::to_string_pretty(&odds).expect("odds are JSON") + "\n"
                    }
                });
                Exit::Fine
            }
        }
    }

    fn duel(&self, ruleset: &Ruleset) -> Result<Duel, String> {
        Ok(Duel {
            attacker: self.attacker.fighter(self.retreat_attacker, ruleset)?,
            defender: self.defender.fighter(self.retreat_defender, ruleset)?,
            cover: self.cover,
            flank: self.flank,
            river: self.river,
            column: self.column,
        })
    }

    fn table(&self, odds: &Odds) -> String {
        let mut circumstances = Vec::new();
        for (holds, words) in [
            (self.cover, "the defender has cover"),
            (self.flank, "the attacker is on the flank"),
            (self.river, "the attacker came over a river"),
            (self.column, "the defender is in road column"),
        ] {
            if holds {
                circumstances.push(words);
            }
        }
        // Types of one's own may be one thing or many: no verb has to agree with them.
        let mut text = format!("Attack by {} on {}", self.attacker, self.defender);
        if !circumstances.is_empty() {
            text += &format!("; {}", circumstances.join("; "));
        }
        text += &format!("\nby {}\n\n", self.by(odds));
        text += &format!(
            "{:10} {:>12} {:>12} {:>12} {:>12}\n",
            "", "holds fresh", "holds spent", "retreats", "destroyed"
        );
        text += &row("attacker", &odds.attacker);
        text += &row("defender", &odds.defender);
        text += &format!("\nRounds on average: {:.2}\n", odds.expected_rounds);
        text += &format!("Rules: {}\n", odds.rules.join(", "));
        for note in &odds.notes {
            text += &format!("Note: {note}\n");
        }
        text
    }

    /// The ruleset by its name, and by its file if it was read from one.
    fn by(&self, odds: &Odds) -> String {
        match self.ruleset == odds.ruleset {
            true => odds.ruleset.clone(),
            false => format!("{} ({})", odds.ruleset, self.ruleset),
        }
    }
}

impl FighterArgument {
    fn fighter(&self, retreats: RetreatArgument, ruleset: &Ruleset) -> Result<Fighter, String> {
        let arm = ARMS.into_iter().find(|(word, _)| *word == self.kind).map(|(_, arm)| arm);
        let own = TypeId::new(&self.kind).ok().filter(|own| ruleset.types.contains_key(own));
        let kind = match (arm, &own) {
            (Some(arm), _) => arm,
            (None, Some(own)) => ruleset.types[own].like,
            (None, None) => {
                let own = ruleset.types.keys().map(|own| own.as_str());
                let known = || ARMS.map(|(arm, _)| arm).into_iter().chain(own.clone());
                return Err(format!(
                    "`{}` is no type of `{}`, which has {}{}",
                    self.kind,
                    ruleset.id,
                    all_of(known()),
                    meant(&self.kind, known())
                ));
            }
        };
        let retreats = match retreats {
            RetreatArgument::Never => RetreatPolicy::Never,
            RetreatArgument::WhenSpent => RetreatPolicy::WhenSpent,
        };
        let own_type = own.filter(|_| arm.is_none());
        Ok(Fighter { kind, own_type, quality: self.quality, status: self.status, retreats })
    }
}

/// PB-3.27: what to do about a piece in a quality in which it does not come.
fn of_no_quality(ruleset: &Ruleset, duel: &Duel) -> Option<String> {
    let mut fighters = [&duel.attacker, &duel.defender].into_iter();
    let fighter = fighters.find(|fighter| {
        let qualities = ruleset.qualities_of(fighter.kind, fighter.own_type.as_ref());
        !qualities.contains(&fighter.quality)
    })?;
    let own = fighter.own_type.as_ref().and_then(|own| Some((own, ruleset.types.get(own)?)));
    if let Some((own, row)) = own.filter(|(_, row)| !row.qualities.is_empty()) {
        let words = row.qualities.iter().map(|&quality| word(quality));
        return Some(format!("`{own}` is {}", list_of(words)));
    }
    let (arm, _) = ARMS.into_iter().find(|(_, arm)| *arm == fighter.kind)?;
    let quality = word(fighter.quality);
    Some(format!(
        "leave `{quality}` out, or define a type in a ruleset of your own and name its file with --ruleset:\n\
         \x20   types: {{ {quality}-{arm}: {{ like: {arm}, qualities: [{quality}] }} }}"
    ))
}

fn word(quality: Quality) -> &'static str {
    QUALITIES.into_iter().find(|(_, known)| *known == quality).map_or("", |(word, _)| word)
}

fn row(name: &str, fate: &Fate) -> String {
    let percent = |share: f64| format!("{:.2} %", share * 100.0);
    format!(
        "{name:10} {:>12} {:>12} {:>12} {:>12}\n",
        percent(fate.fresh),
        percent(fate.spent),
        percent(fate.retreated),
        percent(fate.eliminated)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_from_words() {
        let read = |text: &str| text.parse::<FighterArgument>();
        let elite = FighterArgument {
            kind: "infantry".to_owned(),
            quality: Quality::Elite,
            status: Status::Spent,
        };
        assert_eq!(read("infantry:elite:spent"), Ok(elite.clone()));
        assert_eq!(read("infantry:spent:elite"), Ok(elite.clone()));
        let told = |text| read(text).map(|piece| piece.to_string());
        assert_eq!(told("infantry:elite:spent"), Ok("spent elite infantry".to_owned()));
        assert_eq!(told("cuirassiers"), Ok("cuirassiers".to_owned()));
        assert_eq!(told("detachment"), Ok("a detachment".to_owned()));
        for bad in ["", ":elite", "infantry:brave", "infantry:elite:guard"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("infantry:spent:spent").is_err());
    }
}

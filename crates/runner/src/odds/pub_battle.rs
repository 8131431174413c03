//! Odds of a Pub Battles combat of one piece against one.

use std::fmt;
use std::str::FromStr;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{PieceType, Quality, Ruleset, Status, TypeId};
use sandtable_pub_battles::{Duel, Fate, Fighter, Odds, RetreatPolicy, odds};
use sandtable_source::{all_of, list_of};

use super::{OddsArguments, refuse, suggestion};
use crate::{Format, json};

/// The circumstances of a combat.
#[derive(Clone, Copy, Debug, clap::Args)]
#[group(id = "pub-battles")]
pub(super) struct Circumstances {
    /// The defender has cover: woods, buildings or higher ground (PB-23.3)
    #[arg(long)]
    cover: bool,
    /// The attacker is at the defender's rear, which is its flank (PB-23.4, PB-Q18)
    #[arg(long)]
    flank: bool,
    /// The defender is in road column (PB-23.6)
    #[arg(long)]
    column: bool,
    /// Retreat policy of the attacker (default: never)
    #[arg(long, value_enum, value_name = "WHEN")]
    retreat_attacker: Option<RetreatArgument>,
    /// Retreat policy of the defender (default: never)
    #[arg(long, value_enum, value_name = "WHEN")]
    retreat_defender: Option<RetreatArgument>,
}

impl Circumstances {
    /// Returns the name of the first option that was passed.
    pub(super) fn first_option(&self) -> Option<&'static str> {
        let options = [
            (self.cover, "--cover"),
            (self.flank, "--flank"),
            (self.column, "--column"),
            (self.retreat_attacker.is_some(), "--retreat-attacker"),
            (self.retreat_defender.is_some(), "--retreat-defender"),
        ];
        options.into_iter().find(|(is_given, _)| *is_given).map(|(_, option)| option)
    }
}

/// The policy for retreats by choice (PB-22.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RetreatArgument {
    /// Holds until it is forced to retreat
    Never,
    /// Retreats at the first choice after it is Spent
    WhenSpent,
}

/// The types of Table A.
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

/// A piece written as `TYPE[:QUALITY][:spent]`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct FighterArgument {
    /// An arm, or a type defined by the ruleset.
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
            return Err(format!("missing type: {}", list_of(ARMS.map(|(arm, _)| arm))));
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
                    "invalid quality or status `{word}`; use {}{}",
                    list_of(names().chain(["spent"])),
                    suggestion(word, names().chain(["spent"]))
                ));
            };
            if quality.replace(named).is_some() {
                return Err("a piece can have only one quality".to_owned());
            }
        }
        Ok(Self { kind, quality: quality.unwrap_or_default(), status })
    }
}

impl fmt::Display for FighterArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Only detachments are countable.
        if self.kind == "detachment" {
            write!(f, "a ")?;
        }
        if self.status == Status::Spent {
            write!(f, "spent ")?;
        }
        if self.quality != Quality::Regular {
            write!(f, "{} ", quality_name(self.quality))?;
        }
        write!(f, "{}", self.kind)
    }
}

pub(super) fn run(arguments: &OddsArguments, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
    let fight = match Fight::from_arguments(arguments) {
        Ok(fight) => fight,
        Err(complaint) => return refuse(&complaint, terminal),
    };
    let duel = match fight.duel(ruleset) {
        Ok(duel) => duel,
        Err(complaint) => return refuse(&complaint, terminal),
    };
    match odds(ruleset, &duel) {
        Err(refusal) => {
            terminal.print_error(&format!("impossible combat: {refusal}"));
            if let Some(way_out) = quality_help(ruleset, &duel) {
                terminal.print_wrapped(&way_out);
            }
            Exit::UsageError
        }
        Ok(odds) => {
            terminal.print_result(&match arguments.format {
                Format::Human => fight.table(&odds),
                Format::Json => json(&odds),
            });
            Exit::Success
        }
    }
}

/// One piece against one.
struct Fight<'a> {
    attacker: FighterArgument,
    defender: FighterArgument,
    arguments: &'a OddsArguments,
}

impl<'a> Fight<'a> {
    fn from_arguments(arguments: &'a OddsArguments) -> Result<Self, String> {
        let one = |pieces: &[String]| match pieces {
            [piece] => piece.parse(),
            _ => Err("Pub Battles takes one attacker and one defender".to_owned()),
        };
        let (attacker, defender) = (one(&arguments.attacker)?, one(&arguments.defender)?);
        Ok(Self { attacker, defender, arguments })
    }

    fn duel(&self, ruleset: &Ruleset) -> Result<Duel, String> {
        let Circumstances { cover, flank, column, retreat_attacker, retreat_defender } =
            self.arguments.pub_battles;
        Ok(Duel {
            attacker: self.attacker.fighter(retreat_attacker, ruleset)?,
            defender: self.defender.fighter(retreat_defender, ruleset)?,
            cover,
            flank,
            river: self.arguments.river,
            column,
        })
    }

    fn table(&self, odds: &Odds) -> String {
        let given = &self.arguments.pub_battles;
        let mut circumstances = Vec::new();
        for (holds, words) in [
            (given.cover, "the defender has cover"),
            (given.flank, "the attacker is on the flank"),
            (self.arguments.river, "the attacker crossed a river"),
            (given.column, "the defender is in road column"),
        ] {
            if holds {
                circumstances.push(words);
            }
        }
        // Type names of a ruleset may be singular or plural, so the text avoids verbs.
        let mut text = format!("Attack by {} on {}", self.attacker, self.defender);
        if !circumstances.is_empty() {
            text += &format!("; {}", circumstances.join("; "));
        }
        text += &format!("\nruleset {}\n\n", self.ruleset_name(odds));
        text += &format!(
            "{:10} {:>12} {:>12} {:>12} {:>12}\n",
            "", "holds fresh", "holds spent", "retreats", "destroyed"
        );
        text += &row("attacker", &odds.attacker);
        text += &row("defender", &odds.defender);
        text += &format!("\nMean rounds: {:.2}\n", odds.expected_rounds);
        text += &format!("Rules: {}\n", odds.rules.join(", "));
        for note in &odds.notes {
            text += &format!("Note: {note}\n");
        }
        text
    }

    /// Returns the name of the ruleset and, if it was read from a file, the file.
    fn ruleset_name(&self, odds: &Odds) -> String {
        let named = &self.arguments.ruleset;
        match *named == odds.ruleset {
            true => odds.ruleset.clone(),
            false => format!("{} ({named})", odds.ruleset),
        }
    }
}

impl FighterArgument {
    fn fighter(
        &self,
        retreats: Option<RetreatArgument>,
        ruleset: &Ruleset,
    ) -> Result<Fighter, String> {
        let arm = ARMS.into_iter().find(|(word, _)| *word == self.kind).map(|(_, arm)| arm);
        let own = TypeId::new(&self.kind).ok().filter(|own| ruleset.types.contains_key(own));
        let kind = match (arm, &own) {
            (Some(arm), _) => arm,
            (None, Some(own)) => ruleset.types[own].like,
            (None, None) => {
                let own = ruleset.types.keys().map(|own| own.as_str());
                let known = || ARMS.map(|(arm, _)| arm).into_iter().chain(own.clone());
                return Err(format!(
                    "cannot find type `{}` in ruleset `{}`; it has {}{}",
                    self.kind,
                    ruleset.id,
                    all_of(known()),
                    suggestion(&self.kind, known())
                ));
            }
        };
        let retreats = match retreats {
            Some(RetreatArgument::WhenSpent) => RetreatPolicy::WhenSpent,
            Some(RetreatArgument::Never) | None => RetreatPolicy::Never,
        };
        let own_type = own.filter(|_| arm.is_none());
        Ok(Fighter { kind, own_type, quality: self.quality, status: self.status, retreats })
    }
}

/// PB-3.27: returns the help for a piece with a quality that its type does not have.
fn quality_help(ruleset: &Ruleset, duel: &Duel) -> Option<String> {
    let mut fighters = [&duel.attacker, &duel.defender].into_iter();
    let fighter = fighters.find(|fighter| {
        let qualities = ruleset.allowed_qualities(fighter.kind, fighter.own_type.as_ref());
        !qualities.contains(&fighter.quality)
    })?;
    let own = fighter.own_type.as_ref().and_then(|own| Some((own, ruleset.types.get(own)?)));
    if let Some((own, row)) = own.filter(|(_, row)| !row.qualities.is_empty()) {
        let words = row.qualities.iter().map(|&quality| quality_name(quality));
        return Some(format!("for `{own}`, use {}", list_of(words)));
    }
    let (arm, _) = ARMS.into_iter().find(|(_, arm)| *arm == fighter.kind)?;
    let quality = quality_name(fighter.quality);
    Some(format!(
        "remove `{quality}`, or define a type in your own ruleset and pass its file to `--ruleset`:\n\
         \x20   types: {{ {quality}-{arm}: {{ like: {arm}, qualities: [{quality}] }} }}"
    ))
}

fn quality_name(quality: Quality) -> &'static str {
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
        let text_of = |text| read(text).map(|piece| piece.to_string());
        assert_eq!(text_of("infantry:elite:spent"), Ok("spent elite infantry".to_owned()));
        assert_eq!(text_of("cuirassiers"), Ok("cuirassiers".to_owned()));
        assert_eq!(text_of("detachment"), Ok("a detachment".to_owned()));
        for bad in ["", ":elite", "infantry:brave", "infantry:elite:guard"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("infantry:spent:spent").is_err());
    }
}

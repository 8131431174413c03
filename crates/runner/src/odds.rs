//! The command line of `sandtable odds`.

use std::fmt;
use std::str::FromStr;

use sandtable_cli::{Exit, Terminal};
use sandtable_pack::{PieceType, Quality, Ruleset, Status};
use sandtable_rules::{Duel, Fate, Fighter, Odds, RetreatPolicy, odds};

use crate::Format;

/// Say exactly how a combat of one piece against one ends
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = "\
The engine's own combat is followed through every throw of the dice until contact is broken, so these are not \
estimates. Nobody retreats by choice unless told so.

TYPE is infantry, cavalry, dragoons, artillery or detachment; QUALITY is militia, regular, elite or guard (regular \
if left out); `spent` says that the piece begins Spent.

Examples:
  sandtable odds --attacker infantry:elite --defender infantry --cover
  sandtable odds --attacker cavalry --defender artillery:spent --flank --format json
  sandtable odds --attacker infantry --defender infantry:militia --retreat-defender when-spent")]
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
    /// The attacker is on the defender's flank (PB-23.4)
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

/// `TYPE[:QUALITY][:spent]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FighterArgument {
    kind: PieceType,
    quality: Quality,
    status: Status,
}

impl FromStr for FighterArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let kind = match words.next().unwrap_or_default() {
            "infantry" => PieceType::Infantry,
            "cavalry" => PieceType::Cavalry,
            "dragoons" => PieceType::Dragoons,
            "artillery" => PieceType::Artillery,
            "detachment" => PieceType::Detachment,
            other => {
                return Err(format!(
                    "`{other}` is no type: infantry, cavalry, dragoons, artillery or detachment"
                ));
            }
        };
        let (mut quality, mut status) = (None, Status::Fresh);
        for word in words {
            let named = match word {
                "militia" => Quality::Militia,
                "regular" => Quality::Regular,
                "elite" => Quality::Elite,
                "guard" => Quality::Guard,
                "spent" if status == Status::Fresh => {
                    status = Status::Spent;
                    continue;
                }
                other => {
                    return Err(format!(
                        "`{other}` is neither a quality (militia, regular, elite, guard) nor `spent`"
                    ));
                }
            };
            if quality.replace(named).is_some() {
                return Err("a piece has one quality".to_owned());
            }
        }
        if kind == PieceType::Detachment && status == Status::Spent {
            return Err("a detachment is never spent (PB-A10)".to_owned());
        }
        Ok(Self { kind, quality: quality.unwrap_or_default(), status })
    }
}

impl fmt::Display for FighterArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quality = match self.quality {
            Quality::Militia => "militia ",
            Quality::Regular => "",
            Quality::Elite => "elite ",
            Quality::Guard => "guard ",
        };
        let kind = match self.kind {
            PieceType::Infantry => "infantry",
            PieceType::Detachment => "detachment",
            PieceType::Artillery => "artillery",
            PieceType::Cavalry => "cavalry",
            PieceType::Dragoons => "dragoons",
        };
        let spent = if self.status == Status::Spent { ", spent" } else { "" };
        write!(f, "{quality}{kind}{spent}")
    }
}

impl OddsArguments {
    /// Runs the command under a ruleset.
    pub fn run(&self, ruleset: &Ruleset, terminal: &Terminal) -> Exit {
        match odds(ruleset, &self.duel()) {
            Err(refusal) => {
                terminal.complain(&format!("there is no such combat: {refusal}"));
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

    fn duel(&self) -> Duel {
        Duel {
            attacker: fighter(self.attacker, self.retreat_attacker),
            defender: fighter(self.defender, self.retreat_defender),
            cover: self.cover,
            flank: self.flank,
            river: self.river,
            column: self.column,
        }
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
        let mut text = format!("{} attacks {}", self.attacker, self.defender);
        if !circumstances.is_empty() {
            text += &format!("; {}", circumstances.join("; "));
        }
        text += "\n\n";
        text += &format!(
            "{:10} {:>12} {:>12} {:>12} {:>12}\n",
            "", "holds fresh", "holds spent", "retreats", "destroyed"
        );
        text += &row("attacker", &odds.attacker);
        text += &row("defender", &odds.defender);
        text += &format!("\nRounds on average: {:.2}\n", odds.expected_rounds);
        text += &format!("Rules: {}\n", odds.rules.join(", "));
        text
    }
}

fn fighter(argument: FighterArgument, retreats: RetreatArgument) -> Fighter {
    let FighterArgument { kind, quality, status } = argument;
    let retreats = match retreats {
        RetreatArgument::Never => RetreatPolicy::Never,
        RetreatArgument::WhenSpent => RetreatPolicy::WhenSpent,
    };
    Fighter { kind, quality, status, retreats }
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
            kind: PieceType::Infantry,
            quality: Quality::Elite,
            status: Status::Spent,
        };
        assert_eq!(read("infantry:elite:spent"), Ok(elite));
        assert_eq!(read("infantry:spent:elite"), Ok(elite));
        assert_eq!(elite.to_string(), "elite infantry, spent");
        for bad in ["", "horse", "infantry:brave", "infantry:elite:guard", "detachment:spent"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert!(read("infantry:spent:spent").is_err());
    }
}

//! Changes one number of a battle, such as the turn of a reinforcement or the rating of a
//! headquarters.

use sandtable_pack::fab::{self, UnitStart};
use sandtable_pack::{Pack, PackFault, Reinforcement};
use sandtable_source::{all_of, closest, did_you_mean};

/// The maximum number of values; each value is a separate run.
const MAX_VALUES: usize = 50;

/// A number to change and its values: `union.vi-corps.turn=4..7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// The path of the number.
    pub path: String,
    /// The values.
    pub values: Vec<u8>,
}

impl std::str::FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, range) = text.split_once('=').ok_or_else(|| {
            "expected a path and its values, such as `union.vi-corps.turn=4..7`".to_owned()
        })?;
        let number = |text: &str| {
            let number = text.trim().parse::<u8>();
            number.map_err(|_| {
                format!("invalid whole number `{text}`; write values as `4..8` or `3,5,8`")
            })
        };
        let values = match range.split_once("..") {
            Some((from, to)) => {
                let (from, to) = (number(from)?, number(to.trim_start_matches('='))?);
                (from..=to).collect()
            }
            None => range.split(',').map(number).collect::<Result<Vec<u8>, String>>()?,
        };
        if values.is_empty() || values.len() > MAX_VALUES {
            return Err(format!("expected 1 to {MAX_VALUES} values in ascending order"));
        }
        Ok(Self { path: path.trim().to_owned(), values })
    }
}

/// A battle with numbers that can be changed.
pub(crate) trait Variable: Sized {
    /// Returns the paths of the variable numbers, with their current values.
    fn paths(&self) -> Vec<(String, u8)>;
    /// Returns the battle with a changed number, or the faults of an invalid battle.
    fn with_value(&self, path: &str, value: u8) -> Result<Self, Vec<PackFault>>;
    /// Describes other numbers that shift with this number, if any.
    fn linked_changes(&self, path: &str) -> Option<String>;
}

/// Returns the current value; an error names valid paths.
pub(crate) fn current_value<V: Variable>(battle: &V, path: &str) -> Result<u8, String> {
    let paths = battle.paths();
    if let Some((_, now)) = paths.iter().find(|(known, _)| known == path) {
        return Ok(*now);
    }
    let names = || paths.iter().map(|(known, _)| known.as_str());
    let help = match closest(path, names()) {
        Some(close) => did_you_mean(path, close),
        None => {
            format!("there are {} paths, such as {}", paths.len(), all_of(names().take(4)))
        }
    };
    Err(format!("cannot find path `{path}` in this battle; {help}"))
}

/// Returns the first number of each kind with its current value and the two adjacent values, if
/// valid.
pub(crate) fn example_values<V: Variable>(battle: &V) -> Vec<(String, Vec<u8>)> {
    let paths = battle.paths();
    let first = |sort: &str| paths.iter().find(|(path, _)| path.ends_with(sort));
    let tried = [".turn", ".rating", ".draws"].into_iter().filter_map(first).map(|(path, now)| {
        let values = [now.saturating_sub(1), *now, now.saturating_add(1)].into_iter();
        let valid = values.filter(|value| value == now || battle.with_value(path, *value).is_ok());
        let mut valid: Vec<u8> = valid.collect();
        valid.dedup();
        (path.clone(), valid)
    });
    tried.filter(|(_, values)| values.len() > 1).collect()
}

impl Variable for Pack {
    fn paths(&self) -> Vec<(String, u8)> {
        let mut paths = Vec::new();
        for side in &self.scenario().sides {
            for hq in side.headquarters() {
                paths.push((format!("{}.{}.rating", side.id, hq.id), hq.rating));
            }
            for arrival in &side.reinforcements {
                let path = format!("{}.{}.turn", side.id, arrival.command);
                if !paths.iter().any(|(known, _)| *known == path) {
                    paths.push((path, arrival.turn));
                }
            }
        }
        paths
    }

    fn with_value(&self, path: &str, value: u8) -> Result<Self, Vec<PackFault>> {
        let mut parts = self.clone().into_parts();
        for side in &mut parts.scenario.sides {
            let of_side = |id: &str, what: &str| format!("{}.{id}.{what}", side.id) == path;
            let own = side.commander.iter_mut().map(|army| &mut army.headquarters);
            let commands = side.commands.iter_mut().map(|command| &mut command.headquarters);
            for hq in own.chain(commands) {
                if of_side(hq.id.as_str(), "rating") {
                    hq.rating = value;
                }
            }
            // All reinforcements of the command shift by the same number of turns.
            let of_command = side.reinforcements.iter_mut();
            let mut of_command: Vec<_> =
                of_command.filter(|arrival| of_side(arrival.command.as_str(), "turn")).collect();
            let first = of_command.first().map(|arrival| arrival.turn);
            for arrival in &mut of_command {
                let shift = i16::from(value) - i16::from(first.unwrap_or(value));
                arrival.turn = (i16::from(arrival.turn) + shift).clamp(0, 255) as u8;
            }
        }
        Self::new(parts)
    }

    fn linked_changes(&self, path: &str) -> Option<String> {
        let sides = self.scenario().sides.iter();
        let arrivals = sides.flat_map(|side| {
            let of = move |arrival: &&Reinforcement| {
                format!("{}.{}.turn", side.id, arrival.command) == path
            };
            side.reinforcements.iter().filter(of)
        });
        let turns: Vec<String> = arrivals.map(|arrival| arrival.turn.to_string()).collect();
        (turns.len() > 1).then(|| {
            format!(
                "all reinforcements of this command, on turns {}, shift together with the first",
                turns.join(" and ")
            )
        })
    }
}

impl Variable for fab::Pack {
    fn paths(&self) -> Vec<(String, u8)> {
        let units = &self.battle().scene().units;
        let arriving = units.iter().filter_map(|unit| match &unit.start {
            UnitStart::Reinforcement { turn, .. } => {
                Some((format!("{}.{}.turn", unit.side, unit.id), *turn))
            }
            UnitStart::SetUp { .. } | UnitStart::NotInPlay => None,
        });
        let draws =
            self.battle().scene().turn_track.iter().enumerate().flat_map(|(turn, entry)| {
                entry.draws.iter().map(move |(side, draws)| {
                    (format!("{side}.turn-{}.draws", turn + 1), draws.first)
                })
            });
        arriving.chain(draws).collect()
    }

    fn linked_changes(&self, _: &str) -> Option<String> {
        None
    }

    fn with_value(&self, path: &str, value: u8) -> Result<Self, Vec<PackFault>> {
        let mut parts = self.clone().into_parts();
        for unit in &mut parts.battle.scene.units {
            let own = format!("{}.{}.turn", unit.side, unit.id);
            if let UnitStart::Reinforcement { turn, .. } = &mut unit.start
                && own == path
            {
                *turn = value;
            }
        }
        for (turn, entry) in parts.battle.scene.turn_track.iter_mut().enumerate() {
            for (side, draws) in &mut entry.draws {
                if format!("{side}.turn-{}.draws", turn + 1) == path {
                    draws.first = value;
                }
            }
        }
        Self::new(parts)
    }
}

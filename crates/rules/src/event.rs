//! What happened: typed events, each with the rule it rests on, and the diary line it reads as.

use std::fmt;

use sandtable_pack::{Digest, Facing, GroundLength, GroundPoint, Status};
use serde::Serialize;

use crate::fire::FireModifiers;
use crate::hits::HitResult;
use crate::roster::{CommandIndex, PieceIndex, Roster, SideIndex};
use crate::rule::RuleId;
use crate::victory::BattleEnd;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Event {
    /// Day, from 1.
    pub day: u8,
    /// Turn of that day.
    pub turn: u8,
    /// In the night after it.
    pub night: bool,
    /// What happened.
    pub what: Happening,
    /// The rule it rests on.
    pub rule: RuleId,
}

/// Which way an HQ tried to alter the order (PB-5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Alteration {
    /// The drawn chit goes back for another (PB-5.4).
    Delay,
    /// A chit moves before the drawn one (PB-5.5).
    Jump,
}

/// Why a piece retreats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum RetreatCause {
    /// The hit table says so (PB-25.8).
    Hits,
    /// Its owner decided so (PB-22.4).
    Choice,
    /// It was bombarded (PB-15.4).
    Bombardment,
    /// It stood in a field of fire when the fighting was over (PB-26.1).
    FieldOfFire,
}

/// Why a piece was destroyed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Loss {
    /// By fire.
    Fire,
    /// It had to retreat and could not (PB-25.2).
    NoWayBack,
    /// A battery in contact without support cannot retreat (PB-14.4).
    GunsLost,
    /// A train in contact when combat begins (PB-20.2).
    TrainTaken,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Happening {
    /// A turn begins with these chits in the pool.
    TurnBegins {
        /// Chits in the pool.
        chits: usize,
    },
    /// A chit was drawn.
    ChitDrawn(CommandIndex),
    /// An HQ tried to alter the order.
    AlterTried {
        /// The HQ that rolled.
        roller: PieceIndex,
        /// Whose chit.
        chit: CommandIndex,
        /// Which way.
        alteration: Alteration,
        /// The die.
        die: u8,
        /// Did it succeed?
        success: bool,
    },
    /// A command moves.
    Activated(CommandIndex),
    /// A piece moved.
    Moved {
        /// Who.
        piece: PieceIndex,
        /// From where.
        from: GroundPoint,
        /// To where.
        to: GroundPoint,
        /// Way of its centre.
        length: GroundLength,
        /// In column at the end?
        column: bool,
        /// Was the move shortened by terrain?
        reduced: bool,
    },
    /// A piece came onto the map.
    Entered {
        /// Who.
        piece: PieceIndex,
        /// Where it stands now.
        to: GroundPoint,
    },
    /// A piece only turned.
    Turned {
        /// Who.
        piece: PieceIndex,
        /// Its new facing.
        facing: Facing,
    },
    /// A piece moved into contact.
    Attacked {
        /// Who attacks.
        attacker: PieceIndex,
        /// Whom.
        defender: PieceIndex,
        /// On its flank or rear?
        flank: bool,
        /// Across a river?
        river: bool,
    },
    /// A piece broke off from an enemy.
    Disengaged {
        /// Who.
        piece: PieceIndex,
        /// From whom.
        enemy: PieceIndex,
    },
    /// A piece stays in a field of fire because there is no way out.
    Pinned(PieceIndex),
    /// A piece became disordered by passing through buildings.
    Disordered(PieceIndex),
    /// A piece became Fresh.
    Rallied(PieceIndex),
    /// A train unpacked.
    Unpacked(PieceIndex),
    /// A train packed up.
    Packed(PieceIndex),
    /// A headquarters was pushed aside.
    PushedAside(PieceIndex),
    /// A combat begins.
    CombatBegins {
        /// The places: Defender, Attacker, the others as they joined.
        places: Vec<PieceIndex>,
        /// Who supports them.
        supports: Vec<PieceIndex>,
    },
    /// A supported pair was attacked in front and from behind (PB-18.6).
    Enveloped {
        /// In front.
        lead: PieceIndex,
        /// Behind it.
        support: PieceIndex,
    },
    /// A Support has stepped into the place of its lead.
    TookPlace {
        /// Who.
        piece: PieceIndex,
        /// Who stood there.
        lead: PieceIndex,
    },
    /// A piece fired.
    Fired {
        /// Who.
        firer: PieceIndex,
        /// At whom.
        target: PieceIndex,
        /// Round, from 1.
        round: u8,
        /// The dice shown.
        dice: Vec<u8>,
        /// What changed them.
        modifiers: FireModifiers,
        /// Hits.
        hits: u8,
        /// What they did.
        result: HitResult,
    },
    /// A battery fired from afar.
    Bombarded {
        /// The battery.
        firer: PieceIndex,
        /// At whom.
        target: PieceIndex,
        /// The dice shown.
        dice: Vec<u8>,
        /// What changed them.
        modifiers: FireModifiers,
        /// Hits.
        hits: u8,
        /// What they did.
        result: HitResult,
    },
    /// A piece that should fall back under a bombardment has no way and stays.
    HoldsInFire(PieceIndex),
    /// A piece retreated.
    Retreated {
        /// Who.
        piece: PieceIndex,
        /// Where it stands now.
        to: GroundPoint,
        /// Why.
        cause: RetreatCause,
        /// Its status now.
        status: Status,
    },
    /// A friend was shoved back.
    Pushed {
        /// Who.
        piece: PieceIndex,
        /// By whom.
        by: PieceIndex,
    },
    /// A piece was destroyed.
    Destroyed {
        /// Who.
        piece: PieceIndex,
        /// Why.
        loss: Loss,
        /// Points for the enemy.
        points: u32,
    },
    /// A combat went on without end and was broken off.
    EndlessCombat,
    /// At nightfall a side decided.
    NightfallDecision {
        /// Which side.
        side: SideIndex,
        /// Does it hold the field?
        holds: bool,
    },
    /// A piece that was destroyed today came back in the night.
    Recovered(PieceIndex),
    /// The battle is over.
    Ended(BattleEnd),
}

/// The event log of a game: JSON lines, the first naming sides, commands and pieces in the order
/// of the numbers by which the others call them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLog(String);

#[derive(Serialize)]
struct LogHead<'a> {
    sides: &'a [String; 2],
    commands: Vec<&'a str>,
    pieces: Vec<&'a str>,
}

impl EventLog {
    /// The log of these events.
    pub fn new(roster: &Roster, events: &[Event]) -> Self {
        let head = LogHead {
            sides: &roster.side_names,
            commands: roster.commands.iter().map(|command| command.name.as_str()).collect(),
            pieces: roster.pieces.iter().map(|piece| piece.name.as_str()).collect(),
        };
        let mut lines = json(&head);
        lines.extend(events.iter().map(json));
        Self(lines)
    }

    /// All lines.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// SHA-256 of all lines: equal digests mean that the same happened.
    pub fn digest(&self) -> Digest {
        Digest::of(self.0.as_bytes())
    }
}

/// A line of compact JSON.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers become JSON") + "\n"
}

impl Event {
    /// The event as a line of a staff diary.
    pub const fn diary<'a>(&'a self, roster: &'a Roster) -> DiaryLine<'a> {
        DiaryLine { event: self, roster }
    }
}

/// An event with the names of those who took part. Display reads like a staff diary.
#[derive(Clone, Copy, Debug)]
pub struct DiaryLine<'a> {
    event: &'a Event,
    roster: &'a Roster,
}

impl DiaryLine<'_> {
    fn name(&self, piece: PieceIndex) -> &str {
        &self.roster.piece(piece).name
    }

    fn command(&self, command: CommandIndex) -> &str {
        &self.roster.command(command).name
    }
}

/// Dice, hits and what they did.
fn write_fire(
    f: &mut fmt::Formatter<'_>,
    dice: &[u8],
    modifiers: FireModifiers,
    hits: u8,
    result: HitResult,
) -> fmt::Result {
    let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
    write!(f, ", dice {}", dice.join("-"))?;
    if modifiers.total() != 0 {
        write!(f, " at {:+}", modifiers.total())?;
    }
    let outcome = match result {
        HitResult::Unshaken => "unshaken",
        HitResult::Spent => "now Spent",
        HitResult::Retreat => "driven back",
        HitResult::SpentAndRetreat => "Spent and driven back",
        HitResult::Destroyed => "destroyed",
    };
    let plural = if hits == 1 { "hit" } else { "hits" };
    write!(f, ", {hits} {plural}: {outcome}")
}

/// The nearest of the eight points of the compass, the top of the map being north.
fn compass(facing: Facing) -> &'static str {
    const POINTS: [(&str, i32); 8] = [
        ("north", 0),
        ("north-east", 512),
        ("east", 1_024),
        ("south-east", 1_536),
        ("south", 2_048),
        ("south-west", -1_536),
        ("west", -1_024),
        ("north-west", -512),
    ];
    let nearest =
        POINTS.iter().min_by_key(|(_, turn)| Facing::UP.turned(*turn).turn_to(facing).abs());
    nearest.map_or("north", |(name, _)| name)
}

impl fmt::Display for DiaryLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Event { day, turn, night, what, rule } = self.event;
        if *night {
            write!(f, "Night after day {day}: ")?;
        } else {
            write!(f, "Day {day}, turn {turn}: ")?;
        }
        match what {
            Happening::TurnBegins { chits } if *night => {
                write!(f, "the night begins, {chits} chits")?
            }
            Happening::TurnBegins { chits } => write!(f, "the turn begins, {chits} chits")?,
            Happening::ChitDrawn(chit) => write!(f, "the cup gives {}", self.command(*chit))?,
            Happening::AlterTried { roller, chit, alteration, die, success } => {
                let verb = match alteration {
                    Alteration::Delay => "hold back",
                    Alteration::Jump => "hurry on",
                };
                let (roller, chit) = (self.name(*roller), self.command(*chit));
                let outcome = if *success { "succeeds" } else { "fails" };
                write!(f, "{roller} tries to {verb} {chit}, rolls {die} and {outcome}")?;
            }
            Happening::Activated(command) => write!(f, "{} moves", self.command(*command))?,
            Happening::Moved { piece, length, column, reduced, .. } => {
                let manner = if *column { "marches in column" } else { "moves" };
                write!(f, "{} {manner} {:.0} m", self.name(*piece), length.metres())?;
                if *reduced {
                    write!(f, " over difficult ground")?;
                }
            }
            Happening::Entered { piece, .. } => {
                write!(f, "{} comes onto the field", self.name(*piece))?;
            }
            Happening::Turned { piece, facing } => {
                write!(f, "{} turns to the {}", self.name(*piece), compass(*facing))?;
            }
            Happening::Attacked { attacker, defender, flank, river } => {
                write!(f, "{} attacks {}", self.name(*attacker), self.name(*defender))?;
                if *flank {
                    write!(f, " in flank")?;
                }
                if *river {
                    write!(f, " across the river")?;
                }
            }
            Happening::Disengaged { piece, enemy } => {
                write!(f, "{} breaks off from {}", self.name(*piece), self.name(*enemy))?;
            }
            Happening::Pinned(piece) => {
                write!(f, "{} is pinned in a field of fire", self.name(*piece))?;
            }
            Happening::Disordered(piece) => {
                write!(f, "{} loses order in the streets", self.name(*piece))?;
            }
            Happening::Rallied(piece) => write!(f, "{} rallies", self.name(*piece))?,
            Happening::Unpacked(piece) => write!(f, "{} is unpacked", self.name(*piece))?,
            Happening::Packed(piece) => write!(f, "{} is packed up", self.name(*piece))?,
            Happening::PushedAside(piece) => write!(f, "{} is pushed aside", self.name(*piece))?,
            Happening::CombatBegins { places, supports } => {
                write!(f, "combat:")?;
                for (index, piece) in places.iter().enumerate() {
                    let part = match index {
                        0 => " ",
                        1 => " against ",
                        _ => ", with ",
                    };
                    write!(f, "{part}{}", self.name(*piece))?;
                }
                for (index, piece) in supports.iter().enumerate() {
                    let part = if index == 0 { "; in support " } else { ", " };
                    write!(f, "{part}{}", self.name(*piece))?;
                }
            }
            Happening::Enveloped { lead, support } => {
                let (lead, support) = (self.name(*lead), self.name(*support));
                write!(f, "{lead} and {support} behind it are enveloped, each fights for itself")?;
            }
            Happening::TookPlace { piece, lead } => {
                write!(f, "{} steps into the place of {}", self.name(*piece), self.name(*lead))?;
            }
            Happening::Fired { firer, target, round, dice, modifiers, hits, result } => {
                write!(f, "round {round}, {} fires at {}", self.name(*firer), self.name(*target))?;
                write_fire(f, dice, *modifiers, *hits, *result)?;
            }
            Happening::Bombarded { firer, target, dice, modifiers, hits, result } => {
                write!(f, "{} bombards {}", self.name(*firer), self.name(*target))?;
                write_fire(f, dice, *modifiers, *hits, *result)?;
            }
            Happening::HoldsInFire(piece) => {
                write!(f, "{} cannot fall back and holds on under the fire", self.name(*piece))?;
            }
            Happening::Retreated { piece, cause, .. } => {
                let manner = match cause {
                    RetreatCause::Hits => "retreats",
                    RetreatCause::Choice => "retires in good order",
                    RetreatCause::Bombardment => "falls back under the bombardment",
                    RetreatCause::FieldOfFire => "falls back out of the fire",
                };
                write!(f, "{} {manner}", self.name(*piece))?;
            }
            Happening::Pushed { piece, by } => {
                write!(f, "{} is shoved back by {}", self.name(*piece), self.name(*by))?;
            }
            Happening::Destroyed { piece, loss, points } => {
                let manner = match loss {
                    Loss::Fire => "is destroyed",
                    Loss::NoWayBack => "has no way back and is destroyed",
                    Loss::GunsLost => "is overrun and loses its guns",
                    Loss::TrainTaken => "is taken",
                };
                write!(f, "{} {manner}", self.name(*piece))?;
                match points {
                    // PB-A149: trains are worth nothing.
                    0 => {}
                    1 => write!(f, ", 1 point")?,
                    _ => write!(f, ", {points} points")?,
                }
            }
            Happening::EndlessCombat => write!(f, "the fight dies down without a decision")?,
            Happening::NightfallDecision { side, holds } => {
                let verb = if *holds { "holds the field" } else { "withdraws" };
                let name = &self.roster.side_names[side.index()];
                write!(f, "night falls, {name} {verb}")?;
            }
            Happening::Recovered(piece) => {
                write!(f, "the stragglers of {} are gathered", self.name(*piece))?;
            }
            Happening::Ended(end) => end.write_diary(self.roster, f)?,
        }
        write!(f, " ({rule})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facings_are_told_by_the_compass() {
        assert_eq!(compass(Facing::UP), "north");
        assert_eq!(compass(Facing::RIGHT), "east");
        assert_eq!(compass(Facing::DOWN.turned(200)), "south");
        assert_eq!(compass(Facing::DOWN.turned(300)), "south-west");
        assert_eq!(compass(Facing::UP.turned(-257)), "north-west");
    }
}

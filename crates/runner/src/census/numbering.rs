//! Numbers the parts of a battle in the same way for both families of rules.

use sandtable_pack::{GroundLength, GroundPoint};
use serde::Serialize;

/// The parts of a battle, as reports number and name them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cast {
    /// Sides in the order of the scenario.
    pub sides: [CastFeature; 2],
    /// All blocks.
    pub pieces: Vec<CastPiece>,
    /// Commands or formations.
    pub commands: Vec<CastCommand>,
    /// Terrain that pieces may enter: woods, towns, marshes and hills, or areas.
    pub grounds: Vec<CastFeature>,
    /// Bridges and fords, or river borders.
    pub crossings: Vec<CastFeature>,
    /// Entries of reinforcements.
    pub entries: Vec<CastFeature>,
    /// The number of turns.
    pub turns: u16,
    /// The turns in order.
    pub calendar: Vec<CastTurn>,
    /// The number of spots for counting positions: squares of the map, row by row from the bottom
    /// left, or areas.
    pub spots: usize,
    /// The number of squares per row; `None` for an area map.
    pub columns: Option<usize>,
    /// The side length of a square in metres; 0 for an area map.
    pub square: i64,
}

/// The role of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceRole {
    /// A headquarters.
    Headquarters,
    /// A baggage train.
    Baggage,
    /// A piece that fights.
    Combat,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastPiece {
    /// The id; a headquarters has the id of its command.
    pub id: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: usize,
    /// Its command; `None` at army level.
    pub command: Option<usize>,
    /// The role.
    pub role: PieceRole,
    /// `infantry`, `armour`, …
    pub kind: String,
    /// `veteran`, …
    pub quality: String,
    /// The number of men, if the battle gives it.
    pub men: Option<u32>,
    /// When and where it enters, for reinforcements.
    pub due: Option<CastDue>,
    /// The nearest enemy that blocks its supply when the battle begins (PB-31.2).
    #[serde(skip)]
    pub barred_by: Option<CastEnemy>,
}

/// An enemy that blocks supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastEnemy {
    /// The name.
    pub name: String,
    /// The distance.
    pub away: GroundLength,
}

/// A turn of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastTurn {
    /// The name in the diary: `day 1, turn 4`.
    pub name: String,
    /// The short name: `1/4`.
    pub short: String,
    /// The day, from 1.
    pub day: u8,
}

impl CastTurn {
    /// Returns turns from 1, without days.
    pub(crate) fn without_days(turns: u16) -> Vec<Self> {
        let turn =
            |turn: u16| Self { name: format!("turn {turn}"), short: turn.to_string(), day: 1 };
        (1..=turns).map(turn).collect()
    }
}

/// The turn and entry of a reinforcement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastDue {
    /// The turn, from 1.
    pub turn: u16,
    /// The turn in words.
    pub when: String,
    /// The id or letter of the entry.
    pub entry: String,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastCommand {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The side.
    pub side: usize,
    /// The rating of its headquarters; `None` for formations.
    pub rating: Option<u8>,
}

/// A named part of the battle or the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastFeature {
    /// The id.
    pub id: String,
    /// The kind.
    pub kind: &'static str,
    /// The name, or the id if it has none.
    pub name: String,
}

impl CastFeature {
    pub(super) fn new(id: impl ToString, kind: &'static str, name: impl Into<String>) -> Self {
        Self { id: id.to_string(), kind, name: name.into() }
    }
}

/// The number of squares along the longer edge of a map.
const SQUARES_ACROSS: i64 = 48;

/// Squares that cover a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct SquareGrid {
    /// The side length of a square, in centimetres.
    side: i64,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl SquareGrid {
    pub(super) fn for_map(map: &sandtable_pack::Map) -> Self {
        let [width, height] = [map.width, map.height].map(|length| i64::from(length.centimetres()));
        let side = (width.max(height) / SQUARES_ACROSS).max(1);
        let count = |length: i64| (length.div_euclid(side) + 1) as usize;
        Self { side, columns: count(width), rows: count(height) }
    }

    pub(super) fn metres(self) -> i64 {
        self.side / 100
    }

    /// Returns the square of a place; outside the map, the nearest square.
    pub(super) fn square_at(self, place: GroundPoint) -> usize {
        let along = |cm: i32, most: usize| (i64::from(cm).max(0) / self.side).min(most as i64 - 1);
        let column = along(place.x, self.columns) as usize;
        let row = along(place.y, self.rows) as usize;
        row * self.columns + column
    }
}

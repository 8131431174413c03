//! Who and what a battle consists of, numbered once for both families of rules.

use sandtable_pack::{GroundLength, GroundPoint};
use serde::Serialize;

/// Who and what a battle consists of, as reports number and name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cast {
    /// Names of the sides in the order of the scenario.
    pub sides: [CastFeature; 2],
    /// All blocks.
    pub pieces: Vec<CastPiece>,
    /// Commands, or formations.
    pub commands: Vec<CastCommand>,
    /// Ground on which one may set foot: woods, towns, marshes and hills, or areas.
    pub grounds: Vec<CastFeature>,
    /// Bridges and fords, or borders that are rivers.
    pub crossings: Vec<CastFeature>,
    /// Places by which forces enter.
    pub entries: Vec<CastFeature>,
    /// Turns of the battle.
    pub turns: u16,
    /// What they are called, the first first.
    pub calendar: Vec<CastTurn>,
    /// How many spots are told apart when it is counted who stood where: squares of the map, row by row from the bottom
    /// left, or areas.
    pub spots: usize,
    /// Of a map of squares, how many lie side by side; none of a map of areas.
    pub columns: Option<usize>,
    /// Side of a square in metres; 0 of a map of areas.
    pub square: i64,
}

/// What a piece is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PieceRole {
    /// It commands.
    Headquarters,
    /// It carries.
    Baggage,
    /// It fights.
    Combat,
}

/// A piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastPiece {
    /// Its id; of a headquarters that of its command.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// Its command; none at army level.
    pub command: Option<usize>,
    /// What it is there for.
    pub role: PieceRole,
    /// `infantry`, `armour`, …
    pub kind: String,
    /// `veteran`, …
    pub quality: String,
    /// How many men it stands for, if the battle says so.
    pub men: Option<u32>,
    /// When and where it comes, if it is not there from the start.
    pub due: Option<CastDue>,
    /// The enemy that is nearest when the battle begins and bars its supply (PB-31.2), if one does.
    #[serde(skip)]
    pub barred_by: Option<CastEnemy>,
}

/// An enemy that bars supply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CastEnemy {
    /// What people call it.
    pub name: String,
    /// How far it is.
    pub away: GroundLength,
}

/// A turn of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastTurn {
    /// As the diary has it: `day 1, turn 4`.
    pub name: String,
    /// The same in short: `1/4`.
    pub short: String,
    /// Its day, from 1.
    pub day: u8,
}

impl CastTurn {
    /// Turns that have no days, from 1.
    pub(crate) fn without_days(turns: u16) -> Vec<Self> {
        let turn =
            |turn: u16| Self { name: format!("turn {turn}"), short: turn.to_string(), day: 1 };
        (1..=turns).map(turn).collect()
    }
}

/// When and where a piece comes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastDue {
    /// The turn, counted from the first of the battle, which is 1.
    pub turn: u16,
    /// In words.
    pub when: String,
    /// Where: the entry's id or letter.
    pub entry: String,
}

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastCommand {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: usize,
    /// Its headquarters' rating; none of formations.
    pub rating: Option<u8>,
}

/// Something of the battle or the map with a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CastFeature {
    /// Its id.
    pub id: String,
    /// What it is.
    pub kind: &'static str,
    /// What people call it; its id if it has no name.
    pub name: String,
}

impl CastFeature {
    pub(super) fn new(id: impl ToString, kind: &'static str, name: impl Into<String>) -> Self {
        Self { id: id.to_string(), kind, name: name.into() }
    }
}

/// Squares side by side along the longer edge of a map.
const SQUARES: i64 = 48;

/// Squares that cover a map.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    /// Side of one, in centimetres.
    side: i64,
    pub(super) columns: usize,
    pub(super) rows: usize,
}

impl Squares {
    pub(super) fn over(map: &sandtable_pack::Map) -> Self {
        let [width, height] = [map.width, map.height].map(|length| i64::from(length.centimetres()));
        let side = (width.max(height) / SQUARES).max(1);
        let count = |length: i64| (length.div_euclid(side) + 1) as usize;
        Self { side, columns: count(width), rows: count(height) }
    }

    pub(super) fn metres(self) -> i64 {
        self.side / 100
    }

    /// The square in which a place lies; the nearest one of a place outside.
    pub(super) fn of(self, place: GroundPoint) -> usize {
        let along = |cm: i32, most: usize| (i64::from(cm).max(0) / self.side).min(most as i64 - 1);
        let column = along(place.x, self.columns) as usize;
        let row = along(place.y, self.rows) as usize;
        row * self.columns + column
    }
}

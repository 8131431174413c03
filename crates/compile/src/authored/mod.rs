//! The types behind the authored files: public fields, each with its place, read as they are
//! written. They may be wrong; what they refer to is looked up elsewhere.

mod allow;
mod forces;
mod free_game;
mod include;
pub(crate) mod layer;
mod map;
mod orders;
mod own_type;
mod place;
mod ruleset;
mod rulings;
mod scenario;
mod special_rule;
mod style;
mod values;

pub(crate) use allow::Allow;
pub(crate) use forces::{
    Arm, Command, Commander, Condition, DetachmentPool, Formation, Piece, Quality, Reinforcement,
    Side,
};
pub(crate) use free_game::{FreeSide, SetUpGround};
pub(crate) use include::{ItemsFile, ListOfParts, Part};
pub(crate) use layer::{Change, Key, Setting, Table};
pub(crate) use map::{Credit, Entry, Frame, Layer, LayerClass, Map, MapEdge};
pub(crate) use orders::OrderOfBattle;
pub(crate) use own_type::OwnType;
pub(crate) use place::{Bearing, Coordinate, Position};
pub(crate) use ruleset::{Ruleset, RulesetChange, RulesetChoice};
pub(crate) use scenario::{
    BlockProfile, BlockSize, Calendar, Counted, Errata, Moment, Objective, Scenario,
    SideComponents, Tongue, Weather,
};
pub(crate) use special_rule::{Act, Fate, Fight, SpecialRule, SpecialVisibility, Trigger};
pub(crate) use style::{StyleChoice, StyleName, Symbol};
pub(crate) use values::{
    ClockTime, Colour, Date, Days, Filled, Format, GroundDistance, Id, Length, PaperMeasure,
    ScaleRatio, Text, TypeName, Whole, id_help, kebab,
};

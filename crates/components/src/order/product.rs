//! What can be printed, and in which formats.

use sandtable_house_style::words::{self, Words};

/// A thing that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Product {
    /// The map sheet.
    Map,
    /// The map with the set-up of the battle.
    SetUp,
    /// The map with what the engine reads on the ground, for its designer; only if it is named.
    Proof,
    /// Stickers for the blocks.
    Stickers,
    /// Chits for the cup; of FAB assets, events and Special Actions.
    Chits,
    /// Markers of FAB: what lies on the map and on blocks.
    Markers,
    /// Sticks to measure with on the map.
    Sticks,
    /// Charts: ranges, terrain, troops, combat, victory.
    Charts,
    /// The turn track: a card for each day, or of all turns of a battle of FAB.
    TurnTrack,
    /// The order of battle of each side.
    OrderOfBattle,
    /// Cards behind which reserves hide, one for each headquarters.
    ReserveCards,
    /// The scenario booklet.
    Booklet,
    /// How true the printer is, and how its backs lie; only if it is named.
    Calibration,
    /// The job sheet of a print shop, which comes by itself.
    #[value(skip)]
    Job,
}

impl Product {
    /// Every product, in the order in which they are made.
    pub const ALL: [Self; 13] = [
        Self::Map,
        Self::SetUp,
        Self::Proof,
        Self::Stickers,
        Self::Chits,
        Self::Markers,
        Self::Sticks,
        Self::Charts,
        Self::TurnTrack,
        Self::OrderOfBattle,
        Self::ReserveCards,
        Self::Booklet,
        Self::Calibration,
    ];

    /// Is it the same for both sides?
    pub(crate) const fn is_shared(self) -> bool {
        matches!(
            self,
            Self::Map
                | Self::Proof
                | Self::Markers
                | Self::Sticks
                | Self::Charts
                | Self::TurnTrack
                | Self::Calibration
        )
    }

    /// Is it printed only if it is named?
    pub const fn is_on_demand(self) -> bool {
        matches!(self, Self::Proof | Self::Calibration)
    }

    /// What is printed at the head of its sheets.
    pub(crate) const fn words(self) -> Words {
        match self {
            Self::Map => words::sheets::MAP,
            Self::SetUp => words::SET_UP,
            Self::Proof => words::PROOF,
            Self::Stickers => words::sheets::STICKERS,
            Self::Chits => words::sheets::CHITS,
            Self::Markers => words::sheets::MARKERS,
            Self::Sticks => words::sheets::STICKS,
            Self::Charts => words::sheets::CHARTS,
            Self::TurnTrack => words::TURN_TRACK,
            Self::OrderOfBattle => words::sheets::ORDER_OF_BATTLE,
            Self::ReserveCards => words::sheets::RESERVE_CARDS,
            Self::Booklet => words::sheets::BOOKLET,
            Self::Calibration => words::sheets::CALIBRATION,
            Self::Job => words::sheets::JOB_SHEET,
        }
    }

    /// Is it cut out, so that of a later version only what changed is printed?
    pub(crate) const fn is_cut_out(self) -> bool {
        !self.is_map() && !matches!(self, Self::Booklet | Self::Calibration | Self::Job)
    }

    /// Is it a map?
    pub const fn is_map(self) -> bool {
        matches!(self, Self::Map | Self::SetUp | Self::Proof)
    }

    /// The name of its files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Map => "map",
            Self::SetUp => "set-up",
            Self::Proof => "proof",
            Self::Stickers => "stickers",
            Self::Chits => "chits",
            Self::Markers => "markers",
            Self::Sticks => "sticks",
            Self::Charts => "charts",
            Self::TurnTrack => "turn-track",
            Self::OrderOfBattle => "order-of-battle",
            Self::ReserveCards => "reserve-cards",
            Self::Booklet => "booklet",
            Self::Calibration => "calibration",
            Self::Job => "job",
        }
    }
}

/// A format of printed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Format {
    /// For printing.
    Pdf,
    /// A picture.
    Png,
    /// For further work in a drawing program: a named layer for each kind of thing.
    Svg,
    /// For programs; only the job of a shop.
    #[value(skip)]
    Json,
}

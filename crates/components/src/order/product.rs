//! Products that can be printed, and their formats.

use sandtable_house_style::words::{self, Words};

/// A product that can be printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Product {
    /// The map sheet.
    Map,
    /// The map with the battle's set-up.
    SetUp,
    /// The map with the terrain as the engine interprets it, for designers; only on request.
    Proof,
    /// Stickers for the blocks.
    Stickers,
    /// Chits for the cup; in FAB, assets, events and Special Actions.
    Chits,
    /// FAB markers for the map and for blocks.
    Markers,
    /// Measuring sticks for the map.
    Sticks,
    /// Charts: ranges, terrain, troops, combat and victory.
    Charts,
    /// The turn track: a card per day, or in FAB one card for all turns.
    TurnTrack,
    /// The order of battle of each side.
    OrderOfBattle,
    /// Reserve cards that hide reserves, one per headquarters.
    ReserveCards,
    /// The scenario booklet.
    Booklet,
    /// A page that measures the printer's scale and the offset of its backs; only on request.
    Calibration,
    /// The job ticket of a print shop, always printed with a shop order.
    #[value(skip)]
    Job,
}

impl Product {
    /// Every product, in printing order.
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

    /// Whether it is the same for both sides.
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

    /// Whether it is printed only on request.
    pub const fn is_on_demand(self) -> bool {
        matches!(self, Self::Proof | Self::Calibration)
    }

    /// The title of its sheets.
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
            Self::Job => words::sheets::JOB_TICKET,
        }
    }

    /// Whether it is cut out; a later version then prints only the changes.
    pub(crate) const fn is_cut_out(self) -> bool {
        !self.is_map() && !matches!(self, Self::Booklet | Self::Calibration | Self::Job)
    }

    /// Whether it is a map.
    pub const fn is_map(self) -> bool {
        matches!(self, Self::Map | Self::SetUp | Self::Proof)
    }

    /// The base name of its files.
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
    /// An image.
    Png,
    /// For editing in a drawing program, with a named layer per kind of item.
    Svg,
    /// Machine-readable; only for a print shop's job ticket.
    #[value(skip)]
    Json,
}

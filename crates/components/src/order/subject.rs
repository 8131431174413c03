//! A battle to print, of either rules system: the text on its sheets, and its products.

use sandtable_house_style::words::{self, Words, version_line};
use sandtable_pack::{
    AnyPack, BlockProfile, Digest, Language, Pack, Scale, ScenarioId, SideId, fab,
};

use crate::order::product::Product;

/// A battle to print.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'p> {
    /// A Pub Battles battle.
    PubBattles(&'p Pack),
    /// A FAB battle.
    Fab(&'p fab::Pack),
}

impl<'p> From<&'p Pack> for Subject<'p> {
    fn from(pack: &'p Pack) -> Self {
        Self::PubBattles(pack)
    }
}

impl<'p> From<&'p fab::Pack> for Subject<'p> {
    fn from(pack: &'p fab::Pack) -> Self {
        Self::Fab(pack)
    }
}

impl<'p> From<&'p AnyPack> for Subject<'p> {
    fn from(pack: &'p AnyPack) -> Self {
        match pack {
            AnyPack::PubBattles(pack) => Self::PubBattles(pack),
            AnyPack::Fab(pack) => Self::Fab(pack),
        }
    }
}

impl<'p> Subject<'p> {
    /// The battle's id.
    pub(crate) fn id(self) -> &'p ScenarioId {
        match self {
            Self::PubBattles(pack) => &pack.scenario().id,
            Self::Fab(pack) => &pack.battle().scene().id,
        }
    }

    /// Its title.
    pub fn title(self, language: Language) -> &'p str {
        match self {
            Self::PubBattles(pack) => pack.labels().title.get(language),
            Self::Fab(pack) => pack.labels().title.get(language),
        }
    }

    /// The titles of its two sides.
    pub(crate) fn side_titles(self, language: Language) -> [&'p str; 2] {
        match self {
            Self::PubBattles(pack) => pack.scenario().sides.each_ref().map(|side| {
                let label = pack.labels().sides.get(&side.id);
                label.map_or("", |label| label.title.get(language))
            }),
            Self::Fab(pack) => pack.battle().scene().sides.each_ref().map(|side| {
                let banner = pack.labels().sides.get(side);
                banner.map_or("", |banner| banner.name.get(language))
            }),
        }
    }

    /// The title of its map, or the battle's title if the map has none.
    pub fn map_title(self, language: Language) -> &'p str {
        match self {
            Self::PubBattles(pack) => pack.labels().map_title.get(language),
            Self::Fab(pack) => {
                let title = pack.map().map_or(&pack.labels().title, |map| &map.title);
                title.get(language)
            }
        }
    }

    /// The date of publication, the only date in printed files.
    pub fn publication_date(self) -> Option<&'p str> {
        match self {
            Self::PubBattles(pack) => pack.labels().published.as_deref(),
            Self::Fab(pack) => pack.labels().published.as_deref(),
        }
    }

    /// The digest that identifies its pack without revealing the players' secrets.
    pub fn digest(self) -> Digest {
        match self {
            Self::PubBattles(pack) => pack.printed_digest(),
            Self::Fab(pack) => pack.pack_digest(),
        }
    }

    /// The pack and program version of a sheet, printed at its foot.
    pub fn version(self) -> String {
        version_line(self.id(), self.digest())
    }

    /// The note saying that a sheet contains only changes since this pack.
    pub(crate) fn changes_note(self, language: Language) -> String {
        words::changes_since(self.id(), self.digest(), language)
    }

    /// Its two sides.
    pub fn sides(self) -> [&'p SideId; 2] {
        match self {
            Self::PubBattles(pack) => pack.scenario().sides.each_ref().map(|side| &side.id),
            Self::Fab(pack) => pack.battle().scene().sides.each_ref(),
        }
    }

    /// The blocks for its stickers.
    pub(crate) fn blocks(self) -> BlockProfile {
        match self {
            Self::PubBattles(pack) => pack.labels().block_profile,
            Self::Fab(pack) => pack.labels().block_profile,
        }
    }

    /// The scale of its map, if it has one.
    pub fn scale(self) -> Option<Scale> {
        match self {
            Self::PubBattles(pack) => Some(pack.map().scale),
            Self::Fab(pack) => pack.map().map(|map| map.scale),
        }
    }

    /// Whether a product is the same at any map scale. In FAB, nothing is measured on the map.
    pub const fn is_scale_independent(self, product: Product) -> bool {
        match self {
            Self::PubBattles(_) => matches!(product, Product::OrderOfBattle),
            Self::Fab(_) => true,
        }
    }

    /// Whether the battle has this product.
    pub const fn has_product(self, product: Product) -> bool {
        match self {
            Self::PubBattles(_) => !matches!(product, Product::Markers),
            Self::Fab(pack) => match product {
                Product::Map | Product::SetUp => pack.map().is_some(),
                Product::Stickers
                | Product::Chits
                | Product::Markers
                | Product::Charts
                | Product::TurnTrack
                | Product::OrderOfBattle
                | Product::Booklet
                | Product::Calibration
                | Product::Job => true,
                Product::Proof | Product::Sticks | Product::ReserveCards => false,
            },
        }
    }

    /// The title of a product's sheets.
    pub const fn sheet_title(self, product: Product) -> Words {
        match (self, product) {
            (Self::Fab(_), Product::Stickers) => words::sheets::LABELS,
            (Self::Fab(_), Product::Chits) => words::sheets::COUNTERS,
            (Self::Fab(_), Product::OrderOfBattle) => words::sheets::SET_UP_CARDS,
            _ => product.words(),
        }
    }
}

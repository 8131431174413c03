//! A battle that is printed, of either system of rules: what its sheets say of it, and which products
//! there are of it.

use sandtable_house_style::words::{self, Words, version_line};
use sandtable_pack::{
    AnyPack, BlockProfile, Digest, Language, Pack, Scale, ScenarioId, SideId, fab,
};

use crate::order::product::Product;

/// A battle that is printed.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'p> {
    /// Of Pub Battles.
    PubBattles(&'p Pack),
    /// Of FAB.
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

    /// The title of its map; its own where it has none.
    pub fn map_title(self, language: Language) -> &'p str {
        match self {
            Self::PubBattles(pack) => pack.labels().map_title.get(language),
            Self::Fab(pack) => {
                let title = pack.map().map_or(&pack.labels().title, |map| &map.title);
                title.get(language)
            }
        }
    }

    /// The only date that reaches a printed file.
    pub fn published(self) -> Option<&'p str> {
        match self {
            Self::PubBattles(pack) => pack.labels().published.as_deref(),
            Self::Fab(pack) => pack.labels().published.as_deref(),
        }
    }

    /// What tells its pack from all others, and nothing of what players keep secret.
    pub fn digest(self) -> Digest {
        match self {
            Self::PubBattles(pack) => pack.printed_digest(),
            Self::Fab(pack) => pack.pack_digest(),
        }
    }

    /// Which pack a sheet was made from, and by what: stands at the foot of every sheet.
    pub fn version(self) -> String {
        version_line(self.id(), self.digest())
    }

    /// That a sheet carries only what changed since this pack.
    pub(crate) fn changes_since(self, language: Language) -> String {
        words::changes_since(self.id(), self.digest(), language)
    }

    /// Its two sides.
    pub fn sides(self) -> [&'p SideId; 2] {
        match self {
            Self::PubBattles(pack) => pack.scenario().sides.each_ref().map(|side| &side.id),
            Self::Fab(pack) => pack.battle().scene().sides.each_ref(),
        }
    }

    /// The blocks that its stickers are for.
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

    /// Is a product of it the same whatever the scale of the map? Of FAB nothing is measured on the map.
    pub const fn is_of_any_scale(self, product: Product) -> bool {
        match self {
            Self::PubBattles(_) => matches!(product, Product::OrderOfBattle),
            Self::Fab(_) => true,
        }
    }

    /// Is there such a product of it?
    pub const fn has(self, product: Product) -> bool {
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
                | Product::Calibration
                | Product::Job => true,
                Product::Proof | Product::Sticks | Product::ReserveCards | Product::Booklet => {
                    false
                }
            },
        }
    }

    /// What is printed at the head of a product's sheets.
    pub const fn words(self, product: Product) -> Words {
        match (self, product) {
            (Self::Fab(_), Product::Stickers) => words::sheets::LABELS,
            (Self::Fab(_), Product::Chits) => words::sheets::COUNTERS,
            (Self::Fab(_), Product::OrderOfBattle) => words::sheets::SET_UP_CARDS,
            _ => product.words(),
        }
    }
}

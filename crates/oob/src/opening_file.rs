//! Files that open one slot or all slots, and that anyone can verify.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::match_sheet::Match;
use crate::scheme::{
    Commitment, Context, Item, ItemError, ItemSetError, Opening, OpeningError, Orders, Slot,
};
use crate::secret::Secret;
use crate::strict_json;

/// The opening of one slot, with its match and side.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct OpenedSlot {
    #[serde(rename = "match")]
    sheet: Match,
    side: String,
    slot: u32,
    salt: Hex<32>,
    item: String,
    path: Vec<Hex<32>>,
}

strict_json::as_object!(OpenedSlot);

/// A whole order of battle, opened after the battle.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct OpenedOrders {
    #[serde(rename = "match")]
    sheet: Match,
    side: String,
    /// Non-empty items, by slot.
    #[serde(deserialize_with = "strict_json::map")]
    items: BTreeMap<u32, String>,
    salts: Vec<Hex<32>>,
}

strict_json::as_object!(OpenedOrders);

/// The reason why verification failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenedError {
    /// The opening is for another match.
    OtherMatch,
    /// The opening is for the side with this id instead.
    OtherSide(String),
    /// The text of this slot is invalid.
    Item(u32, ItemError),
    /// This slot has an empty text; empty slots must be omitted.
    Empty(u32),
    /// The slots or salts are invalid.
    Orders(ItemSetError),
    /// The opening of the slot is wrong.
    Slot(OpeningError),
    /// The note is for another night.
    OtherNight {
        /// The night of the note.
        found: u8,
        /// The requested night.
        requested: u8,
    },
    /// The orders or the note do not match the commitment.
    Mismatch,
}

/// Returns the context of a side, if the opening is for the agreed match and that side.
fn agreed_context(
    sheet: &Match,
    found: &Match,
    side: &str,
    found_side: &str,
) -> Result<Context, OpenedError> {
    if sheet != found {
        return Err(OpenedError::OtherMatch);
    }
    let wrong_side = || OpenedError::OtherSide(found_side.to_owned());
    if found_side != side { Err(wrong_side()) } else { sheet.context(side).ok_or_else(wrong_side) }
}

impl OpenedSlot {
    /// Opens a slot of the orders. Returns `None` if the base pack has no such slot or the match
    /// has no such side.
    pub fn new(sheet: &Match, side: &str, orders: &Orders, slot: Slot) -> Option<Self> {
        let opening = orders.open(&sheet.context(side)?, slot)?;
        Some(Self {
            sheet: sheet.clone(),
            side: side.to_owned(),
            slot: opening.index,
            salt: Hex(opening.salt),
            item: opening.item.text().to_owned(),
            path: opening.path.into_iter().map(Hex).collect(),
        })
    }

    /// The side whose slot is opened.
    pub fn side(&self) -> &str {
        &self.side
    }

    /// The claimed text of the slot, unverified.
    pub fn text(&self) -> &str {
        &self.item
    }

    /// The index of the opened slot.
    pub const fn index(&self) -> u32 {
        self.slot
    }

    /// Verifies the opening, and returns the committed content of this side's slot.
    pub fn verify(
        &self,
        sheet: &Match,
        side: &str,
        commitment: &Commitment,
        requested: Slot,
    ) -> Result<Item, OpenedError> {
        let context = agreed_context(sheet, &self.sheet, side, &self.side)?;
        let item = Item::new(&self.item).map_err(|error| OpenedError::Item(self.slot, error))?;
        let path = self.path.iter().map(|hash| hash.0).collect();
        let opening = Opening { index: self.slot, salt: self.salt.0, item, path };
        opening.verify(&context, commitment, requested).map_err(OpenedError::Slot).cloned()
    }
}

impl OpenedOrders {
    /// Opens all slots. Returns `None` if the side is not in the match, or if the orders have a
    /// different slot layout.
    pub fn new(sheet: &Match, side: &str, orders: &Orders) -> Option<Self> {
        let context = sheet.context(side)?;
        (context.shape() == orders.shape()).then(|| Self {
            sheet: sheet.clone(),
            side: side.to_owned(),
            items: orders.items().map(|(at, item)| (at, item.text().to_owned())).collect(),
            salts: orders.salts().copied().map(Hex).collect(),
        })
    }

    /// The side whose orders are opened.
    pub fn side(&self) -> &str {
        &self.side
    }

    /// Returns the orders, if they match the commitment. Only a full opening proves limits and
    /// totals, because it covers every slot.
    pub fn verify(
        &self,
        sheet: &Match,
        side: &str,
        commitment: &Commitment,
    ) -> Result<Orders, OpenedError> {
        let context = agreed_context(sheet, &self.sheet, side, &self.side)?;
        let items = self.items.iter().map(|(&at, text)| match Item::new(text) {
            Ok(item) if item.is_empty() => Err(OpenedError::Empty(at)),
            Ok(item) => Ok((at, item)),
            Err(error) => Err(OpenedError::Item(at, error)),
        });
        let items = items.collect::<Result<Vec<_>, _>>()?;
        let salts = self.salts.iter().map(|salt| Secret::new(salt.0)).collect();
        let orders =
            Orders::with_salts(sheet.shape(), items, salts).map_err(OpenedError::Orders)?;
        if orders.commitment(&context) == *commitment {
            Ok(orders)
        } else {
            Err(OpenedError::Mismatch)
        }
    }
}

impl fmt::Display for OpenedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherMatch => f.write_str("the file is for another match"),
            Self::OtherSide(side) => write!(f, "the file is for side `{side}`"),
            Self::Item(_, error) => error.fmt(f),
            Self::Empty(_) => f.write_str("an empty text is listed; empty slots must be omitted"),
            Self::Orders(error) => error.fmt(f),
            Self::Slot(error) => error.fmt(f),
            Self::OtherNight { found, requested: asked } => {
                write!(f, "the file is a note for night {found}; you requested night {asked}")
            }
            Self::Mismatch => f.write_str(
                "the file does not match the commitment: it was changed, or the commitment is for another match or side",
            ),
        }
    }
}

impl std::error::Error for OpenedError {}

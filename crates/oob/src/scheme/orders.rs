//! A whole order of battle with its salts, sealed before the battle and opened after it.

use std::collections::BTreeMap;
use std::fmt;

use zeroize::Zeroize;

use super::context::Context;
use super::item::Item;
use super::opening::Opening;
use super::shape::{Shape, Slot};
use super::tree::{Commitment, leaf, parent_level};
use crate::salts::{OperatingSystem, SALT_SIZE, SaltSource};
use crate::secret::Secret;

/// An order of battle, slot by slot, and a salt for every leaf of its tree.
#[derive(Clone)]
pub struct Orders {
    shape: Shape,
    /// Non-empty items.
    items: BTreeMap<u32, Secret<Item>>,
    salts: Vec<Secret<[u8; SALT_SIZE]>>,
}

/// An error in the items or salts of an order of battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemSetError {
    /// The base pack has no such slot.
    NotAllowed(Slot),
    /// There is no slot with this index.
    NoSuchSlot(u32),
    /// A slot has two items.
    DuplicateSlot(u32),
    /// The number of salts differs from the number of leaves.
    Salts,
}

impl Orders {
    /// Creates orders with fresh salts.
    pub fn new(
        shape: Shape,
        items: impl IntoIterator<Item = (Slot, Item)>,
    ) -> Result<Self, ItemSetError> {
        Self::with_salt_source(shape, items, &mut OperatingSystem)
    }

    pub(crate) fn with_salt_source(
        shape: Shape,
        items: impl IntoIterator<Item = (Slot, Item)>,
        salts: &mut impl SaltSource,
    ) -> Result<Self, ItemSetError> {
        let items = items.into_iter().map(|(slot, item)| {
            let index = shape.index(slot).ok_or(ItemSetError::NotAllowed(slot))?;
            Ok((index, item))
        });
        let items = items.collect::<Result<Vec<_>, _>>()?;
        let salts = (0..shape.leaves()).map(|_| Secret::new(salts.next_salt())).collect();
        Self::with_salts(shape, items, salts)
    }

    /// Creates orders with given salts.
    pub(crate) fn with_salts(
        shape: Shape,
        items: impl IntoIterator<Item = (u32, Item)>,
        salts: Vec<Secret<[u8; SALT_SIZE]>>,
    ) -> Result<Self, ItemSetError> {
        if salts.len() != shape.leaves() as usize {
            return Err(ItemSetError::Salts);
        }
        let mut non_empty = BTreeMap::new();
        for (index, item) in items {
            if index >= shape.slots() {
                return Err(ItemSetError::NoSuchSlot(index));
            }
            if !item.is_empty() && non_empty.insert(index, Secret::new(item)).is_some() {
                return Err(ItemSetError::DuplicateSlot(index));
            }
        }
        Ok(Self { shape, items: non_empty, salts })
    }

    /// The slots of the base pack.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Non-empty items, in slot order.
    pub fn items(&self) -> impl Iterator<Item = (u32, &Item)> {
        self.items.iter().map(|(index, item)| (*index, item.expose()))
    }

    pub(crate) fn salts(&self) -> impl Iterator<Item = &[u8; SALT_SIZE]> {
        self.salts.iter().map(Secret::expose)
    }

    /// Computes the commitment that is shown before the battle.
    ///
    /// # Panics
    ///
    /// If the context belongs to a base pack with other slots.
    pub fn commitment(&self, context: &Context) -> Commitment {
        let mut level = self.leaves(context);
        while level.len() > 1 {
            level = parent_level(&level);
        }
        Commitment(level[0])
    }

    /// Opens one slot, even if it is empty. Returns `None` if the base pack has no such slot.
    pub fn open(&self, context: &Context, slot: Slot) -> Option<Opening> {
        let index = self.shape.index(slot)?;
        let (mut level, mut at) = (self.leaves(context), index as usize);
        let mut path = Vec::new();
        while level.len() > 1 {
            path.push(level[at ^ 1]);
            level = parent_level(&level);
            at /= 2;
        }
        let salt = *self.salts[index as usize].expose();
        Some(Opening { index, salt, item: self.item(index), path })
    }

    fn item(&self, index: u32) -> Item {
        self.items.get(&index).map(|item| item.expose().clone()).unwrap_or_default()
    }

    fn leaves(&self, context: &Context) -> Vec<[u8; 32]> {
        assert_eq!(context.shape(), self.shape, "orders and context must have the same slots");
        let salts = (0..).zip(&self.salts);
        let leaf = |(index, salt): (u32, &Secret<[u8; SALT_SIZE]>)| {
            let mut item = self.item(index);
            let leaf = leaf(context, index, salt.expose(), &item);
            item.zeroize();
            leaf
        };
        salts.map(leaf).collect()
    }
}

impl fmt::Display for ItemSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(_) => f.write_str("the base pack has no such slot"),
            Self::NoSuchSlot(index) => write!(f, "cannot find slot {index}"),
            Self::DuplicateSlot(index) => write!(f, "duplicate slot {index}"),
            Self::Salts => f.write_str("there must be one salt for each leaf"),
        }
    }
}

impl std::error::Error for ItemSetError {}

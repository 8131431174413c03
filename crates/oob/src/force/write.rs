//! Writes a force into the text of its slots.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use sandtable_pack::Pose;

use super::words::{edge, formation, quality, reserve, status};
use super::{ArrivalGroup, Block, BlockKind, Force, Place};
use crate::match_sheet::Match;
use crate::scheme::{Item, ItemError, Slot};

/// An error in writing a force into the slots of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SlotWriteError {
    /// The match has no such entry.
    UnknownEntry(String),
    /// The text of this slot is invalid.
    Item(Slot, ItemError),
    /// The match has no such slot: the day, turn or command exceeds its limits.
    NoSlot(Slot),
}

impl Force {
    /// Returns the non-empty slots of a match, with their text.
    pub fn write(&self, sheet: &Match) -> Result<Vec<(Slot, Item)>, SlotWriteError> {
        let mut texts: BTreeMap<Slot, String> = BTreeMap::new();
        let enters = match self.edge {
            Some(by) => format!("enters {}", edge(by)),
            None => "sets up".to_owned(),
        };
        texts.insert(Slot::Side, format!("side {}\n{enters}\n", self.side));
        let lines: String = self.lines.iter().map(|road| format!("line {road}\n")).collect();
        texts.insert(Slot::Lines, lines);
        let pool = self
            .detachments
            .iter()
            .map(|one| named_line(&format!("detachment {}", one.id), &one.name));
        let to = self.detachment_commands.iter().map(|command| format!("to {command}\n"));
        texts.insert(Slot::Detachments, pool.chain(to).collect());
        for block in &self.blocks {
            let slot = match (&block.place, &block.kind) {
                (Place::Arrival(_), _) => continue,
                (_, BlockKind::Train { .. }) => Slot::Baggage { command: block.command },
                (Place::Reserve(_), _) => Slot::Reserve { command: block.command },
                (Place::Line(_) | Place::Column(_), _) => Slot::Start { command: block.command },
            };
            texts.entry(slot).or_default().push_str(&block_text(block));
        }
        for (at, arriving) in self.arrivals.iter().enumerate() {
            let text = texts.entry(arriving.slot(sheet)?).or_default();
            text.push_str(&arrival_header(arriving));
            let with = |block: &&Block| block.place == Place::Arrival(at);
            self.blocks.iter().filter(with).for_each(|block| text.push_str(&block_text(block)));
        }
        texts.retain(|_, text| !text.is_empty());
        let items = texts.into_iter().map(|(slot, text)| {
            if sheet.shape().index(slot).is_none() {
                return Err(SlotWriteError::NoSlot(slot));
            }
            Item::new(&text)
                .map(|item| (slot, item))
                .map_err(|error| SlotWriteError::Item(slot, error))
        });
        items.collect()
    }
}

impl ArrivalGroup {
    /// The slot of the arrival.
    pub fn slot(&self, sheet: &Match) -> Result<Slot, SlotWriteError> {
        let at = sheet.entries().iter().position(|id| id == self.entry.as_str());
        let unknown = || SlotWriteError::UnknownEntry(self.entry.to_string());
        let entry = at.and_then(|at| u8::try_from(at).ok()).ok_or_else(unknown)?;
        // Packs count days and turns from 1.
        let [day, turn] = [self.day, self.turn].map(|one| one.wrapping_sub(1));
        Ok(Slot::Arrival { day, turn, entry, command: self.command })
    }
}

fn arrival_header(of: &ArrivalGroup) -> String {
    let mut text = format!("enter {}", formation(of.formation));
    let mut add =
        |more: fmt::Arguments<'_>| text.write_fmt(more).expect("writing to a string never fails");
    if let Some(roll) = of.roll {
        add(format_args!(" roll {roll}"));
    }
    if of.at_once {
        add(format_args!(" at-once"));
    }
    for entry in &of.alternatives {
        add(format_args!(" or {entry}"));
    }
    text.push('\n');
    text
}

/// Returns a line, followed by `text` unless it is empty.
fn named_line(line: &str, text: &str) -> String {
    if text.is_empty() { format!("{line}\n") } else { format!("{line} {text}\n") }
}

fn block_text(block: &Block) -> String {
    let pose =
        |Pose { centre, facing }: Pose| format!("{} {} {}", centre.x, centre.y, u16::from(facing));
    let mut place = match block.place {
        Place::Line(at) => format!("line {}", pose(at)),
        Place::Column(at) => format!("column {}", pose(at)),
        Place::Reserve(with) => format!("reserve {}", reserve(with)),
        Place::Arrival(_) => "enters".to_owned(),
    };
    if let Some(zone) = &block.zone {
        write!(place, " zone {zone}").expect("writing to a string never fails");
    }
    match &block.kind {
        BlockKind::Headquarters(of) => {
            let chit = if of.has_chit { "chit" } else { "no-chit" };
            [
                format!("hq {} {} {chit} {place}\n", of.id, of.rating),
                named_line("leader", &of.leader),
                named_line("title", &of.title),
                named_line("short", &of.short),
            ]
            .concat()
        }
        BlockKind::Piece(of) => {
            let (quality, status) = (quality(of.quality), status(of.status));
            let strength = of.strength.map(|men| format!("strength {men}\n")).unwrap_or_default();
            [
                format!("piece {} {} {quality} {status} {place}\n", of.id, of.type_name),
                strength,
                named_line("name", &of.name),
            ]
            .concat()
        }
        BlockKind::Train { id, is_packed: packed } => {
            let packed = if *packed { "packed" } else { "unpacked" };
            format!("train {id} {packed} {place}\n")
        }
    }
}

impl fmt::Display for SlotWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownEntry(id) => write!(f, "cannot find entry `{id}` in the match"),
            Self::Item(slot, ItemError::TooLong) => write!(
                f,
                "the text is too long for one slot ({slot}): at most {} bytes; shorten names, or use more commands",
                Item::MAX_SIZE
            ),
            Self::Item(slot, error) => write!(f, "{slot}: {error}"),
            Self::NoSlot(slot) => write!(f, "the match has no slot for {slot}"),
        }
    }
}

impl std::error::Error for SlotWriteError {}

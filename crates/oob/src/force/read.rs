//! Reads a force from the text of its slots. Text is valid only if writing the force gives the same
//! text again, so each force has exactly one form.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::str::{FromStr, Lines, Split};

use sandtable_pack::{Facing, GroundPoint, Pose, SideId};

use super::from_pack::plain;
use super::lines::{read_edge, read_formation, read_quality, read_reserve, read_status};
use super::{Arriving, Block, BlockKind, Detachment, Force, Headquarters, Piece, Place};
use crate::match_sheet::Match;
use crate::scheme::{Item, Slot, is_invisible};

/// An error in the text of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotReadError {
    /// The slot, or `None` if the error is not in a single slot.
    pub slot: Option<Slot>,
    /// The kind of error.
    pub kind: SlotReadErrorKind,
}

/// The kind of error in the text of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotReadErrorKind {
    /// There is no such slot.
    NoSlot,
    /// The line with this number, from 1, is invalid.
    Line(usize),
    /// The text is not the only valid spelling of its force.
    OtherWay,
    /// The slot `side` is empty.
    Side,
}

type Words<'a> = Split<'a, char>;

impl Force {
    /// Reads the force from all non-empty slots.
    pub fn read<'i>(
        sheet: &Match,
        side: &SideId,
        items: impl IntoIterator<Item = (u32, &'i Item)>,
    ) -> Result<Self, SlotReadError> {
        let mut force = Self {
            side: side.clone(),
            edge: None,
            lines: Vec::new(),
            detachments: Vec::new(),
            detached_to: Vec::new(),
            blocks: Vec::new(),
            arrivals: Vec::new(),
        };
        let mut found = BTreeMap::new();
        for (index, item) in items {
            let no_slot = SlotReadError { slot: None, kind: SlotReadErrorKind::NoSlot };
            found.insert(sheet.shape().slot(index).ok_or(no_slot)?, item);
        }
        if !found.contains_key(&Slot::Side) {
            return Err(SlotReadError { slot: Some(Slot::Side), kind: SlotReadErrorKind::Side });
        }
        for (&slot, item) in &found {
            force.read_slot(sheet, slot, item.text())?;
        }
        let other_way = |slot| SlotReadError { slot, kind: SlotReadErrorKind::OtherWay };
        let again = force.write(sheet).map_err(|_| other_way(None))?;
        let again: BTreeMap<Slot, Item> = again.into_iter().collect();
        for (slot, item) in &found {
            if again.get(slot) != Some(*item) {
                return Err(other_way(Some(*slot)));
            }
        }
        if let Some(slot) = force.other_spelling(sheet) {
            return Err(other_way(slot));
        }
        Ok(force)
    }

    /// Returns a slot that our commands would write differently, although the meaning is the same.
    /// They write each line of communication, each command that may have a detachment and each
    /// alternative entry only once. Every arrival has a block, each command begins with its HQ, and
    /// names are clean.
    fn other_spelling(&self, sheet: &Match) -> Option<Option<Slot>> {
        if has_twice(&self.lines) {
            return Some(Some(Slot::Lines));
        }
        if has_twice(&self.detached_to) {
            return Some(Some(Slot::Detachments));
        }
        for (at, arriving) in self.arrivals.iter().enumerate() {
            let Arriving { entry, alternatives, .. } = arriving;
            if alternatives.contains(entry)
                || has_twice(alternatives)
                || !self.blocks.iter().any(|block| block.place == Place::Arrival(at))
            {
                return Some(arriving.slot(sheet).ok());
            }
        }
        let unclean = |name: &&str| plain(name) != **name || name.chars().any(is_invisible);
        if self.detachments.iter().any(|one| unclean(&&*one.name)) {
            return Some(Some(Slot::Detachments));
        }
        let mut last = None;
        for block in &self.blocks {
            let is_first = last.replace(block.command) != Some(block.command);
            let names: Vec<&str> = match &block.kind {
                BlockKind::Headquarters(of) => vec![&of.leader, &of.title, &of.short],
                BlockKind::Piece(of) => vec![&of.name],
                BlockKind::Train { .. } => Vec::new(),
            };
            let is_set_up = matches!(block.place, Place::Line(_) | Place::Column(_));
            let late = matches!(block.kind, BlockKind::Headquarters(_)) && is_set_up && !is_first;
            if late || names.iter().any(unclean) {
                return Some(match block.place {
                    Place::Arrival(at) => self.arrivals[at].slot(sheet).ok(),
                    Place::Reserve(_) => Some(Slot::Reserve { command: block.command }),
                    Place::Line(_) | Place::Column(_) => {
                        Some(Slot::Start { command: block.command })
                    }
                });
            }
        }
        None
    }

    fn read_slot(&mut self, sheet: &Match, slot: Slot, text: &str) -> Result<(), SlotReadError> {
        let mut lines = Numbered { lines: text.lines().peekable(), number: 0 };
        while let Some(line) = lines.next() {
            let wrong =
                SlotReadError { slot: Some(slot), kind: SlotReadErrorKind::Line(lines.number) };
            let mut words = line.split(' ');
            let word = words.next().unwrap_or_default();
            self.read_line(sheet, slot, word, words, &mut lines).ok_or(wrong)?;
        }
        Ok(())
    }

    fn read_line(
        &mut self,
        sheet: &Match,
        slot: Slot,
        word: &str,
        mut words: Words<'_>,
        lines: &mut Numbered<'_>,
    ) -> Option<()> {
        match (slot, word) {
            (Slot::Side, "side") => (words.next()? == self.side.as_str()).then_some(())?,
            (Slot::Side, "enters") => self.edge = Some(read_edge(words.next()?)?),
            (Slot::Side, "sets") => (words.next()? == "up").then_some(())?,
            (Slot::Lines, "line") => self.lines.push(id(words.next()?)?),
            (Slot::Detachments, "detachment") => {
                let id = id(words.next()?)?;
                self.detachments.push(Detachment { id, name: rest(words) });
                return Some(());
            }
            (Slot::Detachments, "to") => self.detached_to.push(id(words.next()?)?),
            (Slot::Arrival { .. }, "enter") => {
                self.arrivals.push(arriving(sheet, slot, &mut words)?);
            }
            (
                Slot::Start { command }
                | Slot::Reserve { command }
                | Slot::Baggage { command }
                | Slot::Arrival { command, .. },
                "hq" | "piece" | "train",
            ) => {
                let with = self.arrivals.len().checked_sub(1);
                self.blocks.push(block(command, word, &mut words, lines, with)?);
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

fn has_twice<T: PartialEq>(all: &[T]) -> bool {
    all.iter().enumerate().any(|(at, one)| all[..at].contains(one))
}

/// The lines of a slot, and the number of the last line read.
struct Numbered<'a> {
    lines: Peekable<Lines<'a>>,
    number: usize,
}

impl<'a> Numbered<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// Reads the next line, and returns its text after `word`.
    fn text(&mut self, word: &str) -> Option<String> {
        let line = self.next()?;
        let text = line.strip_prefix(word)?;
        if text.is_empty() {
            Some(String::new())
        } else {
            text.strip_prefix(' ').map(str::to_owned)
        }
    }
}

fn id<T: TryFrom<String>>(word: &str) -> Option<T> {
    T::try_from(word.to_owned()).ok()
}

fn number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

fn rest(words: Words<'_>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn arriving(sheet: &Match, slot: Slot, words: &mut Words<'_>) -> Option<Arriving> {
    let Slot::Arrival { day, turn, entry, command } = slot else { return None };
    let entry = id(sheet.entries().get(usize::from(entry))?)?;
    let formation = read_formation(words.next()?)?;
    let (mut alternatives, mut roll, mut at_once) = (Vec::new(), None, false);
    while let Some(word) = words.next() {
        match word {
            "roll" => roll = Some(number(words.next()?)?),
            "at-once" => at_once = true,
            "or" => alternatives.push(id(words.next()?)?),
            _ => return None,
        }
    }
    let [day, turn] = [day, turn].map(|one| one + 1);
    Some(Arriving { day, turn, entry, command, alternatives, roll, at_once, formation })
}

fn block(
    command: u8,
    word: &str,
    words: &mut Words<'_>,
    lines: &mut Numbered<'_>,
    with: Option<usize>,
) -> Option<Block> {
    let id_word = words.next()?;
    let mut kind = match word {
        "hq" => BlockKind::Headquarters(Headquarters {
            id: id(id_word)?,
            rating: number(words.next()?)?,
            chit: either(words.next()?, "chit", "no-chit")?,
            leader: String::new(),
            title: String::new(),
            short: String::new(),
        }),
        "piece" => BlockKind::Piece(Piece {
            id: id(id_word)?,
            of_type: words.next()?.to_owned(),
            quality: read_quality(words.next()?)?,
            status: read_status(words.next()?)?,
            strength: None,
            name: String::new(),
        }),
        _ => BlockKind::Train {
            id: id(id_word)?,
            packed: either(words.next()?, "packed", "unpacked")?,
        },
    };
    let place = match words.next()? {
        "line" => Place::Line(pose(words)?),
        "column" => Place::Column(pose(words)?),
        "reserve" => Place::Reserve(read_reserve(words.next()?)?),
        "enters" => Place::Arrival(with?),
        _ => return None,
    };
    let zone = match words.next() {
        None => None,
        Some("zone") => Some(id(words.next()?)?),
        Some(_) => return None,
    };
    match &mut kind {
        BlockKind::Headquarters(of) => {
            of.leader = lines.text("leader")?;
            of.title = lines.text("title")?;
            of.short = lines.text("short")?;
        }
        BlockKind::Piece(of) => {
            if lines.lines.peek().is_some_and(|line| line.starts_with("strength ")) {
                of.strength = Some(number(&lines.text("strength")?)?);
            }
            of.name = lines.text("name")?;
        }
        BlockKind::Train { .. } => {}
    }
    Some(Block { command, kind, place, zone })
}

fn either(word: &str, yes: &str, no: &str) -> Option<bool> {
    if word == yes { Some(true) } else { (word == no).then_some(false) }
}

fn pose(words: &mut Words<'_>) -> Option<Pose> {
    let [x, y] = [number(words.next()?)?, number(words.next()?)?];
    let facing = Facing::try_from(number::<u16>(words.next()?)?).ok()?;
    Some(Pose { centre: GroundPoint::new(x, y), facing })
}

impl fmt::Display for SlotReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(slot) = self.slot {
            write!(f, "{slot}: ")?;
        }
        self.kind.fmt(f)
    }
}

impl fmt::Display for SlotReadErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSlot => f.write_str("an item is in a slot that does not exist"),
            Self::Line(number) => {
                write!(f, "line {number} is not valid in `oob/1`")
            }
            Self::OtherWay => f.write_str("the text is not in its only valid spelling"),
            Self::Side => f.write_str("the slot is empty"),
        }
    }
}

impl std::error::Error for SlotReadError {}

//! Reads a force from the text of its slots. Text is valid only if writing the force reproduces it,
//! so each force has exactly one form.

use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::str::{FromStr, Lines, Split};

use sandtable_pack::{Facing, GroundPoint, Pose, SideId};

use super::from_pack::normalise;
use super::words::{read_edge, read_formation, read_quality, read_reserve, read_status};
use super::{ArrivalGroup, Block, BlockKind, Detachment, Force, Headquarters, Piece, Place};
use crate::match_sheet::Match;
use crate::scheme::{Item, Slot, is_invisible};

/// An error in the text of a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotReadError {
    /// The slot, or `None` if the error involves several slots.
    pub slot: Option<Slot>,
    /// The kind of error.
    pub kind: SlotReadErrorKind,
}

/// The kind of error in the text of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotReadErrorKind {
    /// There is no such slot.
    NoSlot,
    /// The line with this number, counted from 1, is invalid.
    Line(usize),
    /// The text is not the only valid spelling of its force.
    NotCanonical,
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
            detachment_commands: Vec::new(),
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
        let not_canonical = |slot| SlotReadError { slot, kind: SlotReadErrorKind::NotCanonical };
        let rewritten = force.write(sheet).map_err(|_| not_canonical(None))?;
        let rewritten: BTreeMap<Slot, Item> = rewritten.into_iter().collect();
        for (slot, item) in &found {
            if rewritten.get(slot) != Some(*item) {
                return Err(not_canonical(Some(*slot)));
            }
        }
        if let Some(slot) = force.noncanonical_slot(sheet) {
            return Err(not_canonical(slot));
        }
        Ok(force)
    }

    /// Returns a slot that our commands would write differently with the same meaning. They write
    /// each line of communication, each command that may have a detachment and each alternative
    /// entry only once. Every arrival has a block, each command begins with its HQ, and names are
    /// clean.
    fn noncanonical_slot(&self, sheet: &Match) -> Option<Option<Slot>> {
        if has_duplicates(&self.lines) {
            return Some(Some(Slot::Lines));
        }
        if has_duplicates(&self.detachment_commands) {
            return Some(Some(Slot::Detachments));
        }
        for (at, arriving) in self.arrivals.iter().enumerate() {
            let ArrivalGroup { entry, alternatives, .. } = arriving;
            if alternatives.contains(entry)
                || has_duplicates(alternatives)
                || !self.blocks.iter().any(|block| block.place == Place::Arrival(at))
            {
                return Some(arriving.slot(sheet).ok());
            }
        }
        let is_unclean = |name: &&str| normalise(name) != **name || name.chars().any(is_invisible);
        if self.detachments.iter().any(|one| is_unclean(&&*one.name)) {
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
            let is_late =
                matches!(block.kind, BlockKind::Headquarters(_)) && is_set_up && !is_first;
            if is_late || names.iter().any(is_unclean) {
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
        let mut lines = NumberedLines { lines: text.lines().peekable(), number: 0 };
        while let Some(line) = lines.next() {
            let error =
                SlotReadError { slot: Some(slot), kind: SlotReadErrorKind::Line(lines.number) };
            let mut words = line.split(' ');
            let word = words.next().unwrap_or_default();
            self.read_line(sheet, slot, word, words, &mut lines).ok_or(error)?;
        }
        Ok(())
    }

    fn read_line(
        &mut self,
        sheet: &Match,
        slot: Slot,
        word: &str,
        mut words: Words<'_>,
        lines: &mut NumberedLines<'_>,
    ) -> Option<()> {
        match (slot, word) {
            (Slot::Side, "side") => (words.next()? == self.side.as_str()).then_some(())?,
            (Slot::Side, "enters") => self.edge = Some(read_edge(words.next()?)?),
            (Slot::Side, "sets") => (words.next()? == "up").then_some(())?,
            (Slot::Lines, "line") => self.lines.push(parse_id(words.next()?)?),
            (Slot::Detachments, "detachment") => {
                let id = parse_id(words.next()?)?;
                self.detachments.push(Detachment { id, name: rest_of_line(words) });
                return Some(());
            }
            (Slot::Detachments, "to") => self.detachment_commands.push(parse_id(words.next()?)?),
            (Slot::Arrival { .. }, "enter") => {
                self.arrivals.push(parse_arrival(sheet, slot, &mut words)?);
            }
            (
                Slot::Start { command }
                | Slot::Reserve { command }
                | Slot::Baggage { command }
                | Slot::Arrival { command, .. },
                "hq" | "piece" | "train",
            ) => {
                let arrival = self.arrivals.len().checked_sub(1);
                self.blocks.push(parse_block(command, word, &mut words, lines, arrival)?);
            }
            _ => return None,
        }
        words.next().is_none().then_some(())
    }
}

fn has_duplicates<T: PartialEq>(all: &[T]) -> bool {
    all.iter().enumerate().any(|(at, one)| all[..at].contains(one))
}

/// The lines of a slot, and the number of the last line read.
struct NumberedLines<'a> {
    lines: Peekable<Lines<'a>>,
    number: usize,
}

impl<'a> NumberedLines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.number += 1;
        self.lines.next()
    }

    /// Reads the next line, and returns the text after `word`.
    fn text_after(&mut self, word: &str) -> Option<String> {
        let line = self.next()?;
        let text = line.strip_prefix(word)?;
        if text.is_empty() {
            Some(String::new())
        } else {
            text.strip_prefix(' ').map(str::to_owned)
        }
    }
}

fn parse_id<T: TryFrom<String>>(word: &str) -> Option<T> {
    T::try_from(word.to_owned()).ok()
}

fn parse_number<T: FromStr>(word: &str) -> Option<T> {
    word.parse().ok()
}

fn rest_of_line(words: Words<'_>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn parse_arrival(sheet: &Match, slot: Slot, words: &mut Words<'_>) -> Option<ArrivalGroup> {
    let Slot::Arrival { day, turn, entry, command } = slot else { return None };
    let entry = parse_id(sheet.entries().get(usize::from(entry))?)?;
    let formation = read_formation(words.next()?)?;
    let (mut alternatives, mut roll, mut at_once) = (Vec::new(), None, false);
    while let Some(word) = words.next() {
        match word {
            "roll" => roll = Some(parse_number(words.next()?)?),
            "at-once" => at_once = true,
            "or" => alternatives.push(parse_id(words.next()?)?),
            _ => return None,
        }
    }
    let [day, turn] = [day, turn].map(|one| one + 1);
    Some(ArrivalGroup { day, turn, entry, command, alternatives, roll, at_once, formation })
}

fn parse_block(
    command: u8,
    word: &str,
    words: &mut Words<'_>,
    lines: &mut NumberedLines<'_>,
    arrival: Option<usize>,
) -> Option<Block> {
    let id_word = words.next()?;
    let mut kind = match word {
        "hq" => BlockKind::Headquarters(Headquarters {
            id: parse_id(id_word)?,
            rating: parse_number(words.next()?)?,
            has_chit: parse_flag(words.next()?, "chit", "no-chit")?,
            leader: String::new(),
            title: String::new(),
            short: String::new(),
        }),
        "piece" => BlockKind::Piece(Piece {
            id: parse_id(id_word)?,
            type_name: words.next()?.to_owned(),
            quality: read_quality(words.next()?)?,
            status: read_status(words.next()?)?,
            strength: None,
            name: String::new(),
        }),
        _ => BlockKind::Train {
            id: parse_id(id_word)?,
            is_packed: parse_flag(words.next()?, "packed", "unpacked")?,
        },
    };
    let place = match words.next()? {
        "line" => Place::Line(parse_pose(words)?),
        "column" => Place::Column(parse_pose(words)?),
        "reserve" => Place::Reserve(read_reserve(words.next()?)?),
        "enters" => Place::Arrival(arrival?),
        _ => return None,
    };
    let zone = match words.next() {
        None => None,
        Some("zone") => Some(parse_id(words.next()?)?),
        Some(_) => return None,
    };
    match &mut kind {
        BlockKind::Headquarters(of) => {
            of.leader = lines.text_after("leader")?;
            of.title = lines.text_after("title")?;
            of.short = lines.text_after("short")?;
        }
        BlockKind::Piece(of) => {
            if lines.lines.peek().is_some_and(|line| line.starts_with("strength ")) {
                of.strength = Some(parse_number(&lines.text_after("strength")?)?);
            }
            of.name = lines.text_after("name")?;
        }
        BlockKind::Train { .. } => {}
    }
    Some(Block { command, kind, place, zone })
}

fn parse_flag(word: &str, yes: &str, no: &str) -> Option<bool> {
    if word == yes { Some(true) } else { (word == no).then_some(false) }
}

fn parse_pose(words: &mut Words<'_>) -> Option<Pose> {
    let [x, y] = [parse_number(words.next()?)?, parse_number(words.next()?)?];
    let facing = Facing::try_from(parse_number::<u16>(words.next()?)?).ok()?;
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
            Self::NotCanonical => f.write_str("the text is not in its only valid spelling"),
            Self::Side => f.write_str("the slot is empty"),
        }
    }
}

impl std::error::Error for SlotReadError {}

//! Blocks are high enough for the text lines on their stickers.

use std::collections::BTreeSet;

use sandtable_lettering::{
    Label, MIN_POINTS, headquarters_lines, lines_overlap, piece_lines, piece_note,
};
use sandtable_pack::{BlockProfile, Language, PaperLength, short_leader};
use sandtable_source::{Diagnostic, and_more, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::block_profile::block_profile;
use crate::pub_battles::forces::army_short;
use sandtable_authored as authored;
use sandtable_authored::Reporter;
use sandtable_authored::to_printed;
use sandtable_authored::{Piece, Side, TypeName};

/// Reports all overlapping lines at once, with the minimum height that fits them.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let block = &block_profile(written.scenario);
    let authored_size = written.scenario.block_profile.as_ref();
    let authored_size =
        authored_size.filter(|own| matches!(own.value, authored::BlockProfile::Size(_)));
    let Some(place) = authored_size.map(|own| own.span) else { return };
    let sides = written.sides();
    let each = sides.flat_map(|side| Language::ALL.map(|language| (side, language)));
    let stickers =
        each.flat_map(|(side, language)| sticker_texts(written.type_titles, side, language));
    // A label that is too long for its box is reported regardless of height.
    let stickers: Vec<StickerText> = stickers.filter(|sticker| sticker.fits(block)).collect();
    let of = |height: PaperLength| BlockProfile { height, ..*block };
    let overlapping = |block: &BlockProfile| -> Vec<&str> {
        let overlapping = stickers.iter().filter(|sticker| sticker.is_overlapping(block));
        let mut names: Vec<&str> = overlapping.map(|sticker| sticker.name.as_str()).collect();
        // A name can be the same in several languages.
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        names
    };
    let found = overlapping(block);
    let Some(first) = found.first() else { return };
    let others = and_more(1, found.len());
    let steps =
        (1..).map(|step| block.height + PaperLength::from_millimetres(f64::from(step) * 0.5));
    let high_enough = steps
        .take_while(|height| *height <= BlockProfile::MAX_SIDE)
        .find(|height| overlapping(&of(*height)).is_empty());
    let help = match high_enough {
        Some(height) => format!(
            "set `height: {} mm` or more, or increase `length` and `thickness`",
            height.millimetres()
        ),
        None => "increase `length` and `thickness`, or shorten the names".to_owned(),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::LABEL_TOO_LONG,
            message!("the lines on the sticker of `{first}`{others} overlap"),
        )
        .rule("PB-3.1")
        .at(place, format!("too low for the lines at {MIN_POINTS} points, the smallest type size"))
        .help(help),
    );
}

/// The text of a sticker with several lines.
struct StickerText {
    /// The name of the piece or leader.
    name: String,
    command: String,
    /// The rating of an HQ or the note of a piece.
    other: String,
    is_headquarters: bool,
}

impl StickerText {
    fn fits(&self, block: &BlockProfile) -> bool {
        let (name, command) = match self.is_headquarters {
            true => (Label::HeadquartersLeader, Label::HeadquartersCommand),
            false => (Label::PieceName, Label::PieceCommand),
        };
        name.fits(&self.name, block) && command.fits(&self.command, block)
    }

    fn is_overlapping(&self, block: &BlockProfile) -> bool {
        let (command, other) = (&self.command, &self.other);
        match self.is_headquarters {
            true => lines_overlap(&headquarters_lines(
                Label::HeadquartersLeader.sticker(block),
                command,
                &self.name,
                other,
            )),
            false => {
                let size = Label::PieceName.sticker(block);
                lines_overlap(&piece_lines(size, command, &self.name, other))
            }
        }
    }
}

/// The sticker text of a side in one language, without unreadable pieces.
fn sticker_texts(
    titles: &authored::TypeTitles,
    side: &Side,
    language: Language,
) -> Vec<StickerText> {
    let headquarters = |command: &str, leader: &str, rating: i64| StickerText {
        name: leader.to_owned(),
        command: command.to_owned(),
        other: rating.to_string(),
        is_headquarters: true,
    };
    let piece = |command: &str, piece: &Piece| {
        let title = match &piece.r#type.value {
            TypeName::Own(own) => titles.get(own.0.as_str()),
            TypeName::Arm(_) => None,
        };
        // A piece without a position is a reinforcement; its turn does not affect the width.
        let arrival = piece.at.is_none().then_some((1, 1));
        let men = piece.strength.as_ref().map(|men| men.value.0 as u32);
        StickerText {
            name: piece.name.value.clone(),
            command: command.to_owned(),
            other: piece_note(men, title.map(|title| title.get(language)), arrival),
            is_headquarters: false,
        }
    };
    let mut all = Vec::new();
    for command in &*side.commands {
        let short = to_printed(command.short.as_ref().unwrap_or(&command.title));
        let (short, hq) = (short.get(language), &command.hq);
        all.push(headquarters(short, short_leader(&hq.name, hq.short.as_deref()), hq.rating.0));
        all.extend(command.pieces.iter().map(|own| piece(short, own)));
    }
    if let Some(army) = &side.commander {
        let short = army.short.as_ref().map_or_else(army_short, to_printed);
        let short = short.get(language);
        all.push(headquarters(
            short,
            short_leader(&army.name, army.surname.as_deref()),
            army.rating.0,
        ));
        all.extend(army.pieces.iter().flatten().map(|own| piece(short, own)));
    }
    all
}

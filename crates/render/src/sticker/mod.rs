//! Stickers for the blocks and chits for the cup, imposed on A4 pages for a home printer.
//!
//! Every sticker is the size of a real block's face (the pack's block profile), never of ground
//! (PB-A2). Each side has pages of its own, with a key to the marks at their head.

pub(crate) mod arms;
pub(crate) mod face;
mod key;

use sandtable_pack::{
    CommandId, Element, Headquarters, Language, Pack, PaperLength, Piece, PieceId, Side, SideId,
};

use sandtable_lettering::CHIT_SIDE as CHIT;

use crate::ruler::ruler;
use crate::sheet::{Ink, Item, Path, Point, Rect, Sheet, Slant, Stroke};
use crate::typeface::{Face, LEAST_POINTS, Lettering, shape};
use crate::words::{self, say, version};

/// How sticker sheets are made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StickerOptions {
    /// Language of the fixed words.
    pub language: Language,
    /// The side whose stickers are made; both sides' if left out.
    pub side: Option<SideId>,
}

/// One thing to cut out.
#[derive(Clone, Copy)]
enum Sticker<'a> {
    /// The face of a combat piece, and the command that it belongs to.
    Piece(&'a CommandId, &'a Piece),
    /// A detachment that its owner gives to a command at set-up (PB-3.13).
    Detachment(&'a PieceId),
    /// An HQ that is Fresh: its rating (PB-2.11).
    Headquarters(&'a Headquarters),
    /// The side of the same block that is turned up when it is Spent: its flag (PB-2.4).
    Flag(&'a Headquarters),
    /// A baggage train (PB-2.10); without a command at army level.
    Baggage(Option<&'a CommandId>),
    /// A chit, front above back, to be folded (PB-2.1).
    Chit(&'a CommandId),
}

/// All stickers and chits of a pack on A4 pages; every side begins a new page.
pub fn sticker_sheets(pack: &Pack, options: &StickerOptions) -> Vec<Sheet> {
    let mut pages: Vec<(usize, Vec<(Rect, Sticker<'_>)>)> = Vec::new();
    for (index, side) in pack.scenario().sides.iter().enumerate() {
        if options.side.as_ref().is_some_and(|only| *only != side.id) {
            continue;
        }
        for placed in impose(&plan(side), pack) {
            pages.push((index, placed));
        }
    }
    let count = pages.len();
    pages
        .into_iter()
        .enumerate()
        .map(|(number, (side, placed))| {
            page(pack, &pack.scenario().sides[side], &placed, (number + 1, count), options)
        })
        .collect()
}

/// What is cut out for a side, in order: pieces, trains, HQs and chits, the army's own first, then
/// command by command as in the scenario.
fn plan(side: &Side) -> Vec<Sticker<'_>> {
    let army = side.commander.iter();
    let own = army.clone().map(|army| (&army.headquarters.id, &army.pieces));
    let commands = side.commands.iter();
    let all = own.chain(commands.clone().map(|command| (&command.id, &command.pieces)));
    let mut stickers: Vec<Sticker<'_>> = all
        .flat_map(|(id, pieces)| pieces.iter().map(move |piece| Sticker::Piece(id, piece)))
        .collect();
    let pool = side.detachments.iter().flat_map(|pool| &pool.pieces);
    stickers.extend(pool.map(Sticker::Detachment));
    stickers.extend(side.baggage.iter().map(|_| Sticker::Baggage(None)));
    for command in commands.clone() {
        stickers.extend(command.baggage.iter().map(|_| Sticker::Baggage(Some(&command.id))));
    }
    for hq in side.headquarters() {
        stickers.push(Sticker::Headquarters(hq));
        stickers.push(Sticker::Flag(hq));
    }
    // PB-3.12: an army commander has a chit only if the scenario says so.
    let chits = army.filter(|army| army.chit).map(|army| &army.headquarters.id);
    stickers.extend(chits.chain(commands.map(|command| &command.id)).map(Sticker::Chit));
    stickers
}

/// A4, and what is left of it for stickers.
const PAGE: (f64, f64) = (210.0, 297.0);
const FIELD: Rect = Rect::new(12.0, 26.0, 198.0, 276.0);
/// Between stickers.
const GUTTER: f64 = 3.0;

/// Width and height of a sticker.
fn size(sticker: Sticker<'_>, pack: &Pack) -> (f64, f64) {
    let profile = &pack.labels().block_profile;
    let (length, height, thickness) = (
        profile.length.millimetres(),
        profile.height.millimetres(),
        profile.thickness.millimetres(),
    );
    match sticker {
        Sticker::Piece(..) | Sticker::Detachment(_) => (length, height),
        Sticker::Headquarters(_) | Sticker::Flag(_) => (thickness, height),
        // PB-A13: a train is half as long as a combat piece.
        Sticker::Baggage(_) => (length / 2.0, height),
        Sticker::Chit(_) => (CHIT, CHIT * 2.0),
    }
}

/// Fills pages row by row. A row holds stickers of one height; none is cut by a page's end.
fn impose<'a>(stickers: &[Sticker<'a>], pack: &Pack) -> Vec<Vec<(Rect, Sticker<'a>)>> {
    let mut pages = vec![Vec::new()];
    let (mut x, mut y, mut row_height) = (FIELD.left, FIELD.top, 0.0_f64);
    for sticker in stickers {
        let (width, height) = size(*sticker, pack);
        let new_kind = row_height > 0.0 && (height - row_height).abs() > 1e-9;
        if x > FIELD.left && (x + width > FIELD.right + 1e-9 || new_kind) {
            x = FIELD.left;
            y += row_height + GUTTER;
        }
        if y > FIELD.top && y + height > FIELD.bottom + 1e-9 {
            pages.push(Vec::new());
            (x, y) = (FIELD.left, FIELD.top);
        }
        row_height = height;
        let page = pages.last_mut().expect("there is a first page");
        page.push((Rect::sized(x, y, width, height), *sticker));
        x += width + GUTTER;
    }
    pages.retain(|page| !page.is_empty());
    pages
}

const BLACK: Ink = Ink::new("black", 0x1c1916);
const GUIDE: Ink = Ink::new("guide", 0x9a9a9a);

fn page(
    pack: &Pack,
    side: &Side,
    placed: &[(Rect, Sticker<'_>)],
    (number, count): (usize, usize),
    options: &StickerOptions,
) -> Sheet {
    let language = options.language;
    let (width, height) =
        (PaperLength::from_millimetres(PAGE.0), PaperLength::from_millimetres(PAGE.1));
    let mut sheet = Sheet::new(format!("stickers-{number}"), width, height);
    let artist = face::Artist::new(pack, side, language);
    let mut art = Vec::new();
    let mut guides = Path::new();
    let mut folds = Path::new();
    for (rect, sticker) in placed {
        let items = match *sticker {
            Sticker::Piece(command, piece) => artist.piece(*rect, Some(command), piece),
            Sticker::Detachment(id) => artist.detachment(*rect, id),
            Sticker::Headquarters(hq) => artist.headquarters(*rect, hq),
            Sticker::Flag(hq) => artist.flag(*rect, hq),
            Sticker::Baggage(command) => artist.baggage(*rect, command),
            Sticker::Chit(command) => {
                let fold = rect.centre().y;
                folds.add_line(&[
                    Point::new(rect.left - 1.2, fold),
                    Point::new(rect.right + 1.2, fold),
                ]);
                artist.chit(*rect, command)
            }
        };
        art.push(Item::Clip { path: Path::rect(*rect), items });
        guides.add(&Path::rect(*rect));
    }
    sheet.add_layer("stickers", art);
    sheet.add_layer("cut guides", vec![Item::line(guides, Stroke::full(GUIDE, 0.1))]);
    if !folds.is_empty() {
        let fold = Stroke::dashed(GUIDE, 0.12, &[0.6, 0.6]);
        sheet.add_layer("folds", vec![Item::line(folds, fold)]);
    }
    sheet.add_layer("page", furniture(pack, side, artist.colour, (number, count), language));
    sheet
}

/// Heading, note, key and ruler.
fn furniture(
    pack: &Pack,
    side: &Side,
    colour: Ink,
    (number, count): (usize, usize),
    language: Language,
) -> Vec<Item> {
    let labels = pack.labels();
    let side_title = labels.sides.get(&side.id).map_or("", |label| label.title.get(language));
    let heading = format!("{} · {side_title}", labels.title.get(language));
    let sheet_of = format!(
        "{} · {} {number} {} {count}",
        say(words::STICKERS, language),
        say(words::SHEET, language),
        say(words::OF, language)
    );
    let title = shape(&heading, Lettering::new(Face::Semibold, 11.0));
    let part = shape(&sheet_of, Lettering::new(Face::Italic, 8.5));
    let note = shape(say(words::PRINT_WHOLE, language), Lettering::new(Face::Regular, 7.5));
    let version = shape(&version(pack), Lettering::new(Face::Regular, LEAST_POINTS));
    let foot = PAGE.1 - 12.0;
    let mut items = vec![
        Item::Text(title.at(Point::new(FIELD.left, 15.0), BLACK)),
        Item::Text(part.ending(Point::new(FIELD.right, 15.0), BLACK)),
        Item::Text(note.at(Point::new(FIELD.left, 20.0), BLACK)),
        Item::Text(version.ending(Point::new(FIELD.right, foot + 3.0), BLACK)),
    ];
    items.extend(ruler(Point::new(FIELD.left, foot), Slant::LEVEL, BLACK));
    items.extend(key::key(Point::new(FIELD.right, 20.0), colour, language));
    items
}

/// The turn on which a block of a command comes, as `day·turn`, if it is a reinforcement.
fn arrival(side: &Side, command: &CommandId, element: &Element) -> Option<(u8, u8)> {
    side.reinforcements
        .iter()
        .find(|r| r.command == *command && r.elements.contains(element))
        .map(|r| (r.day, r.turn))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::sample;

    use super::*;

    fn sample_pack() -> Pack {
        Pack::new(sample::parts()).expect("the sample is sound")
    }

    /// Everything that is cut out: one clip each.
    fn cut_out(sheets: &[Sheet]) -> Vec<Rect> {
        let stickers =
            sheets.iter().flat_map(|s| &s.layers).filter(|layer| layer.name == "stickers");
        stickers
            .flat_map(|layer| &layer.items)
            .map(|item| match item {
                Item::Clip { path, .. } => path.bounds().expect("a sticker has a size"),
                other => panic!("not a sticker: {other:?}"),
            })
            .collect()
    }

    #[test]
    fn counts_match_the_pack() {
        let pack = sample_pack();
        let cuts = cut_out(&sticker_sheets(&pack, &StickerOptions::default()));
        let sized = |width: f64, height: f64| {
            cuts.iter()
                .filter(|r| (r.width() - width).abs() < 1e-6 && (r.height() - height).abs() < 1e-6)
                .count()
        };
        // Two sides of five pieces, one train, two HQs with two faces each, one chit.
        assert_eq!(sized(38.1, 19.05), 10);
        assert_eq!(sized(19.05, 19.05), 2);
        assert_eq!(sized(9.525, 19.05), 8);
        assert_eq!(sized(CHIT, CHIT * 2.0), 2);
        assert_eq!(cuts.len(), 22);
    }

    /// PB-3.12 to PB-3.14, PB-3.37: a chit and troops of the commander, a train of the army, a
    /// detachment of the pool, a type of the battle's own.
    #[test]
    fn the_army_has_stickers_too() {
        let mut parts = sample::parts();
        let side = &mut parts.scenario.sides[0];
        let army = side.commander.as_mut().expect("the sample has commanders");
        army.chit = true;
        let guns = &side.commands[0].pieces[3];
        let own = Piece {
            id: sample::id("escort-guns"),
            own_type: Some(sample::id("horse-guns")),
            start: sandtable_pack::Arrival::Reserve(sandtable_pack::Reserve::Army),
            ..guns.clone()
        };
        let like = own.kind;
        army.pieces.push(own);
        side.baggage.push(sandtable_pack::Baggage {
            id: sample::id("park"),
            packed: true,
            start: sandtable_pack::Arrival::Reserve(sandtable_pack::Reserve::Army),
            zone: None,
        });
        side.detachments = Some(sandtable_pack::DetachmentPool {
            pieces: vec![sample::id("scouts")],
            commands: Vec::new(),
        });
        for name in ["escort-guns", "scouts"] {
            let label = sandtable_pack::PieceLabel { name: name.to_owned(), strength: None };
            parts.labels.pieces.insert(sample::id(name), label);
        }
        let rules = *parts.ruleset.piece(like);
        let own = sandtable_pack::OwnType { like, qualities: Default::default(), rules };
        parts.ruleset.types.insert(sample::id("horse-guns"), own);
        let title = sandtable_pack::Text::plain("Horse guns");
        parts.labels.types.insert(sample::id("horse-guns"), title);
        let pack = Pack::new(parts).expect("all of it is sound");
        let sheets = sticker_sheets(&pack, &StickerOptions::default());
        // Of the sample 22: one more piece, one detachment, one train, one chit.
        assert_eq!(cut_out(&sheets).len(), 26);
        fn texts(items: &[Item], found: &mut Vec<String>) {
            for item in items {
                match item {
                    Item::Text(run) => found.push(run.text.clone()),
                    Item::Clip { items, .. } => texts(items, found),
                    Item::Fill { .. } | Item::Line { .. } | Item::Stamps { .. } => {}
                }
            }
        }
        let mut found = Vec::new();
        for layer in sheets.iter().flat_map(|sheet| &sheet.layers) {
            texts(&layer.items, &mut found);
        }
        for wanted in ["Horse guns", "scouts", "escort-guns"] {
            assert!(found.iter().any(|text| text == wanted), "{wanted} in {found:?}");
        }
    }

    #[test]
    fn a_large_army_fills_pages_without_a_cut_or_an_overlap() {
        let mut parts = sample::parts();
        for (side, name) in parts.scenario.sides.iter_mut().zip(["blue", "red"]) {
            let template = side.commands[0].pieces[0].clone();
            side.commands[0].pieces = (0..200)
                .map(|i| Piece { id: sample::id(&format!("{name}-{i}")), ..template.clone() })
                .collect();
            for piece in &side.commands[0].pieces {
                let label =
                    sandtable_pack::PieceLabel { name: piece.id.to_string(), strength: None };
                parts.labels.pieces.insert(piece.id.clone(), label);
            }
        }
        let pack = Pack::new(parts).expect("copies are sound");
        let sheets = sticker_sheets(&pack, &StickerOptions::default());
        assert!(sheets.len() > 8);
        for sheet in &sheets {
            let cuts = cut_out(std::slice::from_ref(sheet));
            for (index, a) in cuts.iter().enumerate() {
                assert!(FIELD.grown(1e-6).contains(Point::new(a.left, a.top)));
                assert!(FIELD.grown(1e-6).contains(Point::new(a.right, a.bottom)));
                assert!(cuts[index + 1..].iter().all(|b| !a.grown(GUTTER - 0.01).meets(b)));
            }
        }
    }

    #[test]
    fn no_type_is_smaller_than_six_points() {
        fn smallest(items: &[Item], found: &mut Vec<f64>) {
            for item in items {
                match item {
                    Item::Text(run) => found.push(run.size),
                    Item::Clip { items, .. } => smallest(items, found),
                    Item::Fill { .. } | Item::Line { .. } | Item::Stamps { .. } => {}
                }
            }
        }
        let mut parts = sample::parts();
        for label in parts.labels.pieces.values_mut() {
            label.name = "Count von Hohenlohe-Ingelfingen’s Reserve".to_owned();
        }
        let pack = Pack::new(parts).expect("names are free");
        let mut sizes = Vec::new();
        for sheet in sticker_sheets(&pack, &StickerOptions::default()) {
            for layer in &sheet.layers {
                smallest(&layer.items, &mut sizes);
            }
        }
        let least = sizes.iter().copied().fold(f64::INFINITY, f64::min);
        assert!(least >= LEAST_POINTS * crate::typeface::POINT - 1e-9, "{least}");
    }
}

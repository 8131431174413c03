//! Sheets of cut-out components: their art, cut and fold lines, and the text around them.

use sandtable_house_style::battlefield::BLACK;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Language, PaperLength};
use sandtable_sheet::{
    FOLD, Face, GUIDE, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Rotation, Sheet,
    Stroke, fit, shape,
};
use sandtable_shop::{Labels, Stock};

use super::around_labels::around_labels;
use super::backs::spot_behind;
use super::layout::{Spot, TooLarge, layout};
use super::reach::reach;
use super::{Band, Spacing};
use crate::component::Component;
use crate::ruler::{self, ruler};

/// Components that start a new sheet, and the text around them at home.
pub(crate) struct Lot {
    /// The components, in order.
    pub components: Vec<Component>,
    /// The battle and the side.
    pub heading: String,
    /// The key to the marks on the components: a line that ends at the origin.
    pub key: Vec<Item>,
}

/// The text around all components on a home printer's sheet.
pub(crate) struct Furniture<'a> {
    /// Language of the fixed words.
    pub language: Language,
    /// The name of the product.
    pub part: &'a str,
    /// The note saying that the sheet contains only changes, if it does.
    pub changes: Option<String>,
    /// The pack and program version.
    pub version: String,
}

/// The width of cut lines; a shop sets its own.
const CUT_WIDTH: f64 = 0.1;
/// The distance that fold lines extend beyond the component, in millimetres.
const FOLD_REACH: f64 = 1.2;
/// A label whose size differs from its component's by less than this needs no cut line, in
/// millimetres.
const EQUAL_SIZE_TOLERANCE: f64 = 0.5;

/// All sheets of the lots, each back after its front, with cut lines in the given ink; `furniture`
/// is `None` for a shop. Fails with a list of all components that are too large for the stock.
pub(crate) fn sheets(
    name: &str,
    lots: &[Lot],
    stock: &Stock,
    spacing: &Spacing,
    cut: Ink,
    furniture: Option<&Furniture<'_>>,
) -> Result<Vec<Sheet>, Vec<TooLarge>> {
    let labels = spacing.labels(stock);
    // On label sheets, only the space around the labels is used.
    let band = match furniture {
        Some(_) if labels.is_none() => Band::HOME,
        _ => Band::NONE,
    };
    let (mut layouts, mut too_large) = (Vec::new(), Vec::new());
    for lot in lots {
        match layout(&lot.components, stock, spacing, band) {
            Ok(layout) => layouts.push(layout),
            Err(faults) => too_large.extend(faults),
        }
    }
    if !too_large.is_empty() {
        return Err(too_large);
    }
    let count = layouts.iter().map(|layout| layout.sheets.len()).sum();
    let mut sheets = Vec::new();
    let each = lots.iter().zip(&layouts);
    let each = each.flat_map(|(lot, layout)| layout.sheets.iter().map(move |sheet| (lot, sheet)));
    for (number, (lot, (size, spots))) in each.enumerate() {
        let things = &lot.components;
        let number = number + 1;
        // A page of one component has its size and its bleed.
        let bleed = if spacing.is_one_up { spacing.bleed } else { 0.0 };
        let page = |name: String| {
            let more = PaperLength::from_millimetres(bleed * 2.0);
            let mut sheet = Sheet::new(name, size.0 + more, size.1 + more);
            sheet.trim = Rect::from_size(bleed, bleed, size.0.millimetres(), size.1.millimetres());
            sheet
        };
        let on_page = |spot: &Spot| Spot {
            rect: Rect::from_size(
                spot.rect.left + bleed,
                spot.rect.top + bleed,
                spot.rect.width(),
                spot.rect.height(),
            ),
            ..*spot
        };
        let mut front = page(format!("{name}-{number}"));
        let fronts: Vec<Spot> = spots.iter().map(on_page).collect();
        let art = |spot: &Spot| {
            clipped_art(&things[spot.index].front, spot, reach(spot, &fronts, labels, spacing))
        };
        front.add_layer("art", fronts.iter().map(art).collect());
        front.add_layer("cut lines", cut_lines(&fronts, labels, spacing, cut));
        front.add_layer("folds", folds(&fronts, things));
        if let Some(furniture) = furniture {
            let items = match labels {
                None => around(&front, lot, &fronts, furniture, (number, count)),
                Some(labels) => around_labels(stock, labels, furniture),
            };
            front.add_layer("page", items);
        }
        sheets.push(front);
        let backs: Vec<Spot> = spots
            .iter()
            .filter(|spot| !things[spot.index].back.is_empty())
            .filter_map(|spot| spot_behind(spot, *size, spacing))
            .map(|spot| on_page(&spot))
            .collect();
        if !backs.is_empty() {
            let mut back = page(format!("{name}-{number}-back")).into_back();
            let art = |spot: &Spot| {
                clipped_art(&things[spot.index].back, spot, reach(spot, &backs, labels, spacing))
            };
            back.add_layer("art", backs.iter().map(art).collect());
            sheets.push(back);
        }
    }
    Ok(sheets)
}

/// The art of a component at its position, clipped to its visible part.
fn clipped_art(art: &[Item], spot: &Spot, reach: Rect) -> Item {
    let (origin, slant) = match spot.is_rotated {
        true => {
            (Point::new(spot.rect.left, spot.rect.bottom), Rotation { cosine: 0.0, sine: -1.0 })
        }
        false => (Point::new(spot.rect.left, spot.rect.top), Rotation::NONE),
    };
    let items = art.iter().map(|item| item.transform(origin, slant)).collect();
    Item::Clip { path: Path::rect(reach), items }
}

/// The cut lines. Labels are pre-cut, so no machine cuts them again; players cut out components
/// smaller than their label.
fn cut_lines(spots: &[Spot], labels: Option<&Labels>, spacing: &Spacing, cut: Ink) -> Vec<Item> {
    let mut path = Path::new();
    let fills = |spot: &&Spot| {
        labels.is_some_and(|labels| fills(labels, spot.rect.width(), spot.rect.height()))
    };
    for spot in spots.iter().filter(|spot| !fills(spot)) {
        let radius = spacing.corner_radius.min(spot.rect.width().min(spot.rect.height()) / 2.0);
        path.add(&match radius > 0.0 {
            true => Path::rounded_rect(spot.rect, radius),
            false => Path::rect(spot.rect),
        });
    }
    match path.is_empty() {
        true => Vec::new(),
        false => {
            let ink = if labels.is_some() { GUIDE } else { cut };
            vec![Item::line(path, Stroke::solid(ink, CUT_WIDTH))]
        }
    }
}

/// Whether a component fills its label.
pub(crate) fn fills(labels: &Labels, width: f64, height: f64) -> bool {
    labels.width.millimetres() - width < EQUAL_SIZE_TOLERANCE
        && labels.height.millimetres() - height < EQUAL_SIZE_TOLERANCE
}

fn folds(spots: &[Spot], things: &[Component]) -> Vec<Item> {
    let mut path = Path::new();
    for spot in spots {
        let thing = &things[spot.index];
        for [from, to] in &thing.folds {
            let slant = Rotation::towards(*from, *to);
            let ends = [
                from.translate(-slant.cosine * FOLD_REACH, -slant.sine * FOLD_REACH),
                to.translate(slant.cosine * FOLD_REACH, slant.sine * FOLD_REACH),
            ];
            let Rect { left, top, bottom, .. } = spot.rect;
            let ends = ends.map(|end| match spot.is_rotated {
                true => Point::new(left + end.y, bottom - end.x),
                false => Point::new(left + end.x, top + end.y),
            });
            path.add_line(&ends);
        }
    }
    match path.is_empty() {
        true => Vec::new(),
        false => vec![Item::line(path, Stroke::dashed(FOLD, 0.12, &[0.6, 0.6]))],
    }
}

/// Heading, notes, key and rulers.
fn around(
    sheet: &Sheet,
    lot: &Lot,
    spots: &[Spot],
    furniture: &Furniture<'_>,
    (number, count): (usize, usize),
) -> Vec<Item> {
    let language = furniture.language;
    let field = Band::HOME.within(sheet);
    let sheet_of = format!(
        "{} · {} {number} {} {count}",
        furniture.part,
        translate(words::sheets::SHEET, language),
        translate(words::sheets::OF, language)
    );
    let part = shape(&sheet_of, Lettering::new(Face::Italic, 8.5));
    let room = field.width() - part.width() - 6.0;
    let title = fit(&lot.heading, Lettering::new(Face::Semibold, 11.0), room, MIN_POINTS);
    let note = Lettering::new(Face::Regular, 7.5);
    let print = shape(translate(words::sheets::PRINT_WHOLE, language), note);
    let is_folded = spots.iter().any(|spot| !lot.components[spot.index].folds.is_empty());
    let cut = if is_folded { words::sheets::FOLD_AND_CUT } else { words::sheets::CUT };
    let cut = shape(translate(cut, language), note);
    let foot_note = match &furniture.changes {
        Some(changes) => format!("{changes} · {}", furniture.version),
        None => furniture.version.clone(),
    };
    let room = field.width() - ruler::LENGTH - 6.0;
    let version = fit(&foot_note, Lettering::new(Face::Regular, MIN_POINTS), room, MIN_POINTS);
    let (head, foot) = (field.top - 11.0, field.bottom + 9.0);
    let mut items = vec![
        Item::Text(title.at(Point::new(field.left, head), BLACK)),
        Item::Text(part.ending(Point::new(field.right, head), BLACK)),
        Item::Text(print.at(Point::new(field.left, head + 4.8), BLACK)),
        Item::Text(cut.at(Point::new(field.left, head + 8.2), BLACK)),
        Item::Text(version.ending(Point::new(field.right, foot + 3.0), BLACK)),
    ];
    items.extend(ruler(Point::new(field.left, foot), Rotation::NONE, BLACK));
    let up = Rotation { cosine: 0.0, sine: -1.0 };
    if field.height() > ruler::LENGTH {
        items.extend(ruler(Point::new(field.left - 4.5, field.bottom), up, BLACK));
    }
    let end = Point::new(field.right, head + 5.0);
    items.extend(lot.key.iter().map(|item| item.transform(end, Rotation::NONE)));
    items
}

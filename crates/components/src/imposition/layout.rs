//! Which thing lies where.

use sandtable_pack::PaperLength;
use sandtable_sheet::Rect;
use sandtable_shop::{Labels, Stock};

use super::{Band, Spacing};
use crate::component::Component;
use crate::paper::Size;

/// Where things lie.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// What lies on each sheet, with the sheet's size.
    pub sheets: Vec<(Size, Vec<Spot>)>,
}

/// Where a thing lies on its sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    /// Its number among all things.
    pub index: usize,
    /// The place that it covers when it is cut out.
    pub rect: Rect,
    /// Does it lie on its side, its upper edge to the left?
    pub is_turned: bool,
}

/// A thing that has no place on a stock.
#[derive(Clone, Debug, PartialEq)]
pub struct TooLarge {
    /// What tells it from others.
    pub key: String,
    /// Its size.
    pub size: Size,
    /// What a label, or a sheet within its margins, has room for.
    pub room: Size,
}

/// Numbers that come of adding up are equal within this, in millimetres.
const EQUAL: f64 = 1e-6;

/// Lays things out on as few sheets of a stock as their order allows, leaving a band around them. Fails
/// with all that are too large.
pub(crate) fn layout(
    things: &[Component],
    stock: &Stock,
    spacing: &Spacing,
    band: Band,
) -> Result<Layout, Vec<TooLarge>> {
    if spacing.is_one_up {
        return Ok(one_up(things));
    }
    if let Some(labels) = &stock.labels {
        return on_labels(things, stock, labels, spacing);
    }
    let upright = (stock.width, stock.height);
    let across = (stock.height, stock.width);
    let first = in_rows(things, stock, upright, spacing, band);
    if stock.is_roll || upright == across {
        return first;
    }
    // Upright, unless sheets that lie across are fewer.
    match (first, in_rows(things, stock, across, spacing, band)) {
        (Ok(upright), Ok(across)) if across.sheets.len() < upright.sheets.len() => Ok(across),
        (Err(_), Ok(across)) => Ok(across),
        (upright, _) => upright,
    }
}

/// Each thing on a sheet of its own size.
fn one_up(things: &[Component]) -> Layout {
    let sheet = |(index, thing): (usize, &Component)| {
        let rect = Rect::sized(0.0, 0.0, thing.width(), thing.height());
        (thing.size, vec![Spot { index, rect, is_turned: false }])
    };
    Layout { sheets: things.iter().enumerate().map(sheet).collect() }
}

/// A row of things of one height.
struct Row {
    sheet: usize,
    top: f64,
    height: f64,
    /// Where the next thing may begin.
    next: f64,
}

fn in_rows(
    things: &[Component],
    stock: &Stock,
    size: Size,
    spacing: &Spacing,
    band: Band,
) -> Result<Layout, Vec<TooLarge>> {
    // Art that reaches beyond the outermost things lies within the margin too.
    let edge = stock.margin.millimetres() + spacing.bleed;
    let field = band.field(size, edge);
    let too_large: Vec<TooLarge> = things
        .iter()
        .filter_map(|thing| fits(thing, field.width(), field.height()).err())
        .collect();
    if !too_large.is_empty() {
        return Err(too_large);
    }
    let mut sheets: Vec<Vec<Spot>> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    for (index, thing) in things.iter().enumerate() {
        let is_turned = fits(thing, field.width(), field.height()).unwrap_or(false);
        let (width, height) = match is_turned {
            true => (thing.height(), thing.width()),
            false => (thing.width(), thing.height()),
        };
        let has_room = |row: &&mut Row| {
            (row.height - height).abs() < EQUAL && row.next + width <= field.right + EQUAL
        };
        let row = match rows.iter_mut().find(has_room) {
            Some(row) => row,
            None => {
                let last = sheets.len().saturating_sub(1);
                let foot = rows
                    .iter()
                    .filter(|row| row.sheet == last)
                    .map(|row| row.top + row.height + spacing.gutter)
                    .fold(field.top, f64::max);
                let is_full = sheets.is_empty() || foot + height > field.bottom + EQUAL;
                let (sheet, top) = if is_full { (sheets.len(), field.top) } else { (last, foot) };
                sheets.resize(sheet + 1, Vec::new());
                rows.push(Row { sheet, top, height, next: field.left });
                rows.last_mut().expect("it was pushed")
            }
        };
        let rect = Rect::sized(row.next, row.top, width, height);
        row.next = rect.right + spacing.gutter;
        sheets[row.sheet].push(Spot { index, rect, is_turned });
    }
    let length = |spots: &[Spot]| match stock.is_roll {
        // As much of the roll as is printed on.
        true => spots.iter().map(|spot| spot.rect.bottom).fold(0.0, f64::max) + edge + band.below,
        false => size.1.millimetres(),
    };
    let sheets = sheets
        .into_iter()
        .map(|spots| ((size.0, PaperLength::from_millimetres(length(&spots))), spots));
    Ok(Layout { sheets: sheets.collect() })
}

/// Does a thing find room, as it is or (`true`) turned on its side?
fn fits(thing: &Component, width: f64, height: f64) -> Result<bool, TooLarge> {
    let holds = |x: f64, y: f64| x <= width + EQUAL && y <= height + EQUAL;
    match () {
        () if holds(thing.width(), thing.height()) => Ok(false),
        () if holds(thing.height(), thing.width()) => Ok(true),
        () => {
            let length = PaperLength::from_millimetres;
            let room = (length(width.max(0.0)), length(height.max(0.0)));
            Err(TooLarge { key: thing.key.clone(), size: thing.size, room })
        }
    }
}

/// Things on labels that are cut already: as many side by side as a label has room for, in the middle.
fn on_labels(
    things: &[Component],
    stock: &Stock,
    labels: &Labels,
    spacing: &Spacing,
) -> Result<Layout, Vec<TooLarge>> {
    let (width, height) = (labels.width.millimetres(), labels.height.millimetres());
    let (mut groups, mut too_large): (Vec<Vec<Spot>>, Vec<TooLarge>) = (Vec::new(), Vec::new());
    for (index, thing) in things.iter().enumerate() {
        let is_turned = match fits(thing, width, height) {
            Ok(is_turned) => is_turned,
            Err(fault) => {
                too_large.push(fault);
                continue;
            }
        };
        let (across, down) = match is_turned {
            true => (thing.height(), thing.width()),
            false => (thing.width(), thing.height()),
        };
        let end = |group: &Vec<Spot>| group.last().map_or(0.0, |spot| spot.rect.right);
        let next = |group: &Vec<Spot>| end(group) + spacing.gutter;
        let group = match groups.last_mut() {
            Some(group) if next(group) + across <= width + EQUAL => group,
            _ => {
                groups.push(Vec::new());
                groups.last_mut().expect("it was pushed")
            }
        };
        let left = if group.is_empty() { 0.0 } else { next(group) };
        group.push(Spot { index, rect: Rect::sized(left, 0.0, across, down), is_turned });
    }
    if !too_large.is_empty() {
        return Err(too_large);
    }
    let mut sheets = Vec::new();
    for groups in groups.chunks(labels.count()) {
        let mut spots = Vec::new();
        for (label, group) in groups.iter().enumerate() {
            let (x, y) = labels.place(label);
            let used = group.last().map_or(0.0, |spot| spot.rect.right);
            let left = x.millimetres() + (width - used) / 2.0;
            spots.extend(group.iter().map(|spot| {
                let top = y.millimetres() + (height - spot.rect.height()) / 2.0;
                let Rect { left: at, .. } = spot.rect;
                let rect = Rect::sized(left + at, top, spot.rect.width(), spot.rect.height());
                Spot { rect, ..*spot }
            }));
        }
        sheets.push(((stock.width, stock.height), spots));
    }
    Ok(Layout { sheets })
}

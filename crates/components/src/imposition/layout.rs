//! Positions of components on sheets.

use sandtable_pack::PaperLength;
use sandtable_sheet::Rect;
use sandtable_shop::{Labels, Stock};

use super::{Band, Spacing};
use crate::component::Component;
use crate::paper::Size;

/// The positions of components.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// The components on each sheet, with the sheet's size.
    pub sheets: Vec<(Size, Vec<Spot>)>,
}

/// The position of a component on its sheet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    /// Its index among all components.
    pub index: usize,
    /// The rectangle that it covers after cutting.
    pub rect: Rect,
    /// Whether it is rotated, with its upper edge on the left.
    pub is_rotated: bool,
}

/// A component that does not fit on a stock.
#[derive(Clone, Debug, PartialEq)]
pub struct TooLarge {
    /// The key of the component.
    pub key: String,
    /// Its size.
    pub size: Size,
    /// The available space: a label, or a sheet within its margins.
    pub room: Size,
}

/// The tolerance for sums of lengths, in millimetres.
const EQUAL: f64 = 1e-6;

/// Places components in order on as few sheets of a stock as possible, with a free band around
/// them. Fails with a list of all components that are too large.
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
    // Portrait, unless landscape needs fewer sheets.
    match (first, in_rows(things, stock, across, spacing, band)) {
        (Ok(upright), Ok(across)) if across.sheets.len() < upright.sheets.len() => Ok(across),
        (Err(_), Ok(across)) => Ok(across),
        (upright, _) => upright,
    }
}

/// Each component on its own sheet, of the same size.
fn one_up(things: &[Component]) -> Layout {
    let sheet = |(index, thing): (usize, &Component)| {
        let rect = Rect::from_size(0.0, 0.0, thing.width(), thing.height());
        (thing.size, vec![Spot { index, rect, is_rotated: false }])
    };
    Layout { sheets: things.iter().enumerate().map(sheet).collect() }
}

/// A row of components of equal height.
struct Row {
    sheet: usize,
    top: f64,
    height: f64,
    /// The left edge of the next component.
    next: f64,
}

fn in_rows(
    things: &[Component],
    stock: &Stock,
    size: Size,
    spacing: &Spacing,
    band: Band,
) -> Result<Layout, Vec<TooLarge>> {
    // Bleed beyond the outermost components must also be within the margins.
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
                rows.last_mut().expect("one was just pushed")
            }
        };
        let rect = Rect::from_size(row.next, row.top, width, height);
        row.next = rect.right + spacing.gutter;
        sheets[row.sheet].push(Spot { index, rect, is_rotated: is_turned });
    }
    let length = |spots: &[Spot]| match stock.is_roll {
        // Only the printed length of a roll counts.
        true => spots.iter().map(|spot| spot.rect.bottom).fold(0.0, f64::max) + edge + band.below,
        false => size.1.millimetres(),
    };
    let sheets = sheets
        .into_iter()
        .map(|spots| ((size.0, PaperLength::from_millimetres(length(&spots))), spots));
    Ok(Layout { sheets: sheets.collect() })
}

/// Whether a component fits unrotated (`false`) or only rotated (`true`).
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

/// Places components on pre-cut labels: as many in a row as fit on a label, centred.
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
                groups.last_mut().expect("one was just pushed")
            }
        };
        let left = if group.is_empty() { 0.0 } else { next(group) };
        group.push(Spot {
            index,
            rect: Rect::from_size(left, 0.0, across, down),
            is_rotated: is_turned,
        });
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
                let rect = Rect::from_size(left + at, top, spot.rect.width(), spot.rect.height());
                Spot { rect, ..*spot }
            }));
        }
        sheets.push(((stock.width, stock.height), spots));
    }
    Ok(Layout { sheets })
}

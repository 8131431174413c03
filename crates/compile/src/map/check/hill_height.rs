//! Hills against the relief: higher than the ground round them, crests along their highest ground
//! (PB-16.3, PB-34.3).

use std::collections::BTreeSet;

use sandtable_pack::{FeatureId, GroundPoint, Hill};
use sandtable_source::{Diagnostic, code};

use super::level::{Cell, Heights, median};
use super::near;
use crate::map::{Ground, edge_at};
use crate::session::Session;

/// The ground round a hill is looked at from this far to this far outside it, in centimetres: far
/// enough to have left a slope drawn 25 m off.
const RIM: [i32; 2] = [3_000, 10_000];
/// Fewer heights than this say nothing.
const FEWEST: usize = 20;
/// A crest must lie as high as the middle of its hill; the relief's noise, in metres.
const NOISE: f64 = 1.0;

/// Reports hills that are no higher than the ground round them, whose ids it returns, and crests on
/// low ground.
pub(super) fn check(session: &mut Session<'_>, ground: &Ground) -> BTreeSet<FeatureId> {
    let mut misplaced = BTreeSet::new();
    let Some(grid) = &ground.elevation else { return misplaced };
    let heights = Heights(grid);
    let cells: Vec<Vec<Cell>> = ground
        .map
        .hills
        .iter()
        .map(|hill| {
            let mut cells = Vec::new();
            hill.parts.iter().for_each(|part| cells.append(&mut heights.inside(part)));
            cells
        })
        .collect();
    let mut levels = vec![0_u8; grid.heights.len()];
    let index = |[column, row]: Cell| (row * i64::from(grid.columns) + column) as usize;
    for (hill, cells) in ground.map.hills.iter().zip(&cells) {
        for &cell in cells {
            levels[index(cell)] = levels[index(cell)].max(hill.level);
        }
    }
    // A hill in the wrong place takes its higher levels and its crest with it.
    let mut wrong = vec![false; levels.len()];
    let mut order: Vec<_> = ground.map.hills.iter().zip(&cells).collect();
    order.sort_by_key(|(hill, _)| hill.level);
    for (hill, inside) in order {
        if 2 * inside.iter().filter(|&&cell| wrong[index(cell)]).count() > inside.len() {
            continue;
        }
        let lower = |cell: Cell| levels[index(cell)] < hill.level;
        if is_higher_than_its_rim(session, ground, heights, hill, inside, lower) {
            crest_on_top(session, ground, heights, hill, inside);
        } else {
            inside.iter().for_each(|&cell| wrong[index(cell)] = true);
            misplaced.insert(hill.id.clone());
        }
    }
    misplaced
}

/// Is a hill as high as the ground round it, as far as one can tell? If not, that is reported.
fn is_higher_than_its_rim(
    session: &mut Session<'_>,
    ground: &Ground,
    heights: Heights<'_>,
    hill: &Hill,
    inside: &[Cell],
    lower: impl Fn(Cell) -> bool,
) -> bool {
    // The top of a hill that the frame cuts may lie outside.
    let corners = || hill.parts.iter().flat_map(|part| &part.exterior);
    if corners().any(|&corner| edge_at(&ground.frame, corner).is_some()) {
        return true;
    }
    let rim: Vec<f64> = rim(heights, inside)
        .into_iter()
        .filter(|&cell| lower(cell))
        .map(|cell| heights.height(cell))
        .collect();
    let own: Vec<f64> = inside.iter().map(|&cell| heights.height(cell)).collect();
    if own.len() < FEWEST || rim.len() < FEWEST {
        return true;
    }
    let (Some(own), Some(rim)) = (median(own), median(rim)) else { return true };
    if own >= rim {
        return true;
    }
    let Some(&span) = ground.spans.get(hill.id.as_str()) else { return false };
    session.diagnostics.push(
        Diagnostic::new(
            code::HILL_NOT_HIGHER,
            format!("the hill `{}` lies lower than the ground round it", hill.id),
        )
        .rule("PB-34.3")
        .at(
            span,
            format!(
                "{own:.0} m above the sea inside, {rim:.0} m round it, by the elevation {}",
                near(ground, hill.parts[0].exterior[0])
            ),
        )
        .help("move the outline onto the high ground, or take it out: who stands there would have the cover of a hill in a hollow"),
    );
    false
}

/// The crossings round some others, as far out as the rim reaches.
fn rim(heights: Heights<'_>, inside: &[Cell]) -> Vec<Cell> {
    let cell = heights.0.cell.centimetres();
    let [near, far] = RIM.map(|reach| i64::from((reach + cell / 2) / cell).max(1));
    // Marks on the box about them, grown by the rim.
    let least = |axis: usize| inside.iter().map(|cell| cell[axis]).min().unwrap_or(0) - far;
    let most = |axis: usize| inside.iter().map(|cell| cell[axis]).max().unwrap_or(0) + far;
    let (left, bottom, width) = (least(0), least(1), most(0) - least(0) + 1);
    let index = |[column, row]: Cell| ((row - bottom) * width + column - left) as usize;
    let mut marks = vec![Mark::Beyond; (width * (most(1) - bottom + 1)) as usize];
    inside.iter().for_each(|&cell| marks[index(cell)] = Mark::Close);
    let sides = |[column, row]: Cell| {
        [[column + 1, row], [column - 1, row], [column, row + 1], [column, row - 1]]
    };
    let border: Vec<Cell> = inside
        .iter()
        .copied()
        .filter(|&cell| sides(cell).into_iter().any(|side| marks[index(side)] == Mark::Beyond))
        .collect();
    // Rows of two discs about each: within the rim's far side, and nearer than its near side.
    let discs = [(Mark::Rim, rows_within(far * far)), (Mark::Close, rows_within(near * near - 1))];
    for [column, row] in border {
        for (mark, rows) in &discs {
            for &(up, half) in rows {
                let first = index([column - half, row + up]);
                let row = &mut marks[first..=first + 2 * half as usize];
                row.iter_mut().for_each(|old| *old = (*old).max(*mark));
            }
        }
    }
    let cells = marks.iter().enumerate().filter(|(_, mark)| **mark == Mark::Rim);
    let cells =
        cells.map(|(index, _)| [left + index as i64 % width, bottom + index as i64 / width]);
    cells.filter(|&cell| heights.holds(cell)).collect()
}

/// The rows of a disc, each with half of its width; the disc reaches to the root of `square`.
fn rows_within(square: i64) -> Vec<(i64, i64)> {
    let reach = |square: i64| (0..).take_while(|side| side * side <= square).count() as i64 - 1;
    let radius = reach(square);
    (-radius..=radius).map(|up| (up, reach(square - up * up))).collect()
}

/// How a crossing lies to a hill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Mark {
    Beyond,
    Rim,
    /// Inside, or too near to the outline.
    Close,
}

fn crest_on_top(
    session: &mut Session<'_>,
    ground: &Ground,
    heights: Heights<'_>,
    hill: &Hill,
    inside: &[Cell],
) {
    let highest = inside.iter().copied().max_by(|&one, &other| {
        heights.height(one).total_cmp(&heights.height(other)).then(other.cmp(&one))
    });
    let (Some(highest), Some(middle)) =
        (highest, median(inside.iter().map(|&cell| heights.height(cell)).collect()))
    else {
        return;
    };
    if inside.len() < FEWEST {
        return;
    }
    for crest in ground.map.crests.iter().filter(|crest| crest.hill == hill.id) {
        let points = crest.parts.iter().flat_map(|part| along(&part.0));
        let Some(own) = median(points.map(|point| heights.at(point)).collect()) else { continue };
        let Some(&span) = ground.spans.get(crest.id.as_str()) else { continue };
        if own >= middle - NOISE {
            continue;
        }
        session.diagnostics.push(
            Diagnostic::new(
                code::CREST_LOW,
                format!("the crest `{}` does not run along the top of `{}`", crest.id, hill.id),
            )
            .rule("PB-16.3")
            .at(
                span,
                format!(
                    "it lies {own:.0} m above the sea, half of its hill higher than {middle:.0} m"
                ),
            )
            .help(format!(
                "draw it along the highest ground: {:.0} m {}",
                heights.height(highest),
                near(ground, heights.place(highest))
            )),
        );
    }
}

/// Places along a line, at least every 10 m.
fn along(points: &[GroundPoint]) -> Vec<GroundPoint> {
    let mut places = Vec::new();
    for pair in points.windows(2) {
        let run = super::runs::Run { line: 0, index: 0, from: pair[0], to: pair[1] };
        let steps = (run.length() / 1_000.0).ceil().max(1.0) as i32;
        places.extend((0..steps).map(|step| run.at(f64::from(step) / f64::from(steps))));
    }
    places.extend(points.last());
    places
}

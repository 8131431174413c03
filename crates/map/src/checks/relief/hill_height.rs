//! Checks hills and crests against the elevation: a hill is higher than its surroundings, and a
//! crest follows the hill's highest ground (PB-16.3, PB-34.3).

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::{Crest, FeatureId, GroundPoint, Hill};
use sandtable_source::{Diagnostic, code, message};

use super::level::{Cell, Heights, median};
use super::moved_crests::MisplacedFeature;
use crate::checks::measure::near;
use crate::ground::Ground;
use crate::placement::entry::edge_at;

/// The range of distances from a hill, in centimetres, for sampling the surrounding ground. The
/// near limit tolerates a slope drawn 25 m off.
const RIM: [i32; 2] = [3_000, 10_000];
/// The minimum number of elevation samples for a comparison.
const FEWEST: usize = 20;
/// The elevation noise in metres. A crest may be lower than its hill's median by this much.
const NOISE: f64 = 1.0;

/// The maximum average number of hills that cover a grid point. Hills beyond this limit are not
/// checked.
const ON_ONE_PLACE: usize = 8;

/// Misplaced hills and crests, according to the elevation.
#[derive(Default)]
pub struct HeightFindings {
    /// Hills that are not higher than their surroundings.
    pub misplaced: BTreeSet<FeatureId>,
    pub low_hills: Vec<MisplacedFeature>,
    /// Crests on low ground.
    pub low_crests: Vec<MisplacedFeature>,
}

/// Finds hills that are not higher than their surroundings, and crests on low ground.
pub fn check(ground: &Ground) -> HeightFindings {
    let mut found = HeightFindings::default();
    let Some(grid) = &ground.elevation else { return found };
    let heights = Heights(grid);
    let mut left = ON_ONE_PLACE * grid.heights.len();
    let cells: Vec<Vec<Cell>> = ground
        .map
        .hills
        .iter()
        .map(|hill| {
            let mut cells = Vec::new();
            for part in hill.parts.iter().take_while(|_| left > 0) {
                cells.append(&mut heights.inside(part));
            }
            left = left.saturating_sub(cells.len());
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
    let mut crests: BTreeMap<&FeatureId, Vec<&Crest>> = BTreeMap::new();
    for crest in &ground.map.crests {
        crests.entry(&crest.hill).or_default().push(crest);
    }
    // A misplaced hill implies misplaced higher levels and a misplaced crest.
    let mut wrong = vec![false; levels.len()];
    let mut order: Vec<_> = ground.map.hills.iter().zip(&cells).collect();
    order.sort_by_key(|(hill, _)| hill.level);
    for (hill, inside) in order {
        if 2 * inside.iter().filter(|&&cell| wrong[index(cell)]).count() > inside.len() {
            continue;
        }
        let lower = |cell: Cell| levels[index(cell)] < hill.level;
        if let Some(own_and_rim) = median_heights(ground, heights, hill, inside, lower) {
            inside.iter().for_each(|&cell| wrong[index(cell)] = true);
            found.misplaced.insert(hill.id.clone());
            found.low_hills.extend(report_low_hill(ground, hill, own_and_rim));
        } else if let Some(crests) = crests.get(&hill.id) {
            found.low_crests.extend(crests_on_low_ground(ground, heights, hill, inside, crests));
        }
    }
    found
}

/// The median elevations of a hill and of its surroundings, in metres, if the surroundings are
/// higher.
fn median_heights(
    ground: &Ground,
    heights: Heights<'_>,
    hill: &Hill,
    inside: &[Cell],
    lower: impl Fn(Cell) -> bool,
) -> Option<[f64; 2]> {
    // The top of a hill clipped by the frame may be outside the frame.
    let corners = || hill.parts.iter().flat_map(|part| &part.exterior);
    if inside.len() < FEWEST || corners().any(|&corner| edge_at(&ground.frame, corner).is_some()) {
        return None;
    }
    let rim: Vec<f64> = rim(heights, inside)
        .into_iter()
        .filter(|&cell| lower(cell))
        .map(|cell| heights.height(cell))
        .collect();
    let own: Vec<f64> = inside.iter().map(|&cell| heights.height(cell)).collect();
    if rim.len() < FEWEST {
        return None;
    }
    let (own, rim) = (median(own)?, median(rim)?);
    (own < rim).then_some([own, rim])
}

fn report_low_hill(ground: &Ground, hill: &Hill, [own, rim]: [f64; 2]) -> Option<MisplacedFeature> {
    let span = *ground.spans.get(hill.id.as_str())?;
    let finding = Diagnostic::new(
            code::HILL_NOT_HIGHER,
            message!("hill `{}` is lower than the ground around it", hill.id),
        )
        .rule("PB-34.3")
        .at(
            span,
            format!(
                "elevation is {own:.0} m inside and {rim:.0} m around it, {}",
                near(ground, hill.parts[0].exterior[0])
            ),
        )
        .help("move the hill onto the high ground, or remove it: a unit here would have the cover of a hill in a hollow");
    Some(MisplacedFeature { id: hill.id.clone(), span, finding })
}

/// The grid points around the given ones, within the distances of [`RIM`].
fn rim(heights: Heights<'_>, inside: &[Cell]) -> Vec<Cell> {
    let cell = heights.0.cell.centimetres();
    let [near, far] = RIM.map(|reach| i64::from((reach + cell / 2) / cell).max(1));
    // The marks cover the bounding box, widened by the far distance.
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
    // Marks the rows of two discs around each point, with the far and the near distance as radius.
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

/// The rows of a disc of radius √`square`, each with its half-width.
fn rows_within(square: i64) -> Vec<(i64, i64)> {
    let reach = |square: i64| (0..).take_while(|side| side * side <= square).count() as i64 - 1;
    let radius = reach(square);
    (-radius..=radius).map(|up| (up, reach(square - up * up))).collect()
}

/// The position of a grid point relative to a hill.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Mark {
    Beyond,
    Rim,
    /// Inside the hill, or too close to its outline.
    Close,
}

fn crests_on_low_ground(
    ground: &Ground,
    heights: Heights<'_>,
    hill: &Hill,
    inside: &[Cell],
    crests: &[&Crest],
) -> Vec<MisplacedFeature> {
    let highest = inside.iter().copied().max_by(|&one, &other| {
        heights.height(one).total_cmp(&heights.height(other)).then(other.cmp(&one))
    });
    let (Some(highest), Some(middle)) =
        (highest, median(inside.iter().map(|&cell| heights.height(cell)).collect()))
    else {
        return Vec::new();
    };
    if inside.len() < FEWEST {
        return Vec::new();
    }
    let low = crests.iter().filter_map(|crest| {
        let points = crest.parts.iter().flat_map(|part| sample_points(&part.0));
        let own = median(points.map(|point| heights.at(point)).collect())?;
        let span = *ground.spans.get(crest.id.as_str())?;
        let finding = Diagnostic::new(
            code::CREST_LOW,
            message!("crest `{}` does not follow the top of `{}`", crest.id, hill.id),
        )
        .rule("PB-16.3")
        .at(span, format!("elevation {own:.0} m, but half of its hill is above {middle:.0} m"))
        .help(format!(
            "redraw it along the highest ground: {:.0} m {}",
            heights.height(highest),
            near(ground, heights.place(highest))
        ));
        let id = crest.id.clone();
        (own < middle - NOISE).then_some(MisplacedFeature { id, span, finding })
    });
    low.collect()
}

/// Points along a line, at most 10 m apart.
fn sample_points(points: &[GroundPoint]) -> Vec<GroundPoint> {
    let mut places = Vec::new();
    for pair in points.windows(2) {
        let run = crate::geometry::runs::Run { line: 0, index: 0, from: pair[0], to: pair[1] };
        let steps = (run.length() / 1_000.0).ceil().max(1.0) as i32;
        places.extend((0..steps).map(|step| run.at(f64::from(step) / f64::from(steps))));
    }
    places.extend(points.last());
    places
}

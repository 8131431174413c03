//! Crests: lines along the tops of hills that have no higher hill on them.
//!
//! Method: the two ends are the highest points in the outermost tenths of the hill along its long
//! axis (the first principal axis of its squares). The crest is the cheapest route between them;
//! lower ground costs more. Routes are found on the elevation grid (Dijkstra, "A note on two
//! problems in connexion with graphs", Numerische Mathematik 1 (1959)). The crest thus follows a
//! narrow top and crosses flat ground in a straight line. Costs are integers.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use geo::{Coord, LineString, Simplify as _};
use sandtable_pack::GroundPoint;

use super::hills::Hill;
use super::surface::Surface;
use crate::ground::Ground;

/// The minimum length of a crest on paper, in millimetres; a shorter crest is a summit.
const MIN_LENGTH: f64 = 12.0;
/// The maximum displacement of a crest's vertices by simplification, in millimetres on paper.
const DETAIL: f64 = 0.8;
/// The extra cost of a step on a hill's lowest ground, relative to a step on its top.
const LOW_GROUND_COST: f64 = 24.0;

/// A crest.
pub(crate) struct Crest {
    /// The index of the crest's hill.
    pub(crate) hill: usize,
    pub(crate) line: Vec<GroundPoint>,
}

/// Returns the crests of hills, and the number of hills that are too round or too small for a
/// crest.
pub(crate) fn crests(ground: &Ground, surface: &Surface, hills: &[Hill]) -> (Vec<Crest>, usize) {
    let (mut made, mut without) = (Vec::new(), 0);
    for (number, hill) in hills.iter().enumerate() {
        let holds = |other: &Hill| {
            other.level > hill.level && hill.polygon.contains(other.polygon.exterior[0])
        };
        if hills.iter().any(holds) {
            continue;
        }
        let line = top_line(surface, hill).map(|line| simplify(ground, &line));
        let long = line.filter(|line| length(line) >= ground.ground_length(MIN_LENGTH));
        match long {
            Some(line) => made.push(Crest { hill: number, line }),
            None => without += 1,
        }
    }
    (made, without)
}

/// The indices of the squares within a hill, in ascending order.
fn squares_within(surface: &Surface, hill: &Hill) -> Vec<usize> {
    let cell = surface.cell;
    let ring = &hill.polygon.exterior;
    let range = |of: fn(&GroundPoint) -> i32, count: usize| {
        let low = ring.iter().map(of).min().unwrap_or(0).max(0) / cell;
        let high = ring.iter().map(of).max().unwrap_or(0).max(0) / cell + 1;
        low as usize..=(high as usize).min(count - 1)
    };
    let columns = range(|at| at.x, surface.columns);
    let mut found = Vec::new();
    for row in range(|at| at.y, surface.rows) {
        let y = row as i32 * cell;
        let mut crossed: Vec<f64> = Vec::new();
        for ring in hill.polygon.rings() {
            let nexts = ring.iter().cycle().skip(1);
            for (a, b) in ring.iter().zip(nexts) {
                if (a.y > y) != (b.y > y) {
                    let part = f64::from(y - a.y) / f64::from(b.y - a.y);
                    crossed.push(f64::from(a.x) + part * f64::from(b.x - a.x));
                }
            }
        }
        crossed.sort_by(f64::total_cmp);
        for run in crossed.chunks_exact(2) {
            let inside = columns
                .clone()
                .filter(|column| (run[0]..=run[1]).contains(&f64::from(*column as i32 * cell)));
            found.extend(inside.map(|column| row * surface.columns + column));
        }
    }
    found
}

fn top_line(surface: &Surface, hill: &Hill) -> Option<Vec<GroundPoint>> {
    let squares = squares_within(surface, hill);
    if squares.len() < 12 {
        return None;
    }
    let place =
        |square: usize| [(square % surface.columns) as f64, (square / surface.columns) as f64];
    let height = |square: usize| surface.heights[square];
    let top = squares.iter().map(|&square| height(square)).max_by(f64::total_cmp)?;
    let foot = hill.metres.min(top - 0.1);
    let axis = long_axis(squares.iter().map(|&square| place(square)))?;
    let mut along: Vec<(f64, usize)> = squares
        .iter()
        .map(|&square| {
            let [x, y] = place(square);
            (x * axis[0] + y * axis[1], square)
        })
        .collect();
    along.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let tenth = (along.len() / 10).max(1);
    let highest = |part: &[(f64, usize)]| {
        let squares = part.iter().map(|&(_, square)| square);
        squares.max_by(|a, b| height(*a).total_cmp(&height(*b)).then(b.cmp(a)))
    };
    let (start, end) = (highest(&along[..tenth])?, highest(&along[along.len() - tenth..])?);
    let cost = |square: usize| {
        let below = ((top - height(square)) / (top - foot)).clamp(0.0, 1.0);
        (100.0 * (1.0 + LOW_GROUND_COST * below * below)).round() as u64
    };
    let route = cheapest_route(surface.columns, &squares, cost, start, end)?;
    let corner = |&square: &usize| {
        let [column, row] = [square % surface.columns, square / surface.columns];
        GroundPoint::new(column as i32 * surface.cell, row as i32 * surface.cell)
    };
    Some(route.iter().map(corner).collect())
}

/// Returns the direction in which the points spread most.
fn long_axis(places: impl Iterator<Item = [f64; 2]> + Clone) -> Option<[f64; 2]> {
    let count = places.clone().count() as f64;
    let mean =
        places.clone().fold([0.0; 2], |sum, at| [sum[0] + at[0] / count, sum[1] + at[1] / count]);
    let [mut xx, mut xy, mut yy] = [0.0; 3];
    for at in places {
        let [x, y] = [at[0] - mean[0], at[1] - mean[1]];
        xx += x * x;
        xy += x * y;
        yy += y * y;
    }
    let half = (xx - yy) / 2.0;
    let root = (half * half + xy * xy).sqrt();
    // The eigenvector of the larger eigenvalue, in a form that avoids cancellation.
    let axis = match half >= 0.0 {
        true => [half + root, xy],
        false => [xy, root - half],
    };
    let length = (axis[0] * axis[0] + axis[1] * axis[1]).sqrt();
    match length > 0.0 {
        true => Some([axis[0] / length, axis[1] / length]),
        false => Some([1.0, 0.0]),
    }
}

/// Returns the cheapest route over squares.
fn cheapest_route(
    columns: usize,
    squares: &[usize],
    cost: impl Fn(usize) -> u64,
    start: usize,
    end: usize,
) -> Option<Vec<usize>> {
    let mut reached: BTreeMap<usize, (u64, usize)> = BTreeMap::from([(start, (0, start))]);
    let mut open = BinaryHeap::from([Reverse((0_u64, start))]);
    let is_open = |square: usize| squares.binary_search(&square).is_ok();
    while let Some(Reverse((so_far, square))) = open.pop() {
        if square == end {
            break;
        }
        if reached.get(&square).is_some_and(|(best, _)| *best < so_far) {
            continue;
        }
        for (next, length) in neighbours(square, columns) {
            if !is_open(next) {
                continue;
            }
            let sum = so_far + (cost(square) + cost(next)) * length;
            if reached.get(&next).is_none_or(|(best, _)| sum < *best) {
                reached.insert(next, (sum, square));
                open.push(Reverse((sum, next)));
            }
        }
    }
    let mut route = vec![end];
    while route.last() != Some(&start) {
        let (_, before) = reached.get(route.last()?)?;
        route.push(*before);
    }
    route.reverse();
    Some(route)
}

/// Returns the neighbours of a square and their distances: 10 straight, 14 diagonally.
fn neighbours(square: usize, columns: usize) -> impl Iterator<Item = (usize, u64)> {
    let column = square % columns;
    let step = move |right: isize, up: isize| {
        let is_beyond = (right < 0 && column == 0) || (right > 0 && column + 1 == columns);
        let next = square.checked_add_signed(right + up * columns as isize)?;
        let length = if right != 0 && up != 0 { 14 } else { 10 };
        (!is_beyond).then_some((next, length))
    };
    (-1..=1).flat_map(move |up| {
        (-1..=1).filter_map(move |right| if (right, up) == (0, 0) { None } else { step(right, up) })
    })
}

fn simplify(ground: &Ground, line: &[GroundPoint]) -> Vec<GroundPoint> {
    let coords = line.iter().map(|at| Coord { x: f64::from(at.x), y: f64::from(at.y) });
    let simple = LineString(coords.collect()).simplify(ground.ground_length(DETAIL));
    simple.0.iter().map(|at| GroundPoint::new(at.x as i32, at.y as i32)).collect()
}

/// The length of a line in centimetres.
fn length(line: &[GroundPoint]) -> f64 {
    line.windows(2).map(|pair| (pair[0].distance_squared(pair[1]) as f64).sqrt()).sum()
}

#[cfg(test)]
mod tests {
    use sandtable_map::Coverage;

    use super::*;

    /// On a curved ridge, the crest follows the top and does not cut across the hollow.
    #[test]
    fn crest_follows_curved_ridge() {
        let (columns, rows) = (41, 41);
        let on_ridge = |column: f64| 10.0 + (column - 20.0) * (column - 20.0) / 20.0;
        let heights = (0..columns * rows)
            .map(|n| {
                let [column, row] = [(n % columns) as f64, (n / columns) as f64];
                100.0 - 2.0 * (row - on_ridge(column)).abs()
            })
            .collect();
        let surface =
            Surface { cell: 1_000, columns, rows, heights, coverage: Coverage::default() };
        let at = |x: i32, y: i32| GroundPoint::new(x * 1_000, y * 1_000);
        let polygon = sandtable_pack::Polygon {
            exterior: vec![at(1, 1), at(39, 1), at(39, 39), at(1, 39)],
            holes: Vec::new(),
        };
        let hill = Hill { id: "hill".to_owned(), level: 1, metres: 60.0, polygon };
        let line = top_line(&surface, &hill).expect("the hill has a crest");
        assert!(line.len() > 20);
        for at in line {
            let [column, row] = [f64::from(at.x) / 1_000.0, f64::from(at.y) / 1_000.0];
            assert!((row - on_ridge(column)).abs() < 4.0, "{column} {row}");
        }
    }
}

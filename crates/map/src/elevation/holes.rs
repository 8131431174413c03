//! Finds holes in the elevation grid and fills them with a smooth surface between their edges.

/// A hole in a grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The indices of the hole's cells.
    pub cells: Vec<usize>,
    /// The first and the last column.
    pub columns: [usize; 2],
    /// The first and the last row.
    pub rows: [usize; 2],
}

/// The holes of an elevation grid, where missing elevations are NaN; the largest first.
pub fn find(heights: &[f64], width: usize) -> Vec<Hole> {
    let mut seen = vec![false; heights.len()];
    let mut holes = Vec::new();
    for start in 0..heights.len() {
        if seen[start] || !heights[start].is_nan() {
            continue;
        }
        seen[start] = true;
        let mut cells = vec![start];
        let mut next = 0;
        while next < cells.len() {
            for other in neighbours(cells[next], width, heights.len()) {
                if !seen[other] && heights[other].is_nan() {
                    seen[other] = true;
                    cells.push(other);
                }
            }
            next += 1;
        }
        cells.sort_unstable();
        let columns = || cells.iter().map(|cell| cell % width);
        let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let rows = [cells[0] / width, cells[cells.len() - 1] / width];
        holes.push(Hole { columns: [left, right], rows, cells });
    }
    holes.sort_by_key(|hole| (std::cmp::Reverse(hole.cells.len()), hole.cells[0]));
    holes
}

/// The maximum number of sweeps over a hole.
const MAX_SWEEPS: usize = 400;
/// The maximum change in one sweep of a smooth surface, in metres.
const SMOOTH_CHANGE: f64 = 0.02;
/// The over-relaxation factor, for faster convergence.
const OVER_RELAXATION: f64 = 1.7;

/// Fills a hole so that each elevation is the mean of its neighbours. The grid must contain an
/// elevation.
pub fn fill(heights: &mut [f64], width: usize, hole: &Hole) {
    let count = heights.len();
    let rim: Vec<f64> = hole
        .cells
        .iter()
        .flat_map(|&cell| neighbours(cell, width, count))
        .map(|cell| heights[cell])
        .filter(|height| !height.is_nan())
        .collect();
    let mean = rim.iter().sum::<f64>() / rim.len().max(1) as f64;
    hole.cells.iter().for_each(|&cell| heights[cell] = mean);
    // Cells of a chessboard's one colour have neighbours of the other colour only, so the processor
    // need not wait for one cell before it computes the next.
    let colour = |cell: &usize| (cell % width + cell / width) % 2;
    let (white, black): (Vec<usize>, Vec<usize>) =
        hole.cells.iter().partition(|&cell| colour(cell) == 0);
    let stencils: Vec<Stencil> =
        white.into_iter().chain(black).map(|cell| Stencil::new(cell, width, count)).collect();
    for _ in 0..MAX_SWEEPS {
        let mut moved: f64 = 0.0;
        for Stencil { cell, neighbours, weights } in &stencils {
            let mean = neighbours.iter().zip(weights).map(|(&at, weight)| heights[at] * weight);
            let change = OVER_RELAXATION * (mean.sum::<f64>() - heights[*cell]);
            heights[*cell] += change;
            moved = moved.max(change.abs());
        }
        if moved < SMOOTH_CHANGE {
            break;
        }
    }
}

/// A cell and the neighbours of which it is the mean. At the grid's edge, the cell itself stands for a
/// missing neighbour, without weight.
struct Stencil {
    cell: usize,
    neighbours: [usize; 4],
    weights: [f64; 4],
}

impl Stencil {
    fn new(cell: usize, width: usize, count: usize) -> Self {
        let near: Vec<usize> = neighbours(cell, width, count).collect();
        let weight = 1.0 / near.len() as f64;
        Self {
            cell,
            neighbours: std::array::from_fn(|at| near.get(at).copied().unwrap_or(cell)),
            weights: std::array::from_fn(|at| if at < near.len() { weight } else { 0.0 }),
        }
    }
}

/// The neighbours of a cell.
fn neighbours(cell: usize, width: usize, count: usize) -> impl Iterator<Item = usize> {
    let column = cell % width;
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < width).then_some(cell + 1);
    let below = cell.checked_sub(width);
    let above = (cell + width < count).then_some(cell + width);
    [left, right, below, above].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Filling a hole in a slope restores the slope.
    #[test]
    fn fills_hole_in_slope() {
        let width = 30;
        let slope: Vec<f64> = (0..width * 20)
            .map(|n| 100.0 + 2.0 * (n % width) as f64 - (n / width) as f64)
            .collect();
        let mut heights = slope.clone();
        for row in 5..12 {
            for column in 8..19 {
                heights[row * width + column] = f64::NAN;
            }
        }
        heights[3] = f64::NAN;
        let holes = find(&heights, width);
        assert_eq!(holes.len(), 2);
        assert_eq!((holes[0].columns, holes[0].rows), ([8, 18], [5, 11]));
        holes.iter().for_each(|hole| fill(&mut heights, width, hole));
        for (found, expected) in heights.iter().zip(&slope).skip(30) {
            assert!((found - expected).abs() < 0.2, "{found} {expected}");
        }
    }
}

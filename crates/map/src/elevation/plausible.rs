//! Implausible elevations: spikes, perfectly flat ground, and a grid too coarse or too fine for the
//! map.

use sandtable_pack::{PaperLength, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Severity, Span, code, message};

use super::relief::Relief;
use sandtable_authored::Frame;

/// The minimum height of a spike above all eight neighbours, in metres.
const MIN_SPIKE_HEIGHT: f64 = 30.0;
/// The minimum slope of a spike, as a ratio of height to distance: 56°.
const MIN_SPIKE_SLOPE: f64 = 1.5;
/// The maximum elevation range of flat ground, in metres.
const MAX_FLAT_RANGE: f64 = 0.5;
/// The cell width on paper, in millimetres, above which cells are visible as facets: 128 m at
/// 1:16,000.
const MAX_CELL_WIDTH: f64 = 8.0;
/// The minimum ratio of the pack's cells to the file's cells in a needlessly fine file.
const MIN_FINE_RATIO: f64 = 8.0;

/// Reports implausible elevations inside the frame.
pub fn check(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    scale: Scale,
    relief: &Relief,
    grid_metres: f64,
    file: Span,
) {
    let grid = &relief.grid;
    let [east_west, north_south] = grid.cell_metres(frame.centre.latitude);
    resolution(diagnostics, scale, [east_west, north_south], grid_metres, file);
    let [columns, rows] = window(frame, relief);
    let mut range = [f32::INFINITY, f32::NEG_INFINITY];
    let mut needles: Vec<(f64, usize, usize)> = Vec::new();
    let least = MIN_SPIKE_HEIGHT.max(MIN_SPIKE_SLOPE * east_west.min(north_south));
    for row in rows {
        let line = &relief.heights[row * grid.columns..][..grid.columns];
        let inside = &line[columns.clone()];
        // Comparisons with NaN, a missing elevation, are false.
        for &height in inside {
            range[0] = if height < range[0] { height } else { range[0] };
            range[1] = if height > range[1] { height } else { range[1] };
        }
        // Checking along the row rules out most rows.
        let steps = line.iter().zip(&line[1..]);
        if !steps.fold(false, |any, (&one, &next)| any | (rise(one, next).abs() > least)) {
            continue;
        }
        for column in columns.clone() {
            if let Some(by) = spike_height(relief, column, row, least) {
                needles.push((by, column, row));
            }
        }
    }
    let range = range.map(f64::from);
    if range[1] - range[0] < MAX_FLAT_RANGE {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_HEIGHTS, "the ground is completely flat")
                .at(file, format!("every elevation inside the frame is {:.0} m", range[0]))
                .help("check the band in QGIS: it may be empty, or not contain heights"),
        );
        return;
    }
    let worst = needles.iter().max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    if let Some(&(by, column, row)) = worst {
        let place = grid.place(column, row);
        let others = match needles.len() - 1 {
            0 => String::new(),
            1 => ", and another one elsewhere".to_owned(),
            others => format!(", and {others} more elsewhere"),
        };
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_HEIGHTS, "isolated spikes in the elevation")
                .at(
                    file,
                    format!(
                        "{:.0} m {} its surroundings near longitude {:.6}, latitude {:.6}{others}",
                        by.abs(),
                        if by > 0.0 { "above" } else { "below" },
                        place.longitude,
                        place.latitude
                    ),
                )
                .help("these are errors of the survey, or birds: remove them in QGIS with Raster › Analysis › Sieve or Fill nodata"),
        );
    }
}

/// The columns and rows of the file inside the frame's bounding box.
fn window(frame: &Frame, relief: &Relief) -> [std::ops::Range<usize>; 2] {
    let (width, height) =
        (f64::from(frame.width.centimetres()), f64::from(frame.height.centimetres()));
    let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
    let places = corners.map(|corner| relief.grid.position(frame.coordinate(corner)));
    let range = |axis: usize, count: usize| {
        let least = places.iter().map(|place| place[axis]).fold(f64::INFINITY, f64::min);
        let most = places.iter().map(|place| place[axis]).fold(f64::NEG_INFINITY, f64::max);
        (least.max(0.0) as usize).min(count)..((most.max(0.0) as usize) + 1).min(count)
    };
    [range(0, relief.grid.columns), range(1, relief.grid.rows)]
}

/// The rise between two adjacent elevations, in metres; NaN if one is missing.
fn rise(from: f32, to: f32) -> f64 {
    f64::from(to) - f64::from(from)
}

/// The smallest height difference to the eight neighbours, if all are lower or all are higher by
/// more than `more_than`.
fn spike_height(relief: &Relief, column: usize, row: usize, more_than: f64) -> Option<f64> {
    let grid = &relief.grid;
    if column == 0 || row == 0 || column + 1 >= grid.columns || row + 1 >= grid.rows {
        return None;
    }
    let at = |column: usize, row: usize| relief.heights[row * grid.columns + column];
    let own = at(column, row);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for other_row in row - 1..=row + 1 {
        for other_column in column - 1..=column + 1 {
            let by = rise(at(other_column, other_row), own);
            if by.is_nan() {
                return None;
            }
            if (other_column, other_row) != (column, row) {
                least = least.min(by);
                most = most.max(by);
            }
        }
    }
    match (least > more_than, most < -more_than) {
        (true, _) => Some(least),
        (_, true) => Some(most),
        _ => None,
    }
}

fn resolution(
    diagnostics: &mut Diagnostics,
    scale: Scale,
    cell: [f64; 2],
    grid_metres: f64,
    file: Span,
) {
    let widest = cell[0].max(cell[1]);
    let coarsest = scale.to_ground(PaperLength::from_millimetres(MAX_CELL_WIDTH));
    let coarsest = coarsest.map_or(f64::INFINITY, |length| length.metres());
    if widest > coarsest {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_RESOLUTION, message!("the elevation is too coarse for {scale}"))
                .at(file, format!("one value every {widest:.0} m"))
                .help(format!("hachures need one value every {coarsest:.0} m or less: use data of 1 arc-second (30 m) or finer")),
        );
    } else if widest * MIN_FINE_RATIO < grid_metres {
        let mut note =
            Diagnostic::new(code::ELEVATION_RESOLUTION, "the elevation is finer than needed")
                .at(file, format!("one value every {widest:.1} m"))
                .help(format!(
                    "the pack keeps one value every {grid_metres:.0} m: a smaller file is enough"
                ));
        note.severity = Severity::Note;
        diagnostics.push(note);
    }
}

//! Heights that can hardly be right: needles, ground as flat as a table, cells too coarse or too
//! fine for the map.

use sandtable_pack::{PaperLength, Scale};
use sandtable_source::{Diagnostic, Diagnostics, Severity, Span, code, message};

use super::geotiff::Relief;
use sandtable_authored::Frame;

/// Metres in a degree of latitude.
const DEGREE: f64 = 111_200.0;
/// A single height that stands out from all eight round it by so many metres is no ground…
const NEEDLE: f64 = 30.0;
/// …if it is also steeper than this, in metres of height per metre of way: 56°.
const STEEP: f64 = 1.5;
/// All heights within this, in metres, are no relief.
const FLAT: f64 = 0.5;
/// Cells wider than this on paper, in millimetres, show as facets: 128 m at 1:16,000.
const COARSE: f64 = 8.0;
/// Cells so many times finer than the map's own grid are thrown away.
const FINE: f64 = 8.0;

/// Reports what is odd about the heights inside the frame.
pub fn check(
    diagnostics: &mut Diagnostics,
    frame: &Frame,
    scale: Scale,
    relief: &Relief,
    grid_metres: f64,
    file: Span,
) {
    let north_south = relief.step[1] * DEGREE;
    let east_west = relief.step[0] * DEGREE * libm::cos(frame.centre.latitude.to_radians());
    resolution(diagnostics, scale, [east_west, north_south], grid_metres, file);
    let [columns, rows] = window(frame, relief);
    let mut range = [f32::INFINITY, f32::NEG_INFINITY];
    let mut needles: Vec<(f64, usize, usize)> = Vec::new();
    let least = NEEDLE.max(STEEP * east_west.min(north_south));
    for row in rows {
        let line = &relief.heights[row * relief.columns..][..relief.columns];
        let inside = &line[columns.clone()];
        // No comparison with a height that is missing holds.
        for &height in inside {
            range[0] = if height < range[0] { height } else { range[0] };
            range[1] = if height > range[1] { height } else { range[1] };
        }
        // Nearly always one look along the row is enough.
        let steps = line.iter().zip(&line[1..]);
        if !steps.fold(false, |any, (&one, &next)| any | (rise(one, next).abs() > least)) {
            continue;
        }
        for column in columns.clone() {
            if let Some(by) = stands_out(relief, column, row, least) {
                needles.push((by, column, row));
            }
        }
    }
    let range = range.map(f64::from);
    if range[1] - range[0] < FLAT {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_HEIGHTS, "the ground is as flat as a table")
                .at(file, format!("every height inside the frame is {:.0} m", range[0]))
                .help("look at it in QGIS: an empty band, or another band than that of the heights, was saved"),
        );
        return;
    }
    let worst = needles.iter().max_by(|a, b| a.0.abs().total_cmp(&b.0.abs()));
    if let Some(&(by, column, row)) = worst {
        let place = relief.place(column, row);
        let others = match needles.len() - 1 {
            0 => String::new(),
            1 => ", and another one elsewhere".to_owned(),
            others => format!(", and {others} more elsewhere"),
        };
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_HEIGHTS, "single heights stand out from all ground round them")
                .at(
                    file,
                    format!(
                        "{:.0} m {} all round it near longitude {:.6}, latitude {:.6}{others}",
                        by.abs(),
                        if by > 0.0 { "above" } else { "below" },
                        place.longitude,
                        place.latitude
                    ),
                )
                .help("these are faults of the survey, or birds: in QGIS, Raster › Analysis › Sieve or Fill nodata removes them"),
        );
    }
}

/// Columns and rows of the heights inside the frame's box.
fn window(frame: &Frame, relief: &Relief) -> [std::ops::Range<usize>; 2] {
    let (width, height) =
        (f64::from(frame.width.centimetres()), f64::from(frame.height.centimetres()));
    let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
    let places = corners.map(|corner| relief.position(frame.coordinate(corner)));
    let range = |axis: usize, count: usize| {
        let least = places.iter().map(|place| place[axis]).fold(f64::INFINITY, f64::min);
        let most = places.iter().map(|place| place[axis]).fold(f64::NEG_INFINITY, f64::max);
        (least.max(0.0) as usize).min(count)..((most.max(0.0) as usize) + 1).min(count)
    };
    [range(0, relief.columns), range(1, relief.rows)]
}

/// From one height to the next, in metres; NaN if one is missing.
fn rise(from: f32, to: f32) -> f64 {
    f64::from(to) - f64::from(from)
}

/// By how much a height stands above, or below, the nearest of all eight round it, if that is more
/// than this.
fn stands_out(relief: &Relief, column: usize, row: usize, more_than: f64) -> Option<f64> {
    if column == 0 || row == 0 || column + 1 >= relief.columns || row + 1 >= relief.rows {
        return None;
    }
    let at = |column: usize, row: usize| relief.heights[row * relief.columns + column];
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
    let coarsest = scale.to_ground(PaperLength::from_millimetres(COARSE));
    let coarsest = coarsest.map_or(f64::INFINITY, |length| length.metres());
    if widest > coarsest {
        diagnostics.push(
            Diagnostic::new(code::ELEVATION_RESOLUTION, message!("the elevation is too coarse for {scale}"))
                .at(file, format!("a height every {widest:.0} m"))
                .help(format!("hachures need one every {coarsest:.0} m or less: look for data of 1 arc-second (30 m) or finer")),
        );
    } else if widest * FINE < grid_metres {
        let mut note = Diagnostic::new(
            code::ELEVATION_RESOLUTION,
            "the elevation is finer than the map shows",
        )
        .at(file, format!("a height every {widest:.1} m"))
        .help(format!("the pack keeps one every {grid_metres:.0} m: a smaller file would do"));
        note.severity = Severity::Note;
        diagnostics.push(note);
    }
}

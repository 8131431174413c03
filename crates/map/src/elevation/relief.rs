//! Elevations on a regular grid: the part of a file that a map needs.

use std::ops::Range;

use sandtable_authored::Coordinate;

use super::system::System;

/// Metres in a degree of latitude.
pub const METRES_PER_DEGREE: f64 = 111_195.0;
/// The range of valid elevations, in metres: values above Everest or below the Dead Sea mark missing
/// data.
const VALID_HEIGHTS: Range<f32> = -500.0..9_000.0;
/// The maximum number of elevations over a map.
pub const MAX_HEIGHTS: usize = 64_000_000;
/// The number of parts of an edge of a bounding box. Edges are curved in a projection.
const EDGE_PARTS: u32 = 8;
/// The grid points around a bounding box that are read too, for interpolation and for curved edges.
const MARGIN: f64 = 2.0;
/// The proportion of a bounding box that is added to the margin.
const MARGIN_RATIO: f64 = 0.001;

/// The part of a cell within which a position is on a grid point: more than the rounding errors of
/// positions.
const ON_GRID: f64 = 1e-6;

/// A bounding box in degrees: west, south, east, north.
pub type Bounds = [f64; 4];

/// A fractional column and row of a grid.
pub type Position = [f64; 2];

/// The positions of elevations; rows run from north to south.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The number of elevations in a row.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The longitude or easting of the first column.
    pub west: f64,
    /// The latitude or northing of the first row.
    pub north: f64,
    /// The distance between adjacent columns and rows, in degrees or in units of the projection.
    pub step: [f64; 2],
    /// The coordinate system.
    pub system: System,
}

/// A rectangle of columns and rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The columns.
    pub columns: Range<usize>,
    /// The rows.
    pub rows: Range<usize>,
}

impl Window {
    /// The number of elevations.
    pub fn count(&self) -> usize {
        self.columns.len() * self.rows.len()
    }
}

impl Grid {
    /// Converts a longitude and latitude to a grid position.
    pub fn position(&self, place: Coordinate) -> Position {
        let [x, y] = self.system.forward(place);
        [(x - self.west) / self.step[0], (self.north - y) / self.step[1]]
    }

    /// The longitude and latitude of a grid point.
    pub fn place(&self, column: usize, row: usize) -> Coordinate {
        let x = self.west + column as f64 * self.step[0];
        let y = self.north - row as f64 * self.step[1];
        self.system.inverse([x, y])
    }

    /// The bounding box of the grid points.
    pub fn bounds(&self) -> Bounds {
        let part = |count: usize, part: u32| (count - 1) * part as usize / EDGE_PARTS as usize;
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for (column, row) in (0..=EDGE_PARTS).flat_map(|n| {
            let (column, row) = (part(self.columns, n), part(self.rows, n));
            [(column, 0), (column, self.rows - 1), (0, row), (self.columns - 1, row)]
        }) {
            let place = self.place(column, row);
            bounds[0] = bounds[0].min(place.longitude);
            bounds[1] = bounds[1].min(place.latitude);
            bounds[2] = bounds[2].max(place.longitude);
            bounds[3] = bounds[3].max(place.latitude);
        }
        bounds
    }

    /// Shifts longitudes by whole turns towards a bounding box: some files count from 0 to 360.
    pub fn turned_towards(mut self, [west, _, east, _]: Bounds) -> Self {
        if matches!(self.system, System::Geographic) {
            let middle = self.west + self.step[0] * (self.columns - 1) as f64 / 2.0;
            let turns = (((west + east) / 2.0 - middle) / 360.0).round();
            // More turns are no longitude.
            if turns.abs() <= 2.0 {
                self.west += turns * 360.0;
            }
        }
        self
    }

    /// The first and last column, and the first and last row, of a bounding box with its margin.
    fn range(&self, [west, south, east, north]: Bounds) -> [[f64; 2]; 2] {
        let mut range = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
        for part in 0..=EDGE_PARTS {
            let part = f64::from(part) / f64::from(EDGE_PARTS);
            let (longitude, latitude) =
                (west + part * (east - west), south + part * (north - south));
            for (longitude, latitude) in
                [(longitude, south), (longitude, north), (west, latitude), (east, latitude)]
            {
                let position = self.position(Coordinate { longitude, latitude });
                for (range, at) in range.iter_mut().zip(position) {
                    *range = [range[0].min(at), range[1].max(at)];
                }
            }
        }
        range.map(|[from, to]| {
            let margin = MARGIN + MARGIN_RATIO * (to - from);
            [(from - margin).floor(), (to + margin).ceil()]
        })
    }

    /// Whether any grid point is in a bounding box or near its edges.
    pub fn overlaps(&self, bounds: Bounds) -> bool {
        let counts = [self.columns, self.rows].map(|count| count as f64 - 1.0);
        self.range(bounds).iter().zip(counts).all(|(&[from, to], last)| to >= 0.0 && from <= last)
    }

    /// The columns and rows over a bounding box; two at least, which make a cell.
    pub fn window(&self, bounds: Bounds) -> Window {
        let [columns, rows] = self.range(bounds);
        let within = |[from, to]: [f64; 2], count: usize| {
            let from = (from.max(0.0) as usize).min(count - 2);
            from..(to.max(0.0) as usize).saturating_add(1).clamp(from + 2, count)
        };
        Window { columns: within(columns, self.columns), rows: within(rows, self.rows) }
    }

    /// The part of the grid in a window.
    pub fn part(&self, window: &Window) -> Self {
        Self {
            columns: window.columns.len(),
            rows: window.rows.len(),
            west: self.west + window.columns.start as f64 * self.step[0],
            north: self.north - window.rows.start as f64 * self.step[1],
            ..self.clone()
        }
    }

    /// The size of a cell in metres, east-west and north-south, at a latitude.
    pub fn cell_metres(&self, latitude: f64) -> [f64; 2] {
        let stretch = libm::cos(latitude.to_radians());
        if matches!(self.system, System::Geographic) {
            return [self.step[0] * METRES_PER_DEGREE * stretch, self.step[1] * METRES_PER_DEGREE];
        }
        let (column, row) = ((self.columns - 2) / 2, (self.rows - 2) / 2);
        let from = self.place(column, row);
        [(column + 1, row), (column, row + 1)].map(|(column, row)| {
            let to = self.place(column, row);
            let east = (to.longitude - from.longitude) * stretch;
            libm::hypot(east, to.latitude - from.latitude) * METRES_PER_DEGREE
        })
    }

    /// The size of a cell in degrees of longitude and latitude, at a latitude.
    pub fn cell_degrees(&self, latitude: f64) -> [f64; 2] {
        if matches!(self.system, System::Geographic) {
            return self.step;
        }
        let [across, down] = self.cell_metres(latitude);
        [across / METRES_PER_DEGREE / libm::cos(latitude.to_radians()), down / METRES_PER_DEGREE]
    }

    /// Whether a position is on the grid or in the outermost half cell, which has no neighbour for
    /// interpolation.
    pub fn reaches(&self, [column, row]: Position) -> bool {
        const MARGIN: f64 = 0.5;
        let [last_column, last_row] = self.last();
        column >= -MARGIN
            && row >= -MARGIN
            && column <= last_column + MARGIN
            && row <= last_row + MARGIN
    }

    /// Whether a position is between the outermost grid points. If two positions are, so is every
    /// position between them.
    pub fn is_inside(&self, [column, row]: Position) -> bool {
        let [last_column, last_row] = self.last();
        (0.0..=last_column).contains(&column) && (0.0..=last_row).contains(&row)
    }

    /// The last column and the last row.
    fn last(&self) -> [f64; 2] {
        [self.columns, self.rows].map(|count| f64::from(count as u32 - 1))
    }
}

/// Elevations over a map.
#[derive(Debug)]
pub struct Relief {
    /// The positions of the elevations.
    pub grid: Grid,
    /// The positions of all elevations of the file.
    pub file: Grid,
    /// Elevations in metres; NaN where missing.
    pub heights: Vec<f32>,
    /// The number of elevations that are missing because the value in the file is impossible.
    pub implausible: usize,
    /// Whether the elevations in the file were in feet.
    pub is_in_feet: bool,
}

impl Relief {
    /// The elevations of a window of a file; impossible values become missing.
    pub fn new(file: Grid, window: &Window, mut heights: Vec<f32>) -> Self {
        let mut implausible = 0;
        for height in heights.iter_mut().filter(|height| !height.is_nan()) {
            if !VALID_HEIGHTS.contains(height) {
                *height = f32::NAN;
                implausible += 1;
            }
        }
        Self { grid: file.part(window), file, heights, implausible, is_in_feet: false }
    }

    /// The elevation in metres by bilinear interpolation; `None` outside the file or without data.
    pub fn height_at(&self, position: Position) -> Option<f64> {
        if !self.grid.reaches(position) {
            return None;
        }
        let ([column, row], [last_column, last_row]) = (position, self.grid.last());
        self.inside([column.clamp(0.0, last_column), row.clamp(0.0, last_row)])
    }

    /// The elevation in metres at a position that [is inside](Grid::is_inside); `None` without
    /// data.
    #[inline]
    pub fn inside(&self, [column, row]: Position) -> Option<f64> {
        let Grid { columns, rows, .. } = self.grid;
        // 32 bits suffice for any number of columns and convert faster than 64.
        let (left, top) =
            ((column as u32).min(columns as u32 - 2), (row as u32).min(rows as u32 - 2));
        let (right_part, lower_part) = (column - f64::from(left), row - f64::from(top));
        let first = top as usize * columns + left as usize;
        let across = |first: usize| {
            let pair = &self.heights[first..first + 2];
            mix(f64::from(pair[0]), f64::from(pair[1]), right_part)
        };
        let metres = mix(across(first), across(first + columns), lower_part);
        metres.is_finite().then_some(metres)
    }
}

/// A value between two others. On a grid point, a missing neighbour does not count.
#[inline]
fn mix(one: f64, other: f64, part: f64) -> f64 {
    if part < ON_GRID {
        one
    } else if part > 1.0 - ON_GRID {
        other
    } else {
        one * (1.0 - part) + other * part
    }
}

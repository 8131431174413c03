//! The reference grid of a map, whose squares give places readable names.

use std::fmt;
use std::str::FromStr;

use super::Map;
use crate::units::{GroundLength, GroundPoint, PaperLength};

/// The squares of a map's reference grid: lettered columns from the left, numbered rows from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReferenceGrid {
    step: GroundLength,
    height: GroundLength,
    columns: u16,
    rows: u16,
}

/// A place on a reference grid: a square, optionally with tenths to the right and up, as in
/// military grid references. `C4.37` is 3 tenths from the left and 7 from the bottom of the square
/// C4; `C4` is its centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridReference {
    /// The column, from 0.
    column: u16,
    /// The row, from 0.
    row: u16,
    /// Tenths of the square to the right and up.
    tenths: (u8, u8),
}

/// The error for text that is not a grid reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridReferenceError;

impl fmt::Display for GridReferenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected a letter and a number such as `C4`, or `C4.37` for a place in the square",
        )
    }
}

impl std::error::Error for GridReferenceError {}

impl fmt::Display for GridReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, up) = self.tenths;
        write!(f, "{}{}.{right}{up}", ReferenceGrid::letters(self.column), self.row + 1)
    }
}

impl FromStr for GridReference {
    type Err = GridReferenceError;

    fn from_str(text: &str) -> Result<Self, GridReferenceError> {
        let (square, tenths) = match text.split_once('.') {
            Some((square, tenths)) => (square, Some(tenths)),
            None => (text, None),
        };
        let digits = square.find(|c: char| c.is_ascii_digit()).ok_or(GridReferenceError)?;
        let (letters, number) = square.split_at(digits);
        let is_number = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        if !is_number || number.len() > 2 {
            return Err(GridReferenceError);
        }
        let row: u16 = number.parse().map_err(|_| GridReferenceError)?;
        let letter = |byte: u8| u16::from(byte.to_ascii_uppercase() - b'A');
        let column = match *letters.as_bytes() {
            [one] if one.is_ascii_alphabetic() => letter(one),
            [first, second] if first.is_ascii_alphabetic() && second.is_ascii_alphabetic() => {
                (letter(first) + 1) * 26 + letter(second)
            }
            _ => return Err(GridReferenceError),
        };
        let tenths = match tenths.map(str::as_bytes) {
            None => (5, 5),
            Some([right, up]) if right.is_ascii_digit() && up.is_ascii_digit() => {
                (right - b'0', up - b'0')
            }
            Some(_) => return Err(GridReferenceError),
        };
        Ok(Self { column, row: row - 1, tenths })
    }
}

impl ReferenceGrid {
    /// The minimum side of a square on paper in millimetres.
    const MIN_PAPER: f64 = 40.0;

    /// The grid of a map: squares with a round number of metres, the smallest that measure at least
    /// 40 mm on paper at the map's scale.
    pub fn for_map(map: &Map) -> Self {
        let least = map.scale.to_ground(PaperLength::from_millimetres(Self::MIN_PAPER));
        let least = least.unwrap_or(map.width);
        let rounds = (0..6).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_i32.pow(power)));
        let mut steps = rounds.map(GroundLength::from_metres);
        let step = steps.find(|step| *step >= least).unwrap_or(map.width);
        let count = |side: GroundLength| {
            let (side, step) = (side.centimetres(), step.centimetres().max(1));
            u16::try_from((side + step - 1) / step).unwrap_or(u16::MAX)
        };
        Self { step, height: map.height, columns: count(map.width), rows: count(map.height) }
    }

    /// The side of a square.
    pub const fn step(&self) -> GroundLength {
        self.step
    }

    /// The number of columns; the frame may cut the last one.
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// The number of rows; the frame may cut the last one.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// The letters of a column, counted from 0: `A` to `Z`, then `AA`.
    pub fn letters(column: u16) -> String {
        let letter = |n: u16| char::from(b'A' + (n % 26) as u8);
        match column / 26 {
            0 => letter(column).to_string(),
            more => format!("{}{}", letter(more - 1), letter(column)),
        }
    }

    /// The position of a reference; `None` if the map has no such square. A place in the last row
    /// or column may be outside the frame.
    pub fn place(&self, reference: GridReference) -> Option<GroundPoint> {
        let GridReference { column, row, tenths: (right, up) } = reference;
        if column >= self.columns || row >= self.rows {
            return None;
        }
        let step = self.step.centimetres();
        let tenth = |count: u8| step / 10 * i32::from(count);
        let left = step * i32::from(column);
        let bottom = self.height.centimetres() - step * (i32::from(row) + 1);
        Some(GroundPoint::new(left + tenth(right), bottom + tenth(up)))
    }

    /// The reference nearest to a point of the map.
    pub fn reference(&self, point: GroundPoint) -> GridReference {
        let tenth = (self.step.centimetres() / 10).max(1);
        let counted = |along: i32, most: u16| {
            let tenths = (along + tenth / 2).div_euclid(tenth);
            tenths.clamp(0, i32::from(most) * 10)
        };
        // Rows count from the top, tenths within them from the bottom.
        let right = counted(point.x, self.columns).min(i32::from(self.columns) * 10 - 1).max(0);
        let down = counted(self.height.centimetres() - point.y, self.rows).max(1);
        let row = (down - 1) / 10;
        GridReference {
            column: (right / 10) as u16,
            row: row as u16,
            tenths: ((right % 10) as u8, (10 * (row + 1) - down) as u8),
        }
    }

    /// The square in the bottom right corner, such as `H9`.
    pub fn last_square(&self) -> String {
        format!("{}{}", Self::letters(self.columns.saturating_sub(1)), self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;
    use crate::units::Scale;

    fn grid() -> ReferenceGrid {
        let mut map = sample::parts().map;
        (map.width, map.height) =
            (GroundLength::from_metres(5_600), GroundLength::from_metres(7_200));
        map.scale = Scale::PUB_BATTLES;
        ReferenceGrid::for_map(&map)
    }

    #[test]
    fn squares_have_round_lengths() {
        let mut map = sample::parts().map;
        for (denominator, metres) in
            [(8_000, 500), (16_000, 1_000), (16_896, 1_000), (25_000, 1_000), (26_000, 2_000)]
        {
            map.scale = Scale::new(denominator).expect("valid scale");
            assert_eq!(ReferenceGrid::for_map(&map).step(), GroundLength::from_metres(metres));
        }
        assert_eq!(
            (grid().columns(), grid().rows(), grid().last_square()),
            (6, 8, "F8".to_owned())
        );
    }

    #[test]
    fn references_read_right_and_up() {
        let place = |text: &str| grid().place(text.parse().expect("a reference"));
        let at = GroundPoint::from_metres;
        assert_eq!(place("A1"), Some(at(500, 6_700)));
        assert_eq!(place("c4.37"), Some(at(2_300, 3_900)));
        assert_eq!(place("C4.00"), Some(at(2_000, 3_200)));
        assert_eq!(place("G1"), None);
        assert_eq!(place("A9"), None);
        for text in
            ["", "4", "C", "C0", "C04", "C100", "4C", "C4.3", "C4.375", "C4.", "ABC4", "Ä4", "C-4"]
        {
            assert_eq!(text.parse::<GridReference>(), Err(GridReferenceError), "{text}");
        }
        assert_eq!(ReferenceGrid::letters(27), "AB");
        assert_eq!("AB3".parse::<GridReference>().map(|r| r.column), Ok(27));
    }

    /// A place taken from a reference has that reference; any other place has a reference close to
    /// it.
    #[test]
    fn places_have_nearest_reference() {
        let grid = grid();
        for (column, row) in (0..grid.columns()).flat_map(|c| (0..grid.rows()).map(move |r| (c, r)))
        {
            for tenths in (0..10).flat_map(|right| (0..10).map(move |up| (right, up))) {
                let reference = GridReference { column, row, tenths };
                let place = grid.place(reference).expect("a square of the grid");
                if place.y <= 0 {
                    continue;
                }
                assert_eq!(grid.reference(place), reference, "{reference}");
                assert_eq!(reference.to_string().parse(), Ok(reference));
                let nearby = GroundPoint::new(place.x + 4_000, place.y - 4_000);
                let referenced = grid.place(grid.reference(nearby)).expect("a square of the grid");
                assert!(
                    referenced.distance(nearby) <= GroundLength::from_metres(142),
                    "{reference}"
                );
            }
        }
        let corner = GroundPoint::new(0, grid.height.centimetres());
        assert_eq!(grid.reference(corner).to_string(), "A1.09");
        assert_eq!(grid.reference(GroundPoint::from_metres(9_000, -900)).to_string(), "F8.90");
    }
}

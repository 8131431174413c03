//! QR codes (ISO/IEC 18004) drawn at an exact size, with the quiet zone that readers require.

use fast_qr::{ECL, QRBuilder};
use sandtable_sheet::{Ink, Item, Path, Point, Rect};

/// The quiet zone around the code, in modules.
const QUIET: usize = 4;
const DARK: Ink = Ink::new("black", 0x00_00_00);
const LIGHT: Ink = Ink::new("paper", 0xff_ff_ff);

/// The dark and light modules of a QR code. A quarter of them may be damaged (level Q).
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct QrCode {
    /// The number of modules along a side.
    side: usize,
    /// Whether each module is dark, row by row.
    dark: Vec<bool>,
}

impl QrCode {
    /// The smallest code that holds a text; `None` if the text is too long.
    ///
    /// A text of capitals and digits needs less space than one with lower-case letters.
    pub fn of(text: &str) -> Option<Self> {
        let code = QRBuilder::new(text).ecl(ECL::Q).build().ok()?;
        let rows = (0..code.size).flat_map(|row| code[row].iter());
        let dark = rows.map(|module| module.value()).collect();
        Some(Self { side: code.size, dark })
    }

    /// The module size for a code of this width, quiet zone included, in millimetres.
    pub fn module_of(&self, width: f64) -> f64 {
        width / (self.side + 2 * QUIET) as f64
    }

    /// The code as text. Each character holds an upper and a lower module. Characters are drawn for
    /// light modules, including the quiet zone.
    pub fn half_blocks(&self) -> String {
        let wide = self.side + 2 * QUIET;
        let is_light = |x: usize, y: usize| {
            let inside = |at: usize| at.checked_sub(QUIET).filter(|at| *at < self.side);
            match (inside(x), inside(y)) {
                (Some(x), Some(y)) => !self.dark[y * self.side + x],
                _ => y < wide,
            }
        };
        let mut rows = String::new();
        for y in (0..wide).step_by(2) {
            rows.extend((0..wide).map(|x| match (is_light(x, y), is_light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            }));
            rows.push('\n');
        }
        rows
    }

    /// The code as a square, quiet zone included. Adjacent dark modules form one shape, so no
    /// printer leaves hairlines between them.
    pub fn items(&self, corner: Point, width: f64) -> Vec<Item> {
        let module = self.module_of(width);
        let mut path = Path::new();
        for (row, modules) in self.dark.chunks(self.side).enumerate() {
            let mut column = 0;
            for run in modules.chunk_by(|one, other| one == other) {
                if run[0] {
                    let at = |modules: usize| (modules + QUIET) as f64 * module;
                    let (left, right) = (at(column), at(column + run.len()));
                    let (top, bottom) = (at(row), at(row + 1));
                    path.add(&Path::rect(Rect::new(
                        corner.x + left,
                        corner.y + top,
                        corner.x + right,
                        corner.y + bottom,
                    )));
                }
                column += run.len();
            }
        }
        let ground = Path::rect(Rect::from_size(corner.x, corner.y, width, width));
        vec![Item::fill(ground, LIGHT), Item::fill(path, DARK)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Row by row as in a terminal: white blocks on black.
    #[test]
    fn half_block_codes_are_read_back() {
        let text = "OOB1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L";
        let code = QrCode::of(text).expect("the text fits a QR code");
        let rows = code.half_blocks();
        let wide = code.side + 2 * QUIET;
        assert!(rows.lines().all(|row| row.chars().count() == wide), "{rows}");
        let light = |x: usize, y: usize| {
            let row = rows.lines().nth(y / 2).expect("the row exists");
            match row.chars().nth(x).expect("the column exists") {
                '█' => true,
                '▀' => y.is_multiple_of(2),
                '▄' => !y.is_multiple_of(2),
                _ => false,
            }
        };
        assert!((0..wide).all(|x| light(x, 0) && light(x, QUIET - 1) && light(0, x)));
        let dark = |x: usize, y: usize| !light(x + QUIET, y + QUIET);
        let grid = rqrr::Grid::new(rqrr::SimpleGrid::from_func(code.side, dark));
        assert_eq!(grid.decode().expect("valid code").1, text);
    }

    /// ISO/IEC 18004, table 7: 67 capitals and digits at level Q need version 4, one more needs
    /// version 5.
    #[test]
    fn codes_have_the_smallest_version() {
        for (length, side) in [(1, 21), (16, 21), (17, 25), (67, 33), (68, 37)] {
            let code = QrCode::of(&"A".repeat(length)).expect("the text fits a QR code");
            assert_eq!(code.side, side, "{length}");
            assert_eq!(code.dark.len(), side * side);
        }
        assert_eq!(QrCode::of(&"a".repeat(3_000)), None);
    }

    /// An independent decoder reads codes of every possible commitment length.
    #[test]
    fn codes_are_read_back() {
        let letters = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L".chars();
        for length in 1..=90 {
            let text: String = letters.clone().cycle().skip(length % 7).take(length).collect();
            let code = QrCode::of(&text).expect("the text fits a QR code");
            let dark = |x: usize, y: usize| code.dark[y * code.side + x];
            let grid = rqrr::Grid::new(rqrr::SimpleGrid::from_func(code.side, dark));
            let (about, read) = grid.decode().expect("valid code");
            assert_eq!(read, text);
            assert_eq!(about.ecc_level, 3, "level Q");
        }
    }

    /// The corner of a finder pattern and the quiet zone are in the right places.
    #[test]
    fn codes_have_exact_modules_and_quiet_zone() {
        let code = QrCode::of("OOB1").expect("the text fits a QR code");
        let width = (21.0 + 8.0) * 0.5;
        assert!((code.module_of(width) - 0.5).abs() < 1e-12);
        let items = code.items(Point::new(10.0, 20.0), width);
        let bounds = items.iter().map(|item| match item {
            Item::Fill { path, .. } => path.bounds().expect("the path has points"),
            _ => panic!("a code is filled"),
        });
        let [ground, dark] = bounds.collect::<Vec<_>>()[..] else { panic!("ground and modules") };
        assert_eq!(ground, Rect::from_size(10.0, 20.0, width, width));
        // In axis-aligned codes, three corners are finder patterns.
        let expected = Rect::from_size(12.0, 22.0, 10.5, 10.5);
        for (found, expected) in [
            (dark.left, expected.left),
            (dark.top, expected.top),
            (dark.right, expected.right),
            (dark.bottom, expected.bottom),
        ] {
            assert!((found - expected).abs() < 1e-9, "{dark:?}");
        }
    }
}

//! How much of a frame has elevations, and why the rest has none.

use sandtable_source::{Diagnostic, Message, Span, code, message};

use super::relief::Relief;

/// The maximum proportion of missing elevations that is filled.
const MAX_MISSING: f64 = 0.1;

/// Counts of the grid points of a frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All points.
    pub points: usize,
    /// The points outside the files.
    pub outside: usize,
    /// The points inside a file that have no elevation.
    pub missing: usize,
}

impl Coverage {
    /// The proportion of points without an elevation.
    pub fn missing_ratio(&self) -> f64 {
        (self.outside + self.missing) as f64 / self.points.max(1) as f64
    }

    /// Whether so few elevations are missing that they are filled.
    pub fn is_sufficient(&self) -> bool {
        self.points > 0 && self.missing_ratio() <= MAX_MISSING
    }

    /// Reports insufficient elevations at `file`. `larger` is the help if the files are too small.
    pub fn report(
        &self,
        reliefs: &[Relief],
        file: Span,
        label: String,
        larger: String,
    ) -> Diagnostic {
        let ratio = |part: usize| part as f64 / self.points.max(1) as f64;
        let count = |count: fn(&Relief) -> usize| reliefs.iter().map(count).sum::<usize>();
        let heights = count(|relief| relief.heights.len()).max(1);
        let implausible = count(|relief| relief.implausible) as f64 / heights as f64;
        let (message, help) = if ratio(self.missing) <= MAX_MISSING || self.missing < self.outside {
            let message = match self.points - self.outside {
                0 => Message::from("the elevation does not cover the frame"),
                inside => {
                    let covered = (100.0 * ratio(inside)).floor();
                    message!("the elevation covers only {covered} % of the frame")
                }
            };
            (message, larger)
        } else if implausible > ratio(self.missing) / 2.0 {
            let percent = 100.0 * implausible;
            let message = message!("{percent:.0} % of the heights are outside −500 to 9000 m");
            (message, IMPLAUSIBLE.to_owned())
        } else {
            let percent = 100.0 * ratio(self.missing);
            let message = message!("no elevation data for {percent:.0} % of the frame");
            (message, NO_DATA.to_owned())
        };
        Diagnostic::new(code::ELEVATION_COVERAGE, message).at(file, label).help(help)
    }
}

const IMPLAUSIBLE: &str = "if their unit is feet, set it: `gdal_edit.py -units ft old.tif`; set the bed of a sea to 0 m in QGIS with Raster › Raster Calculator";
const NO_DATA: &str = "fill the gaps from another source; if the no-data value of the file is a height, such as 0, unset it: `gdal_edit.py -unsetnodata old.tif`";

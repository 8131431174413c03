//! The graphics state while a stream is processed: inks and line width, saved by `q` and restored
//! by `Q`.

use super::shape::Shape;
use crate::pdf::unit::POINTS_PER_MILLIMETRE;
use crate::press::operators::Operator;
use crate::press::target::{BlackInk, MAX_OVERPRINT_WIDTH};

/// The minimum proportion of black ink that counts as black. A lighter grey would lighten a darker
/// background.
const BLACK: f64 = 0.9;

/// The overprint mode in which an object is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PaintMode {
    Overprint,
    Knockout,
}

impl PaintMode {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Overprint => crate::press::overprint::OVERPRINT,
            Self::Knockout => crate::press::overprint::KNOCKOUT,
        }
    }
}

/// The inks that affect overprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Only black ink.
    Black,
    /// A spot ink that overprints, by its index.
    Spot(usize),
    Other,
}

impl Ink {
    /// Returns the ink of a CMYK operator.
    fn from_operator(operator: &Operator<'_>) -> Self {
        match operator.numbers()[..] {
            [cyan, magenta, yellow, black] if cyan + magenta + yellow <= 0.0 && black >= BLACK => {
                Self::Black
            }
            _ => Self::Other,
        }
    }
}

/// The state that `q` saves.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) fill: Ink,
    pub(super) stroke: Ink,
    /// The line width as written.
    width: f64,
    /// Points per user-space unit.
    pub(super) scale: f64,
    /// The current paint mode, if known.
    pub(super) mode: Option<PaintMode>,
}

impl State {
    /// Returns the initial state of a stream drawn at a scale, with its paint mode if known.
    pub(super) const fn new(scale: f64, way: Option<PaintMode>) -> Self {
        Self { fill: Ink::Other, stroke: Ink::Other, width: 1.0, scale, mode: way }
    }

    /// Applies an operator if it changes the state; returns whether it did. A colour space is
    /// identified by its name.
    pub(super) fn apply(
        &mut self,
        operator: &Operator<'_>,
        spot: impl FnOnce(&[u8]) -> Option<usize>,
    ) -> bool {
        let space = || operator.last_name().and_then(spot).map_or(Ink::Other, Ink::Spot);
        match operator.name {
            b"cm" => {
                if let [a, b, c, d, ..] = operator.numbers()[..] {
                    self.scale *= (a * d - b * c).abs().sqrt();
                }
            }
            b"w" => self.width = operator.numbers().first().copied().unwrap_or(0.0),
            b"gs" => self.mode = None,
            b"k" => self.fill = Ink::from_operator(operator),
            b"K" => self.stroke = Ink::from_operator(operator),
            b"cs" => self.fill = space(),
            b"CS" => self.stroke = space(),
            b"g" | b"rg" => self.fill = Ink::Other,
            b"G" | b"RG" => self.stroke = Ink::Other,
            _ => return false,
        }
        true
    }

    /// Returns the inks that an operator paints with, each with its paint mode; empty if it paints
    /// nothing.
    pub(super) fn painted_inks(
        &self,
        operator: &Operator<'_>,
        black: BlackInk,
        shape: &mut Shape,
    ) -> Vec<(Ink, PaintMode)> {
        let fill = |shape: &mut Shape| {
            (self.fill, Self::mode(self.fill, black, || shape.is_small(self.scale)))
        };
        let is_fine = || self.width * self.scale <= MAX_OVERPRINT_WIDTH * POINTS_PER_MILLIMETRE;
        let stroke = || (self.stroke, Self::mode(self.stroke, black, is_fine));
        match operator.name {
            b"f" | b"F" | b"f*" => vec![fill(shape)],
            b"S" | b"s" => vec![stroke()],
            b"B" | b"B*" | b"b" | b"b*" => vec![fill(shape), stroke()],
            b"Tj" | b"TJ" | b"'" | b"\"" => {
                vec![(self.fill, Self::mode(self.fill, black, || true))]
            }
            b"sh" => vec![(Ink::Other, PaintMode::Knockout)],
            _ => Vec::new(),
        }
    }

    fn mode(ink: Ink, black: BlackInk, is_small: impl FnOnce() -> bool) -> PaintMode {
        match ink {
            Ink::Spot(_) => PaintMode::Overprint,
            Ink::Black if black == BlackInk::Overprints && is_small() => PaintMode::Overprint,
            Ink::Black | Ink::Other => PaintMode::Knockout,
        }
    }
}

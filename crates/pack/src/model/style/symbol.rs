//! Designers' own drawings on the map, at their printed size: outlines in millimetres on paper,
//! relative to an origin.

use serde::{Deserialize, Serialize};

use crate::model::{Rgb, Text};

/// A designer's own drawing, relative to its centre.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Symbol {
    /// Its name in the legend.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Text>,
    /// Its shapes, from bottom to top.
    pub shapes: Vec<SymbolShape>,
}

/// A filled or stroked outline of a symbol.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SymbolShape {
    /// Its colour.
    pub colour: Rgb,
    /// Its paint.
    pub drawn: SymbolPaint,
    /// The outline.
    pub path: Vec<SymbolStep>,
}

/// The paint of a symbol's outline.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum SymbolPaint {
    /// Fills everything that lies inside at least one ring.
    Filled,
    /// A fill in which every second ring is a hole.
    FilledWithHoles,
    /// A line.
    Line {
        /// Its width in thousandths of a millimetre.
        width_um: u32,
        /// Whether its ends are round.
        round: bool,
        /// Alternating dashes and gaps in thousandths of a millimetre; empty for a solid line.
        dashes_um: Vec<u32>,
    },
}

/// A step along an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum SymbolStep {
    /// Starts a ring or line at a point.
    Move(SymbolPoint),
    /// Draws a straight line to a point.
    Line(SymbolPoint),
    /// Draws a curve to the third point, with the first two as control points.
    Curve(SymbolPoint, SymbolPoint, SymbolPoint),
    /// Closes the ring.
    Close,
}

/// A point of a symbol on paper, relative to its centre, in thousandths of a millimetre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "[i32; 2]", from = "[i32; 2]")]
#[cfg_attr(feature = "schema", schemars(with = "[i32; 2]"))]
pub struct SymbolPoint {
    /// Distance to the right.
    pub right_um: i32,
    /// Distance downward.
    pub down_um: i32,
}

impl From<[i32; 2]> for SymbolPoint {
    fn from([right_um, down_um]: [i32; 2]) -> Self {
        Self { right_um, down_um }
    }
}

impl From<SymbolPoint> for [i32; 2] {
    fn from(point: SymbolPoint) -> Self {
        [point.right_um, point.down_um]
    }
}

impl SymbolStep {
    /// The points of the step.
    pub fn points(&self) -> impl Iterator<Item = SymbolPoint> {
        let (points, count) = match *self {
            Self::Move(to) | Self::Line(to) => ([to; 3], 1),
            Self::Curve(a, b, to) => ([a, b, to], 3),
            Self::Close => ([SymbolPoint { right_um: 0, down_um: 0 }; 3], 0),
        };
        points.into_iter().take(count)
    }
}

impl Symbol {
    /// The maximum distance of a point from the symbol's centre, to the right or down: 50 mm.
    pub const MAX_COORDINATE_UM: i32 = 50_000;
    /// The maximum number of steps of all its outlines.
    pub const MAX_STEPS: usize = 4_000;

    /// The reason why it cannot be drawn; `None` if it can.
    pub fn fault(&self) -> Option<&'static str> {
        let steps = || self.shapes.iter().flat_map(|shape| &shape.path);
        let reach = -Self::MAX_COORDINATE_UM..=Self::MAX_COORDINATE_UM;
        let inside =
            |point: SymbolPoint| reach.contains(&point.right_um) && reach.contains(&point.down_um);
        let is_line_sound = |shape: &SymbolShape| match &shape.drawn {
            SymbolPaint::Filled | SymbolPaint::FilledWithHoles => true,
            SymbolPaint::Line { width_um, dashes_um, .. } => {
                let most = Self::MAX_COORDINATE_UM.unsigned_abs();
                let whole: u64 = dashes_um.iter().map(|dash| u64::from(*dash)).sum();
                (1..=most).contains(width_um)
                    && dashes_um.len().is_multiple_of(2)
                    && dashes_um.len() <= 16
                    && dashes_um.iter().all(|dash| *dash <= most)
                    && (dashes_um.is_empty() || whole >= 50)
            }
        };
        if self.shapes.is_empty() || self.shapes.iter().any(|shape| shape.path.is_empty()) {
            return Some("is empty");
        }
        if steps().count() > Self::MAX_STEPS {
            return Some("has too many path steps");
        }
        if !self.shapes.iter().all(|shape| matches!(shape.path[0], SymbolStep::Move(_))) {
            return Some("has an outline without a starting point");
        }
        if !steps().flat_map(SymbolStep::points).all(inside) {
            return Some("is too large");
        }
        (!self.shapes.iter().all(is_line_sound)).then_some("has an invalid line")
    }
}

/// The marks of a style that a symbol with their name replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A tree in a wood.
    Tree,
    /// A tree in an orchard.
    Orchard,
    /// A farm or single house.
    Farm,
    /// A bridge; the drawing's right is along the road.
    Bridge,
    /// A ford; the drawing's right is along the road.
    Ford,
}

impl Mark {
    /// All marks.
    pub const ALL: [Self; 5] = [Self::Tree, Self::Orchard, Self::Farm, Self::Bridge, Self::Ford];

    /// The name of the symbol that replaces the mark.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Tree => "tree",
            Self::Orchard => "orchard",
            Self::Farm => "farm",
            Self::Bridge => "bridge",
            Self::Ford => "ford",
        }
    }

    /// The mark that a symbol with this name replaces.
    pub fn from_word(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mark| mark.word() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol() -> Symbol {
        let at = |right_um, down_um| SymbolPoint { right_um, down_um };
        let path = vec![
            SymbolStep::Move(at(-500, 400)),
            SymbolStep::Line(at(500, 400)),
            SymbolStep::Curve(at(500, 0), at(200, -400), at(0, -400)),
            SymbolStep::Close,
        ];
        let colour = Rgb { red: 10, green: 20, blue: 30 };
        let line = SymbolPaint::Line { width_um: 150, round: true, dashes_um: vec![500, 300] };
        Symbol {
            title: None,
            shapes: vec![
                SymbolShape { colour, drawn: SymbolPaint::FilledWithHoles, path: path.clone() },
                SymbolShape { colour, drawn: line, path },
            ],
        }
    }

    #[test]
    fn symbol_round_trips_as_json() {
        let json = serde_json::to_string(&symbol()).expect("a symbol serialises");
        assert!(json.contains(r#"{"curve":[[500,0],[200,-400],[0,-400]]},"close""#), "{json}");
        assert_eq!(serde_json::from_str::<Symbol>(&json).expect("a symbol deserialises"), symbol());
        assert_eq!(symbol().fault(), None);
    }

    #[test]
    fn invalid_symbols_are_reported() {
        let fault = |corrupt: &dyn Fn(&mut Symbol)| {
            let mut symbol = symbol();
            corrupt(&mut symbol);
            symbol.fault().unwrap_or("sound")
        };
        let line = |width_um, dashes_um: &[u32]| {
            let drawn = SymbolPaint::Line { width_um, round: false, dashes_um: dashes_um.to_vec() };
            fault(&|symbol| symbol.shapes[1].drawn = drawn.clone())
        };
        let far = SymbolPoint { right_um: 50_001, down_um: 0 };
        assert_eq!(fault(&|symbol| symbol.shapes.clear()), "is empty");
        assert_eq!(fault(&|symbol| symbol.shapes[0].path.clear()), "is empty");
        let begins = "has an outline without a starting point";
        assert_eq!(fault(&|symbol| symbol.shapes[0].path[0] = SymbolStep::Close), begins);
        let reaches = "is too large";
        assert_eq!(fault(&|symbol| symbol.shapes[0].path[1] = SymbolStep::Line(far)), reaches);
        let many = vec![SymbolStep::Move(SymbolPoint { right_um: 0, down_um: 0 }); 4_001];
        let steps = "has too many path steps";
        assert_eq!(fault(&|symbol| symbol.shapes[0].path.clone_from(&many)), steps);
        assert_eq!(line(150, &[]), "sound");
        for (width, dashes) in [(0, &[][..]), (50_001, &[]), (150, &[300]), (150, &[0, 0])] {
            assert_eq!(line(width, dashes), "has an invalid line", "{width} {dashes:?}");
        }
    }
}

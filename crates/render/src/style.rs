//! The look of a map as data: inks, weights and type of the `staff` style, after engraved staff maps
//! of the 1860s. Lengths are millimetres of paper, type sizes printer's points.

use crate::map::Slope;
use crate::sheet::Ink;
use crate::typeface::{Face, Lettering};

/// Everything that decides how a map looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The sheet itself.
    pub paper: Ink,
    /// Lines, letters, frames.
    pub black: Ink,
    /// Relief strokes.
    pub hachures: HachureStyle,
    /// Woods and orchards.
    pub woods: WoodsStyle,
    /// Rivers, streams, marsh.
    pub water: WaterStyle,
    /// Roads and railroads.
    pub ways: WayStyle,
    /// Town blocks and houses.
    pub houses: HouseStyle,
    /// Hill edges and crests, as the rules see them.
    pub hills: HillStyle,
    /// Names.
    pub names: NameStyle,
}

/// Relief strokes.
#[derive(Clone, Debug, PartialEq)]
pub struct HachureStyle {
    /// Colour.
    pub ink: Ink,
    /// Height between the contour lines on which strokes begin, in metres.
    pub interval_metres: f64,
    /// Blur of the heights before anything is drawn, in metres of ground.
    pub smoothing_metres: f64,
    /// Ground flatter than this (rise per run) stays white.
    pub least_slope: f64,
    /// From this slope on strokes are as heavy as they get.
    pub full_slope: f64,
    /// Width of a stroke on the gentlest hachured ground.
    pub finest: f64,
    /// Width on the steepest.
    pub heaviest: f64,
    /// Middle to middle on the gentlest hachured ground.
    pub spacing_gentle: f64,
    /// Middle to middle on the steepest.
    pub spacing_steep: f64,
    /// Strokes shorter than this are left out.
    pub shortest: f64,
    /// Strokes end here at the latest.
    pub longest: f64,
    /// How much heavier slopes away from a light in the north-west are drawn, as a share.
    pub shade: f64,
    /// How near a running stroke may come to another, as a share of the spacing.
    pub crowding: f64,
    /// How heavy strokes are among trees, as a share.
    pub in_woods: f64,
}

impl HachureStyle {
    /// Steepness between the gentlest and the full slope, 0 to 1.
    fn share(&self, steepness: f64) -> f64 {
        ((steepness - self.least_slope) / (self.full_slope - self.least_slope)).clamp(0.0, 1.0)
    }

    /// Distance between strokes at a steepness.
    pub(crate) fn spacing(&self, steepness: f64) -> f64 {
        let share = self.share(steepness);
        self.spacing_gentle + (self.spacing_steep - self.spacing_gentle) * share
    }

    /// Width of a stroke on a slope.
    pub(crate) fn width(&self, slope: Slope) -> f64 {
        let share = self.share(slope.steepness).sqrt();
        let width = self.finest + (self.heaviest - self.finest) * share;
        // Downhill towards the south-east of the sheet lies in the shade.
        let away = -(slope.x + slope.y) / (slope.steepness.max(1e-9) * std::f64::consts::SQRT_2);
        width * (1.0 + self.shade * away)
    }
}

/// Woods and orchards.
#[derive(Clone, Debug, PartialEq)]
pub struct WoodsStyle {
    /// Ground under trees.
    pub tint: Ink,
    /// Crowns.
    pub crown: Ink,
    /// Shaded side of crowns, edges away from the light.
    pub shade: Ink,
    /// Nearest distance between trees.
    pub spacing: f64,
    /// Distance between trees along an edge.
    pub edge_spacing: f64,
    /// Distance between trees of an orchard.
    pub orchard_spacing: f64,
    /// Ground of an orchard.
    pub orchard_tint: Ink,
}

/// Rivers, streams, marsh.
#[derive(Clone, Debug, PartialEq)]
pub struct WaterStyle {
    /// Banks, streams.
    pub line: Ink,
    /// Surface.
    pub tint: Ink,
    /// Names.
    pub name: Ink,
    /// Bank lines of a river.
    pub bank: f64,
    /// A river is drawn at least this wide.
    pub least_river: f64,
    /// A stream at its source.
    pub source: f64,
    /// A stream some way down.
    pub stream: f64,
    /// After how much of its course a stream is full width.
    pub growth: f64,
}

/// Roads and railroads.
#[derive(Clone, Debug, PartialEq)]
pub struct WayStyle {
    /// Between the lines of a pike.
    pub pike: Ink,
    /// Between the lines of a road.
    pub road: Ink,
    /// Whole width of a pike.
    pub pike_width: f64,
    /// Whole width of a road.
    pub road_width: f64,
    /// Its two lines: of a pike.
    pub pike_line: f64,
    /// Its two lines: of a road.
    pub road_line: f64,
    /// Width of a lane's single line.
    pub lane: f64,
    /// Dashes of a lane.
    pub lane_dashes: [f64; 2],
    /// Line of a railroad.
    pub rail: f64,
    /// Distance between a railroad's ties.
    pub tie_spacing: f64,
    /// Length of a tie.
    pub tie: f64,
}

/// Town blocks and houses.
#[derive(Clone, Debug, PartialEq)]
pub struct HouseStyle {
    /// Ground of a town block.
    pub tint: Ink,
    /// Hatching and outlines.
    pub line: Ink,
    /// Distance between hatching lines.
    pub hatch_spacing: f64,
    /// Width of hatching lines.
    pub hatch: f64,
    /// Outline of a block.
    pub outline: f64,
}

/// Hill edges and crests, as the rules see them.
#[derive(Clone, Debug, PartialEq)]
pub struct HillStyle {
    /// Colour.
    pub ink: Ink,
    /// Edge line.
    pub edge: f64,
    /// Crest line.
    pub crest: f64,
    /// Distance between the ticks on the lower side of an edge.
    pub tick_spacing: f64,
    /// Length of a tick.
    pub tick: f64,
}

/// Names.
#[derive(Clone, Debug, PartialEq)]
pub struct NameStyle {
    /// Rim around letters.
    pub halo: f64,
    /// A town.
    pub town: Lettering,
    /// A ridge or hill, along its crest.
    pub relief: Lettering,
    /// A small hill.
    pub knoll: Lettering,
    /// A main place.
    pub main: Lettering,
    /// A detail.
    pub detail: Lettering,
    /// A river.
    pub river: Lettering,
    /// A stream.
    pub stream: Lettering,
    /// A pike or road.
    pub road: Lettering,
    /// A lane or railroad.
    pub lane: Lettering,
    /// A wood.
    pub wood: Lettering,
    /// A farm.
    pub farm: Lettering,
    /// An orchard.
    pub orchard: Lettering,
}

impl Style {
    /// The engraved staff map of the 1860s.
    pub fn staff() -> Self {
        let black = Ink::new("black", 0x2a2119);
        Self {
            paper: Ink::new("paper", 0xf5ecd7),
            black,
            hachures: HachureStyle {
                ink: Ink::new("hachure", 0x523b28),
                interval_metres: 2.0,
                smoothing_metres: 30.0,
                least_slope: 0.031,
                full_slope: 0.24,
                finest: 0.065,
                heaviest: 0.30,
                spacing_gentle: 0.60,
                spacing_steep: 0.42,
                shortest: 0.9,
                longest: 5.2,
                shade: 0.26,
                crowding: 0.6,
                in_woods: 0.88,
            },
            woods: WoodsStyle {
                tint: Ink::new("wood", 0xdde0b6),
                crown: Ink::new("tree", 0xb4c485),
                shade: Ink::new("tree-shade", 0x4d6338),
                spacing: 1.32,
                edge_spacing: 0.95,
                orchard_spacing: 0.95,
                orchard_tint: Ink::new("orchard", 0xece8c6),
            },
            water: WaterStyle {
                line: Ink::new("water-line", 0x2c5a70),
                tint: Ink::new("water", 0xa9cdd3),
                name: Ink::new("water-name", 0x1f4a61),
                bank: 0.2,
                least_river: 1.5,
                source: 0.14,
                stream: 0.36,
                growth: 70.0,
            },
            ways: WayStyle {
                pike: Ink::new("pike", 0xf3d99b),
                road: Ink::new("road", 0xfbf5e6),
                pike_width: 1.15,
                road_width: 0.86,
                pike_line: 0.2,
                road_line: 0.15,
                lane: 0.2,
                lane_dashes: [1.3, 0.55],
                rail: 0.26,
                tie_spacing: 1.5,
                tie: 0.95,
            },
            houses: HouseStyle {
                tint: Ink::new("house", 0xdca890),
                line: Ink::new("house-line", 0x3a1f18),
                hatch_spacing: 0.62,
                hatch: 0.13,
                outline: 0.24,
            },
            hills: HillStyle {
                ink: Ink::new("hill", 0xb04c2c),
                edge: 0.17,
                crest: 0.28,
                tick_spacing: 3.2,
                tick: 0.6,
            },
            names: NameStyle {
                halo: 0.24,
                town: Lettering::new(Face::Semibold, 17.0).spaced(0.28),
                relief: Lettering::new(Face::Italic, 13.5).spaced(0.22),
                knoll: Lettering::new(Face::SemiboldItalic, 9.2).spaced(0.06),
                main: Lettering::new(Face::SemiboldItalic, 8.5).spaced(0.03),
                detail: Lettering::new(Face::Italic, 7.2).spaced(0.02),
                river: Lettering::new(Face::Italic, 10.5).spaced(0.22),
                stream: Lettering::new(Face::Italic, 7.6).spaced(0.1),
                road: Lettering::new(Face::Regular, 6.8).spaced(0.1),
                lane: Lettering::new(Face::Italic, 6.2).spaced(0.06),
                wood: Lettering::new(Face::Italic, 6.8).spaced(0.12),
                farm: Lettering::new(Face::Italic, 6.2),
                orchard: Lettering::new(Face::Italic, 6.0).spaced(0.04),
            },
        }
    }
}

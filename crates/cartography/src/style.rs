//! The working form of a look: what a pack says of it, with inks named for the press. Lengths are
//! millimetres of paper, type sizes printer's points.

use sandtable_pack::{self as pack, HeightUnit, ReliefStyle, Rgb, StyleName, TypeFace};
use sandtable_sheet::{Face, Ink, LEAST_RELIEF, Lettering, Target};

use crate::own_symbols::OwnSymbols;
use crate::relief::field::Slope;

/// Everything that decides how a map looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Style {
    /// The sheet itself.
    pub paper: Ink,
    /// Lines, letters, frames.
    pub black: Ink,
    /// What stands out: entries.
    pub accent: Ink,
    /// How the relief is shown.
    pub relief: ReliefStyle,
    /// Relief strokes.
    pub hachures: HachureStyle,
    /// Lines of equal height.
    pub contours: ContourStyle,
    /// Ground in the shade.
    pub shading: ShadingStyle,
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
    /// Drawings of the map's own.
    pub symbols: OwnSymbols,
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
    /// No stroke is finer anywhere: what the press holds.
    pub least: f64,
}

impl HachureStyle {
    /// Steepness between the gentlest and the full slope, 0 to 1.
    fn share(&self, steepness: f64) -> f64 {
        ((steepness - self.least_slope) / (self.full_slope - self.least_slope)).clamp(0.0, 1.0)
    }

    /// How fully the relief is drawn at a steepness: strokes fade out towards the gentlest ground.
    pub(crate) fn fullness(&self, steepness: f64) -> f64 {
        ((steepness / self.least_slope - 0.85) / 0.85).clamp(0.0, 1.0)
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

/// Lines of equal height.
#[derive(Clone, Debug, PartialEq)]
pub struct ContourStyle {
    /// Colour, also of figures.
    pub ink: Ink,
    /// In which unit heights are given.
    pub unit: HeightUnit,
    /// Height from line to line in that unit; chosen by the relief if `None`.
    pub interval: Option<u32>,
    /// Every how many lines one is heavier and has figures.
    pub index_every: u32,
    /// Blur of the heights before anything is drawn, in metres of ground.
    pub smoothing_metres: f64,
    /// Width of a line.
    pub line: f64,
    /// Width of a heavier line.
    pub index_line: f64,
    /// Figures.
    pub figures: Lettering,
    /// Are the heights of tops written beside a point?
    pub spot_heights: bool,
}

/// Ground that lies in the shade of a light in the north-west.
#[derive(Clone, Debug, PartialEq)]
pub struct ShadingStyle {
    /// What the ground is darkened with.
    pub ink: Ink,
    /// How dark the darkest slope is, as a share.
    pub strength: f64,
    /// In how many steps.
    pub steps: u32,
    /// Blur of the heights before anything is drawn, in metres of ground.
    pub smoothing_metres: f64,
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
    /// The look with lines that hold on a target.
    pub fn printed_on(mut self, target: &Target) -> Self {
        if let Some(profile) = target.profile() {
            let least = LEAST_RELIEF.max(profile.lines.positive.millimetres());
            self.hachures.least = least;
            for width in [&mut self.contours.line, &mut self.contours.index_line] {
                *width = width.max(least);
            }
        }
        self
    }

    /// The working form of a look, with its inks named.
    pub fn of(style: &pack::Style) -> Self {
        let pack::Style {
            sheet,
            relief,
            hachures,
            contours,
            shading,
            woods,
            water,
            roads,
            buildings,
            hills,
            names,
        } = style;
        Self {
            paper: ink("paper", sheet.paper),
            black: ink("black", sheet.black),
            accent: ink("accent", sheet.accent),
            relief: relief.clone(),
            hachures: HachureStyle {
                ink: ink("hachure", hachures.ink),
                interval_metres: hachures.interval.get(),
                smoothing_metres: hachures.smoothing.get(),
                least_slope: hachures.least_slope.get(),
                full_slope: hachures.full_slope.get(),
                finest: hachures.finest.get(),
                heaviest: hachures.heaviest.get(),
                spacing_gentle: hachures.spacing_gentle.get(),
                spacing_steep: hachures.spacing_steep.get(),
                shortest: hachures.shortest.get(),
                longest: hachures.longest.get(),
                shade: hachures.shade.get(),
                crowding: hachures.crowding.get(),
                in_woods: hachures.in_woods.get(),
                least: 0.0,
            },
            contours: ContourStyle {
                ink: ink("contour", contours.ink),
                unit: contours.unit,
                interval: Some(u32::from(contours.interval.get())).filter(|interval| *interval > 0),
                index_every: u32::from(contours.index_every.get()),
                smoothing_metres: contours.smoothing.get(),
                line: contours.line.get(),
                index_line: contours.index_line.get(),
                figures: lettering(&contours.figures),
                spot_heights: contours.spot_heights,
            },
            shading: ShadingStyle {
                ink: ink("shading", shading.ink),
                strength: shading.strength.get(),
                steps: u32::from(shading.steps.get()),
                smoothing_metres: shading.smoothing.get(),
            },
            woods: WoodsStyle {
                tint: ink("wood", woods.tint),
                crown: ink("tree", woods.crown),
                shade: ink("tree-shade", woods.shade),
                spacing: woods.spacing.get(),
                edge_spacing: woods.edge_spacing.get(),
                orchard_spacing: woods.orchard_spacing.get(),
                orchard_tint: ink("orchard", woods.orchard_tint),
            },
            water: WaterStyle {
                line: ink("water-line", water.line),
                tint: ink("water", water.tint),
                name: ink("water-name", water.name),
                bank: water.bank.get(),
                least_river: water.least_river.get(),
                source: water.source.get(),
                stream: water.stream.get(),
                growth: water.growth.get(),
            },
            ways: WayStyle {
                pike: ink("pike", roads.pike),
                road: ink("road", roads.road),
                pike_width: roads.pike_width.get(),
                road_width: roads.road_width.get(),
                pike_line: roads.pike_line.get(),
                road_line: roads.road_line.get(),
                lane: roads.lane.get(),
                lane_dashes: [roads.lane_dash.get(), roads.lane_gap.get()],
                rail: roads.rail.get(),
                tie_spacing: roads.tie_spacing.get(),
                tie: roads.tie.get(),
            },
            houses: HouseStyle {
                tint: ink("house", buildings.tint),
                line: ink("house-line", buildings.line),
                hatch_spacing: buildings.hatch_spacing.get(),
                hatch: buildings.hatch.get(),
                outline: buildings.outline.get(),
            },
            hills: HillStyle {
                ink: ink("hill", hills.ink),
                edge: hills.edge.get(),
                crest: hills.crest.get(),
                tick_spacing: hills.tick_spacing.get(),
                tick: hills.tick.get(),
            },
            names: NameStyle {
                halo: names.halo.get(),
                town: lettering(&names.town),
                relief: lettering(&names.relief),
                knoll: lettering(&names.knoll),
                main: lettering(&names.main),
                detail: lettering(&names.detail),
                river: lettering(&names.river),
                stream: lettering(&names.stream),
                road: lettering(&names.road),
                lane: lettering(&names.lane),
                wood: lettering(&names.wood),
                farm: lettering(&names.farm),
                orchard: lettering(&names.orchard),
            },
            symbols: OwnSymbols::default(),
        }
    }

    /// The look of a name as a map has it, with the map's own symbols.
    pub fn of_map(style: &pack::MapStyle, name: StyleName) -> Self {
        Self { symbols: OwnSymbols::of(style, name), ..Self::of(&style.named(name)) }
    }

    /// Is anything printed in colour? What stands out is, if anything.
    pub(crate) fn has_colours(&self) -> bool {
        let [red, green, blue] = self.accent.rgb;
        red != green || green != blue
    }

    /// A look that comes with the program.
    pub fn built_in(name: StyleName) -> Self {
        Self::of(&pack::Style::built_in(name))
    }
}

fn ink(name: &'static str, colour: Rgb) -> Ink {
    Ink { name, rgb: [colour.red, colour.green, colour.blue] }
}

fn lettering(style: &pack::LetteringStyle) -> Lettering {
    let face = match style.face {
        TypeFace::Regular => Face::Regular,
        TypeFace::Italic => Face::Italic,
        TypeFace::Semibold => Face::Semibold,
        TypeFace::SemiboldItalic => Face::SemiboldItalic,
        TypeFace::Bold => Face::Bold,
        TypeFace::BoldItalic => Face::BoldItalic,
    };
    Lettering::new(face, style.size.get()).spaced(style.spacing.get())
}

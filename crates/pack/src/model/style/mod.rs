//! The look of a map as data: which inks, how wide the lines, which type. Three looks come with the
//! program; a map may change any value of one of them.

pub(crate) mod symbol;
pub(crate) mod value;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::SymbolId;
use crate::model::Rgb;
use symbol::{Mark, Symbol};
use value::{ContourInterval, Gap, GroundSpan, Share, Steps, TypeSize, Weight};

choices! {
    /// A style that comes with the program.
    #[derive(Default)]
    pub enum StyleName("style") {
        /// An engraved staff map of the 1860s: hachures, tinted woods.
        #[default]
        Staff = "staff",
        /// After the surveys of the War Department: contours and spot heights, woods tree by tree.
        Survey = "survey",
        /// Black on white, sparing with ink, for printers at home.
        Plain = "plain",
    }
}

/// The look that a map asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapStyle {
    /// The look itself, or the one that it is made from.
    pub name: StyleName,
    /// That look with the map's own changes; nothing where it changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Box<Style>>,
    /// Drawings of the map's own: one with the name of a mark takes its place in this look, the others
    /// stand for farms that name them, in every look.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<SymbolId, Symbol>,
}

impl MapStyle {
    /// The look of a name, with the map's changes if they are changes of that look.
    pub fn named(&self, name: StyleName) -> Style {
        match &self.own {
            Some(own) if self.name == name => (**own).clone(),
            _ => Style::built_in(name),
        }
    }

    /// The drawings of the map's own that the look of a name has.
    pub fn symbols_in(&self, name: StyleName) -> impl Iterator<Item = (&SymbolId, &Symbol)> {
        let is_shown = move |id: &SymbolId| name == self.name || Mark::named(id.as_str()).is_none();
        self.symbols.iter().filter(move |(id, _)| is_shown(id))
    }
}

/// Everything that decides how a map looks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Style<Colour = Rgb> {
    /// The sheet itself, lines and letters.
    pub sheet: SheetStyle<Colour>,
    /// How the relief is shown.
    pub relief: ReliefStyle,
    /// Strokes down the slopes.
    pub hachures: HachureStyle<Colour>,
    /// Lines of equal height.
    pub contours: ContourStyle<Colour>,
    /// Ground that lies in the shade.
    pub shading: ShadingStyle<Colour>,
    /// Woods and orchards.
    pub woods: WoodsStyle<Colour>,
    /// Rivers, streams, marsh.
    pub water: WaterStyle<Colour>,
    /// Roads and railroads.
    pub roads: RoadStyle<Colour>,
    /// Town blocks and houses.
    pub buildings: BuildingStyle<Colour>,
    /// Hill edges and crests, as the rules see them.
    pub hills: HillStyle<Colour>,
    /// Names.
    pub names: NameStyle,
}

/// Parts of a look with colours: every key must be there, and no other. Beside each colour stands the name of its ink.
macro_rules! parts {
    (@value $of:ident, $value:expr) => { $value };
    (@value $of:ident, $value:expr, $ink:literal) => { $of($ink, $value) };
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident: $type:ty $(= $ink:literal)?,)*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields)]
        pub struct $name<Colour = Rgb> { $($(#[$field_meta])* pub $field: $type,)* }

        impl<Colour: Copy> $name<Colour> {
            fn with_inks<Ink>(&self, ink: &impl Fn(&'static str, Colour) -> Ink) -> $name<Ink> {
                $name { $($field: parts!(@value ink, self.$field $(, $ink)?),)* }
            }
        }
    )*};
}

parts! {
    /// The sheet itself, lines and letters.
    pub struct SheetStyle {
        /// The paper.
        pub paper: Colour = "paper",
        /// Letters, frames, outlines.
        pub black: Colour = "black",
        /// What stands out: entries.
        pub accent: Colour = "accent",
    }

    /// Strokes down the slopes, after Lehmann: the steeper, the heavier.
    pub struct HachureStyle {
        /// Their ink.
        pub ink: Colour = "hachure",
        /// Height between the contour lines on which strokes begin.
        pub interval: GroundSpan,
        /// Blur of the heights before anything is drawn.
        pub smoothing: GroundSpan,
        /// Ground flatter than this (rise per run) stays white.
        pub least_slope: Share,
        /// From this slope on strokes are as heavy as they get.
        pub full_slope: Share,
        /// Width of a stroke on the gentlest hachured ground.
        pub finest: Weight,
        /// Width on the steepest.
        pub heaviest: Weight,
        /// Middle to middle on the gentlest hachured ground.
        pub spacing_gentle: Gap,
        /// Middle to middle on the steepest.
        pub spacing_steep: Gap,
        /// Strokes shorter than this are left out.
        pub shortest: Gap,
        /// Strokes end here at the latest.
        pub longest: Gap,
        /// How much heavier slopes away from a light in the north-west are drawn.
        pub shade: Share,
        /// How near a running stroke may come to another, of the spacing.
        pub crowding: Share,
        /// How heavy strokes are among trees.
        pub in_woods: Share,
    }

    /// Lines of equal height.
    pub struct ContourStyle {
        /// Their ink, and that of figures and spot heights.
        pub ink: Colour = "contour",
        /// In which unit heights are given.
        pub unit: HeightUnit,
        /// Height from one line to the next, in that unit; 0: as suits the relief.
        pub interval: ContourInterval,
        /// Every how many lines one is heavier and has figures.
        pub index_every: Steps,
        /// Blur of the heights before anything is drawn.
        pub smoothing: GroundSpan,
        /// Width of a line.
        pub line: Weight,
        /// Width of a heavier line.
        pub index_line: Weight,
        /// Figures on the heavier lines.
        pub figures: LetteringStyle,
        /// Are the heights of tops written beside a point?
        pub spot_heights: bool,
    }

    /// Ground that lies in the shade of a light in the north-west.
    pub struct ShadingStyle {
        /// What the paper is darkened with.
        pub ink: Colour = "shading",
        /// How dark the darkest slope is.
        pub strength: Share,
        /// In how many steps.
        pub steps: Steps,
        /// Blur of the heights before anything is drawn.
        pub smoothing: GroundSpan,
    }

    /// Woods and orchards.
    pub struct WoodsStyle {
        /// Ground under trees.
        pub tint: Colour = "wood",
        /// Crowns.
        pub crown: Colour = "tree",
        /// Shaded side of crowns, edges away from the light.
        pub shade: Colour = "tree-shade",
        /// Nearest distance between trees.
        pub spacing: Gap,
        /// Distance between trees along an edge.
        pub edge_spacing: Gap,
        /// Distance between trees of an orchard.
        pub orchard_spacing: Gap,
        /// Ground of an orchard.
        pub orchard_tint: Colour = "orchard",
    }

    /// Rivers, streams, marsh.
    pub struct WaterStyle {
        /// Banks, streams.
        pub line: Colour = "water-line",
        /// Surface.
        pub tint: Colour = "water",
        /// Names.
        pub name: Colour = "water-name",
        /// Bank lines of a river.
        pub bank: Weight,
        /// A river is drawn at least this wide.
        pub least_river: Weight,
        /// A stream at its source.
        pub source: Weight,
        /// A stream some way down.
        pub stream: Weight,
        /// After how much of its course a stream is full width.
        pub growth: Gap,
    }

    /// Roads and railroads.
    pub struct RoadStyle {
        /// Between the lines of a pike.
        pub pike: Colour = "pike",
        /// Between the lines of a road.
        pub road: Colour = "road",
        /// Whole width of a pike.
        pub pike_width: Weight,
        /// Whole width of a road.
        pub road_width: Weight,
        /// The two lines of a pike.
        pub pike_line: Weight,
        /// The two lines of a road.
        pub road_line: Weight,
        /// The single line of a lane.
        pub lane: Weight,
        /// A dash of a lane.
        pub lane_dash: Gap,
        /// From one dash of a lane to the next.
        pub lane_gap: Gap,
        /// Line of a railroad.
        pub rail: Weight,
        /// Distance between a railroad's ties.
        pub tie_spacing: Gap,
        /// Length of a tie.
        pub tie: Weight,
    }

    /// Town blocks and houses.
    pub struct BuildingStyle {
        /// Ground of a town block.
        pub tint: Colour = "house",
        /// Hatching and outlines.
        pub line: Colour = "house-line",
        /// Distance between hatching lines.
        pub hatch_spacing: Gap,
        /// Width of hatching lines.
        pub hatch: Weight,
        /// Outline of a block.
        pub outline: Weight,
    }

    /// Hill edges and crests, as the rules see them.
    pub struct HillStyle {
        /// Their ink.
        pub ink: Colour = "hill",
        /// Edge line.
        pub edge: Weight,
        /// Crest line.
        pub crest: Weight,
        /// Distance between the ticks on the lower side of an edge.
        pub tick_spacing: Gap,
        /// Length of a tick.
        pub tick: Weight,
    }
}

/// How the relief is shown where the map has elevation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReliefStyle {
    /// By strokes down the slopes.
    pub hachures: bool,
    /// By lines of equal height.
    pub contours: bool,
    /// By ground that lies in the shade.
    pub shading: bool,
}

/// Names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NameStyle {
    /// How far the rim around letters reaches.
    pub halo: Weight,
    /// A town.
    pub town: LetteringStyle,
    /// A ridge or hill, along its crest.
    pub relief: LetteringStyle,
    /// A small hill.
    pub knoll: LetteringStyle,
    /// A main place.
    pub main: LetteringStyle,
    /// A detail.
    pub detail: LetteringStyle,
    /// A river.
    pub river: LetteringStyle,
    /// A stream.
    pub stream: LetteringStyle,
    /// A pike or road.
    pub road: LetteringStyle,
    /// A lane or railroad.
    pub lane: LetteringStyle,
    /// A wood.
    pub wood: LetteringStyle,
    /// A farm.
    pub farm: LetteringStyle,
    /// An orchard.
    pub orchard: LetteringStyle,
}

/// How names of one kind are set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetteringStyle {
    /// The face.
    pub face: Face,
    /// Size of the type.
    pub size: TypeSize,
    /// Extra space after each letter, of the size.
    pub spacing: Share,
}

/// A unit of height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HeightUnit {
    /// Metres.
    Metres,
    /// Feet of 0.3048 m.
    Feet,
}

impl HeightUnit {
    /// Metres in one of it.
    pub const fn metres(self) -> f64 {
        match self {
            Self::Metres => 1.0,
            Self::Feet => 0.3048,
        }
    }
}

/// A face of the type family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TypeFace"))]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Upright.
    Regular,
    /// Italic.
    Italic,
    /// Upright, half bold.
    Semibold,
    /// Italic, half bold.
    SemiboldItalic,
    /// Upright, bold.
    Bold,
    /// Italic, bold.
    BoldItalic,
}

impl Face {
    /// Every face, in the order of their numbers.
    pub const ALL: [Self; 6] = [
        Self::Regular,
        Self::Italic,
        Self::Semibold,
        Self::SemiboldItalic,
        Self::Bold,
        Self::BoldItalic,
    ];
}

impl<Colour: Copy> Style<Colour> {
    /// The same look with each colour as what is made of it and of the name of its ink.
    pub fn with_inks<Ink>(&self, ink: impl Fn(&'static str, Colour) -> Ink) -> Style<Ink> {
        Style {
            sheet: self.sheet.with_inks(&ink),
            relief: self.relief,
            hachures: self.hachures.with_inks(&ink),
            contours: self.contours.with_inks(&ink),
            shading: self.shading.with_inks(&ink),
            woods: self.woods.with_inks(&ink),
            water: self.water.with_inks(&ink),
            roads: self.roads.with_inks(&ink),
            buildings: self.buildings.with_inks(&ink),
            hills: self.hills.with_inks(&ink),
            names: self.names.clone(),
        }
    }
}

impl Style {
    /// A look that comes with the program.
    pub fn built_in(name: StyleName) -> Self {
        let text = match name {
            StyleName::Staff => include_str!("../../../styles/staff.json"),
            StyleName::Survey => include_str!("../../../styles/survey.json"),
            StyleName::Plain => include_str!("../../../styles/plain.json"),
        };
        serde_json::from_str(text).expect("the looks that come with the program are whole")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_looks_of_the_program_are_whole() {
        for name in StyleName::ALL {
            let style = Style::built_in(name);
            let again = serde_json::to_string(&style).expect("a look is JSON");
            assert_eq!(serde_json::from_str::<Style>(&again).expect("and back"), style, "{name:?}");
        }
    }
}

//! The style of a map as data: colours, line widths and type. Three styles are built in; a map may
//! change any value of one of them.

pub(crate) mod symbol;
pub(crate) mod value;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::choice::choices;
use crate::ids::SymbolId;
use crate::model::Rgb;
use crate::model::map::UnitSystem;
use symbol::{Mark, Symbol};
use value::{ContourInterval, Gap, GroundSpan, Share, Steps, TypeSize, Weight};

choices! {
    /// A built-in style.
    #[derive(Default)]
    pub enum StyleName("style") {
        /// An engraved staff map of the 1860s, with hachures and tinted woods.
        #[default]
        Staff = "staff",
        /// A map like the surveys of the War Department, with contours, spot heights and single
        /// trees.
        Survey = "survey",
        /// Black on white with little ink, for home printers.
        Plain = "plain",
    }
}

/// The style that a map uses.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapStyle {
    /// The built-in style, or the one that the changes apply to.
    pub name: StyleName,
    /// The style with the map's changes; `None` if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Box<Style>>,
    /// The map's own drawings. A drawing with the name of a mark replaces that mark in this style.
    /// The others are for farms that use them, in every style.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub symbols: BTreeMap<SymbolId, Symbol>,
}

impl MapStyle {
    /// The style with this name, including the map's changes if they apply to it.
    pub fn named(&self, name: StyleName) -> Style {
        match &self.own {
            Some(own) if self.name == name => (**own).clone(),
            _ => Style::built_in(name),
        }
    }

    /// The map's own drawings that the style with this name uses.
    pub fn symbols_in(&self, name: StyleName) -> impl Iterator<Item = (&SymbolId, &Symbol)> {
        let is_shown =
            move |id: &SymbolId| name == self.name || Mark::from_word(id.as_str()).is_none();
        self.symbols.iter().filter(move |(id, _)| is_shown(id))
    }
}

/// The complete style of a map.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Style<Colour = Rgb> {
    /// The sheet itself, lines and text.
    pub sheet: SheetStyle<Colour>,
    /// The methods that show the relief.
    pub relief: ReliefStyle,
    /// Hachures: strokes down the slopes.
    pub hachures: HachureStyle<Colour>,
    /// Contour lines.
    pub contours: ContourStyle<Colour>,
    /// Relief shading.
    pub shading: ShadingStyle<Colour>,
    /// Woods and orchards.
    pub woods: WoodsStyle<Colour>,
    /// Rivers, streams and marsh.
    pub water: WaterStyle<Colour>,
    /// Roads and railroads.
    pub roads: RoadStyle<Colour>,
    /// Town blocks and houses.
    pub buildings: BuildingStyle<Colour>,
    /// Edges and crests of hills, as the rules use them.
    pub hills: HillStyle<Colour>,
    /// Names.
    pub names: NameStyle,
}

/// Declares the parts of a style that have colours. All keys are required, and unknown keys are
/// rejected. The string after each colour is the name of its ink.
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
    /// The sheet itself, lines and text.
    pub struct SheetStyle {
        /// The paper.
        pub paper: Colour = "paper",
        /// Text, frames and outlines.
        pub black: Colour = "black",
        /// Highlights, such as entries.
        pub accent: Colour = "accent",
    }

    /// Hachures after Lehmann: steeper slopes have heavier strokes.
    pub struct HachureStyle {
        /// Colour of the strokes.
        pub ink: Colour = "hachure",
        /// Height between the contour lines at which strokes begin.
        pub interval: GroundSpan,
        /// Radius for smoothing the elevation before drawing.
        pub smoothing: GroundSpan,
        /// The slope (rise over run) below which ground stays white.
        pub least_slope: Share,
        /// The slope from which strokes have their maximum width.
        pub full_slope: Share,
        /// Width of strokes on the gentlest slopes.
        pub finest: Weight,
        /// Width of strokes on the steepest slopes.
        pub heaviest: Weight,
        /// Distance between the centres of strokes on the gentlest slopes.
        pub spacing_gentle: Gap,
        /// Distance between the centres of strokes on the steepest slopes.
        pub spacing_steep: Gap,
        /// Minimum length; shorter strokes are omitted.
        pub shortest: Gap,
        /// Maximum length of a stroke.
        pub longest: Gap,
        /// Extra weight of strokes on slopes that face away from a light in the north-west.
        pub shade: Share,
        /// Minimum distance between strokes as they run downhill, as a share of the spacing.
        pub crowding: Share,
        /// Weight of strokes in woods, as a share of their weight elsewhere.
        pub in_woods: Share,
    }

    /// Contour lines.
    pub struct ContourStyle {
        /// Colour of the lines, figures and spot heights.
        pub ink: Colour = "contour",
        /// Unit of heights.
        pub unit: HeightUnit,
        /// Contour interval in that unit; 0 chooses one that suits the relief.
        pub interval: ContourInterval,
        /// The number of lines from one index contour to the next. Index contours are heavier and
        /// have figures.
        pub index_every: Steps,
        /// Radius for smoothing the elevation before drawing.
        pub smoothing: GroundSpan,
        /// Width of a line.
        pub line: Weight,
        /// Width of an index contour.
        pub index_line: Weight,
        /// Figures on the index contours.
        pub figures: LetteringStyle,
        /// Whether summits have a point with their height.
        pub spot_heights: bool,
    }

    /// Relief shading with a light in the north-west.
    pub struct ShadingStyle {
        /// Colour of the shade.
        pub ink: Colour = "shading",
        /// Darkness of the darkest slope.
        pub strength: Share,
        /// The number of shades.
        pub steps: Steps,
        /// Radius for smoothing the elevation before drawing.
        pub smoothing: GroundSpan,
    }

    /// Woods and orchards.
    pub struct WoodsStyle {
        /// Ground under trees.
        pub tint: Colour = "wood",
        /// Crowns of trees.
        pub crown: Colour = "tree",
        /// Shaded side of crowns, and edges away from the light.
        pub shade: Colour = "tree-shade",
        /// Minimum distance between trees.
        pub spacing: Gap,
        /// Distance between trees along an edge.
        pub edge_spacing: Gap,
        /// Distance between trees in an orchard.
        pub orchard_spacing: Gap,
        /// Ground of an orchard.
        pub orchard_tint: Colour = "orchard",
    }

    /// Rivers, streams and marsh.
    pub struct WaterStyle {
        /// Banks of rivers, and streams.
        pub line: Colour = "water-line",
        /// Surface of the water.
        pub tint: Colour = "water",
        /// Names of waters.
        pub name: Colour = "water-name",
        /// Width of a river's bank lines.
        pub bank: Weight,
        /// Minimum width of a river.
        pub least_river: Weight,
        /// Width of a stream at its source.
        pub source: Weight,
        /// Full width of a stream.
        pub stream: Weight,
        /// Distance from its source at which a stream reaches its full width.
        pub growth: Gap,
    }

    /// Roads and railroads.
    pub struct RoadStyle {
        /// Fill between the lines of a pike.
        pub pike: Colour = "pike",
        /// Fill between the lines of a road.
        pub road: Colour = "road",
        /// Total width of a pike.
        pub pike_width: Weight,
        /// Total width of a road.
        pub road_width: Weight,
        /// Width of the two lines of a pike.
        pub pike_line: Weight,
        /// Width of the two lines of a road.
        pub road_line: Weight,
        /// Width of a lane's single line.
        pub lane: Weight,
        /// Length of a lane's dashes.
        pub lane_dash: Gap,
        /// Distance from one dash of a lane to the next.
        pub lane_gap: Gap,
        /// Width of a railroad's line.
        pub rail: Weight,
        /// Distance between a railroad's ties.
        pub tie_spacing: Gap,
        /// Length of a tie.
        pub tie: Weight,
    }

    /// Town blocks and houses.
    pub struct BuildingStyle {
        /// Fill of a town block.
        pub tint: Colour = "house",
        /// Hatching and outlines.
        pub line: Colour = "house-line",
        /// Distance between hatching lines.
        pub hatch_spacing: Gap,
        /// Width of hatching lines.
        pub hatch: Weight,
        /// Width of a block's outline.
        pub outline: Weight,
    }

    /// Edges and crests of hills, as the rules use them.
    pub struct HillStyle {
        /// Colour of the lines.
        pub ink: Colour = "hill",
        /// Width of edge lines.
        pub edge: Weight,
        /// Width of crest lines.
        pub crest: Weight,
        /// Distance between the ticks on the lower side of an edge.
        pub tick_spacing: Gap,
        /// Length of a tick.
        pub tick: Weight,
    }
}

/// The methods that show the relief, if the map has elevation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ReliefStyle {
    /// Whether to draw hachures.
    pub hachures: bool,
    /// Whether to draw contour lines.
    pub contours: bool,
    /// Whether to draw relief shading.
    pub shading: bool,
}

/// Names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NameStyle {
    /// Width of the halo around text.
    pub halo: Weight,
    /// Names of towns.
    pub town: LetteringStyle,
    /// Names of ridges and hills, along their crests.
    pub relief: LetteringStyle,
    /// Names of small hills.
    pub knoll: LetteringStyle,
    /// Names of main places.
    pub main: LetteringStyle,
    /// Names of details.
    pub detail: LetteringStyle,
    /// Names of rivers.
    pub river: LetteringStyle,
    /// Names of streams.
    pub stream: LetteringStyle,
    /// Names of pikes and roads.
    pub road: LetteringStyle,
    /// Names of lanes and railroads.
    pub lane: LetteringStyle,
    /// Names of woods.
    pub wood: LetteringStyle,
    /// Names of farms.
    pub farm: LetteringStyle,
    /// Names of orchards.
    pub orchard: LetteringStyle,
}

/// The type for one kind of name.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LetteringStyle {
    /// The font.
    pub face: Face,
    /// The type size.
    pub size: TypeSize,
    /// Extra space after each letter, as a share of the type size.
    pub spacing: Share,
}

/// The unit of heights of a style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HeightUnit {
    /// Metres or feet, as the map's units.
    Map,
    /// Metres.
    Metres,
    /// Feet of 0.3048 m.
    Feet,
}

impl HeightUnit {
    /// The units of heights on a map with these units.
    pub const fn on(self, map: UnitSystem) -> UnitSystem {
        match self {
            Self::Map => map,
            Self::Metres => UnitSystem::Metric,
            Self::Feet => UnitSystem::Imperial,
        }
    }
}

/// A font of the type family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "TypeFace"))]
#[serde(rename_all = "kebab-case")]
pub enum Face {
    /// Upright.
    Regular,
    /// Italic.
    Italic,
    /// Upright, semibold.
    Semibold,
    /// Italic, semibold.
    SemiboldItalic,
    /// Upright, bold.
    Bold,
    /// Italic, bold.
    BoldItalic,
}

impl Face {
    /// All fonts, in order of their numbers.
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
    /// This style with every colour converted by `ink`, which gets the colour and the name of its
    /// ink.
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
    /// The built-in style with this name.
    pub fn built_in(name: StyleName) -> Self {
        let text = match name {
            StyleName::Staff => include_str!("../../../styles/staff.json"),
            StyleName::Survey => include_str!("../../../styles/survey.json"),
            StyleName::Plain => include_str!("../../../styles/plain.json"),
        };
        serde_json::from_str(text).expect("valid built-in style")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_styles_are_complete() {
        for name in StyleName::ALL {
            let style = Style::built_in(name);
            let again = serde_json::to_string(&style).expect("a style serialises");
            assert_eq!(
                serde_json::from_str::<Style>(&again).expect("a style deserialises"),
                style,
                "{name:?}"
            );
        }
    }
}

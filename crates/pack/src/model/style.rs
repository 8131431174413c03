//! The look of a map as data: which inks, how wide the lines, which type. Three looks come with the
//! program; a map may change any value of one of them.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::labels::Rgb;
use super::symbol::{Mark, Symbol};
use crate::ids::SymbolId;
use crate::units::GroundLength;

/// The looks that come with the program.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum StyleName {
    /// An engraved staff map of the 1860s: hachures, tinted woods.
    #[default]
    Staff,
    /// After the surveys of the War Department: contours and spot heights, woods tree by tree.
    Survey,
    /// Black on white, sparing with ink, for printers at home.
    Plain,
}

impl StyleName {
    /// Every look.
    pub const ALL: [Self; 3] = [Self::Staff, Self::Survey, Self::Plain];

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Staff => "staff",
            Self::Survey => "survey",
            Self::Plain => "plain",
        }
    }
}

/// The look that a map asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MapStyle {
    /// The look itself, or the one that it is made from.
    pub name: StyleName,
    /// That look with the map's own changes; nothing where it changes nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<Box<Style>>,
    /// Drawings of the map's own: those with the name of a [`Mark`] take its place in this look, the
    /// others stand for farms that name them, in every look.
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

/// Why a value of a look cannot be used: what would do instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StyleValueError(String);

impl fmt::Display for StyleValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The number before a unit.
fn before(text: &str, unit: &str) -> Option<f64> {
    let number = text.strip_suffix(unit)?;
    let number = number.strip_suffix(' ').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    number.parse().ok().filter(|_| digits(whole) && digits(fraction))
}

/// A measure between two bounds, written with its unit.
macro_rules! measures {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident($least:literal ..= $most:literal $unit:literal, $noun:literal, $example:literal);
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
        #[serde(try_from = "String", into = "String")]
        #[schemars(with = "String", extend("pattern" = concat!("^[0-9]+(\\.[0-9]+)? ?", $unit, "$"), "examples" = [$example]))]
        pub struct $name(f64);

        impl $name {
            #[doc = concat!("The number of ", $unit, ".")]
            pub const fn get(self) -> f64 {
                self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = StyleValueError;
            fn try_from(text: String) -> Result<Self, StyleValueError> {
                let number = before(&text, $unit).filter(|n| ($least..=$most).contains(n));
                number.map(Self).ok_or_else(|| StyleValueError(format!(
                    "`{text}` is no {}: write one from {} to {} {}, such as `{}`",
                    $noun, $least, $most, $unit, $example,
                )))
            }
        }

        impl From<$name> for String {
            fn from(measure: $name) -> Self {
                format!("{} {}", measure.0, $unit)
            }
        }
    )*};
}

measures! {
    /// Width of a line on paper.
    pub struct Weight(0.02 ..= 10.0 "mm", "width of a line", "0.15 mm");
    /// A distance on paper, from one thing to the next.
    pub struct Gap(0.2 ..= 100.0 "mm", "distance on paper", "1.2 mm");
    /// Size of type, in printer's points of 1/72 inch.
    pub struct TypeSize(5.0 ..= 200.0 "pt", "size of type", "7.5 pt");
    /// A length on the ground.
    pub struct GroundSpan(0.1 ..= 1_000.0 "m", "length on the ground", "5 m");
}

impl GroundSpan {
    /// As a length on the ground, to the nearest centimetre.
    pub fn ground(self) -> GroundLength {
        GroundLength::from_metres_rounded(self.0).unwrap_or(GroundLength::ZERO)
    }
}

/// A share of a whole.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "f64", into = "f64")]
#[schemars(with = "f64", extend("minimum" = 0, "maximum" = 1))]
pub struct Share(f64);

impl Share {
    /// From 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl TryFrom<f64> for Share {
    type Error = StyleValueError;
    fn try_from(number: f64) -> Result<Self, StyleValueError> {
        let share = (0.0..=1.0).contains(&number).then_some(Self(number));
        share.ok_or_else(|| {
            StyleValueError(format!("{number} is no share: write a number from 0 to 1"))
        })
    }
}

impl From<Share> for f64 {
    fn from(share: Share) -> Self {
        share.0
    }
}

/// A part of a look: every key must be there, and no other.
macro_rules! part {
    ($(
        $(#[$meta:meta])*
        pub struct $name:ident { $($(#[$field_meta:meta])* pub $field:ident: $type:ty,)* }
    )*) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_meta])* pub $field: $type,)* }
    )*};
}

part! {
    /// Everything that decides how a map looks.
    pub struct Style {
        /// The sheet itself, lines and letters.
        pub sheet: SheetStyle,
        /// How the relief is shown.
        pub relief: ReliefStyle,
        /// Strokes down the slopes.
        pub hachures: HachureStyle,
        /// Lines of equal height.
        pub contours: ContourStyle,
        /// Ground that lies in the shade.
        pub shading: ShadingStyle,
        /// Woods and orchards.
        pub woods: WoodsStyle,
        /// Rivers, streams, marsh.
        pub water: WaterStyle,
        /// Roads and railroads.
        pub roads: RoadStyle,
        /// Town blocks and houses.
        pub buildings: BuildingStyle,
        /// Hill edges and crests, as the rules see them.
        pub hills: HillStyle,
        /// Names.
        pub names: NameStyle,
    }

    /// The sheet itself, lines and letters.
    pub struct SheetStyle {
        /// The paper.
        pub paper: Rgb,
        /// Letters, frames, outlines.
        pub black: Rgb,
        /// What stands out: entries.
        pub accent: Rgb,
    }

    /// How the relief is shown where the map has elevation.
    pub struct ReliefStyle {
        /// By strokes down the slopes.
        pub hachures: bool,
        /// By lines of equal height.
        pub contours: bool,
        /// By ground that lies in the shade.
        pub shading: bool,
    }

    /// Strokes down the slopes, after Lehmann: the steeper, the heavier.
    pub struct HachureStyle {
        /// Their ink.
        pub ink: Rgb,
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
        pub ink: Rgb,
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
        pub ink: Rgb,
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
        pub tint: Rgb,
        /// Crowns.
        pub crown: Rgb,
        /// Shaded side of crowns, edges away from the light.
        pub shade: Rgb,
        /// Nearest distance between trees.
        pub spacing: Gap,
        /// Distance between trees along an edge.
        pub edge_spacing: Gap,
        /// Distance between trees of an orchard.
        pub orchard_spacing: Gap,
        /// Ground of an orchard.
        pub orchard_tint: Rgb,
    }

    /// Rivers, streams, marsh.
    pub struct WaterStyle {
        /// Banks, streams.
        pub line: Rgb,
        /// Surface.
        pub tint: Rgb,
        /// Names.
        pub name: Rgb,
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
        pub pike: Rgb,
        /// Between the lines of a road.
        pub road: Rgb,
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
        pub tint: Rgb,
        /// Hatching and outlines.
        pub line: Rgb,
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
        pub ink: Rgb,
        /// Edge line.
        pub edge: Weight,
        /// Crest line.
        pub crest: Weight,
        /// Distance between the ticks on the lower side of an edge.
        pub tick_spacing: Gap,
        /// Length of a tick.
        pub tick: Weight,
    }

    /// Names.
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
    pub struct LetteringStyle {
        /// The face.
        pub face: TypeFace,
        /// Size of the type.
        pub size: TypeSize,
        /// Extra space after each letter, of the size.
        pub spacing: Share,
    }
}

/// A unit of height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// A whole number between two bounds.
macro_rules! numbers {
    ($($(#[$meta:meta])* pub struct $name:ident($least:literal ..= $most:literal);)*) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        // From any number, so that each that does not do is refused with the bounds.
        #[serde(try_from = "f64", into = "u16")]
        #[schemars(with = "u16", extend("minimum" = $least, "maximum" = $most))]
        pub struct $name(u16);

        impl $name {
            /// The number.
            pub const fn get(self) -> u16 {
                self.0
            }
        }

        impl TryFrom<f64> for $name {
            type Error = StyleValueError;
            fn try_from(number: f64) -> Result<Self, StyleValueError> {
                let whole = ($least..=$most).find(|whole| f64::from(*whole).total_cmp(&number).is_eq());
                whole.map(Self).ok_or_else(|| StyleValueError(format!(
                    "{number} does not do: write a whole number from {} to {}", $least, $most
                )))
            }
        }

        impl From<$name> for u16 {
            fn from(number: $name) -> Self {
                number.0
            }
        }
    )*};
}

numbers! {
    /// Height from contour to contour; 0 where the relief decides.
    pub struct ContourInterval(0 ..= 500);
    /// A number of steps.
    pub struct Steps(1 ..= 50);
}

/// A face of the type family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TypeFace {
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

impl Style {
    /// A look that comes with the program.
    pub fn built_in(name: StyleName) -> Self {
        let text = match name {
            StyleName::Staff => include_str!("../../styles/staff.json"),
            StyleName::Survey => include_str!("../../styles/survey.json"),
            StyleName::Plain => include_str!("../../styles/plain.json"),
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

    #[test]
    fn measures_have_their_unit_and_bounds() {
        let weight = |text: &str| Weight::try_from(text.to_owned());
        assert_eq!(weight("0.15 mm").map(Weight::get), Ok(0.15));
        assert_eq!(weight("0.15mm").map(Weight::get), Ok(0.15));
        for bad in ["0.15", "15 cm", "0 mm", "11 mm", "-1 mm", "+1 mm", "1e-1 mm", "NaN mm", "mm"] {
            let told = weight(bad).expect_err(bad).to_string();
            assert!(told.contains("from 0.02 to 10 mm, such as `0.15 mm`"), "{told}");
        }
        assert!(Share::try_from(1.01).is_err() && Share::try_from(f64::NAN).is_err());
        for number in [0.0, 51.0, -3.0, 2.5, 100_000.0, f64::NAN] {
            let error = Steps::try_from(number).expect_err("it does not do").to_string();
            assert!(error.ends_with("a whole number from 1 to 50"), "{error}");
        }
        assert!(Steps::try_from(5.0).is_ok() && ContourInterval::try_from(501.0).is_err());
    }
}

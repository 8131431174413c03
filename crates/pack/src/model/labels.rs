//! Names, colours and printed text of maps and stickers, which the rules do not read.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::surname::short_leader;
use super::text::{Language, Text};
use crate::ids::{
    CommandId, EntryId, FeatureId, ObjectiveId, PieceId, SideId, SpecialRuleId, TypeId,
};
use crate::model::{Basis, Side, UnitSystem};
use crate::units::PaperLength;

/// Everything that is printed and has no effect on play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Labels {
    /// The battle's title.
    pub title: Text,
    /// Title of the map sheet.
    pub map_title: Text,
    /// Second line of the map's title.
    pub map_subtitle: Option<Text>,
    /// The units of scale bars and contours.
    #[serde(default, skip_serializing_if = "UnitSystem::is_imperial")]
    pub units: UnitSystem,
    /// Date of publication, `YYYY-MM-DD`: the only date in printed files.
    pub published: Option<String>,
    /// Languages in which the scenario is complete, its original language first.
    pub languages: Vec<Language>,
    /// Printed notes on the situation.
    pub notes: Option<Text>,
    /// A printed account of the historical events.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub history: Option<Text>,
    /// The corrected edition, if this is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub errata: Option<Errata>,
    /// Physical size of the blocks.
    pub block_profile: BlockProfile,
    /// Sources of the data.
    pub credits: Vec<Credit>,
    /// The two sides.
    pub sides: BTreeMap<SideId, SideLabel>,
    /// Commands and army headquarters.
    pub commands: BTreeMap<CommandId, CommandLabel>,
    /// Combat pieces.
    pub pieces: BTreeMap<PieceId, PieceLabel>,
    /// Entries.
    pub entries: BTreeMap<EntryId, Text>,
    /// Features of the map.
    pub features: BTreeMap<FeatureId, FeatureLabel>,
    /// Types that the battle defines; types that are not listed are named by their ids.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub types: BTreeMap<TypeId, Text>,
    /// Weather, one text for each entry of the scenario's list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weather: Vec<Text>,
    /// Objectives.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub objectives: BTreeMap<ObjectiveId, Text>,
    /// Special rules.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub special_rules: BTreeMap<SpecialRuleId, Text>,
}

impl Labels {
    /// Labels for a battle that is played but not printed: every part is named by its id.
    pub fn from_ids<'i>(
        title: &str,
        sides: &[Side; 2],
        features: impl IntoIterator<Item = &'i FeatureId>,
    ) -> Self {
        let mut labels = Self {
            title: Text::plain(title),
            map_title: Text::plain(title),
            map_subtitle: None,
            units: UnitSystem::default(),
            published: None,
            languages: vec![Language::En],
            notes: None,
            history: None,
            errata: None,
            block_profile: BlockProfile {
                length: PaperLength::from_inches(1.5),
                height: PaperLength::from_inches(0.75),
                thickness: PaperLength::from_inches(0.375),
                inset: PaperLength::ZERO,
            },
            credits: Vec::new(),
            sides: BTreeMap::new(),
            commands: BTreeMap::new(),
            pieces: BTreeMap::new(),
            entries: BTreeMap::new(),
            features: BTreeMap::new(),
            types: BTreeMap::new(),
            weather: Vec::new(),
            objectives: BTreeMap::new(),
            special_rules: BTreeMap::new(),
        };
        for feature in features {
            let label = FeatureLabel { name: None, basis: Basis::Derived, accuracy_m: None };
            labels.features.insert(feature.clone(), label);
        }
        let (blue, red) = ((0x1f, 0x3a, 0x5f), (0x8c, 0x2f, 0x28));
        for (side, (red, green, blue)) in sides.iter().zip([blue, red]) {
            let title = Text::plain(side.id.as_str());
            let colour = Rgb { red, green, blue };
            labels.sides.insert(side.id.clone(), SideLabel { title, colour });
            for headquarters in side.headquarters() {
                let label = CommandLabel {
                    title: Text::plain(headquarters.id.as_str()),
                    short: Text::plain("C"),
                    leader: format!("Leader of {}", headquarters.id),
                    leader_short: None,
                };
                labels.commands.insert(headquarters.id.clone(), label);
            }
            for piece in side.pieces() {
                let label = PieceLabel { name: piece.id.to_string(), strength: None };
                labels.pieces.insert(piece.id.clone(), label);
            }
        }
        labels
    }
}

/// A corrected edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Errata {
    /// Its version, such as `1.1`.
    pub version: String,
    /// A description of the corrections.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<Text>,
}

/// Physical size of the wooden blocks in upright position (PB-1.5).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BlockProfile {
    /// Length of the front in millimetres.
    pub length: PaperLength,
    /// Height of the face with the sticker of an upright block.
    pub height: PaperLength,
    /// Thickness from front to back.
    pub thickness: PaperLength,
    /// Distance from the edge of a sticker to the edge of its face.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub inset: PaperLength,
}

fn is_nothing(length: &PaperLength) -> bool {
    *length == PaperLength::ZERO
}

impl BlockProfile {
    /// The minimum length, height and thickness of a block.
    pub const MIN_SIDE: PaperLength = PaperLength::from_millimetres(2.0);
    /// The maximum length, height and thickness of a block.
    pub const MAX_SIDE: PaperLength = PaperLength::from_millimetres(80.0);

    /// The blocks of FAB battles, 5/8 × 5/8 × 5/16 inch, with slightly smaller labels.
    pub const CUBES: Self = Self {
        length: PaperLength::from_millimetres(15.875),
        height: PaperLength::from_millimetres(15.875),
        thickness: PaperLength::from_millimetres(7.9375),
        inset: PaperLength::from_millimetres(0.3),
    };

    /// Whether a block of this size can exist with a label on each face.
    pub fn is_possible(&self) -> bool {
        let sides = [self.length, self.height, self.thickness];
        sides.iter().all(|side| (Self::MIN_SIDE..=Self::MAX_SIDE).contains(side))
            && self.has_room_for_labels()
    }

    /// Whether the inset leaves space for a label on the smallest face.
    pub fn has_room_for_labels(&self) -> bool {
        let smallest = [self.length / 2.0, self.height, self.thickness]
            .into_iter()
            .fold(self.length, |least, side| if side < least { side } else { least });
        (PaperLength::ZERO..=smallest / 4.0).contains(&self.inset)
    }

    /// Width and height of a combat piece's sticker.
    pub fn piece_sticker(&self) -> (PaperLength, PaperLength) {
        self.sticker(self.length)
    }

    /// Width and height of the sticker of an HQ, which is as long as it is thick (PB-A13).
    pub fn headquarters_sticker(&self) -> (PaperLength, PaperLength) {
        self.sticker(self.thickness)
    }

    /// Width and height of the sticker of a train, which is half as long as a piece (PB-A13).
    pub fn baggage_sticker(&self) -> (PaperLength, PaperLength) {
        self.sticker(self.length / 2.0)
    }

    /// Width and height of the label of a FAB unit. It is square, because it turns with its block
    /// (FAB-2.3h).
    pub fn unit_label(&self) -> (PaperLength, PaperLength) {
        let side = if self.length < self.height { self.length } else { self.height };
        let side = side - self.inset * 2.0;
        (side, side)
    }

    fn sticker(&self, length: PaperLength) -> (PaperLength, PaperLength) {
        (length - self.inset * 2.0, self.height - self.inset * 2.0)
    }
}

/// A data source and its licence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Credit {
    /// The attribution in the owner's wording.
    pub text: String,
    /// The licence's name.
    pub licence: String,
}

/// The printed text and colour of a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SideLabel {
    /// Its title.
    pub title: Text,
    /// Its colour.
    pub colour: Rgb,
}

/// The text on the stickers of an army commander without a short name, in English, Spanish and
/// French. It fits an HQ of the usual size.
pub const ARMY_SHORT: [&str; 3] = ["Army", "Ejérc.", "Arm."];

/// The printed text of a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CommandLabel {
    /// Its title, such as "II Corps".
    pub title: Text,
    /// The text on stickers and chits.
    pub short: Text,
    /// The name of its leader.
    pub leader: String,
    /// The leader's name on stickers and chits, if it is not the surname.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader_short: Option<String>,
}

impl CommandLabel {
    /// The leader's name on stickers and chits.
    pub fn short_leader(&self) -> &str {
        short_leader(&self.leader, self.leader_short.as_deref())
    }
}

/// The printed text of a combat piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PieceLabel {
    /// Its name.
    pub name: String,
    /// Its strength in men (PB-1.7); no effect in play.
    pub strength: Option<u32>,
}

/// The name of a map feature, with the basis and accuracy of its data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct FeatureLabel {
    /// Its name, if any.
    pub name: Option<Text>,
    /// The basis of its data.
    pub basis: Basis,
    /// The accuracy of its position, in metres on the ground.
    pub accuracy_m: Option<f64>,
}

/// A screen colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schemars(with = "String", extend("pattern" = "^#[0-9a-fA-F]{6}$")))]
pub struct Rgb {
    /// Red, 0 … 255.
    pub red: u8,
    /// Green, 0 … 255.
    pub green: u8,
    /// Blue, 0 … 255.
    pub blue: u8,
}

impl TryFrom<String> for Rgb {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii());
        let value = digits.and_then(|d| u32::from_str_radix(d, 16).ok());
        match value {
            Some(value) => {
                let [_, red, green, blue] = value.to_be_bytes();
                Ok(Self { red, green, blue })
            }
            None => Err(format!("invalid colour `{text}`: write # and six hexadecimal digits")),
        }
    }
}

impl From<Rgb> for String {
    fn from(colour: Rgb) -> Self {
        colour.to_string()
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }
}

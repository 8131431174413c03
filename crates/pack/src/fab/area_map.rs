//! The drawn map of an area battle. It is only printed; no rule reads it (FAB-G1).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Battle;
use crate::check::map::{has_correct_winding, ticks};
use crate::fault::{FaultKind, PackFault};
use crate::ids::{AreaId, MapId};
use crate::model::{Credit, GraticuleTick, Polygon, Polyline, StyleName, Text, UnitSystem};
use crate::units::{Facing, GroundLength, GroundPoint, PaperLength, Scale};

/// The drawn map of an area battle. The frame's bottom-left corner is (0, 0); everything is inside
/// the frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaMap {
    /// The map's id.
    pub id: MapId,
    /// Title printed on the sheet.
    pub title: Text,
    /// Second line of the title.
    pub subtitle: Option<Text>,
    /// Width of the frame, along `x`.
    pub width: GroundLength,
    /// Height of the frame, along `y`.
    pub height: GroundLength,
    /// The scale of the printed map.
    pub scale: Scale,
    /// The direction of true north at the centre of the frame.
    pub north: Facing,
    /// The units of the scale bars.
    #[serde(default, skip_serializing_if = "UnitSystem::is_imperial")]
    pub units: UnitSystem,
    /// The style of the map.
    pub style: StyleName,
    /// All areas of the battle.
    pub areas: BTreeMap<AreaId, AreaShape>,
    /// Borders between areas. Both neighbours have the same points along a shared border.
    pub borders: Vec<BorderLine>,
    /// Outer boundaries of areas: coasts and the ends of the map.
    pub rim: Vec<RimLine>,
    /// Rivers, along borders or elsewhere.
    pub rivers: Vec<NamedLine>,
    /// Roads.
    pub roads: Vec<NamedLine>,
    /// Sea and lakes.
    pub water: Vec<NamedGround>,
    /// Towns and other named places.
    pub places: Vec<MapPlace>,
    /// Ticks of meridians and parallels on the neatline.
    pub graticule: Vec<GraticuleTick>,
    /// Sources of the data.
    pub credits: Vec<Credit>,
}

/// The polygons of an area.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AreaShape {
    /// Its parts, which do not overlap.
    pub parts: Vec<Polygon>,
    /// A point far from its borders, for its name and its units.
    pub seat: GroundPoint,
}

/// The border of two areas, in one or more stretches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BorderLine {
    /// The area on the left of each stretch.
    pub left: AreaId,
    /// The area on the right.
    pub right: AreaId,
    /// Its stretches.
    pub parts: Vec<Polyline>,
}

/// A stretch of an area's boundary with no area on the other side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RimLine {
    /// The area, on the left of the stretch.
    pub area: AreaId,
    /// The stretch.
    pub line: Polyline,
}

/// A river or a road.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedLine {
    /// Its name.
    pub name: Option<Text>,
    /// Its parts.
    pub parts: Vec<Polyline>,
}

/// A sea or a lake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NamedGround {
    /// Its name.
    pub name: Option<Text>,
    /// Its parts.
    pub parts: Vec<Polygon>,
}

/// A town or another named place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MapPlace {
    /// Its name.
    pub name: Text,
    /// Its kind.
    pub kind: PlaceKind,
    /// Its position.
    pub at: GroundPoint,
}

/// The kind of a place on an area map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PlaceKind {
    /// A town or a village.
    Town,
    /// A port.
    Port,
    /// An airfield.
    Airfield,
    /// A mountain, a hill or a tell.
    Height,
    /// A fort or a strongpoint.
    Fort,
    /// A named bridge or ford.
    Bridge,
    /// Land outside the areas; only its name is printed.
    Region,
}

/// The maximum length of a side of the frame.
const MAX_SIDE: GroundLength = GroundLength::from_metres(600_000);
/// The longest page that a PDF can have, and the shortest sheet that can hold a map.
const MAX_PAPER: PaperLength = PaperLength::from_millimetres(5_080.0);
const MIN_PAPER: PaperLength = PaperLength::from_millimetres(80.0);

/// Limits on the drawing: vertices, length of lines on paper in metres, places and credits. Real
/// maps stay far below them; at the limits, drawing takes a few seconds.
const MAX_VERTICES: usize = 500_000;
const MAX_TOTAL_LINE_LENGTH: f64 = 1_000.0;
const MAX_PLACES: usize = 5_000;
const MAX_CREDITS: usize = 200;

impl AreaMap {
    /// Whether a point is inside the frame or on its edge.
    pub const fn contains(&self, place: GroundPoint) -> bool {
        place.x >= 0
            && place.y >= 0
            && place.x <= self.width.centimetres()
            && place.y <= self.height.centimetres()
    }

    /// All faults of the map for this battle.
    pub(super) fn faults(&self, battle: &Battle) -> Vec<PackFault> {
        let mut faults = Vec::new();
        let mut fault = |place: &str, what: &str| {
            faults.push(PackFault::contradiction(format!("map.json: {place}"), what));
        };
        for (name, side) in [("width", self.width), ("height", self.height)] {
            if side <= GroundLength::ZERO || side > MAX_SIDE {
                fault(name, "must be between 0 and 600 km");
            }
        }
        let sides = [self.width, self.height].map(|side| self.scale.to_paper(side));
        if sides.iter().any(|side| !(MIN_PAPER..=MAX_PAPER).contains(side)) {
            fault("scale", "sheet must measure between 80 and 5,080 mm in both directions");
        }
        let scene = battle.scene();
        let mut ids: Vec<&AreaId> = scene.areas.iter().map(|area| &area.id).collect();
        ids.sort_unstable();
        if !self.areas.keys().eq(ids) {
            fault("areas", "do not match the battle");
        }
        for border in &self.borders {
            if ![&border.left, &border.right].into_iter().all(|area| self.areas.contains_key(area))
            {
                fault("borders", "refer to unknown areas");
            }
        }
        if !self.rim.iter().all(|rim| self.areas.contains_key(&rim.area)) {
            fault("rim", "refers to an unknown area");
        }
        if !self.rings().all(|ring| ring.len() >= 3) || !self.lines().all(|line| line.0.len() >= 2)
        {
            fault("shapes", "have a ring with fewer than 3 points or a line with fewer than 2");
        }
        let of_rings = self.rings().flatten().copied();
        let of_lines = self.lines().flat_map(|line| &line.0).copied();
        let points = self.areas.values().map(|area| area.seat);
        let points = points.chain(self.places.iter().map(|place| place.at));
        if !of_rings.chain(of_lines).chain(points).all(|place| self.contains(place)) {
            fault("shapes", "extend beyond the frame");
        }
        let areas = self.areas.values().flat_map(|area| &area.parts);
        if !areas.chain(self.water.iter().flat_map(|water| &water.parts)).all(has_correct_winding) {
            fault("shapes", "have an empty ring or a ring with the wrong winding");
        }
        for (place, what) in ticks(&self.graticule, self.width, self.height) {
            fault(&place, &what);
        }
        faults.extend(self.size_faults());
        faults
    }

    /// Faults for everything that exceeds the drawing limits.
    fn size_faults(&self) -> impl Iterator<Item = PackFault> {
        let rings: usize = self.rings().map(<[_]>::len).sum();
        let lines: usize = self.lines().map(|line| line.0.len()).sum();
        let length: f64 = self
            .lines()
            .flat_map(|line| line.0.windows(2))
            .map(|side| (side[0].distance_squared(side[1]) as f64).sqrt() / 100.0)
            .sum();
        let paper = length / f64::from(self.scale.denominator());
        let faults = [
            (
                rings + lines > MAX_VERTICES,
                "shapes",
                format!("have more than {MAX_VERTICES} vertices"),
            ),
            (
                paper > MAX_TOTAL_LINE_LENGTH,
                "lines",
                format!(
                    "are {paper:.0} m long on paper, the maximum is {MAX_TOTAL_LINE_LENGTH:.0}"
                ),
            ),
            (self.places.len() > MAX_PLACES, "places", format!("exceed {MAX_PLACES}")),
            (self.credits.len() > MAX_CREDITS, "credits", format!("exceed {MAX_CREDITS}")),
        ];
        faults.into_iter().filter(|(is_wrong, ..)| *is_wrong).map(|(_, place, message)| PackFault {
            place: format!("map.json: {place}"),
            message,
            kind: FaultKind::TooLarge,
        })
    }

    fn rings(&self) -> impl Iterator<Item = &[GroundPoint]> {
        let areas = self.areas.values().flat_map(|area| &area.parts);
        let water = self.water.iter().flat_map(|water| &water.parts);
        areas.chain(water).flat_map(Polygon::rings)
    }

    fn lines(&self) -> impl Iterator<Item = &Polyline> {
        let borders = self.borders.iter().flat_map(|border| &border.parts);
        let drawn = self.rivers.iter().chain(&self.roads).flat_map(|line| &line.parts);
        borders.chain(self.rim.iter().map(|rim| &rim.line)).chain(drawn)
    }
}

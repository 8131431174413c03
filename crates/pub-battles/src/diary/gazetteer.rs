//! Descriptions of places by map names: on a ridge, in a wood, at a farm, or at a distance from the
//! nearest name.

use sandtable_pack::{
    Area, Facing, FeatureId, GroundLength, GroundPoint, GroundVector, Pack, Polygon,
};

use sandtable_engine::prose::with_article;

/// A piece within this distance, about a third of a block's front, is at a place.
const AT_PLACE_DISTANCE: GroundLength = GroundLength::from_metres(200);
/// The name of a hill or wood longer than this is not precise enough alone.
const MAX_PRECISE_LENGTH: GroundLength = GroundLength::from_metres(1_200);
/// On such a long feature, the nearest place within this distance is named as well.
const NEARBY_DISTANCE: GroundLength = GroundLength::from_metres(800);
/// A farm is named only if any other named place is more than 3/2 as far away.
const FARM_WEIGHT: i64 = 150;

/// The names of a map.
#[derive(Debug)]
pub(super) struct Gazetteer<'a> {
    spots: Vec<Spot>,
    grounds: Vec<Ground<'a>>,
    north: Facing,
    width: GroundLength,
    height: GroundLength,
}

/// A name at a point.
#[derive(Debug)]
struct Spot {
    name: String,
    at: GroundPoint,
    /// The factor of its distance, in hundredths.
    weight: i64,
}

/// A name that covers an area.
#[derive(Debug)]
struct Ground<'a> {
    name: String,
    preposition: &'static str,
    parts: &'a [Polygon],
    /// The longer side of its bounding box, and the product of both sides.
    length: i64,
    size: i64,
}

/// A place described in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceDescription {
    /// The place with `at` or `on`: `at the Peach Orchard`, `on Cemetery Ridge`, `500 m south of
    /// the Codori farm`.
    pub at: String,
    /// The place with `to`: `to the Peach Orchard`, `onto Cemetery Ridge`, `to a point 500 m south
    /// of the Codori farm`.
    pub to: String,
}

impl<'a> Gazetteer<'a> {
    pub fn new(pack: &'a Pack) -> Self {
        let (map, scenery) = (pack.map(), pack.scenery());
        let name = |id: &FeatureId| {
            let label = pack.labels().features.get(id)?;
            label.name.as_ref().map(|name| with_article(&name.en))
        };
        let mut spots = Vec::new();
        for place in &scenery.places {
            let named = name(&place.id).map(|name| Spot { name, at: place.at, weight: 100 });
            spots.extend(named);
        }
        for farm in &scenery.farms {
            let named = name(&farm.id).map(|name| Spot { name, at: farm.at, weight: FARM_WEIGHT });
            spots.extend(named);
        }
        let mut grounds = Vec::new();
        let mut cover = |id: &FeatureId, preposition, parts: &'a [Polygon]| {
            if let Some(name) = name(id) {
                grounds.push(Ground::new(name, preposition, parts));
            }
        };
        let areas = |areas: &'a [Area]| areas.iter().map(|area| (&area.id, area.parts.as_slice()));
        let inside = [&map.woods, &map.buildings, &map.marsh, &scenery.orchards, &scenery.fields];
        for (id, parts) in inside.into_iter().flat_map(|list| areas(list)) {
            cover(id, "in", parts);
        }
        for hill in &map.hills {
            cover(&hill.id, "on", &hill.parts);
        }
        // If several names cover a place, the smallest area is the most precise.
        grounds.sort_by_key(|ground| ground.size);
        Self { spots, grounds, north: map.north, width: map.width, height: map.height }
    }

    /// Describes a place in words.
    pub fn describe(&self, place: GroundPoint) -> PlaceDescription {
        let nearest = self.nearest(place, None);
        if let Some((spot, distance)) = nearest
            && distance <= AT_PLACE_DISTANCE
        {
            return PlaceDescription::of("at", "to", &spot.name);
        }
        if let Some(ground) = self.grounds.iter().find(|ground| ground.holds(place)) {
            let to = if ground.preposition == "in" { "into" } else { "onto" };
            let whole = PlaceDescription::of(ground.preposition, to, &ground.name);
            if ground.length < i64::from(MAX_PRECISE_LENGTH.centimetres()) {
                return whole;
            }
            return match self.nearest(place, Some(&ground.name)) {
                Some((spot, distance)) if distance <= NEARBY_DISTANCE => {
                    let description = self.relative_to(place, spot, distance);
                    PlaceDescription {
                        at: format!("{}, {description}", whole.at),
                        to: format!("{}, {description}", whole.to),
                    }
                }
                _ => whole,
            };
        }
        match nearest {
            Some((spot, distance)) => {
                let description = self.relative_to(place, spot, distance);
                PlaceDescription { to: format!("to a point {description}"), at: description }
            }
            None => self.part_of_map(place),
        }
    }

    /// The nearest named place with a name other than `but`.
    fn nearest(&self, place: GroundPoint, but: Option<&str>) -> Option<(&Spot, GroundLength)> {
        let spots = self.spots.iter().filter(|spot| Some(spot.name.as_str()) != but);
        let spot = spots.min_by_key(|spot| {
            let distance = i64::from(spot.at.distance(place).centimetres());
            (distance * spot.weight, &spot.name)
        })?;
        Some((spot, spot.at.distance(place)))
    }

    /// A position relative to a spot, such as `500 m south of the Codori farm`.
    fn relative_to(&self, place: GroundPoint, spot: &Spot, distance: GroundLength) -> String {
        format!("{} {} of {}", length(distance), self.direction(place - spot.at), spot.name)
    }

    /// The compass point of a vector, relative to true north.
    pub fn direction(&self, way: GroundVector) -> &'static str {
        Facing::from_vector(way).map_or("north", |facing| self.compass(facing))
    }

    /// The compass point of a facing, relative to true north.
    pub fn compass(&self, facing: Facing) -> &'static str {
        compass(Facing::UP.turned_by(self.north.turn_to(facing)))
    }

    /// The ninth of the map that contains a place without a name nearby.
    fn part_of_map(&self, place: GroundPoint) -> PlaceDescription {
        let third = |along: i32, side: GroundLength| {
            (3 * i64::from(along) / i64::from(side.centimetres().max(1))).clamp(0, 2)
        };
        let part = match (third(place.x, self.width), third(place.y, self.height)) {
            (0, 0) => "bottom left corner",
            (1, 0) => "bottom",
            (2, 0) => "bottom right corner",
            (0, 1) => "left",
            (2, 1) => "right",
            (0, _) => "top left corner",
            (1, 2) => "top",
            (2, _) => "top right corner",
            _ => "middle",
        };
        PlaceDescription::of("in", "to", &format!("the {part} of the map"))
    }
}

impl PlaceDescription {
    fn of(at: &str, to: &str, name: &str) -> Self {
        Self { at: format!("{at} {name}"), to: format!("{to} {name}") }
    }
}

impl<'a> Ground<'a> {
    fn new(name: String, preposition: &'static str, parts: &'a [Polygon]) -> Self {
        let corners = || parts.iter().flat_map(|part| &part.exterior);
        let spread = |along: fn(&GroundPoint) -> i32| {
            let (least, most) = (corners().map(along).min(), corners().map(along).max());
            i64::from(most.unwrap_or(0)) - i64::from(least.unwrap_or(0))
        };
        let (width, height) = (spread(|place| place.x), spread(|place| place.y));
        Self { name, preposition, parts, length: width.max(height), size: width * height }
    }

    fn holds(&self, place: GroundPoint) -> bool {
        self.parts.iter().any(|part| {
            let crossed: usize = part.rings().map(|ring| crossings(ring, place)).sum();
            crossed % 2 == 1
        })
    }
}

/// The number of ring segments directly to the right of a place.
fn crossings(ring: &[GroundPoint], place: GroundPoint) -> usize {
    let ends = ring.iter().skip(1).chain(ring.first());
    ring.iter()
        .zip(ends)
        .filter(|(from, to)| {
            let is_level = (from.y > place.y) != (to.y > place.y);
            let turn = (**to - **from).cross(place - **from);
            is_level && (turn > 0) == (to.y > from.y)
        })
        .count()
}

/// A rounded length in words, such as `1,070 m`.
pub(super) fn length(length: GroundLength) -> String {
    let metres = (length.centimetres() + 500) / 1_000 * 10;
    match metres {
        ..1_000 => format!("{metres} m"),
        _ => format!("{},{:03} m", metres / 1_000, metres % 1_000),
    }
}

/// The nearest of the eight compass points.
fn compass(facing: Facing) -> &'static str {
    const POINTS: [&str; 8] =
        ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    POINTS[usize::from(facing.turned_by(256).steps() / 512)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facings_use_compass_points() {
        assert_eq!(compass(Facing::UP), "north");
        assert_eq!(compass(Facing::RIGHT), "east");
        assert_eq!(compass(Facing::DOWN.turned_by(200)), "south");
        assert_eq!(compass(Facing::DOWN.turned_by(300)), "south-west");
        assert_eq!(compass(Facing::UP.turned_by(-257)), "north-west");
    }

    #[test]
    fn places_use_nearest_names() {
        let at = GroundPoint::from_metres;
        let square = |low: i32, high: i32| {
            let exterior = vec![at(low, low), at(high, low), at(high, high), at(low, high)];
            vec![Polygon { exterior, holes: Vec::new() }]
        };
        let (ridge, grove) = (square(4_000, 7_000), square(5_000, 5_500));
        let spot = |name: &str, at, weight| Spot { name: name.to_owned(), at, weight };
        let map = Gazetteer {
            spots: vec![
                spot("the Peach Orchard", at(2_000, 2_000), 100),
                spot("the Codori farm", at(2_000, 3_500), FARM_WEIGHT),
            ],
            grounds: vec![
                Ground::new("Ziegler's Grove".to_owned(), "in", &grove),
                Ground::new("Cemetery Ridge".to_owned(), "on", &ridge),
            ],
            north: Facing::UP,
            width: GroundLength::from_metres(9_000),
            height: GroundLength::from_metres(9_000),
        };
        let described = |x, y| map.describe(at(x, y));
        assert_eq!(described(2_100, 2_000).at, "at the Peach Orchard");
        assert_eq!(described(2_100, 2_000).to, "to the Peach Orchard");
        assert_eq!(described(2_500, 2_000).at, "500 m east of the Peach Orchard");
        // The farm is closer, but not close enough to be named.
        assert_eq!(described(2_000, 2_800).at, "800 m north of the Peach Orchard");
        assert_eq!(described(2_000, 3_200).to, "to a point 300 m south of the Codori farm");
        assert_eq!(described(5_200, 5_200).to, "into Ziegler's Grove");
        assert_eq!(described(6_500, 6_500).at, "on Cemetery Ridge");
        let bare = Gazetteer { spots: Vec::new(), grounds: Vec::new(), ..map };
        assert_eq!(bare.describe(at(100, 8_900)).at, "in the top left corner of the map");
    }

    #[test]
    fn names_take_the_article_of_english() {
        for (name, expected) in [
            ("Peach Orchard", "the Peach Orchard"),
            ("The Angle", "the Angle"),
            ("Devil's Den", "Devil's Den"),
            ("Power's Hill", "Power's Hill"),
            ("Pitzer's schoolhouse", "Pitzer's schoolhouse"),
            ("Codori farm", "the Codori farm"),
            ("Valley of Death", "the Valley of Death"),
            ("Hagerstown (Fairfield) Road", "the Hagerstown Road"),
            ("Little Round Top", "Little Round Top"),
            ("First Corps", "the First Corps"),
            ("Gettysburg", "Gettysburg"),
        ] {
            assert_eq!(with_article(name), expected);
        }
    }

    #[test]
    fn lengths_are_rounded_to_ten_metres() {
        let text = |metres| length(GroundLength::from_metres(metres));
        assert_eq!([text(4), text(995), text(1_066)], ["0 m", "1,000 m", "1,070 m"]);
    }

    #[test]
    fn a_ring_holds_its_inside() {
        let at = GroundPoint::from_metres;
        let ring = [at(0, 0), at(10, 0), at(10, 10), at(5, 5), at(0, 10)];
        let holds = |x, y| crossings(&ring, at(x, y)) % 2 == 1;
        assert!(holds(1, 5) && holds(9, 5) && holds(5, 4));
        assert!(!holds(5, 6) && !holds(-1, 5) && !holds(11, 5) && !holds(5, 11));
    }
}

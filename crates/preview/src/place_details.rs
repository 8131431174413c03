//! The details of a position under the pointer, from the engine's own code and the pack.

use sandtable_authored::{Geographic, Georeference};
use sandtable_pack::{GroundLength, GroundPoint, Language, Map, Pack, ReferenceGrid, Scale, fab};
use sandtable_render::Rect;
use sandtable_terrain::{GroundKind, Terrain};
use serde::Serialize;

/// The details of a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlaceDetails {
    /// Metres from the left edge of the map frame.
    pub east_m: f64,
    /// Metres from the bottom edge of the map frame.
    pub north_m: f64,
    /// The printed grid reference, such as `C4.37`; area battles have no grid.
    pub grid: Option<String>,
    /// Degrees east of Greenwich (WGS 84).
    pub longitude: Option<f64>,
    /// Degrees north of the equator (WGS 84).
    pub latitude: Option<f64>,
    /// Longitude and latitude in the syntax of a scenario or map, with six decimals: a precision of
    /// eleven centimetres.
    pub written: Option<String>,
    /// The terrain as the engine reads it, in words.
    pub ground: Option<String>,
    /// The elevation in metres.
    pub height_m: Option<f64>,
    /// The area, on an area map.
    pub area: Option<AreaDetails>,
}

/// The area under the pointer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AreaDetails {
    /// Its id.
    pub id: String,
    /// Its printed name.
    pub name: String,
}

/// Converts a point on the sheet, in millimetres from its top left corner, to a ground position;
/// `None` outside the frame.
pub(crate) fn ground_at(frame: Rect, scale: Scale, at: (f64, f64)) -> Option<GroundPoint> {
    let (x, y) = at;
    let is_inside = frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom;
    if !is_inside {
        return None;
    }
    let metres = |millimetres: f64| millimetres / 1_000.0 * f64::from(scale.denominator());
    let length = |millimetres| GroundLength::from_metres_rounded(metres(millimetres));
    let (right, up) = (length(x - frame.left)?, length(frame.bottom - y)?);
    Some(GroundPoint::new(right.centimetres(), up.centimetres()))
}

/// The details of a position on a battlefield.
pub(crate) fn battlefield_details(
    pack: &Pack,
    terrain: &Terrain,
    globe: Option<&Georeference>,
    place: GroundPoint,
) -> PlaceDetails {
    let map: &Map = pack.map();
    PlaceDetails {
        grid: Some(ReferenceGrid::for_map(map).reference(place).to_string()),
        ground: Some(describe_ground(&terrain.kinds_at(place))),
        height_m: pack
            .elevation()
            .and_then(|grid| grid.height(place))
            .map(|height| height.metres()),
        ..position_details(globe, place)
    }
}

/// The details of a position on an area map.
pub(crate) fn area_details(
    pack: &fab::Pack,
    globe: Option<&Georeference>,
    place: GroundPoint,
    language: Language,
) -> PlaceDetails {
    let labels = pack.labels();
    let area = pack.map().and_then(|map| {
        let holds = |shape: &fab::AreaShape| shape.parts.iter().any(|part| part.contains(place));
        map.areas.iter().find(|(_, shape)| holds(shape)).map(|(id, _)| id)
    });
    let scene = pack.battle().scene();
    let terrain =
        area.and_then(|id| scene.areas.iter().find(|area| area.id == *id)).map(|area| match labels
            .terrain
            .get(&area.terrain)
        {
            Some(name) => name.get(language).to_owned(),
            None => area.terrain.to_string(),
        });
    PlaceDetails {
        ground: terrain,
        area: area.map(|id| AreaDetails {
            id: id.to_string(),
            name: labels.areas.get(id).map_or("", |label| label.name.get(language)).to_owned(),
        }),
        ..position_details(globe, place)
    }
}

fn position_details(globe: Option<&Georeference>, place: GroundPoint) -> PlaceDetails {
    let on_globe = globe.map(|globe| globe.locate(place));
    let coordinate =
        |Geographic { longitude, latitude }| format!("[{longitude:.6}, {latitude:.6}]");
    PlaceDetails {
        east_m: f64::from(place.x) / 100.0,
        north_m: f64::from(place.y) / 100.0,
        longitude: on_globe.map(|at| at.longitude),
        latitude: on_globe.map(|at| at.latitude),
        written: on_globe.map(coordinate),
        ..PlaceDetails::default()
    }
}

/// Kinds of terrain in words.
fn describe_ground(kinds: &[GroundKind]) -> String {
    let word = |kind: &GroundKind| match kind {
        GroundKind::Woods => "woods".to_owned(),
        GroundKind::Buildings => "buildings".to_owned(),
        GroundKind::Level(level) => format!("hill, level {level}"),
        GroundKind::River => "river".to_owned(),
        GroundKind::Marsh => "marsh".to_owned(),
        GroundKind::Impassable => "impassable".to_owned(),
    };
    match kinds {
        [] => "open ground".to_owned(),
        kinds => kinds.iter().map(word).collect::<Vec<_>>().join(" · "),
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Area, Hill, Polygon, sample};

    use super::*;

    #[test]
    fn converts_sheet_points_to_ground() {
        let scale = Scale::new(16_000).expect("a scale");
        let frame = Rect::from_size(17.0, 17.0, 100.0, 200.0);
        let at = |x, y| ground_at(frame, scale, (x, y));
        // 16 m per millimetre.
        assert_eq!(at(17.0, 217.0), Some(GroundPoint::from_metres(0, 0)));
        assert_eq!(at(117.0, 17.0), Some(GroundPoint::from_metres(1_600, 3_200)));
        assert_eq!(at(27.5, 207.0), Some(GroundPoint::from_metres(168, 160)));
        assert_eq!([at(16.9, 50.0), at(50.0, 217.1), at(f64::NAN, 50.0)], [None, None, None]);
    }

    #[test]
    fn describes_ground_in_words() {
        let mut parts = sample::parts();
        let corners = [(1_000, 1_000), (2_000, 1_000), (2_000, 2_000), (1_000, 2_000)];
        let exterior = corners.map(|(x, y)| GroundPoint::from_metres(x, y)).to_vec();
        let square = Polygon { exterior, holes: Vec::new() };
        parts.map.woods = vec![Area { id: sample::id("wood"), parts: vec![square.clone()] }];
        parts.map.hills = vec![Hill { id: sample::id("hill"), level: 2, parts: vec![square] }];
        (parts.map.marsh, parts.map.buildings, parts.map.crests) = Default::default();
        let terrain = Terrain::new(&parts.map);
        let told_at = |x, y| describe_ground(&terrain.kinds_at(GroundPoint::from_metres(x, y)));
        assert_eq!(told_at(1_500, 1_500), "woods · hill, level 2");
        assert_eq!(told_at(500, 500), "open ground");
    }
}

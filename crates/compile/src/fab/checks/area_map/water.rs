//! FAB-G14: water of the map against its areas, roads and places.

use sandtable_map::{AreaGround, DrawnArea};
use sandtable_pack::fab::PlaceKind;
use sandtable_pack::{GroundPoint, PaperLength, Polygon};
use sandtable_source::{Diagnostic, Severity, code, message};

use super::map_comparison::MapComparison;
use super::polygons::length;
use sandtable_authored::Reporter;
use sandtable_authored::fab::MapLayerClass;

/// The proportion of an area that a lake may cover.
const MAX_COVER: f64 = 0.25;
/// The points in each direction at which the cover of an area is sampled.
const SAMPLES: i32 = 32;
/// The tolerance of coasts for places, in millimetres on paper.
const COAST: f64 = 0.5;
/// The length of a road over a strait or a river, in millimetres on paper.
const STRAIT: f64 = 2.0;

/// Reports water over areas, and roads and places in water.
pub(crate) fn check(reporter: &mut Reporter, drawn: &MapComparison<'_>) {
    let ground = drawn.ground;
    if !ground.is_complete(MapLayerClass::Water) {
        return;
    }
    let (mut seas, mut lakes) = (Vec::new(), Vec::new());
    for water in &ground.water {
        let is_sea = reaches_frame(ground, water);
        let areas = flooded(ground, water);
        if is_sea {
            seas.push(water);
        } else if areas.is_empty() {
            // Everything on a flooded area would be reported again.
            lakes.push(water);
        }
        if areas.is_empty() {
            continue;
        }
        let mut finding = Diagnostic::new(
            code::WATER_OVER_AREAS,
            message!("water `{}` covers land", water.id),
        )
        .rule("FAB-G14")
        .at(water.at, format!("covers {}", areas.join(", ")))
        .help("cut the areas out of the water; in QGIS, Vector › Geoprocessing Tools › Difference");
        // The sea is drawn below the areas, a lake above them.
        if is_sea {
            finding.severity = Severity::Note;
        }
        reporter.diagnostics.push(finding);
    }
    let is_wet = |at: GroundPoint| {
        lakes.iter().any(|lake| holds(&lake.parts, at))
            || seas.iter().any(|sea| holds(&sea.parts, at))
                && !ground.areas.iter().any(|area| holds(&area.parts, at))
    };
    places(reporter, ground, is_wet);
    roads(reporter, ground, is_wet);
}

/// Whether a water is the sea: it reaches the edge of the map.
fn reaches_frame(ground: &AreaGround, water: &DrawnArea) -> bool {
    let (width, height) = (ground.frame.width.centimetres(), ground.frame.height.centimetres());
    let mut corners = water.parts.iter().flat_map(|part| &part.exterior);
    corners.any(|at| at.x <= 0 || at.y <= 0 || at.x >= width || at.y >= height)
}

fn holds(parts: &[Polygon], at: GroundPoint) -> bool {
    parts.iter().any(|part| part.contains(at))
}

/// The areas that a water covers, with the proportions.
fn flooded(ground: &AreaGround, water: &DrawnArea) -> Vec<String> {
    let cover = |area: &DrawnArea| {
        let corners = || area.parts.iter().flat_map(|part| &part.exterior);
        let range = |of: fn(&GroundPoint) -> i32| {
            Some((corners().map(of).min()?, corners().map(of).max()?))
        };
        let (x, y) = (range(|at| at.x)?, range(|at| at.y)?);
        let middle = |(low, high): (i32, i32), step: i32| {
            low + (i64::from(high - low) * i64::from(2 * step + 1) / i64::from(2 * SAMPLES)) as i32
        };
        let columns = |row| (0..SAMPLES).map(move |column| (column, row));
        let points = (0..SAMPLES).flat_map(columns);
        let points =
            points.map(|(column, row)| GroundPoint::new(middle(x, column), middle(y, row)));
        let (mut land, mut wet) = (0, 0);
        for at in points.filter(|at| holds(&area.parts, *at)) {
            land += 1;
            wet += i32::from(holds(&water.parts, at));
        }
        let share = f64::from(wet) / f64::from(land.max(1));
        (share > MAX_COVER).then(|| format!("{:.0} % of `{}`", 100.0 * share, area.id))
    };
    ground.areas.iter().filter_map(cover).collect()
}

fn on_paper(ground: &AreaGround, millimetres: f64) -> i32 {
    let length = ground.scale.to_ground(PaperLength::from_millimetres(millimetres));
    length.map_or(i32::MAX / 4, |length| length.centimetres())
}

fn places(reporter: &mut Reporter, ground: &AreaGround, is_wet: impl Fn(GroundPoint) -> bool) {
    let reach = on_paper(ground, COAST);
    for place in &ground.places {
        let is_on_land = match place.kind {
            PlaceKind::Town | PlaceKind::Airfield | PlaceKind::Height | PlaceKind::Fort => true,
            PlaceKind::Port | PlaceKind::Bridge | PlaceKind::Region => false,
        };
        let around = [(0, 0), (reach, 0), (-reach, 0), (0, reach), (0, -reach)];
        let is_far_out =
            around.iter().all(|(x, y)| is_wet(GroundPoint::new(place.at.x + x, place.at.y + y)));
        if is_on_land && is_far_out {
            reporter.diagnostics.push(
                Diagnostic::new(code::IN_WATER, message!("`{}` is drawn in water", place.name.en))
                    .rule("FAB-G14")
                    .at(place.span, format!("at {}", ground.place(place.at)))
                    .help("move it onto land, or correct the coast"),
            );
        }
    }
}

fn roads(reporter: &mut Reporter, ground: &AreaGround, is_wet: impl Fn(GroundPoint) -> bool) {
    let step = f64::from(on_paper(ground, COAST));
    let strait = f64::from(on_paper(ground, STRAIT));
    for road in &ground.roads {
        let mut longest = (0.0, None);
        for part in &road.parts {
            let (mut wet, mut from) = (0.0, None);
            for pair in part.windows(2) {
                let way = f64::from(pair[0].distance(pair[1]).centimetres());
                let steps = (way / step).ceil().max(1.0) as i32;
                let between = |from: i32, to: i32, share: f64| {
                    from + (f64::from(to - from) * share).round() as i32
                };
                for number in 0..steps {
                    let share = f64::from(number) / f64::from(steps);
                    let at = GroundPoint::new(
                        between(pair[0].x, pair[1].x, share),
                        between(pair[0].y, pair[1].y, share),
                    );
                    (wet, from) = match is_wet(at) {
                        true => (wet + way / f64::from(steps), from.or(Some(at))),
                        false => (0.0, None),
                    };
                    if wet > longest.0 {
                        longest = (wet, from);
                    }
                }
            }
        }
        if let (wet, Some(from)) = longest
            && wet > strait
        {
            let label = format!("for {}, from {}", length(wet / 100.0), ground.place(from));
            reporter.diagnostics.push(
                Diagnostic::new(code::IN_WATER, message!("road `{}` runs through water", road.id))
                    .rule("FAB-G14")
                    .at(road.at, label)
                    .help("move it onto land, or remove it if it is a ferry"),
            );
        }
    }
}

//! Completes features that consist of several objects: joined lines, crossings, blocks, the sea.

use std::collections::BTreeSet;

use sandtable_authored::LayerClass;
use sandtable_pack::{GroundPoint, Polygon};

use super::conversion::Conversion;
use super::crossings::is_inside;
use super::extract::{OsmId, Spot, Tags};
use super::feature::{ACCURACY, Feature, Geometry, names_in};
use super::lines::{Course, Direction, join};
use super::sea::{self, SeaFault};
use super::{blocks, cover, crossings};

impl Conversion<'_> {
    /// Completes all features, and returns them in order of priority.
    pub(crate) fn finish(&mut self) -> Vec<Feature> {
        let courses = std::mem::take(&mut self.courses);
        for (class, courses) in &courses {
            let direction = match class {
                LayerClass::Watercourse => Direction::Fixed,
                _ => Direction::Free,
            };
            for joined in join(courses, direction) {
                let parts: Vec<Vec<GroundPoint>> =
                    joined.parts.iter().flat_map(|part| self.clip(part)).collect();
                if parts.is_empty() {
                    continue;
                }
                let first = &courses[joined.made_of[0]];
                let mut made_of: Vec<OsmId> =
                    joined.made_of.iter().map(|&one| courses[one].id).collect();
                made_of.sort_unstable();
                made_of.dedup();
                let tags: Vec<&Tags> = joined
                    .made_of
                    .iter()
                    .map(|&one| &self.course_tags[courses[one].object_index])
                    .collect();
                let mut names =
                    tags.iter().map(|tags| names_in(tags)).max_by_key(Vec::len).unwrap_or_default();
                if names.is_empty() && *class == LayerClass::Road {
                    names.extend(first.name.clone().map(|name| ("name", name)));
                }
                let width = (*class == LayerClass::Watercourse).then(|| width(&tags)).flatten();
                self.features.push(Feature {
                    class: *class,
                    kind: first.kind.clone(),
                    id: String::new(),
                    names,
                    width,
                    made_of,
                    drawn: Geometry::Lines(parts),
                    basis: "data",
                    accuracy: ACCURACY,
                });
            }
        }
        self.set_widths();
        self.add_sea();
        let carriers = std::mem::take(&mut self.carriers);
        let found = crossings::find_crossings(&self.features, carriers, &mut self.tally);
        self.features.extend(found);
        crossings::merge_nearby(&mut self.features, &mut self.tally);
        let houses = std::mem::take(&mut self.houses);
        let blocks = blocks::merge_houses(self.ground, &self.features, houses, &mut self.tally);
        self.features.extend(blocks);
        cover::clip_overlaps(self.ground, &mut self.features, &mut self.tally);
        let mut features = std::mem::take(&mut self.features);
        features.sort_by_key(|feature| {
            (rank(feature.class), feature.kind.clone(), feature.made_of.clone())
        });
        features
    }

    /// Sets the widths of rivers, and counts water polygons without a river.
    fn set_widths(&mut self) {
        let all: Vec<&Polygon> = self.riverbanks.iter().flat_map(|(_, parts)| parts).collect();
        let mut is_used = crossings::set_widths(&mut self.features, &all).into_iter();
        for (row, parts) in &self.riverbanks {
            // Takes the flags of all parts.
            if is_used.by_ref().take(parts.len()).filter(|&used| used).count() == 0 {
                self.tally.rows[*row].taken -= 1;
                self.tally.rows[*row].nowhere += 1;
            }
        }
    }

    /// Adds the sea, or records why it is missing.
    fn add_sea(&mut self) {
        let coastlines = std::mem::take(&mut self.coastlines);
        let courses = coast_courses(&coastlines);
        let lines: Vec<Vec<GroundPoint>> = join(&courses, Direction::Fixed)
            .iter()
            .flat_map(|joined| &joined.parts)
            .map(|part| self.project(&vec![part.clone()]).remove(0))
            .collect();
        let describe = |at: GroundPoint| {
            let at = self.ground.wide.point_to_coordinate(at);
            format!("longitude {:.6}, latitude {:.6}", at.longitude, at.latitude)
        };
        let missing = match sea::sea(self.ground, &lines) {
            Ok(polygons) if polygons.is_empty() => {
                match self.omits_coastline && coastlines.is_empty() {
                    true => "the table omits the coastline".to_owned(),
                    false => return,
                }
            }
            Ok(polygons) => match self.flooded(&polygons) {
                Some((count, example)) => format!(
                    "it would cover {count} roads and grounds, such as `{example}`, because the extract lacks a coastline"
                ),
                None => {
                    let mut made_of: Vec<OsmId> = coastlines.iter().map(|(id, _)| *id).collect();
                    made_of.dedup();
                    self.features.push(Feature {
                        class: sea::SEA_CLASS,
                        kind: String::new(),
                        id: String::new(),
                        names: Vec::new(),
                        width: None,
                        made_of,
                        drawn: Geometry::Polygons(polygons),
                        basis: "derived",
                        accuracy: ACCURACY,
                    });
                    return;
                }
            },
            Err(SeaFault::End(at)) => format!("a coastline ends at {}", describe(at)),
            Err(SeaFault::Direction(at)) => {
                format!("water is on the wrong side of a coastline at {}", describe(at))
            }
        };
        self.tally.missing_sea = Some(missing);
    }

    /// The roads and grounds that the sea would cover, if they are too many for piers and bridges:
    /// their number and the first one.
    fn flooded(&self, sea: &[Polygon]) -> Option<(usize, OsmId)> {
        use LayerClass::{Buildings, Field, Orchard, Road, Woods};
        let is_in_sea = |at: &GroundPoint| {
            let is_in = |ring: &Vec<GroundPoint>| is_inside(ring, *at);
            sea.iter().any(|part| is_in(&part.exterior) && !part.holes.iter().any(is_in))
        };
        let is_covered = |drawn: &Geometry| match drawn {
            Geometry::Point(at) => is_in_sea(at),
            Geometry::Lines(lines) => lines.iter().flatten().all(is_in_sea),
            Geometry::Polygons(parts) => {
                parts.iter().flat_map(|part| &part.exterior).all(is_in_sea)
            }
        };
        let land = [Buildings, Field, Orchard, Road, Woods];
        let own = self.features.iter().filter(|feature| land.contains(&feature.class));
        let features = own.map(|feature| (feature.made_of[0], is_covered(&feature.drawn)));
        let houses =
            self.houses.iter().map(|(id, house)| (*id, house.exterior.iter().all(is_in_sea)));
        let all: Vec<(OsmId, bool)> = features.chain(houses).collect();
        let covered: Vec<OsmId> =
            all.iter().filter(|(_, is_covered)| *is_covered).map(|(id, _)| *id).collect();
        let is_plausible = covered.len() < 3 || covered.len() * 20 < all.len();
        if is_plausible { None } else { Some((covered.len(), covered[0])) }
    }
}

/// The coastlines without the segments of earlier ones: a multipolygon may repeat its ways.
fn coast_courses(coastlines: &[(OsmId, Vec<Spot>)]) -> Vec<Course> {
    let (mut courses, mut drawn) = (Vec::new(), BTreeSet::new());
    for (id, line) in coastlines {
        let segments: Vec<[Spot; 2]> = line.windows(2).map(|pair| [pair[0], pair[1]]).collect();
        for run in segments.split(|segment| !drawn.insert(*segment)) {
            let Some(&[start, _]) = run.first() else { continue };
            courses.push(Course {
                id: *id,
                name: None,
                kind: String::new(),
                spots: std::iter::once(start).chain(run.iter().map(|segment| segment[1])).collect(),
                object_index: courses.len(),
            });
        }
    }
    courses
}

/// Returns the priority for an id without a suffix: a town comes before a street of the same name.
fn rank(class: LayerClass) -> usize {
    const ORDER: [LayerClass; 8] = [
        LayerClass::Place,
        LayerClass::Road,
        LayerClass::Watercourse,
        LayerClass::Farm,
        LayerClass::Woods,
        LayerClass::Marsh,
        LayerClass::Buildings,
        LayerClass::Crossing,
    ];
    ORDER.iter().position(|one| *one == class).unwrap_or(ORDER.len())
}

/// The largest `width` among tags, in metres.
fn width(tags: &[&Tags]) -> Option<f64> {
    let read = |tags: &&Tags| {
        let written = tags.get("width")?.trim();
        let metres: f64 = written.strip_suffix('m').unwrap_or(written).trim().parse().ok()?;
        (0.5..=2_000.0).contains(&metres).then_some((metres * 10.0).round() / 10.0)
    };
    tags.iter()
        .filter_map(read)
        .fold(None, |most: Option<f64>, one| Some(most.map_or(one, |m| m.max(one))))
}

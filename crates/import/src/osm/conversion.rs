//! Converts OpenStreetMap objects to layer features, using the tag table.

use std::collections::BTreeMap;

use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::assemble::Rings;
use super::element::{Element, Shape};
use super::era::Era;
use super::extract::{OsmId, Spot, Tags};
use super::feature::{ACCURACY, Feature, Geometry, names_in};
use super::lines::{Course, Direction, join};
use super::report::Tally;
use super::table::{Row, Table, Target};
use super::{blocks, cover, crossings};
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_map::{clip_line, clip_polygon};

/// The state of a conversion: features that are not yet complete.
pub(crate) struct Conversion<'g> {
    ground: &'g Ground,
    rows: &'g [Row],
    pub(crate) era: Era,
    bounds: [f64; 4],
    pub(crate) tally: Tally,
    features: Vec<Feature>,
    courses: BTreeMap<LayerClass, Vec<Course>>,
    /// Name and width tags of each course.
    course_tags: Vec<Tags>,
    /// Lines that may carry a crossing.
    carriers: Vec<crossings::Carrier>,
    houses: Vec<(OsmId, Polygon)>,
    riverbanks: Vec<Polygon>,
}

impl<'g> Conversion<'g> {
    pub(crate) fn new(ground: &'g Ground, table: &'g Table, era: Era) -> Self {
        Self {
            ground,
            rows: &table.rows,
            era,
            bounds: ground.bounds(),
            tally: Tally::new(&table.rows),
            features: Vec::new(),
            courses: BTreeMap::new(),
            course_tags: Vec::new(),
            carriers: Vec::new(),
            houses: Vec::new(),
            riverbanks: Vec::new(),
        }
    }

    /// Returns the first table row that matches the tags, except rows for crossings.
    pub(crate) fn row_for(&self, tags: &Tags, suits: impl Fn(Target) -> bool) -> Option<&'g Row> {
        let crossing = Target::Class(LayerClass::Crossing);
        let fits = |row: &&Row| row.becomes != crossing && row.matches(tags) && suits(row.becomes);
        self.rows.iter().find(fits)
    }

    fn row_number(&self, row: &Row) -> usize {
        self.rows.iter().position(|other| std::ptr::eq(other, row)).unwrap_or(0)
    }

    /// Whether the extract has no object near the frame.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.tally.inside == 0
    }

    /// Whether any part of a shape is in the bounding box of the wide frame.
    fn is_near(&self, shape: &Shape) -> bool {
        let mut bounds: Option<[f64; 4]> = None;
        for spot in shape.spots() {
            let at = spot.coordinate();
            let [west, south, east, north] =
                bounds.get_or_insert([at.longitude, at.latitude, at.longitude, at.latitude]);
            (*west, *east) = (west.min(at.longitude), east.max(at.longitude));
            (*south, *north) = (south.min(at.latitude), north.max(at.latitude));
        }
        let [west, south, east, north] = self.bounds;
        bounds.is_some_and(|own| {
            own[0] <= east && own[2] >= west && own[1] <= north && own[3] >= south
        })
    }

    /// Converts an object, or counts the reason for omitting it.
    pub(crate) fn add(&mut self, element: &Element) {
        let tags = &element.tags;
        if !self.is_near(&element.shape) {
            self.tally.outside += 1;
            return;
        }
        self.tally.inside += 1;
        let shape = &element.shape;
        let suits = |becomes: Target| suits(becomes, shape);
        let crossing = Target::Class(LayerClass::Crossing);
        let row = self.row_for(tags, suits);
        let mut is_added = row.is_none_or(|row| row.becomes == Target::Nothing);
        if let Some(row) = row {
            let number = self.row_number(row);
            self.tally.rows[number].matched += 1;
            if !self.era.includes(row, tags) {
                self.tally.rows[number].other_time += 1;
                return;
            }
            if row.becomes != Target::Nothing {
                is_added = self.add_features(number, row, element);
            }
        }
        let crossing_row =
            self.rows.iter().position(|row| row.becomes == crossing && row.matches(tags));
        if let Some(number) = crossing_row.filter(|_| is_added) {
            let row = &self.rows[number];
            self.tally.rows[number].matched += 1;
            if self.era.includes(row, tags) {
                self.add_crossing(number, row, element);
            } else {
                self.tally.rows[number].other_time += 1;
            }
        } else if row.is_none() {
            self.tally.count_unmatched(tags, element.id);
        }
    }

    /// Adds the features for a row of the table. Returns whether it added any.
    fn add_features(&mut self, number: usize, row: &Row, element: &Element) -> bool {
        let is_added = match row.becomes {
            Target::Class(
                class @ (LayerClass::Watercourse | LayerClass::Road | LayerClass::Railroad),
            ) => {
                self.add_course(class, row, element);
                true
            }
            Target::Class(class @ (LayerClass::Farm | LayerClass::Place)) => {
                let at = self.middle(&element.shape);
                let feature = at.map(|at| self.feature(class, row, element, Geometry::Point(at)));
                let is_added = feature.is_some();
                self.features.extend(feature);
                is_added
            }
            Target::Class(class) => {
                let whole = self.polygons(&element.shape);
                let least = square(self.ground.ground_length(1.0));
                let ground = |polygon: &Polygon| double_area(&polygon.exterior) as f64 / 2.0;
                let any = !whole.is_empty();
                let large: Vec<Polygon> =
                    whole.into_iter().filter(|polygon| ground(polygon) >= least).collect();
                if any && large.is_empty() {
                    self.tally.rows[number].small += 1;
                    return false;
                }
                let is_added = !large.is_empty();
                if is_added {
                    let feature = self.feature(class, row, element, Geometry::Polygons(large));
                    self.features.push(feature);
                }
                is_added
            }
            Target::Houses => {
                let whole = self.polygons(&element.shape);
                let is_added = !whole.is_empty();
                self.houses.extend(whole.into_iter().map(|polygon| (element.id, polygon)));
                is_added
            }
            Target::Riverbank => {
                let whole = self.polygons(&element.shape);
                let is_added = !whole.is_empty();
                self.riverbanks.extend(whole);
                is_added
            }
            Target::Nothing => true,
        };
        if is_added {
            self.tally.rows[number].taken += 1;
        } else {
            self.tally.rows[number].outside += 1;
        }
        is_added
    }

    fn feature(&self, class: LayerClass, row: &Row, element: &Element, drawn: Geometry) -> Feature {
        Feature {
            class,
            kind: row.kind.clone(),
            id: String::new(),
            names: names_in(&element.tags),
            width: None,
            made_of: vec![element.id],
            drawn,
            basis: "data",
            accuracy: ACCURACY,
        }
    }

    fn add_course(&mut self, class: LayerClass, row: &Row, element: &Element) {
        let of = self.course_tags.len();
        self.course_tags.push(element.tags.clone());
        let name = element.tags.get("name").cloned();
        let name = match class {
            LayerClass::Road => name.or_else(|| element.tags.get("ref").cloned()),
            _ => name,
        };
        let lines = element.shape.lines().unwrap_or_default();
        let course = |spots: &Vec<Spot>| Course {
            id: element.id,
            name: name.clone(),
            kind: row.kind.clone(),
            spots: spots.clone(),
            object_index: of,
        };
        self.courses.entry(class).or_default().extend(lines.iter().map(course));
    }

    fn add_crossing(&mut self, number: usize, row: &Row, element: &Element) {
        match &element.shape {
            Shape::Point(spot) => {
                let at = self.point(*spot).filter(|&at| self.ground.wide.contains(at));
                if let Some(at) = at {
                    self.tally.rows[number].taken += 1;
                    let feature =
                        self.feature(LayerClass::Crossing, row, element, Geometry::Point(at));
                    self.features.push(feature);
                } else {
                    self.tally.rows[number].outside += 1;
                }
            }
            Shape::Lines(lines) => {
                let is_water = element.tags.contains_key("waterway");
                let meets = if is_water { LayerClass::Road } else { LayerClass::Watercourse };
                for line in lines {
                    let points = line.iter().filter_map(|&spot| self.point(spot)).collect();
                    let feature = self.feature(
                        LayerClass::Crossing,
                        row,
                        element,
                        Geometry::Lines(Vec::new()),
                    );
                    self.carriers.push(crossings::Carrier {
                        row: number,
                        crossed_class: meets,
                        points,
                        feature,
                    });
                }
            }
            Shape::Polygons(_) => {}
        }
    }

    /// Returns the position of a spot in the wide frame; `None` if the spot is far away.
    fn point(&self, spot: Spot) -> Option<GroundPoint> {
        let place = spot.coordinate();
        self.ground.wide.is_near(place).then(|| self.ground.wide.point(place))
    }

    /// Returns a position inside a shape and the wide frame: the shape's point, or a point inside
    /// its largest polygon.
    fn middle(&self, shape: &Shape) -> Option<GroundPoint> {
        let at = match shape {
            Shape::Point(spot) => self.point(*spot)?,
            _ => {
                let polygons = shape.polygons()?;
                let whole = polygons.iter().filter_map(|rings| self.project(rings));
                crossings::interior_point(&whole.max_by_key(|rings| double_area(&rings[0]).abs())?)?
            }
        };
        self.ground.wide.contains(at).then_some(at)
    }

    /// The rings of a polygon in the wide frame; `None` if a vertex is far away.
    fn project(&self, rings: &Rings) -> Option<Vec<Vec<GroundPoint>>> {
        let ring = |ring: &Vec<Spot>| ring.iter().map(|&spot| self.point(spot)).collect();
        rings.iter().map(ring).collect()
    }

    /// The polygons of a shape, clipped to the wide frame.
    fn polygons(&self, shape: &Shape) -> Vec<Polygon> {
        let all = shape.polygons().unwrap_or_default();
        let projected = all.iter().filter_map(|rings| self.project(rings));
        projected.flat_map(|rings| clip_polygon(&self.ground.wide, &rings)).collect()
    }

    /// Completes all features, and returns them in order of priority.
    pub(crate) fn finish(&mut self) -> Vec<Feature> {
        let courses = std::mem::take(&mut self.courses);
        for (class, courses) in &courses {
            let direction = match class {
                LayerClass::Watercourse => Direction::Fixed,
                _ => Direction::Free,
            };
            for joined in join(courses, direction) {
                let parts = joined.parts.iter().flat_map(|part| {
                    let near: Vec<Option<GroundPoint>> =
                        part.iter().map(|&spot| self.point(spot)).collect();
                    let runs = near
                        .split(Option::is_none)
                        .map(|run| run.iter().flatten().copied().collect::<Vec<_>>());
                    runs.flat_map(|run| clip_line(&self.ground.wide, &run))
                        .map(|line| line.0)
                        .collect::<Vec<_>>()
                });
                let parts: Vec<Vec<GroundPoint>> = parts.collect();
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
        crossings::set_widths(&mut self.features, &self.riverbanks);
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

fn square(side: f64) -> f64 {
    side * side
}

/// Whether a shape suits a target in the table.
fn suits(becomes: Target, shape: &Shape) -> bool {
    match becomes {
        Target::Nothing => true,
        Target::Houses | Target::Riverbank => shape.polygons().is_some(),
        Target::Class(class) => match class {
            LayerClass::Watercourse | LayerClass::Road | LayerClass::Railroad => {
                shape.lines().is_some()
            }
            LayerClass::Farm | LayerClass::Place => {
                matches!(shape, Shape::Point(_)) || shape.polygons().is_some()
            }
            LayerClass::Crossing => !matches!(shape, Shape::Polygons(_)),
            _ => shape.polygons().is_some(),
        },
    }
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

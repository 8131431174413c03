//! Converts OpenStreetMap objects to layer features, using the tag table.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rstar::{AABB, Envelope as _};
use sandtable_pack::{GroundPoint, Polygon, double_area};

use super::assemble::ground_tags;
use super::crossings;
use super::element::{BrokenObject, Element, ObjectFault, Shape};
use super::era::Era;
use super::extract::{OsmId, Spot, Tags};
use super::feature::{ACCURACY, Feature, Geometry, names_in};
use super::lines::Course;
use super::report::{NO_ROW, NO_ROW_OUTSIDE, Tally};
use super::rings::{Rings, boundaries};
use super::table::{Row, Table, Target};
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_map::{clip_line, clip_polygon};

/// The state of a conversion: features that are not yet complete.
pub(crate) struct Conversion<'g> {
    pub(super) ground: &'g Ground,
    pub(super) table: &'g Table,
    pub(crate) era: Era,
    /// The wide frame, in degrees.
    wide: AABB<[f64; 2]>,
    pub(crate) tally: Tally,
    pub(super) features: Vec<Feature>,
    pub(super) courses: BTreeMap<LayerClass, Vec<Course>>,
    /// Name and width tags of each course.
    pub(super) course_tags: Vec<Tags>,
    /// Lines that may carry a crossing.
    pub(super) carriers: Vec<crossings::Carrier>,
    pub(super) houses: Vec<(OsmId, Polygon)>,
    /// Water polygons of rivers, with the number of their row.
    pub(super) riverbanks: Vec<(usize, Vec<Polygon>)>,
    pub(super) coastlines: Vec<(OsmId, Vec<Spot>)>,
    /// Whether a coastline matches no row for coastlines.
    pub(super) omits_coastline: bool,
    /// Objects with an invalid ring.
    pub(crate) broken: Vec<BrokenObject>,
}

impl<'g> Conversion<'g> {
    pub(crate) fn new(ground: &'g Ground, table: &'g Table, era: Era) -> Self {
        let [west, south, east, north] = ground.bounds();
        Self {
            ground,
            table,
            era,
            wide: AABB::from_corners([west, south], [east, north]),
            tally: Tally::new(&table.rows),
            features: Vec::new(),
            courses: BTreeMap::new(),
            course_tags: Vec::new(),
            carriers: Vec::new(),
            houses: Vec::new(),
            riverbanks: Vec::new(),
            coastlines: Vec::new(),
            omits_coastline: false,
            broken: Vec::new(),
        }
    }

    /// Returns the first table row that imports objects with these tags, and suits them.
    pub(crate) fn row_for(&self, tags: &Tags, suits: impl Fn(Target) -> bool) -> Option<&'g Row> {
        let tags = self.table.with_single_values(tags);
        self.rows_for(&tags).find(|row| suits(row.becomes))
    }

    /// The table rows that match tags, except additional ones.
    fn rows_for<'t>(&self, tags: &'t Tags) -> impl Iterator<Item = &'g Row> + use<'g, 't> {
        let own = self.table.rows.iter().filter(|row| !row.becomes.is_additional());
        own.filter(|row| row.matches(tags))
    }

    fn row_number(&self, row: &Row) -> usize {
        self.table.rows.iter().position(|other| std::ptr::eq(other, row)).unwrap_or(0)
    }

    /// Whether the extract has no object near the frame.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.tally.inside == 0
    }

    /// Whether any part of a shape is in the bounding box of the wide frame.
    fn is_near(&self, shape: &Shape) -> bool {
        shape.bounding_box().intersects(&self.wide)
    }

    /// Converts an object, or counts the reason for omitting it.
    pub(crate) fn add(&mut self, element: &Element) {
        let single = self.table.with_single_values(&element.tags);
        let tags: &Tags = &single;
        let row = self.rows_for(tags).find(|row| suits(row.becomes, element, tags));
        if !self.is_near(&element.shape) {
            self.tally.outside += 1;
            match row.map(|row| self.row_number(row)) {
                Some(number) => {
                    self.tally.rows[number].matched += 1;
                    self.tally.rows[number].outside += 1;
                }
                None => self.tally.count_unmatched(tags, element.id, NO_ROW_OUTSIDE),
            }
            return;
        }
        self.tally.inside += 1;
        self.tally.several_values += usize::from(matches!(single, Cow::Owned(_)));
        let is_coast = self.add_coastline(tags, element);
        let is_omitted = row.is_none_or(|row| row.becomes == Target::Nothing);
        let unsuited = self.rows_for(tags).next().filter(|first| {
            is_omitted && first.becomes != Target::Nothing && !suits(first.becomes, element, tags)
        });
        if is_coast && is_omitted {
            return;
        }
        let mut is_added = is_omitted;
        if let Some(first) = unsuited {
            let number = self.row_number(first);
            let is_part = self.only_draws_ring(first, element);
            let counts = &mut self.tally.rows[number];
            counts.matched += 1;
            *if is_part { &mut counts.part } else { &mut counts.shape } += 1;
        } else if let Some(row) = row {
            let number = self.row_number(row);
            self.tally.rows[number].matched += 1;
            if !self.era.includes(row, tags) {
                self.tally.rows[number].other_time += 1;
                return;
            }
            if self.only_draws_ring(row, element) {
                self.tally.rows[number].part += 1;
                return;
            }
            if row.becomes != Target::Nothing {
                is_added = self.add_features(number, row, element);
            }
        }
        let crossing = Target::Class(LayerClass::Crossing);
        let crossing_row =
            self.table.rows.iter().position(|row| row.becomes == crossing && row.matches(tags));
        if let Some(number) = crossing_row.filter(|_| is_added) {
            let row = &self.table.rows[number];
            self.tally.rows[number].matched += 1;
            if !self.era.includes(row, tags) {
                self.tally.rows[number].other_time += 1;
            } else if suits(crossing, element, tags) {
                self.add_crossing(number, row, element);
            } else {
                self.tally.rows[number].shape += 1;
            }
        } else if row.is_none() && unsuited.is_none() {
            self.tally.count_unmatched(tags, element.id, NO_ROW);
        }
    }

    /// Whether a way only draws a ring of a multipolygon that says the same: an outer ring of the
    /// same class, or a hole with the same tags, as in old data.
    fn only_draws_ring(&self, row: &Row, element: &Element) -> bool {
        row.becomes != Target::Nothing
            && !row.becomes.is_line()
            && element.borders.iter().any(|border| match border.is_hole {
                true => border.tags == ground_tags(&element.tags),
                false => {
                    let own = self.row_for(&border.tags, |becomes| !becomes.is_line());
                    own.is_some_and(|own| own.becomes == row.becomes)
                }
            })
    }

    /// Adds the features for a row of the table. Returns whether it added any.
    fn add_features(&mut self, number: usize, row: &'g Row, element: &Element) -> bool {
        let fate = match row.becomes {
            Target::Class(
                class @ (LayerClass::Watercourse | LayerClass::Road | LayerClass::Railroad),
            ) => self.add_course(class, row, element),
            Target::Class(class @ (LayerClass::Farm | LayerClass::Place)) => {
                match self.middle(&element.shape) {
                    Some(at) => {
                        let feature = self.feature(class, row, element, Geometry::Point(at));
                        self.features.push(feature);
                        Fate::Added
                    }
                    None => Fate::Outside,
                }
            }
            Target::Class(_) | Target::Houses | Target::Riverbank => {
                self.add_ground(number, row, element)
            }
            Target::Nothing | Target::Coastline | Target::Name => Fate::Added,
        };
        let counts = &mut self.tally.rows[number];
        *match fate {
            Fate::Added => &mut counts.taken,
            Fate::Outside => &mut counts.outside,
            Fate::Small => &mut counts.small,
            Fate::Invalid => &mut counts.invalid,
        } += 1;
        fate == Fate::Added
    }

    /// Adds a coastline, which may also be an island with a name. Returns whether the object is one.
    fn add_coastline(&mut self, tags: &Tags, element: &Element) -> bool {
        let is_coastline = |row: &Row| row.becomes == Target::Coastline && row.matches(tags);
        let Some(number) = self.table.rows.iter().position(is_coastline) else {
            self.omits_coastline |= tags.get("natural").is_some_and(|value| value == "coastline");
            return false;
        };
        let lines = match &element.shape {
            Shape::Point(_) => Vec::new(),
            Shape::Lines(lines) => lines.clone(),
            Shape::Polygons(polygons) => boundaries(polygons),
        };
        let counts = &mut self.tally.rows[number];
        counts.matched += 1;
        *if lines.is_empty() { &mut counts.shape } else { &mut counts.taken } += 1;
        self.coastlines.extend(lines.into_iter().map(|line| (element.id, line)));
        true
    }

    /// Adds the polygons of an object.
    fn add_ground(&mut self, number: usize, row: &'g Row, element: &Element) -> Fate {
        let all = match element.shape.polygons() {
            Ok(all) => all,
            Err(fault) => {
                let (id, tags) = (element.id, element.tags.clone());
                self.broken.push(BrokenObject { id, tags, fault: ObjectFault::Ring(fault) });
                return Fate::Invalid;
            }
        };
        let projected = all.iter().map(|rings| self.project(rings));
        let mut polygons: Vec<Polygon> =
            projected.flat_map(|rings| clip_polygon(&self.ground.wide, &rings)).collect();
        if polygons.is_empty() {
            // A polygon without area vanishes, also inside the frame.
            let mut points = element.shape.spots().filter_map(|spot| self.point(spot));
            return match points.any(|at| self.ground.wide.contains(at)) {
                true => Fate::Small,
                false => Fate::Outside,
            };
        }
        match row.becomes {
            Target::Houses => {
                self.houses.extend(polygons.into_iter().map(|polygon| (element.id, polygon)));
            }
            Target::Riverbank => self.riverbanks.push((number, polygons)),
            Target::Class(class) => {
                let least = square(self.ground.ground_length(1.0));
                polygons.retain(|one| double_area(&one.exterior) as f64 / 2.0 >= least);
                if polygons.is_empty() {
                    return Fate::Small;
                }
                let feature = self.feature(class, row, element, Geometry::Polygons(polygons));
                self.features.push(feature);
            }
            Target::Coastline | Target::Name | Target::Nothing => {}
        }
        Fate::Added
    }

    fn feature(
        &mut self,
        class: LayerClass,
        row: &Row,
        element: &Element,
        drawn: Geometry,
    ) -> Feature {
        Feature {
            class,
            kind: row.kind.clone(),
            id: String::new(),
            names: if self.keeps_name(element) { names_in(&element.tags) } else { Vec::new() },
            width: None,
            made_of: vec![element.id],
            drawn,
            basis: "data",
            accuracy: ACCURACY,
        }
    }

    /// Whether the name of an object existed in the period. The first matching row for names
    /// decides.
    fn keeps_name(&mut self, element: &Element) -> bool {
        let single = self.table.with_single_values(&element.tags);
        let decides = |row: &Row| row.becomes == Target::Name && row.matches(&single);
        let decisive = self.table.rows.iter().position(decides);
        let Some(number) = decisive.filter(|_| element.tags.contains_key("name")) else {
            return true;
        };
        // The start date of a building is not that of its present user.
        let is_kept = self.era.includes(&self.table.rows[number], &Tags::new());
        let counts = &mut self.tally.rows[number];
        counts.matched += 1;
        *if is_kept { &mut counts.taken } else { &mut counts.other_time } += 1;
        is_kept
    }

    fn add_course(&mut self, class: LayerClass, row: &Row, element: &Element) -> Fate {
        let object_index = self.course_tags.len();
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
            object_index,
        };
        // A course outside may connect two others.
        self.courses.entry(class).or_default().extend(lines.iter().map(course));
        match lines.iter().any(|line| !self.clip(line).is_empty()) {
            true => Fate::Added,
            false => Fate::Outside,
        }
    }

    /// The parts of a line in the wide frame.
    pub(super) fn clip(&self, line: &[Spot]) -> Vec<Vec<GroundPoint>> {
        let near: Vec<Option<GroundPoint>> = line.iter().map(|&spot| self.point(spot)).collect();
        let runs = near.split(Option::is_none);
        let runs = runs.map(|run| run.iter().flatten().copied().collect::<Vec<_>>());
        runs.flat_map(|run| clip_line(&self.ground.wide, &run)).map(|line| line.0).collect()
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
                // The middle of a ring that crosses itself is good enough for a point.
                let lines = || shape.lines().map(|lines| vec![lines.to_vec()]);
                let polygons = shape.polygons().ok().or_else(lines)?;
                let whole = polygons.iter().map(|rings| self.project(rings));
                crossings::interior_point(&whole.max_by_key(|rings| double_area(&rings[0]).abs())?)?
            }
        };
        self.ground.wide.contains(at).then_some(at)
    }

    /// The rings of a polygon in the wide frame. Vertices far away move to the edge of the region
    /// that the frame can project. The ground inside the frame stays the same.
    pub(super) fn project(&self, rings: &Rings) -> Vec<Vec<GroundPoint>> {
        let ring = |ring: &Vec<Spot>| {
            let places = ring.iter().map(|spot| self.ground.wide.nearest(spot.coordinate()));
            places.map(|place| self.ground.wide.point(place)).collect()
        };
        rings.iter().map(ring).collect()
    }
}

/// The result for an object that a row of the table imports.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Added,
    Outside,
    Small,
    Invalid,
}

fn square(side: f64) -> f64 {
    side * side
}

/// Whether the shape of an object with single values of its tags suits a target in the table.
fn suits(becomes: Target, element: &Element, tags: &Tags) -> bool {
    let shape = &element.shape;
    let is_square = || element.is_square(tags.get("highway").map(String::as_str));
    match becomes {
        Target::Nothing | Target::Coastline | Target::Name => true,
        Target::Houses | Target::Riverbank => element.is_area(),
        Target::Class(class) => match class {
            _ if becomes.is_line() => shape.lines().is_some() && !is_square(),
            LayerClass::Farm | LayerClass::Place => {
                matches!(shape, Shape::Point(_)) || element.is_area()
            }
            LayerClass::Crossing => !matches!(shape, Shape::Polygons(_)) && !is_square(),
            _ => element.is_area(),
        },
    }
}

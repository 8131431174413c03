//! From OpenStreetMap to layers: read, put together, classed by a table, cut to the frame, joined,
//! named and written. Nothing is looked up on a network.

pub(crate) mod assemble;
pub(crate) mod blocks;
pub(crate) mod cover;
pub(crate) mod credit;
pub(crate) mod crossings;
pub(crate) mod element;
pub(crate) mod era;
pub(crate) mod extract;
pub(crate) mod feature;
pub(crate) mod lines;
pub(crate) mod overpass;
pub(crate) mod pbf;
pub(crate) mod report;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod xml;

use std::collections::BTreeMap;

use sandtable_pack::{Choice as _, GroundLength, GroundPoint, Polygon, double_area};
use sandtable_source::{
    Diagnostic, Diagnostics, Files, ProjectPath, SourceMap, Span, code, json_string,
};

use crate::ground::Ground;
use crate::osm::assemble::Rings;
use crate::osm::element::{Broken, BrokenBy, Element, Shape, elements};
use crate::osm::era::Era;
use crate::osm::extract::{Extract, Kind, OsmId, Spot, Tags};
use crate::osm::feature::{ACCURACY, Drawn, Feature, name_all, names_of};
use crate::osm::lines::{Course, Direction, join};
use crate::osm::report::{OsmReport, Tally};
use crate::osm::table::{Becomes, Row, Table};
use sandtable_authored::LayerClass;
use sandtable_authored::{MEGABYTE, Reporter, SourceReader};
use sandtable_map::{clip_line, clip_polygon};

/// Longest file, in bytes.
pub const MAX_OSM_BYTES: u64 = 256 * MEGABYTE;

/// What is imported, and how.
pub struct OsmImport {
    /// The extracts: OSM XML, `.osm.pbf`, or GeoJSON of Overpass Turbo.
    pub files: Vec<ProjectPath>,
    /// The map that the layers are for.
    pub map: ProjectPath,
    /// The table from tags to classes; that of the program if there is none.
    pub table: Option<ProjectPath>,
    /// The time of which things are taken.
    pub era: Era,
    /// What is kept reaches so far beyond the frame.
    pub margin: GroundLength,
    /// How the map names the folder of the layers, as `layers/`.
    pub folder: String,
    /// Tags that nothing matched are listed so often at most.
    pub most_unmatched: usize,
    /// Put the credit into the map's text?
    pub add_credit: bool,
}

/// What came of an import.
pub struct ImportedOsm {
    /// The layers: names of files and their texts.
    pub layers: Vec<(String, String)>,
    /// The map's text with the credit in it, when that was asked for and it was not there.
    pub map: Option<String>,
    /// What was made and what was left out.
    pub report: OsmReport,
}

/// Imports OpenStreetMap. Everything that is wrong is told in one run; there is nothing to write when
/// anything of it is an error.
pub fn import_osm(
    files: &dyn Files,
    import: &OsmImport,
) -> (Option<ImportedOsm>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let imported = imported(&mut sources, &mut reporter, import);
    let failed = reporter.diagnostics.has_errors();
    (imported.filter(|_| !failed), reporter.close(), sources.texts)
}

fn imported(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &OsmImport,
) -> Option<ImportedOsm> {
    let ground = Ground::read(sources, reporter, &import.map, import.margin);
    let table = Table::read(sources, reporter, import.table.as_ref());
    let (mut extract, mut ready, mut named) = (Extract::default(), BTreeMap::new(), Vec::new());
    let mut good = true;
    for path in &import.files {
        match open(sources, reporter, path, &mut extract) {
            Some((at, elements)) => {
                named.push(at);
                ready.extend(elements.into_iter().map(|element| (element.id, element)));
            }
            None => good = false,
        }
    }
    let (ground, table) = (ground?, table?);
    if !good {
        return None;
    }
    let (whole, broken) = elements(&extract);
    ready.extend(whole.into_iter().map(|element| (element.id, element)));
    let file = *named.first()?;
    let mut making = Making::new(&ground, &table, import.era);
    for element in ready.values() {
        making.take(element);
    }
    let off_globe = extract.off_globe;
    tell_broken(reporter, file, &making, &broken, off_globe);
    if making.is_elsewhere() {
        elsewhere(reporter, &ground, file, ready.values());
        return None;
    }
    let mut features = making.features();
    name_all(&mut features);
    let entries = entries(&ground, &features);
    let report = making.tally.report(
        &features,
        import,
        entries,
        extract.date.clone(),
        credit::is_credited(&ground.tree),
    );
    if features.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::OSM_OUTSIDE, "nothing of this extract becomes a feature of the map")
                .at(file, format!("{} things with tags", ready.len()))
                .help("look at what was left out, below, and write lines for it into a table: `--write-table osm.csv` writes one to begin with"),
        );
    }
    let layers = report.layers.iter().map(|layer| {
        let own: Vec<&Feature> =
            features.iter().filter(|feature| feature.class.word() == layer.class).collect();
        (layer.file.clone(), feature::geojson(&ground.wide, &own, extract.date.as_deref()))
    });
    let layers = layers.collect();
    let map = (import.add_credit && !report.credited)
        .then(|| credit::added(reporter, &sources.texts, &ground))
        .flatten();
    Some(ImportedOsm { layers, map, report })
}

/// Reads a file into the extract; `None` after having said why it cannot be read.
fn open(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
    extract: &mut Extract,
) -> Option<(Span, Vec<Element>)> {
    const FORMATS: &str = "give OSM XML (`.osm`, from openstreetmap.org › Export or JOSM), `.osm.pbf`, or GeoJSON from overpass-turbo.eu › Export";
    let bytes = sources.read_bytes(reporter, path, MAX_OSM_BYTES, None)?;
    let shown = sources.shown(path);
    if pbf::is_pbf(&bytes) {
        let file = sources.texts.add_without_text(shown);
        let at = Span::new(file, 0..0);
        let fault = pbf::read(&bytes, extract).err();
        if let Some(pbf::Fault { block, what }) = &fault {
            reporter.diagnostics.push(
                Diagnostic::new(code::OSM_UNREADABLE, format!("block {block} of this file cannot be read: {what}"))
                    .at(at, "")
                    .help("download it again; a part of a large one is cut out with `osmium extract`, or choose a smaller region"),
            );
        }
        return fault.is_none().then(|| (at, Vec::new()));
    }
    let start = bytes
        .iter()
        .position(|byte| !byte.is_ascii_whitespace() && !b"\xef\xbb\xbf".contains(byte));
    match start.map(|at| bytes[at]) {
        Some(b'<') => {
            let file = sources.take_text(reporter, shown, bytes)?;
            let text = sources.texts.file(file).text();
            let fault = xml::read(text, extract).err();
            if let Some(xml::Fault { at, what }) = &fault {
                let at = floor(text, *at);
                let end = floor(text, (at + 40).min(text.len()));
                let end = text[at..end].find('\n').map_or(end, |line| at + line);
                reporter.diagnostics.push(
                    Diagnostic::new(code::OSM_UNREADABLE, "this file is no whole OSM XML")
                        .at(Span::new(file, at..end), what.clone())
                        .help("download or save it again")
                        .help(FORMATS),
                );
            }
            fault.is_none().then(|| (Span::new(file, 0..0), Vec::new()))
        }
        Some(b'{') => {
            let file = sources.take_text(reporter, shown, bytes)?;
            let elements = overpass::read(sources, reporter, file, extract)?;
            Some((Span::new(file, 0..0), elements))
        }
        _ => {
            let file = sources.texts.add_without_text(shown);
            reporter.diagnostics.push(
                Diagnostic::new(code::OSM_UNREADABLE, "this file is no extract of OpenStreetMap")
                    .at(Span::new(file, 0..0), "")
                    .help(FORMATS),
            );
            None
        }
    }
}

/// The nearest beginning of a character at or before a byte.
fn floor(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Says what could not be put together, of things that the table asks for, near the frame.
fn tell_broken(
    reporter: &mut Reporter,
    file: Span,
    making: &Making<'_>,
    broken: &[Broken],
    off_globe: usize,
) {
    for Broken { id, tags, fault } in broken {
        let Some(row) = making.row_for(tags, |_| true) else { continue };
        if row.becomes == Becomes::Nothing || !making.era.holds(row, tags) {
            continue;
        }
        let called = tags.get("name").map_or(id.to_string(), |name| format!("{id} “{name}”"));
        let finding = match fault {
            BrokenBy::Missing { count, first } => {
                let parts =
                    if *count == 1 { "a part".to_owned() } else { format!("{count} parts") };
                Diagnostic::new(
                    code::OSM_MISSING,
                    format!("the file lacks {parts} of {called} (`{}`)", row.written),
                )
                .at(file, format!("{first} is missing"))
                .help(match id.kind {
                    Kind::Way => "what is there of it is taken; if it matters, download a larger piece",
                    _ => "outlines that do not close without it are left out: in JOSM, File › Download incomplete members; at overpass-turbo.eu, end the query with `(._;>;); out;`",
                })
            }
            BrokenBy::Open(spot) => {
                let at = spot.coordinate();
                Diagnostic::new(
                    code::OSM_RING,
                    format!("an outline of {called} (`{}`) does not close", row.written),
                )
                .at(file, format!("it ends at longitude {:.6}, latitude {:.6}", at.longitude, at.latitude))
                .help("it is left out: draw it by hand, or mend it at openstreetmap.org and download again")
            }
            BrokenBy::StrayHoles(count) => Diagnostic::new(
                code::OSM_RING,
                format!("{count} holes of {called} (`{}`) lie in no outline", row.written),
            )
            .at(file, "they are left out")
            .help("look at it at openstreetmap.org: is the role `inner` right?"),
        };
        reporter.diagnostics.push(finding);
    }
    if off_globe > 0 {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::OSM_MISSING,
                format!("{off_globe} places of this extract lie on no globe"),
            )
            .at(file, "their numbers are no degrees of longitude and latitude")
            .help("download it again"),
        );
    }
}

fn elsewhere<'e>(
    reporter: &mut Reporter,
    ground: &Ground,
    file: Span,
    elements: impl Iterator<Item = &'e Element>,
) {
    let mut reaches: Option<[f64; 4]> = None;
    for spot in elements.flat_map(|element| element.shape.spots()) {
        let at = spot.coordinate();
        let here = [at.longitude, at.latitude, at.longitude, at.latitude];
        let so_far = reaches.get_or_insert(here);
        for axis in 0..2 {
            so_far[axis] = so_far[axis].min(here[axis]);
            so_far[axis + 2] = so_far[axis + 2].max(here[axis]);
        }
    }
    let label = match reaches {
        Some([west, south, east, north]) => {
            format!("it reaches from {west:.4} to {east:.4} E and from {south:.4} to {north:.4} N")
        }
        None => "nothing in it has tags and a place".to_owned(),
    };
    let [west, south, east, north] = ground.bounds();
    reporter.diagnostics.push(
        Diagnostic::new(code::OSM_OUTSIDE, "this extract holds nothing of the map's frame")
            .at(file, label)
            .help(format!(
                "download what lies between longitude {west:.4} and {east:.4}, latitude {south:.4} and {north:.4}, or correct `frame` in the map"
            )),
    );
}

/// Features while they are made.
struct Making<'g> {
    ground: &'g Ground,
    rows: &'g [Row],
    era: Era,
    bounds: [f64; 4],
    tally: Tally,
    features: Vec<Feature>,
    courses: BTreeMap<LayerClass, Vec<Course>>,
    /// Names and width of each course.
    course_tags: Vec<Tags>,
    /// Lines that may carry a crossing: their kind, and which class they meet.
    carriers: Vec<crossings::Carrier>,
    houses: Vec<(OsmId, Polygon)>,
    riverbanks: Vec<Polygon>,
}

impl<'g> Making<'g> {
    fn new(ground: &'g Ground, table: &'g Table, era: Era) -> Self {
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

    /// The first line of the table for some tags, crossings apart.
    fn row_for(&self, tags: &Tags, suits: impl Fn(Becomes) -> bool) -> Option<&'g Row> {
        let crossing = Becomes::Class(LayerClass::Crossing);
        let fits = |row: &&Row| row.becomes != crossing && row.fits(tags) && suits(row.becomes);
        self.rows.iter().find(fits)
    }

    fn number_of(&self, row: &Row) -> usize {
        self.rows.iter().position(|other| std::ptr::eq(other, row)).unwrap_or(0)
    }

    /// Nothing of the extract lies near the frame.
    fn is_elsewhere(&self) -> bool {
        self.tally.inside == 0
    }

    /// Does anything of a shape lie in the box about the wide frame?
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

    /// Takes a thing, or counts why it is not taken.
    fn take(&mut self, element: &Element) {
        let tags = &element.tags;
        if !self.is_near(&element.shape) {
            self.tally.outside += 1;
            return;
        }
        self.tally.inside += 1;
        let shape = &element.shape;
        let suits = |becomes: Becomes| suits(becomes, shape);
        let crossing = Becomes::Class(LayerClass::Crossing);
        let row = self.row_for(tags, suits);
        let mut taken = row.is_none_or(|row| row.becomes == Becomes::Nothing);
        if let Some(row) = row {
            let number = self.number_of(row);
            self.tally.rows[number].matched += 1;
            if !self.era.holds(row, tags) {
                self.tally.rows[number].other_time += 1;
                return;
            }
            if row.becomes != Becomes::Nothing {
                taken = self.make(number, row, element);
            }
        }
        let of_crossing =
            self.rows.iter().position(|row| row.becomes == crossing && row.fits(tags));
        if let Some(number) = of_crossing.filter(|_| taken) {
            let row = &self.rows[number];
            self.tally.rows[number].matched += 1;
            if self.era.holds(row, tags) {
                self.crossing(number, row, element);
            } else {
                self.tally.rows[number].other_time += 1;
            }
        } else if row.is_none() {
            self.tally.unmatched(tags, element.id);
        }
    }

    /// Makes what a line of the table says. Did anything come of it?
    fn make(&mut self, number: usize, row: &Row, element: &Element) -> bool {
        let made = match row.becomes {
            Becomes::Class(
                class @ (LayerClass::Watercourse | LayerClass::Road | LayerClass::Railroad),
            ) => {
                self.course(class, row, element);
                true
            }
            Becomes::Class(class @ (LayerClass::Farm | LayerClass::Place)) => {
                let at = self.middle(&element.shape);
                let feature = at.map(|at| self.feature(class, row, element, Drawn::Point(at)));
                let made = feature.is_some();
                self.features.extend(feature);
                made
            }
            Becomes::Class(class) => {
                let whole = self.polygons(&element.shape);
                let least = square(self.ground.paper(1.0));
                let ground = |polygon: &Polygon| double_area(&polygon.exterior) as f64 / 2.0;
                let any = !whole.is_empty();
                let large: Vec<Polygon> =
                    whole.into_iter().filter(|polygon| ground(polygon) >= least).collect();
                if any && large.is_empty() {
                    self.tally.rows[number].small += 1;
                    return false;
                }
                let made = !large.is_empty();
                if made {
                    let feature = self.feature(class, row, element, Drawn::Polygons(large));
                    self.features.push(feature);
                }
                made
            }
            Becomes::Houses => {
                let whole = self.polygons(&element.shape);
                let made = !whole.is_empty();
                self.houses.extend(whole.into_iter().map(|polygon| (element.id, polygon)));
                made
            }
            Becomes::Riverbank => {
                let whole = self.polygons(&element.shape);
                let made = !whole.is_empty();
                self.riverbanks.extend(whole);
                made
            }
            Becomes::Nothing => true,
        };
        if made {
            self.tally.rows[number].taken += 1;
        } else {
            self.tally.rows[number].outside += 1;
        }
        made
    }

    fn feature(&self, class: LayerClass, row: &Row, element: &Element, drawn: Drawn) -> Feature {
        Feature {
            class,
            kind: row.kind.clone(),
            id: String::new(),
            names: names_of(&element.tags),
            width: None,
            made_of: vec![element.id],
            drawn,
            basis: "data",
            accuracy: ACCURACY,
        }
    }

    fn course(&mut self, class: LayerClass, row: &Row, element: &Element) {
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
            of,
        };
        self.courses.entry(class).or_default().extend(lines.iter().map(course));
    }

    fn crossing(&mut self, number: usize, row: &Row, element: &Element) {
        match &element.shape {
            Shape::Point(spot) => {
                let at = self.point(*spot).filter(|&at| self.ground.wide.holds(at));
                if let Some(at) = at {
                    self.tally.rows[number].taken += 1;
                    let feature =
                        self.feature(LayerClass::Crossing, row, element, Drawn::Point(at));
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
                    let feature =
                        self.feature(LayerClass::Crossing, row, element, Drawn::Lines(Vec::new()));
                    self.carriers.push(crossings::Carrier { row: number, meets, points, feature });
                }
            }
            Shape::Polygons(_) => {}
        }
    }

    /// Where a spot lies in the wide frame, if that is not far off.
    fn point(&self, spot: Spot) -> Option<GroundPoint> {
        let place = spot.coordinate();
        self.ground.wide.is_near(place).then(|| self.ground.wide.point(place))
    }

    /// A place inside a shape: the point itself, or the middle of what lies inside the frame.
    fn middle(&self, shape: &Shape) -> Option<GroundPoint> {
        let at = match shape {
            Shape::Point(spot) => self.point(*spot)?,
            _ => {
                let polygons = shape.polygons()?;
                let whole = polygons.iter().filter_map(|rings| self.projected(rings));
                crossings::inside(&whole.max_by_key(|rings| double_area(&rings[0]).abs())?)?
            }
        };
        self.ground.wide.holds(at).then_some(at)
    }

    /// The rings of a polygon in the wide frame; `None` if it reaches to the other side of the globe.
    fn projected(&self, rings: &Rings) -> Option<Vec<Vec<GroundPoint>>> {
        let ring = |ring: &Vec<Spot>| ring.iter().map(|&spot| self.point(spot)).collect();
        rings.iter().map(ring).collect()
    }

    /// The polygons of a shape, cut to the wide frame.
    fn polygons(&self, shape: &Shape) -> Vec<Polygon> {
        let all = shape.polygons().unwrap_or_default();
        let projected = all.iter().filter_map(|rings| self.projected(rings));
        projected.flat_map(|rings| clip_polygon(&self.ground.wide, &rings)).collect()
    }

    /// All features, in the order in which they get their ids.
    fn features(&mut self) -> Vec<Feature> {
        let courses = std::mem::take(&mut self.courses);
        for (class, courses) in &courses {
            let direction = match class {
                LayerClass::Watercourse => Direction::Kept,
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
                let tags: Vec<&Tags> =
                    joined.made_of.iter().map(|&one| &self.course_tags[courses[one].of]).collect();
                let mut names =
                    tags.iter().map(|tags| names_of(tags)).max_by_key(Vec::len).unwrap_or_default();
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
                    drawn: Drawn::Lines(parts),
                    basis: "data",
                    accuracy: ACCURACY,
                });
            }
        }
        crossings::widths(&mut self.features, &self.riverbanks);
        let carriers = std::mem::take(&mut self.carriers);
        let found = crossings::find(&self.features, carriers, &mut self.tally);
        self.features.extend(found);
        crossings::once(&mut self.features, &mut self.tally);
        let houses = std::mem::take(&mut self.houses);
        let blocks = blocks::draw(self.ground, &self.features, houses, &mut self.tally);
        self.features.extend(blocks);
        cover::part(self.ground, &mut self.features, &mut self.tally);
        let mut features = std::mem::take(&mut self.features);
        features.sort_by_key(|feature| {
            (rank(feature.class), feature.kind.clone(), feature.made_of.clone())
        });
        features
    }
}

/// Who gets the plain name first: a town before its streets.
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

/// Can a shape be what a line of the table says?
fn suits(becomes: Becomes, shape: &Shape) -> bool {
    match becomes {
        Becomes::Nothing => true,
        Becomes::Houses | Becomes::Riverbank => shape.polygons().is_some(),
        Becomes::Class(class) => match class {
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

/// The widest `width` among tags, in metres.
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

/// Lines for the map's `entries`: where pikes and roads leave the frame, clockwise from the north-west.
fn entries(ground: &Ground, features: &[Feature]) -> Vec<String> {
    let mut found = Vec::new();
    for feature in features {
        let Drawn::Lines(lines) = &feature.drawn else { continue };
        if feature.class != LayerClass::Road || feature.kind == "lane" {
            continue;
        }
        let mut edges = std::collections::BTreeSet::new();
        for line in lines {
            let own: Vec<GroundPoint> = line.iter().map(|&point| ground.inner(point)).collect();
            for part in clip_line(&ground.frame, &own) {
                for end in [part.0[0], part.0[part.0.len() - 1]] {
                    let Some(edge) = sandtable_map::edge_at(&ground.frame, end) else { continue };
                    let (order, along) = report::clockwise(edge, end);
                    if edges.insert(order) {
                        let word = edge.word();
                        let title = json_string(feature.name().unwrap_or(&feature.id));
                        let id = format!("{}-{word}", feature.id);
                        found.push((
                            (order, along),
                            format!(
                                "  - {{ id: {id}, title: {title}, road: {}, edge: {word} }}",
                                feature.id
                            ),
                        ));
                    }
                }
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

//! The map sheet of a pack, true to the pack's scale.
//!
//! Occupied paper is recorded first (roads, water, houses), then names are placed, and fine
//! engraving (hachures, trees) avoids both. Layers are drawn in this order: terrain tints, relief,
//! the hills that the rules use, trees, houses, water, roads and railroads, names, frame.

use std::sync::{Arc, OnceLock};

use sandtable_pack::{Map, Pack, PaperLength, Scale};
use sandtable_sheet::{Item, Layer, Path, Point, Rect, Sheet, Stroke, SymbolId};

use crate::frame::MapFrame;
use crate::furniture::{self, neatline};
use crate::ground::{fences, houses, water, ways, woods};
use crate::names::placer::PlacedName;
use crate::names::{self, communications, zones_and_objectives};
use crate::occupancy::{Clearing, Occupancy};
use crate::options::{MARGIN, MapOptions, Overlay};
use crate::relief::contours::{Contours, Interval};
use crate::relief::field::HeightField;
use crate::relief::hachures::Strokes;
use crate::relief::shading::{self, Shade};
use crate::relief::{hills, hillsides};
use crate::set_up::positions::{CoveredPaper, SetUpSides};
use crate::style::Style;
use crate::{proof, set_up};

/// Returns the width and height of the sheet from [`map_sheet`].
pub fn map_size(pack: &Pack, options: &MapOptions) -> (PaperLength, PaperLength) {
    let map = pack.map();
    let frame = MapFrame::new(map, options.scale_of(map), Point::new(MARGIN, MARGIN));
    let length = PaperLength::from_millimetres;
    (length(frame.rect.right + MARGIN), length(furniture::bottom(pack, &frame, options.language)))
}

/// Returns the map of a pack as one sheet.
pub fn map_sheet(pack: &Pack, options: &MapOptions) -> Sheet {
    with_overlay(pack, options, ground(pack, options))
}

/// Returns the map of a pack and its frame on the sheet.
pub(crate) fn map_in_frame(pack: &Pack, options: &MapOptions) -> (Sheet, Rect) {
    let ground = ground(pack, options);
    let frame = ground.frame.rect;
    (with_overlay(pack, options, ground), frame)
}

/// The part that all maps of a print order share: everything below their overlays.
#[derive(Clone)]
pub struct Ground {
    frame: MapFrame,
    sheet: Sheet,
    /// The contour interval, if any.
    interval: Option<Interval>,
    /// A tree symbol, for the legend.
    tree: SymbolId,
    /// The names printed on it.
    names: Vec<PlacedName>,
}

impl Ground {
    /// Returns the ground as a separate sheet, and a copy of the ground without any items, for an
    /// overlay.
    pub fn split_for_overlay(mut self) -> (Sheet, Self) {
        let bare =
            self.sheet.empty_page(self.sheet.name.clone(), self.sheet.width, self.sheet.height);
        (std::mem::replace(&mut self.sheet, bare), self)
    }

    /// Returns the map frame on the sheet.
    pub const fn frame(&self) -> Rect {
        self.frame.rect
    }
}

/// The slow part of a map's ground: the relief strokes, if any, and the tree positions. It can be
/// reused while elevation, frame and style are unchanged.
pub struct Groundwork {
    strokes: Option<Strokes>,
    seedlings: OnceLock<Vec<Point>>,
}

impl Groundwork {
    /// Computes the groundwork of a map.
    pub(crate) fn of(pack: &Pack, options: &MapOptions) -> Self {
        let (map, style) = (pack.map(), &options.style);
        let frame = MapFrame::new(map, options.scale_of(map), Point::new(MARGIN, MARGIN));
        let grid = pack.elevation().filter(|_| style.relief.hachures);
        let field =
            grid.and_then(|grid| HeightField::new(grid, &frame, style.hachures.smoothing.get()));
        let strokes = field.map(|field| Strokes::of(field, frame.rect, &style.hachures));
        Self { strokes, seedlings: OnceLock::new() }
    }

    /// Returns the tree positions on a map with this groundwork; none without woods.
    fn seedlings(&self, pack: &Pack, frame: &MapFrame, style: &Style) -> &[Point] {
        match pack.map().woods.is_empty() {
            true => &[],
            false => self
                .seedlings
                .get_or_init(|| woods::seedlings(frame.rect, style.woods.spacing.get())),
        }
    }

    /// Whether two maps, with their options, can share a groundwork.
    pub fn is_same(one: (&Pack, &MapOptions), other: (&Pack, &MapOptions)) -> bool {
        let extent = |(pack, options): (&Pack, &MapOptions)| {
            let map = pack.map();
            (map.width, map.height, options.scale_of(map))
        };
        let (style, of_other) = (&one.1.style, &other.1.style);
        extent(one) == extent(other)
            && one.0.elevation() == other.0.elevation()
            && style.relief == of_other.relief
            && style.hachures == of_other.hachures
            && style.woods == of_other.woods
    }
}

/// Draws the ground of a map.
pub fn ground(pack: &Pack, options: &MapOptions) -> Ground {
    ground_on(pack, options, None).0
}

/// Draws the ground of a map on a groundwork that it can share.
pub fn ground_on(
    pack: &Pack,
    options: &MapOptions,
    groundwork: Option<Arc<Groundwork>>,
) -> (Ground, Arc<Groundwork>) {
    let (map, scenery, style) = (pack.map(), pack.scenery(), &options.style);
    let frame = MapFrame::new(map, options.scale_of(map), Point::new(MARGIN, MARGIN));
    let (width, height) = map_size(pack, options);
    let mut sheet = Sheet::new(options.overlay.sheet_name(), width, height);

    let grid = pack.elevation();
    let named = || {
        let mut clearing = Clearing::new(frame.rect);
        mark_features(pack, &frame, style, &mut clearing);
        zones_and_objectives::note(pack, &frame, &mut clearing, options);
        let contours = grid
            .filter(|_| style.relief.contours)
            .and_then(|grid| Contours::new(grid, &frame, &style.contours, pack.labels().units));
        let shade = grid
            .filter(|_| style.relief.shading)
            .and_then(|grid| Shade::new(grid, &frame, &style.shading));
        let named =
            names::names(pack, &frame, &mut clearing, options, contours.as_ref(), shade.as_ref());
        (clearing, contours, shade, named)
    };
    let groundwork = || {
        let groundwork = groundwork.unwrap_or_else(|| Arc::new(Groundwork::of(pack, options)));
        // Computed while names are placed; trees are planted afterwards.
        groundwork.seedlings(pack, &frame, style);
        groundwork
    };
    let ((clearing, contours, shade, named), groundwork) = rayon::join(named, groundwork);
    sheet.omitted_names = named.omitted;

    let engraved = || match &groundwork.strokes {
        Some(strokes) => strokes.items(&clearing, style),
        None if style.relief.hachures && grid.is_none() => {
            hillsides::hachure(&map.hills, &frame, &clearing, style)
        }
        None => Vec::new(),
    };
    let planted = || {
        let contour_lines = match &contours {
            Some(contours) => contours.items(),
            None if style.relief.contours && grid.is_none() => {
                hillsides::form_lines(&map.hills, &frame, &style.contours)
            }
            None => Vec::new(),
        };
        let orchards = woods::orchards(&scenery.orchards, &frame, &clearing, style, &mut sheet);
        let seedlings = groundwork.seedlings(pack, &frame, style);
        let trees = woods::trees(&map.woods, &frame, &clearing, style, seedlings, &mut sheet);
        (contour_lines, orchards, trees)
    };
    let (hachures, (contour_lines, orchards, trees)) = rayon::join(engraved, planted);
    let legend_tree = sheet.add_symbol(woods::tree(style, 0, woods::size(&style.woods)));
    let farms = houses::farms(&scenery.farms, &frame, style, &mut sheet);

    let whole = Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres());
    sheet.add_layer("paper", vec![Item::fill(Path::rect(whole), style.sheet.paper)]);
    let mut show = |name, items| show(&mut sheet, &frame, name, items);
    show("fields", fences::fences(&scenery.fields, &frame, &clearing, style.sheet.black));
    show("wood tints", woods::tints(&map.woods, &frame, &style.woods));
    if let Some(shade) = &shade {
        show("shading", shading::shading(shade, &map.woods, &scenery.orchards, &frame, style));
    }
    show("contours", contour_lines);
    show("hachures", hachures);
    show("marsh", water::marsh(&map.marsh, &frame, &style.water));
    show("orchards", orchards);
    show("hills", hills::hills(&map.hills, &map.crests, &frame, &style.hills));
    show("trees", trees);
    show("buildings", houses::blocks(&map.buildings, &frame, &style.buildings));
    let mut water = water::watercourses(&map.watercourses, &frame, &style.water);
    water.extend(water::lakes(&map.water, &frame, &style.water));
    show("water", water);
    show("impassable", houses::impassable(&map.impassable, &frame, style.sheet.black));
    show("railroads", ways::railroads(&scenery.railroads, &frame, &style.roads, style.sheet.black));
    show("roads", ways::roads(&map.roads, &frame, &style.roads, style.sheet.black));
    show("crossings", houses::crossings(map, &frame, style));
    show("farms", farms);
    show("zones", zones_and_objectives::zones(pack, &frame, style, options.language));
    show("spot heights", named.spots);
    show("grid", neatline::crosses(pack, &frame, &clearing, style.sheet.black));
    show("names", named.names.iter().flat_map(PlacedName::items).collect());
    show("lines of communication", communications::communications(pack, &frame, style));
    let interval = contours.as_ref().map(Contours::interval);
    (Ground { sheet, interval, tree: legend_tree, frame, names: named.names }, groundwork)
}

/// Adds a layer clipped to the frame, if it has any items.
fn show(sheet: &mut Sheet, frame: &MapFrame, name: &'static str, items: Vec<Item>) {
    if !items.is_empty() {
        sheet.add_layer(name, vec![Item::Clip { path: Path::rect(frame.rect), items }]);
    }
}

/// Returns the map with the overlay of its order and the furniture around it.
pub fn with_overlay(pack: &Pack, options: &MapOptions, ground: Ground) -> Sheet {
    let Ground { frame, mut sheet, interval, tree, mut names } = ground;
    sheet.name = options.overlay.sheet_name();
    let (style, language) = (&options.style, options.language);
    let (mut blocks, mut notes) = (Vec::new(), Vec::new());
    if let Overlay::SetUp(shown) = &options.overlay {
        blocks = set_up::positions::covered_paper(pack, &frame, shown);
        notes = set_up::notes(pack, &frame, shown, style, language, &blocks);
        blocks.extend(notes.iter().filter_map(CoveredPaper::of_text));
    }
    // Without blocks, titles always fit.
    let mut letters = Vec::new();
    if !blocks.is_empty() {
        names = clear_names(pack, options, &frame, &mut sheet, names, &blocks);
        letters = names.iter().filter_map(|name| name.run.bounds()).collect();
    }
    let named = names::normalised(&names);
    let objectives =
        zones_and_objectives::objectives(pack, &frame, options, &named, &blocks, &letters);
    show(&mut sheet, &frame, "objectives", objectives.items);
    sheet.omitted_names.extend(objectives.left_out);
    match &options.overlay {
        Overlay::Ground => {}
        Overlay::SetUp(shown) => {
            let mut items = set_up::set_up(pack, &frame, shown, style, language);
            items.extend(notes.into_iter().map(Item::Text));
            show(&mut sheet, &frame, "set-up", items);
        }
        Overlay::Proof => {
            show(&mut sheet, &frame, "terrain proof", proof::proof(pack.map(), &frame));
        }
    }
    sheet.add_layer("neatline", neatline::neatline(pack, &frame, options));
    sheet.add_layer("furniture", furniture::furniture(pack, &frame, options, tree, interval));
    sheet
}

/// Moves names from under the blocks of a set-up, if the ground with its names is on this sheet.
/// Returns the names that fit next to the blocks.
fn clear_names(
    pack: &Pack,
    options: &MapOptions,
    frame: &MapFrame,
    sheet: &mut Sheet,
    standing: Vec<PlacedName>,
    blocks: &[CoveredPaper],
) -> Vec<PlacedName> {
    let is_names = |layer: &&mut Layer| layer.name == "names";
    let Some(layer) = sheet.layers.iter_mut().find(is_names) else { return standing };
    let style = &options.style;
    let mut clearing = Clearing::new(frame.rect);
    mark_features(pack, frame, style, &mut clearing);
    zones_and_objectives::note(pack, frame, &mut clearing, options);
    let shade = pack
        .elevation()
        .filter(|_| style.relief.shading)
        .and_then(|grid| Shade::new(grid, frame, &style.shading));
    let names =
        names::around_blocks(pack, frame, &mut clearing, options, shade.as_ref(), standing, blocks);
    let items = names.iter().flat_map(PlacedName::items).collect();
    layer.items = vec![Item::Clip { path: Path::rect(frame.rect), items }];
    names
}

/// Draws a miniature of the map, scaled so that its sheet fills a rectangle: frame, woods, water,
/// roads and houses.
pub fn miniature(pack: &Pack, sheet: &Sheet, options: &MapOptions, rect: Rect) -> Vec<Item> {
    let (map, style) = (pack.map(), &options.style);
    let small = rect.width() / sheet.width.millimetres();
    let denominator = f64::from(options.scale_of(map).denominator()) / small;
    let Some(scale) = Scale::new(denominator.ceil() as u32) else { return Vec::new() };
    let corner = Point::new(rect.left + MARGIN * small, rect.top + MARGIN * small);
    let frame = MapFrame::new(map, scale, corner);
    miniature_items(map, &frame, style)
}

fn miniature_items(map: &Map, frame: &MapFrame, style: &Style) -> Vec<Item> {
    let mut items = Vec::new();
    for wood in &map.woods {
        items.push(Item::fill_with_holes(frame.area(&wood.parts), style.woods.tint));
    }
    for lake in &map.water {
        items.push(Item::fill_with_holes(frame.area(&lake.parts), style.water.tint));
    }
    for course in &map.watercourses {
        items.push(Item::line(frame.lines(&course.parts), Stroke::round(style.water.line, 0.2)));
    }
    for road in &map.roads {
        items.push(Item::line(frame.lines(&road.parts), Stroke::solid(style.sheet.black, 0.15)));
    }
    for area in &map.buildings {
        items.push(Item::fill_with_holes(frame.area(&area.parts), style.sheet.black));
    }
    items.push(Item::line(Path::rect(frame.rect), Stroke::solid(style.sheet.black, 0.3)));
    items
}

/// Draws a miniature of a battle's set-up with a given map frame width and upper left corner. Also
/// returns its height.
pub fn set_up_miniature(
    pack: &Pack,
    options: &MapOptions,
    shown: &SetUpSides,
    corner: Point,
    width: f64,
) -> (Vec<Item>, f64) {
    let map = pack.map();
    let denominator = map.width.metres() * 1_000.0 / width;
    let scale = Scale::new(denominator.ceil() as u32).unwrap_or(map.scale);
    let frame = MapFrame::new(map, scale, corner);
    let mut items = vec![Item::fill(Path::rect(frame.rect), options.style.sheet.paper)];
    items.extend(miniature_items(map, &frame, &options.style));
    items.extend(set_up::miniature(pack, &frame, shown));
    (items, frame.rect.height())
}

/// Marks roads, water, houses and trees as occupied in the bitmap.
fn mark_features(pack: &Pack, frame: &MapFrame, style: &Style, clearing: &mut Clearing) {
    let (map, scenery) = (pack.map(), pack.scenery());
    for (areas, what) in [(&map.woods, Occupancy::WOODS), (&scenery.orchards, Occupancy::ORCHARD)] {
        for area in areas {
            let rings: Vec<_> = area.parts.iter().flat_map(|p| frame.rings(p)).collect();
            clearing.take_area(&rings, what);
        }
    }
    for area in map.buildings.iter().chain(&map.impassable) {
        let rings: Vec<_> = area.parts.iter().flat_map(|p| frame.rings(p)).collect();
        clearing.take_area(&rings, Occupancy::HOUSE);
        for ring in &rings {
            clearing.take_line(ring, 0.7, Occupancy::HOUSE);
        }
    }
    for lake in &map.water {
        let rings: Vec<_> = lake.parts.iter().flat_map(|part| frame.rings(part)).collect();
        clearing.take_area(&rings, Occupancy::WATER);
        for ring in &rings {
            let closed: Vec<Point> = ring.iter().chain(ring.first()).copied().collect();
            clearing.take_line(&closed, 0.3, Occupancy::WATER);
        }
    }
    for road in &map.roads {
        let reach = ways::drawn_width(road.kind, &style.roads) / 2.0 + 0.22;
        for part in &road.parts {
            clearing.take_line(&frame.line(part), reach, Occupancy::ROAD);
        }
    }
    for railroad in &scenery.railroads {
        for part in &railroad.parts {
            clearing.take_line(&frame.line(part), 0.8, Occupancy::ROAD);
        }
    }
    for course in &map.watercourses {
        let reach = water::drawn_width(course, frame, &style.water) / 2.0 + 0.3;
        for part in &course.parts {
            clearing.take_line(&frame.line(part), reach, Occupancy::WATER);
        }
    }
    for crest in &map.crests {
        for part in &crest.parts {
            clearing.take_line(&frame.line(part), 0.5, Occupancy::CREST);
        }
    }
    for ring in map.hills.iter().flat_map(|hill| &hill.parts).flat_map(|part| frame.rings(part)) {
        let closed: Vec<Point> = ring.iter().chain(ring.first()).copied().collect();
        clearing.take_line(&closed, 0.3, Occupancy::CREST);
    }
    for crossing in &map.crossings {
        clearing.take_disc(frame.place(crossing.at), 1.3, Occupancy::HOUSE);
    }
    for farm in &scenery.farms {
        clearing.take_disc(frame.place(farm.at), houses::reach(farm, style), Occupancy::HOUSE);
    }
}

//! The map sheet of a FAB battle, true to scale: areas with their terrain, borders, roads, names
//! and points. The turn track and the chit boxes are below.
//!
//! All data for play comes from the battle, not from the scenery: adjacency, borders and crossings,
//! terrain difficulty, the points of each area, entries and supply. The sheet therefore cannot
//! differ from the engine's terrain.

pub(crate) mod area_room;
pub(crate) mod borders;
pub(crate) mod boxes;
pub(crate) mod empty_frame;
pub(crate) mod entries;
pub(crate) mod ground;
pub(crate) mod input;
pub(crate) mod labels;
pub(crate) mod landmarks;
pub(crate) mod legend;
pub(crate) mod name_room;
pub(crate) mod names;
pub(crate) mod reinforcements;
pub(crate) mod relief;
pub(crate) mod set_up;
pub(crate) mod signs;
pub(crate) mod strip;
#[cfg(test)]
mod tests;

use sandtable_house_style::areas::area_number;
use sandtable_pack::fab::{AreaMap, AreaShape, Pack};
use sandtable_pack::{PaperLength, Scale};
use sandtable_sheet::{
    Face, Ink, Item, Lettering, MIN_POINTS, Path, Point, Rect, Sheet, Stroke, shape,
};

use crate::frame::MapFrame;
use crate::furniture::neatline;
use crate::options::MARGIN;
use empty_frame::Space;
use input::SheetInput;

pub use input::AreaMapOptions;

fn frame(map: &AreaMap, options: &AreaMapOptions) -> MapFrame {
    let scale = options.scale.unwrap_or(map.scale);
    MapFrame::with_size(map.width, map.height, scale, Point::new(MARGIN, MARGIN))
}

/// Draws the areas of a small map, scaled so that its sheet fills a rectangle.
pub fn area_map_miniature(
    pack: &Pack,
    sheet: &Sheet,
    options: &AreaMapOptions,
    rect: Rect,
) -> Vec<Item> {
    let Some(map) = pack.map() else { return Vec::new() };
    let small = rect.width() / sheet.width.millimetres();
    let denominator = f64::from(options.scale.unwrap_or(map.scale).denominator()) / small;
    let Some(scale) = Scale::new(denominator.ceil() as u32) else { return Vec::new() };
    let corner = Point::new(rect.left + MARGIN * small, rect.top + MARGIN * small);
    let frame = MapFrame::with_size(map.width, map.height, scale, corner);
    outlines(map, &frame, options.style.sheet.black)
}

/// Draws the neatline and the outlines of the areas.
fn outlines(map: &AreaMap, frame: &MapFrame, black: Ink) -> Vec<Item> {
    let outline = |area: &AreaShape| Item::line(frame.area(&area.parts), Stroke::solid(black, 0.1));
    let mut items: Vec<Item> = map.areas.values().map(outline).collect();
    items.push(Item::line(Path::rect(frame.rect), Stroke::solid(black, 0.3)));
    items
}

/// Draws a small map of the areas and their numbers with a given frame width, from the origin. Also
/// returns its height.
pub fn area_index_map(pack: &Pack, options: &AreaMapOptions, width: f64) -> (Vec<Item>, f64) {
    let Some(map) = pack.map() else { return (Vec::new(), 0.0) };
    let denominator = map.width.metres() * 1_000.0 / width;
    let scale = Scale::new(denominator.ceil() as u32).unwrap_or(map.scale);
    let frame = MapFrame::with_size(map.width, map.height, scale, Point::new(0.0, 0.0));
    let sheet = &options.style.sheet;
    let mut items = vec![Item::fill(Path::rect(frame.rect), sheet.paper)];
    items.extend(outlines(map, &frame, sheet.black));
    for (area, ground) in &map.areas {
        let Some(number) = area_number(pack, area) else { continue };
        let number = shape(number, Lettering::new(Face::Semibold, MIN_POINTS));
        let middle = frame.place(ground.seat).translate(0.0, number.lettering().cap_height() / 2.0);
        items.push(Item::Text(number.centred(middle, sheet.black)));
    }
    (items, frame.rect.height())
}

/// Returns the map of an area battle and its frame on the sheet.
pub fn area_map_in_frame(pack: &Pack, options: &AreaMapOptions) -> Option<(Sheet, Rect)> {
    let frame = frame(pack.map()?, options).rect;
    Some((area_map_sheet(pack, options)?, frame))
}

/// Returns the map of an area battle as one sheet, or `None` for a battle without a map.
pub fn area_map_sheet(pack: &Pack, options: &AreaMapOptions) -> Option<Sheet> {
    let map = pack.map()?;
    let frame = frame(map, options);
    let input = SheetInput::new(pack, map, &frame, options);
    let (letters, mut left_out) = entries::place_entries(&input);
    let places: Vec<Point> = letters.iter().map(|letter| letter.at).collect();
    let mut space = Space::of(&input, &places);
    let arrangement = strip::arrange(&input, &mut space);
    let length = PaperLength::from_millimetres;
    let (width, height) = (length(frame.rect.right + MARGIN), length(arrangement.bottom(&input)));
    let mut sheet = Sheet::new(options.sheet_name(), width, height);
    let whole = Rect::new(0.0, 0.0, width.millimetres(), height.millimetres());
    sheet.add_layer("paper", vec![Item::fill(Path::rect(whole), options.style.sheet.paper)]);
    let seats = labels::label_positions(&input);
    left_out.extend(labels::overlapping_names(&input, &seats));
    let furnished: Vec<Rect> = arrangement.on_map().collect();
    let shields = places.iter().map(|at| area_room::centred_rect(*at, (9.0, 9.0)));
    let mut taken: Vec<Rect> = furnished.into_iter().chain(shields).collect();
    taken.extend(seats.values().flat_map(labels::LabelPosition::lines));
    let standing =
        options.set_up.as_ref().map(|whose| set_up::set_up(&input, &seats, whose, &taken));
    let standing = standing.unwrap_or_default();
    left_out.extend(standing.omitted);
    taken.extend(standing.occupied);
    let names = names::names(&input, taken, &mut space);
    let hills = relief::hills(&input, &names.occupied, &mut sheet);
    let mut show = |name, items: Vec<Item>| {
        if !items.is_empty() {
            let items = vec![Item::Clip { path: Path::rect(frame.rect), items }];
            sheet.add_layer(name, items);
        }
    };
    show("beyond", ground::land_beyond(&input));
    show("sea", ground::sea(&input));
    show("areas", ground::areas(&input));
    show("relief", hills);
    show("lakes", ground::lakes(&input));
    show("rivers", ground::rivers(&input));
    show("borders", borders::borders(&input));
    show("roads", ground::roads(&input, &seats));
    show("bridges", borders::bridges(&input));
    show("coast", ground::coast(&input));
    show("places", names.signs);
    show("names", names.letters);
    show("areas' signs", labels::signs(&input, &seats));
    show("entries", entries::entries(&letters));
    show("set-up", standing.items);
    sheet.omitted_names = left_out;
    sheet.omitted_names.extend(names.omitted);
    let frame_items = neatline::plain(&map.graticule, &frame, options.style.sheet.black);
    sheet.add_layer("neatline", frame_items);
    sheet.add_layer("furniture", arrangement.draw(&input));
    Some(sheet)
}

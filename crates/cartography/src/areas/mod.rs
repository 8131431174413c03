//! The map sheet of a battle of FAB, true to its scale: areas with their ground, borders, roads,
//! names and points; below it the turn track and the boxes of chits.
//!
//! What a player asks the sheet: which areas touch, what lies between them and what leads over it,
//! how hard the ground is, what an area is worth and to whom, where units come on and supply comes
//! from. Each is drawn from the battle, not from the scenery, so that the sheet cannot differ from
//! what the engine plays.

pub(crate) mod borders;
pub(crate) mod boxes;
pub(crate) mod entries;
pub(crate) mod ground;
pub(crate) mod labels;
pub(crate) mod landmarks;
pub(crate) mod legend;
pub(crate) mod names;
pub(crate) mod plots;
pub(crate) mod reinforcements;
pub(crate) mod relief;
pub(crate) mod room;
pub(crate) mod set_up;
pub(crate) mod signs;
pub(crate) mod space;
pub(crate) mod strip;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use sandtable_house_style::battlefield::Livery;
use sandtable_house_style::words::{self, say};
use sandtable_pack::fab::{AreaMap, BorderLine, Edge, MapPlace, Pack};
use sandtable_pack::{AreaId, Language, PaperLength, Rgb, Scale, SideId};
use sandtable_sheet::{Ink, Item, Path, Point, Rect, Sheet, Stroke};

use crate::areas::space::Space;
use crate::frame::MapFrame;
use crate::furniture::neatline;
use crate::options::MARGIN;
use crate::set_up::stand::SetUpOf;
use crate::style::Style;

/// How the map of an area battle is made.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaMapOptions {
    /// Language of the fixed words, titles and names.
    pub language: Language,
    /// Its look.
    pub style: Style,
    /// Another scale than the map's.
    pub scale: Option<Scale>,
    /// Whose set-up is shown on it; nobody's on the map to play on.
    pub set_up: Option<SetUpOf>,
}

impl AreaMapOptions {
    /// The name of the sheet.
    fn sheet_name(&self) -> String {
        match &self.set_up {
            None => "map".to_owned(),
            Some(SetUpOf::Both) => "set-up".to_owned(),
            Some(SetUpOf::Side(side)) => format!("set-up-{side}"),
        }
    }
}

/// An area battle with its map, on its sheet.
pub(crate) struct Shown<'s> {
    pack: &'s Pack,
    map: &'s AreaMap,
    frame: &'s MapFrame,
    options: &'s AreaMapOptions,
    /// Edges of the battle and borders of the map, by their areas.
    edges: BTreeMap<Pair<'s>, &'s Edge>,
    borders: BTreeMap<Pair<'s>, Vec<&'s BorderLine>>,
    /// How hard the ground of each area is.
    difficulty: BTreeMap<&'s AreaId, u8>,
}

/// Two areas, the one first whose id comes first.
type Pair<'s> = [&'s AreaId; 2];

fn pair<'s>(one: &'s AreaId, other: &'s AreaId) -> Pair<'s> {
    [one.min(other), one.max(other)]
}

impl<'s> Shown<'s> {
    fn new(
        pack: &'s Pack,
        map: &'s AreaMap,
        frame: &'s MapFrame,
        options: &'s AreaMapOptions,
    ) -> Self {
        let scene = pack.battle().scene();
        let difficulty = scene.areas.iter().map(|area| {
            let ground = scene.terrain.iter().find(|terrain| terrain.id == area.terrain);
            (&area.id, ground.map_or(0, |ground| ground.difficulty))
        });
        let difficulty = difficulty.collect();
        let edges = scene.edges.iter();
        let mut borders: BTreeMap<Pair<'_>, Vec<&BorderLine>> = BTreeMap::new();
        for border in &map.borders {
            borders.entry(pair(&border.left, &border.right)).or_default().push(border);
        }
        let edges = edges.map(|edge| (pair(&edge.a, &edge.b), edge)).collect();
        Self { pack, map, frame, options, edges, borders, difficulty }
    }

    const fn style(&self) -> &Style {
        &self.options.style
    }

    /// Is it drawn without colour?
    fn is_grey(&self) -> bool {
        let [red, green, blue] = self.options.style.water.tint.rgb;
        red == green && green == blue
    }

    /// The second side is told apart without colour, by light lines within its signs.
    fn is_second(&self, side: &SideId) -> bool {
        self.pack.battle().scene().sides[1] == *side
    }

    /// The colour of a side, and whether it has the marks of the second.
    fn livery(&self, side: &SideId) -> Livery {
        Livery { ink: self.side_ink(side), is_second: self.is_second(side) }
    }

    /// Is the area in which a place lies called as it?
    fn names_its_area(&self, place: &MapPlace) -> bool {
        let language = self.options.language;
        let name = place.name.get(language);
        let areas = self.pack.labels().areas.iter();
        let mut called = areas.filter(|(_, label)| label.name.get(language) == name);
        called.any(|(area, _)| {
            let ground = self.map.areas.get(area);
            ground.is_some_and(|ground| ground.parts.iter().any(|part| part.holds(place.at)))
        })
    }

    /// How hard the ground of an area is.
    fn difficulty(&self, area: &AreaId) -> u8 {
        self.difficulty.get(area).copied().unwrap_or(0)
    }

    /// Who holds an area at the start.
    fn holder(&self, area: &AreaId) -> Option<&'s SideId> {
        self.pack.battle().scene().control.get(area)
    }

    /// What the sheet shows upon the map, in whose colour.
    fn set_up_title(&self) -> Option<(String, Ink)> {
        let language = self.options.language;
        let words = say(words::SET_UP, language);
        match self.options.set_up.as_ref()? {
            SetUpOf::Both => Some((words.to_owned(), self.style().sheet.black)),
            SetUpOf::Side(side) => {
                let name = self.pack.labels().sides.get(side)?.name.get(language);
                Some((format!("{words} · {name}"), self.side_ink(side)))
            }
        }
    }

    /// The colour of a side.
    fn side_ink(&self, side: &SideId) -> Ink {
        let names = ["side-1", "side-2"];
        let number = self.pack.battle().scene().sides.iter().position(|one| one == side);
        let colour = self.pack.labels().sides.get(side).map(|banner| banner.colour);
        let Rgb { red, green, blue } = colour.unwrap_or(Rgb { red: 0, green: 0, blue: 0 });
        Ink { name: names[number.unwrap_or(0).min(1)], rgb: [red, green, blue] }
    }
}

fn frame(map: &AreaMap, options: &AreaMapOptions) -> MapFrame {
    let scale = options.scale.unwrap_or(map.scale);
    MapFrame::sized(map.width, map.height, scale, Point::new(MARGIN, MARGIN))
}

/// The map in small, where its sheet fills a rectangle: its areas.
pub fn area_map_in_small(
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
    let frame = MapFrame::sized(map.width, map.height, scale, corner);
    let black = options.style.sheet.black;
    let mut items: Vec<Item> = map
        .areas
        .values()
        .map(|area| Item::line(frame.area(&area.parts), Stroke::full(black, 0.1)))
        .collect();
    items.push(Item::line(Path::rect(frame.rect), Stroke::full(black, 0.3)));
    items
}

/// The map of an area battle and where its frame lies on the sheet.
pub fn area_map_in_frame(pack: &Pack, options: &AreaMapOptions) -> Option<(Sheet, Rect)> {
    let frame = frame(pack.map()?, options).rect;
    Some((area_map_sheet(pack, options)?, frame))
}

/// The map of an area battle as one sheet; `None` for a battle without a map.
pub fn area_map_sheet(pack: &Pack, options: &AreaMapOptions) -> Option<Sheet> {
    let map = pack.map()?;
    let frame = frame(map, options);
    let shown = Shown::new(pack, map, &frame, options);
    let (letters, mut left_out) = entries::placed(&shown);
    let places: Vec<Point> = letters.iter().map(|letter| letter.at).collect();
    let mut space = Space::of(&shown, &places);
    let arrangement = strip::arranged(&shown, &mut space);
    let length = PaperLength::from_millimetres;
    let (width, height) = (length(frame.rect.right + MARGIN), length(arrangement.bottom(&shown)));
    let mut sheet = Sheet::new(options.sheet_name(), width, height);
    let whole = Rect::new(0.0, 0.0, width.millimetres(), height.millimetres());
    sheet.add_layer("paper", vec![Item::fill(Path::rect(whole), options.style.sheet.paper)]);
    let seats = labels::label_positions(&shown);
    left_out.extend(labels::crowded(&shown, &seats));
    let furnished: Vec<Rect> = arrangement.on_map().collect();
    let shields = places.iter().map(|at| plots::about(*at, (9.0, 9.0)));
    let mut taken: Vec<Rect> = furnished.into_iter().chain(shields).collect();
    taken.extend(seats.values().flat_map(labels::LabelPosition::lines));
    let standing =
        options.set_up.as_ref().map(|whose| set_up::set_up(&shown, &seats, whose, &taken));
    let standing = standing.unwrap_or_default();
    left_out.extend(standing.left_out);
    taken.extend(standing.taken);
    let names = names::names(&shown, taken, &mut space);
    let hills = relief::hills(&shown, &names.taken, &mut sheet);
    let mut show = |name, items: Vec<Item>| {
        if !items.is_empty() {
            let items = vec![Item::Clip { path: Path::rect(frame.rect), items }];
            sheet.add_layer(name, items);
        }
    };
    show("beyond", ground::beyond(&shown));
    show("sea", ground::sea(&shown));
    show("areas", ground::areas(&shown));
    show("relief", hills);
    show("lakes", ground::lakes(&shown));
    show("rivers", ground::rivers(&shown));
    show("borders", borders::borders(&shown));
    show("roads", ground::roads(&shown, &seats));
    show("bridges", borders::bridges(&shown));
    show("coast", ground::coast(&shown));
    show("places", names.signs);
    show("names", names.letters);
    show("areas' signs", labels::signs(&shown, &seats));
    show("entries", entries::entries(&letters));
    show("set-up", standing.items);
    sheet.left_out = left_out;
    sheet.left_out.extend(names.left_out);
    let frame_items = neatline::plain(&map.graticule, &frame, options.style.sheet.black);
    sheet.add_layer("neatline", frame_items);
    sheet.add_layer("furniture", arrangement.drawn(&shown));
    Some(sheet)
}

/// How far a place is from a straight line between two others.
fn to_side(at: Point, a: Point, b: Point) -> f64 {
    let (x, y) = (b.x - a.x, b.y - a.y);
    let square = x * x + y * y;
    if square <= 0.0 {
        return at.distance(a);
    }
    let part = (((at.x - a.x) * x + (at.y - a.y) * y) / square).clamp(0.0, 1.0);
    at.distance(a.toward(b, part))
}

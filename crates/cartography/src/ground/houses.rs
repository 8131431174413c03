//! Town blocks, farms, bridges and fords.

use std::collections::BTreeMap;

use sandtable_pack::{Area, BuildingStyle, Crossing, CrossingKind, Farm, FeatureId, Map, Mark};
use sandtable_sheet::{Ink, Item, Path, Point, Rotation, Sheet, Stroke, Symbol};

use super::woods::noise;
use super::{water, ways};
use crate::frame::MapFrame;
use crate::own_symbols::OwnSymbol;
use crate::style::Style;

/// Draws town blocks, tinted and hatched.
pub(crate) fn blocks(blocks: &[Area], frame: &MapFrame, style: &BuildingStyle<Ink>) -> Vec<Item> {
    let drawn = blocks.iter().flat_map(|area| {
        let outer: Vec<Vec<Point>> =
            area.parts.iter().filter_map(|part| frame.rings(part).into_iter().next()).collect();
        block(&frame.area(&area.parts), &outer, style)
    });
    drawn.collect()
}

/// Draws one block, given its boundary and its outer rings.
pub(crate) fn block(outline: &Path, outer: &[Vec<Point>], style: &BuildingStyle<Ink>) -> Vec<Item> {
    let Some(bounds) = outline.bounds() else { return Vec::new() };
    let mut hatch = Path::new();
    let (first, last) = (
        ((bounds.left + bounds.top) / style.hatch_spacing.get()).floor() as i64,
        ((bounds.right + bounds.bottom) / style.hatch_spacing.get()).ceil() as i64,
    );
    for step in first..=last {
        // Parallel hatching lines continue over the whole sheet, so neighbouring blocks match.
        let sum = step as f64 * style.hatch_spacing.get();
        hatch.add_line(&[
            Point::new(sum - bounds.bottom, bounds.bottom),
            Point::new(sum - bounds.top, bounds.top),
        ]);
    }
    let mut items = vec![
        Item::fill_with_holes(outline.clone(), style.tint),
        Item::Clip {
            path: outline.clone(),
            items: vec![Item::line(hatch, Stroke::solid(style.line, style.hatch.get()))],
        },
    ];
    let mut houses = Path::new();
    for ring in outer.iter().filter(|ring| enclosed(ring) >= MIN_QUARTER_AREA) {
        let deepest = bounds.width().min(bounds.height()) * 0.3;
        fronts(ring, deepest.min(1.0), &mut houses);
    }
    if !houses.is_empty() {
        items.push(Item::fill(houses, style.line));
    }
    items.push(Item::line(outline.clone(), Stroke::solid(style.line, style.outline.get())));
    items
}

/// The minimum area of a town quarter, with houses along its streets, in square millimetres.
/// Smaller blocks represent single houses.
const MIN_QUARTER_AREA: f64 = 13.0;

/// Returns the area within a ring in square millimetres.
fn enclosed(ring: &[Point]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    pairs.map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>().abs() / 2.0
}

/// Adds rows of varied houses along the sides of a block, at most `deepest` deep, with gaps.
fn fronts(ring: &[Point], deepest: f64, houses: &mut Path) {
    /// The distances from the street to the houses, and from a corner to the first one.
    const STREET: f64 = 0.22;
    const CORNER: f64 = 0.35;
    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        let length = a.distance(*b);
        let slant = Rotation::towards(*a, *b);
        let mut way = CORNER;
        loop {
            let number = noise(a.toward(*b, way / length.max(1e-9)));
            let share = |shift: u32| ((number >> shift) % 256) as f64 / 255.0;
            let (wide, deep) = (0.5 + 0.8 * share(0), deepest * (0.45 + 0.55 * share(8)));
            if way + wide > length - CORNER {
                break;
            }
            // Ground rings run counter-clockwise: on the sheet their inside is to the left.
            let corners = [(0.0, 0.0), (wide, 0.0), (wide, -deep), (0.0, -deep)];
            let quad =
                corners.map(|(x, y)| slant.transform_point(*a, Point::new(way + x, y - STREET)));
            // Every fifth lot is a garden.
            if share(32) > 0.2 {
                houses.add_ring(&quad);
            }
            way += wide + 0.12 + 0.7 * share(16) * share(24);
        }
    }
}

/// Draws impassable ground: cross-hatching within a solid boundary.
pub(crate) fn impassable(areas: &[Area], frame: &MapFrame, ink: Ink) -> Vec<Item> {
    let mut items = Vec::new();
    for area in areas {
        let outline = frame.area(&area.parts);
        let Some(bounds) = outline.bounds() else { continue };
        let mut hatch = Path::new();
        let reach = bounds.width() + bounds.height();
        for step in 0..=(reach / 0.9).ceil() as i64 {
            let along = step as f64 * 0.9;
            hatch.add_line(&[
                Point::new(bounds.left + along, bounds.top),
                Point::new(bounds.left + along - bounds.height(), bounds.bottom),
            ]);
            hatch.add_line(&[
                Point::new(bounds.right - along, bounds.top),
                Point::new(bounds.right - along + bounds.height(), bounds.bottom),
            ]);
        }
        items.push(Item::Clip {
            path: outline.clone(),
            items: vec![Item::line(hatch, Stroke::solid(ink, 0.16))],
        });
        items.push(Item::line(outline, Stroke::solid(ink, 0.35)));
    }
    items
}

/// Draws farms: a house and its barn, each at a slightly different angle.
pub(crate) fn farms(
    farms: &[Farm],
    frame: &MapFrame,
    style: &Style,
    sheet: &mut Sheet,
) -> Vec<Item> {
    let mut items = Vec::new();
    // Each of the map's symbols, with the farms that use it.
    let mut drawn: BTreeMap<&str, (&OwnSymbol, Vec<Point>)> = BTreeMap::new();
    let mut plain = Vec::new();
    for farm in farms {
        let at = frame.place(farm.at);
        match own_symbol(farm, style) {
            Some((name, own)) => drawn.entry(name).or_insert((own, Vec::new())).1.push(at),
            None => plain.push((farm, at)),
        }
    }
    for (own, at) in drawn.into_values() {
        items.push(Item::Stamps { symbol: sheet.add_symbol(own.symbol(1.0)), at });
    }
    items.extend(houses_and_barns(&plain, style.sheet.black, sheet));
    items
}

/// Returns the map's own symbol for a farm, with its name.
fn own_symbol<'s>(farm: &'s Farm, style: &'s Style) -> Option<(&'s str, &'s OwnSymbol)> {
    let named = farm.symbol.as_ref().and_then(|id| Some((id.as_str(), style.symbols.named(id)?)));
    named.or_else(|| Some((Mark::Farm.word(), style.symbols.mark(Mark::Farm)?)))
}

/// Returns the radius of a farm's drawing, in millimetres.
pub(crate) fn reach(farm: &Farm, style: &Style) -> f64 {
    own_symbol(farm, style).map_or(1.25, |(_, own)| own.reach + 0.25)
}

fn houses_and_barns(farms: &[(&Farm, Point)], ink: Ink, sheet: &mut Sheet) -> Vec<Item> {
    let turns = [0.0_f64, 0.3, -0.35];
    let symbols: Vec<_> = turns
        .iter()
        .map(|turn| {
            let (s, c) = (libm::sin(*turn), libm::cos(*turn));
            let quad = |x: f64, y: f64, w: f64, h: f64| {
                let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
                let turned: Vec<Point> =
                    corners.iter().map(|(x, y)| Point::new(x * c - y * s, x * s + y * c)).collect();
                Path::ring(&turned)
            };
            let mut path = quad(-0.62, -0.42, 1.0, 0.72);
            path.add(&quad(0.6, 0.1, 0.62, 0.5));
            sheet.add_symbol(Symbol { items: vec![Item::fill(path, ink)], reach: 1.5 })
        })
        .collect();
    symbols
        .iter()
        .enumerate()
        .map(|(kind, symbol)| Item::Stamps {
            symbol: *symbol,
            at: farms
                .iter()
                .filter(|(farm, _)| farm.id.as_str().len() % turns.len() == kind)
                .map(|(_, at)| *at)
                .collect(),
        })
        .filter(|item| item.vertex_count() > 0)
        .collect()
}

/// Draws bridges with parapets, and fords as rows of dots, along their roads.
pub(crate) fn crossings(map: &Map, frame: &MapFrame, style: &Style) -> Vec<Item> {
    let mut items = Vec::new();
    for crossing in &map.crossings {
        let water = map.watercourses.iter().find(|w| w.id == crossing.over);
        let water_width = water.map_or(0.5, |w| water::drawn_width(w, frame, &style.water));
        let road = crossing.road.as_ref().and_then(|id| map.roads.iter().find(|r| r.id == *id));
        let road_width = road.map_or(0.7, |r| ways::drawn_width(r.kind, &style.roads)).max(0.7);
        let slant = direction(crossing, map, frame);
        let centre = frame.place(crossing.at);
        // Distances along the road and to the right of it.
        let at = |along: f64, right: f64| {
            centre.translate(
                along * slant.cosine - right * slant.sine,
                along * slant.sine + right * slant.cosine,
            )
        };
        let mark = match crossing.kind {
            CrossingKind::Bridge => Mark::Bridge,
            CrossingKind::Ford => Mark::Ford,
        };
        if let Some(own) = style.symbols.mark(mark) {
            items.extend(own.place_symbol(centre, slant));
            continue;
        }
        let half = (water_width / 2.0 + 0.6).max(1.0);
        let side = road_width / 2.0 + 0.1;
        match crossing.kind {
            CrossingKind::Bridge => {
                for s in [side, -side] {
                    let wing = s + 0.34 * s.signum();
                    let parapet =
                        [at(-half - 0.4, wing), at(-half, s), at(half, s), at(half + 0.4, wing)];
                    items.push(Item::line(
                        Path::line(&parapet),
                        Stroke::round(style.sheet.black, 0.24),
                    ));
                }
            }
            CrossingKind::Ford => {
                for s in [side * 0.75, -side * 0.75] {
                    let line = [at(-half - 0.3, s), at(half + 0.3, s)];
                    items.push(Item::line(Path::line(&line), Stroke::round(style.roads.road, 0.5)));
                    items.push(Item::line(
                        Path::line(&line),
                        Stroke::dashed(style.sheet.black, 0.26, &[0.32, 0.26]),
                    ));
                }
            }
        }
    }
    items
}

/// Returns the direction of a crossing: along its road, or otherwise perpendicular to the
/// watercourse.
fn direction(crossing: &Crossing, map: &Map, frame: &MapFrame) -> Rotation {
    let centre = frame.place(crossing.at);
    let nearest = |lines: Vec<Vec<Point>>| {
        lines
            .iter()
            .flat_map(|line| line.windows(2))
            .min_by(|a, b| {
                distance_to(centre, a[0], a[1]).total_cmp(&distance_to(centre, b[0], b[1]))
            })
            .map(|pair| Rotation::towards(pair[0], pair[1]))
    };
    let is = |id: &Option<FeatureId>, other: &FeatureId| id.as_ref() == Some(other);
    let road = map.roads.iter().find(|r| is(&crossing.road, &r.id));
    if let Some(slant) = road.and_then(|r| nearest(r.parts.iter().map(|p| frame.line(p)).collect()))
    {
        return slant;
    }
    let water = map.watercourses.iter().find(|w| w.id == crossing.over);
    match water.and_then(|w| nearest(w.parts.iter().map(|p| frame.line(p)).collect())) {
        Some(Rotation { cosine, sine }) => Rotation { cosine: -sine, sine: cosine },
        None => Rotation::NONE,
    }
}

/// Returns the distance from a point to the segment between two others.
pub(crate) fn distance_to(place: Point, a: Point, b: Point) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let squared = dx * dx + dy * dy;
    if squared < 1e-12 {
        return place.distance(a);
    }
    let share = (((place.x - a.x) * dx + (place.y - a.y) * dy) / squared).clamp(0.0, 1.0);
    place.distance(a.translate(dx * share, dy * share))
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{GroundPoint, Polygon, StyleName, sample};

    use super::*;

    /// Draws a square block of `side` metres; returns its items and its boundary on the sheet.
    fn draw_block(side: i32) -> (Vec<Item>, Path) {
        let map = sample::parts().map;
        let frame = MapFrame::new(&map, map.scale, Point::new(0.0, 0.0));
        let at = |x: i32, y: i32| GroundPoint::from_metres(2_000 + x, 3_000 + y);
        let exterior = vec![at(0, 0), at(side, 0), at(side, side), at(0, side)];
        let parts = vec![Polygon { exterior, holes: Vec::new() }];
        let outline = frame.area(&parts);
        let block = Area { id: sample::id("block"), parts };
        (blocks(&[block], &frame, &Style::built_in(StyleName::Staff).buildings), outline)
    }

    #[test]
    fn only_town_quarters_have_houses() {
        // The ground, hatching and boundary; a quarter also has its houses.
        assert_eq!(draw_block(50).0.len(), 3);
        let (items, outline) = draw_block(160);
        let [_, _, Item::Fill { path, .. }, _] = items.as_slice() else { panic!("{items:?}") };
        let (houses, block) = (
            path.bounds().expect("the path has houses"),
            outline.bounds().expect("the path has points"),
        );
        assert!(path.vertex_count() / 4 >= 16, "{} houses", path.vertex_count() / 4);
        assert!(block.expand(-0.2).contains(Point::new(houses.left, houses.top)));
        assert!(block.expand(-0.2).contains(Point::new(houses.right, houses.bottom)));
        let inner = block.expand(-2.0);
        let deep = path.segments().iter().flat_map(|segment| segment.points()).flatten();
        assert!(
            !deep.into_iter().any(|corner| inner.contains(corner)),
            "houses stand at the street"
        );
    }
}

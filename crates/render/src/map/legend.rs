//! The legend: a sample of each kind of ground, its name, and in short what it does in play.

use sandtable_pack::{Mark, Pack, RailroadKind, RoadKind, WatercourseKind};

use super::{MapOptions, markers, water};
use crate::sheet::{Cap, Item, Path, Point, Rect, Slant, Stroke, SymbolId};
use crate::sticker::face::side_ink;
use crate::typeface::{Face, LEAST_POINTS, Lettering, fitted, shape};
use crate::words::{self, Words, say};

/// What a sample shows.
#[derive(Clone, Copy)]
enum Sample {
    Woods,
    Houses,
    Hill,
    Stream,
    River,
    Marsh,
    Impassable,
    Crossings,
    Pike,
    Road,
    Lane,
    Entry,
    Communication,
    Orchard,
    Farm,
    Railroad,
    Unfinished,
}

/// Entries in a column.
const ROWS: usize = 9;

/// Samples with their names and effects: a column of ground, then one of ways and scenery.
const ENTRIES: [(Sample, Words, Words); 2 * ROWS - 1] = [
    (Sample::Woods, words::WOODS, words::WOODS_EFFECT),
    (Sample::Houses, words::HOUSES, words::HOUSES_EFFECT),
    (Sample::Hill, words::HILL, words::HILL_EFFECT),
    (Sample::Stream, words::STREAM, words::STREAM_EFFECT),
    (Sample::River, words::RIVER, words::RIVER_EFFECT),
    (Sample::Crossings, words::BRIDGE, words::BRIDGE_EFFECT),
    (Sample::Marsh, words::MARSH, words::MARSH_EFFECT),
    (Sample::Impassable, words::IMPASSABLE, words::IMPASSABLE_EFFECT),
    (Sample::Entry, words::ENTRY, words::ENTRY_EFFECT),
    (Sample::Pike, words::PIKE, words::COLUMN_EFFECT),
    (Sample::Road, words::ROAD, words::COLUMN_EFFECT),
    (Sample::Lane, words::LANE, words::COLUMN_EFFECT),
    (Sample::Communication, words::COMMUNICATION, words::COMMUNICATION_EFFECT),
    (Sample::Orchard, words::ORCHARD, words::SCENERY),
    (Sample::Farm, words::FARM, words::SCENERY),
    (Sample::Railroad, words::RAILROAD, words::SCENERY),
    (Sample::Unfinished, words::UNFINISHED, words::SCENERY),
];

/// Draws the legend into a block of the strip.
pub(super) fn legend(pack: &Pack, rect: Rect, options: &MapOptions, tree: SymbolId) -> Vec<Item> {
    let ink = options.style.black;
    let sight = pack.ruleset().distances.sight_depth.to_string();
    let mut items = Vec::new();
    let heading = shape(
        say(words::TERRAIN, options.language),
        Lettering::new(Face::Semibold, 10.0).spaced(0.1).in_small_capitals(),
    );
    items.push(Item::Text(heading.at(Point::new(rect.left, rect.top + 3.2), ink)));
    let (column, row) = (rect.width() / 2.0, (rect.height() - 10.0) / ROWS as f64);
    let columns = ENTRIES.chunks(ROWS).enumerate().flat_map(|(column, entries)| {
        let shown = entries.iter().filter(|(sample, ..)| stands_on(pack, *sample));
        shown.enumerate().map(move |(row, entry)| (column, row, *entry))
    });
    for (across, down, (sample, name, effect)) in columns {
        let x = rect.left + column * across as f64;
        let y = rect.top + 6.0 + row * down as f64;
        let swatch = Rect::sized(x, y + 0.4, 11.0, row - 1.4);
        items.extend(match sample {
            Sample::Communication => communication(pack, swatch, options, tree),
            _ => draw(sample, swatch, options, tree),
        });
        let room = column - 14.5;
        let name = say(name, options.language);
        let name = fitted(name, Lettering::new(Face::Semibold, 7.0), room, LEAST_POINTS);
        items.push(Item::Text(name.at(Point::new(x + 13.0, y + 2.3), ink)));
        let effect = say(effect, options.language).replace("{sight}", &sight);
        let effect = fitted(&effect, Lettering::new(Face::Italic, 6.2), room, LEAST_POINTS);
        items.push(Item::Text(effect.at(Point::new(x + 13.0, y + 4.7), ink)));
    }
    // The map's own symbols stand below the second column, as far as there is room.
    let shown = ENTRIES[ROWS..].iter().filter(|(sample, ..)| stands_on(pack, *sample)).count();
    let titled = options.style.symbols.of_farms().filter_map(|(name, own)| {
        let stands = pack
            .scenery()
            .farms
            .iter()
            .any(|farm| farm.symbol.as_ref().is_some_and(|symbol| symbol.as_str() == name));
        Some((own, own.title.as_ref().filter(|_| stands)?))
    });
    for (down, (own, title)) in (shown..ROWS).zip(titled) {
        let (x, y) = (rect.left + column, rect.top + 6.0 + row * down as f64);
        items.extend(own.fitted(Point::new(x + 5.5, y + row / 2.0 - 0.3), row / 2.0 - 0.4));
        let (title, room) = (title.get(options.language), column - 14.5);
        let name = fitted(title, Lettering::new(Face::Semibold, 7.0), room, LEAST_POINTS);
        items.push(Item::Text(name.at(Point::new(x + 13.0, y + 2.3), ink)));
        let effect = say(words::SCENERY, options.language);
        let effect = fitted(effect, Lettering::new(Face::Italic, 6.2), room, LEAST_POINTS);
        items.push(Item::Text(effect.at(Point::new(x + 13.0, y + 4.7), ink)));
    }
    items
}

/// Is there any such ground on the map?
fn stands_on(pack: &Pack, sample: Sample) -> bool {
    let (map, scenery) = (pack.map(), pack.scenery());
    let water = |kind| map.watercourses.iter().any(|course| course.kind == kind);
    let road = |kind| map.roads.iter().any(|road| road.kind == kind);
    match sample {
        Sample::Woods => !map.woods.is_empty(),
        Sample::Houses => !map.buildings.is_empty(),
        Sample::Hill => !map.hills.is_empty(),
        Sample::Stream => water(WatercourseKind::Stream),
        Sample::River => water(WatercourseKind::River),
        Sample::Crossings => !map.crossings.is_empty(),
        Sample::Marsh => !map.marsh.is_empty(),
        Sample::Impassable => !map.impassable.is_empty(),
        Sample::Pike => road(RoadKind::Pike),
        Sample::Road => road(RoadKind::Road),
        Sample::Lane => road(RoadKind::Lane),
        Sample::Entry => !map.entries.is_empty(),
        Sample::Communication => {
            pack.scenario().sides.iter().any(|side| !side.lines_of_communication.is_empty())
        }
        Sample::Orchard => !scenery.orchards.is_empty(),
        Sample::Farm => !scenery.farms.is_empty(),
        Sample::Railroad => scenery.railroads.iter().any(|r| r.kind == RailroadKind::InUse),
        Sample::Unfinished => scenery.railroads.iter().any(|r| r.kind != RailroadKind::InUse),
    }
}

/// A road with the arrowheads of both sides.
fn communication(pack: &Pack, rect: Rect, options: &MapOptions, tree: SymbolId) -> Vec<Item> {
    let mut items = draw(Sample::Road, rect, options, tree);
    for (side, (share, slant)) in pack
        .scenario()
        .sides
        .iter()
        .zip([(0.25, Slant { cosine: -1.0, sine: 0.0 }), (0.75, Slant::LEVEL)])
    {
        let at = Point::new(rect.left + rect.width() * share, rect.centre().y);
        items.push(Item::fill(Path::ring(&markers::arrowhead(at, slant)), side_ink(pack, side)));
    }
    items
}

fn draw(sample: Sample, rect: Rect, options: &MapOptions, tree: SymbolId) -> Vec<Item> {
    let style = &options.style;
    let black = style.black;
    let middle = rect.centre().y;
    let line = |y: f64| Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]);
    let clip = |items| vec![Item::Clip { path: Path::rect(rect), items }];
    match sample {
        Sample::Woods => {
            let trees = [
                (1.3, 1.2),
                (3.4, 2.7),
                (4.9, 1.1),
                (6.9, 2.6),
                (8.6, 1.2),
                (1.8, 3.4),
                (9.9, 3.1),
            ];
            let at = trees.map(|(dx, dy)| Point::new(rect.left + dx, rect.top + dy)).to_vec();
            clip(vec![
                Item::fill(Path::rect(rect), style.woods.tint),
                Item::Stamps { symbol: tree, at },
            ])
        }
        Sample::Houses => {
            let mut hatch = Path::new();
            for step in 0..32 {
                let x = rect.left + f64::from(step) * style.houses.hatch_spacing;
                hatch.add_line(&[
                    Point::new(x, rect.top),
                    Point::new(x - rect.height(), rect.bottom),
                ]);
            }
            let mut items = vec![
                Item::fill(Path::rect(rect), style.houses.tint),
                Item::line(hatch, Stroke::full(style.houses.line, style.houses.hatch)),
            ];
            items = clip(items);
            items.push(Item::line(
                Path::rect(rect),
                Stroke::full(style.houses.line, style.houses.outline),
            ));
            items
        }
        Sample::Hill => {
            let mut ticks = Path::new();
            for step in 0..4 {
                let x = rect.left + 1.2 + f64::from(step) * 2.9;
                ticks.add_line(&[
                    Point::new(x, rect.top + 0.9),
                    Point::new(x, rect.top + 0.9 + style.hills.tick),
                ]);
            }
            let crest = Stroke {
                ink: style.hills.ink,
                width: style.hills.crest,
                cap: Cap::Round,
                dashes: vec![3.0, 1.1, 0.01, 1.1],
            };
            vec![
                Item::line(line(rect.top + 0.9), Stroke::full(style.hills.ink, style.hills.edge)),
                Item::line(ticks, Stroke::full(style.hills.ink, style.hills.edge)),
                Item::line(line(rect.bottom - 0.9), crest),
            ]
        }
        Sample::Stream => {
            vec![Item::line(line(middle), Stroke::round(style.water.line, style.water.stream))]
        }
        Sample::River => vec![
            Item::line(
                line(middle),
                Stroke::full(style.water.line, style.water.least_river + style.water.bank * 2.0),
            ),
            Item::line(line(middle), Stroke::full(style.water.tint, style.water.least_river)),
        ],
        Sample::Crossings => {
            let mut items = draw(Sample::River, rect, options, tree);
            let (bridge, ford) = (rect.left + 3.2, rect.left + 7.8);
            let own = |mark, x| {
                let own = style.symbols.mark(mark)?;
                // Roads run up and down here.
                let up = Slant { cosine: 0.0, sine: -1.0 };
                Some(own.placed(Point::new(x, middle), up).collect::<Vec<_>>())
            };
            let (own_bridge, own_ford) = (own(Mark::Bridge, bridge), own(Mark::Ford, ford));
            let road = Path::line(&[Point::new(bridge, rect.top), Point::new(bridge, rect.bottom)]);
            let ways = &style.ways;
            items.push(Item::line(road.clone(), Stroke::full(black, ways.road_width)));
            items.push(Item::line(
                road,
                Stroke::full(ways.road, ways.road_width - ways.road_line * 2.0),
            ));
            for side in [-1.0, 1.0].into_iter().filter(|_| own_bridge.is_none()) {
                let at = |right: f64, down: f64| Point::new(bridge + side * right, middle + down);
                let parapet = [at(0.87, -1.65), at(0.53, -1.25), at(0.53, 1.25), at(0.87, 1.65)];
                items.push(Item::line(Path::line(&parapet), Stroke::round(black, 0.24)));
            }
            for side in [-1.0, 1.0].into_iter().filter(|_| own_ford.is_none()) {
                let x = ford + side * 0.4;
                let dots = Path::line(&[Point::new(x, middle - 1.5), Point::new(x, middle + 1.5)]);
                items.push(Item::line(dots.clone(), Stroke::round(ways.road, 0.5)));
                items.push(Item::line(dots, Stroke::dashed(black, 0.26, &[0.32, 0.26])));
            }
            items.extend(own_bridge.into_iter().chain(own_ford).flatten());
            items
        }
        Sample::Marsh => water::reeds(Path::rect(rect), &style.water).into_iter().collect(),
        Sample::Impassable => {
            let mut hatch = Path::new();
            for step in -4..14 {
                let x = rect.left + f64::from(step) * 0.95;
                hatch.add_line(&[
                    Point::new(x, rect.top),
                    Point::new(x + rect.height(), rect.bottom),
                ]);
                hatch.add_line(&[
                    Point::new(x + rect.height(), rect.top),
                    Point::new(x, rect.bottom),
                ]);
            }
            let mut items = clip(vec![Item::line(hatch, Stroke::full(black, 0.16))]);
            items.push(Item::line(Path::rect(rect), Stroke::full(black, 0.35)));
            items
        }
        Sample::Pike => vec![
            Item::line(line(middle), Stroke::full(black, style.ways.pike_width)),
            Item::line(
                line(middle),
                Stroke::full(style.ways.pike, style.ways.pike_width - style.ways.pike_line * 2.0),
            ),
        ],
        Sample::Road => vec![
            Item::line(line(middle), Stroke::full(black, style.ways.road_width)),
            Item::line(
                line(middle),
                Stroke::full(style.ways.road, style.ways.road_width - style.ways.road_line * 2.0),
            ),
        ],
        Sample::Lane => vec![Item::line(
            line(middle),
            Stroke::dashed(black, style.ways.lane, &style.ways.lane_dashes),
        )],
        Sample::Entry => {
            let x = rect.centre().x;
            vec![
                Item::line(line(rect.bottom - 0.6), Stroke::full(black, 0.25)),
                Item::fill(
                    Path::ring(&[
                        Point::new(x, rect.bottom - 0.5),
                        Point::new(x - 1.7, rect.top + 0.4),
                        Point::new(x + 1.7, rect.top + 0.4),
                    ]),
                    style.accent,
                ),
            ]
        }
        // It has the colours of the sides.
        Sample::Communication => Vec::new(),
        Sample::Orchard => {
            let mut items = vec![Item::fill(Path::rect(rect), style.woods.orchard_tint)];
            if let Some(own) = style.symbols.mark(Mark::Orchard) {
                let step = (own.reach * 1.6).max(style.woods.orchard_spacing);
                let across = (rect.width() / step) as u32;
                for column in 0..=across {
                    let at = Point::new(rect.left + (f64::from(column) + 0.5) * step, middle);
                    items.extend(own.placed(at, Slant::LEVEL));
                }
                return clip(items);
            }
            for row in 0..4 {
                for column in 0..11 {
                    let at = Point::new(
                        rect.left + 0.7 + f64::from(column) * 0.96,
                        rect.top + 0.6 + f64::from(row) * 0.96,
                    );
                    items.push(Item::fill(Path::circle(at, 0.27), style.woods.shade));
                }
            }
            clip(items)
        }
        Sample::Farm => {
            let x = rect.centre().x;
            if let Some(own) = style.symbols.mark(Mark::Farm) {
                return own.fitted(rect.centre(), rect.height() / 2.0 + 0.3).collect();
            }
            vec![Item::fill(
                {
                    let mut path = Path::rect(Rect::sized(x - 0.62, middle - 0.42, 1.0, 0.72));
                    path.add(&Path::rect(Rect::sized(x + 0.6, middle + 0.1, 0.62, 0.5)));
                    path
                },
                black,
            )]
        }
        Sample::Railroad => {
            let mut ties = Path::new();
            for step in 0..8 {
                let x = rect.left + 0.5 + f64::from(step) * style.ways.tie_spacing;
                let half = style.ways.tie / 2.0;
                ties.add_line(&[Point::new(x, middle - half), Point::new(x, middle + half)]);
            }
            vec![
                Item::line(line(middle), Stroke::full(black, style.ways.rail)),
                Item::line(ties, Stroke::full(black, 0.16)),
            ]
        }
        Sample::Unfinished => {
            let mut teeth = Path::new();
            for step in 0..8 {
                let x = rect.centre().x + 0.2 + f64::from(step) * 0.6;
                for (near, far) in [(0.45, 1.25), (-0.45, -1.25)] {
                    teeth.add_line(&[Point::new(x, middle + near), Point::new(x, middle + far)]);
                }
            }
            vec![
                Item::line(line(middle), Stroke::dashed(black, 0.62, &[2.2, 0.7])),
                Item::line(line(middle), Stroke::full(style.ways.road, 0.36)),
                Item::line(teeth, Stroke::full(black, 0.15)),
            ]
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Area, Pack, sample};

    use super::*;

    #[test]
    fn only_what_stands_on_the_map_is_explained() {
        let names = |pack: &Pack| -> Vec<&str> {
            let shown = ENTRIES.iter().filter(|(sample, ..)| stands_on(pack, *sample));
            shown.map(|(_, name, _)| name[0]).collect()
        };
        let mut parts = sample::parts();
        let pack = Pack::new(parts.clone()).expect("the sample is sound");
        assert!(!names(&pack).contains(&"Orchard"), "{:?}", names(&pack));
        parts.scenery.orchards = vec![Area { id: sample::id("orchard"), parts: Vec::new() }];
        let pack = Pack::new(parts).expect("an orchard is scenery");
        assert!(names(&pack).contains(&"Orchard"));
    }
}

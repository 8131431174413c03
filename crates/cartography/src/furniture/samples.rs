//! The samples of the legend: each shows a kind of terrain in the style of the map.

use sandtable_house_style::battlefield::{CREAM, GOLD, quality_mark};
use sandtable_pack::{Mark, Pack, Quality, RailroadKind, RoadKind, WatercourseKind, Weight};
use sandtable_sheet::{Cap, Item, Path, Point, Rect, Rotation, Stroke, SymbolId, shape};

use crate::frame::MapFrame;
use crate::ground::ways::{between, lane};
use crate::ground::woods::{self, noise};
use crate::ground::{fences, houses, water};
use crate::names::{communications, zones_and_objectives};
use crate::options::{MapOptions, Overlay};
use crate::set_up;

/// The subject of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sample {
    Woods,
    Houses,
    Hill,
    Stream,
    River,
    Crossings,
    Marsh,
    Impassable,
    Lake,
    Entry,
    Pike,
    Road,
    Lane,
    Communication,
    Zone,
    Objective,
    Hachures,
    Contours,
    Orchard,
    Field,
    Farm,
    Railroad,
    Unfinished,
    /// Blocks of a quality on the set-up.
    Quality(Quality),
}

/// The map of a legend.
#[derive(Clone, Copy)]
pub(crate) struct LegendMap<'a> {
    pub pack: &'a Pack,
    pub frame: &'a MapFrame,
    pub options: &'a MapOptions,
    /// A tree symbol of the map.
    pub tree: SymbolId,
}

impl LegendMap<'_> {
    /// Whether the map has the feature.
    pub fn is_used(&self, sample: Sample) -> bool {
        let (pack, relief) = (self.pack, &self.options.style.relief);
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
            Sample::Lake => !map.water.is_empty(),
            Sample::Pike => road(RoadKind::Pike),
            Sample::Road => road(RoadKind::Road),
            Sample::Lane => road(RoadKind::Lane),
            Sample::Entry => !map.entries.is_empty(),
            Sample::Communication => {
                pack.scenario().sides.iter().any(|side| !side.lines_of_communication.is_empty())
            }
            Sample::Zone => !map.zones.is_empty(),
            Sample::Objective => !pack.scenario().objectives.is_empty(),
            Sample::Hachures => relief.hachures && pack.elevation().is_some(),
            Sample::Contours => relief.contours && pack.elevation().is_some(),
            Sample::Field => !scenery.fields.is_empty(),
            Sample::Orchard => !scenery.orchards.is_empty(),
            Sample::Farm => !scenery.farms.is_empty(),
            Sample::Railroad => scenery.railroads.iter().any(|r| r.kind == RailroadKind::InUse),
            Sample::Unfinished => scenery.railroads.iter().any(|r| r.kind != RailroadKind::InUse),
            Sample::Quality(quality) => {
                let Overlay::SetUp(shown) = &self.options.overlay else { return false };
                let shown = pack.scenario().sides.iter().filter(|side| shown.shows(&side.id));
                shown.flat_map(|side| side.pieces()).any(|piece| piece.quality == quality)
            }
        }
    }

    /// Draws a road with the arrowheads of both sides.
    fn communication(&self, rect: Rect) -> Vec<Item> {
        let pack = self.pack;
        let mut items = self.draw(Sample::Road, rect);
        for (side, (share, slant)) in pack
            .scenario()
            .sides
            .iter()
            .zip([(0.25, Rotation { cosine: -1.0, sine: 0.0 }), (0.75, Rotation::NONE)])
        {
            let at = Point::new(rect.left + rect.width() * share, rect.centre().y);
            items.extend(communications::arrowheads(
                pack,
                side,
                &[(at, slant)],
                &self.options.style,
            ));
        }
        items
    }

    /// Draws a kind of terrain in a rectangle.
    pub fn draw(&self, sample: Sample, rect: Rect) -> Vec<Item> {
        let style = &self.options.style;
        let black = style.sheet.black;
        let middle = rect.centre().y;
        let line = |y: f64| Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]);
        let clip = |items| vec![Item::Clip { path: Path::rect(rect), items }];
        let way = |width: f64, edge: f64, ink| {
            let whole = Some((black, width));
            let between = between(width, edge).map(|between| (ink, between));
            let strokes = whole.into_iter().chain(between);
            strokes
                .map(|(ink, width)| Item::line(line(middle), Stroke::solid(ink, width)))
                .collect()
        };
        match sample {
            Sample::Woods => {
                let at = self.trees(rect);
                clip(vec![
                    Item::fill(Path::rect(rect), style.woods.tint),
                    Item::Stamps { symbol: self.tree, at },
                ])
            }
            Sample::Houses => {
                // In the winding direction of ground rings.
                let ring = [
                    Point::new(rect.left, rect.top),
                    Point::new(rect.left, rect.bottom),
                    Point::new(rect.right, rect.bottom),
                    Point::new(rect.right, rect.top),
                ];
                houses::block(&Path::ring(&ring), &[ring.to_vec()], &style.buildings)
            }
            Sample::Hill => self.hill(rect),
            Sample::Stream => {
                let courses = self.pack.map().watercourses.iter();
                let streams = courses.filter(|course| course.kind == WatercourseKind::Stream);
                let widths = streams.map(|s| water::drawn_width(s, self.frame, &style.water));
                let widest = widths.fold(style.water.stream.get(), f64::max);
                // If some streams have two banks, the sample widens into two banks.
                let grown = Path::line(&[rect.centre(), Point::new(rect.right, middle)]);
                let mut items = vec![Item::line(
                    line(middle),
                    Stroke::round(style.water.line, style.water.stream.get()),
                )];
                if let Some(surface) = water::surface(&grown, widest, &style.water) {
                    items.push(Item::line(grown, Stroke::solid(style.water.line, widest)));
                    items.push(surface);
                }
                items
            }
            Sample::River => vec![
                Item::line(
                    line(middle),
                    Stroke::solid(
                        style.water.line,
                        style.water.least_river.get() + style.water.bank.get() * 2.0,
                    ),
                ),
                Item::line(
                    line(middle),
                    Stroke::solid(style.water.tint, style.water.least_river.get()),
                ),
            ],
            Sample::Crossings => {
                let mut items = self.draw(Sample::River, rect);
                let (bridge, ford) = (rect.left + 3.2, rect.left + 7.8);
                let own = |mark, x| {
                    let own = style.symbols.mark(mark)?;
                    // Roads in samples are vertical.
                    let up = Rotation { cosine: 0.0, sine: -1.0 };
                    Some(own.place_symbol(Point::new(x, middle), up).collect::<Vec<_>>())
                };
                let (own_bridge, own_ford) = (own(Mark::Bridge, bridge), own(Mark::Ford, ford));
                let road =
                    Path::line(&[Point::new(bridge, rect.top), Point::new(bridge, rect.bottom)]);
                let ways = &style.roads;
                items.push(Item::line(road.clone(), Stroke::solid(black, ways.road_width.get())));
                if let Some(between) = between(ways.road_width.get(), ways.road_line.get()) {
                    items.push(Item::line(road, Stroke::solid(ways.road, between)));
                }
                for side in [-1.0, 1.0].into_iter().filter(|_| own_bridge.is_none()) {
                    let at =
                        |right: f64, down: f64| Point::new(bridge + side * right, middle + down);
                    let parapet =
                        [at(0.87, -1.65), at(0.53, -1.25), at(0.53, 1.25), at(0.87, 1.65)];
                    items.push(Item::line(Path::line(&parapet), Stroke::round(black, 0.24)));
                }
                for side in [-1.0, 1.0].into_iter().filter(|_| own_ford.is_none()) {
                    let x = ford + side * 0.4;
                    let dots =
                        Path::line(&[Point::new(x, middle - 1.5), Point::new(x, middle + 1.5)]);
                    items.push(Item::line(dots.clone(), Stroke::round(ways.road, 0.5)));
                    items.push(Item::line(dots, Stroke::dashed(black, 0.26, &[0.32, 0.26])));
                }
                items.extend(own_bridge.into_iter().chain(own_ford).flatten());
                items
            }
            Sample::Marsh => water::reeds(Path::rect(rect), &style.water).into_iter().collect(),
            Sample::Lake => vec![
                Item::fill(Path::rect(rect), style.water.tint),
                Item::line(
                    Path::rect(rect),
                    Stroke::solid(style.water.line, style.water.bank.get()),
                ),
            ],
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
                let mut items = clip(vec![Item::line(hatch, Stroke::solid(black, 0.16))]);
                items.push(Item::line(Path::rect(rect), Stroke::solid(black, 0.35)));
                items
            }
            Sample::Pike => {
                way(style.roads.pike_width.get(), style.roads.pike_line.get(), style.roads.pike)
            }
            Sample::Road => {
                way(style.roads.road_width.get(), style.roads.road_line.get(), style.roads.road)
            }
            Sample::Lane => vec![Item::line(line(middle), lane(&style.roads, black))],
            Sample::Entry => {
                let x = rect.centre().x;
                vec![
                    Item::line(line(rect.bottom - 0.6), Stroke::solid(black, 0.25)),
                    Item::fill(
                        Path::ring(&[
                            Point::new(x, rect.bottom - 0.5),
                            Point::new(x - 1.7, rect.top + 0.4),
                            Point::new(x + 1.7, rect.top + 0.4),
                        ]),
                        style.sheet.accent,
                    ),
                ]
            }
            Sample::Communication => self.communication(rect),
            Sample::Quality(quality) => {
                let ground = if quality == Quality::Guard { GOLD } else { CREAM };
                let width = set_up::quality_mark_width(quality);
                let first = rect.centre().x - width / 2.0 + set_up::MARK_RADIUS;
                let mut items = vec![
                    Item::fill(Path::rect(rect), ground),
                    Item::line(Path::rect(rect), Stroke::solid(black, 0.2)),
                ];
                items.extend(quality_mark(quality, Point::new(first, middle), set_up::MARK_RADIUS));
                items
            }
            Sample::Zone => {
                vec![Item::line(
                    Path::rect(rect.expand(-0.3)),
                    zones_and_objectives::zone_outline(style),
                )]
            }
            Sample::Objective => {
                zones_and_objectives::disc(rect.centre(), "5", rect.height() / 2.0, style)
            }
            Sample::Hachures => self.hachures(rect),
            Sample::Contours => self.contours(rect),
            Sample::Orchard => {
                let mut items = vec![Item::fill(Path::rect(rect), style.woods.orchard_tint)];
                if let Some(own) = style.symbols.mark(Mark::Orchard) {
                    let step = (own.reach * 1.6).max(style.woods.orchard_spacing.get());
                    for column in 0..=(rect.width() / step) as u32 {
                        let at = Point::new(rect.left + (f64::from(column) + 0.5) * step, middle);
                        items.extend(own.place_symbol(at, Rotation::NONE));
                    }
                    return clip(items);
                }
                let spacing = style.woods.orchard_spacing.get();
                let dot = spacing * woods::ORCHARD_DOT;
                let steps = |length: f64| ((length - 2.0 * dot - 0.3) / spacing) as u32;
                for row in 0..=steps(rect.height()) {
                    for column in 0..=steps(rect.width()) {
                        let (across, down) =
                            (f64::from(column) * spacing, f64::from(row) * spacing);
                        let at =
                            Point::new(rect.left + dot + 0.3 + across, rect.top + dot + 0.3 + down);
                        items.push(Item::fill(Path::circle(at, dot), style.woods.crown));
                        items.push(Item::line(
                            Path::circle(at, dot),
                            Stroke::solid(style.woods.shade, 0.11),
                        ));
                    }
                }
                clip(items)
            }
            Sample::Field => vec![Item::line(Path::rect(rect.expand(-0.4)), fences::stroke(black))],
            Sample::Farm => {
                let x = rect.centre().x;
                if let Some(own) = style.symbols.mark(Mark::Farm) {
                    return own.fit_into(rect.centre(), rect.height() / 2.0 + 0.3).collect();
                }
                vec![Item::fill(
                    {
                        let mut path =
                            Path::rect(Rect::from_size(x - 0.62, middle - 0.42, 1.0, 0.72));
                        path.add(&Path::rect(Rect::from_size(x + 0.6, middle + 0.1, 0.62, 0.5)));
                        path
                    },
                    black,
                )]
            }
            Sample::Railroad => {
                let mut ties = Path::new();
                for step in 0..8 {
                    let x = rect.left + 0.5 + f64::from(step) * style.roads.tie_spacing.get();
                    let half = style.roads.tie.get() / 2.0;
                    ties.add_line(&[Point::new(x, middle - half), Point::new(x, middle + half)]);
                }
                vec![
                    Item::line(line(middle), Stroke::solid(black, style.roads.rail.get())),
                    Item::line(ties, Stroke::solid(black, 0.16)),
                ]
            }
            Sample::Unfinished => {
                let mut teeth = Path::new();
                for step in 0..8 {
                    let x = rect.centre().x + 0.2 + f64::from(step) * 0.6;
                    for (near, far) in [(0.45, 1.25), (-0.45, -1.25)] {
                        teeth
                            .add_line(&[Point::new(x, middle + near), Point::new(x, middle + far)]);
                    }
                }
                vec![
                    Item::line(line(middle), Stroke::dashed(black, 0.62, &[2.2, 0.7])),
                    Item::line(line(middle), Stroke::solid(style.roads.road, 0.36)),
                    Item::line(teeth, Stroke::solid(black, 0.15)),
                ]
            }
        }
    }

    /// Returns tree positions as close together as on the map.
    fn trees(&self, rect: Rect) -> Vec<Point> {
        let spacing = self.options.style.woods.spacing.get();
        let mut at = Vec::new();
        let mut y = rect.top + spacing * 0.6;
        let mut shift = 0.0;
        while y < rect.bottom - spacing * 0.3 {
            let mut x = rect.left + spacing * (0.6 + shift);
            while x < rect.right - spacing * 0.4 {
                let stray =
                    |bits: u32| ((noise(Point::new(x, y)) >> bits) % 100) as f64 / 100.0 - 0.5;
                at.push(Point::new(x + stray(0) * spacing * 0.4, y + stray(16) * spacing * 0.3));
                x += spacing * 1.25;
            }
            shift = 0.6 - shift;
            y += spacing * 1.05;
        }
        at
    }

    /// Draws a hill edge as the map does, with both its sides, and a crest below.
    fn hill(&self, rect: Rect) -> Vec<Item> {
        let style = &self.options.style;
        let hills = &style.hills;
        let y = rect.top + 1.1;
        let line = |y: f64| Path::line(&[Point::new(rect.left, y), Point::new(rect.right, y)]);
        let mut ticks = Path::new();
        let mut x = rect.left + hills.tick_spacing.get() / 2.0;
        while x < rect.right {
            ticks.add_line(&[Point::new(x, y), Point::new(x, y + hills.tick.get())]);
            x += hills.tick_spacing.get();
        }
        let mut items = Vec::new();
        let is_flat = self.pack.elevation().is_none();
        if is_flat && style.relief.hachures {
            let strokes = self.strokes(rect, |_| (y, 1.3, 0.3));
            items.extend(strokes);
        }
        if is_flat && style.relief.contours {
            let form = Stroke::dashed(style.contours.ink, style.contours.line.get(), &[2.6, 0.7]);
            items.push(Item::line(line(y - 0.8), form));
        }
        let crest = Stroke {
            ink: hills.ink,
            width: hills.crest.get(),
            cap: Cap::Round,
            dashes: vec![3.0, 1.1, 0.01, 1.1],
        };
        items.push(Item::line(line(y), Stroke::solid(hills.ink, hills.edge.get())));
        items.push(Item::line(ticks, Stroke::solid(hills.ink, hills.edge.get())));
        items.push(Item::line(line(rect.bottom - 0.4), crest));
        items
    }

    /// Draws two rows of strokes from gentle to steep ground.
    fn hachures(&self, rect: Rect) -> Vec<Item> {
        let half = rect.height() / 2.0;
        let mut items = self.strokes(rect, |share| (rect.top + 0.1, half - 0.15, share));
        items.extend(self.strokes(rect, |share| (rect.top + half + 0.1, half - 0.15, share)));
        items
    }

    /// Draws downward strokes over the width of a rectangle. `stand` returns the upper end, the
    /// length and the steepness from 0 to 1 at a fraction of the width.
    fn strokes(&self, rect: Rect, stand: impl Fn(f64) -> (f64, f64, f64)) -> Vec<Item> {
        let style = &self.options.style.hachures;
        let (finest, heaviest) = (style.finest.get(), style.heaviest.get());
        let (gentle, steepest) = (style.spacing_gentle.get(), style.spacing_steep.get());
        let mut items = Vec::new();
        let mut x = rect.left + 0.3;
        while x < rect.right - 0.2 {
            let (top, length, steep) = stand((x - rect.left) / rect.width());
            let stray = (noise(Point::new(x, top)) % 100) as f64 / 100.0;
            let width = finest + (heaviest - finest) * steep;
            let width = width.max(self.options.style.least_stroke);
            let path = Path::line(&[
                Point::new(x, top + stray * 0.2),
                Point::new(x + 0.08 * stray, top + length * (0.85 + 0.15 * stray)),
            ]);
            items.push(Item::line(path, Stroke::solid(style.ink, width)));
            x += gentle + (steepest - gentle) * steep;
        }
        items
    }

    /// Draws contours up a slope, one of them an index line with its figure, and a spot height.
    fn contours(&self, rect: Rect) -> Vec<Item> {
        let style = &self.options.style.contours;
        let mut items = Vec::new();
        for (index, width) in
            [style.line, style.index_line, style.line].map(Weight::get).into_iter().enumerate()
        {
            let y = rect.top + rect.height() * (0.2 + 0.3 * index as f64);
            let mut path = Path::new();
            let bends = [(0.0, 0.2), (0.25, -0.3), (0.55, 0.1), (0.8, 0.4), (1.0, 0.0)];
            let bend = bends.map(|(x, dy)| Point::new(rect.left + rect.width() * x, y + dy));
            path.add_curve(&bend);
            items.push(Item::line(path, Stroke::round(style.ink, width)));
        }
        let paper = self.options.style.sheet.paper;
        let figure = shape("50", style.figures.into())
            .centred(rect.centre().translate(-1.5, 0.7), style.ink);
        items.push(Item::Text(figure.with_halo(0.3, |_| paper)));
        items
    }
}

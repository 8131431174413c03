//! Which names stand on the map, in which type and in which order of priority: towns, ridges and
//! hills, main places, rivers, pikes and roads, streams, details, woods, lanes, railroads, farms,
//! orchards.

use std::collections::BTreeSet;

use sandtable_pack::{
    Area, FeatureId, Language, Pack, Polyline, RailroadKind, RoadKind, WatercourseKind,
};

use super::MapOptions;
use super::clearing::Clearing;
use super::contours::Contours;
use super::frame::MapFrame;
use super::houses::distance_to;
use super::placer::{Candidate, Placer};
use super::track::Track;
use super::{water, ways, woods};
use crate::sheet::{Ink, Item, Path, Point, Rect};
use crate::style::Style;
use crate::typeface::{LEAST_POINTS, Lettering, shape};

/// What is written on the map.
pub(super) struct Names {
    /// Names and figures.
    pub items: Vec<Item>,
    /// The points of spot heights.
    pub spots: Vec<Item>,
    /// Names for which there was no room.
    pub left_out: Vec<String>,
}

/// The names of a map and the figures of its contours.
pub(super) fn names(
    pack: &Pack,
    frame: &MapFrame,
    clearing: &mut Clearing,
    options: &MapOptions,
    contours: Option<&Contours<'_>>,
) -> Names {
    let (style, language) = (&options.style, options.language);
    let placer = Placer::new(frame.rect, clearing, style);
    let mut namer = Namer { pack, frame, style, language, placer, done: BTreeSet::new() };
    namer.towns();
    namer.relief();
    namer.places(2, style.names.main);
    namer.waters(WatercourseKind::River, style.names.river);
    namer.roads(RoadKind::Pike);
    namer.roads(RoadKind::Road);
    namer.waters(WatercourseKind::Stream, style.names.stream);
    namer.places(3, style.names.detail);
    namer.woods();
    namer.roads(RoadKind::Lane);
    namer.railroads();
    namer.farms();
    namer.orchards();
    let spots = contours.map_or_else(Vec::new, |contours| namer.heights(contours));
    let (runs, left_out) = namer.placer.finish();
    Names { items: runs.into_iter().map(Item::Text).collect(), spots, left_out }
}

struct Namer<'a> {
    pack: &'a Pack,
    frame: &'a MapFrame,
    style: &'a Style,
    language: Language,
    placer: Placer<'a>,
    /// Names that stand already: a ridge and its place point share one.
    done: BTreeSet<String>,
}

/// Cost for each letter above which a name is left out.
const LIMIT: f64 = 2.2;
/// The same for the figures of heights, which stand where the map is empty.
const FIGURE_LIMIT: f64 = 1.0;
/// Millimetres of a contour for each figure on it.
const FIGURE_REPEAT: f64 = 90.0;

impl Namer<'_> {
    fn name(&self, id: &FeatureId) -> Option<String> {
        let label = self.pack.labels().features.get(id)?;
        Some(typographic(label.name.as_ref()?.get(self.language)))
    }

    fn is_done(&self, name: &str) -> bool {
        self.done.contains(&name.to_lowercase())
    }

    fn offer(&mut self, name: &str, candidates: Vec<Candidate>, limit: f64) {
        if self.placer.place(candidates, limit) {
            self.done.insert(name.to_lowercase());
        } else {
            self.placer.drop_name(name);
        }
    }

    fn towns(&mut self) {
        let places = self.pack.scenery().places.iter();
        let towns: Vec<_> = places.filter(|p| p.rank == 1).cloned().collect();
        for town in towns {
            let Some(name) = self.name(&town.id) else { continue };
            let capitals = name.to_uppercase();
            let candidates = self.around(
                &capitals,
                self.style.names.town,
                self.frame.place(town.at),
                34.0,
                1.7,
                0.02,
            );
            self.offer(&name, candidates, 5.0);
        }
    }

    /// Hill names along their crests where these are long enough, else near the top.
    fn relief(&mut self) {
        let mut crests: Vec<(String, Vec<Point>)> = Vec::new();
        for crest in &self.pack.map().crests {
            let name = self.name(&crest.id).or_else(|| self.name(&crest.hill));
            if let Some(name) = name {
                crests.push((name, longest(&crest.parts, self.frame)));
            }
        }
        crests.sort_by(|a, b| length(&b.1).total_cmp(&length(&a.1)).then_with(|| a.0.cmp(&b.0)));
        for (name, line) in crests {
            if self.is_done(&name) {
                continue;
            }
            let lettering = self.style.names.relief;
            let plain = shape(&name, lettering).width();
            let mut candidates = Vec::new();
            if length(&line) > plain * 1.25 {
                // Spread over the ridge as far as it still reads as one name.
                let letters = name.chars().count().max(2) as f64 - 1.0;
                let room = (length(&line) * 0.62 - plain) / (letters * lettering.size());
                let spread = lettering.spaced(lettering.spacing + room.clamp(0.0, 0.75));
                candidates = self.along(&name, spread, &line, 1.0, self.style.hills.crest, 6.0);
            }
            let lettering = self.style.names.knoll;
            let top = line.get(line.len() / 2).copied();
            let near = top.map(|top| self.around(&name, lettering, top, 13.0, 1.0, 0.05));
            for mut candidate in near.into_iter().flatten() {
                candidate.penalty += if length(&line) > plain * 1.25 { 0.9 } else { 0.0 };
                candidates.push(candidate);
            }
            self.offer(&name, candidates, LIMIT * 1.5);
        }
    }

    fn places(&mut self, rank: u8, lettering: Lettering) {
        let places = self.pack.scenery().places.iter();
        let places: Vec<_> = places.filter(|p| p.rank == rank).cloned().collect();
        for place in places {
            let Some(name) = self.name(&place.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            let at = self.frame.place(place.at);
            let mut candidates = self.beside(&name, lettering, at, 0.5);
            for mut candidate in self.around(&name, lettering, at, 9.0, 0.9, 0.06) {
                candidate.penalty += 0.35;
                candidates.push(candidate);
            }
            self.offer(&name, candidates, LIMIT * 1.4);
        }
    }

    fn waters(&mut self, kind: WatercourseKind, lettering: Lettering) {
        let mut lines: Vec<(String, f64, Vec<Point>)> = Vec::new();
        for course in self.pack.map().watercourses.iter().filter(|w| w.kind == kind) {
            if let Some(name) = self.name(&course.id) {
                let width = water::drawn_width(course, self.frame, &self.style.water);
                lines.push((name, width, longest(&course.parts, self.frame)));
            }
        }
        let ink = self.style.water.name;
        self.lines(lines, lettering, ink, 190.0);
    }

    fn roads(&mut self, kind: RoadKind) {
        let mut lines: Vec<(String, f64, Vec<Point>)> = Vec::new();
        for road in self.pack.map().roads.iter().filter(|r| r.kind == kind) {
            if let Some(name) = self.name(&road.id) {
                let width = ways::drawn_width(kind, &self.style.ways);
                lines.push((name, width, longest(&road.parts, self.frame)));
            }
        }
        let lettering = match kind {
            RoadKind::Pike | RoadKind::Road => self.style.names.road,
            RoadKind::Lane => self.style.names.lane,
        };
        self.lines(lines, lettering, self.style.black, 230.0);
    }

    fn railroads(&mut self) {
        let mut lines: Vec<(String, f64, Vec<Point>)> = Vec::new();
        for railroad in &self.pack.scenery().railroads {
            if let Some(name) = self.name(&railroad.id) {
                // Brinks of a cut stand off on both sides.
                let width = if railroad.kind == RailroadKind::Cut { 2.8 } else { 1.0 };
                lines.push((name, width, longest(&railroad.parts, self.frame)));
            }
        }
        self.lines(lines, self.style.names.lane, self.style.black, 400.0);
    }

    /// Names along lines, the longest first, repeated on long ones.
    fn lines(
        &mut self,
        mut lines: Vec<(String, f64, Vec<Point>)>,
        lettering: Lettering,
        ink: Ink,
        repeat: f64,
    ) {
        lines.sort_by(|a, b| length(&b.2).total_cmp(&length(&a.2)).then_with(|| a.0.cmp(&b.0)));
        for (name, width, line) in lines {
            if self.is_done(&name) {
                continue;
            }
            let times = (length(&line) / repeat).floor() as usize + 1;
            let mut any = false;
            for stretch in stretches(&line, times) {
                let mut candidates = self.along(&name, lettering, &stretch, 0.45, width, 2.0);
                // Set closer and a little smaller where the room is short.
                let tight =
                    lettering.spaced(0.02).sized((lettering.points * 0.9).max(LEAST_POINTS));
                for mut candidate in self.along(&name, tight, &stretch, 0.45, width, 2.0) {
                    candidate.penalty += 0.4;
                    candidates.push(candidate);
                }
                for candidate in &mut candidates {
                    candidate.run.ink = ink;
                }
                any |= self.placer.place(candidates, LIMIT);
            }
            if any {
                self.done.insert(name.to_lowercase());
            } else {
                self.placer.drop_name(&name);
            }
        }
    }

    fn woods(&mut self) {
        let pack = self.pack;
        self.areas(&pack.map().woods, self.style.names.wood, LIMIT);
    }

    fn orchards(&mut self) {
        let pack = self.pack;
        self.areas(&pack.scenery().orchards, self.style.names.orchard, LIMIT * 0.5);
    }

    fn areas(&mut self, areas: &[Area], lettering: Lettering, limit: f64) {
        for wood in areas {
            let Some(name) = self.name(&wood.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            let Some(middle) = self.deepest(wood) else { continue };
            let candidates = self.around(&name, lettering, middle, 9.0, 0.9, 0.05);
            self.offer(&name, candidates, limit);
        }
    }

    fn farms(&mut self) {
        let farms = self.pack.scenery().farms.clone();
        for farm in farms {
            let Some(name) = self.name(&farm.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            // The barn stands to the right of the house.
            let middle = self.frame.place(farm.at).moved(0.3, 0.0);
            let candidates = self.beside(&name, self.style.names.farm, middle, 1.35);
            self.offer(&name, candidates, LIMIT * 0.8);
        }
    }

    /// Figures on the heavier contours, as far as there is room, and the heights of tops; the points
    /// of these.
    fn heights(&mut self, contours: &Contours<'_>) -> Vec<Item> {
        let style = contours.style();
        let mut spots = Vec::new();
        for (place, figure) in contours.spots() {
            let mut candidates = self.beside(&figure, style.figures, place, 0.55);
            for candidate in &mut candidates {
                candidate.run.ink = style.ink;
            }
            if self.placer.place(candidates, FIGURE_LIMIT) {
                spots.push(Item::fill(Path::circle(place, 0.24), style.ink));
            }
        }
        // Figures sit on their line, which their rim interrupts.
        let middle = style.figures.size() * style.figures.face.cap_height() / 2.0;
        for (figure, line) in contours.index_lines() {
            if length(line) < FIGURE_REPEAT / 3.0 {
                continue;
            }
            let times = (length(line) / FIGURE_REPEAT).round().max(1.0) as usize;
            for stretch in stretches(line, times) {
                let mut candidates =
                    self.along_beside(&figure, style.figures, &stretch, &[(-middle, 0.0)], 1.0);
                for candidate in &mut candidates {
                    candidate.run.ink = style.ink;
                }
                self.placer.place(candidates, FIGURE_LIMIT);
            }
        }
        spots
    }

    /// Candidates beside a point: right, left, above, below, then the corners.
    fn beside(&self, name: &str, lettering: Lettering, at: Point, gap: f64) -> Vec<Candidate> {
        let text = shape(name, lettering);
        let (width, size) = (text.width(), lettering.size());
        let (middle, above, below) = (size * 0.23, -gap * 0.8, gap * 0.8 + size * 0.6);
        let places = [
            (gap, middle, 0.0),
            (-gap - width, middle, 0.12),
            (-width / 2.0, above - size * 0.05, 0.18),
            (-width / 2.0, below, 0.2),
            (gap * 0.7, above, 0.1),
            (gap * 0.7, below, 0.14),
            (-gap * 0.7 - width, above, 0.22),
            (-gap * 0.7 - width, below, 0.24),
            (gap + 1.2, middle, 0.4),
            (-gap - width - 1.2, middle, 0.5),
            (-width / 2.0, above - 1.2, 0.5),
            (-width / 2.0, below + 1.2, 0.5),
        ];
        places
            .into_iter()
            .map(|(dx, dy, penalty)| Candidate {
                run: text.at(at.moved(dx, dy), self.style.black),
                penalty,
            })
            .collect()
    }

    /// Candidates centred on a grid around a point, dearer with distance.
    fn around(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        reach: f64,
        step: f64,
        cost: f64,
    ) -> Vec<Candidate> {
        let text = shape(name, lettering);
        let drop = lettering.size() * 0.25;
        let steps = (reach / step) as i32;
        let mut candidates = Vec::new();
        for row in -steps..=steps {
            for column in -steps..=steps {
                let (dx, dy) = (f64::from(column) * step, f64::from(row) * step);
                let away = (dx * dx + dy * dy).sqrt();
                if away <= reach {
                    candidates.push(Candidate {
                        run: text.centred(at.moved(dx, dy + drop), self.style.black),
                        penalty: away * cost,
                    });
                }
            }
        }
        candidates
    }

    /// Candidates along a line, above it or below, dearer where it bends and away from its middle.
    fn along(
        &self,
        name: &str,
        lettering: Lettering,
        line: &[Point],
        gap: f64,
        line_width: f64,
        smoothing: f64,
    ) -> Vec<Candidate> {
        let size = lettering.size();
        let above = line_width / 2.0 + gap + size * 0.04;
        let below = -(line_width / 2.0 + gap + size * lettering.face.x_height() * 1.35);
        let sides = [
            (above, 0.0),
            (below, 0.15),
            (above + 0.9, 0.12),
            (below - 0.9, 0.27),
            (above + 1.8, 0.25),
            (below - 1.8, 0.4),
        ];
        self.along_beside(name, lettering, line, &sides, smoothing)
    }

    /// Candidates along a line, at distances to its left (up, for letters), each with its penalty.
    fn along_beside(
        &self,
        name: &str,
        lettering: Lettering,
        line: &[Point],
        sides: &[(f64, f64)],
        smoothing: f64,
    ) -> Vec<Candidate> {
        let text = shape(name, lettering);
        let (width, size) = (text.width(), lettering.size());
        let Some(track) = Track::new(line, smoothing.max(size)) else { return Vec::new() };
        let spare = track.length() - width;
        if spare < 0.0 {
            return Vec::new();
        }
        let back = track.reversed();
        let steps = (spare / 2.0).floor() as usize;
        let mut candidates = Vec::new();
        for step in 0..=steps {
            let start = if steps == 0 { spare / 2.0 } else { spare * step as f64 / steps as f64 };
            let (track, start) = if track.runs_left(start, width) {
                (&back, spare - start)
            } else {
                (&track, start)
            };
            let (total, sharpest) = track.bend(start, width, size * 1.6);
            if sharpest > 0.45 || total > 2.4 {
                continue;
            }
            let from_middle = (start / spare.max(1e-9) - 0.5).abs();
            for &(offset, extra) in sides {
                let stand = |way: f64| track.stand(start + way, offset);
                candidates.push(Candidate {
                    run: text.along(stand, self.style.black),
                    penalty: total * 0.35 + sharpest * 0.8 + from_middle * 0.3 + extra,
                });
            }
        }
        candidates
    }

    /// The place of an area that lies farthest from its edges, on a coarse grid.
    fn deepest(&self, area: &Area) -> Option<Point> {
        let mut best: Option<(f64, Point)> = None;
        for part in &area.parts {
            let rings = self.frame.rings(part);
            let bounds = Rect::around(rings[0].iter().copied())?;
            let step = (bounds.width().max(bounds.height()) / 24.0).max(0.8);
            let (columns, rows) =
                ((bounds.width() / step) as usize, (bounds.height() / step) as usize);
            for row in 0..=rows {
                for column in 0..=columns {
                    let place = Point::new(
                        bounds.left + (column as f64 + 0.5) * step,
                        bounds.top + (row as f64 + 0.5) * step,
                    );
                    if !woods::inside(&rings, place) {
                        continue;
                    }
                    let most = best.map_or(0.0, |(depth, _)| depth);
                    let mut depth = f64::INFINITY;
                    for ring in &rings {
                        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                            depth = depth.min(distance_to(place, *a, *b));
                        }
                        if depth <= most {
                            break;
                        }
                    }
                    if depth > most {
                        best = Some((depth, place));
                    }
                }
            }
        }
        best.map(|(_, place)| place)
    }
}

/// A name as it is set: with curly apostrophes.
fn typographic(name: &str) -> String {
    name.replace('\'', "’")
}

fn longest(parts: &[Polyline], frame: &MapFrame) -> Vec<Point> {
    parts
        .iter()
        .map(|p| frame.line(p))
        .max_by(|a, b| length(a).total_cmp(&length(b)))
        .unwrap_or_default()
}

fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|w| w[0].distance(w[1])).sum()
}

/// A line cut into so many stretches of equal length.
fn stretches(line: &[Point], times: usize) -> Vec<Vec<Point>> {
    let each = length(line) / times as f64;
    let mut result = vec![Vec::new(); times];
    let mut way = 0.0;
    for pair in line.windows(2) {
        let middle = way + pair[0].distance(pair[1]) / 2.0;
        let stretch = &mut result[((middle / each) as usize).min(times - 1)];
        if stretch.is_empty() {
            stretch.push(pair[0]);
        }
        stretch.push(pair[1]);
        way += pair[0].distance(pair[1]);
    }
    result
}

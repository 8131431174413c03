//! The names on the map, their type and their order of priority. The ranks are: towns, ridges and
//! hills, main places, rivers, lakes, pikes and roads, streams, bridges and fords, details, woods,
//! lanes, fields, railroads, farms and orchards. Within a rank, features that the rules use come
//! before scenery.

mod areas;
pub(crate) mod communications;
pub(crate) mod lines;
pub(crate) mod place;
pub(crate) mod placer;
#[cfg(test)]
mod tests;
pub(crate) mod towns;
pub(crate) mod track;
pub(crate) mod two_lines;
pub(crate) mod zones_and_objectives;

use std::collections::BTreeSet;
use std::rc::Rc;

use sandtable_pack::{Area, FeatureId, Language, Pack, RoadKind, WatercourseKind};
use sandtable_sheet::{Item, Lettering, Path, Point, Rect, ShapedText, TextRun, shape};

use crate::frame::MapFrame;
use crate::names::lines::stretches;
use crate::names::place::{deepest, length, longest, village};
use crate::names::placer::{Candidate, Placer, TextLayout, is_under};
use crate::names::zones_and_objectives::{CLEAR, normalised_name};
use crate::occupancy::{Clearing, Occupancy};
use crate::options::MapOptions;
use crate::relief::contours::Contours;
use crate::relief::shading::Shade;
use crate::set_up;
use crate::style::Style;

/// The text on the map.
pub(crate) struct Names {
    /// Names and figures.
    pub items: Vec<Item>,
    /// The points of spot heights.
    pub spots: Vec<Item>,
    /// Names that do not fit.
    pub omitted: Vec<String>,
    /// Names on the map, in lower case.
    pub named: BTreeSet<String>,
}

/// Sets the names of a map and the figures of its contours.
pub(crate) fn names(
    pack: &Pack,
    frame: &MapFrame,
    clearing: &mut Clearing,
    options: &MapOptions,
    contours: Option<&Contours<'_>>,
    shade: Option<&Shade<'_>>,
) -> Names {
    let mut namer = Namer::new(pack, frame, clearing, options, shade);
    namer.all();
    let spots = contours.map_or_else(Vec::new, |contours| namer.heights(contours));
    let (runs, left_out) = namer.placer.finish();
    Names {
        items: runs.into_iter().map(Item::Text).collect(),
        spots,
        omitted: left_out,
        named: namer.placed,
    }
}

/// Keeps the names that no set-up block covers, and sets the covered ones where they fit between
/// blocks and other names. Names that do not fit, and the figures of covered contours, then appear
/// only on the map without the set-up.
pub(crate) fn around_blocks(
    pack: &Pack,
    frame: &MapFrame,
    clearing: &mut Clearing,
    options: &MapOptions,
    shade: Option<&Shade<'_>>,
    standing: Vec<TextRun>,
    blocks: &[set_up::positions::CoveredPaper],
) -> (Vec<TextRun>, BTreeSet<String>) {
    let is_hidden = |run: &TextRun| is_under(run, blocks);
    let (hidden, clear): (Vec<TextRun>, Vec<TextRun>) = standing.into_iter().partition(is_hidden);
    let lower = |run: &TextRun| normalised_name(&run.text);
    let mut missing: BTreeSet<String> = hidden.iter().map(lower).collect();
    // A road name that also appears elsewhere needs no replacement.
    clear.iter().for_each(|run| _ = missing.remove(&lower(run)));
    let mut namer = Namer::new(pack, frame, clearing, options, shade);
    namer.placer.keep(clear, blocks);
    namer.only = Some(missing.clone());
    namer.all();
    let runs = namer.placer.finish().0;
    runs.iter().for_each(|run| _ = missing.remove(&lower(run)));
    (runs, missing)
}

struct Namer<'a> {
    pack: &'a Pack,
    frame: &'a MapFrame,
    style: &'a Style,
    language: Language,
    placer: Placer<'a>,
    /// Town blocks and houses of villages.
    blocks: Vec<Rect>,
    /// The positions of objective discs.
    discs: Vec<Point>,
    /// Names already set: a ridge and its place point share a name.
    placed: BTreeSet<String>,
    /// The names to set, in lower case; `None` for all.
    only: Option<BTreeSet<String>>,
}

/// The maximum cost per character of a name that is set.
const LIMIT: f64 = 2.2;
/// The maximum cost per digit of a spot height, which needs an empty place.
const FIGURE_LIMIT: f64 = 1.0;
/// The length of contour between figures, in millimetres.
const FIGURE_REPEAT: f64 = 90.0;

impl<'a> Namer<'a> {
    fn new(
        pack: &'a Pack,
        frame: &'a MapFrame,
        clearing: &'a mut Clearing,
        options: &'a MapOptions,
        shade: Option<&'a Shade<'a>>,
    ) -> Self {
        let (style, language) = (&options.style, options.language);
        let mut placer = Placer::new(frame.rect, clearing, style, shade);
        let marks = zones_and_objectives::marks(pack, frame, options);
        marks.iter().for_each(|(disc, title)| placer.keep_off(*disc, CLEAR, title.as_ref()));
        let discs = marks.into_iter().map(|(disc, _)| disc).collect();
        let blocks = pack.map().buildings.iter();
        let blocks = blocks.filter_map(|block| frame.area(&block.parts).bounds()).collect();
        let done = BTreeSet::new();
        Self { pack, frame, style, language, placer, blocks, discs, placed: done, only: None }
    }

    /// Sets all names in the order of priority.
    fn all(&mut self) {
        let style = self.style;
        self.towns();
        self.leave_spots();
        self.relief();
        self.places(2, style.names.main.into());
        self.waters(WatercourseKind::River, style.names.river.into());
        self.lakes();
        self.roads(RoadKind::Pike);
        self.roads(RoadKind::Road);
        self.waters(WatercourseKind::Stream, style.names.stream.into());
        self.crossings();
        self.places(3, style.names.detail.into());
        self.woods();
        self.marshes();
        self.roads(RoadKind::Lane);
        self.fields();
        self.railroads();
        self.farms();
        self.orchards();
    }

    fn name(&self, id: &FeatureId) -> Option<String> {
        let label = self.pack.labels().features.get(id)?;
        let name = typographic(label.name.as_ref()?.get(self.language));
        let is_meant = |only: &BTreeSet<String>| only.contains(&normalised_name(&name));
        self.only.as_ref().is_none_or(is_meant).then_some(name)
    }

    /// Returns the gap between a name and its place: enough for an objective disc if there is one,
    /// otherwise the usual gap.
    fn gap(&self, at: Point, usual: f64) -> f64 {
        let is_here = |disc: &Point| disc.distance(at) < CLEAR;
        if self.discs.iter().any(is_here) { usual.max(CLEAR + 0.6) } else { usual }
    }

    fn is_done(&self, name: &str) -> bool {
        self.placed.contains(&normalised_name(name))
    }

    fn offer(&mut self, name: &str, candidates: &[Candidate], limit: f64) {
        if self.placer.place(candidates, limit) {
            self.placed.insert(normalised_name(name));
        } else {
            self.placer.drop_name(name);
        }
    }

    /// Keeps ridge names off main places, except places that share the name of a ridge or hill.
    fn leave_spots(&mut self) {
        let pack = self.pack;
        let hills = self.relief_names();
        for place in pack.scenery().places.iter().filter(|place| place.rank == 2) {
            if self.name(&place.id).is_some_and(|name| !hills.contains(&name)) {
                self.placer.leave_free(self.frame.place(place.at), 3.0);
            }
        }
    }

    /// Returns the names of ridges and hills.
    fn relief_names(&self) -> BTreeSet<String> {
        let map = self.pack.map();
        let crests = map.crests.iter().flat_map(|crest| [&crest.id, &crest.hill]);
        let hills = map.hills.iter().map(|hill| &hill.id);
        crests.chain(hills).filter_map(|id| self.name(id)).collect()
    }

    /// Sets the names of hills along their crests if the crests are long enough, otherwise near the
    /// top.
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
            let lettering = Lettering::from(self.style.names.relief);
            let plain = shape(&name, lettering).width();
            let mut candidates = Vec::new();
            if length(&line) > plain * 1.25 {
                // The name is spread over the ridge as long as it still reads as one name.
                let letters = name.chars().count().max(2) as f64 - 1.0;
                let room = (length(&line) * 0.62 - plain) / (letters * lettering.size());
                let spread = lettering.with_spacing(lettering.spacing + room.clamp(0.0, 0.6));
                candidates = self.candidates_along(
                    &name,
                    spread,
                    &line,
                    1.0,
                    self.style.hills.crest.get(),
                    6.0,
                );
            }
            let lettering = Lettering::from(self.style.names.knoll);
            let top = line.get(line.len() / 2).copied();
            let near = top.map(|top| self.candidates_near(&name, lettering, top, 19.0, 1.0, 0.05));
            for mut candidate in near.into_iter().flatten() {
                candidate.penalty += if length(&line) > plain * 1.25 { 1.8 } else { 0.0 };
                candidates.push(candidate);
            }
            // The name of a hill may cover its crest and edges.
            candidates.iter_mut().for_each(|candidate| candidate.on = Occupancy::CREST);
            self.offer(&name, &candidates, LIMIT * 1.5);
        }
        // The name of a hill without a crest is in its middle.
        let pack = self.pack;
        for hill in &pack.map().hills {
            let Some(name) = self.name(&hill.id).filter(|name| !self.is_done(name)) else {
                continue;
            };
            let ground = Area { id: hill.id.clone(), parts: hill.parts.clone() };
            let Some(middle) = deepest(&ground, self.frame) else { continue };
            let mut candidates =
                self.candidates_near(&name, self.style.names.knoll.into(), middle, 19.0, 1.0, 0.05);
            candidates.iter_mut().for_each(|candidate| candidate.on = Occupancy::CREST);
            self.offer(&name, &candidates, LIMIT * 1.5);
        }
    }

    fn places(&mut self, rank: u8, lettering: Lettering) {
        let places = self.pack.scenery().places.iter();
        let places: Vec<_> = places.filter(|p| p.rank == rank).cloned().collect();
        let hills = self.relief_names();
        for place in places {
            let Some(name) = self.name(&place.id) else { continue };
            let at = self.frame.place(place.at);
            let village = village(at, &self.blocks, 12.0);
            // A hamlet's name is next to its houses, even if its hill has the same name.
            let is_hamlet = village.is_some() && hills.contains(&name);
            if self.is_done(&name) && !is_hamlet {
                continue;
            }
            let mut candidates = match village {
                Some(village) => self.candidates_around_village(&name, lettering, village),
                None => self.candidates_around(&name, lettering, at, self.gap(at, 0.5)),
            };
            for mut candidate in self.candidates_near(&name, lettering, at, 9.0, 0.9, 0.06) {
                candidate.penalty += 0.35;
                candidates.push(candidate);
            }
            for candidate in &mut candidates {
                candidate.on = Occupancy::SPOT;
            }
            self.offer(&name, &candidates, LIMIT * 1.4);
        }
    }

    /// Sets the names of bridges and fords, next to the parapets or dots.
    fn crossings(&mut self) {
        let pack = self.pack;
        for crossing in &pack.map().crossings {
            let Some(name) = self.name(&crossing.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            let at = self.frame.place(crossing.at);
            let mut candidates = Vec::new();
            for (gap, dearer) in [(1.5, 0.0), (2.7, 0.3), (4.0, 0.6)] {
                for mut candidate in
                    self.candidates_around(&name, self.style.names.detail.into(), at, gap)
                {
                    candidate.penalty += dearer;
                    candidates.push(candidate);
                }
            }
            self.offer(&name, &candidates, LIMIT * 1.3);
        }
    }

    fn farms(&mut self) {
        let farms = self.pack.scenery().farms.clone();
        for farm in farms {
            let Some(name) = self.name(&farm.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            // The barn is to the right of the house.
            let middle = self.frame.place(farm.at).translate(0.3, 0.0);
            let candidates = self.candidates_around(
                &name,
                self.style.names.farm.into(),
                middle,
                self.gap(middle, 1.35),
            );
            self.offer(&name, &candidates, LIMIT * 1.9);
        }
    }

    /// Sets figures on the index contours where they fit, and spot heights. Returns the points of
    /// the spot heights.
    fn heights(&mut self, contours: &Contours<'_>) -> Vec<Item> {
        let style = contours.style();
        let figures = Lettering::from(style.figures);
        let mut spots = Vec::new();
        for (place, figure) in contours.spots() {
            let mut candidates = self.candidates_around(&figure, figures, place, 0.55);
            for candidate in &mut candidates {
                candidate.ink = style.ink;
            }
            if self.placer.place(&candidates, FIGURE_LIMIT) {
                spots.push(Item::fill(Path::circle(place, 0.24), style.ink));
            }
        }
        // Figures are centred on their contour, which their halo interrupts.
        let middle = figures.cap_height() / 2.0;
        for (figure, line) in contours.index_lines() {
            if length(line) < FIGURE_REPEAT / 3.0 {
                continue;
            }
            let times = (length(line) / FIGURE_REPEAT).round().max(1.0) as usize;
            for stretch in stretches(line, times) {
                let mut candidates =
                    self.candidates_at_offsets(&figure, figures, &stretch, &[(-middle, 0.0)], 1.0);
                for candidate in &mut candidates {
                    candidate.ink = style.ink;
                }
                self.placer.place(&candidates, FIGURE_LIMIT);
            }
        }
        spots
    }

    /// Returns a horizontal candidate whose baseline starts at a point.
    fn level(&self, text: &Rc<ShapedText>, start: Point, penalty: f64) -> Candidate {
        let stand = TextLayout::Level { text: Rc::clone(text), start };
        Candidate { position: stand, ink: self.style.sheet.black, penalty, on: Occupancy::NOTHING }
    }

    /// Returns candidates around a point: right, left, above, below, then the corners.
    fn candidates_around(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        gap: f64,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
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
            (-width * 0.25, above - size * 0.05, 0.24),
            (-width * 0.75, above - size * 0.05, 0.26),
            (-width * 0.25, below, 0.26),
            (-width * 0.75, below, 0.28),
            (gap + 1.2, middle, 0.4),
            (-gap - width - 1.2, middle, 0.5),
            (-width / 2.0, above - 1.2, 0.5),
            (-width / 2.0, below + 1.2, 0.5),
        ];
        places
            .into_iter()
            .map(|(dx, dy, penalty)| self.level(&text, at.translate(dx, dy), penalty))
            .chain(self.two_line_candidates(name, lettering, at, gap))
            .collect()
    }

    /// Returns candidates around all the houses of a village: on all four sides, along their edges.
    fn candidates_around_village(
        &self,
        name: &str,
        lettering: Lettering,
        village: Rect,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let (width, size, gap) = (text.width(), lettering.size(), 0.9);
        let (middle, base) = (village.centre(), size * 0.23);
        let mut places = Vec::new();
        for (share, penalty) in [(0.0, 0.0), (-0.3, 0.08), (0.3, 0.08)] {
            let y = middle.y + base + share * village.height();
            places.push((Point::new(village.right + gap, y), penalty));
            places.push((Point::new(village.left - gap - width, y), 0.12 + penalty));
            let x = middle.x - width / 2.0 + share * village.width();
            places.push((Point::new(x, village.top - gap), 0.18 + penalty));
            places.push((Point::new(x, village.bottom + gap + size * 0.6), 0.2 + penalty));
        }
        places.into_iter().map(|(at, penalty)| self.level(&text, at, penalty)).collect()
    }

    /// Returns candidates centred on a grid around a point, at a higher cost further away.
    fn candidates_near(
        &self,
        name: &str,
        lettering: Lettering,
        at: Point,
        reach: f64,
        step: f64,
        cost: f64,
    ) -> Vec<Candidate> {
        let text = Rc::new(shape(name, lettering));
        let drop = lettering.size() * 0.25;
        let steps = (reach / step) as i32;
        let mut candidates = Vec::new();
        for row in -steps..=steps {
            for column in -steps..=steps {
                let (dx, dy) = (f64::from(column) * step, f64::from(row) * step);
                let distance = (dx * dx + dy * dy).sqrt();
                if distance <= reach {
                    let start = at.translate(dx, dy + drop).translate(-text.width() / 2.0, 0.0);
                    candidates.push(self.level(&text, start, distance * cost));
                }
            }
        }
        candidates
    }
}

/// Returns a name with curly apostrophes.
pub(crate) fn typographic(name: &str) -> String {
    name.replace('\'', "’")
}

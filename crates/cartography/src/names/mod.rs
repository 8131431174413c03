//! The names on the map, their type and their order of priority. The ranks are: towns, ridges and
//! hills, main places, rivers, lakes, pikes and roads, streams, bridges and fords, details, woods,
//! lanes, fields, railroads, farms and orchards. Within a rank, features that the rules use come
//! before scenery.

mod areas;
pub(crate) mod communications;
pub(crate) mod lines;
pub(crate) mod place;
pub(crate) mod placer;
mod points;
#[cfg(test)]
mod tests;
pub(crate) mod towns;
pub(crate) mod track;
pub(crate) mod two_lines;
pub(crate) mod zones_and_objectives;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use sandtable_pack::{Area, FeatureId, Language, Pack, RoadKind, WatercourseKind};
use sandtable_sheet::{Item, Lettering, Path, Point, Rect, ShapedText, shape};

use crate::frame::MapFrame;
use crate::names::areas::scaled;
use crate::names::lines::stretches;
use crate::names::place::{deepest, length, longest};
use crate::names::placer::{Candidate, PlacedName, Placer, TextLayout};
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
    pub names: Vec<PlacedName>,
    /// The points of spot heights.
    pub spots: Vec<Item>,
    /// Names that do not fit.
    pub omitted: Vec<String>,
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
    let (names, omitted) = namer.placer.finish();
    Names { names, spots, omitted }
}

/// Returns the names of runs for comparison.
pub(crate) fn normalised(names: &[PlacedName]) -> BTreeSet<String> {
    names.iter().map(|name| normalised_name(&name.run.text)).collect()
}

/// Sets the names of a map around the blocks of its set-up, in the order of priority: a name stays
/// where it is on the map unless a block or a more important name covers it, and otherwise moves.
/// Names that do not fit, and the figures of covered contours, then appear only on the map without
/// the set-up.
pub(crate) fn around_blocks(
    pack: &Pack,
    frame: &MapFrame,
    clearing: &mut Clearing,
    options: &MapOptions,
    shade: Option<&Shade<'_>>,
    standing: Vec<PlacedName>,
    blocks: &[set_up::positions::CoveredPaper],
) -> Vec<PlacedName> {
    let mut namer = Namer::new(pack, frame, clearing, options, shade);
    namer.placer.avoid(blocks);
    namer.only = Some(normalised(&standing));
    for name in standing {
        namer.standing.entry(normalised_name(&name.run.text)).or_default().push(name);
    }
    namer.all();
    for figure in std::mem::take(&mut namer.standing).into_values().flatten() {
        namer.placer.keep(figure);
    }
    namer.placer.finish().0
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
    /// The names of the map without set-up that have not had their turn, by their normalised names.
    standing: BTreeMap<String, Vec<PlacedName>>,
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
        Self {
            pack,
            frame,
            style,
            language,
            placer,
            blocks,
            discs,
            placed: BTreeSet::new(),
            only: None,
            standing: BTreeMap::new(),
        }
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

    /// Whether a name is set: anywhere, or now, where it is on the map without set-up.
    fn is_done(&mut self, name: &str) -> bool {
        let normalised = normalised_name(name);
        for standing in self.standing.remove(&normalised).into_iter().flatten() {
            if self.placer.keep(standing) {
                self.placed.insert(normalised.clone());
            }
        }
        self.placed.contains(&normalised)
    }

    fn mark_done(&mut self, name: &str) {
        self.placed.insert(normalised_name(name));
    }

    fn offer(&mut self, name: &str, candidates: &[Candidate], limit: f64) {
        if self.placer.place(candidates, limit) {
            self.mark_done(name);
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
            let lettering = scaled(&name, self.style.names.relief.into(), length(&line) * 0.6);
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
            let Some(name) = self.name(&hill.id) else { continue };
            if self.is_done(&name) {
                continue;
            }
            let ground = Area { id: hill.id.clone(), parts: hill.parts.clone() };
            let Some(middle) = deepest(&ground, self.frame) else { continue };
            let mut candidates =
                self.candidates_near(&name, self.style.names.knoll.into(), middle, 19.0, 1.0, 0.05);
            candidates.iter_mut().for_each(|candidate| candidate.on = Occupancy::CREST);
            self.offer(&name, &candidates, LIMIT * 1.5);
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
        Candidate {
            position: stand,
            ink: self.style.sheet.black,
            penalty,
            on: Occupancy::NOTHING,
            leader: None,
        }
    }
}

/// Returns a name with curly apostrophes.
pub(crate) fn typographic(name: &str) -> String {
    name.replace('\'', "’")
}

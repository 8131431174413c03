//! Places names: of all candidates for a name, the cheapest wins. A name that does not fit is
//! omitted and reported.
//!
//! Names are placed in order of priority and never moved again.

use std::rc::Rc;

use sandtable_sheet::{
    Halo, Ink, Item, Path, PlacedGlyph, Point, Rect, Rotation, ShapedText, Stroke, TextRun,
};

use super::track::Track;
use crate::occupancy::{Clearing, Occupancy};
use crate::relief::shading::Shade;
use crate::set_up;
use crate::style::Style;

/// A position for a name, and its penalty relative to the ideal one.
pub(crate) struct Candidate {
    pub position: TextLayout,
    pub ink: Ink,
    pub penalty: f64,
    /// The features that it covers on purpose.
    pub on: Occupancy,
    /// The ends of its leader line, if any.
    pub leader: Option<[Point; 2]>,
}

/// A name on the map.
#[derive(Clone)]
pub(crate) struct PlacedName {
    pub run: TextRun,
    /// The ends of its leader line, if any.
    pub leader: Option<[Point; 2]>,
}

impl PlacedName {
    /// Draws the name and its leader line.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let line =
            |ends: [Point; 2]| Item::line(Path::line(&ends), Stroke::solid(self.run.ink, 0.15));
        self.leader.map(line).into_iter().chain([Item::Text(self.run.clone())])
    }
}

/// The layout of a candidate's text. Most candidates are skipped without computing their cost, so
/// their text is set only on demand.
pub(crate) enum TextLayout {
    /// Horizontal, from a point of the baseline.
    Level { text: Rc<ShapedText>, start: Point },
    /// Along a track from a distance on it, at an offset to its left.
    Along { text: Rc<ShapedText>, track: Rc<Track>, start: f64, offset: f64 },
    /// Already set.
    Set(TextRun),
}

impl Candidate {
    /// Returns the set text.
    pub fn run(&self) -> TextRun {
        match &self.position {
            TextLayout::Level { text, start } => text.at(*start, self.ink),
            TextLayout::Along { text, track, start, offset } => {
                text.on_curve(|way| track.stand_text(start + way, *offset), self.ink)
            }
            TextLayout::Set(run) => TextRun { ink: self.ink, ..run.clone() },
        }
    }
}

/// Names placed so far.
pub(crate) struct Placer<'a> {
    frame: Rect,
    clearing: &'a mut Clearing,
    style: &'a Style,
    shade: Option<&'a Shade<'a>>,
    columns: usize,
    letters: Vec<Vec<(Point, f64)>>,
    rows: usize,
    names: Vec<PlacedName>,
    dropped: Vec<String>,
    /// The blocks of a set-up, which cover everything below them.
    blocks: &'a [set_up::positions::CoveredPaper],
}

/// The minimum radius of large glyphs, in millimetres.
const LARGE: f64 = 1.5;

/// The distance of a name from a block of the set-up, in millimetres.
const BESIDE_BLOCK: f64 = 0.4;

/// The distance of other names from a leader line, in millimetres.
const LEADER: f64 = 0.4;

/// The number of characters in a long name.
const LONG: usize = 14;

/// The side length of a cell in the glyph grid.
const CELL: f64 = 8.0;

impl<'a> Placer<'a> {
    pub fn new(
        frame: Rect,
        clearing: &'a mut Clearing,
        style: &'a Style,
        shade: Option<&'a Shade<'a>>,
    ) -> Self {
        let columns = (frame.width() / CELL) as usize + 1;
        let rows = (frame.height() / CELL) as usize + 1;
        Self {
            frame,
            clearing,
            style,
            shade,
            columns,
            rows,
            letters: vec![Vec::new(); columns * rows],
            names: Vec::new(),
            dropped: Vec::new(),
            blocks: &[],
        }
    }

    /// Makes names avoid a disc and its title.
    pub fn keep_off(&mut self, disc: Point, radius: f64, title: Option<&TextRun>) {
        self.reserve(disc, radius);
        if let Some(title) = title {
            self.reserve_run(title);
        }
    }

    /// Makes names avoid the blocks of a set-up.
    pub fn avoid(&mut self, blocks: &'a [set_up::positions::CoveredPaper]) {
        self.blocks = blocks;
    }

    /// Keeps a name of an earlier map, unless a block or another name covers it. Returns whether it
    /// is kept.
    pub fn keep(&mut self, name: PlacedName) -> bool {
        let meets = |(centre, radius): (Point, f64)| self.meets_letters(centre, radius);
        let is_covered = is_under(&name.run, self.blocks)
            || discs(&name.run).into_iter().chain(between(&name.run)).any(meets)
            || name.leader.is_some_and(|leader| !self.is_clear(leader));
        if !is_covered {
            self.reserve_name(&name);
            self.names.push(name);
        }
        !is_covered
    }

    /// Places the best candidate whose cost per character is below a limit. Returns whether there
    /// was one.
    pub fn place(&mut self, candidates: &[Candidate], limit: f64) -> bool {
        // Candidates are evaluated in order of penalty. Those with a penalty above the best cost
        // are skipped. On a tie, the earlier candidate wins.
        let mut order: Vec<usize> = (0..candidates.len()).collect();
        order.sort_by(|a, b| candidates[*a].penalty.total_cmp(&candidates[*b].penalty));
        let mut best: Option<(f64, usize, TextRun)> = None;
        // Candidates of one name cover only a few different sets of features.
        let mut weights: Vec<Weights> = Vec::new();
        for index in order {
            let candidate = &candidates[index];
            let most = best.as_ref().map_or(limit, |(cost, ..)| *cost);
            if candidate.penalty > most {
                break;
            }
            let known = weights.iter().position(|known| known.on == candidate.on);
            let known = known.unwrap_or_else(|| {
                weights.push(Weights::of(candidate.on));
                weights.len() - 1
            });
            if candidate.leader.is_some_and(|leader| !self.is_clear(leader)) {
                continue;
            }
            let run = candidate.run();
            let cost = self.cost(&run, candidate.penalty, &weights[known], most);
            let Some(cost) = cost.filter(|cost| *cost < limit) else { continue };
            let is_better = best.as_ref().is_none_or(|(least, first, _)| {
                cost.total_cmp(least).then(index.cmp(first)).is_lt()
            });
            if is_better {
                best = Some((cost, index, run));
            }
        }
        let Some((_, index, run)) = best else { return false };
        self.take(run, &candidates[index]);
        true
    }

    /// Reserves a spot for its own name.
    pub fn leave_free(&mut self, spot: Point, radius: f64) {
        self.clearing.take_disc(spot, radius, Occupancy::SPOT);
    }

    /// Returns the glyph positions of the last placed name.
    pub fn last_letters(&self) -> impl Iterator<Item = Point> {
        let glyphs = self.names.last().into_iter().flat_map(|name| &name.run.glyphs);
        glyphs.map(|glyph| glyph.at)
    }

    /// Records a name that does not fit.
    pub fn drop_name(&mut self, name: &str) {
        if !self.dropped.iter().any(|other| other == name) {
            self.dropped.push(name.to_owned());
        }
    }

    /// Returns the placed names and the omitted ones.
    pub fn finish(self) -> (Vec<PlacedName>, Vec<String>) {
        (self.names, self.dropped)
    }

    /// Returns the cost per character, penalty included. `None` if glyphs leave the frame or touch
    /// others, or if the cost exceeds `most`.
    fn cost(&self, run: &TextRun, penalty: f64, weights: &Weights, most: f64) -> Option<f64> {
        let letters = discs(run);
        // Features that cross a long name cost the same whatever its length.
        let count = letters.len().min(LONG) as f64;
        let mut crossed = 0.0;
        let is_dear = |crossed: f64| penalty + crossed / count > most;
        let inner = self.frame.expand(-0.6);
        for (centre, radius) in &letters {
            if !inner.expand(-radius).contains(*centre)
                || self.meets_letters(*centre, *radius)
                || self.blocks.iter().any(|block| block.is_within(radius + BESIDE_BLOCK, *centre))
            {
                return None;
            }
            let reach = radius * 0.7;
            let at = |dx: f64, dy: f64| weights.at(self.clearing, centre.translate(dx, dy));
            let cross = |by: f64| at(by, 0.0) + at(-by, 0.0) + at(0.0, by) + at(0.0, -by);
            crossed += at(0.0, 0.0) + cross(reach);
            if *radius > LARGE {
                // A road could run between the sampled points.
                crossed += cross(reach / 2.0);
            }
            if is_dear(crossed) {
                return None;
            }
        }
        // Features between letter-spaced glyphs disturb the reader too.
        for (centre, radius) in between(run) {
            if self.meets_letters(centre, radius) {
                return None;
            }
            crossed += weights.at(self.clearing, centre);
        }
        (!is_dear(crossed)).then(|| penalty + crossed / count)
    }

    fn cells(&self, centre: Point, reach: f64) -> impl Iterator<Item = usize> + use<> {
        let index = |v: f64, most: usize| (v / CELL).clamp(0.0, most as f64 - 1.0) as usize;
        let (x, y) = (centre.x - self.frame.left, centre.y - self.frame.top);
        let columns = index(x - reach, self.columns)..=index(x + reach, self.columns);
        let rows = index(y - reach, self.rows)..=index(y + reach, self.rows);
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }

    fn meets_letters(&self, centre: Point, radius: f64) -> bool {
        self.cells(centre, radius + 4.0).any(|cell| {
            self.letters[cell].iter().any(|(other, r)| other.distance(centre) < radius + r)
        })
    }

    fn reserve(&mut self, centre: Point, radius: f64) {
        if let Some(cell) = self.cells(centre, 0.0).next() {
            self.letters[cell].push((centre, radius));
        }
    }

    /// Whether a leader line meets no letters.
    fn is_clear(&self, leader: [Point; 2]) -> bool {
        points_of(leader).all(|point| !self.meets_letters(point, LEADER))
    }

    fn reserve_name(&mut self, name: &PlacedName) {
        self.reserve_run(&name.run);
        if let Some(leader) = name.leader {
            points_of(leader).for_each(|point| self.reserve(point, LEADER));
            self.clearing.take_line(&leader, LEADER, Occupancy::LETTERS);
        }
    }

    fn reserve_run(&mut self, run: &TextRun) {
        for (centre, radius) in discs(run) {
            self.reserve(centre, radius);
            self.clearing.take_disc(centre, radius + 0.25, Occupancy::LETTERS);
        }
        // No other name may be between letter-spaced glyphs, though strokes may.
        for (centre, radius) in between(run) {
            self.reserve(centre, radius);
        }
    }

    fn take(&mut self, run: TextRun, candidate: &Candidate) {
        let mut name = PlacedName { run, leader: candidate.leader };
        self.reserve_name(&name);
        let rims = name.run.glyphs.iter().map(|glyph| match candidate.on {
            Occupancy::WATER => self.style.water.tint,
            _ => self.ground(middle(glyph, &name.run)),
        });
        let halo = Halo { inks: rims.collect(), reach: self.style.names.halo.get() };
        name.run.halo = Some(halo);
        self.names.push(name);
    }

    /// Returns the background colour at a point.
    fn ground(&self, place: Point) -> Ink {
        let taken = self.clearing.at(place);
        let ground = if taken.meets(Occupancy::WOODS) {
            self.style.woods.tint
        } else if taken.meets(Occupancy::ORCHARD) {
            self.style.woods.orchard_tint
        } else {
            self.style.sheet.paper
        };
        self.shade.map_or(ground, |shade| shade.ground(place, ground))
    }
}

/// The costs of features under a glyph, except those that its name covers on purpose.
struct Weights {
    on: Occupancy,
    /// Indexed by the bits of the features.
    of: [f64; 256],
}

impl Weights {
    fn of(on: Occupancy) -> Self {
        let weight = |taken: Occupancy| {
            let weight = |what: Occupancy, cost: f64| {
                if taken.meets(what) && !on.meets(what) { cost } else { 0.0 }
            };
            // Text hides houses, but lines can be followed on both sides of it.
            weight(Occupancy::HOUSE, 2.4)
                + weight(Occupancy::ROAD, 1.5)
                + weight(Occupancy::WATER, 2.6)
                + weight(Occupancy::CREST, 0.9)
                + weight(Occupancy::SPOT, 0.6)
                + weight(Occupancy::WOODS.or(Occupancy::ORCHARD), 0.06)
        };
        let mut of = [0.0; 256];
        (0..=u8::MAX).for_each(|bits| of[usize::from(bits)] = weight(Occupancy::of(bits)));
        Self { on, of }
    }

    /// Returns the cost at a point.
    fn at(&self, clearing: &Clearing, place: Point) -> f64 {
        self.of[usize::from(clearing.at(place).bits())]
    }
}

/// Returns points of a leader line, closer together than any letter is wide.
fn points_of([from, to]: [Point; 2]) -> impl Iterator<Item = Point> {
    let steps = (from.distance(to) / 0.4).ceil().max(1.0) as u32;
    (0..=steps).map(move |step| from.toward(to, f64::from(step) / f64::from(steps)))
}

/// Whether a block covers any glyph of a run.
pub(crate) fn is_under(run: &TextRun, blocks: &[set_up::positions::CoveredPaper]) -> bool {
    let covered = |(centre, radius): &(Point, f64)| {
        blocks.iter().any(|block| block.is_within(radius / 2.0, *centre))
    };
    discs(run).iter().any(covered)
}

/// Returns the glyphs of a run as discs.
fn discs(run: &TextRun) -> Vec<(Point, f64)> {
    letters(run).map(|glyph| (middle(glyph, run), run.size * 0.42)).collect()
}

/// Returns the space between the glyphs of each line of a run as discs.
fn between(run: &TextRun) -> impl Iterator<Item = (Point, f64)> + use<> {
    let letters: Vec<&PlacedGlyph> = letters(run).collect();
    let radius = run.size * 0.42;
    let mut discs = Vec::new();
    for pair in letters.windows(2) {
        let (a, b) = (middle(pair[0], run), middle(pair[1], run));
        let Rotation { cosine, sine } = pair[0].slant;
        // A second line begins to the left of where the first line ends.
        if (b.x - a.x) * cosine + (b.y - a.y) * sine < 0.0 {
            continue;
        }
        // The discs are close enough that no road fits between them.
        let steps = (a.distance(b) / (radius * 0.5)).ceil() as usize;
        discs.extend((1..steps).map(|step| a.toward(b, step as f64 / steps as f64)));
    }
    discs.into_iter().map(move |centre| (centre, radius * 0.6))
}

/// Returns the glyphs that are not spaces.
fn letters(run: &TextRun) -> impl Iterator<Item = &PlacedGlyph> {
    run.glyphs.iter().filter(|glyph| run.text.get(glyph.cluster.clone()) != Some(" "))
}

/// Returns the approximate centre of a glyph of a run; capitals are wider.
fn middle(glyph: &PlacedGlyph, run: &TextRun) -> Point {
    let letter = run.text.get(glyph.cluster.clone()).and_then(|text| text.chars().next());
    let half = if letter.is_some_and(char::is_uppercase) { 0.33 } else { 0.26 };
    let (right, up, slant) = (run.size * half, run.size * 0.27, glyph.slant);
    glyph
        .at
        .translate(right * slant.cosine + up * slant.sine, right * slant.sine - up * slant.cosine)
}

#[cfg(test)]
mod tests {
    use sandtable_sheet::{Face, Lettering, shape};

    use super::*;

    const INK: Ink = Ink::new("black", 0);

    fn candidate(x: f64, y: f64, penalty: f64) -> Candidate {
        let text = Rc::new(shape("Devil’s Den", Lettering::new(Face::Italic, 8.0)));
        let stand = TextLayout::Level { text, start: Point::new(x, y) };
        Candidate { position: stand, ink: INK, penalty, on: Occupancy::NOTHING, leader: None }
    }

    #[test]
    fn names_avoid_names_and_houses() {
        let frame = Rect::new(0.0, 0.0, 100.0, 60.0);
        let mut clearing = Clearing::new(frame);
        clearing.take_line(
            &[Point::new(10.0, 29.0), Point::new(40.0, 29.0)],
            2.0,
            Occupancy::HOUSE,
        );
        let style = Style::built_in(sandtable_pack::StyleName::Staff);
        let mut placer = Placer::new(frame, &mut clearing, &style, None);
        // The cheaper position is on a house.
        assert!(placer.place(&[candidate(12.0, 30.0, 0.0), candidate(12.0, 45.0, 0.5)], 3.0));
        // The first position is occupied and the second free; a third name does not fit.
        assert!(placer.place(&[candidate(12.0, 45.5, 0.0), candidate(12.0, 52.0, 0.9)], 3.0));
        assert!(!placer.place(&[candidate(13.0, 45.0, 0.0)], 3.0));
        // Names stay within the frame.
        assert!(!placer.place(&[candidate(92.0, 10.0, 0.0)], 3.0));
        placer.drop_name("Devil’s Den");
        placer.drop_name("Devil’s Den");
        let (names, dropped) = placer.finish();
        let starts: Vec<f64> = names.iter().map(|name| name.run.glyphs[0].at.y).collect();
        assert_eq!(starts, [45.0, 52.0]);
        assert_eq!(dropped, ["Devil’s Den"]);
    }

    #[test]
    fn halo_matches_ground_of_each_letter() {
        let frame = Rect::new(0.0, 0.0, 100.0, 60.0);
        let mut clearing = Clearing::new(frame);
        let wood = [(0.0, 0.0), (20.0, 0.0), (20.0, 60.0), (0.0, 60.0)];
        clearing.take_area(&[wood.map(|(x, y)| Point::new(x, y)).to_vec()], Occupancy::WOODS);
        let style = Style::built_in(sandtable_pack::StyleName::Staff);
        let mut placer = Placer::new(frame, &mut clearing, &style, None);
        assert!(placer.place(&[candidate(14.0, 30.0, 0.0)], 3.0));
        let (names, _) = placer.finish();
        let halo = names[0].run.halo.as_ref().expect("names have a halo");
        assert_eq!(halo.inks.len(), names[0].run.glyphs.len());
        assert_eq!(halo.inks.first(), Some(&style.woods.tint));
        assert_eq!(halo.inks.last(), Some(&style.sheet.paper));
    }
}

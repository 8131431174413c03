//! Filled and stroked paths: their inks, width and background.

use std::rc::Rc;

use sandtable_shop::Tool;

use crate::geometry::Point;
use crate::measures::ruler::ruler;
use crate::painting::canvas::{Rule, bars};
use crate::painting::colour_space::{Paint, Space};
use crate::painting::interpreter::{Interpreter, Run};
use crate::painting::outline::{Outline, Stretch};
use crate::painting::page_contents::least;
use crate::painting::state::Chosen;

/// The maximum width of a hairline in points.
const HAIRLINE: f64 = 1.0;
/// The minimum difference in darkness between a reversed line and its background.
const REVERSED: f64 = 0.4;
/// The number of points at which the background of a path is sampled.
const SAMPLES: usize = 9;
/// The maximum number of closed cut lines kept for the check of bleed.
const MOST_CUTS: usize = 5_000;
/// Allows for coordinates in single precision.
const SLACK: f64 = 0.003;

/// The way in which a path is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    Line,
    Fill,
    Text,
}

impl<'d> Interpreter<'d, '_> {
    pub(crate) fn paint_path(&mut self, run: &mut Run<'d>, fills: Option<Rule>, strokes: bool) {
        run.outline.finish();
        let outline = std::mem::take(&mut run.outline);
        if self.is_visible(&outline, run) {
            if let Some(rule) = fills {
                self.fill(&outline, rule, run);
            }
            if strokes {
                self.stroke(&outline, run);
            }
        }
        run.outline = outline;
        self.end_path(run);
    }

    fn is_visible(&self, outline: &Outline, run: &Run<'d>) -> bool {
        let area = outline.area().and_then(|area| area.common(run.state.clip.area));
        area.and_then(|area| area.common(self.canvas.area)).is_some()
    }

    fn fill(&mut self, outline: &Outline, rule: Rule, run: &Run<'d>) {
        let chosen = &run.state.fill;
        let Some(at) = outline.area().map(|area| area.corners()[0]) else { return };
        self.note(&chosen.space, at);
        let laying = run.state.filling();
        self.note_spots(chosen, Use::Fill, laying.overprints, outline);
        // A thin filled rectangle counts as a line.
        if let Some(bar) = outline.as_rectangle() {
            let (width, length) = match bar.width() < bar.height() {
                true => (bar.width(), bar.height()),
                false => (bar.height(), bar.width()),
            };
            if width <= HAIRLINE && length > 4.0 * width {
                self.measure_line(outline, width, chosen, run);
            }
        }
        let coat = laying.coat(&self.without_cut(&chosen.paint));
        self.canvas.fill(outline, rule, &run.state.clip, |_, cell| coat.on(cell));
    }

    fn stroke(&mut self, outline: &Outline, run: &Run<'d>) {
        let chosen = &run.state.stroke;
        let Some(at) = outline.stretches.first().and_then(|s| s.points.first()) else { return };
        self.note(&chosen.space, *at);
        let laying = run.state.stroking();
        self.note_spots(chosen, Use::Line, laying.overprints, outline);
        self.contents.rulers.extend(ruler(outline));
        let width = run.state.width * run.state.matrix.least_stretch();
        self.measure_line(outline, width, chosen, run);
        let coat = laying.coat(&self.without_cut(&chosen.paint));
        if width >= 0.6 * self.canvas.step {
            let ground = bars(outline, width);
            self.canvas.fill(&ground, Rule::NonZero, &run.state.clip, |_, cell| coat.on(cell));
        } else {
            for point in samples(outline).into_iter().filter(|p| self.reach.contains(*p)) {
                let cell = self.canvas.at(point).unwrap_or_default();
                self.contents.ink(coat.on(cell).total(), point);
            }
        }
    }

    /// Measures the width of a line, and checks it according to its background.
    fn measure_line(&mut self, outline: &Outline, width: f64, chosen: &Chosen, run: &Run<'d>) {
        let clip = run.state.clip.area;
        let points: Vec<Point> =
            samples(outline).into_iter().filter(|point| clip.contains(*point)).collect();
        let Some(at) = points.first().copied() else { return };
        // The width of a cut line depends on the machine: it is not printed.
        if chosen.paint.count() > 0 && self.without_cut(&chosen.paint).count() == 0 {
            return;
        }
        let own = chosen.paint.darkness();
        let on_dark = points.iter().filter(|point| {
            let ground = self.canvas.at(**point).map_or(0.0, |cell| cell.darkness());
            ground > own + REVERSED
        });
        let is_reversed = own < 0.5 && on_dark.count() * 2 > points.len();
        // If the printer stretches the page, the printed line is wider.
        let printed = width * self.profile.printer.stretch();
        let lines = self.profile.lines;
        let finer = |new: f64, old: f64| new < old;
        if is_reversed {
            least(&mut self.contents.finest_reversed, width, at);
            if printed + SLACK < lines.reversed.points() {
                self.contents.fine_reversed.add(width, at, finer);
            }
        // White on white is invisible.
        } else if own > 0.02 || chosen.paint.total() > 0.02 {
            least(&mut self.contents.finest_line, width, at);
            if printed + SLACK < lines.positive.points() {
                self.contents.fine_lines.add(width, at, finer);
            }
        }
        let is_art = points.iter().any(|point| self.reach.contains(*point));
        if is_art && width <= HAIRLINE && chosen.paint.is_of_inks && chosen.paint.count() > 2 {
            self.contents
                .mixed_hairlines
                .add(chosen.paint.count() as f64, at, |new, old| new > old);
        }
    }

    /// Records the use of a colour space.
    pub(crate) fn note(&mut self, space: &Rc<Space>, at: Point) {
        if self.noted.iter().any(|noted| Rc::ptr_eq(noted, space)) {
            return;
        }
        if !self.noted.iter().any(|noted| noted == space) {
            let words = space.words();
            if space.is_light() {
                for word in &words {
                    self.contents.light.entry(word.clone()).or_insert(at);
                }
            }
            self.contents.spaces.extend(words);
        }
        if self.noted.len() < 256 {
            self.noted.push(space.clone());
        }
    }

    /// Whether a spot ink is a cut or fold line. Such lines are not printed.
    pub(crate) fn is_tool(&mut self, ink: &str) -> bool {
        if let Some(known) = self.tool_names.get(ink) {
            return *known;
        }
        let is_tool = self.profile.cut.tool(ink).is_some();
        self.tool_names.insert(ink.to_owned(), is_tool);
        is_tool
    }

    pub(crate) fn note_spots(
        &mut self,
        chosen: &Chosen,
        as_what: Use,
        overprints: bool,
        outline: &Outline,
    ) {
        let Space::Inks(_) = chosen.space.as_ref() else { return };
        for (ink, share) in &chosen.paint.spots {
            if *share <= 0.0 {
                continue;
            }
            let tool = self.profile.cut.tool(ink);
            let is_cut = tool.is_some_and(|tool| tool != Tool::Crease);
            let is_open = |stretch: &&Stretch| !stretch.is_closed;
            let open = outline.stretches.iter().find(is_open);
            let at = open.or(outline.stretches.first()).and_then(|s| s.points.first()).copied();
            let spot = self.contents.spots.entry(ink.clone()).or_default();
            // Some programs draw all lines of a page as one path, so count its subpaths.
            let count = if as_what == Use::Line { outline.stretches.len() } else { 1 };
            match as_what {
                Use::Line => spot.lines += count,
                Use::Fill => spot.fills += count,
                Use::Text => spot.texts += count,
            }
            match overprints {
                true => spot.overprinting += count,
                false => spot.knocks_out = spot.knocks_out.or(at),
            }
            if as_what == Use::Line && open.is_some() {
                spot.open_lines += outline.stretches.iter().filter(is_open).count();
                spot.opens = spot.opens.or(at);
            }
            if is_cut
                && as_what == Use::Line
                && open.is_none()
                && self.contents.cuts.len() < MOST_CUTS
            {
                self.contents.cuts.push(outline.clone());
            }
        }
    }

    /// Returns a colour as printed: cut and fold lines put no ink on paper.
    pub(crate) fn without_cut(&mut self, paint: &Rc<Paint>) -> Rc<Paint> {
        if !paint.spots.iter().any(|(ink, _)| self.is_tool(&ink.clone())) {
            return paint.clone();
        }
        let mut printed = Paint::clone(paint);
        printed.spots.retain(|(ink, _)| !self.tool_names.get(ink).copied().unwrap_or(false));
        Rc::new(printed)
    }
}

/// Points along a path, spread evenly over its segments.
fn samples(outline: &Outline) -> Vec<Point> {
    let pieces: usize = outline.stretches.iter().map(Stretch::pieces).sum();
    let every = pieces.div_ceil(SAMPLES).max(1);
    let mut samples = Vec::new();
    let mut index = 0;
    for stretch in &outline.stretches {
        for pair in stretch.points.windows(2) {
            if index % every == 0 {
                samples.push(pair[0].towards(pair[1], 0.5));
            }
            index += 1;
        }
    }
    if let (true, Some(only)) =
        (samples.is_empty(), outline.stretches.first().and_then(|s| s.points.first()))
    {
        samples.push(*only);
    }
    samples
}

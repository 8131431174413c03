//! Filled and stroked paths: their inks, width and background.

use std::cell::Cell;
use std::rc::Rc;

use sandtable_shop::Tool;

use crate::geometry::Point;
use crate::limits;
use crate::measures::ruler::find_ruler;
use crate::painting::canvas::{FillRule, stroke_area};
use crate::painting::colour_space::{ColourSpace, Paint};
use crate::painting::interpreter::{Interpreter, Run};
use crate::painting::outline::{Outline, Subpath};
use crate::painting::page_contents::record_least;
use crate::painting::state::CurrentColour;
use crate::spot_inks;

/// The maximum width of a hairline in points.
const HAIRLINE: f64 = 1.0;
/// The minimum difference in darkness between a reversed line and its background.
const MIN_CONTRAST: f64 = 0.4;
/// The number of points at which the background of a path is sampled.
const SAMPLES: usize = 9;
/// The maximum number of closed cut lines kept for the bleed check.
const MAX_CUTS: usize = 5_000;
/// The tolerance for single-precision coordinates.
const SLACK: f64 = 0.003;

/// The way in which a path is used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PaintRole {
    Line,
    Fill,
    Text,
}

impl<'d> Interpreter<'d, '_> {
    pub(crate) fn paint_path(&mut self, run: &mut Run<'d>, fills: Option<FillRule>, strokes: bool) {
        run.outline.finish();
        let outline = std::mem::take(&mut run.outline);
        if run.is_hidden() {
            for colour in [fills.map(|_| &run.state.fill), strokes.then_some(&run.state.stroke)] {
                self.note_hidden_spots(colour, &outline);
            }
        } else if self.is_visible(&outline, run) {
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

    /// Records the spot inks of hidden content.
    fn note_hidden_spots(&mut self, colour: Option<&CurrentColour<'d>>, outline: &Outline) {
        let at = outline.subpaths.first().and_then(|subpath| subpath.points.first());
        let spots = colour.into_iter().flat_map(|colour| &colour.paint.spots);
        for (ink, _) in spots.filter(|(_, share)| *share > 0.0) {
            self.contents
                .hidden_spots
                .entry(ink.clone())
                .or_insert(at.copied().unwrap_or_default());
        }
    }

    fn is_visible(&self, outline: &Outline, run: &Run<'d>) -> bool {
        let area = outline.bounds().and_then(|area| area.intersection(run.state.clip.area));
        area.and_then(|area| area.intersection(self.canvas.area)).is_some()
    }

    fn fill(&mut self, outline: &Outline, rule: FillRule, run: &Run<'d>) {
        let colour = &run.state.fill;
        let Some(at) = outline.bounds().map(|area| area.corners()[0]) else { return };
        self.note_space(&colour.space, at);
        let compositing = run.state.fill_compositing();
        self.note_spots(colour, PaintRole::Fill, compositing.overprints, outline);
        // A thin filled rectangle counts as a line.
        if let Some(bar) = outline.as_rectangle() {
            let (width, length) = match bar.width() < bar.height() {
                true => (bar.width(), bar.height()),
                false => (bar.height(), bar.width()),
            };
            if width <= HAIRLINE && length > 4.0 * width {
                self.measure_line(outline, width, colour, run);
            }
        }
        let coat = compositing.coat(&self.printed_paint(&colour.paint));
        let covers_art = Cell::new(false);
        self.canvas.fill(outline, rule, &run.state.clip, coat.cost(), |_, cell| {
            covers_art.set(covers_art.get() || cell.is_art());
            coat.on(cell)
        });
        if covers_art.get() && compositing.loses(&colour.paint) {
            self.contents.lost_white.add(1.0, at, |_, _| false);
        }
        self.paint_pattern(colour, outline, rule, run);
    }

    fn stroke(&mut self, outline: &Outline, run: &Run<'d>) {
        let colour = &run.state.stroke;
        let Some(at) = outline.subpaths.first().and_then(|s| s.points.first()) else { return };
        self.note_space(&colour.space, *at);
        let compositing = run.state.stroke_compositing();
        self.note_spots(colour, PaintRole::Line, compositing.overprints, outline);
        self.contents.rulers.extend(find_ruler(outline));
        let width = run.state.width * run.state.matrix.min_scale();
        self.measure_line(outline, width, colour, run);
        if compositing.loses(&colour.paint) && self.is_over_art(&sample_points(outline)) {
            self.contents.lost_white.add(1.0, *at, |_, _| false);
        }
        for (ink, _) in &colour.paint.spots {
            if let Some(spot) = self.contents.spots.get_mut(ink)
                && spot.widest.is_none_or(|(widest, _)| width > widest)
            {
                spot.widest = Some((width, *at));
            }
        }
        if colour.pattern.is_some() {
            self.paint_pattern(colour, &stroke_area(outline, width), FillRule::NonZero, run);
        }
        let coat = compositing.coat(&self.printed_paint(&colour.paint));
        if width >= 0.6 * self.canvas.cell_size {
            let ground = stroke_area(outline, width);
            let clip = &run.state.clip;
            self.canvas
                .fill(&ground, FillRule::NonZero, clip, coat.cost(), |_, cell| coat.on(cell));
        } else {
            for point in sample_points(outline).into_iter().filter(|p| self.art_area.contains(*p)) {
                let cell = self.canvas.cell_at(point).unwrap_or_default();
                self.contents.record_ink(coat.on(cell).total_ink(), point);
            }
        }
    }

    /// Whether there is art at any of these points.
    pub(crate) fn is_over_art(&self, points: &[Point]) -> bool {
        points.iter().any(|point| self.canvas.cell_at(*point).is_some_and(|cell| cell.is_art()))
    }

    /// Measures the width of a line, and checks it according to its background.
    fn measure_line(
        &mut self,
        outline: &Outline,
        width: f64,
        chosen: &CurrentColour,
        run: &Run<'d>,
    ) {
        let clip = run.state.clip.area;
        let points: Vec<Point> =
            sample_points(outline).into_iter().filter(|point| clip.contains(*point)).collect();
        let Some(at) = points.first().copied() else { return };
        // The width of a cut line depends on the machine: it is not printed.
        if chosen.paint.ink_count() > 0 && self.printed_paint(&chosen.paint).ink_count() == 0 {
            return;
        }
        let own = chosen.paint.darkness();
        let on_dark = points.iter().filter(|point| {
            let background = self.canvas.cell_at(**point).map_or(0.0, |cell| cell.darkness());
            background > own + MIN_CONTRAST
        });
        let is_reversed = own < 0.5 && on_dark.count() * 2 > points.len();
        // If the printer stretches the page, the printed line is wider.
        let printed = width * self.profile.printer.stretch();
        let lines = self.profile.lines;
        let is_finer = |new: f64, old: f64| new < old;
        if is_reversed {
            record_least(&mut self.contents.finest_reversed, width, at);
            if printed + SLACK < lines.reversed.points() {
                self.contents.fine_reversed.add(width, at, is_finer);
            }
        // White on white is invisible.
        } else if own > 0.02 || chosen.paint.total_ink() > 0.02 {
            record_least(&mut self.contents.finest_line, width, at);
            if printed + SLACK < lines.positive.points() {
                self.contents.fine_lines.add(width, at, is_finer);
            }
        }
        let is_art = points.iter().any(|point| self.art_area.contains(*point));
        if is_art
            && width <= HAIRLINE
            && chosen.paint.has_known_inks
            && chosen.paint.ink_count() > 2
        {
            self.contents
                .mixed_hairlines
                .add(chosen.paint.ink_count() as f64, at, |new, old| new > old);
        }
    }

    /// Records the use of a colour space.
    pub(crate) fn note_space(&mut self, space: &Rc<ColourSpace>, at: Point) {
        if self.known_spaces.iter().any(|noted| Rc::ptr_eq(noted, space)) {
            return;
        }
        if !self.known_spaces.iter().any(|noted| noted == space) {
            let words = space.names();
            if space.is_screen() {
                for word in &words {
                    self.contents.screen_spaces.entry(word.clone()).or_insert(at);
                }
            }
            self.contents.spaces.extend(words);
        }
        if self.known_spaces.len() < 256 {
            self.known_spaces.push(space.clone());
        }
    }

    /// Whether a spot ink is a cut or fold line. Such lines are not printed.
    pub(crate) fn is_tool(&mut self, ink: &str) -> bool {
        if let Some(known) = self.tool_names.get(ink) {
            return *known;
        }
        let is_tool = spot_inks::tool(&self.profile.cut, ink).is_some();
        self.tool_names.insert(ink.to_owned(), is_tool);
        is_tool
    }

    pub(crate) fn note_spots(
        &mut self,
        chosen: &CurrentColour,
        role: PaintRole,
        overprints: bool,
        outline: &Outline,
    ) {
        let points: usize = outline.subpaths.iter().map(|subpath| subpath.points.len()).sum();
        self.canvas.charge((points * (1 + chosen.paint.spots.len())) as u64 * limits::POINT);
        for (ink, share) in &chosen.paint.spots {
            if *share <= 0.0 {
                continue;
            }
            let tool = spot_inks::tool(&self.profile.cut, ink);
            let is_cut = tool.is_some_and(|tool| tool != Tool::Crease);
            let is_open = |stretch: &&Subpath| !stretch.is_closed;
            let open = outline.subpaths.iter().find(is_open);
            let at = open.or(outline.subpaths.first()).and_then(|s| s.points.first()).copied();
            let spot = self.contents.spots.entry(ink.clone()).or_default();
            // Some programs draw all lines of a page as one path, so count its subpaths.
            let count = if role == PaintRole::Line { outline.subpaths.len() } else { 1 };
            match role {
                PaintRole::Line => spot.lines += count,
                PaintRole::Fill => spot.fills += count,
                PaintRole::Text => spot.texts += count,
            }
            match overprints {
                true => spot.overprinting += count,
                false => spot.first_knockout = spot.first_knockout.or(at),
            }
            if role == PaintRole::Line && open.is_some() {
                spot.open_lines += outline.subpaths.iter().filter(is_open).count();
                spot.first_open = spot.first_open.or(at);
            }
            if is_cut
                && role == PaintRole::Line
                && open.is_none()
                && self.contents.cuts.len() < MAX_CUTS
            {
                self.contents.cuts.push(outline.clone());
            }
        }
    }

    /// Returns a colour as printed: cut and fold lines put no ink on paper.
    pub(crate) fn printed_paint(&mut self, paint: &Rc<Paint>) -> Rc<Paint> {
        if !paint.spots.iter().any(|(ink, _)| self.is_tool(&ink.clone())) {
            return paint.clone();
        }
        let mut printed = Paint::clone(paint);
        printed.spots.retain(|(ink, _)| !self.tool_names.get(ink).copied().unwrap_or(false));
        Rc::new(printed)
    }
}

/// Points along a path, spread evenly over its segments.
fn sample_points(outline: &Outline) -> Vec<Point> {
    let segments: usize = outline.subpaths.iter().map(Subpath::segments).sum();
    let step = segments.div_ceil(SAMPLES).max(1);
    let mut samples = Vec::new();
    let mut index = 0;
    for subpath in &outline.subpaths {
        for pair in subpath.points.windows(2) {
            if index % step == 0 {
                samples.push(pair[0].towards(pair[1], 0.5));
            }
            index += 1;
        }
    }
    if let (true, Some(only)) =
        (samples.is_empty(), outline.subpaths.first().and_then(|s| s.points.first()))
    {
        samples.push(*only);
    }
    samples
}

//! Shows text, and checks its size, font and background.

use lopdf::Object;

use crate::geometry::{Area, MM_PER_POINT, Matrix, Point};
use crate::limits;
use crate::painting::canvas::FillRule;
use crate::painting::interpreter::{Interpreter, Run, to_matrix};
use crate::painting::outline::{Outline, Subpath};
use crate::painting::page_contents::record_least;
use crate::painting::paths::PaintRole;

/// The maximum size, in points, of black text that must overprint. Otherwise white gaps show where
/// plates do not register.
const MAX_SMALL_TEXT: f64 = 12.0;
/// The tolerance for single-precision coordinates.
const SLACK: f64 = 0.01;
/// The extent of text above and below the baseline, as a multiple of its size.
const ASCENT: f64 = 0.7;
const DESCENT: f64 = 0.2;
/// The minimum height of any letter above the baseline, as a multiple of the text size.
const MIN_HEIGHT: f64 = 0.45;

impl<'d> Interpreter<'d, '_> {
    pub(crate) fn text_operator(
        &mut self,
        operator: &str,
        operands: &[Object],
        n: &[f64],
        run: &mut Run<'d>,
    ) {
        let at = |index: usize| n.get(index).copied().unwrap_or(0.0);
        match operator {
            "BT" => {
                run.text = Matrix::IDENTITY;
                run.line = Matrix::IDENTITY;
            }
            "Tf" => {
                let name = operands.first().and_then(|name| name.as_name().ok());
                let font = name.and_then(|name| self.load_font(name, run));
                if font.is_none() {
                    self.report_damage("missing font");
                }
                run.state.text.font = font;
                run.state.text.size = at(0);
            }
            "Tc" => run.state.text.letter_space = at(0),
            "Tw" => run.state.text.word_space = at(0),
            "Tz" => run.state.text.scaling = at(0) / 100.0,
            "TL" => run.state.text.leading = at(0),
            "Ts" => run.state.text.rise = at(0),
            "Tr" => run.state.text.mode = at(0) as i64,
            "Td" => next_line(run, at(0), at(1)),
            "TD" => {
                run.state.text.leading = -at(1);
                next_line(run, at(0), at(1));
            }
            "Tm" => {
                run.line = to_matrix(n);
                run.text = run.line;
            }
            "T*" => next_line(run, 0.0, -run.state.text.leading),
            "Tj" => self.show_text(operands, run),
            "'" => {
                next_line(run, 0.0, -run.state.text.leading);
                self.show_text(operands, run);
            }
            "\"" => {
                run.state.text.word_space = at(0);
                run.state.text.letter_space = at(1);
                next_line(run, 0.0, -run.state.text.leading);
                self.show_text(operands.get(2..).unwrap_or_default(), run);
            }
            "TJ" => {
                let parts = operands.first().and_then(|parts| parts.as_array().ok());
                self.show_text(parts.map(Vec::as_slice).unwrap_or_default(), run);
            }
            _ => {}
        }
    }

    /// Shows strings. Numbers between them adjust the position.
    fn show_text(&mut self, parts: &[Object], run: &mut Run<'d>) {
        let Some(font) = run.state.text.font.clone() else { return };
        let text = run.state.text.clone();
        let start = run.text;
        let mut along = 0.0;
        let mut has_letters = false;
        for part in parts {
            match part {
                Object::String(letters, _) => {
                    self.canvas.charge(letters.len() as u64 * limits::CHARACTER);
                    for (advance, is_space) in font.advances(letters) {
                        has_letters |= !is_space;
                        let extra = if is_space { text.word_space } else { 0.0 };
                        along += (advance * text.size + text.letter_space + extra) * text.scaling;
                    }
                }
                other => {
                    let back = crate::pdf::objects::number(other).unwrap_or(0.0);
                    along -= back / 1_000.0 * text.size * text.scaling;
                }
            }
        }
        run.text = Matrix::translation(along, 0.0).then(run.text);
        // Mode 3 is invisible, and mode 7 only clips.
        if !has_letters || text.mode == 3 || text.mode == 7 {
            return;
        }
        if run.is_hidden() {
            return;
        }
        let onto_page = Matrix::translation(0.0, text.rise).then(start).then(run.state.matrix);
        let height = text.size.abs() * font.height;
        let place = |x: f64, y: f64| onto_page.apply(Point::new(x, y * text.size));
        let corners = [
            place(0.0, -DESCENT),
            place(along, -DESCENT),
            place(along, ASCENT),
            place(0.0, ASCENT),
        ];
        let Some(area) = Area::bounding_box(corners) else { return };
        let visible = area
            .intersection(run.state.clip.area)
            .and_then(|area| area.intersection(self.canvas.area));
        let Some(visible) = visible else { return };
        let size = height * onto_page.unit_lengths().1;
        self.note_text(size, corners, place(0.0, 0.0), run);
        self.contents.fonts.insert(font.facts.clone());
        if font.facts.kind == "Type 3"
            && let Some(dictionary) = font.id.and_then(|id| self.objects.0.get_dictionary(id).ok())
        {
            let size = Matrix([text.size * text.scaling, 0.0, 0.0, text.size, 0.0, 0.0]);
            for part in parts.iter().filter_map(|part| part.as_str().ok()) {
                self.paint_glyphs(dictionary, part, size.then(onto_page), run);
            }
        }
        // Ignore descenders: the text may have none.
        let letters =
            [place(0.0, 0.0), place(along, 0.0), place(along, MIN_HEIGHT), place(0.0, MIN_HEIGHT)];
        if let Some(area) = Area::bounding_box(letters).and_then(|area| area.intersection(visible))
        {
            self.note_near_trim(area);
        }
        if self.contents.texts.len() < limits::TEXTS {
            self.contents.texts.push(letters);
        }
    }

    fn note_text(&mut self, size: f64, corners: [Point; 4], at: Point, run: &Run<'d>) {
        let is_stroked = matches!(run.state.text.mode, 1 | 5);
        let (colour, compositing) = match is_stroked {
            true => (&run.state.stroke, run.state.stroke_compositing()),
            false => (&run.state.fill, run.state.fill_compositing()),
        };
        self.note_space(&colour.space, at);
        let subpath = Subpath { points: corners.to_vec(), is_closed: true };
        let mut outline = Outline::default();
        outline.subpaths.push(subpath);
        self.note_spots(colour, PaintRole::Text, compositing.overprints, &outline);
        self.paint_pattern(colour, &outline, FillRule::NonZero, run);
        record_least(&mut self.contents.smallest_type, size, at);
        if size * self.profile.printer.stretch() + SLACK
            < self.profile.lettering.fine_print.points()
        {
            self.contents.small_type.add(size, at, |new, old| new < old);
        }
        // Sample the background at the start, middle and end of the line.
        let (from, to) = (corners[0].towards(corners[3], 0.5), corners[1].towards(corners[2], 0.5));
        let paint = self.printed_paint(&colour.paint);
        let coat = compositing.coat(&paint);
        if compositing.loses(&colour.paint)
            && self.is_over_art(&[0.05, 0.5, 0.95].map(|fraction| from.towards(to, fraction)))
        {
            self.contents.lost_white.add(size, at, |_, _| false);
        }
        let mut is_on_tint = false;
        for fraction in [0.05, 0.5, 0.95] {
            let point = from.towards(to, fraction);
            let cell = self.canvas.cell_at(point).unwrap_or_default();
            is_on_tint |= cell.is_tinted();
            self.contents.record_ink(coat.on(cell).total_ink(), point);
        }
        let keeps_tint = compositing.overprints
            && (!paint.plates[0] || (paint.is_device_cmyk && compositing.keeps_zero_inks));
        if size <= MAX_SMALL_TEXT
            && is_on_tint
            && paint.has_known_inks
            && paint.is_black()
            && !keeps_tint
        {
            self.contents.knocked_out_text.add(size, at, |new, old| new < old);
        }
    }

    /// Records text inside the trim but too close to it.
    fn note_near_trim(&mut self, area: Area) {
        let safe = self.profile.safe_zone.points();
        let Some(inside) = area.intersection(self.trim) else { return };
        let nearest = [
            inside.left - self.trim.left,
            inside.bottom - self.trim.bottom,
            self.trim.right - inside.right,
            self.trim.top - inside.top,
        ];
        let nearest = nearest.into_iter().fold(f64::INFINITY, f64::min);
        if nearest + SLACK < safe {
            let at = Point::new(inside.left, inside.bottom);
            self.contents.unsafe_text.add(nearest * MM_PER_POINT, at, |new, old| new < old);
        }
    }
}

fn next_line(run: &mut Run<'_>, x: f64, y: f64) {
    run.line = Matrix::translation(x, y).then(run.line);
    run.text = run.line;
}

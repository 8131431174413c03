//! Paints patterns and shadings.

use lopdf::{Dictionary, Object, Stream};

use crate::geometry::{Area, Matrix, Point};
use crate::limits;
use crate::painting::canvas::FillRule;
use crate::painting::colour_space::ColourSpace;
use crate::painting::interpreter::{Interpreter, Run, to_matrix, unknown_paint};
use crate::painting::outline::Outline;
use crate::painting::paths::PaintRole;
use crate::painting::state::{CurrentColour, State};
use crate::pdf::objects::{as_dictionary, printable_name};

impl<'d> Interpreter<'d, '_> {
    /// Paints a pattern inside an outline that was filled with it. Each pattern is painted once on
    /// a page, with one tile.
    pub(crate) fn paint_pattern(
        &mut self,
        colour: &CurrentColour<'d>,
        outline: &Outline,
        rule: FillRule,
        run: &Run<'d>,
    ) {
        let objects = self.objects;
        let Some(pattern) =
            colour.pattern.filter(|it| !self.painted.contains(&std::ptr::from_ref(*it)))
        else {
            return;
        };
        let clip = self.canvas.narrow_clip(&run.state.clip, outline, rule);
        let Some(area) = clip.area.intersection(self.canvas.area) else { return };
        self.painted.insert(std::ptr::from_ref(pattern));
        match pattern {
            Object::Stream(tile) if run.depth < limits::DEPTH => {
                let mut state = State::new(self.tile_matrix(tile, area, run.base), clip);
                // An uncoloured pattern has the colour with which it is painted.
                state.fill = CurrentColour { pattern: None, ..colour.clone() };
                state.stroke = state.fill.clone();
                self.paint_tile(tile, state, run);
            }
            other => {
                let shading =
                    as_dictionary(other).and_then(|it| objects.dictionary(it, b"Shading"));
                if let Some(shading) = shading {
                    self.note_shading(shading, outline, run);
                }
            }
        }
    }

    /// The matrix of the tile around the middle of an area.
    fn tile_matrix(&self, tile: &'d Stream, area: Area, base: Matrix) -> Matrix {
        let objects = self.objects;
        let matrix = objects.numbers(&tile.dict, b"Matrix").unwrap_or_default();
        let matrix = to_matrix(&matrix).then(base);
        let middle = Point::new((area.left + area.right) / 2.0, (area.bottom + area.top) / 2.0);
        let middle = matrix.inverse().map(|inverse| inverse.apply(middle)).unwrap_or_default();
        let corner = objects.numbers(&tile.dict, b"BBox").unwrap_or_default();
        let offset = |key: &[u8], at: f64, start: Option<&f64>| {
            let step = objects.number(&tile.dict, key).filter(|step| step.abs() > 1e-3);
            step.map_or(0.0, |step| ((at - start.unwrap_or(&0.0)) / step).floor() * step)
        };
        let across = offset(b"XStep", middle.x, corner.first());
        let up = offset(b"YStep", middle.y, corner.get(1));
        Matrix::translation(across, up).then(matrix)
    }

    fn paint_tile(&mut self, tile: &'d Stream, mut state: State<'d>, run: &Run<'d>) {
        let objects = self.objects;
        let Some(bytes) = self.budget.decompress(tile) else { return };
        self.clip_to_box(&tile.dict, &mut state);
        let resources = objects.dictionary(&tile.dict, b"Resources");
        self.interpret(&bytes, &mut Run::new(resources, state, run.depth + 1));
    }

    /// Paints a shading over the whole clip.
    pub(crate) fn paint_shading(&mut self, operands: &[Object], run: &mut Run<'d>) {
        let objects = self.objects;
        let Some(name) = operands.first().and_then(|name| name.as_name().ok()) else { return };
        let found = run.resource(objects, b"Shading", name);
        let Some(shading) = found.and_then(|found| as_dictionary(objects.resolve(found)?)) else {
            self.report_damage(&format!("missing shading `{}`", printable_name(name)));
            return;
        };
        let mut outline = Outline::default();
        let area = run.state.clip.area.intersection(self.canvas.area);
        let Some(area) = area else { return };
        let from = Point::new(area.left, area.bottom);
        outline.rectangle(from, area.width(), area.height(), Matrix::IDENTITY);
        self.note_shading(shading, &outline, run);
        let coat = run.state.fill_compositing().coat(&unknown_paint());
        let clip = run.state.clip.clone();
        let cost = coat.cost();
        self.canvas.fill(&outline, FillRule::NonZero, &clip, cost, |_, cell| coat.on(cell));
    }

    /// Records the colour space and the spot inks of a shading.
    fn note_shading(&mut self, shading: &'d Dictionary, outline: &Outline, run: &Run<'d>) {
        let objects = self.objects;
        let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
        let space = shading.get(b"ColorSpace").ok();
        let Some(space) = space.and_then(|space| ColourSpace::read(objects, space, &named, 0))
        else {
            return;
        };
        let paint = space.strongest_paint(None);
        let colour = CurrentColour { space: space.into(), paint: paint.into(), pattern: None };
        let Some(area) = outline.bounds() else { return };
        self.note_space(&colour.space, area.corners()[0]);
        self.note_spots(&colour, PaintRole::Fill, run.state.overprints_fill, outline);
    }
}

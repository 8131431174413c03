//! Paints the annotations and form fields of a page that print.

use lopdf::{Dictionary, Object, ObjectId, Stream};

use crate::geometry::{Area, Matrix, Point};
use crate::painting::interpreter::{Interpreter, Run, to_matrix};
use crate::pdf::objects::as_dictionary;

/// The maximum number of annotations of a page.
const MAX_ANNOTATIONS: usize = 10_000;
/// The flags of hidden and of printed annotations (ISO 32000-2, table 167).
const HIDDEN: i64 = 1 << 1;
const PRINT: i64 = 1 << 2;

impl<'d> Interpreter<'d, '_> {
    /// Paints the annotations of a page, from the state at its start.
    pub(crate) fn paint_annotations(&mut self, page: ObjectId, run: &mut Run<'d>) {
        let objects = self.objects;
        let Ok(page) = objects.0.get_dictionary(page) else { return };
        let annotations = objects.array(page, b"Annots").unwrap_or_default();
        let base = run.state.matrix;
        for annotation in annotations.iter().take(MAX_ANNOTATIONS) {
            let Some(annotation) = objects.resolve(annotation).and_then(as_dictionary) else {
                continue;
            };
            let flags = objects.number(annotation, b"F").unwrap_or(0.0) as i64;
            let layer = annotation.get(b"OC").ok();
            if flags & HIDDEN != 0
                || flags & PRINT == 0
                || layer.is_some_and(|layer| self.is_hidden_layer(layer))
            {
                continue;
            }
            let Some((id, look)) = self.appearance(annotation) else { continue };
            let Some(placement) = self.placement(annotation, look) else { continue };
            run.state.matrix = placement.then(base);
            self.draw_form(look, id, false, run);
        }
        run.state.matrix = base;
    }

    /// The form that draws an annotation in its current state.
    fn appearance(&self, annotation: &'d Dictionary) -> Option<(Option<ObjectId>, &'d Stream)> {
        let objects = self.objects;
        let looks = objects.dictionary(annotation, b"AP")?;
        let mut normal = looks.get(b"N").ok()?;
        if let Object::Dictionary(states) = objects.resolve(normal)? {
            let state = objects.get(annotation, b"AS")?.as_name().ok()?;
            normal = states.get(state).ok()?;
        }
        Some((objects.id(normal), objects.resolve(normal)?.as_stream().ok()?))
    }

    /// The matrix that moves the box of a form onto the rectangle of its annotation
    /// (ISO 32000-2, 12.5.5).
    fn placement(&self, annotation: &'d Dictionary, look: &'d Stream) -> Option<Matrix> {
        let objects = self.objects;
        let area = |sides: Vec<f64>| match sides[..] {
            [a, b, c, d] => Some(Area::from_corners(Point::new(a, b), Point::new(c, d))),
            _ => None,
        };
        let target = objects.numbers(annotation, b"Rect").and_then(area)?;
        let bounds = objects.numbers(&look.dict, b"BBox").and_then(area)?;
        let matrix = to_matrix(&objects.numbers(&look.dict, b"Matrix").unwrap_or_default());
        let bounds = Area::bounding_box(bounds.corners().map(|corner| matrix.apply(corner)))?;
        let scale = |to: f64, from: f64| if from.abs() < 1e-6 { 1.0 } else { to / from };
        let across = scale(target.width(), bounds.width());
        let up = scale(target.height(), bounds.height());
        let (x, y) = (target.left - bounds.left * across, target.bottom - bounds.bottom * up);
        Some(Matrix([across, 0.0, 0.0, up, x, y]))
    }
}

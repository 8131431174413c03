//! Conversion of paths, strokes and inks for the rasteriser, and glyph outlines.

use std::collections::BTreeMap;

use tiny_skia::{LineCap, LineJoin, Paint, PathBuilder, Stroke as SkiaStroke, StrokeDash};

use crate::display::path::{Path, Segment};
use crate::display::sheet::{Cap, Ink, Item, Sheet, Stroke};
use crate::text::typeface::{Face, glyph_outline};

/// The outlines of a sheet's glyphs, in em units.
pub struct Outlines(pub(crate) BTreeMap<(Face, u16), tiny_skia::Path>);

impl Outlines {
    /// Returns the outlines of all glyphs on a sheet.
    pub fn from_sheet(sheet: &Sheet) -> Self {
        let mut outlines = Self(BTreeMap::new());
        for layer in &sheet.layers {
            outlines.collect(&layer.items);
        }
        for symbol in sheet.symbols() {
            outlines.collect(&symbol.items);
        }
        outlines
    }

    fn collect(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Text(run) => {
                    for glyph in &run.glyphs {
                        if !self.0.contains_key(&(run.face, glyph.id))
                            && let Some(path) = glyph_outline(run.face, glyph.id)
                            && let Some(path) = skia_path(&path)
                        {
                            self.0.insert((run.face, glyph.id), path);
                        }
                    }
                }
                Item::Clip { items, .. } => self.collect(items),
                Item::Fill { .. } | Item::Line { .. } | Item::Stamps { .. } => {}
            }
        }
    }
}

pub(crate) fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.rgb;
    let mut paint = Paint::default();
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

pub(crate) fn skia_stroke(stroke: &Stroke) -> SkiaStroke {
    let dashes: Vec<f32> = stroke.dashes.iter().map(|d| *d as f32).collect();
    SkiaStroke {
        width: stroke.width as f32,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
        },
        line_join: LineJoin::Round,
        dash: StrokeDash::new(dashes, 0.0),
        ..SkiaStroke::default()
    }
}

pub(crate) fn skia_path(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::with_capacity(path.segments().len(), path.segments().len());
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => builder.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => builder.line_to(p.x as f32, p.y as f32),
            Segment::Cubic(a, b, c) => builder
                .cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, c.x as f32, c.y as f32),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

//! Writes the contents of a page: display list items as PDF operators.

use krilla::color::Color;
use krilla::geom::{Path as KrillaPath, PathBuilder, Point as KrillaPoint, Transform};
use krilla::graphic::Graphic;
use krilla::paint::{
    Fill, FillRule as KrillaFillRule, LineCap, LineJoin, Stroke as KrillaStroke, StrokeDash,
};
use krilla::surface::Surface;
use krilla::text::{Font, GlyphId, KrillaGlyph};

use super::Frame;
use crate::display::path::{Path, Point, Segment};
use crate::display::sheet::{
    Cap, FillRule, Ink, Item, PlacedGlyph, Rotation, Sheet, Stroke, TextRun,
};
use crate::press::target::{FOLD, TOOLS, Target};
use crate::text::typeface::{Face, font_file};

/// The vendored fonts, as embedded in the PDF.
pub(super) struct Fonts(Vec<Font>);

impl Fonts {
    pub fn load() -> Self {
        let font = |face: Face| Font::new(font_file(face).into(), 0).expect("vendored fonts parse");
        Self(Face::ALL.into_iter().map(font).collect())
    }

    fn get(&self, face: Face) -> Font {
        self.0[face as usize].clone()
    }
}

/// The state of drawing a sheet on a page.
pub(super) struct Writer<'a> {
    sheet: &'a Sheet,
    fonts: &'a Fonts,
    target: &'a Target,
    symbols: Vec<Graphic>,
}

impl<'a> Writer<'a> {
    pub fn new(
        sheet: &'a Sheet,
        fonts: &'a Fonts,
        target: &'a Target,
        surface: &mut Surface<'_>,
    ) -> Self {
        let mut writer = Self { sheet, fonts, target, symbols: Vec::new() };
        for symbol in sheet.symbols() {
            let form = form(surface, |inner| writer.items(&symbol.items, inner));
            writer.symbols.push(form);
        }
        writer
    }

    pub fn sheet(&self, frame: &Frame, surface: &mut Surface<'_>) {
        // Millimetres from here on: the file has the same numbers as the display list.
        surface.push_transform(&frame.transform());
        for layer in &self.sheet.layers {
            let is_tool = |ink: &Ink| layer.items.iter().all(|item| is_only(item, *ink));
            if TOOLS.iter().any(is_tool) {
                // A separate form can become a layer of the file.
                let form = form(surface, |inner| self.items(&layer.items, inner));
                surface.draw_graphic(form);
            } else {
                self.items(&layer.items, surface);
            }
        }
        surface.pop();
    }

    fn items(&self, items: &[Item], surface: &mut Surface<'_>) {
        for item in items {
            match item {
                Item::Fill { path, ink, inside } => {
                    if let Some(path) = krilla_path(path) {
                        surface.set_stroke(None);
                        surface.set_fill(Some(fill(self.target.fill(*ink), *inside)));
                        surface.draw_path(&path);
                    }
                }
                Item::Line { path, stroke } => {
                    if let Some(path) = krilla_path(path) {
                        surface.set_fill(None);
                        surface.set_stroke(Some(krilla_stroke(stroke, self.target)));
                        surface.draw_path(&path);
                    }
                }
                Item::Text(run) => self.text(run, surface),
                Item::Stamps { symbol, at } => {
                    let graphic = &self.symbols[symbol.index()];
                    for place in at {
                        surface.push_transform(&Transform::from_translate(
                            round(place.x),
                            round(place.y),
                        ));
                        surface.draw_graphic(graphic.clone());
                        surface.pop();
                    }
                }
                Item::Clip { path, items } => {
                    if let Some(path) = krilla_path(path) {
                        surface.push_clip_path(&path, &KrillaFillRule::NonZero);
                        self.items(items, surface);
                        surface.pop();
                    }
                }
            }
        }
    }

    fn text(&self, run: &TextRun, surface: &mut Surface<'_>) {
        if let Some(halo) = &run.halo {
            surface.set_fill(None);
            let mut rest = &run.glyphs[..];
            for inks in halo.inks.chunk_by(|a, b| a == b) {
                let (glyphs, others) = rest.split_at(inks.len());
                rest = others;
                let stroke = Stroke::round(inks[0], halo.reach * 2.0);
                let mut stroke = krilla_stroke(&stroke, self.target);
                // A halo is part of the background, not a line.
                stroke.paint = self.target.fill(inks[0]).into();
                surface.set_stroke(Some(stroke));
                // Written as outlines, because readers would otherwise select every name twice.
                self.glyphs(run, glyphs, true, surface);
            }
        }
        surface.set_stroke(None);
        surface.set_fill(Some(fill(self.target.text_colour(run.ink, run.size), FillRule::NonZero)));
        self.glyphs(run, &run.glyphs, self.target.outlines_text(), surface);
    }

    /// Draws some glyphs of a run, as one line of text if all have the same rotation.
    fn glyphs(
        &self,
        run: &TextRun,
        glyphs: &[PlacedGlyph],
        outlined: bool,
        surface: &mut Surface<'_>,
    ) {
        let Some(first) = glyphs.first() else { return };
        let straight = glyphs.iter().all(|g| g.slant == first.slant);
        let groups: Vec<&[PlacedGlyph]> =
            if straight { vec![glyphs] } else { glyphs.chunks(1).collect() };
        let size = run.size as f32;
        for group in groups {
            let origin = group[0].at;
            let Rotation { cosine, sine } = group[0].slant;
            // Offsets along and across the baseline, as fractions of the type size.
            let place = |at: Point| {
                let (dx, dy) = (at.x - origin.x, at.y - origin.y);
                ((dx * cosine + dy * sine) / run.size, (dy * cosine - dx * sine) / run.size)
            };
            let glyphs: Vec<KrillaGlyph> = group
                .iter()
                .enumerate()
                .map(|(index, glyph)| {
                    let (way, drop) = place(glyph.at);
                    let advance = match group.get(index + 1) {
                        Some(next) => place(next.at).0 - way,
                        None => own_advance(run.face, glyph.id),
                    };
                    KrillaGlyph::new(
                        GlyphId::new(u32::from(glyph.id)),
                        advance as f32,
                        0.0,
                        -drop as f32,
                        0.0,
                        glyph.cluster.clone(),
                        None,
                    )
                })
                .collect();
            let (c, s) = (cosine as f32, sine as f32);
            let turn = Transform::from_row(c, s, -s, c, round(origin.x), round(origin.y));
            surface.push_transform(&turn);
            surface.draw_glyphs(
                KrillaPoint::from_xy(0.0, 0.0),
                &glyphs,
                self.fonts.get(run.face),
                &run.text,
                size,
                outlined,
            );
            surface.pop();
        }
    }
}

/// Returns the drawing as a separate form.
fn form(surface: &mut Surface<'_>, draw: impl FnOnce(&mut Surface<'_>)) -> Graphic {
    let mut builder = surface.stream_builder();
    let mut inner = builder.surface();
    draw(&mut inner);
    inner.finish();
    Graphic::new(builder.finish(), false)
}

/// Whether the item uses no other ink.
fn is_only(item: &Item, ink: Ink) -> bool {
    match item {
        Item::Fill { ink: own, .. } => own.name == ink.name,
        Item::Line { stroke, .. } => stroke.ink.name == ink.name,
        Item::Clip { items, .. } => items.iter().all(|item| is_only(item, ink)),
        Item::Text(_) | Item::Stamps { .. } => false,
    }
}

fn own_advance(face: Face, glyph: u16) -> f64 {
    let font = sandtable_lettering::font(face);
    font.advance(glyph) / font.units_per_em
}

fn fill(colour: Color, inside: FillRule) -> Fill {
    let rule = match inside {
        FillRule::NonZero => KrillaFillRule::NonZero,
        FillRule::EvenOdd => KrillaFillRule::EvenOdd,
    };
    Fill { paint: colour.into(), rule, ..Fill::default() }
}

fn krilla_stroke(stroke: &Stroke, target: &Target) -> KrillaStroke {
    // A machine creases along a solid line.
    let is_crease = target.profile().is_some() && stroke.ink.name == FOLD.name;
    let dashes = stroke.dashes.iter().filter(|_| !is_crease);
    let array: Vec<f32> = dashes.map(|d| *d as f32).collect();
    KrillaStroke {
        paint: target.line(stroke.ink, stroke.width).into(),
        width: target.width(stroke.ink, stroke.width) as f32,
        line_cap: match stroke.cap {
            Cap::Butt => LineCap::Butt,
            Cap::Round => LineCap::Round,
        },
        line_join: LineJoin::Round,
        dash: (!array.is_empty()).then_some(StrokeDash { array, offset: 0.0 }),
        ..KrillaStroke::default()
    }
}

fn krilla_path(path: &Path) -> Option<KrillaPath> {
    let mut builder = PathBuilder::new();
    for segment in path.segments() {
        match *segment {
            Segment::Move(p) => builder.move_to(round(p.x), round(p.y)),
            Segment::Line(p) => builder.line_to(round(p.x), round(p.y)),
            Segment::Cubic(a, b, c) => builder.cubic_to(
                round(a.x),
                round(a.y),
                round(b.x),
                round(b.y),
                round(c.x),
                round(c.y),
            ),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}

/// Rounds a length to micrometres, which keeps the numbers in the file short.
fn round(millimetres: f64) -> f32 {
    ((millimetres * 1000.0).round() / 1000.0) as f32
}

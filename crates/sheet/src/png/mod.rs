//! Writes sheets as PNG, drawn in separate bands and in bounded memory. The bytes do not depend on
//! the number of threads.

pub(crate) mod error;
pub(crate) mod skia;

use std::io::Write;

use ::png::{
    BitDepth, ColorType, Compression, Encoder, Filter, PixelDimensions, SrgbRenderingIntent, Unit,
};
use rayon::prelude::*;
use tiny_skia::{
    Color, FillRule as SkiaFillRule, LineCap, LineJoin, Mask, Pixmap, Stroke as SkiaStroke,
    Transform,
};

use crate::display::path::{Path, Rect, Segment};
use crate::display::sheet::{FillRule, Item, PlacedGlyph, Sheet, TextRun};
use crate::png::error::PngError;
use crate::png::skia::{Outlines, paint, skia_path, skia_stroke};

/// The number of pixel rows in a band. It is fixed, because the last bit of a curve's edge may
/// depend on it.
const BAND: u32 = 192;
/// The number of bands in memory at once.
const BATCH: u32 = 8;
/// The maximum number of pixels in a row or column.
const MAX_PIXELS: f64 = 100_000.0;

/// Draws a sheet at `dpi` dots per inch and writes it as an 8-bit sRGB PNG with its print size.
///
/// Fails if the size is out of range or the writer fails.
pub fn png(sheet: &Sheet, dpi: f64, writer: impl Write) -> Result<(), PngError> {
    let dots = dpi / 25.4;
    let (width, height) = size(sheet, dots)?;
    let mut encoder = Encoder::new(writer, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    // Flat inks repeat exactly: without filters the file is less than half as large.
    encoder.set_compression(Compression::Balanced);
    encoder.set_filter(Filter::NoFilter);
    // Like every PDF viewer, this blends in sRGB, and the file declares it.
    encoder.set_source_srgb(SrgbRenderingIntent::RelativeColorimetric);
    let per_metre = (dots * 1000.0).round() as u32;
    encoder.set_pixel_dims(Some(PixelDimensions {
        xppu: per_metre,
        yppu: per_metre,
        unit: Unit::Meter,
    }));
    let mut header = encoder.write_header()?;
    let mut stream = header.stream_writer_with_size(1 << 20)?;
    let outlines = Outlines::from_sheet(sheet);
    let painter = Painter { sheet, outlines: &outlines, dots, width };
    painter.bands(height, |rows| stream.write_all(rows))?;
    stream.finish()?;
    header.finish()?;
    Ok(())
}

/// An image in memory.
pub struct Colours {
    /// Pixels in a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row.
    pub bytes: Vec<u8>,
}

impl Colours {
    /// Draws a sheet at `dpi` dots per inch.
    pub fn from_sheet(sheet: &Sheet, dpi: f64) -> Result<Self, PngError> {
        let dots = dpi / 25.4;
        let (width, height) = size(sheet, dots)?;
        let outlines = Outlines::from_sheet(sheet);
        let mut bytes = Vec::new();
        Painter { sheet, outlines: &outlines, dots, width }
            .bands(height, |rows| bytes.write_all(rows))?;
        Ok(Self { width, height, bytes })
    }
}

/// Returns the width and height of a sheet in pixels, at `dots` pixels per millimetre.
fn size(sheet: &Sheet, dots: f64) -> Result<(u32, u32), PngError> {
    let width = (sheet.width.millimetres() * dots).round();
    let height = (sheet.height.millimetres() * dots).round();
    if !(width >= 1.0 && height >= 1.0 && width <= MAX_PIXELS && height <= MAX_PIXELS) {
        return Err(PngError::Size { width, height });
    }
    Ok((width as u32, height as u32))
}

/// Paints part of a sheet over the pixels of a larger image.
///
/// `corner` is the part's upper left corner, in pixels at `dots` pixels per millimetre.
pub fn paint_part(
    sheet: &Sheet,
    outlines: &Outlines,
    dots: f64,
    corner: (f64, f64),
    pixels: Pixmap,
) -> Pixmap {
    let (width, height) = (pixels.width(), pixels.height());
    let painter = Painter { sheet, outlines, dots, width };
    let mut band = Band {
        pixels,
        transform: Transform::from_row(
            dots as f32,
            0.0,
            0.0,
            dots as f32,
            -corner.0 as f32,
            -corner.1 as f32,
        ),
        window: Rect::from_size(
            corner.0 / dots,
            corner.1 / dots,
            f64::from(width) / dots,
            f64::from(height) / dots,
        ),
    };
    for layer in &sheet.layers {
        painter.items(&layer.items, &mut band, None);
    }
    band.pixels
}

struct Painter<'a> {
    sheet: &'a Sheet,
    outlines: &'a Outlines,
    dots: f64,
    width: u32,
}

/// A band that is being drawn.
struct Band {
    pixels: Pixmap,
    /// The transform from sheet millimetres to band pixels.
    transform: Transform,
    /// The part of the sheet visible in the band, in millimetres.
    window: Rect,
}

impl Painter<'_> {
    /// Draws bands in parallel and passes them on from top to bottom.
    fn bands(
        &self,
        height: u32,
        mut hand_on: impl FnMut(&[u8]) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let bands: Vec<u32> = (0..height.div_ceil(BAND)).collect();
        for batch in bands.chunks(BATCH as usize) {
            let drawn: Vec<Vec<u8>> = batch
                .par_iter()
                .map(|band| self.band(band * BAND, BAND.min(height - band * BAND)))
                .collect();
            for rows in drawn {
                hand_on(&rows)?;
            }
        }
        Ok(())
    }

    fn band(&self, top: u32, rows: u32) -> Vec<u8> {
        let mut band = Band {
            pixels: Pixmap::new(self.width, rows).expect("the size was checked"),
            transform: Transform::from_row(
                self.dots as f32,
                0.0,
                0.0,
                self.dots as f32,
                0.0,
                -(top as f32),
            ),
            window: Rect::new(
                0.0,
                f64::from(top) / self.dots,
                f64::from(self.width) / self.dots,
                f64::from(top + rows) / self.dots,
            ),
        };
        band.pixels.fill(Color::WHITE);
        for layer in &self.sheet.layers {
            self.items(&layer.items, &mut band, None);
        }
        // Every pixel is opaque: the band starts white, and no item on a sheet is transparent.
        band.pixels.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
    }

    fn items(&self, items: &[Item], band: &mut Band, mask: Option<&Mask>) {
        for item in items {
            match item {
                Item::Fill { path, ink, inside } => {
                    if is_visible(path, 0.0, &band.window)
                        && let Some(path) = skia_path(path)
                    {
                        let rule = match inside {
                            FillRule::NonZero => SkiaFillRule::Winding,
                            FillRule::EvenOdd => SkiaFillRule::EvenOdd,
                        };
                        band.pixels.fill_path(&path, &paint(*ink), rule, band.transform, mask);
                    }
                }
                Item::Line { path, stroke } => {
                    if is_visible(path, stroke.width, &band.window)
                        && let Some(path) = skia_path(path)
                    {
                        let (paint, stroke) = (paint(stroke.ink), skia_stroke(stroke));
                        band.pixels.stroke_path(&path, &paint, &stroke, band.transform, mask);
                    }
                }
                Item::Text(run) => self.text(run, band, mask),
                Item::Stamps { symbol, at } => {
                    let symbol = &self.sheet.symbols()[symbol.index()];
                    let window = band.window.expand(symbol.reach);
                    let at: Vec<_> = at.iter().filter(|p| window.contains(**p)).collect();
                    if !at.is_empty() {
                        self.stamps(&symbol.items, &at, band, mask);
                    }
                }
                Item::Clip { path, items } => self.clip(path, items, band, mask),
            }
        }
    }

    /// Stamps a symbol; all positions share the parsed item paths.
    fn stamps(
        &self,
        items: &[Item],
        at: &[&crate::display::path::Point],
        band: &mut Band,
        mask: Option<&Mask>,
    ) {
        let simple: Option<Vec<_>> = items
            .iter()
            .map(|item| match item {
                Item::Fill { path, ink, inside: FillRule::NonZero } => {
                    Some((skia_path(path)?, paint(*ink), None))
                }
                Item::Line { path, stroke } => {
                    Some((skia_path(path)?, paint(stroke.ink), Some(skia_stroke(stroke))))
                }
                Item::Fill { inside: FillRule::EvenOdd, .. }
                | Item::Text(_)
                | Item::Stamps { .. }
                | Item::Clip { .. } => None,
            })
            .collect();
        for place in at {
            let transform = band.transform.pre_translate(place.x as f32, place.y as f32);
            if let Some(simple) = &simple {
                for (path, paint, stroke) in simple {
                    match stroke {
                        None => {
                            band.pixels.fill_path(
                                path,
                                paint,
                                SkiaFillRule::Winding,
                                transform,
                                mask,
                            );
                        }
                        Some(stroke) => {
                            band.pixels.stroke_path(path, paint, stroke, transform, mask);
                        }
                    }
                }
            } else {
                let outer = (band.transform, band.window);
                band.transform = transform;
                let w = band.window;
                band.window = Rect::new(
                    w.left - place.x,
                    w.top - place.y,
                    w.right - place.x,
                    w.bottom - place.y,
                );
                self.items(items, band, mask);
                (band.transform, band.window) = outer;
            }
        }
    }

    fn clip(&self, path: &Path, items: &[Item], band: &mut Band, mask: Option<&Mask>) {
        if !is_visible(path, 0.0, &band.window) {
            return;
        }
        let Some(outline) = skia_path(path) else { return };
        if mask.is_none()
            && let Some(rect) = axis_aligned_rect(path)
        {
            return self.clip_to_rect(rect, items, band);
        }
        let mut inner = match mask {
            Some(mask) => mask.clone(),
            None => {
                let mut whole = Mask::new(band.pixels.width(), band.pixels.height())
                    .expect("the size was checked");
                whole.data_mut().fill(u8::MAX);
                whole
            }
        };
        inner.intersect_path(&outline, SkiaFillRule::Winding, true, band.transform);
        self.items(items, band, Some(&inner));
    }

    /// Clips without a mask, which is much faster. A small clip is drawn separately and copied in;
    /// around a large one, the pixels outside are restored.
    fn clip_to_rect(&self, rect: Rect, items: &[Item], band: &mut Band) {
        let (width, height) = (band.pixels.width() as usize, band.pixels.height() as usize);
        let pixel = |v: f64, most: usize| v.round().clamp(0.0, most as f64) as usize;
        let (dx, dy) = (f64::from(band.transform.tx), f64::from(band.transform.ty));
        let columns =
            pixel(rect.left * self.dots + dx, width)..pixel(rect.right * self.dots + dx, width);
        let rows =
            pixel(rect.top * self.dots + dy, height)..pixel(rect.bottom * self.dots + dy, height);
        if columns.is_empty() || rows.is_empty() {
            return;
        }
        if columns.len() * 2 < width {
            let Some(mut pixels) = Pixmap::new(columns.len() as u32, rows.len() as u32) else {
                return;
            };
            let row = columns.len() * 4;
            let start = |y: usize| ((rows.start + y) * width + columns.start) * 4;
            for y in 0..rows.len() {
                pixels.data_mut()[y * row..(y + 1) * row]
                    .copy_from_slice(&band.pixels.data()[start(y)..start(y) + row]);
            }
            let transform =
                band.transform.post_translate(-(columns.start as f32), -(rows.start as f32));
            let mut part = Band { pixels, transform, window: band.window };
            self.items(items, &mut part, None);
            for y in 0..rows.len() {
                band.pixels.data_mut()[start(y)..start(y) + row]
                    .copy_from_slice(&part.pixels.data()[y * row..(y + 1) * row]);
            }
            return;
        }
        let outside: Vec<_> = (0..height)
            .flat_map(|y| {
                let all = y * width..(y + 1) * width;
                if rows.contains(&y) {
                    [all.start..all.start + columns.start, all.start + columns.end..all.end]
                } else {
                    [all.clone(), all.end..all.end]
                }
            })
            .map(|range| range.start * 4..range.end * 4)
            .collect();
        let saved: Vec<Vec<u8>> =
            outside.iter().map(|range| band.pixels.data()[range.clone()].to_vec()).collect();
        self.items(items, band, None);
        for (range, bytes) in outside.into_iter().zip(saved) {
            band.pixels.data_mut()[range].copy_from_slice(&bytes);
        }
    }

    fn text(&self, run: &TextRun, band: &mut Band, mask: Option<&Mask>) {
        if !run.bounds().is_some_and(|b| b.intersects(&band.window)) {
            return;
        }
        if let Some(halo) = &run.halo {
            let reach = (halo.reach * 2.0 / run.size) as f32;
            let stroke = SkiaStroke {
                width: reach,
                line_join: LineJoin::Round,
                line_cap: LineCap::Round,
                ..SkiaStroke::default()
            };
            for (index, path, transform) in self.glyphs(run, band.transform) {
                let paint = paint(halo.inks[index]);
                band.pixels.stroke_path(path, &paint, &stroke, transform, mask);
            }
        }
        let paint = paint(run.ink);
        for (_, path, transform) in self.glyphs(run, band.transform) {
            band.pixels.fill_path(path, &paint, SkiaFillRule::Winding, transform, mask);
        }
    }

    /// Returns the glyphs that have an outline, with their index in the run.
    fn glyphs<'b>(
        &'b self,
        run: &'b TextRun,
        outer: Transform,
    ) -> impl Iterator<Item = (usize, &'b tiny_skia::Path, Transform)> {
        let size = run.size as f32;
        run.glyphs.iter().enumerate().filter_map(move |(index, glyph)| {
            let PlacedGlyph { id, at, slant, .. } = glyph;
            let path = self.outlines.0.get(&(run.face, *id))?;
            let (c, s) = (slant.cosine as f32 * size, slant.sine as f32 * size);
            let place = Transform::from_row(c, s, -s, c, at.x as f32, at.y as f32);
            Some((index, path, outer.pre_concat(place)))
        })
    }
}

fn is_visible(path: &Path, margin: f64, window: &Rect) -> bool {
    path.bounds().is_some_and(|bounds| bounds.expand(margin).intersects(window))
}

/// Returns the rectangle that a path of four points forms, or `None` if it forms none.
fn axis_aligned_rect(path: &Path) -> Option<Rect> {
    let points: Vec<_> = path
        .segments()
        .iter()
        .filter_map(|s| match s {
            Segment::Move(p) | Segment::Line(p) => Some(*p),
            Segment::Cubic(..) | Segment::Close => None,
        })
        .collect();
    let straight = !path.segments().iter().any(|s| matches!(s, Segment::Cubic(..)));
    let bounds = path.bounds()?;
    let corner = |p: &crate::display::path::Point| {
        let on = |v: f64, a: f64, b: f64| (v - a).abs() < 1e-9 || (v - b).abs() < 1e-9;
        on(p.x, bounds.left, bounds.right) && on(p.y, bounds.top, bounds.bottom)
    };
    (straight && points.len() == 4 && points.iter().all(corner)).then_some(bounds)
}

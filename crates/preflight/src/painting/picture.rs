//! Paints pictures.

use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Object, ObjectId, Stream};

use crate::geometry::{MM_PER_POINT, Matrix, Point};
use crate::limits;
use crate::painting::canvas::FillRule;
use crate::painting::colour_space::{ColourSpace, Paint};
use crate::painting::interpreter::{Interpreter, Run, unknown_paint};
use crate::painting::outline::{Outline, Subpath};
use crate::painting::paths::PaintRole;
use crate::painting::state::CurrentColour;
use crate::report::{ImageFacts, round};

/// A decompressed picture with eight bits per component.
#[derive(Debug)]
pub(crate) struct Pixels {
    columns: usize,
    rows: usize,
    components: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// The bytes of the pixel at the given fractions of the picture's width and height, from the
    /// top left.
    fn at(&self, across: f64, down: f64) -> Option<&[u8]> {
        let index = |share: f64, count: usize| {
            ((share.clamp(0.0, 1.0) * count as f64) as usize).min(count.saturating_sub(1))
        };
        let pixel = index(down, self.rows) * self.columns + index(across, self.columns);
        self.bytes.get(pixel * self.components..(pixel + 1) * self.components)
    }
}

impl<'d> Interpreter<'d, '_> {
    /// Paints a picture from the resources.
    pub(crate) fn draw_picture(
        &mut self,
        stream: &'d Stream,
        id: Option<ObjectId>,
        run: &mut Run<'d>,
    ) {
        let objects = self.objects;
        let side = |key| objects.number(&stream.dict, key).unwrap_or(0.0).clamp(0.0, 1e6) as usize;
        let (columns, rows) = (side(b"Width"), side(b"Height"));
        let is_mask = objects.boolean(&stream.dict, b"ImageMask").unwrap_or(false);
        let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
        let space = stream.dict.get(b"ColorSpace").ok();
        let space = space
            .and_then(|space| ColourSpace::read(objects, space, &named, 0))
            .or_else(|| jpx_space(stream))
            .map(Rc::new);
        if objects.dictionary(&stream.dict, b"SMask").is_some() {
            self.contents.transparency.insert("soft mask".to_owned());
        }
        let bits = objects.number(&stream.dict, b"BitsPerComponent").unwrap_or(8.0) as usize;
        let is_plain = bits == 8 && !is_mask && stream.dict.get(b"Decode").is_err();
        let pixels = match &space {
            Some(space) if is_plain => self.decode_pixels(stream, id, columns, rows, space),
            _ => None,
        };
        self.paint_picture(columns, rows, space.filter(|_| !is_mask), pixels, is_mask, run);
    }

    /// Paints an inline picture. Its `source` is the dictionary in the content stream, which the
    /// parser drops if the data is compressed.
    pub(crate) fn draw_inline_picture(
        &mut self,
        operation: &Operation,
        source: Option<&[u8]>,
        run: &mut Run<'d>,
    ) {
        let dictionary = match operation.operands.first() {
            Some(Object::Stream(image)) => Some(image.dict.clone()),
            _ => source.and_then(read_dictionary),
        };
        let Some(dictionary) = dictionary else {
            self.report_damage("unreadable inline picture");
            return;
        };
        if run.is_hidden() {
            return;
        }
        let get = |short: &[u8], long: &[u8]| {
            dictionary.get(short).or_else(|_| dictionary.get(long)).ok()
        };
        let side = |short, long| {
            let number = get(short, long).and_then(crate::pdf::objects::number);
            number.unwrap_or(0.0).clamp(0.0, 1e6) as usize
        };
        let is_mask = get(b"IM", b"ImageMask").and_then(|it| it.as_bool().ok()).unwrap_or(false);
        let objects = self.objects;
        let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
        let space = get(b"CS", b"ColorSpace");
        let space = space.and_then(|space| ColourSpace::read(objects, space, &named, 0));
        let (columns, rows) = (side(b"W", b"Width"), side(b"H", b"Height"));
        let space = space.map(Rc::new).filter(|_| !is_mask);
        self.paint_picture(columns, rows, space, None, is_mask, run);
    }

    fn decode_pixels(
        &mut self,
        stream: &Stream,
        id: Option<ObjectId>,
        columns: usize,
        rows: usize,
        space: &ColourSpace,
    ) -> Option<Rc<Pixels>> {
        if let Some(known) = id.and_then(|id| self.budget.pictures.get(&id)) {
            return known.clone();
        }
        let components = space.components();
        let expected = columns.checked_mul(rows)?.checked_mul(components)?;
        let is_coded = |name: &[u8]| matches!(name, b"DCTDecode" | b"JPXDecode" | b"DCT");
        let filters = stream.filters().unwrap_or_default();
        let pixels = match filters.into_iter().any(is_coded) || expected > limits::STREAM {
            true => None,
            false => self.budget.decompress(stream).filter(|bytes| bytes.len() >= expected),
        };
        let pixels = pixels.map(|bytes| Rc::new(Pixels { columns, rows, components, bytes }));
        if let Some(id) = id {
            self.budget.pictures.insert(id, pixels.clone());
        }
        pixels
    }

    /// Paints a picture on the unit square, mapped by the current matrix.
    fn paint_picture(
        &mut self,
        columns: usize,
        rows: usize,
        space: Option<Rc<ColourSpace>>,
        pixels: Option<Rc<Pixels>>,
        is_mask: bool,
        run: &mut Run<'d>,
    ) {
        let matrix = run.state.matrix;
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let points = corners.map(|(x, y)| matrix.apply(Point::new(x, y))).to_vec();
        let mut outline = Outline::default();
        outline.subpaths.push(Subpath { points, is_closed: true });
        let visible = outline.bounds().and_then(|area| area.intersection(run.state.clip.area));
        let Some(visible) = visible.and_then(|area| area.intersection(self.canvas.area)) else {
            return;
        };
        let (across, up) = matrix.unit_lengths();
        let resolution = |count: usize, length: f64| count as f64 * 72.0 / length.max(1e-6);
        let colours = match &space {
            Some(space) => space.names().into_iter().collect::<Vec<_>>().join(", "),
            None if is_mask => "mask".to_owned(),
            None => "unknown".to_owned(),
        };
        if self.contents.images.len() < limits::IMAGES {
            self.contents.images.push(ImageFacts {
                columns: columns as u32,
                rows: rows as u32,
                dpi: round(resolution(columns, across).min(resolution(rows, up)).min(1e6)),
                colours,
                x: round((visible.left - self.canvas.area.left) * MM_PER_POINT),
                y: round((visible.bottom - self.canvas.area.bottom) * MM_PER_POINT),
            });
        }
        if let Some(space) = &space {
            self.note_space(space, Point::new(visible.left, visible.bottom));
        }
        let compositing = run.state.fill_compositing();
        if let Some(space) = &space {
            let paint =
                space.strongest_paint(pixels.as_ref().map(|pixels| pixels.bytes.as_slice()));
            let colour = CurrentColour { space: space.clone(), paint: paint.into(), pattern: None };
            self.note_spots(&colour, PaintRole::Fill, compositing.overprints, &outline);
        }
        let clip = run.state.clip.clone();
        match (space, pixels, matrix.inverse()) {
            (Some(space), Some(pixels), Some(back)) => {
                let cost = limits::BLENDED + limits::PIXEL * space.components().max(4) as u64;
                self.canvas.fill(&outline, FillRule::NonZero, &clip, cost, |at, cell| {
                    compositing.coat(&pixel_paint(&pixels, &space, back, at)).on(cell)
                });
            }
            // A mask has a known colour but an unknown shape.
            _ if is_mask => {
                let chosen = run.state.fill.clone();
                self.note_space(&chosen.space, Point::new(visible.left, visible.bottom));
                self.note_spots(&chosen, PaintRole::Fill, compositing.overprints, &outline);
                self.paint_pattern(&chosen, &outline, FillRule::NonZero, run);
            }
            _ => {
                let coat = compositing.coat(&unknown_paint());
                let cost = coat.cost();
                self.canvas.fill(&outline, FillRule::NonZero, &clip, cost, |_, cell| coat.on(cell));
            }
        }
    }
}

/// The colour of the pixel at a point of the page.
fn pixel_paint(pixels: &Pixels, space: &ColourSpace, inverse: Matrix, at: Point) -> Paint {
    let within = inverse.apply(at);
    let bytes = pixels.at(within.x, 1.0 - within.y).unwrap_or_default();
    let values: Vec<f64> =
        bytes.iter().enumerate().map(|(part, byte)| space.component_value(part, *byte)).collect();
    space.paint(&values)
}

/// The dictionary of an inline picture, from its text in a content stream.
fn read_dictionary(source: &[u8]) -> Option<Dictionary> {
    let text = [b"/BI <<", source, b">> DP"].concat();
    let operation = Content::decode_iter(&text).next()?.ok()?;
    operation.operands.get(1)?.as_dict().ok().cloned()
}

/// The colour space inside a JPEG 2000 picture (ISO/IEC 15444-1, I.5.3.3).
fn jpx_space(stream: &Stream) -> Option<ColourSpace> {
    let filters = stream.filters().unwrap_or_default();
    if !matches!(filters.as_slice(), [only] if *only == b"JPXDecode") {
        return None;
    }
    let head = &stream.content[..stream.content.len().min(4_096)];
    let at = head.windows(4).position(|window| window == b"colr")? + 4;
    match (head.get(at)?, head.get(at + 3..at + 7)?) {
        (1, [0, 0, 0, 12]) => Some(ColourSpace::Cmyk),
        (1, [0, 0, 0, 16 | 18]) => Some(ColourSpace::Rgb),
        (1, [0, 0, 0, 17]) => Some(ColourSpace::Gray),
        (2, _) => match head.get(at + 19..at + 23)? {
            b"CMYK" => Some(ColourSpace::Icc(4)),
            b"RGB " => Some(ColourSpace::Icc(3)),
            b"GRAY" => Some(ColourSpace::Icc(1)),
            _ => None,
        },
        _ => None,
    }
}

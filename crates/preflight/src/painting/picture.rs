//! Paints pictures and shadings.

use std::rc::Rc;

use lopdf::{Object, ObjectId, Stream};

use crate::geometry::{MILLIMETRES, Matrix, Point};
use crate::limits;
use crate::painting::canvas::Rule;
use crate::painting::colour_space::{Paint, Space};
use crate::painting::interpreter::{Interpreter, Run, estimated};
use crate::painting::outline::{Outline, Stretch};
use crate::painting::paths::Use;
use crate::pdf::objects::{as_dictionary, word};
use crate::report::{ImageFacts, rounded};

/// A decompressed picture with eight bits per component.
#[derive(Debug)]
pub(crate) struct Pixels {
    columns: usize,
    rows: usize,
    components: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// The bytes of a pixel, at these fractions of the picture from the left and from the top.
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
    pub(crate) fn picture(&mut self, stream: &'d Stream, id: Option<ObjectId>, run: &mut Run<'d>) {
        let objects = self.objects;
        let side = |key| objects.number(&stream.dict, key).unwrap_or(0.0).clamp(0.0, 1e6) as usize;
        let (columns, rows) = (side(b"Width"), side(b"Height"));
        let is_mask = objects.boolean(&stream.dict, b"ImageMask").unwrap_or(false);
        let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
        let space = stream.dict.get(b"ColorSpace").ok();
        let space = space.and_then(|space| Space::read(objects, space, &named, 0)).map(Rc::new);
        if objects.dictionary(&stream.dict, b"SMask").is_some() {
            self.contents.transparency.insert("soft mask".to_owned());
        }
        let bits = objects.number(&stream.dict, b"BitsPerComponent").unwrap_or(8.0) as usize;
        let is_plain = bits == 8 && !is_mask && stream.dict.get(b"Decode").is_err();
        let pixels = match &space {
            Some(space) if is_plain => self.pixels(stream, id, columns, rows, space),
            _ => None,
        };
        self.place(columns, rows, space.filter(|_| !is_mask), pixels, is_mask, run);
    }

    /// Paints an inline picture of the content stream.
    pub(crate) fn inline_picture(&mut self, image: &Stream, run: &mut Run<'d>) {
        let get = |short: &[u8], long: &[u8]| {
            image.dict.get(short).or_else(|_| image.dict.get(long)).ok()
        };
        let side = |short, long| {
            let number = get(short, long).and_then(crate::pdf::objects::number);
            number.unwrap_or(0.0).clamp(0.0, 1e6) as usize
        };
        let is_mask = get(b"IM", b"ImageMask").and_then(|it| it.as_bool().ok()).unwrap_or(false);
        let space = match get(b"CS", b"ColorSpace") {
            Some(Object::Name(name)) => match name.as_slice() {
                b"G" | b"DeviceGray" => Some(Space::Gray),
                b"RGB" | b"DeviceRGB" => Some(Space::Rgb),
                b"CMYK" | b"DeviceCMYK" => Some(Space::Cmyk),
                _ => {
                    let objects = self.objects;
                    let named = |name: &[u8]| run.resource(objects, b"ColorSpace", name);
                    named(name).and_then(|space| Space::read(objects, space, &named, 0))
                }
            },
            _ => None,
        };
        let (columns, rows) = (side(b"W", b"Width"), side(b"H", b"Height"));
        self.place(columns, rows, space.map(Rc::new).filter(|_| !is_mask), None, is_mask, run);
    }

    fn pixels(
        &mut self,
        stream: &Stream,
        id: Option<ObjectId>,
        columns: usize,
        rows: usize,
        space: &Space,
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
            false => self.budget.unpack(stream).filter(|bytes| bytes.len() >= expected),
        };
        let pixels = pixels.map(|bytes| Rc::new(Pixels { columns, rows, components, bytes }));
        if let Some(id) = id {
            self.budget.pictures.insert(id, pixels.clone());
        }
        pixels
    }

    /// Paints a picture on the unit square, mapped by the current matrix.
    fn place(
        &mut self,
        columns: usize,
        rows: usize,
        space: Option<Rc<Space>>,
        pixels: Option<Rc<Pixels>>,
        is_mask: bool,
        run: &mut Run<'d>,
    ) {
        let matrix = run.state.matrix;
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let points = corners.map(|(x, y)| matrix.apply(Point::new(x, y))).to_vec();
        let mut outline = Outline::default();
        outline.stretches.push(Stretch { points, is_closed: true });
        let visible = outline.area().and_then(|area| area.common(run.state.clip.area));
        let Some(visible) = visible.and_then(|area| area.common(self.canvas.area)) else {
            return;
        };
        let (across, up) = matrix.units();
        let dots = |count: usize, length: f64| count as f64 * 72.0 / length.max(1e-6);
        let colours = match &space {
            Some(space) => space.words().into_iter().collect::<Vec<_>>().join(", "),
            None if is_mask => "mask".to_owned(),
            None => "unknown".to_owned(),
        };
        if self.contents.images.len() < limits::IMAGES {
            self.contents.images.push(ImageFacts {
                columns: columns as u32,
                rows: rows as u32,
                dpi: rounded(dots(columns, across).min(dots(rows, up)).min(1e6)),
                colours,
                x: rounded((visible.left - self.canvas.area.left) * MILLIMETRES),
                y: rounded((visible.bottom - self.canvas.area.bottom) * MILLIMETRES),
            });
        }
        if let Some(space) = &space {
            self.note(space, Point::new(visible.left, visible.bottom));
        }
        let laying = run.state.filling();
        let clip = run.state.clip.clone();
        match (space, pixels, matrix.inverse()) {
            (Some(space), Some(pixels), Some(back)) => {
                self.canvas.fill(&outline, Rule::NonZero, &clip, |at, cell| {
                    laying.coat(&pixel(&pixels, &space, back, at)).on(cell)
                });
            }
            // Only the colour of a mask is known, not its shape.
            _ if is_mask => {
                let chosen = run.state.fill.clone();
                self.note(&chosen.space, Point::new(visible.left, visible.bottom));
                self.note_spots(&chosen, Use::Fill, laying.overprints, &outline);
            }
            _ => {
                let coat = laying.coat(&estimated());
                self.canvas.fill(&outline, Rule::NonZero, &clip, |_, cell| coat.on(cell));
            }
        }
    }

    /// Paints a shading over the whole clip.
    pub(crate) fn shading(&mut self, operands: &[Object], run: &mut Run<'d>) {
        let objects = self.objects;
        let Some(name) = operands.first().and_then(|name| name.as_name().ok()) else { return };
        let found = run.resource(objects, b"Shading", name);
        let Some(shading) = found.and_then(|found| as_dictionary(objects.resolve(found)?)) else {
            self.damaged(&format!("missing shading `{}`", word(name)));
            return;
        };
        self.note_shading(shading, run);
        let mut outline = Outline::default();
        let area = run.state.clip.area.common(self.canvas.area);
        let Some(area) = area else { return };
        let from = Point::new(area.left, area.bottom);
        outline.rectangle(from, area.width(), area.height(), Matrix::IDENTITY);
        let coat = run.state.filling().coat(&estimated());
        let clip = run.state.clip.clone();
        self.canvas.fill(&outline, Rule::NonZero, &clip, |_, cell| coat.on(cell));
    }
}

/// The colour of the pixel at a point of the page.
fn pixel(pixels: &Pixels, space: &Space, back: Matrix, at: Point) -> Paint {
    let within = back.apply(at);
    let bytes = pixels.at(within.x, 1.0 - within.y).unwrap_or_default();
    let values: Vec<f64> =
        bytes.iter().enumerate().map(|(part, byte)| space.value_of(part, *byte)).collect();
    space.paint(&values)
}

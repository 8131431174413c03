//! Interprets a content stream, and the streams that it draws, operator by operator.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use lopdf::content::{Content, Operation};
use lopdf::{Dictionary, Object, ObjectId, Stream};
use sandtable_shop::ShopProfile;

use crate::geometry::{Area, Matrix, Point};
use crate::limits;
use crate::painting::canvas::{Canvas, FillRule};
use crate::painting::colour_space::{ColourSpace, Paint, numbers};
use crate::painting::operands::scan;
use crate::painting::outline::Outline;
use crate::painting::page_contents::PageContents;
use crate::painting::picture::Pixels;
use crate::painting::state::State;
use crate::pdf::boxes::Boxes;
use crate::pdf::font::Font;
use crate::pdf::objects::{Objects, as_dictionary, number, printable_name, stream_bytes};
use crate::pdf::optional_content::OptionalContent;

/// The work done so far and the caches, shared by all pages of a file.
#[derive(Default)]
pub(crate) struct Budget {
    /// Bytes decompressed so far.
    pub(crate) decompressed: usize,
    pub(crate) is_exhausted: bool,
    /// The layers that are hidden in print.
    pub(crate) layers: OptionalContent,
    forms: BTreeMap<ObjectId, Option<Rc<Vec<u8>>>>,
    pub(crate) pictures: BTreeMap<ObjectId, Option<Rc<Pixels>>>,
    fonts: BTreeMap<ObjectId, Rc<Font>>,
}

impl Budget {
    /// A new budget for a file with these layers.
    pub(crate) fn new(layers: OptionalContent) -> Self {
        Self { layers, ..Self::default() }
    }

    /// Decompresses a stream, within the remaining limit.
    pub(crate) fn decompress(&mut self, stream: &Stream) -> Option<Vec<u8>> {
        let left = limits::DECOMPRESSED.saturating_sub(self.decompressed);
        let found = stream_bytes(stream, left.min(limits::STREAM));
        match &found {
            Some(found) => self.decompressed += found.len(),
            None => self.is_exhausted |= left < limits::STREAM,
        }
        found
    }
}

/// Interprets the streams of one page.
pub(crate) struct Interpreter<'d, 'w> {
    pub(crate) objects: Objects<'d>,
    pub(crate) budget: &'w mut Budget,
    pub(crate) profile: &'w ShopProfile,
    pub(crate) canvas: Canvas,
    pub(crate) contents: PageContents,
    /// The page after cutting.
    pub(crate) trim: Area,
    /// The area that art may cover; marks outside it use all inks.
    pub(crate) art_area: Area,
    /// Colour spaces already recorded.
    pub(crate) known_spaces: Vec<Rc<ColourSpace>>,
    pub(crate) tool_names: BTreeMap<String, bool>,
    /// Patterns and glyphs already painted: each is painted once.
    pub(crate) painted: BTreeSet<*const Object>,
    pub(crate) gray: Rc<ColourSpace>,
    pub(crate) rgb: Rc<ColourSpace>,
    pub(crate) cmyk: Rc<ColourSpace>,
}

/// A stream during its interpretation.
pub(crate) struct Run<'d> {
    pub(crate) resources: Option<&'d Dictionary>,
    pub(crate) state: State<'d>,
    /// The matrix at the start of the stream, from which patterns are placed.
    pub(crate) base: Matrix,
    stack: Vec<State<'d>>,
    pub(crate) outline: Outline,
    pending_clip: Option<FillRule>,
    /// The text matrix.
    pub(crate) text: Matrix,
    /// The text line matrix.
    pub(crate) line: Matrix,
    pub(crate) depth: u32,
    /// Whether a hidden layer contains the whole stream.
    is_hidden: bool,
    /// The open sequences of marked content, each with whether it belongs to a hidden layer.
    marks: Vec<bool>,
    pub(crate) spaces: BTreeMap<Vec<u8>, Rc<ColourSpace>>,
    fonts: BTreeMap<Vec<u8>, Rc<Font>>,
}

impl<'d> Run<'d> {
    pub(crate) fn new(resources: Option<&'d Dictionary>, state: State<'d>, depth: u32) -> Self {
        Self {
            resources,
            base: state.matrix,
            state,
            stack: Vec::new(),
            outline: Outline::default(),
            pending_clip: None,
            text: Matrix::IDENTITY,
            line: Matrix::IDENTITY,
            depth,
            is_hidden: false,
            marks: Vec::new(),
            spaces: BTreeMap::new(),
            fonts: BTreeMap::new(),
        }
    }

    /// Whether a hidden layer contains the current content.
    pub(crate) fn is_hidden(&self) -> bool {
        self.is_hidden || self.marks.contains(&true)
    }

    /// Looks up a resource by its kind and name.
    pub(crate) fn resource(
        &self,
        objects: Objects<'d>,
        kind: &[u8],
        name: &[u8],
    ) -> Option<&'d Object> {
        objects.dictionary(self.resources?, kind)?.get(name).ok()
    }
}

impl<'d, 'w> Interpreter<'d, 'w> {
    pub(crate) fn new(
        objects: Objects<'d>,
        budget: &'w mut Budget,
        profile: &'w ShopProfile,
        canvas: Canvas,
        boxes: Boxes,
    ) -> Self {
        Self {
            objects,
            budget,
            profile,
            canvas,
            contents: PageContents::default(),
            trim: boxes.finished_area(),
            art_area: boxes.art_area(),
            known_spaces: Vec::new(),
            tool_names: BTreeMap::new(),
            painted: BTreeSet::new(),
            gray: Rc::new(ColourSpace::Gray),
            rgb: Rc::new(ColourSpace::Rgb),
            cmyk: Rc::new(ColourSpace::Cmyk),
        }
    }

    /// Interprets a stream to its end.
    pub(crate) fn interpret(&mut self, stream: &[u8], run: &mut Run<'d>) {
        if !self.canvas.charge(stream.len() as u64 * limits::CONTENT_BYTE) {
            return;
        }
        let Some(inline_pictures) = scan(stream) else {
            let most = limits::OPERANDS;
            self.report_damage(&format!(
                "an operator of a content stream has more than {most} operands"
            ));
            return;
        };
        let mut inline_pictures = inline_pictures.into_iter();
        for operation in Content::decode_iter(stream) {
            if !self.canvas.charge(limits::OPERATOR) {
                return;
            }
            let Ok(operation) = operation else {
                self.report_damage("a content stream ends with unreadable data");
                break;
            };
            match operation.operator.as_str() {
                "BI" => self.draw_inline_picture(&operation, inline_pictures.next(), run),
                _ => self.execute(&operation, run),
            }
        }
        if !run.stack.is_empty() && run.depth == 0 {
            self.report_damage("a content stream ends with open graphics states");
        }
    }

    pub(crate) fn report_damage(&mut self, description: &str) {
        self.contents.damage.insert(description.to_owned());
    }

    fn execute(&mut self, operation: &Operation, run: &mut Run<'d>) {
        let operands = operation.operands.as_slice();
        let n = numbers(operands);
        let at = |index: usize| n.get(index).copied().unwrap_or(0.0);
        let point = |index: usize| Point::new(at(index), at(index + 1));
        let matrix = run.state.matrix;
        match operation.operator.as_str() {
            "q" => match run.stack.len() < limits::STATES {
                true => run.stack.push(run.state.clone()),
                false => self.report_damage("graphics states are nested too deeply"),
            },
            "Q" => match run.stack.pop() {
                Some(state) => run.state = state,
                None => self.report_damage("a graphics state is closed but was never opened"),
            },
            "cm" => run.state.matrix = to_matrix(&n).then(matrix),
            "w" => run.state.width = at(0).abs(),
            "gs" => self.set_external_state(operands, run),

            "m" => run.outline.move_to(point(0), matrix),
            "l" => run.outline.line_to(point(0), matrix),
            "c" => run.outline.curve_to(point(0), point(2), point(4), matrix),
            "v" => run.outline.curve_from_here(point(0), point(2), matrix),
            "y" => run.outline.curve_to(point(0), point(2), point(2), matrix),
            "h" => run.outline.close(),
            "re" => run.outline.rectangle(point(0), at(2), at(3), matrix),
            "W" => run.pending_clip = Some(FillRule::NonZero),
            "W*" => run.pending_clip = Some(FillRule::EvenOdd),
            "n" => self.end_path(run),
            "f" | "F" => self.paint_path(run, Some(FillRule::NonZero), false),
            "f*" => self.paint_path(run, Some(FillRule::EvenOdd), false),
            "S" => self.paint_path(run, None, true),
            "B" => self.paint_path(run, Some(FillRule::NonZero), true),
            "B*" => self.paint_path(run, Some(FillRule::EvenOdd), true),
            "s" | "b" | "b*" => {
                run.outline.close();
                let rule = match operation.operator.as_str() {
                    "s" => None,
                    "b" => Some(FillRule::NonZero),
                    _ => Some(FillRule::EvenOdd),
                };
                self.paint_path(run, rule, true);
            }

            "g" => run.state.fill = self.device_colour(b"DeviceGray", &n, run),
            "G" => run.state.stroke = self.device_colour(b"DeviceGray", &n, run),
            "rg" => run.state.fill = self.device_colour(b"DeviceRGB", &n, run),
            "RG" => run.state.stroke = self.device_colour(b"DeviceRGB", &n, run),
            "k" => run.state.fill = self.device_colour(b"DeviceCMYK", &n, run),
            "K" => run.state.stroke = self.device_colour(b"DeviceCMYK", &n, run),
            "cs" => run.state.fill = self.initial_colour(operands, run),
            "CS" => run.state.stroke = self.initial_colour(operands, run),
            "sc" | "scn" => run.state.fill = self.colour(run.state.fill.clone(), operands, run),
            "SC" | "SCN" => {
                run.state.stroke = self.colour(run.state.stroke.clone(), operands, run);
            }

            "BMC" => self.open_mark(false, run),
            "BDC" => {
                let is_hidden = self.is_in_hidden_layer(operands, run);
                self.open_mark(is_hidden, run);
            }
            "EMC" => drop(run.marks.pop()),

            "Do" => self.draw_object(operands, run),
            "sh" if !run.is_hidden() => self.paint_shading(operands, run),
            other => self.text_operator(other, operands, &n, run),
        }
    }

    fn open_mark(&mut self, is_hidden: bool, run: &mut Run<'d>) {
        match run.marks.len() < limits::STATES {
            true => run.marks.push(is_hidden),
            false => self.report_damage("marked content is nested too deeply"),
        }
    }

    /// Whether marked content belongs to a hidden layer: `/OC /Name BDC`.
    fn is_in_hidden_layer(&mut self, operands: &[Object], run: &Run<'d>) -> bool {
        let [Object::Name(tag), Object::Name(name)] = operands else { return false };
        let layer = run.resource(self.objects, b"Properties", name);
        tag == b"OC" && layer.is_some_and(|layer| self.is_hidden_layer(layer))
    }

    pub(crate) fn is_hidden_layer(&mut self, layer: &'d Object) -> bool {
        self.canvas.charge(limits::LAYER);
        self.budget.layers.hides(self.objects, layer)
    }

    /// Ends a path, whether it was painted or not.
    pub(crate) fn end_path(&mut self, run: &mut Run<'d>) {
        let mut outline = std::mem::take(&mut run.outline);
        if let Some(rule) = run.pending_clip.take() {
            outline.finish();
            let narrowed = self.canvas.narrow_clip(&run.state.clip, &outline, rule);
            run.state.clip = Rc::new(narrowed);
        }
    }

    fn set_external_state(&mut self, operands: &[Object], run: &mut Run<'d>) {
        let objects = self.objects;
        let Some(name) = operands.first().and_then(|name| name.as_name().ok()) else { return };
        let found = run.resource(objects, b"ExtGState", name);
        let Some(settings) = found.and_then(|found| as_dictionary(objects.resolve(found)?)) else {
            self.report_damage("missing graphics state");
            return;
        };
        let state = &mut run.state;
        if let Some(width) = objects.number(settings, b"LW") {
            state.width = width.abs();
        }
        if let Some(overprints) = objects.boolean(settings, b"OP") {
            state.overprints_stroke = overprints;
            state.overprints_fill = overprints;
        }
        if let Some(overprints) = objects.boolean(settings, b"op") {
            state.overprints_fill = overprints;
        }
        if let Some(mode) = objects.number(settings, b"OPM") {
            state.keeps_zero_inks = mode > 0.5;
        }
        for (key, alpha) in [(b"CA", &mut state.stroke_alpha), (b"ca", &mut state.fill_alpha)] {
            if let Some(value) = objects.number(settings, key) {
                *alpha = value.clamp(0.0, 1.0);
                if value < 1.0 {
                    self.contents.transparency.insert("opacity".to_owned());
                }
            }
        }
        let blend = match objects.get(settings, b"BM") {
            Some(Object::Name(name)) => Some(printable_name(name)),
            Some(Object::Array(names)) => names
                .first()
                .and_then(|name| Some(printable_name(objects.resolve(name)?.as_name().ok()?))),
            _ => None,
        };
        if let Some(blend) = blend {
            state.multiplies = matches!(blend.as_str(), "Multiply" | "Darken" | "ColorBurn");
            if !matches!(blend.as_str(), "Normal" | "Compatible") {
                self.contents.transparency.insert(format!("blend mode {blend}"));
            }
        }
        if objects.dictionary(settings, b"SMask").is_some() {
            self.contents.transparency.insert("soft mask".to_owned());
        }
        if let Some(font) = objects.array(settings, b"Font")
            && let [font, size] = font
            && let Some(font) = Font::read(objects, font)
        {
            self.canvas.charge(font.width_count() as u64 * limits::WIDTH);
            run.state.text.font = Some(Rc::new(font));
            run.state.text.size = number(size).unwrap_or(0.0);
        }
    }

    fn draw_object(&mut self, operands: &[Object], run: &mut Run<'d>) {
        let objects = self.objects;
        let Some(name) = operands.first().and_then(|name| name.as_name().ok()) else { return };
        let found = run.resource(objects, b"XObject", name);
        let Some((found, Some(Object::Stream(stream)))) =
            found.map(|found| (found, objects.resolve(found)))
        else {
            self.report_damage("missing form or picture");
            return;
        };
        let layer = stream.dict.get(b"OC").ok();
        let is_hidden = run.is_hidden() || layer.is_some_and(|layer| self.is_hidden_layer(layer));
        match objects.name(&stream.dict, b"Subtype").as_deref() {
            Some("Image") if !is_hidden => self.draw_picture(stream, objects.id(found), run),
            Some("Form") => self.draw_form(stream, objects.id(found), is_hidden, run),
            _ => {}
        }
    }

    pub(crate) fn draw_form(
        &mut self,
        stream: &'d Stream,
        id: Option<ObjectId>,
        is_hidden: bool,
        run: &mut Run<'d>,
    ) {
        let objects = self.objects;
        if run.depth >= limits::DEPTH {
            self.report_damage("forms are nested too deeply");
            return;
        }
        let known = id.and_then(|id| self.budget.forms.get(&id).cloned());
        let bytes = known.unwrap_or_else(|| {
            let bytes = self.budget.decompress(stream).map(Rc::new);
            if let Some(id) = id {
                self.budget.forms.insert(id, bytes.clone());
            }
            bytes
        });
        let Some(bytes) = bytes else {
            self.report_damage("cannot decompress a form");
            return;
        };
        let mut state = run.state.clone();
        if let Some(matrix) = objects.numbers(&stream.dict, b"Matrix") {
            state.matrix = to_matrix(&matrix).then(state.matrix);
        }
        self.clip_to_box(&stream.dict, &mut state);
        let resources = objects.dictionary(&stream.dict, b"Resources").or(run.resources);
        let mut form = Run::new(resources, state, run.depth + 1);
        form.is_hidden = is_hidden;
        self.interpret(&bytes, &mut form);
    }

    /// Narrows the clip to the bounding box of a form or tile.
    pub(crate) fn clip_to_box(&mut self, dictionary: &'d Dictionary, state: &mut State<'d>) {
        let bounds = self.objects.numbers(dictionary, b"BBox");
        let Some([left, bottom, right, top]) = bounds.as_deref() else { return };
        let mut outline = Outline::default();
        let from = Point::new(*left, *bottom);
        outline.rectangle(from, right - left, top - bottom, state.matrix);
        let narrowed = self.canvas.narrow_clip(&state.clip, &outline, FillRule::NonZero);
        state.clip = Rc::new(narrowed);
    }

    /// Loads a font by its resource name.
    pub(crate) fn load_font(&mut self, name: &[u8], run: &mut Run<'d>) -> Option<Rc<Font>> {
        if let Some(font) = run.fonts.get(name) {
            return Some(font.clone());
        }
        let objects = self.objects;
        let found = run.resource(objects, b"Font", name)?;
        let id = objects.id(found);
        let font = match id.and_then(|id| self.budget.fonts.get(&id)) {
            Some(font) => font.clone(),
            None => Rc::new(Font::read(objects, found)?),
        };
        if let Some(id) = id {
            self.budget.fonts.insert(id, font.clone());
        }
        run.fonts.insert(name.to_owned(), font.clone());
        Some(font)
    }
}

/// A dark colour of unknown inks.
pub(crate) fn unknown_paint() -> Paint {
    let process = [0.0, 0.0, 0.0, 0.5];
    Paint { process, plates: [true; 4], ..Paint::default() }
}

/// A matrix from six numbers, or the identity if some are missing.
pub(crate) fn to_matrix(n: &[f64]) -> Matrix {
    match n {
        [a, b, c, d, e, f, ..] => Matrix([*a, *b, *c, *d, *e, *f]),
        _ => Matrix::IDENTITY,
    }
}

//! Paints the coloured glyphs of Type 3 fonts.

use std::collections::BTreeMap;

use lopdf::{Dictionary, Object};

use crate::geometry::Matrix;
use crate::limits;
use crate::painting::interpreter::{Interpreter, Run, to_matrix};
use crate::pdf::objects::Objects;

impl<'d> Interpreter<'d, '_> {
    /// Paints glyphs of a string at its start, each once on a page. The `matrix` maps text of size
    /// 1 onto the page.
    pub(crate) fn paint_glyphs(
        &mut self,
        font: &'d Dictionary,
        letters: &[u8],
        matrix: Matrix,
        run: &Run<'d>,
    ) {
        let objects = self.objects;
        let Some(glyphs) = objects.dictionary(font, b"CharProcs") else { return };
        let glyph_matrix = objects.numbers(font, b"FontMatrix").unwrap_or_default();
        let matrix = to_matrix(&glyph_matrix).then(matrix);
        let resources = objects.dictionary(font, b"Resources").or(run.resources);
        let names = glyph_names(objects, font);
        self.canvas.charge((letters.len() + names.len()) as u64 * limits::CHARACTER);
        for letter in letters {
            let glyph = names.get(letter).and_then(|name| objects.get(glyphs, name));
            let Some(glyph @ Object::Stream(stream)) = glyph else { continue };
            if run.depth >= limits::DEPTH || !self.painted.insert(std::ptr::from_ref(glyph)) {
                continue;
            }
            let Some(bytes) = self.budget.decompress(stream) else { continue };
            // Other glyphs are shapes in the colour of the text.
            if bytes.split(u8::is_ascii_whitespace).any(|word| word == b"d0") {
                let mut state = run.state.clone();
                state.matrix = matrix;
                self.interpret(&bytes, &mut Run::new(resources, state, run.depth + 1));
            }
        }
    }
}

/// The names of the glyphs of a Type 3 font by character code.
fn glyph_names<'d>(objects: Objects<'d>, font: &'d Dictionary) -> BTreeMap<u8, &'d [u8]> {
    let encoding = objects.dictionary(font, b"Encoding");
    let parts = encoding.and_then(|encoding| objects.array(encoding, b"Differences"));
    let mut names = BTreeMap::new();
    let mut code = 0_u8;
    for part in parts.unwrap_or_default().iter().take(512) {
        match objects.resolve(part) {
            Some(Object::Name(name)) => {
                names.insert(code, name.as_slice());
                code = code.wrapping_add(1);
            }
            Some(Object::Integer(first)) => code = *first as u8,
            _ => {}
        }
    }
    names
}

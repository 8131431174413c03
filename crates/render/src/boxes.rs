//! Letters that the printed faces lack: in their place stands an empty box. The compiler tells them at their
//! lines; a pack may be older than that, or come from elsewhere.

use crate::product::Product;
use crate::sheet::Sheet;

/// A letter that cannot be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct NoLetter {
    /// The letter.
    pub letter: char,
    /// The first text in which it stands.
    pub text: String,
    /// On whose sheets it stands.
    pub products: Vec<Product>,
}

/// The letters of a sheet that cannot be printed, each once, with the first text in which it stands.
pub(crate) fn boxes(sheet: &Sheet) -> Vec<(char, String)> {
    let mut found: Vec<(char, String)> = Vec::new();
    for run in sheet.texts() {
        let in_boxes = run.glyphs.iter().filter(|glyph| glyph.id == NOTHING);
        let texts = in_boxes.filter_map(|glyph| run.text.get(glyph.cluster.clone()));
        for letter in texts.flat_map(str::chars).filter(|letter| !letter.is_control()) {
            if found.iter().all(|(known, _)| *known != letter) {
                found.push((letter, run.text.clone()));
            }
        }
    }
    found
}

/// The glyph of what a face lacks.
const NOTHING: u16 = 0;

/// Adds letters of a product's sheets to those of others.
pub(crate) fn gather(known: &mut Vec<NoLetter>, found: Vec<(char, String)>, product: Product) {
    for (letter, text) in found {
        match known.iter_mut().find(|known| known.letter == letter) {
            Some(known) if known.products.contains(&product) => {}
            Some(known) => known.products.push(product),
            None => known.push(NoLetter { letter, text, products: vec![product] }),
        }
    }
}

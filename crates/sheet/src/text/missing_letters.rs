//! Characters missing from the printed fonts, which print as empty boxes. The compiler reports them
//! with their source lines, but a pack may be older or come from another program.

use crate::display::sheet::Sheet;

/// Returns the characters of a sheet that cannot be printed, each once, with the first text that
/// contains it.
pub fn missing_glyphs(sheet: &Sheet) -> Vec<(char, String)> {
    let mut found: Vec<(char, String)> = Vec::new();
    for run in sheet.text_runs() {
        let in_boxes = run.glyphs.iter().filter(|glyph| glyph.id == MISSING_GLYPH);
        let texts = in_boxes.filter_map(|glyph| run.text.get(glyph.cluster.clone()));
        for letter in texts.flat_map(str::chars).filter(|letter| !letter.is_control()) {
            if found.iter().all(|(known, _)| *known != letter) {
                found.push((letter, run.text.clone()));
            }
        }
    }
    found
}

/// The glyph of a missing character.
const MISSING_GLYPH: u16 = 0;

//! Press features that krilla cannot write, added to a finished file: overprint, the layers of cut
//! and fold lines, and the PDF/X-4 keys.

use lopdf::Document;

use crate::pdf::error::PdfError;
use crate::press::cut_layer::set_layers;
use crate::press::overprint::set_overprint;
use crate::press::pdf_x::set_keys;
use crate::press::target::Press;

/// Returns the file with the press features. Fails if the file cannot be parsed.
pub(crate) fn press_file(bytes: &[u8], press: &Press) -> Result<Vec<u8>, PdfError> {
    let finished = || -> lopdf::Result<Vec<u8>> {
        let mut document = Document::load_mem(bytes)?;
        let spots = press.overprinting_spots();
        let forms = set_overprint(&mut document, &spots, press.black())?;
        let of = |number: usize| {
            let alone = forms.iter().filter(|(_, only)| **only == number);
            (spots[number], alone.map(|(form, _)| *form).collect())
        };
        let tools: Vec<_> = (0..press.tools().len()).map(of).collect();
        set_layers(&mut document, &tools)?;
        // Files for a shop name the printing condition that their colours are for.
        let intent = press.profile.output_intent.as_ref();
        if let Some((intent, icc)) = intent.and_then(|intent| Some((intent, intent.icc()?))) {
            set_keys(&mut document, intent, icc)?;
        }
        let mut finished = Vec::new();
        document.save_to(&mut finished)?;
        Ok(finished)
    };
    finished().map_err(|error| PdfError::new(error.to_string()))
}

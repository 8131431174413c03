//! What a file for a press needs and krilla cannot write: overprint and the keys of PDF/X-4, set in the
//! finished file.

use lopdf::Document;

use crate::overprint::set_overprint;
use crate::pdf::PdfError;
use crate::pdf_x::set_keys;
use crate::press::Press;

/// The file as a press needs it. Fails when it cannot be read back.
pub(crate) fn press_file(bytes: &[u8], press: &Press) -> Result<Vec<u8>, PdfError> {
    let finished = || -> lopdf::Result<Vec<u8>> {
        let mut document = Document::load_mem(bytes)?;
        set_overprint(&mut document, &press.profile.cut.spot, press.black())?;
        // What a shop prints says for which condition its colours are.
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

//! Press features that krilla cannot write, added to a finished file: overprint, the layers of cut
//! and fold lines, and the PDF/X-4 keys.

use lopdf::Document;

use crate::press::cut_layer::set_layers;
use crate::press::overprint::set_overprint;
use crate::press::pdf_x::set_keys;
use crate::press::target::Press;

/// Adds the press features to a file. Fails if an object is damaged.
pub(crate) fn add_press_features(document: &mut Document, press: &Press) -> lopdf::Result<()> {
    let spots = press.overprinting_spots();
    let forms = set_overprint(document, &spots, press.black())?;
    let of = |number: usize| {
        let alone = forms.iter().filter(|(_, only)| **only == number);
        (spots[number], alone.map(|(form, _)| *form).collect())
    };
    let tools: Vec<_> = (0..press.tools().len()).map(of).collect();
    set_layers(document, &tools)?;
    // Files for a shop name the printing condition that their colours are for.
    let intent = press.profile.output_intent.as_ref();
    if let Some((intent, icc)) = intent.and_then(|intent| Some((intent, intent.icc()?))) {
        set_keys(document, intent, icc)?;
    }
    Ok(())
}

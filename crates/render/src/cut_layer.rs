//! The layer of the cut line: whoever opens the file can switch it off, and a machine finds it by its name.

use std::collections::BTreeSet;

use lopdf::{Document, Object, ObjectId, StringFormat, dictionary};

/// Puts forms on a layer that is named as the ink of the cut line; without forms there is none.
///
/// It is seen and printed by itself. PDF/X-4 wants a name for how layers are at first, and nothing that
/// switches them by occasion.
pub(crate) fn set_cut_layer(
    document: &mut Document,
    forms: &BTreeSet<ObjectId>,
    cut: &str,
) -> lopdf::Result<()> {
    if forms.is_empty() {
        return Ok(());
    }
    let text = |words: &str| Object::String(words.as_bytes().to_vec(), StringFormat::Literal);
    let layer = document.add_object(dictionary! { "Type" => "OCG", "Name" => text(cut) });
    for form in forms {
        document.get_object_mut(*form)?.as_stream_mut()?.dict.set("OC", layer);
    }
    let layers = || vec![Object::Reference(layer)];
    let at_first = dictionary! {
        "Name" => text("Default"),
        "BaseState" => "ON",
        "Order" => layers(),
    };
    let layers = dictionary! { "OCGs" => layers(), "D" => at_first };
    document.catalog_mut()?.set("OCProperties", layers);
    Ok(())
}

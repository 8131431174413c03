//! The layers of cut and fold lines. Viewers can hide them, and a machine finds them by name.

use lopdf::{Document, Object, ObjectId, StringFormat, dictionary};

/// Puts forms on layers named after the inks of their lines; without forms there is no layer.
///
/// The layers are visible and printed by default. PDF/X-4 requires a name for this initial state,
/// and forbids switching layers by event.
pub(crate) fn set_layers(
    document: &mut Document,
    forms: &[(&str, Vec<ObjectId>)],
) -> lopdf::Result<()> {
    let text = |words: &str| Object::String(words.as_bytes().to_vec(), StringFormat::Literal);
    let mut layers: Vec<Object> = Vec::new();
    for (name, forms) in forms.iter().filter(|(_, forms)| !forms.is_empty()) {
        let layer = document.add_object(dictionary! { "Type" => "OCG", "Name" => text(name) });
        layers.push(layer.into());
        for form in forms {
            document.get_object_mut(*form)?.as_stream_mut()?.dict.set("OC", layer);
        }
    }
    if layers.is_empty() {
        return Ok(());
    }
    let at_first = dictionary! {
        "Name" => text("Default"),
        "BaseState" => "ON",
        "Order" => layers.clone(),
    };
    let layers = dictionary! { "OCGs" => layers, "D" => at_first };
    document.catalog_mut()?.set("OCProperties", layers);
    Ok(())
}

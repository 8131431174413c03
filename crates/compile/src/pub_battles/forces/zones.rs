//! Set-up zones (PB-3.9), which are areas of the map.

use sandtable_pack::FeatureId;
use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::pub_battles::context::Context;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, LayerClass};

/// Returns the named zone, or `None` after reporting that it cannot be found.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
    name: &Spanned<Id>,
) -> Option<Spanned<FeatureId>> {
    let ground = context.ground;
    let found = ground.map.zones.iter().find(|zone| zone.id.as_str() == name.0);
    if let Some(zone) = found {
        return Some(Spanned { value: zone.id.clone(), span: name.span });
    }
    let is_other = ground.spans.contains_key(&name.0);
    if !is_other && reporter.lacks_layer(&name.0, name.span, &[LayerClass::Zone])
        || reporter.excuses_feature(&name.0, &[LayerClass::Zone])
    {
        return None;
    }
    let known = ground.map.zones.iter().map(|zone| zone.id.as_str());
    let diagnostic = match ground.spans.get(&name.0) {
        Some(&feature) => Diagnostic::new(code::NOT_A_ZONE, message!("`{}` is not a zone", name.0))
            .at(name.span, "not a feature of class `zone`")
            .also(feature, "defined here"),
        None => Diagnostic::new(code::UNKNOWN_NAME, message::not_found("zone", &name.0))
            .at(name.span, "unknown zone")
            .did_you_mean(name, known),
    };
    reporter.diagnostics.push(diagnostic.rule("PB-3.9").help(match ground.is_from_pack() {
        true => "use a zone of the map, or remove `zone`",
        false => "use the id of a feature in a layer of class `zone`; add such a layer if the map has none",
    }));
    None
}

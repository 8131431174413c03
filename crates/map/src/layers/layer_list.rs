//! Lists the features of a layer with their ids, names and ranges, for lookups.

use std::ops::Range;

use sandtable_source::SourceMap;
use serde_json::Value as Json;

use crate::geojson;

/// A feature of a layer, as written in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerFeature {
    /// The feature's id.
    pub id: String,
    /// The byte range of the id with its key.
    pub id_at: Range<usize>,
    /// The byte range of the whole feature.
    pub whole: Range<usize>,
    /// The string and number properties except the id, as written, sorted by name.
    pub properties: Vec<(String, String)>,
    /// The byte range of the property `hill`, which names the hill of a crest.
    pub hill_at: Option<Range<usize>>,
}

/// The features in a layer's text that have an id; `id` names the id property. Skips unreadable
/// features.
pub fn layer_features(text: &str, id: &str) -> Vec<LayerFeature> {
    let mut sources = SourceMap::new();
    let file = sources.add_without_text("layer");
    let listed = geojson::readable(file, text).into_iter().filter_map(|feature| {
        let written = feature.written_id(id)?;
        let other = |(name, value): (&String, &Json)| {
            let value = match value {
                Json::String(text) => text.clone(),
                Json::Number(number) => number.to_string(),
                _ => return None,
            };
            (name != id).then(|| (name.clone(), value))
        };
        let hill_at = feature.properties.contains_key("hill");
        Some(LayerFeature {
            id_at: feature.property_span(id).range(),
            whole: feature.whole().range(),
            properties: feature.properties.iter().filter_map(other).collect(),
            hill_at: hill_at.then(|| feature.property_span("hill").range()),
            id: written,
        })
    });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_features_with_ranges() {
        let text = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"key": "oak", "name": "Oak Ridge", "hill": "oak-hill"}, "geometry": null},
{"type": "Feature", "properties": {"name": "nobody"}, "geometry": null},
{"type": "Feature", "properties": 3, "geometry": null},
{"type": "Feature", "id": 7, "properties": {}, "geometry": null}]}"#;
        let found = layer_features(text, "key");
        assert_eq!(found.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["oak", "7"]);
        assert_eq!(&text[found[0].id_at.clone()], r#""key": "oak""#);
        assert_eq!(found[0].properties[1], ("name".to_owned(), "Oak Ridge".to_owned()));
        assert_eq!(
            &text[found[0].hill_at.clone().expect("crest has a hill")],
            r#""hill": "oak-hill""#
        );
        assert!(text[found[1].whole.clone()].starts_with(r#"{"type": "Feature", "id": 7"#));
        for half in 0..text.len() {
            layer_features(&text[..half], "key");
        }
    }
}

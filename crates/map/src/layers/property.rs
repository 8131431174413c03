//! The properties of a feature, read as names, choices and numbers.

use sandtable_pack as pack;
use sandtable_pack::{Choice as _, FeatureId, GroundLength, Language};
use sandtable_source::message::Owner;
use sandtable_source::{
    Diagnostic, Span, closest_choice, code, decode_mojibake, did_you_mean, is_one_line, list_of,
    message, plain_number,
};
use serde_json::Value as Json;

use crate::credits::names_osm;
use crate::geojson::Feature;
use sandtable_authored::Reporter;
use sandtable_authored::kebab;
use sandtable_authored::note_default;
use sandtable_authored::{
    MISSING_LETTER_LABEL, garbled_text_diagnostic, missing_letter_diagnostic,
};
use sandtable_authored::{Quantity, quantity};

/// The span of a property that cites OpenStreetMap as the source.
pub fn osm_source(feature: &Feature<'_>) -> Option<Span> {
    let source = feature.properties.get("source").and_then(Json::as_str);
    source.is_some_and(names_osm).then(|| feature.property_span("source"))
}

/// Reads the name, basis and accuracy of a feature; `name` is the name property.
pub fn label(
    reporter: &mut Reporter,
    name: Option<&str>,
    feature: &Feature<'_>,
    id: &FeatureId,
) -> Option<pack::FeatureLabel> {
    let mut words = PropertyReader::new(reporter, feature, id);
    let name = words.name(name.unwrap_or("name"))?;
    let bases = [
        ("data", pack::Basis::Data),
        ("derived", pack::Basis::Derived),
        ("recalled", pack::Basis::Recalled),
    ];
    let basis = match feature.properties.get("basis") {
        None | Some(Json::Null) => pack::Basis::Data,
        Some(_) => words.choice("basis", &bases)?,
    };
    let accuracy_m = match feature.properties.get("accuracy_m") {
        None | Some(Json::Null) => None,
        Some(value) => match value.as_f64().filter(|metres| metres.is_finite() && *metres >= 0.0) {
            Some(metres) => Some(metres),
            None => return words.refuse("accuracy_m", "a number of metres"),
        },
    };
    Some(pack::FeatureLabel { name, basis, accuracy_m })
}

/// The default property names of layers.
pub const KNOWN: [&str; 11] = [
    "id",
    "name",
    "kind",
    "level",
    "rank",
    "width_m",
    "hill",
    "basis",
    "accuracy_m",
    "source",
    "symbol",
];

/// Reads properties and reports invalid ones.
pub struct PropertyReader<'w, 't> {
    reporter: &'w mut Reporter,
    feature: &'w Feature<'t>,
    id: &'w FeatureId,
}

impl<'w, 't> PropertyReader<'w, 't> {
    pub fn new(reporter: &'w mut Reporter, feature: &'w Feature<'t>, id: &'w FeatureId) -> Self {
        Self { reporter, feature, id }
    }
    /// Reads a name from the property `key` and translations such as `name:es`.
    fn name(&mut self, key: &str) -> Option<Option<pack::Text>> {
        let plain = self.text(key)?;
        let [en, es, fr] = Language::ALL.map(|language| format!("{key}:{}", language.word()));
        for key in [key, &en, &es, &fr] {
            self.printable(key);
        }
        let (en, es, fr) = (self.text(&en)?, self.text(&es)?, self.text(&fr)?);
        let any = en.or(plain).or_else(|| es.clone()).or_else(|| fr.clone());
        Some(any.map(|en| pack::Text { en, es, fr }))
    }

    /// Warns of unprintable text.
    fn printable(&mut self, key: &str) {
        let text = self.feature.properties.get(key).and_then(Json::as_str);
        if let Some(finding) = text.and_then(missing_letter_diagnostic) {
            let at = self.feature.property_span(key);
            let label = format!("`{key}` of `{}`: {MISSING_LETTER_LABEL}", self.id);
            self.reporter.diagnostics.push(finding.at(at, label));
        }
    }

    /// Reads a text property; returns `Some(None)` if it is missing or empty.
    pub fn text(&mut self, key: &str) -> Option<Option<String>> {
        match self.feature.properties.get(key) {
            None | Some(Json::Null) => Some(None),
            Some(Json::String(text)) if !is_one_line(text) => {
                self.refuse(key, "one line without control characters and invisible characters")
            }
            Some(Json::String(text)) if text.is_empty() => Some(None),
            Some(Json::String(text)) => {
                if let Some(repaired) = decode_mojibake(text) {
                    let garbled = garbled_text_diagnostic(text, &repaired);
                    let at = self.feature.property_span(key);
                    self.reporter
                        .diagnostics
                        .push(garbled.at(at, format!("`{key}` of `{}`", self.id)));
                }
                Some(Some(text.clone()))
            }
            Some(_) => self.refuse(key, "a string"),
        }
    }

    pub fn choice<T: Copy>(&mut self, key: &str, choices: &[(&str, T)]) -> Option<T> {
        let written = self.feature.properties.get(key).and_then(Json::as_str);
        let found = choices.iter().find(|(word, _)| Some(*word) == written);
        match found {
            Some(&(_, choice)) => Some(choice),
            None => {
                let words = || choices.iter().map(|&(word, _)| word);
                let other = written.and_then(class_of_kind).map(|class| {
                    format!(
                        "this is a kind of {class}; if this file is a layer of {class}s, write `class: {class}` in the map"
                    )
                });
                let close = || {
                    let close = closest_choice(written?, words())?;
                    Some(did_you_mean(written?, close))
                };
                let help = other.or_else(close);
                self.refuse_with_help(key, &list_of(words()), help)
            }
        }
    }

    /// Reads the level of a hill.
    pub fn level(&mut self, key: &str) -> Option<i64> {
        self.whole_for(key, 1..=15, |number| {
            (number > 15).then(|| format!("{number} is probably an elevation: levels count the steps of a hill upwards, 1 at its foot, 2 on it, 3 on that"))
        })
    }

    /// Reads the rank of a place.
    pub fn rank(&mut self, key: &str) -> Option<i64> {
        self.whole_for(key, 1..=3, |_| None)
    }

    /// Reads an integer; `beyond` returns the help for an integer out of range.
    fn whole_for(
        &mut self,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
        beyond: impl Fn(i64) -> Option<String>,
    ) -> Option<i64> {
        let written = self.feature.properties.get(key);
        let number = written.and_then(|value| {
            let rounded = || value.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 1e9);
            // Attribute tables often store numbers in text columns.
            let as_text = || value.as_str()?.trim().parse().ok();
            value.as_i64().or_else(|| rounded().map(|n| n as i64)).or_else(as_text)
        });
        match number.filter(|number| range.contains(number)) {
            Some(number) => Some(number),
            None => {
                let fits = |value: &Json| value.as_i64().is_some_and(|n| range.contains(&n));
                let help = self.find_renamed(key, fits).map(|name| {
                    format!("if `{name}` holds it, add `{key}: {name}` to the layer in the map, or rename the column")
                });
                let help = help.or_else(|| number.and_then(&beyond));
                let word = written.and_then(Json::as_str);
                let help = help.or_else(|| word.and_then(rank_help).filter(|_| *range.end() == 3));
                let expected = format!("an integer between {} and {}", range.start(), range.end());
                self.refuse_with_help(key, &expected, help)
            }
        }
    }

    /// Reads the width of a watercourse; 2 m by default.
    pub fn width(&mut self, key: &str) -> Option<GroundLength> {
        match self.feature.properties.get(key) {
            None | Some(Json::Null) => {
                let owner = Owner::Named("feature", self.id.as_str());
                note_default(self.reporter, self.feature.label_span(), key, owner, "2 m");
                Some(GroundLength::from_metres(2))
            }
            Some(value) => {
                let as_text = || value.as_str()?.trim().parse().ok();
                let metres = value
                    .as_f64()
                    .or_else(as_text)
                    .filter(|metres| (0.1..=10_000.0).contains(metres));
                match metres.and_then(GroundLength::from_metres_rounded) {
                    Some(width) => Some(width),
                    None => {
                        let help = value.as_str().and_then(bare_metres);
                        self.refuse_with_help(key, "a number of metres", help)
                    }
                }
            }
        }
    }

    /// Reads the hill id of a crest. If the property holds the name of a hill in `hills` (ids with
    /// names), the help suggests the hill's id.
    pub fn hill<'h>(
        &mut self,
        key: &str,
        hills: impl FnOnce() -> Vec<(&'h str, &'h str)>,
    ) -> Option<FeatureId> {
        let written = self.feature.properties.get(key).and_then(Json::as_str);
        if let Some(id) = written.and_then(|text| FeatureId::new(text).ok()) {
            return Some(id);
        }
        let hills = hills();
        let by_name = |text: &str| {
            let (id, _) = hills.iter().find(|(_, name)| name.eq_ignore_ascii_case(text))?;
            Some(*id)
        };
        let close = |text: &str| closest_choice(&kebab(text), hills.iter().map(|&(id, _)| id));
        let likely = written.and_then(|text| by_name(text).or_else(|| close(text)));
        let help =
            likely.map(|id| format!("did you mean `{id}`? A crest refers to its hill by id"));
        self.refuse_with_help(key, "the id of a hill", help)
    }

    /// The only custom property of the feature with a valid value for the missing property.
    fn find_renamed(&self, key: &str, fits: impl Fn(&Json) -> bool) -> Option<String> {
        let properties = &self.feature.properties;
        let known = |name: &str| KNOWN.contains(&name);
        let mut own = properties.iter().filter(|(name, value)| !known(name) && fits(value));
        match (properties.contains_key(key), own.next(), own.next()) {
            (false, Some((name, _)), None) => Some(name.clone()),
            _ => None,
        }
    }

    /// A property whose name differs from the missing one only in case.
    fn find_other_spelling(&self, key: &str) -> Option<String> {
        let properties = &self.feature.properties;
        let mut names = properties.keys().filter(|_| !properties.contains_key(key));
        names.find(|name| name.eq_ignore_ascii_case(key)).cloned()
    }

    /// Reports an invalid property and returns `None`, which omits the feature.
    pub fn refuse<T>(&mut self, key: &str, expected: &str) -> Option<T> {
        self.refuse_with_help(key, expected, None)
    }

    /// Like [`Self::refuse`], with more specific help.
    fn refuse_with_help<T>(
        &mut self,
        key: &str,
        expected: &str,
        help: Option<String>,
    ) -> Option<T> {
        let found = match self.feature.properties.get(key) {
            None => format!("no property `{key}`"),
            Some(Json::Null) => format!("`{key}` is empty"),
            Some(value) => format!("`{key}` is {value}"),
        };
        self.reporter.damage.names.insert(self.id.as_str().to_owned());
        let message = message!("property `{key}` of `{}` must be {expected}", self.id);
        let spelt = self.find_other_spelling(key).map(|name| {
            format!("add `{key}: {name}` to the layer in the map for the property `{name}`, or rename the column")
        });
        let help = spelt.or(help);
        let mut diagnostic = Diagnostic::new(code::FEATURE_PROPERTY, message)
            .group_key([key, expected])
            .at(self.feature.property_span(key), found);
        diagnostic.help.extend(help);
        self.reporter.diagnostics.push(diagnostic.help(format!(
            "correct the value in the layer's file; if another property holds it, add `{key}: PROPERTY` to the layer in the map"
        )));
        None
    }
}

/// The help for a rank given in words.
fn rank_help(word: &str) -> Option<String> {
    Some(match word.to_ascii_lowercase().as_str() {
        "town" | "city" | "capital" => "use 1, the rank of a town, without quotation marks",
        "village" | "hill" | "ridge" | "main" => {
            "use 2, the rank of a main name of the battle, without quotation marks; 3 is a detail"
        }
        _ => "use 1 for a town, 2 for a main name of the battle, 3 for a detail",
    }
    .to_owned())
}

/// The layer class whose features can have this `kind`.
pub fn class_of_kind(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "river" | "stream" => "watercourse",
        "bridge" | "ford" => "crossing",
        "pike" | "road" | "lane" => "road",
        "in-use" | "unfinished" | "cut" => "railroad",
        _ => return None,
    })
}

/// The help for a width with a unit.
fn bare_metres(written: &str) -> Option<String> {
    let plain = plain_number(written.trim());
    let metres = match plain.and_then(|number| number.parse().ok()) {
        Some(metres) => metres,
        None => match quantity::parse(&quantity::normalise_length(written)?).ok()? {
            Quantity::Ground(metres) => metres,
            Quantity::Paper(_) => return None,
        },
    };
    let metres: f64 = (metres * 10.0).round() / 10.0;
    Some(format!("use {metres}, a number of metres without quotes or unit"))
}

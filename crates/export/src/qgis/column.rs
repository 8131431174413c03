//! The columns of a layer and their QGIS widgets: drop-downs for choices, numbers with units,
//! generated ids for new features.

use super::element::{Element, Setting};
use super::{Class, Keys, Layer};
use sandtable_authored::LayerClass;
use sandtable_authored::fab::MapLayerClass;
use sandtable_source::json_string;

/// A column of a layer.
pub struct Column {
    /// The property.
    pub name: String,
    /// The label in the form.
    label: &'static str,
    asked: Asked,
    /// The default value of a new feature, as a QGIS expression.
    default: Option<String>,
    /// Whether a feature must have a value.
    is_needed: bool,
}

/// The type of input.
enum Asked {
    /// An id: a unique text.
    Id,
    Text,
    /// A choice of words: the form's label, and the word.
    Choice(&'static [(&'static str, &'static str)]),
    /// A choice of integers.
    Rank(&'static [(&'static str, i64)]),
    /// An integer from 1 to this maximum.
    Level(i64),
    /// Metres, in steps.
    Metres {
        most: f64,
        step: f64,
    },
    /// The id of a feature in the hills layer.
    Hill,
}

const BASES: &[(&str, &str)] = &[
    ("data: from a map or survey", "data"),
    ("derived: computed from data", "derived"),
    ("recalled: from memory or guessed", "recalled"),
];
const WAYS: &[(&str, &str)] = &[("pike", "pike"), ("road", "road"), ("lane", "lane")];
const WATERS: &[(&str, &str)] = &[
    ("river: crossed only at bridges and fords", "river"),
    ("stream: fordable anywhere", "stream"),
];
const CROSSINGS: &[(&str, &str)] = &[("bridge", "bridge"), ("ford", "ford")];
const RAILROADS: &[(&str, &str)] =
    &[("in use", "in-use"), ("unfinished", "unfinished"), ("cut: only earthworks", "cut")];
const ORCHARDS: &[(&str, &str)] = &[("orchard", "orchard"), ("grove", "grove")];
const RANKS: &[(&str, i64)] = &[("1: town", 1), ("2: main name", 2), ("3: detail", 3)];
const PLACES: &[(&str, &str)] = &[
    ("town", "town"),
    ("port", "port"),
    ("airfield", "airfield"),
    ("height", "height"),
    ("fort", "fort"),
    ("bridge", "bridge"),
    ("region: land outside the areas", "region"),
];
/// The highest level of a hill.
const HIGHEST_LEVEL: i64 = 15;

/// The columns that the reader of the layer's class recognises.
pub fn columns(layer: &Layer) -> Vec<Column> {
    let keys = &layer.keys;
    let plain = |name: &str, label, asked| Column {
        name: name.to_owned(),
        label,
        asked,
        default: None,
        is_needed: false,
    };
    let needed = |name: &str, label, asked, default: &str| Column {
        default: (!default.is_empty()).then(|| default.to_owned()),
        is_needed: true,
        ..plain(name, label, asked)
    };
    let mut columns = vec![needed(
        &keys.id,
        "Id (lower-case letters, digits, hyphens; unique in the map)",
        Asked::Id,
        &next_id(layer),
    )];
    if layer.class != Class::Areas {
        columns.push(plain(&keys.name, "Name, as printed", Asked::Text));
        for (language, label) in
            [("en", "Name in English"), ("es", "Name in Spanish"), ("fr", "Name in French")]
        {
            columns.push(plain(&format!("{}:{language}", keys.name), label, Asked::Text));
        }
    }
    let kind = |choices, default| needed(&keys.kind, "Kind", Asked::Choice(choices), default);
    match layer.class {
        Class::Ground(LayerClass::Road) => columns.push(kind(WAYS, "'road'")),
        Class::Ground(LayerClass::Railroad) => columns.push(kind(RAILROADS, "'in-use'")),
        Class::Ground(LayerClass::Crossing) => columns.push(kind(CROSSINGS, "'bridge'")),
        Class::Ground(LayerClass::Orchard) => {
            columns.push(Column { is_needed: false, ..kind(ORCHARDS, "'orchard'") });
        }
        Class::Ground(LayerClass::Watercourse) => {
            columns.push(kind(WATERS, "'stream'"));
            let metres = Asked::Metres { most: 10_000.0, step: 1.0 };
            columns.push(plain(&keys.width, "Width in metres", metres));
        }
        Class::Ground(LayerClass::Hill) => columns.push(needed(
            &keys.level,
            "Level (1 at the foot, 2 on it …)",
            Asked::Level(HIGHEST_LEVEL),
            "1",
        )),
        Class::Ground(LayerClass::Crest) => {
            columns.push(needed(&keys.hill, "Hill", Asked::Hill, ""));
        }
        Class::Ground(LayerClass::Place) => {
            columns.push(needed(&keys.rank, "Rank", Asked::Rank(RANKS), "3"));
        }
        Class::Ground(LayerClass::Farm) => {
            columns.push(plain("symbol", "Symbol of the map's style, if any", Asked::Text));
        }
        Class::Area(MapLayerClass::Place) => columns.push(kind(PLACES, "'town'")),
        _ => {}
    }
    columns.push(plain("basis", "Basis of the data", Asked::Choice(BASES)));
    let metres = Asked::Metres { most: 100_000.0, step: 5.0 };
    columns.push(plain("accuracy_m", "Accuracy in metres", metres));
    columns.push(plain("source", "Source: map and page", Asked::Text));
    columns
}

/// An empty layer of a class: one row without id and geometry, which keeps the columns and their
/// types.
pub fn columns_row(class: LayerClass) -> String {
    let (class, keys) = (Class::Ground(class), Keys::default());
    let layer = Layer { file: String::new(), class, keys, is_empty: true };
    let value = |column: &Column| match column.asked {
        Asked::Level(_) | Asked::Rank(_) => "1",
        // A decimal; otherwise QGIS would read the column as integers.
        Asked::Metres { .. } => "0.5",
        Asked::Id | Asked::Text | Asked::Choice(_) | Asked::Hill => "null",
    };
    let columns = columns(&layer);
    let properties: Vec<String> = columns
        .iter()
        .map(|column| format!("{}: {}", json_string(&column.name), value(column)))
        .collect();
    format!(
        "{{ \"type\": \"FeatureCollection\", \"features\": [\n{{ \"type\": \"Feature\", \"properties\": {{ {} }}, \"geometry\": null }}\n] }}\n",
        properties.join(", ")
    )
}

/// An expression for a unique id in the layer: `wood-13` after `wood-12`.
fn next_id(layer: &Layer) -> String {
    let (id, stem) = (quoted(&layer.keys.id), layer.class.stem());
    format!(
        "'{stem}-' || (1 + coalesce(maximum(to_int(regexp_substr({id}, '^{stem}-(\\\\d+)$'))), 0))"
    )
}

/// The name of a column in an expression.
pub fn quoted(column: &str) -> String {
    format!("\"{}\"", column.replace('"', "\"\""))
}

impl Column {
    /// The input widget; `hills` is the hills layer with its id column.
    pub fn field(&self, hills: Option<(&str, &str)>) -> Element {
        let text = |multiline| {
            let settings = [("IsMultiline", multiline), ("UseHtml", false)];
            ("TextEdit", Setting::map(settings.map(|(name, yes)| (name, Setting::Yes(yes)))))
        };
        let choice = |entries: Vec<(&str, Setting)>| {
            let entry =
                |(shown, value): (&str, Setting)| Setting::Map(vec![(shown.to_owned(), value)]);
            let entries = entries.into_iter().map(entry).collect();
            ("ValueMap", Setting::map([("map", Setting::List(entries))]))
        };
        let range = |least: Setting, most: Setting, step: Setting, suffix: &str| {
            let settings = [
                ("AllowNull", Setting::Yes(true)),
                ("Min", least),
                ("Max", most),
                ("Step", step),
                ("Precision", Setting::Whole(0)),
                ("Style", Setting::text("SpinBox")),
                ("Suffix", Setting::text(suffix)),
            ];
            ("Range", Setting::map(settings))
        };
        let (kind, settings) = match &self.asked {
            Asked::Id | Asked::Text => text(false),
            Asked::Choice(words) => {
                choice(words.iter().map(|&(shown, word)| (shown, Setting::text(word))).collect())
            }
            Asked::Rank(ranks) => {
                choice(ranks.iter().map(|&(shown, rank)| (shown, Setting::Whole(rank))).collect())
            }
            Asked::Level(most) => {
                range(Setting::Whole(1), Setting::Whole(*most), Setting::Whole(1), "")
            }
            Asked::Metres { most, step } => {
                range(Setting::Number(0.0), Setting::Number(*most), Setting::Number(*step), " m")
            }
            Asked::Hill => match hills {
                Some((layer, id)) => {
                    let settings = [
                        ("AllowMulti", Setting::Yes(false)),
                        ("AllowNull", Setting::Yes(true)),
                        ("Key", Setting::text(id)),
                        ("Layer", Setting::text(layer)),
                        ("OrderByValue", Setting::Yes(true)),
                        ("Value", Setting::text(id)),
                    ];
                    ("ValueRelation", Setting::map(settings))
                }
                None => text(false),
            },
        };
        let config = Element::new("config").holding(settings.element(None));
        let widget = Element::new("editWidget").with("type", kind).holding(config);
        Element::new("field")
            .with("configurationFlags", "None")
            .with("name", self.name.as_str())
            .holding(widget)
    }

    /// The label in the form.
    pub fn alias(&self, index: usize) -> Element {
        Element::new("alias")
            .with("field", self.name.as_str())
            .with("index", index.to_string())
            .with("name", self.label)
    }

    /// The default value of a new feature.
    pub fn default(&self) -> Element {
        Element::new("default")
            .with("field", self.name.as_str())
            .with("expression", self.default.as_deref().unwrap_or(""))
            .with("applyOnUpdate", "0")
    }

    /// Constraints (required, unique), which warn during editing but do not block.
    pub fn constraint(&self) -> Element {
        // 1 is not null, 2 unique; the strength 2 only warns.
        let (flags, unique) = match (&self.asked, self.is_needed) {
            (Asked::Id, _) => (3, 2),
            (_, true) => (1, 0),
            (_, false) => (0, 0),
        };
        let needed = if self.is_needed { "2" } else { "0" };
        Element::new("constraint")
            .with("field", self.name.as_str())
            .with("constraints", flags.to_string())
            .with("notnull_strength", needed)
            .with("unique_strength", unique.to_string())
            .with("exp_strength", "0")
    }
}

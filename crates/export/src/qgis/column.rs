//! The columns of a layer and their QGIS widgets: drop-downs for choices, numbers with units,
//! generated ids for new features.

use super::element::{Element, Setting};
use super::{Class, Keys, Layer};
use sandtable_authored::LayerClass;
use sandtable_authored::fab::MapLayerClass;
use sandtable_source::json_string;

/// A column of a layer.
pub struct Column {
    /// The name of the feature property.
    pub name: String,
    /// The label in the form.
    label: &'static str,
    asked: InputKind,
    /// The default value of a new feature, as a QGIS expression.
    default: Option<String>,
    /// Whether a feature must have a value.
    is_required: bool,
}

/// The type of input.
enum InputKind {
    /// An id: a unique text.
    Id,
    Text,
    /// A choice of words: pairs of form label and word.
    Choice(&'static [(&'static str, &'static str)]),
    /// A choice of integers: pairs of form label and integer.
    Rank(&'static [(&'static str, i64)]),
    /// An integer from 1 to this maximum.
    Level(i64),
    /// A length in metres, adjustable in steps.
    Metres {
        max: f64,
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
const ROAD_KINDS: &[(&str, &str)] = &[("pike", "pike"), ("road", "road"), ("lane", "lane")];
const WATERCOURSE_KINDS: &[(&str, &str)] = &[
    ("river: crossed only at bridges and fords", "river"),
    ("stream: fordable anywhere", "stream"),
];
const CROSSING_KINDS: &[(&str, &str)] = &[("bridge", "bridge"), ("ford", "ford")];
const RAILROAD_KINDS: &[(&str, &str)] =
    &[("in use", "in-use"), ("unfinished", "unfinished"), ("cut: only earthworks", "cut")];
const ORCHARD_KINDS: &[(&str, &str)] = &[("orchard", "orchard"), ("grove", "grove")];
const RANKS: &[(&str, i64)] = &[("1: town", 1), ("2: main name", 2), ("3: detail", 3)];
const PLACE_KINDS: &[(&str, &str)] = &[
    ("town", "town"),
    ("port", "port"),
    ("airfield", "airfield"),
    ("height", "height"),
    ("fort", "fort"),
    ("bridge", "bridge"),
    ("region: land outside the areas", "region"),
];
/// The highest level of a hill.
const MAX_LEVEL: i64 = 15;

/// The columns that the compiler reads for the layer's class.
pub fn columns(layer: &Layer) -> Vec<Column> {
    let keys = &layer.keys;
    let plain = |name: &str, label, input| Column {
        name: name.to_owned(),
        label,
        asked: input,
        default: None,
        is_required: false,
    };
    let required = |name: &str, label, input, default: &str| Column {
        default: (!default.is_empty()).then(|| default.to_owned()),
        is_required: true,
        ..plain(name, label, input)
    };
    let mut columns = vec![required(
        &keys.id,
        "Id (lower-case letters, digits, hyphens; unique in the map)",
        InputKind::Id,
        &next_id(layer),
    )];
    if layer.class != Class::Areas {
        columns.push(plain(&keys.name, "Name, as printed", InputKind::Text));
        for (language, label) in
            [("en", "Name in English"), ("es", "Name in Spanish"), ("fr", "Name in French")]
        {
            columns.push(plain(&format!("{}:{language}", keys.name), label, InputKind::Text));
        }
    }
    let kind = |choices, default| required(&keys.kind, "Kind", InputKind::Choice(choices), default);
    match layer.class {
        Class::Ground(LayerClass::Road) => columns.push(kind(ROAD_KINDS, "'road'")),
        Class::Ground(LayerClass::Railroad) => columns.push(kind(RAILROAD_KINDS, "'in-use'")),
        Class::Ground(LayerClass::Crossing) => columns.push(kind(CROSSING_KINDS, "'bridge'")),
        Class::Ground(LayerClass::Orchard) => {
            columns.push(Column { is_required: false, ..kind(ORCHARD_KINDS, "'orchard'") });
        }
        Class::Ground(LayerClass::Watercourse) => {
            columns.push(kind(WATERCOURSE_KINDS, "'stream'"));
            let metres = InputKind::Metres { max: 10_000.0, step: 1.0 };
            columns.push(plain(&keys.width, "Width in metres", metres));
        }
        Class::Ground(LayerClass::Hill) => columns.push(required(
            &keys.level,
            "Level (1 at the foot, 2 on it …)",
            InputKind::Level(MAX_LEVEL),
            "1",
        )),
        Class::Ground(LayerClass::Crest) => {
            columns.push(required(&keys.hill, "Hill", InputKind::Hill, ""));
        }
        Class::Ground(LayerClass::Place) => {
            columns.push(required(&keys.rank, "Rank", InputKind::Rank(RANKS), "3"));
        }
        Class::Ground(LayerClass::Farm) => {
            columns.push(plain("symbol", "Symbol of the map's style, if any", InputKind::Text));
        }
        Class::Area(MapLayerClass::Place) => columns.push(kind(PLACE_KINDS, "'town'")),
        _ => {}
    }
    columns.push(plain("basis", "Basis of the data", InputKind::Choice(BASES)));
    let metres = InputKind::Metres { max: 100_000.0, step: 5.0 };
    columns.push(plain("accuracy_m", "Accuracy in metres", metres));
    columns.push(plain("source", "Source: map and page", InputKind::Text));
    columns
}

/// Returns an empty layer file of a class. Its only row, without id or geometry, preserves the
/// columns and their types.
pub fn empty_layer(class: LayerClass) -> String {
    let (class, keys) = (Class::Ground(class), Keys::default());
    let layer = Layer { file: String::new(), class, keys, is_empty: true };
    let value = |column: &Column| match column.asked {
        InputKind::Level(_) | InputKind::Rank(_) => "1",
        // A decimal value, because QGIS would otherwise read the column as integers.
        InputKind::Metres { .. } => "0.5",
        InputKind::Id | InputKind::Text | InputKind::Choice(_) | InputKind::Hill => "null",
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

/// A QGIS expression for an id that is unique in the layer: `wood-13` after `wood-12`.
fn next_id(layer: &Layer) -> String {
    let (id, stem) = (quote_column(&layer.keys.id), layer.class.id_prefix());
    format!(
        "'{stem}-' || (1 + coalesce(maximum(to_int(regexp_substr({id}, '^{stem}-(\\\\d+)$'))), 0))"
    )
}

/// Quotes a column name for a QGIS expression.
pub fn quote_column(column: &str) -> String {
    format!("\"{}\"", column.replace('"', "\"\""))
}

impl Column {
    /// The input widget; `hills` is the hills layer with its id column.
    pub fn field(&self, hills: Option<(&str, &str)>) -> Element {
        let text = |multiline| {
            let settings = [("IsMultiline", multiline), ("UseHtml", false)];
            ("TextEdit", Setting::map(settings.map(|(name, yes)| (name, Setting::Bool(yes)))))
        };
        let choice = |entries: Vec<(&str, Setting)>| {
            let entry =
                |(shown, value): (&str, Setting)| Setting::Map(vec![(shown.to_owned(), value)]);
            let entries = entries.into_iter().map(entry).collect();
            ("ValueMap", Setting::map([("map", Setting::List(entries))]))
        };
        let range = |min: Setting, max: Setting, step: Setting, suffix: &str| {
            let settings = [
                ("AllowNull", Setting::Bool(true)),
                ("Min", min),
                ("Max", max),
                ("Step", step),
                ("Precision", Setting::Integer(0)),
                ("Style", Setting::text("SpinBox")),
                ("Suffix", Setting::text(suffix)),
            ];
            ("Range", Setting::map(settings))
        };
        let (kind, settings) = match &self.asked {
            InputKind::Id | InputKind::Text => text(false),
            InputKind::Choice(words) => {
                choice(words.iter().map(|&(shown, word)| (shown, Setting::text(word))).collect())
            }
            InputKind::Rank(ranks) => {
                choice(ranks.iter().map(|&(shown, rank)| (shown, Setting::Integer(rank))).collect())
            }
            InputKind::Level(most) => {
                range(Setting::Integer(1), Setting::Integer(*most), Setting::Integer(1), "")
            }
            InputKind::Metres { max: most, step } => {
                range(Setting::Number(0.0), Setting::Number(*most), Setting::Number(*step), " m")
            }
            InputKind::Hill => match hills {
                Some((layer, id)) => {
                    let settings = [
                        ("AllowMulti", Setting::Bool(false)),
                        ("AllowNull", Setting::Bool(true)),
                        ("Key", Setting::text(id)),
                        ("Layer", Setting::text(layer)),
                        ("OrderByValue", Setting::Bool(true)),
                        ("Value", Setting::text(id)),
                    ];
                    ("ValueRelation", Setting::map(settings))
                }
                None => text(false),
            },
        };
        let config = Element::new("config").with_child(settings.element(None));
        let widget = Element::new("editWidget").with("type", kind).with_child(config);
        Element::new("field")
            .with("configurationFlags", "None")
            .with("name", self.name.as_str())
            .with_child(widget)
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
        let (flags, unique) = match (&self.asked, self.is_required) {
            (InputKind::Id, _) => (3, 2),
            (_, true) => (1, 0),
            (_, false) => (0, 0),
        };
        let required = if self.is_required { "2" } else { "0" };
        Element::new("constraint")
            .with("field", self.name.as_str())
            .with("constraints", flags.to_string())
            .with("notnull_strength", required)
            .with("unique_strength", unique.to_string())
            .with("exp_strength", "0")
    }
}

//! QGIS symbols: fills, lines and marks similar to the printed map. Lengths are in millimetres on
//! screen or paper.

use sandtable_pack::Rgb;

use super::element::{Element, Setting};

/// A colour in QGIS notation.
pub fn colour(rgb: Rgb) -> String {
    format!("{},{},{},255", rgb.red, rgb.green, rgb.blue)
}

/// A colour with an opacity: 0 is transparent, 255 opaque.
pub fn translucent(rgb: Rgb, alpha: u8) -> String {
    format!("{},{},{},{alpha}", rgb.red, rgb.green, rgb.blue)
}

/// A symbol layer.
pub struct Stroke {
    class: &'static str,
    /// Its drawing order among all features of the layer.
    pass: u8,
    settings: Vec<(&'static str, String)>,
    /// The symbol that is repeated along a line or over an area.
    pattern: Option<Box<Symbol>>,
}

/// A symbol: its strokes in drawing order.
pub struct Symbol {
    kind: &'static str,
    strokes: Vec<Stroke>,
}

impl Stroke {
    fn new(class: &'static str, settings: Vec<(&'static str, String)>) -> Self {
        Self { class, pass: 0, settings, pattern: None }
    }

    /// Sets the drawing order across all features: higher numbers are drawn on top.
    pub fn pass(self, pass: u8) -> Self {
        Self { pass, ..self }
    }

    /// A solid fill without an outline.
    pub fn tint(colour: String) -> Self {
        Self::new(
            "SimpleFill",
            vec![
                ("color", colour),
                ("style", "solid".to_owned()),
                ("outline_style", "no".to_owned()),
            ],
        )
    }

    /// A solid line.
    pub fn line(colour: String, width: f64) -> Self {
        Self::new(
            "SimpleLine",
            vec![
                ("line_color", colour),
                ("line_style", "solid".to_owned()),
                ("line_width", width.to_string()),
                ("line_width_unit", "MM".to_owned()),
                ("capstyle", "round".to_owned()),
                ("joinstyle", "round".to_owned()),
            ],
        )
    }

    /// A dashed line.
    pub fn dashes(colour: String, width: f64, dash: f64, gap: f64) -> Self {
        let mut line = Self::line(colour, width);
        line.settings.retain(|(name, _)| *name != "capstyle");
        line.settings.extend([
            ("capstyle", "flat".to_owned()),
            ("use_custom_dash", "1".to_owned()),
            ("customdash", format!("{dash};{gap}")),
            ("customdash_unit", "MM".to_owned()),
        ]);
        line
    }

    /// A point mark with a QGIS shape.
    pub fn mark(shape: &str, fill: String, line: String, size: f64) -> Self {
        Self::new(
            "SimpleMarker",
            vec![
                ("name", shape.to_owned()),
                ("color", fill),
                ("outline_color", line),
                ("outline_width", "0.2".to_owned()),
                ("size", size.to_string()),
                ("size_unit", "MM".to_owned()),
            ],
        )
    }

    /// Hatching over an area, with its line spacing and its angle counter-clockwise from the bottom
    /// edge.
    pub fn hatching(angle: i32, spacing: f64, line: Self) -> Self {
        let settings = vec![
            ("angle", angle.to_string()),
            ("distance", spacing.to_string()),
            ("distance_unit", "MM".to_owned()),
        ];
        Self {
            pattern: Some(Box::new(Symbol::line([line]))),
            ..Self::new("LinePatternFill", settings)
        }
    }

    /// Marks over an area; every other row is offset by half the spacing.
    pub fn dots(spacing: f64, mark: Self) -> Self {
        let settings = vec![
            ("distance_x", spacing.to_string()),
            ("distance_y", spacing.to_string()),
            ("displacement_x", (spacing / 2.0).to_string()),
            ("distance_x_unit", "MM".to_owned()),
            ("distance_y_unit", "MM".to_owned()),
            ("displacement_x_unit", "MM".to_owned()),
        ];
        Self {
            pattern: Some(Box::new(Symbol::marks([mark]))),
            ..Self::new("PointPatternFill", settings)
        }
    }

    /// Marks along a line, rotated to follow it.
    pub fn marks_along(spacing: f64, mark: Self) -> Self {
        let settings = vec![
            ("interval", spacing.to_string()),
            ("interval_unit", "MM".to_owned()),
            ("offset_along_line", (spacing / 2.0).to_string()),
            ("placement", "interval".to_owned()),
            ("rotate", "1".to_owned()),
        ];
        Self { pattern: Some(Box::new(Symbol::marks([mark]))), ..Self::new("MarkerLine", settings) }
    }

    fn element(&self, name: &str) -> Element {
        let settings = self.settings.iter().map(|(name, value)| (*name, Setting::text(value)));
        let pattern = self.pattern.as_ref().map(|symbol| symbol.element(&format!("@{name}")));
        Element::new("layer")
            .with("class", self.class)
            .with("enabled", "1")
            .with("locked", "0")
            .with("pass", self.pass.to_string())
            .with_child(Setting::map(settings).element(None))
            .with_children(pattern)
    }
}

impl Symbol {
    /// A symbol for polygons.
    pub fn fill(strokes: impl IntoIterator<Item = Stroke>) -> Self {
        Self { kind: "fill", strokes: strokes.into_iter().collect() }
    }

    /// A symbol for lines.
    pub fn line(strokes: impl IntoIterator<Item = Stroke>) -> Self {
        Self { kind: "line", strokes: strokes.into_iter().collect() }
    }

    /// A symbol for points.
    pub fn marks(strokes: impl IntoIterator<Item = Stroke>) -> Self {
        Self { kind: "marker", strokes: strokes.into_iter().collect() }
    }

    fn element(&self, name: &str) -> Element {
        let strokes = self.strokes.iter().enumerate();
        Element::new("symbol")
            .with("type", self.kind)
            .with("name", name)
            .with("alpha", "1")
            .with("clip_to_extent", "1")
            .with("force_rhr", "0")
            .with_children(
                strokes.map(|(index, stroke)| stroke.element(&format!("{name}@{index}"))),
            )
    }
}

/// The style of a layer's features.
pub enum LayerStyle {
    /// One symbol for all features.
    Single(Symbol),
    /// A symbol for each value of a column, with the value and legend text. The last entry, without
    /// a value, is for all other values.
    ByValue(String, Vec<(&'static str, &'static str, Symbol)>),
}

impl LayerStyle {
    /// The QGIS renderer of this style.
    pub fn element(&self) -> Element {
        let renderer = Element::new("renderer-v2")
            .with("enableorderby", "0")
            .with("forceraster", "0")
            .with("symbollevels", "1");
        match self {
            Self::Single(symbol) => renderer
                .with("type", "singleSymbol")
                .with_child(Element::new("symbols").with_child(symbol.element("0"))),
            Self::ByValue(column, kinds) => {
                let category = |(index, (value, label, _)): (usize, &(&str, &str, Symbol))| {
                    Element::new("category")
                        .with("value", *value)
                        .with("label", *label)
                        .with("symbol", index.to_string())
                        .with("render", "true")
                };
                let symbols = kinds.iter().enumerate();
                let symbols =
                    symbols.map(|(index, (_, _, symbol))| symbol.element(&index.to_string()));
                let categories = kinds.iter().enumerate().map(category);
                renderer
                    .with("type", "categorizedSymbol")
                    .with("attr", column.as_str())
                    .with_child(Element::new("categories").with_children(categories))
                    .with_child(Element::new("symbols").with_children(symbols))
            }
        }
    }
}

//! Printed text and colours.

use sandtable_source::{
    Node, Prose, Read, Reader, Span, Value, authored, code, inline_schema, message,
};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::text;

/// Printed text with its translations.
#[derive(Clone, Debug, PartialEq)]
pub struct Text {
    /// The span of the text in the file.
    pub span: Span,
    /// English.
    pub en: String,
    /// Spanish.
    pub es: Option<String>,
    /// French.
    pub fr: Option<String>,
    /// Whether one text was given for all languages.
    pub plain: bool,
}

authored! {
    /// Text in several languages.
    pub struct Translations("text") {
        /// English.
        pub en: String,
        /// Spanish.
        pub es: Option<String>,
        /// French.
        pub fr: Option<String>,
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let translations = generator.subschema_for::<Translations>();
        json_schema!({ "anyOf": [{ "type": "string" }, translations] })
    }
}

impl Read for Text {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::Map(_) = node.value {
            let Translations { span, en, es, fr } = Translations::read(node, reader)?;
            return Some(Self { span, en, es, fr, plain: false });
        }
        let en = String::read(node, reader)?;
        Some(Self { span: node.span, en, es: None, fr: None, plain: true })
    }

    fn stand_in(span: Span) -> Option<Self> {
        Some(Self { span, en: String::new(), es: None, fr: None, plain: true })
    }
}

/// Printed text that may have several lines or paragraphs.
#[derive(Clone, Debug, PartialEq)]
pub struct LongText(Text);

impl std::ops::Deref for LongText {
    type Target = Text;

    fn deref(&self) -> &Text {
        &self.0
    }
}

authored! {
    /// Text of several lines in several languages.
    pub struct LongTranslations("text") {
        /// English.
        pub en: Prose,
        /// Spanish.
        pub es: Option<Prose>,
        /// French.
        pub fr: Option<Prose>,
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for LongText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Text::schema_name()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Text::json_schema(generator)
    }
}

impl Read for LongText {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        if let Value::Map(_) = node.value {
            let LongTranslations { span, en, es, fr } = LongTranslations::read(node, reader)?;
            let [es, fr] = [es, fr].map(|text| text.map(|text| text.0));
            return Some(Self(Text { span, en: en.0, es, fr, plain: false }));
        }
        let en = Prose::read(node, reader)?.0;
        Some(Self(Text { span: node.span, en, es: None, fr: None, plain: true }))
    }

    fn stand_in(span: Span) -> Option<Self> {
        Text::stand_in(span).map(Self)
    }
}

/// Text that is not blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NonEmptyText(pub String);

inline_schema!(NonEmptyText, "Filled", { "type": "string", "pattern": "\\S" });

impl Read for NonEmptyText {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let text = String::read(node, reader)?;
        if text.trim().is_empty() {
            let nothing = Node { value: Value::Null, ..node.clone() };
            reader.wrong_kind(&nothing, "a text");
            return None;
        }
        Some(Self(text))
    }

    fn stand_in(span: Span) -> Option<Self> {
        String::stand_in(span).map(Self)
    }
}

/// A colour on screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub sandtable_pack::Rgb);

inline_schema!(Colour, "Colour", { "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" });

impl Read for Colour {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "a colour such as \"#1f3a5f\", in quotes";
        if node.value == Value::Null {
            // In YAML, an unquoted `#` starts a comment.
            let message =
                message::wrong_type("a colour", Some(reader.subject().as_str()), node.kind());
            reader.refuse(
                code::WRONG_KIND,
                node,
                message,
                "empty",
                "put the colour in quotes, \"#1f3a5f\": without quotes, `#` starts a comment",
            );
            return None;
        }
        let text = text(node, reader, EXPECTED)?;
        let colour = sandtable_pack::Rgb::try_from(text.to_owned()).ok();
        if colour.is_none() {
            let message = message::invalid("colour", text);
            let digits = text.trim_start_matches('#');
            let hexadecimal = digits.bytes().all(|b| b.is_ascii_hexdigit());
            let help = match digits.len() {
                6 if hexadecimal => format!("write \"#{digits}\", in quotes"),
                3 if hexadecimal => {
                    let doubled: String = digits.chars().flat_map(|c| [c, c]).collect();
                    format!("write \"#{doubled}\", in quotes")
                }
                _ => format!(
                    "write {EXPECTED}: `#` and two hexadecimal digits each for red, green and blue"
                ),
            };
            reader.refuse(code::WRONG_KIND, node, message, "not a colour", help);
        }
        colour.map(Self)
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self(sandtable_pack::Rgb { red: 0, green: 0, blue: 0 }))
    }
}

/// Converts authored text to its packed form, which is printed with curly apostrophes.
pub fn to_printed(text: &Text) -> sandtable_pack::Text {
    let set = |text: &String| text.replace('\'', "’");
    let [es, fr] = [&text.es, &text.fr].map(|text| text.as_ref().map(set));
    sandtable_pack::Text { en: set(&text.en), es, fr }
}

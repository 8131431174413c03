//! Names of spot inks and printing conditions.

use sandtable_source::{Node, Read, Reader, code, message};
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The name of a spot ink: printable ASCII, except the names of process inks, `All` and `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotName(pub String);

/// Names reserved for other inks.
const RESERVED: [&str; 6] = ["All", "None", "Cyan", "Magenta", "Yellow", "Black"];

impl SpotName {
    /// Validates the name of a spot ink; returns the reason if it is invalid.
    pub fn new(name: &str) -> Result<Self, &'static str> {
        let is_plain = !name.trim().is_empty()
            && name.len() <= 60
            && name.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        match RESERVED.iter().any(|taken| taken.eq_ignore_ascii_case(name)) {
            true => Err("the name of a process ink, of all inks or of none"),
            false if !is_plain => Err("not a name in plain ASCII"),
            false => Ok(Self(name.to_owned())),
        }
    }
}

impl Read for SpotName {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let reason = match Self::new(&String::read(node, reader)?) {
            Ok(name) => return Some(name),
            Err(why) => why,
        };
        reader.refuse(
            code::SPOT_NAME,
            node,
            message!("{} must be the name of a spot ink", reader.subject()),
            reason,
            "write the name that the shop gave you, such as `CutContour`: at most 60 letters, digits, symbols and spaces in plain ASCII",
        );
        None
    }

    fn expected() -> Option<String> {
        Some("the name of a spot ink, such as `CutContour`".to_owned())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for SpotName {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "SpotName".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "pattern": "^[ -~]*[!-~][ -~]*$", "maxLength": 60 })
    }
    fn inline_schema() -> bool {
        true
    }
}

/// The name of a printing condition, or `none`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition(pub Option<String>);

impl Read for Condition {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        let name = String::read(node, reader)?;
        if name.eq_ignore_ascii_case("none") {
            return Some(Self(None));
        }
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _-.()".contains(&byte);
        if !name.trim().is_empty() && name.len() <= 60 && name.bytes().all(is_plain) {
            return Some(Self(Some(name)));
        }
        reader.refuse(
            code::BAD_TEXT,
            node,
            message!("{} must be the name of a printing condition", reader.subject()),
            "not the name of a printing condition",
            "write its name as the ICC lists it, such as `FOGRA39`, or `none`",
        );
        None
    }

    fn expected() -> Option<String> {
        Some("the name of a printing condition, such as `FOGRA39`, or `none`".to_owned())
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Condition {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PrintingCondition".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[A-Za-z0-9 _.()-]*[A-Za-z0-9_.()-][A-Za-z0-9 _.()-]*$",
            "maxLength": 60,
            "examples": ["FOGRA39", "none"]
        })
    }
    fn inline_schema() -> bool {
        true
    }
}

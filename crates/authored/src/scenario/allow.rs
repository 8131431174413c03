//! The `allow` list: intended warnings.

use sandtable_source::{
    CODES, Code, Diagnostic, Node, Read, Reader, Spanned, Value, authored, code, inline_schema,
    message,
};

use crate::values::Id;

authored! {
    /// An intended warning at one place.
    pub struct Allow("allow") {
        /// The warning's code, such as ST0508.
        pub code: Spanned<FindingCode>,
        /// The id of the subject of the warning: a piece, command, side, feature or entry.
        pub at: Spanned<Id>,
        /// The reason; `check --notes` shows it.
        pub reason: Spanned<String>,
    }
}

/// A diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FindingCode(pub Code);

inline_schema!(FindingCode, "FindingCode", { "type": "string", "pattern": "^ST[0-9]{4}$" });

impl Read for FindingCode {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        const EXPECTED: &str = "the code of a warning, such as `ST0508`";
        let written = match &node.value {
            Value::Text(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            _ => {
                reader.wrong_kind(node, EXPECTED);
                return None;
            }
        };
        let found = Code::parse(&written);
        if let Some(code) = found.filter(|code| code.to_string() == written) {
            return Some(Self(code));
        }
        let finding =
            Diagnostic::new(code::ALLOW_CODE, message::not_found("diagnostic code", &written))
                .at(node.head(), "unknown code");
        reader.report(match found {
            Some(code) => finding.help(format!("write `{code}`")),
            None => {
                let names: Vec<String> = CODES.iter().map(|entry| entry.code.to_string()).collect();
                finding
                    .did_you_mean(&written, names.iter().map(String::as_str))
                    .help(format!("write {EXPECTED}; `sandtable explain` lists all codes"))
            }
        });
        None
    }

    fn expected() -> Option<String> {
        Some("the code of a warning, such as `ST0508`".to_owned())
    }
}

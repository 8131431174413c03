//! Reports faults in the YAML text.

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{ErrorKind, ScanError};

use super::super::{Entry, Value, column, syntax};
use super::{Builder, INCLUDE};
use crate::codes::{Code, code};
use crate::diagnostic::Diagnostic;
use crate::file::Span;
use crate::message;
use crate::message::{Message, duplicate};
use crate::tree::limits::MAX_DEPTH;

impl Builder<'_> {
    /// Reports duplicate keys of a map; readers use only the first one.
    pub(super) fn report_duplicate_keys(&mut self, entries: &[Entry]) {
        if self.report_misplaced_head(entries) {
            return;
        }
        let mut first = BTreeMap::new();
        for entry in entries {
            let before = *first.entry(entry.key.as_str()).or_insert(entry.key_span);
            if before == entry.key_span {
                continue;
            }
            let help = match entry.value.value {
                Value::Map(_) => "rename one of them, or remove one",
                _ => "remove one of them",
            };
            self.diagnostics.push(
                Diagnostic::new(code::DUPLICATE_KEY, duplicate("key", &entry.key))
                    .at(entry.key_span, "duplicate key")
                    .also(before, "first defined here")
                    .help(help),
            );
        }
    }

    /// Returns whether the duplicate keys belong inside a key that is indented too far. If so,
    /// reports only that key.
    fn report_misplaced_head(&mut self, entries: &[Entry]) -> bool {
        let mut keys = BTreeSet::new();
        let repeated = entries.iter().position(|entry| !keys.insert(entry.key.as_str()));
        let Some(number) = repeated.filter(|&number| number > 0) else { return false };
        let is_hollow = entries[number - 1].value.value == Value::Null;
        let at = entries[number].key_span;
        let typo = is_hollow.then(|| column::head_too_far_right(self.text, at.start as usize));
        let Some(typo) = typo.flatten() else { return false };
        let head = entries[number - 1].key_span;
        self.diagnostics.push(
            Diagnostic::new(
                code::DUPLICATE_KEY,
                message!(
                    "the key `{}` has no value, and the keys after it are duplicates",
                    entries[number - 1].key
                ),
            )
            .at(head, typo.label)
            .also(at, "this belongs to it")
            .help(typo.help),
        );
        (self.is_incomplete, self.is_reported) = (true, true);
        true
    }

    /// Reports a missing dash between two list items.
    pub(super) fn report_missing_dash(&mut self, item: &[Entry], key: &Entry) {
        self.diagnostics.push(
            Diagnostic::new(
                code::DUPLICATE_KEY,
                message!("missing dash before `{}`: two list items run together", key.key),
            )
            .at(key.key_span, "a new item starts here")
            .also(item[0].key_span, "the previous item starts here")
            .help(format!("write `- {}:`, with the dash below the previous dash", key.key)),
        );
    }

    pub(super) fn report_too_deep(&mut self, span: Span) -> Option<()> {
        self.report(
            code::TOO_DEEP,
            span,
            message!("values nested more than {MAX_DEPTH} levels deep"),
            "one level too many",
            "look for an extra bracket, or for indentation that keeps growing",
        );
        None
    }

    pub(super) fn report_unknown_anchor(&mut self, span: Span) {
        let name = self.text.get(span.range()).unwrap_or_default().trim().to_owned();
        let message = message!("undefined alias `{name}`");
        self.report(code::UNKNOWN_ANCHOR, span, message, "a leading `*` makes this an alias", "put text that starts with `*` in quotes; to repeat a value, put `&name` before its first use");
    }

    pub(super) fn reject_tag(&mut self, tagged: bool, span: Span) {
        if tagged {
            self.report(
                code::YAML_TAG,
                span,
                "YAML tags are not supported",
                "a leading `!` makes this a tag",
                "remove the tag; put text that starts with `!` in quotes",
            );
        }
    }

    pub(super) fn reject_include(&mut self, path: &str, span: Span) {
        self.report(
            code::YAML_TAG,
            span,
            "the tag `!include` is not supported",
            "a leading `!` makes this a tag",
            &format!("write `{{ {INCLUDE}: {path} }}`"),
        );
    }

    pub(super) fn report_syntax_error(&mut self, error: &ScanError) {
        if self.is_reported {
            return;
        }
        let at = error.marker().byte_offset().unwrap_or(0).min(self.text.len());
        let start = self.text.floor_char_boundary(at);
        let next =
            self.text[start..].chars().next().filter(|&c| c != '\n').map_or(0, char::len_utf8);
        let span = Span::new(self.file, start..start + next);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => {
                self.report_too_deep(span);
            }
            kind => self.diagnostics.push(syntax::diagnostic(self.text, span, kind)),
        }
    }

    pub(super) fn report(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<Message>,
        label: &str,
        help: &str,
    ) {
        self.diagnostics.push(Diagnostic::new(code, message).at(span, label).help(help));
    }
}

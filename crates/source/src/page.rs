//! Diagnostic code pages: the meaning, a wrong and a right example, and the rule.

use std::fmt::Write;

use crate::codes::{CODES, Code, GROUPS};
use crate::phrase::capitalise;

/// The parts of a page, `pages/STnnnn.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page<'p> {
    /// The problem, and the reason why it matters.
    pub text: &'p str,
    /// Wrong examples in code fences, possibly with an introduction.
    pub wrong: &'p str,
    /// The fix.
    pub right: &'p str,
    /// The rule for the diagnostic, if any.
    pub rule: Option<&'p str>,
}

impl<'p> Page<'p> {
    /// Splits a page into its parts; `None` if its sections are missing or in the wrong order.
    pub fn parse(markdown: &'p str) -> Option<Self> {
        let (text, rest) = markdown.split_once("\n## Wrong\n")?;
        let (wrong, rest) = rest.split_once("\n## Right\n")?;
        let (right, rule) = match rest.split_once("\n## Rule\n") {
            Some((right, rule)) => (right, Some(rule.trim())),
            None => (rest, None),
        };
        let page = Self { text: text.trim(), wrong: wrong.trim(), right: right.trim(), rule };
        let parts = [page.text, page.wrong, page.right, rule.unwrap_or("-")];
        parts.iter().all(|part| !part.is_empty() && !part.starts_with("## ")).then_some(page)
    }
}

/// A block of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block<'p> {
    /// Prose, on one or more lines.
    Paragraph(&'p str),
    /// An example with the language of its code fence.
    Example {
        /// `yaml`, `json`, `sh` or `text`.
        language: &'p str,
        /// The lines between the fences.
        text: &'p str,
    },
}

/// The paragraphs and examples of a part of a page, in order.
pub fn blocks(part: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    // Every second segment is inside a code fence.
    for (index, piece) in part.split("```").enumerate() {
        if index % 2 == 1 {
            let (language, text) = piece.split_once('\n').unwrap_or(("", piece));
            blocks.push(Block::Example { language: language.trim(), text: text.trim_end() });
            continue;
        }
        let paragraphs = piece.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        blocks.extend(paragraphs.map(Block::Paragraph));
    }
    blocks
}

/// All pages as one Markdown document: `docs/diagnostics.md`.
pub fn pages_as_markdown() -> String {
    let mut out = String::from(
        "# Diagnostics\n\n\
         Every diagnostic of `sandtable check` has a code. This page explains all codes, by subject;\n\
         `sandtable explain CODE` shows one of them on the terminal. Errors prevent a pack, warnings\n\
         need your review, and notes report choices of the compiler.\n\n\
         `sandtable explain --markdown` generates this page from `crates/source/pages` and\n\
         `crates/source/src/codes.rs`. Edit those files instead.\n",
    );
    for (number, group) in GROUPS {
        let _ = writeln!(out, "\n## {}", capitalise(group));
        for entry in CODES.iter().filter(|entry| entry.code.group() == *number) {
            let _ = writeln!(
                out,
                "\n### {}: {}\n\n*{}*",
                entry.code,
                entry.title,
                entry.severity.name()
            );
            let Some(page) = entry.code.page() else { continue };
            let _ = writeln!(
                out,
                "\n{}\n\nWrong:\n\n{}\n\nRight:\n\n{}",
                page.text, page.wrong, page.right
            );
            if let Some(rule) = page.rule {
                let _ = writeln!(out, "\nRule: {rule}");
            }
        }
    }
    out
}

impl Code {
    /// The parts of the page; `None` if a part is missing, which a test rules out.
    pub fn page(self) -> Option<Page<'static>> {
        Page::parse(self.page_text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_page_parts() {
        let text =
            "Words.\n\nMore.\n\n## Wrong\n```yaml\na: 1\n```\n## Right\nSo:\n```yaml\na: 2\n```\n";
        let page = Page::parse(text).expect("a page");
        assert_eq!((page.text, page.rule), ("Words.\n\nMore.", None));
        assert_eq!(blocks(page.text), [Block::Paragraph("Words."), Block::Paragraph("More.")]);
        let right = [Block::Paragraph("So:"), Block::Example { language: "yaml", text: "a: 2" }];
        assert_eq!(blocks(page.right), right);
        let ruled = format!("{text}\n## Rule\nPB-1.1: yes.\n");
        assert_eq!(Page::parse(&ruled).expect("a page").rule, Some("PB-1.1: yes."));
        for bad in ["", "Words.", "## Wrong\nx\n## Right\ny", "Words.\n## Right\nx\n## Wrong\ny"] {
            assert_eq!(Page::parse(bad), None, "{bad}");
        }
    }
}

//! The section of the page about findings.

use sandtable_source::ReportDiagnostic;

use super::Report;
use super::text::{escape, mark_up};
use crate::census::GameId;
use crate::findings::replay_command;

/// The reason why findings are only notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoteReason {
    /// The scenario allows them.
    Allowed,
    Minor,
    /// Some are allowed, others are minor.
    Both,
}

impl NoteReason {
    pub(crate) const fn words(self) -> &'static str {
        match self {
            Self::Allowed => "allowed",
            Self::Minor => "minor",
            Self::Both => "allowed or minor",
        }
    }
}

/// Returns a list of findings with their places.
pub(crate) fn list(findings: &[&ReportDiagnostic]) -> String {
    let mut text = "<ul class=\"findings\">\n".to_owned();
    for finding in findings {
        text += &format!(
            "<li class=\"{}\"><code>{}</code> {}",
            finding.severity,
            finding.code,
            mark_up(&finding.message)
        );
        if let Some(rule) = finding.rule {
            text += &format!(" <span class=\"rule\">{rule}</span>");
        }
        for span in &finding.spans {
            text += &format!(
                "<br><span class=\"place\">{}:{}:{}</span>",
                escape(&span.file),
                span.start.line,
                span.start.column
            );
            if !span.label.is_empty() {
                text += &format!(" <span class=\"help\">{}</span>", mark_up(&span.label));
            }
        }
        for help in &finding.help {
            text += &format!("<br><span class=\"help\">{}</span>", mark_up(help));
        }
        text += "</li>\n";
    }
    text + "</ul>\n"
}

impl Report<'_> {
    /// Returns the reason why notes are only notes.
    pub(crate) fn note_reason(&self) -> NoteReason {
        let notes = || self.result.findings.iter().filter(|one| one.severity == "note");
        let allowed = notes().filter(|one| one.allowed.is_some());
        match allowed.count() {
            0 => NoteReason::Minor,
            all if all == notes().count() => NoteReason::Allowed,
            _ => NoteReason::Both,
        }
    }

    pub(crate) fn findings(&self) -> String {
        let mut section = "<section id=\"findings\">\n<h2>Findings</h2>\n".to_owned();
        let (notes, others): (Vec<_>, Vec<_>) =
            self.result.findings.iter().partition(|one| one.severity == "note");
        if self.result.findings.is_empty() {
            section += "<p>None: every piece took part, every reinforcement entered and both sides can win.</p>\n";
        } else if others.is_empty() {
            let below = match self.note_reason() {
                NoteReason::Allowed => "those that the scenario allows",
                NoteReason::Minor => "minor ones",
                NoteReason::Both => "minor ones and those that the scenario allows",
            };
            section += &format!("<p>None except {below}, listed below.</p>\n");
        } else {
            section += &list(&others);
        }
        if !notes.is_empty() {
            let count = notes.len();
            let reason = self.note_reason().words();
            section += &format!("<details><summary>{count} more, {reason}</summary>\n");
            section += &list(&notes);
            section += "</details>\n";
        }
        if !self.result.findings.is_empty() {
            let game = GameId { seed: self.result.seed, swapped: false };
            section += &format!(
                "<p class=\"note\">To inspect a game, run this command with its seed: <code>{}</code>. For events that never happen, any game \
                 will do; seeds start at {}.</p>\n",
                escape(&replay_command(self.options, game)),
                self.result.seed
            );
        }
        section + "</section>\n"
    }
}

//! The printing condition and the keys of PDF/X; passwords and repairs.

use lopdf::Document;
use sandtable_shop::{ShopProfile, Standard};
use sandtable_source::{Diagnostic, Diagnostics, code, message};

use crate::page_lines::PageLines;
use crate::report::FileFacts;

pub(super) fn check(
    facts: &FileFacts,
    profile: &ShopProfile,
    document: &Document,
    lines: &PageLines,
    diagnostics: &mut Diagnostics,
) {
    if document.was_encrypted() {
        diagnostics.push(
            Diagnostic::new(code::PDF_LOCKED, "this PDF is encrypted, though without a password")
                .at(lines.whole(), "it restricts what one may do with it")
                .help("save it without restrictions: shops refuse files that they may not change; `qpdf --decrypt IN OUT` does it"),
        );
    }
    if document.xref_recovery.is_some() {
        diagnostics.push(
            Diagnostic::new(code::PDF_DAMAGED, "the table of contents of this PDF is damaged")
                .at(lines.whole(), "found again by looking through the file")
                .help(
                    "fetch the file once more, or export it again: other programs may not open it",
                ),
        );
    }
    intent(facts, profile, lines, diagnostics);
    if profile.standard == Standard::None {
        return;
    }
    let keys = &facts.pdf_x;
    if !keys.missing.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                code::PDFX_MISSING,
                message!("keys of PDF/X-4 are missing: {}", keys.missing.join("; ")),
            )
            .at(lines.whole(), match &keys.claimed {
                Some(claimed) => format!("it says that it is {claimed}"),
                None => "it does not say that it is PDF/X".to_owned(),
            })
            .help("export as PDF/X-4; if the shop takes any PDF, write `standard: none` in its profile"),
        );
    }
    if !keys.forbidden.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                code::PDFX_FORBIDDEN,
                message!("PDF/X-4 does not allow {}", keys.forbidden.join("; ")),
            )
            .at(lines.whole(), "may not be in a file for a press")
            .help("export without it, as PDF/X-4"),
        );
    }
}

fn intent(
    facts: &FileFacts,
    profile: &ShopProfile,
    lines: &PageLines,
    diagnostics: &mut Diagnostics,
) {
    let Some(wanted) = &profile.output_intent else { return };
    let plain = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    // `FOGRA39` is `Coated FOGRA39 (ISO 12647-2:2004)`, too.
    let is_wanted = |name: &str| plain(name).contains(&plain(&wanted.identifier));
    if facts.output_intents.iter().any(|intent| is_wanted(&intent.identifier)) {
        return;
    }
    let (message, label) = match facts.output_intents.first() {
        None => (
            format!(
                "nothing says for which printing condition the colours are; the shop asks for {}",
                wanted.identifier
            ),
            "no output intent".to_owned(),
        ),
        Some(other) => (
            format!(
                "the colours are for {}, and the shop asks for {}",
                other.identifier, wanted.identifier
            ),
            "another output intent".to_owned(),
        ),
    };
    diagnostics.push(Diagnostic::new(code::OUTPUT_INTENT, message).at(lines.whole(), label).help(
        format!("export with the output intent {}, its profile embedded", wanted.identifier),
    ));
}

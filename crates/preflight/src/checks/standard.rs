//! Checks the printing condition, PDF/X keys and encryption, and reports repairs.

use lopdf::Document;
use sandtable_shop::{PrintedBy, ShopProfile, Standard};
use sandtable_source::{Diagnostic, Diagnostics, code, message};

use crate::page_lines::PageLines;
use crate::pdf::objects::Objects;
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
            Diagnostic::new(code::PDF_LOCKED, "this PDF is encrypted without a password")
                .at(lines.whole(), "it restricts changes")
                .help("save it without restrictions, since shops reject files that they cannot change: run `qpdf --decrypt IN OUT`"),
        );
    }
    if document.xref_recovery.is_some() {
        diagnostics.push(
            Diagnostic::new(code::PDF_DAMAGED, "the cross-reference table of this PDF is damaged")
                .at(lines.whole(), "rebuilt by scanning the file")
                .help("download or export the file again: other programs may not open it"),
        );
    }
    if !facts.hidden_layers.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                code::LAYER_HIDDEN,
                message!("hidden layers: {}", facts.hidden_layers.join(", ")),
            )
            .at(lines.whole(), "their contents are not checked")
            .help("delete them before you export, unless the shop needs them"),
        );
    }
    if profile.target == PrintedBy::Home && !is_printed_at_full_size(document) {
        diagnostics.push(
            Diagnostic::new(code::PRINT_SCALING, "print dialogs may scale this PDF")
                .at(lines.whole(), "`PrintScaling` is not `None`")
                .help("choose “Actual size” or 100 % when you print it"),
        );
    }
    check_intent(facts, profile, lines, diagnostics);
    if profile.standard == Standard::None {
        return;
    }
    let keys = &facts.pdf_x;
    if !keys.missing.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                code::PDFX_MISSING,
                message!("missing PDF/X-4 keys: {}", keys.missing.join(", ")),
            )
            .at(lines.whole(), match &keys.claimed {
                Some(claimed) => format!("the file claims {claimed}"),
                None => "the file does not claim PDF/X".to_owned(),
            })
            .help("export as PDF/X-4; if the shop accepts any PDF, set `standard: none` in its profile"),
        );
    }
    if !keys.forbidden.is_empty() {
        diagnostics.push(
            Diagnostic::new(
                code::PDFX_FORBIDDEN,
                message!("PDF/X-4 does not allow {}", keys.forbidden.join("; ")),
            )
            .at(lines.whole(), "not allowed in a file for a press")
            .help("export as PDF/X-4, without these"),
        );
    }
}

/// Whether the file asks print dialogs not to scale it.
fn is_printed_at_full_size(document: &Document) -> bool {
    let objects = Objects(document);
    let catalog = document.catalog().ok();
    let preferences = catalog.and_then(|catalog| objects.dictionary(catalog, b"ViewerPreferences"));
    let scaling = preferences.and_then(|these| objects.name(these, b"PrintScaling"));
    scaling.as_deref() == Some("None")
}

fn check_intent(
    facts: &FileFacts,
    profile: &ShopProfile,
    lines: &PageLines,
    diagnostics: &mut Diagnostics,
) {
    let Some(expected) = &profile.output_intent else { return };
    let simplify = |name: &str| -> String {
        name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    };
    // `FOGRA39` also matches `Coated FOGRA39 (ISO 12647-2:2004)`.
    let is_expected = |name: &str| simplify(name).contains(&simplify(&expected.identifier));
    if facts.output_intents.iter().any(|intent| is_expected(&intent.identifier)) {
        return;
    }
    let (message, label) = match facts.output_intents.first() {
        None => (
            message!(
                "the printing condition of the colours is not set; the shop requires `{}`",
                expected.identifier
            ),
            "no output intent".to_owned(),
        ),
        Some(other) => (
            message!(
                "the colours are for `{}`, but the shop requires `{}`",
                other.identifier,
                expected.identifier
            ),
            "different output intent".to_owned(),
        ),
    };
    diagnostics.push(Diagnostic::new(code::OUTPUT_INTENT, message).at(lines.whole(), label).help(
        format!("export with the output intent `{}` and embed its profile", expected.identifier),
    ));
}

//! The printed text of a map other than feature names.

use sandtable_authored as authored;
use sandtable_authored::{MISSING_LETTER_LABEL, Reporter, missing_letter_diagnostic};
use sandtable_pack as pack;

pub fn credits_of(written: Option<&Vec<authored::Credit>>) -> Vec<pack::Credit> {
    let credit = |credit: &authored::Credit| pack::Credit {
        text: credit.text.clone(),
        licence: credit.licence.0.clone(),
    };
    written.into_iter().flatten().map(credit).collect()
}

/// Warns of text that is unprintable in one of its languages.
pub fn printable(reporter: &mut Reporter, text: &authored::Text) {
    let languages = [Some(&text.en), text.es.as_ref(), text.fr.as_ref()];
    if let Some(finding) =
        languages.into_iter().flatten().find_map(|text| missing_letter_diagnostic(text))
    {
        reporter.diagnostics.push(finding.at(text.span, MISSING_LETTER_LABEL));
    }
}

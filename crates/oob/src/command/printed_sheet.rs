//! Match details for printed sheets, and messages about text that does not fit.

use sandtable_cli::Terminal;
use sandtable_components::{MatchDetails, MatchSide, SecretPage, SideDetails};
use sandtable_pack::{Language, Pack, SideId};

/// Returns the match details shown on printed sheets; none of them is secret.
pub(crate) fn printed_match(base: &Pack, side: &SideId, language: Language) -> MatchDetails {
    let (scenario, labels) = (base.scenario(), base.labels());
    let sides = [0, 1].map(|at| {
        let label = &labels.sides[&scenario.sides[at].id];
        let id = scenario.sides[at].id.to_string();
        SideDetails { id, title: label.title.get(language).to_owned(), colour: label.colour }
    });
    let is_first = scenario.sides[0].id == *side;
    MatchDetails {
        battle: labels.title.get(language).to_owned(),
        date: scenario.calendar.date.clone(),
        sides,
        side: if is_first { MatchSide::First } else { MatchSide::Second },
        base: base.play_digest(),
    }
}

/// Reports shortened text, and characters missing from their fonts.
pub(crate) fn report_shortened(page: &SecretPage, terminal: &Terminal) {
    for text in &page.truncated_text {
        terminal.print_wrapped(&format!("text does not fit and was shortened: {text}"));
    }
    if !page.missing_characters.is_empty() {
        let letters: Vec<String> = page.missing_characters.iter().map(char::to_string).collect();
        terminal.print_wrapped(&format!("no font has these characters: {}", letters.join(" ")));
    }
}

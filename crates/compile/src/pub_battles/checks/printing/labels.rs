//! Every label can be printed on its sticker: the label is not empty, the font has its characters,
//! and it fits its box at the minimum type size.

use sandtable_lettering::{Label, MIN_POINTS};
use sandtable_pack::{BlockProfile, short_leader};
use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use crate::pub_battles::block_profile::block_profile;
use sandtable_authored::Reporter;
use sandtable_authored::{Command, Side, Text};
use sandtable_authored::{MISSING_LETTER_LABEL, missing_letter_diagnostic};

/// The stickers that show the command's name, with descriptions.
const COMMAND_PLACES: [(Label, &str); 5] = [
    (Label::PieceCommand, "the face of a piece"),
    (Label::HeadquartersCommand, "the face of its HQ"),
    (Label::FlagCommand, "the flag of its HQ"),
    (Label::BaggageCommand, "its baggage train"),
    (Label::ChitCommand, "its chit"),
];
const LEADER_PLACES: [(Label, &str); 2] =
    [(Label::HeadquartersLeader, "the face of the HQ"), (Label::ChitLeader, "the chit")];

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let block = block_profile(written.scenario);
    for side in written.sides() {
        for command in &*side.commands {
            check_command(reporter, &block, side, command);
            let hq = &command.hq;
            check_leader(reporter, &block, &hq.name, hq.short.as_deref(), "short", hq.span);
        }
        if let Some(army) = &side.commander {
            check_leader(
                reporter,
                &block,
                &army.name,
                army.surname.as_deref(),
                "surname",
                army.span,
            );
            if let Some(short) =
                army.short.as_ref().filter(|_| !reporter.is_unread(army.span, "short"))
            {
                in_all_languages(reporter, &block, short, &COMMAND_PLACES, "short");
            }
        }
        let pool = side.detachments.iter().flat_map(|pool| pool.pieces.iter());
        let pool = pool.map(|piece| (piece.span, &piece.name));
        let names = written.pieces_of(side).map(|piece| (piece.span, &piece.name));
        for (span, name) in names.chain(pool) {
            if !reporter.is_unread(span, "name") {
                let places = [(Label::PieceName, "the face of the piece")];
                is_printable(reporter, &block, &name.value, name.span, &places, "name");
            }
        }
    }
}

/// Checks the short label of a command, or its title if there is none, which all its stickers show.
fn check_command(reporter: &mut Reporter, block: &BlockProfile, side: &Side, command: &Command) {
    let trains = side.baggage.iter().flatten().filter_map(|train| train.command.as_ref());
    let has_train =
        command.baggage.is_some() || trains.into_iter().any(|id| id.value == command.id.value);
    let places: Vec<(Label, &str)> = COMMAND_PLACES
        .into_iter()
        .filter(|(label, _)| *label != Label::BaggageCommand || has_train)
        .collect();
    match &command.short {
        Some(short) if !reporter.is_unread(command.span, "short") => {
            in_all_languages(reporter, block, short, &places, "short");
        }
        Some(_) => {}
        None if reporter.is_unread(command.span, "short")
            || reporter.is_unread(command.span, "title") => {}
        None => in_all_languages(reporter, block, &command.title, &places, "title"),
    }
}

/// Checks the leader's short name, or the surname in the name, which stickers show. `key` is the
/// key of the short name.
fn check_leader(
    reporter: &mut Reporter,
    block: &BlockProfile,
    name: &str,
    short: Option<&str>,
    key: &'static str,
    span: Span,
) {
    let shown = short_leader(name, short);
    let is_unread = reporter.is_unread(span, "name") || reporter.is_unread(span, key);
    if !is_unread && (short.is_some() || !shown.is_empty()) {
        is_printable(reporter, block, shown, span, &LEADER_PLACES, key);
    }
}

/// Reports a text in the first language in which the text cannot be printed.
fn in_all_languages(
    reporter: &mut Reporter,
    block: &BlockProfile,
    text: &Text,
    places: &[(Label, &str)],
    kind: &str,
) {
    let mut seen: Vec<&str> = Vec::new();
    for words in std::iter::once(&text.en).chain(&text.es).chain(&text.fr) {
        if !seen.contains(&words.as_str()) {
            seen.push(words);
            if is_printable(reporter, block, words, text.span, places, kind) == Fitness::Reported {
                return;
            }
        }
    }
}

/// Whether a text can be printed on its stickers.
#[derive(PartialEq, Eq)]
enum Fitness {
    Fit,
    /// The text cannot be printed, which was reported.
    Reported,
}

/// Reports a text that is empty, has characters missing from the font, or is too long for one of
/// its stickers.
fn is_printable(
    reporter: &mut Reporter,
    block: &BlockProfile,
    text: &str,
    span: Span,
    places: &[(Label, &str)],
    kind: &str,
) -> Fitness {
    if text.trim().is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::LABEL_EMPTY, "this label is empty")
                .rule("PB-3.1")
                .at(span, "nothing to print on the sticker")
                .help("add a name"),
        );
        return Fitness::Reported;
    }
    if let Some(finding) = missing_letter_diagnostic(text) {
        // Titles are checked with all other text.
        if kind != "title" {
            reporter.diagnostics.push(finding.rule("PB-3.1").at(span, MISSING_LETTER_LABEL));
        }
        return Fitness::Reported;
    }
    let fits = |text: &str| places.iter().all(|(label, _)| label.fits(text, block));
    let Some((_, place)) = places.iter().find(|(label, _)| !label.fits(text, block)) else {
        return Fitness::Fit;
    };
    let remedy = match kind {
        "title" => "add a `short` to the command",
        _ => "use a shorter name",
    };
    // `short` of a command is a text, but names are single.
    let is_leader =
        places.iter().any(|(label, _)| LEADER_PLACES.iter().any(|(own, _)| own == label));
    let help = match (shorter(text, fits), is_leader) {
        (Some(shorter), true) => format!("set `{kind}: {shorter}`"),
        (None, true) => format!("set `{kind}` to a shorter name"),
        (Some(shorter), false) => format!("{remedy}, such as `{shorter}`"),
        (None, false) => remedy.to_owned(),
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::LABEL_TOO_LONG, message!("`{text}` does not fit on its sticker"))
            .rule("PB-3.1")
            .at(
                span,
                format!("too long for {place} at {MIN_POINTS} points, the smallest type size"),
            )
            .help(help),
    );
    Fitness::Reported
}

/// The maximum length of a text for which a shorter one is proposed, because no sticker holds more
/// characters.
const MAX_SHORTENED: usize = 80;

/// Returns a shorter text that fits: with initials, with only the last word or the first words, or
/// abbreviated.
fn shorter(text: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
    let whole = text;
    let text = whole.char_indices().nth(MAX_SHORTENED).map_or(whole, |(end, _)| &whole[..end]);
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let (last, others) = words.split_last()?;
    let initials: String =
        others.iter().filter_map(|word| word.chars().next()).map(|c| format!("{c}. ")).collect();
    let mut candidates = vec![format!("{initials}{last}"), (*last).to_owned()];
    candidates.extend((1..words.len()).rev().map(|count| words[..count].join(" ")));
    let letters: Vec<char> = text.chars().collect();
    let cut = |count: usize| {
        let cut: String = letters[..count].iter().collect();
        format!("{}.", cut.trim_end_matches([' ', '-', '.']))
    };
    // Abbreviations end before a vowel: "Paumgart." for "Paumgarten".
    let is_vowel = |letter: char| "aeiouyáéíóúàèùâêîôûäöüæœ".contains(letter);
    let before_vowel = |count: &usize| {
        let (last, next) = (letters[count - 1], letters[*count]);
        last.is_lowercase() && !is_vowel(last) && is_vowel(next)
    };
    candidates.extend((3..letters.len()).rev().filter(before_vowel).map(cut));
    candidates.extend((1..letters.len()).rev().map(cut));
    candidates.into_iter().find(|candidate| candidate != whole && fits(candidate))
}

//! The diary layout of both systems: sentences with rules in brackets, wrapped lines, and names
//! with articles.

use std::fmt::Display;

use sandtable_pack::Digest;

use crate::play::GameInfo;
use crate::rule::RuleId;

/// Maximum line width, in characters.
const WIDTH: usize = 100;

/// A diary in progress.
#[derive(Debug, Default)]
pub struct Page {
    text: String,
}

impl Page {
    /// Writes the heading of a turn, with blank space above it.
    pub fn heading(&mut self, heading: &str) {
        self.text += &format!("\n\n{heading}\n");
    }

    /// Writes a heading above paragraphs.
    pub fn subheading(&mut self, heading: &str) {
        self.text += &format!("\n{heading}\n");
    }

    /// Writes the first sentence of a paragraph.
    pub fn paragraph(&mut self, sentence: &str, rules: &[RuleId]) {
        self.text.push('\n');
        self.continue_paragraph(sentence, rules);
    }

    /// Writes a sentence at the margin that continues the text above it.
    pub fn continue_paragraph(&mut self, sentence: &str, rules: &[RuleId]) {
        self.line("", &capitalise(sentence), rules);
    }

    /// Writes an indented sentence inside a paragraph.
    pub fn indented(&mut self, sentence: &str, rules: &[RuleId]) {
        self.line("    ", sentence, rules);
    }

    /// The number of bytes written so far.
    pub const fn length(&self) -> usize {
        self.text.len()
    }

    /// Returns the finished text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// Writes a sentence with its rules, wrapped at the maximum width.
    fn line(&mut self, indent: &str, sentence: &str, rules: &[RuleId]) {
        let mut cited: Vec<&str> = Vec::new();
        for rule in rules {
            if !cited.contains(&rule.0) {
                cited.push(rule.0);
            }
        }
        let cited_sentence = match cited.as_slice() {
            [] => sentence.to_owned(),
            _ => format!("{sentence} ({})", cited.join(", ")),
        };
        let mut filled = 0;
        for word in cited_sentence.split(' ') {
            let wide = word.chars().count();
            if filled == 0 {
                self.text += indent;
                filled = indent.len();
            } else if filled + 1 + wide > WIDTH {
                self.text += &format!("\n{indent}    ");
                filled = indent.len() + 4;
            } else {
                self.text.push(' ');
                filled += 1;
            }
            self.text += word;
            filled += wide;
        }
        self.text.push('\n');
    }
}

/// The header of a diary: the scenario, ruleset, seed and players, which are enough to replay the
/// game.
pub fn header(
    title: &str,
    scenario: &impl Display,
    ruleset: &impl Display,
    digest: &Digest,
    sides: [&str; 2],
    played: Option<GameInfo<'_>>,
) -> String {
    let mut header =
        format!("{title}\nScenario {scenario}, ruleset {ruleset}\nPlay digest {digest}\n");
    if let Some(GameInfo { seed, players: [first, second] }) = played {
        let [one, other] = sides;
        header += &format!("Seed {seed}, {one} by {first}, {other} by {second}\n");
    }
    header
}

/// Capitalises the first letter of a sentence.
pub fn capitalise(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Joins names as `A`, `A and B` or `A, B and C`.
pub fn join_names(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Nouns that give a name an article when the name ends with one of them.
const COMMON_NOUNS: [&str; 26] = [
    "Angle",
    "Army",
    "Barn",
    "Bridge",
    "Brigade",
    "Church",
    "Corps",
    "Crossroads",
    "Cut",
    "Division",
    "Farm",
    "Field",
    "House",
    "Mill",
    "Orchard",
    "Pen",
    "Pike",
    "Railroad",
    "Reserve",
    "Road",
    "Seminary",
    "Station",
    "Tavern",
    "Turnpike",
    "Wheatfield",
    "Wing",
];

/// Formats a name for use in a sentence: adds an article if English needs one, and removes text in
/// brackets.
pub fn with_article(name: &str) -> String {
    let mut plain = name.to_owned();
    while let (Some(from), Some(to)) = (plain.find('('), plain.find(')'))
        && from < to
    {
        plain.replace_range(from..=to, "");
    }
    let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some(rest) = plain.strip_prefix("The ") {
        return format!("the {rest}");
    }
    let (first, last) = (plain.split(' ').next(), plain.split(' ').next_back());
    let is_owned = first.is_some_and(|word| word.ends_with("'s") || word.ends_with("’s"));
    let is_common = last.is_some_and(|word| {
        COMMON_NOUNS.contains(&word) || word.chars().next().is_some_and(char::is_lowercase)
    });
    if !is_owned && (is_common || plain.contains(" of ")) { format!("the {plain}") } else { plain }
}

/// Plural nouns at the end of troop names.
const PLURAL_NOUNS: [&str; 18] = [
    "batteries",
    "carabiniers",
    "chasseurs",
    "cuirassiers",
    "dragoons",
    "grenadiers",
    "guards",
    "guns",
    "horsemen",
    "hussars",
    "lancers",
    "marines",
    "pickets",
    "rifles",
    "sharpshooters",
    "skirmishers",
    "volunteers",
    "zouaves",
];

/// Whether a name takes a plural verb.
pub fn is_plural(name: &str) -> bool {
    let last = name.split(' ').next_back().unwrap_or_default().to_lowercase();
    PLURAL_NOUNS.contains(&last.as_str()) && !name.starts_with("the baggage")
}

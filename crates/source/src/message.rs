//! Diagnostic messages. A [`Message`] keeps its template separate from its values. There is one
//! function for each kind of mistake, to keep the wording uniform.
//!
//! A message states the problem: lower case, no full stop, names in backticks. The diagnostic's
//! help gives the fix.

use std::fmt::{self, Display};

use crate::phrase::all_of;

/// A sentence and its template. Sentences with the same template report the same kind of mistake.
/// Build a message with [`message!`](crate::message!), from a literal, or with a function of this
/// module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    text: Box<str>,
    template: &'static str,
    name: Option<Box<str>>,
}

/// A [`Message`] from a format string: ``message!("cannot find area `{id}`")``.
#[macro_export]
macro_rules! message {
    ($template:literal $($values:tt)*) => {
        $crate::Message::new($template, format!($template $($values)*))
    };
}

/// The length in characters beyond which a message is shortened.
const MAX_LENGTH: usize = 1_500;
/// The length of the end kept by a shortened message, in characters.
const TAIL_LENGTH: usize = 200;

/// Removes the middle of text that quotes too much of a file.
pub(crate) fn shorten(text: String) -> String {
    // A text never has more characters than bytes.
    if text.len() <= MAX_LENGTH || text.chars().count() <= MAX_LENGTH {
        return text;
    }
    let begin: String = text.chars().take(MAX_LENGTH - TAIL_LENGTH).collect();
    let end: Vec<char> = text.chars().rev().take(TAIL_LENGTH).collect();
    format!("{begin} … {}", end.into_iter().rev().collect::<String>())
}

impl Message {
    #[doc(hidden)]
    pub fn new(template: &'static str, text: String) -> Self {
        Self { text: shorten(text).into(), template, name: None }
    }

    /// Sets the name that is the only difference between similar messages. Terminals merge notes
    /// that differ only in this name.
    #[must_use]
    pub fn with_name(mut self, name: impl Display) -> Self {
        self.name = Some(name.to_string().into());
        self
    }

    /// The sentence.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The format string.
    pub fn template(&self) -> &'static str {
        self.template
    }

    /// The name set by [`with_name`](Self::with_name), and the sentence without it.
    pub(crate) fn split_name(&self) -> Option<(&str, String)> {
        let name = self.name.as_deref()?;
        Some((name, self.text.replace(&format!("`{name}`"), "``")))
    }
}

impl From<&'static str> for Message {
    fn from(words: &'static str) -> Self {
        Self::new(words, words.to_owned())
    }
}

impl std::ops::Deref for Message {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// An unknown key: ``unknown key `qualty` in piece``.
pub fn unknown_key(key: &str, owner: impl Display) -> Message {
    message!("unknown key `{key}` in {owner}")
}

/// An invalid value for a fixed set of choices: ``invalid direction `NNX` ``.
pub fn invalid(noun: impl Display, value: impl Display) -> Message {
    message!("invalid {noun} `{value}`")
}

/// A value of the wrong kind: ``expected a mapping for `sides`, found a list``.
pub fn wrong_type(expected: impl Display, subject: Option<&str>, found: impl Display) -> Message {
    match subject {
        Some(subject) => message!("expected {expected} for {subject}, found {found}"),
        None => message!("expected {expected}, found {found}"),
    }
}

/// A name that is already in use: ``duplicate id `mill` ``.
pub fn duplicate(noun: impl Display, name: impl Display) -> Message {
    message!("duplicate {noun} `{name}`")
}

/// Missing required keys: ``missing keys `at` and `type` in piece `x` ``.
pub fn missing_keys<'k>(keys: impl IntoIterator<Item = &'k str>, owner: impl Display) -> Message {
    let keys: Vec<&str> = keys.into_iter().collect();
    let noun = if keys.len() == 1 { "key" } else { "keys" };
    message!("missing {noun} {} in {owner}", all_of(keys))
}

/// A number out of range: ``` `rating` must be between 0 and 6, found 8 ```.
pub fn out_of_range<N: Display>(
    subject: impl Display,
    range: [N; 2],
    found: impl Display,
) -> Message {
    let [least, most] = range;
    message!("{subject} must be between {least} and {most}, found {found}")
}

/// An unresolved name: ``cannot find area `x` ``.
pub fn not_found(noun: impl Display, name: impl Display) -> Message {
    message!("cannot find {noun} `{name}`")
}

/// Two keys or values that exclude each other: ``` `a` conflicts with `b` ```.
pub fn conflict(one: impl Display, other: impl Display) -> Message {
    message!("`{one}` conflicts with `{other}`")
}

/// A default that was used: ``` `day` of weather `Mist` not set, using 1 ```.
pub fn not_set(key: &str, owner: Owner<'_>, value: impl Display) -> Message {
    match owner {
        Owner::File => message!("`{key}` not set, using {value}"),
        Owner::Kind(kind) => message!("`{key}` of {kind} not set, using {value}"),
        Owner::Named(kind, name) => {
            message!("`{key}` of {kind} `{name}` not set, using {value}").with_name(name)
        }
    }
}

/// The mapping that does not set a key.
#[derive(Clone, Copy, Debug)]
pub enum Owner<'a> {
    /// The file itself.
    File,
    /// The only mapping of its kind: "the frame".
    Kind(&'a str),
    /// Kind and id or title: "weather", "Mist".
    Named(&'a str, &'a str),
}

/// A setting without effect: `this rule has no effect`.
pub fn no_effect(subject: impl Display) -> Message {
    message!("{subject} has no effect")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_share_template() {
        let [one, other] = ["mill", "farm"].map(|id| not_found("area", id));
        assert_eq!(one.as_str(), "cannot find area `mill`");
        assert_eq!(one.template(), other.template());
        assert_ne!(one.template(), no_effect("this rule").template());
    }

    #[test]
    fn formats_each_kind_of_message() {
        let owner = "piece `x`";
        assert_eq!(unknown_key("qualty", "piece").as_str(), "unknown key `qualty` in piece");
        assert_eq!(invalid("direction", "NNX").as_str(), "invalid direction `NNX`");
        assert_eq!(missing_keys(["at"], owner).as_str(), "missing key `at` in piece `x`");
        assert_eq!(
            missing_keys(["at", "type"], owner).as_str(),
            "missing keys `at` and `type` in piece `x`"
        );
        assert_eq!(
            out_of_range("`rating`", [0, 6], 8).as_str(),
            "`rating` must be between 0 and 6, found 8"
        );
        assert_eq!(not_set("day", Owner::File, 1).as_str(), "`day` not set, using 1");
    }
}

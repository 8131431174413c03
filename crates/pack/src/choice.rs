//! Choices among words that authors make and packs hold: each is declared once, for both.

/// A choice among words.
pub trait Choice: Copy + PartialEq + 'static {
    /// What messages call the choice.
    const NOUN: &'static str;

    /// Every choice, in the order of the declaration.
    fn all() -> &'static [Self];

    /// The word for it in files.
    fn word(self) -> &'static str;

    /// Every word, in the order of the declaration.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::all().iter().map(|choice| choice.word())
    }

    /// The choice behind a word.
    fn from_word(word: &str) -> Option<Self> {
        Self::all().iter().copied().find(|choice| choice.word() == word)
    }
}

/// Declares enums with a noun for messages and a word for each variant. Messages list them in the
/// order of the declaration; where they compare in another order, each has its rank.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident($noun:literal) {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal $(ranks $rank:literal)?,)*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant $(= $rank)?,)*
        }

        impl $name {
            /// Every choice, in the order of the declaration.
            pub const ALL: [Self; [$($word),*].len()] = [$(Self::$variant),*];
        }

        impl $crate::choice::Choice for $name {
            const NOUN: &'static str = $noun;

            fn all() -> &'static [Self] {
                &Self::ALL
            }

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    )*};
}

pub(crate) use choices;

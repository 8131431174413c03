//! Enumerated choices that authors write and packs store; each is declared once for both.

/// An enumerated choice.
pub trait Choice: Copy + PartialEq + 'static {
    /// The noun for the choice in messages.
    const NOUN: &'static str;

    /// All choices, in order of declaration.
    fn all() -> &'static [Self];

    /// The value in files.
    fn word(self) -> &'static str;

    /// All values, in order of declaration.
    fn words() -> impl Iterator<Item = &'static str> {
        Self::all().iter().map(|choice| choice.word())
    }

    /// The choice for a value.
    fn from_word(word: &str) -> Option<Self> {
        Self::all().iter().copied().find(|choice| choice.word() == word)
    }
}

/// Declares enums with a noun for messages and a value for each variant. Messages list the values
/// in order of declaration. Variants that compare in a different order have explicit ranks.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident($noun:literal) {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal $(ranks $rank:literal)?,)*
        }
    )*) => {$(
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        $(#[$meta])*
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant $(= $rank)?,)*
        }

        impl $name {
            /// All choices, in order of declaration.
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

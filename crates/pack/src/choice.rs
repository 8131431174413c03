//! Choices among words that authors make and packs hold: each is declared once, for both.

/// A choice among words.
pub trait Choice: Copy + PartialEq + 'static {
    /// What messages call the choice.
    const NOUN: &'static str;
    /// Every choice, in the order of the declaration.
    const ALL: &'static [Self];

    /// The word for it in files.
    fn word(self) -> &'static str;
}

/// Declares enums with a noun for messages and a word for each variant.
macro_rules! choices {
    ($(
        $(#[$meta:meta])*
        pub enum $name:ident($noun:literal) {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)*
        }
    )*) => {$(
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$variant_meta])* #[serde(rename = $word)] $variant,)*
        }

        impl $crate::choice::Choice for $name {
            const NOUN: &'static str = $noun;
            const ALL: &'static [Self] = &[$(Self::$variant),*];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }
    )*};
}

pub(crate) use choices;

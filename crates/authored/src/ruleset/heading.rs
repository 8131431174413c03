//! What a ruleset file, or a change of one, says of itself; each system of rules has types of its own for both.

use sandtable_source::{Read, Span, Spanned};

use crate::ruleset::layer::Change;

/// What is said of a ruleset, in a file or in a scenario.
pub trait RulesetOverride {
    /// What a pack holds for a ruleset.
    type Packed;
    /// A ruleset with what is said here in place of what it says; what that changes is told.
    fn apply_to(&self, base: &Self::Packed, id: String, changes: &mut Vec<Change>) -> Self::Packed;
    /// The name of a ruleset.
    fn name(packed: &Self::Packed) -> &str;
}

/// What a scenario of one system changes in a ruleset.
pub trait ChangeInPlace: RulesetOverride + Read {
    /// The ruleset that most battles are played by.
    const STANDARD: &'static str;

    /// Returns what the file says of itself.
    fn heading(&self) -> ChangeHeading<'_>;
}

/// What a change of a ruleset begins with.
pub struct ChangeHeading<'r> {
    /// Its place.
    pub span: Span,
    /// Its id.
    pub id: Option<&'r Spanned<String>>,
    /// The ruleset that it extends.
    pub extends: &'r Spanned<String>,
}

/// A file with a ruleset of one system.
pub trait RulesetFile: RulesetOverride + Read {
    /// The rulesets of the system that come with the program; by the first most battles are played.
    const BUILT_IN: &'static [(&'static str, &'static str)];
    /// The rule by which a battle may change the rules.
    const RULE: &'static str;

    /// Returns what the file says of itself.
    fn heading(&self) -> Heading<'_>;
    /// A ruleset of what is said here alone; what is left out is told.
    fn whole(&self, id: String, missing: &mut Vec<String>) -> Option<Self::Packed>;
    /// The rule that asks for what is left out, if one does.
    fn rule_of_missing(_missing: &[String]) -> Option<&'static str> {
        None
    }

    /// The names of those that come with the program.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::BUILT_IN.iter().map(|(name, _)| *name)
    }
}

/// What a ruleset file begins with.
pub struct Heading<'r> {
    /// Its place.
    pub span: Span,
    /// Its id.
    pub id: &'r str,
    /// The ruleset that it extends.
    pub extends: Option<&'r Spanned<String>>,
}

/// Declares both types of a system: a ruleset file, with the attributes given, and a change of one in a scenario. Both
/// have the same tables.
macro_rules! ruleset_types {
    ($standard:literal, $(#[$meta:meta])* { $($tables:tt)* }) => {
        sandtable_source::authored! {
            $(#[$meta])*
            pub struct Ruleset("ruleset") {
                /// Version of this format; always 1.
                pub format: sandtable_source::Spanned<$crate::values::Format>,
                #[doc = concat!("Its name, such as `", $standard, "`.")]
                pub id: sandtable_source::Spanned<String>,
                #[doc = concat!("The ruleset that this one changes: `", $standard, "` or another file.")]
                pub extends: Option<sandtable_source::Spanned<String>>,
                $($tables)*
            }
        }

        sandtable_source::authored! {
            /// Changes of a ruleset in a scenario.
            pub struct RulesetChange("change of a ruleset") {
                /// Version of this format (default: 1).
                pub format: Option<sandtable_source::Spanned<$crate::values::Format>>,
                #[doc = concat!("The ruleset that is changed: `", $standard, "`, or a file relative to this one.")]
                pub extends: sandtable_source::Spanned<String>,
                /// A name for the changed ruleset (default: the name of the other ruleset with "changed").
                pub id: Option<sandtable_source::Spanned<String>>,
                $($tables)*
            }
        }

        impl $crate::ruleset::heading::ChangeInPlace for RulesetChange {
            const STANDARD: &'static str = $standard;

            fn heading(&self) -> $crate::ruleset::heading::ChangeHeading<'_> {
                $crate::ruleset::heading::ChangeHeading {
                    span: self.span,
                    id: self.id.as_ref(),
                    extends: &self.extends,
                }
            }
        }
    };
}

pub(crate) use ruleset_types;

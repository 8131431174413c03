//! The heading of a ruleset file, or of a change to a ruleset. Each rule system has its own types
//! for both.

use sandtable_source::{Read, Span, Spanned};

use crate::ruleset::layer::Change;

/// Values that a file or a scenario overrides in a ruleset.
pub trait RulesetOverride {
    /// The packed form of a ruleset.
    type Packed;
    /// Applies these values to a ruleset, and lists the changes.
    fn apply_to(&self, base: &Self::Packed, id: String, changes: &mut Vec<Change>) -> Self::Packed;
    /// The name of a ruleset.
    fn name(packed: &Self::Packed) -> &str;
}

/// Changes to a ruleset within a scenario.
pub trait InPlaceChange: RulesetOverride + Read {
    /// The ruleset that most battles use.
    const STANDARD: &'static str;

    /// Returns the heading of the change.
    fn heading(&self) -> ChangeHeading<'_>;
}

/// The heading of a change to a ruleset.
pub struct ChangeHeading<'r> {
    /// The span of the change.
    pub span: Span,
    /// The id of the resulting ruleset.
    pub id: Option<&'r Spanned<String>>,
    /// The ruleset that it extends.
    pub extends: &'r Spanned<String>,
}

/// A file with a ruleset of one system.
pub trait RulesetFile: RulesetOverride + Read {
    /// The built-in rulesets of the system; most battles use the first.
    const BUILT_IN: &'static [(&'static str, &'static str)];
    /// The rule that allows a battle to change the rules.
    const RULE: &'static str;

    /// Returns the heading of the file.
    fn heading(&self) -> Heading<'_>;
    /// Returns a ruleset with only these values, and lists the missing ones.
    fn whole(&self, id: String, missing: &mut Vec<String>) -> Option<Self::Packed>;
    /// The rule that requires the missing keys, if any.
    fn rule_for_missing(_missing: &[String]) -> Option<&'static str> {
        None
    }

    /// The names of the built-in rulesets.
    fn names() -> impl Iterator<Item = &'static str> {
        Self::BUILT_IN.iter().map(|(name, _)| *name)
    }
}

/// The heading of a ruleset file.
pub struct Heading<'r> {
    /// The span of the file.
    pub span: Span,
    /// The id of the ruleset.
    pub id: &'r str,
    /// The ruleset that it extends.
    pub extends: Option<&'r Spanned<String>>,
}

/// Declares both types of a rule system: a ruleset file, with the given attributes, and a change in
/// a scenario. Both have the same tables.
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

        impl $crate::ruleset::heading::InPlaceChange for RulesetChange {
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

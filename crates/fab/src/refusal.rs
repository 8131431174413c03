//! Refusals: the rule that forbids something, and why.

use sandtable_rules::{Refusal, RuleId};

/// A refusal in one word.
pub(crate) const fn refuse<T>(rule: &'static str, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule: RuleId(rule), reason })
}

/// Refused unless this holds.
pub(crate) const fn ensure(
    holds: bool,
    rule: &'static str,
    reason: &'static str,
) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(rule, reason) }
}

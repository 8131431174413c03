//! Citations: every answer and event names the rule behind it.

use std::fmt;

use serde::Serialize;

/// The ID of a rule, ruling or procedure in the digests, such as `PB-7.4` or `FAB-A71`. The
/// constants are in [`rule_ids`](crate::rule_ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl RuleId {
    /// The name of the constant: `PB_7_4` for `PB-7.4`.
    pub fn constant_name(self) -> String {
        self.0.to_uppercase().replace(['-', '.'], "_")
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The reason an action is illegal. A refused action leaves the state unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The rule that forbids the action.
    pub rule: RuleId,
    /// The reason, in the players' terms.
    pub reason: &'static str,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// Refuses an action, citing a rule.
pub const fn refuse<T>(rule: RuleId, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, reason })
}

/// Refuses an action, citing a rule, unless a condition holds.
pub const fn ensure(holds: bool, rule: RuleId, reason: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(rule, reason) }
}

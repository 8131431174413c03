//! Citations: every answer and event names the rule it rests on.

use std::fmt;

use serde::Serialize;

/// The id of a rule, ruling or procedure in the digests, such as `PB-7.4` or `FAB-A71`. The constants are in
/// [`rule_ids`](crate::rule_ids).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct RuleId(pub &'static str);

impl RuleId {
    /// The name of its constant: `PB_7_4` for `PB-7.4`.
    pub fn constant(self) -> String {
        self.0.to_uppercase().replace(['-', '.'], "_")
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Why an action is not legal. The state is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The rule that forbids it.
    pub rule: RuleId,
    /// What is wrong, in a player's words.
    pub reason: &'static str,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for Refusal {}

/// Refuses by a rule.
pub const fn refuse<T>(rule: RuleId, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { rule, reason })
}

/// Refuses by a rule unless a condition holds.
pub const fn ensure(holds: bool, rule: RuleId, reason: &'static str) -> Result<(), Refusal> {
    if holds { Ok(()) } else { refuse(rule, reason) }
}

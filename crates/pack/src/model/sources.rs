//! Source lines of each part of a battle, for diagnostics.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Source lines by defined part, such as `piece/caldwell`, `command/ii-corps`,
/// `feature/rock-creek`, `reinforcement/union/0`. No digest covers them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Sources(pub BTreeMap<String, SourceLine>);

/// A line of an authored file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SourceLine {
    /// The file, relative to the scenario's folder, with forward slashes.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
}

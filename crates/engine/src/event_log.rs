//! The event log: every event of a game as a line of JSON, for programs.

use sandtable_pack::Digest;
use serde::Serialize;

/// The event log of a game: JSON lines, a head and then the events in order. The engines say what their heads hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLog(String);

impl EventLog {
    /// The log of these events.
    pub fn new(head: &impl Serialize, events: &[impl Serialize]) -> Self {
        let mut lines = line(head);
        lines.extend(events.iter().map(line));
        Self(lines)
    }

    /// All lines.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// All lines, owned.
    pub fn into_string(self) -> String {
        self.0
    }

    /// SHA-256 of all lines: equal digests mean equal games.
    pub fn digest(&self) -> Digest {
        Digest::of(self.0.as_bytes())
    }
}

/// A line of compact JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("texts and numbers become JSON") + "\n"
}

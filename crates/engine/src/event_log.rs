//! The event log: a machine-readable record of a game, with one line of JSON for each event.

use sandtable_pack::Digest;
use serde::Serialize;

/// The event log of a game as JSON lines: a header, then the events in order. Each engine defines
/// its own header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventLog(String);

impl EventLog {
    /// Builds the log from a header and the events.
    pub fn new(head: &impl Serialize, events: &[impl Serialize]) -> Self {
        let mut lines = line(head);
        lines.extend(events.iter().map(line));
        Self(lines)
    }

    /// All lines.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// All lines, as an owned string.
    pub fn into_string(self) -> String {
        self.0
    }

    /// The SHA-256 digest of all lines; equal digests mean equal games.
    pub fn digest(&self) -> Digest {
        Digest::compute(self.0.as_bytes())
    }
}

/// Serialises a value as one line of compact JSON.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("strings and numbers always serialise") + "\n"
}

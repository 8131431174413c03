//! The trace of a game: a short digest of each event. It locates the first difference between two
//! games with the same decisions. Names of pieces and places do not affect it.

use sandtable_pack::Digest;

/// The length of each digest in characters. With eight, one in four billion events collides.
const DIGEST_LETTERS: usize = 8;

/// The number of digests on a line of a record.
const DIGESTS_PER_LINE: usize = 12;

/// Returns the trace of an event log, in lines.
pub(crate) fn trace(log: &str) -> Vec<String> {
    let digests: Vec<String> = events(log).map(digest).collect();
    digests.chunks(DIGESTS_PER_LINE).map(|line| line.concat()).collect()
}

/// Returns the first event, from 0, that differs between a trace and a log or that one of them
/// lacks.
pub(crate) fn first_difference(trace: &[String], log: &str) -> Option<usize> {
    let recorded = trace.concat();
    let mut recorded = recorded.as_bytes().chunks(DIGEST_LETTERS);
    let mut events = events(log).map(digest);
    let mut index = 0;
    loop {
        match (recorded.next(), events.next()) {
            (None, None) => return None,
            (Some(then), Some(now)) if then == now.as_bytes() => index += 1,
            _ => return Some(index),
        }
    }
}

/// Returns the lines of a log after its head, which only has names.
fn events(log: &str) -> impl Iterator<Item = &str> {
    log.lines().skip(1)
}

fn digest(line: &str) -> String {
    let mut digest = Digest::compute(line.as_bytes()).to_string();
    digest.truncate(DIGEST_LETTERS);
    digest
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "{\"names\":[]}\na\nb\nc\n";

    #[test]
    fn finds_first_different_event() {
        let trace = trace(LOG);
        assert_eq!(first_difference(&trace, LOG), None);
        assert_eq!(
            first_difference(&trace, "{\"names\":[1]}\na\nb\nc\n"),
            None,
            "names do not matter"
        );
        for (log, at) in [("h\na\nx\nc\n", 1), ("h\na\n", 1), ("h\na\nb\nc\nd\n", 3), ("", 0)] {
            assert_eq!(first_difference(&trace, log), Some(at), "{log:?}");
        }
    }

    /// Records are untrusted.
    #[test]
    fn invalid_traces_differ() {
        for trace in [vec!["é".repeat(7)], vec!["0".to_owned()], Vec::new()] {
            assert!(first_difference(&trace, LOG).is_some());
        }
    }

    #[test]
    fn trace_lines_are_short() {
        let log: String = (0..40).map(|number| format!("{number}\n")).collect();
        let trace = trace(&log);
        assert!(trace.len() == 4 && trace.iter().all(|line| line.len() <= 96));
    }
}

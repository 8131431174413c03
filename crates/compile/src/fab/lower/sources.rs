//! The source lines of the battle's parts.

use std::collections::BTreeMap;

use sandtable_pack::{SourceLine, Sources};
use sandtable_source::{SourceMap, Span};

use crate::fab::authored_battle::AuthoredBattle;

/// The source line of each part.
pub(crate) fn sources(texts: &SourceMap, written: &AuthoredBattle<'_>) -> Sources {
    let scenario = written.scenario;
    let mut lines = BTreeMap::new();
    let mut add = |key: String, span: Span| {
        let file = texts.file(span.file).portable_path();
        lines.insert(key, SourceLine { file, line: texts.line(span) });
    };
    add("scenario".to_owned(), scenario.span);
    for (id, _) in &scenario.sides.0 {
        add(format!("side/{}", id.value), id.span);
    }
    for one in &scenario.formations {
        add(format!("formation/{}", one.id.0), one.span);
    }
    for one in &scenario.areas {
        add(format!("area/{}", one.id.0), one.span);
    }
    for one in &scenario.edges {
        add(format!("edge/{}/{}", one.a.0, one.b.0), one.span);
    }
    for one in &scenario.units {
        add(format!("unit/{}", one.id.0), one.span);
    }
    for (id, span) in written.chits() {
        add(format!("chit/{id}"), span);
    }
    for one in scenario.turn_track.iter() {
        add(format!("turn/{}", one.turn.0), one.span);
    }
    Sources(lines)
}

//! Where each part was written.

use std::collections::BTreeMap;

use sandtable_pack::{SourceLine, Sources};
use sandtable_source::{FileId, ProjectPath, SourceMap, Span};

use super::Lower;

impl Lower<'_> {
    /// Where each part was written.
    pub(crate) fn sources(&self, texts: &SourceMap, path: &ProjectPath, file: FileId) -> Sources {
        let mut lines = BTreeMap::new();
        let mut add = |key: String, span: Span| {
            let name = texts.file(span.file).path();
            let file = if span.file == file { path.to_string() } else { name.to_owned() };
            lines.insert(key, SourceLine { file, line: texts.line(span) });
        };
        add("scenario".to_owned(), self.scenario.span);
        for (id, _) in &self.scenario.sides.0 {
            add(format!("side/{}", id.value), id.span);
        }
        for one in &self.scenario.formations {
            add(format!("formation/{}", one.id.0), one.span);
        }
        for one in &self.scenario.areas {
            add(format!("area/{}", one.id.0), one.span);
        }
        for one in &self.scenario.edges {
            add(format!("edge/{}/{}", one.a.0, one.b.0), one.span);
        }
        for one in &self.scenario.units {
            add(format!("unit/{}", one.id.0), one.span);
        }
        for (id, span) in self.written.chits() {
            add(format!("chit/{id}"), span);
        }
        for one in self.scenario.turn_track.iter() {
            add(format!("turn/{}", one.turn.0), one.span);
        }
        Sources(lines)
    }
}

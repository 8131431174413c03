//! FAB-V5, FAB-V6: borders between areas.

use std::collections::BTreeMap;

use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

/// FAB-V5: an edge joins two different areas, and no two edges join the same areas.
pub(crate) fn ends(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut seen: BTreeMap<[&str; 2], Span> = BTreeMap::new();
    for edge in &written.scenario.edges {
        let mut ends: [&str; 2] = [&edge.a, &edge.b];
        if ends[0] == ends[1] {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::EDGE_ENDS,
                    message!("this edge joins area `{}` to itself", ends[0]),
                )
                .rule("FAB-V5")
                .at(edge.b.span, "same area")
                .also(edge.a.span, "first end")
                .help("name the two areas that share the border, or remove the line"),
            );
            continue;
        }
        ends.sort_unstable();
        let first = *seen.entry(ends).or_insert(edge.span);
        if first != edge.span {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::EDGE_TWICE,
                    message!("duplicate edge between `{}` and `{}`", ends[0], ends[1]),
                )
                .rule("FAB-V5")
                .at(edge.span, "duplicate")
                .also(first, "first defined here")
                .help("keep one of them; a border that is part river, part open counts as open (FAB-A41)"),
            );
        }
    }
}

/// FAB-V6: every area has a neighbour.
pub(crate) fn isolated_areas(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    for area in &scenario.areas {
        let id = &area.id;
        let is_end = |edge: &sandtable_authored::fab::Edge| {
            edge.a.value == id.value || edge.b.value == id.value
        };
        if scenario.areas.len() > 1 && !scenario.edges.iter().any(is_end) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::AREA_ALONE,
                    message!("area `{}` has no edge", id.value.0),
                )
                .rule("FAB-V6")
                .at(id.span, "units cannot enter or leave it")
                .help("add an edge for each area that it borders; sea and lakes are not areas (FAB-G14)"),
            );
        }
    }
}

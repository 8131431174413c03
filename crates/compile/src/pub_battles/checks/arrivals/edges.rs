//! PB-32.3, PB-A161: every edge of choice has entries for all reinforcements and carries supply.

use sandtable_pack::{Choice as _, Edge};
use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::Forces;
use sandtable_authored::{Reporter, Word};

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let Some(edges) = &forces.authored.chooses_edge else { continue };
        if forces.side.edges_of_choice.len() < 2 {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::NO_EFFECT,
                    message!("side `{}` has no choice of edges", forces.id.value),
                )
                .rule("PB-32.3")
                .at(edges.span, "a choice needs at least two edges")
                .help("list at least two edges, or remove `chooses_edge`"),
            );
            continue;
        }
        for edge in &edges.value {
            check_entries(reporter, forces, edge);
            check_lines(reporter, battle, forces, edge);
        }
    }
}

fn check_entries(reporter: &mut Reporter, forces: &Forces<'_>, edge: &Spanned<Word<Edge>>) {
    let (word, on) = (edge.0.word(), edge.0);
    let stranded = forces.arrivals.iter().filter(|arrival| {
        // Unknown entries are reported separately.
        arrival.entry.is_some() && arrival.entries().all(|(entry, _)| entry.edge != on)
    });
    let stranded: Vec<_> = stranded.map(|arrival| &arrival.authored.entry).collect();
    let Some((first, more)) = stranded.split_first() else { return };
    let subject = match more.len() {
        0 => "a reinforcement".to_owned(),
        more => format!("{} reinforcements", more + 1),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::EDGE_WITHOUT_ENTRY,
            message!("{subject} of `{}` cannot enter by the {word} edge, which may be chosen", forces.id.value),
        )
        .rule("PB-32.3")
        .at(first.span, format!("no entry on the {word} edge"))
        .also(edge.span, "edge of choice")
        .help(format!(
            "add an entry of the map on the {word} edge, as `or: [entry]`, or remove `{word}` from `chooses_edge`"
        )),
    );
}

fn check_lines(
    reporter: &mut Reporter,
    battle: &Battle<'_>,
    forces: &Forces<'_>,
    edge: &Spanned<Word<Edge>>,
) {
    let (word, on) = (edge.0.word(), edge.0);
    let lines = &forces.side.lines_of_communication;
    let leaves_by = |edge: Edge| {
        let mut ends = lines.iter().filter_map(|line| line.path.0.last().copied());
        ends.any(|end| battle.context.ground.map.edge_of(end) == Some(edge))
    };
    if lines.is_empty() || leaves_by(on) {
        return;
    }
    let written = forces.authored.lines_of_communication.as_ref().map(|lines| lines.span);
    let mut finding = Diagnostic::new(
        code::EDGE_WITHOUT_LINE,
        message!(
            "side `{}` has no line of communication to the {word} edge, which may be chosen",
            forces.id.value
        ),
    )
    .rule("PB-A161")
    .at(edge.span, format!("troops that enter from the {word} are supplied from there"));
    if let Some(written) = written {
        finding = finding.also(written, "lines defined here");
    }
    reporter.diagnostics.push(finding.help(format!(
        "add a road that leaves the map in the {word} to `lines_of_communication`, or remove `{word}` from `chooses_edge`"
    )));
}

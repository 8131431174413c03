//! PB-32.3, PB-A161: by each edge that a side may choose, everybody can come, and is supplied.

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
                    message!("`{}` has no edge to choose", forces.id.value),
                )
                .rule("PB-32.3")
                .at(edges.span, "a choice is between two edges at least")
                .help("name the edges between which the owner chooses, or take `chooses_edge` out"),
            );
            continue;
        }
        for edge in &edges.value {
            without_entry(reporter, forces, edge);
            without_line(reporter, battle, forces, edge);
        }
    }
}

fn without_entry(reporter: &mut Reporter, forces: &Forces<'_>, edge: &Spanned<Word<Edge>>) {
    let (word, on) = (edge.0.word(), edge.0);
    let cannot_come = forces.arrivals.iter().filter(|arrival| {
        // Of an entry that is not there the map's own check tells.
        arrival.entry.is_some() && arrival.entries().all(|(entry, _)| entry.edge != on)
    });
    let stranded: Vec<_> = cannot_come.map(|arrival| &arrival.written.entry).collect();
    let Some((first, more)) = stranded.split_first() else { return };
    let who = match more.len() {
        0 => "a reinforcement".to_owned(),
        more => format!("{} reinforcements", more + 1),
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::EDGE_WITHOUT_ENTRY,
            message!("{who} of `{}` cannot come by the {word} edge, which may be chosen", forces.id.value),
        )
        .rule("PB-32.3")
        .at(first.span, format!("no entry on the {word} edge is named here"))
        .also(edge.span, "the edge may be chosen here")
        .help(format!(
            "add an entry of the map on the {word} edge, as `or: [entry]`, or take `{word}` out of `chooses_edge`"
        )),
    );
}

fn without_line(
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
            "`{}` has no line of communication by the {word} edge, which may be chosen",
            forces.id.value
        ),
    )
    .rule("PB-A161")
    .at(edge.span, format!("who comes by the {word} is supplied from there"));
    if let Some(written) = written {
        finding = finding.also(written, "its lines are named here");
    }
    reporter.diagnostics.push(finding.help(format!(
        "add a road that leaves the map by the {word} to `lines_of_communication`, or take `{word}` out of `chooses_edge`"
    )));
}

//! Every block without a position arrives as a reinforcement (PB-3.10).

use std::collections::BTreeSet;

use sandtable_pack::Element;
use sandtable_source::{Diagnostic, code, message};

use crate::pub_battles::battle::Battle;
use crate::pub_battles::forces::arrival::{is_explained, reinforcements};
use crate::pub_battles::forces::group::groups;
use sandtable_authored::Reinforcement;
use sandtable_authored::Reporter;

pub(crate) fn check(reporter: &mut Reporter, battle: &Battle<'_>) {
    for forces in &battle.forces {
        let side = forces.authored;
        let groups = groups(side);
        // Blocks that are named in another command's arrival were reported there.
        let is_foreign = |arrival: &Reinforcement, name: &str| {
            let group = groups.iter().find(|group| group.name() == arrival.command.0);
            group.is_some_and(|group| group.element(name).is_none())
        };
        let misnamed: BTreeSet<&str> = reinforcements(side)
            .flat_map(|arrival| {
                arrival.pieces.iter().flat_map(move |p| p.iter().map(move |n| (arrival, n)))
            })
            .filter(|(arrival, name)| is_foreign(arrival, &name.0))
            .map(|(_, name)| name.0.as_str())
            .collect();
        let arriving: BTreeSet<(&str, &Element)> = forces
            .arrivals
            .iter()
            .flat_map(|arrival| {
                let command = arrival.elements.command.as_str();
                arrival.elements.elements.iter().map(move |element| (command, element))
            })
            .collect();
        for group in &groups {
            if is_explained(reporter, side, &groups, group) {
                continue;
            }
            for (element, span) in group.arriving_elements() {
                let is_misnamed = match &element {
                    Element::Piece(id) | Element::Baggage(id) => misnamed.contains(id.as_str()),
                    Element::Headquarters => false,
                };
                // The block's position may have been unreadable.
                if is_misnamed
                    || reporter.is_unread(span, "at")
                    || arriving.contains(&(group.name(), &element))
                {
                    continue;
                }
                let name = match &element {
                    Element::Headquarters => format!("the HQ of `{}`", group.name()),
                    Element::Baggage(_) if !group.is_army && group.trains.len() == 1 => {
                        format!("the baggage train of `{}`", group.name())
                    }
                    Element::Baggage(id) => format!("baggage train `{id}`"),
                    Element::Piece(id) => format!("piece `{id}`"),
                };
                let arrives = |id: &str| reinforcements(side).any(|one| one.command.0 == id);
                let help = match group.id {
                    // An arrival that names its pieces does not include any other blocks.
                    Some(id) if arrives(&id.0) && element == Element::Headquarters => format!(
                        "add `hq` to the `pieces` of the reinforcement with `command: {}`, in order of march",
                        id.0
                    ),
                    // PB-32.3: a force that enters by an edge has no set-up.
                    Some(id) if battle.context.edge.is_some() => {
                        format!("add a reinforcement with `command: {}` that brings it", id.0)
                    }
                    Some(id) => format!(
                        "add `at:` and `facing:`, or a reinforcement with `command: {}`",
                        id.0
                    ),
                    None => {
                        "add `at:` and `facing:`: without a commander, no reinforcement can bring it".to_owned()
                    }
                };
                reporter.diagnostics.push(
                    Diagnostic::new(code::NO_WAY_ONTO_MAP, message!("{name} never enters the map"))
                        .rule("PB-3.10")
                        .at(span, "no `at`, and no reinforcement brings it")
                        .help(help),
                );
            }
        }
    }
}

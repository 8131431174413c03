//! What the engine does not play is said before anybody reads results of games (PB-3.18).

use std::collections::BTreeMap;

use sandtable_pack::Unplayed;
use sandtable_source::{Diagnostic, Span, code};

use crate::pub_battles::authored_battle::Written;
use sandtable_authored::Reporter;
use sandtable_authored::{Scenario, SpecialRule};

pub(crate) fn check(reporter: &mut Reporter, written: &Written<'_>) {
    let mut asked: BTreeMap<Unplayed, Vec<Span>> = BTreeMap::new();
    for (unplayed, span) in unplayed(written.scenario) {
        asked.entry(unplayed).or_default().push(span);
    }
    for (unplayed, spans) in asked {
        let Some((first, more)) = spans.split_first() else { continue };
        let label = match more.len() {
            0 => "asked for here".to_owned(),
            1 => "asked for here and in one more place".to_owned(),
            more => format!("asked for here and in {more} more places"),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::NOT_PLAYED, unplayed.warning()).rule("PB-3.18").at(*first, label).help(
                "the pack has it, and people can play it; read results of `sandtable run` with that in mind",
            ),
        );
    }
}

/// What a scenario asks for of that kind, and where.
fn unplayed(scenario: &Scenario) -> Vec<(Unplayed, Span)> {
    scenario.special_rules.iter().flatten().filter_map(of_rule).collect()
}

fn of_rule(rule: &SpecialRule) -> Option<(Unplayed, Span)> {
    // Of two effects the rule is told by whoever reads it.
    let is_played = rule.frozen_until.is_some()
        || rule.activate_when.is_some()
        || rule.visibility.is_some()
        || rule.modifier.is_some()
        || rule.victory.is_some()
        || rule.forbid.is_some();
    let text_only = rule.text_only.as_ref().filter(|text| text.value && !is_played);
    text_only.map(|text| (Unplayed::TextOnly, text.span))
}

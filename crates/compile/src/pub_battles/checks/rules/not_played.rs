//! Warnings about effects that the engine does not play (PB-3.18).

use std::collections::BTreeMap;

use sandtable_pack::UnplayedRule;
use sandtable_source::{Diagnostic, Span, code, message};

use crate::pub_battles::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::{Scenario, SpecialRule};

pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut requests: BTreeMap<UnplayedRule, Vec<Span>> = BTreeMap::new();
    for (unplayed, span) in unplayed(written.scenario) {
        requests.entry(unplayed).or_default().push(span);
    }
    for (unplayed, spans) in requests {
        let Some((first, more)) = spans.split_first() else { continue };
        let label = match more.len() {
            0 => "used here".to_owned(),
            1 => "used here and in one other place".to_owned(),
            more => format!("used here and in {more} more places"),
        };
        reporter.diagnostics.push(
            Diagnostic::new(code::NOT_PLAYED, message!("`sandtable run` ignores {}", unplayed.name())).rule("PB-3.18").at(*first, label).help(
                "bear this in mind when you read the results; the rule is in the pack, and players can apply it",
            ),
        );
    }
}

/// The unplayed effects that a scenario uses, with their spans.
fn unplayed(scenario: &Scenario) -> Vec<(UnplayedRule, Span)> {
    scenario.special_rules.iter().flatten().filter_map(unplayed_rule).collect()
}

fn unplayed_rule(rule: &SpecialRule) -> Option<(UnplayedRule, Span)> {
    // A rule with two effects is reported when it is read.
    let is_played = rule.frozen_until.is_some()
        || rule.activate_when.is_some()
        || rule.visibility.is_some()
        || rule.modifier.is_some()
        || rule.victory.is_some()
        || rule.forbid.is_some();
    let text_only = rule.text_only.as_ref().filter(|text| text.value && !is_played);
    text_only.map(|text| (UnplayedRule::TextOnly, text.span))
}

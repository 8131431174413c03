//! What the engine does not play yet is said before anybody reads results of games (PB-3.18).

use std::collections::BTreeMap;

use sandtable_pack::Feature;
use sandtable_source::{Diagnostic, Span, code};

use super::super::arrival::reinforcements;
use super::super::group::groups;
use super::Written;
use crate::authored::{Fate, Scenario, SpecialRule};
use crate::session::Session;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    let mut asked: BTreeMap<Feature, Vec<Span>> = BTreeMap::new();
    for (feature, span) in features(written.scenario) {
        if !feature.is_played() {
            asked.entry(feature).or_default().push(span);
        }
    }
    for (feature, spans) in asked {
        let Some((first, more)) = spans.split_first() else { continue };
        let label = match more.len() {
            0 => "asked for here".to_owned(),
            1 => "asked for here and in one more place".to_owned(),
            more => format!("asked for here and in {more} more places"),
        };
        session.diagnostics.push(
            Diagnostic::new(code::NOT_PLAYED, feature.warning()).rule("PB-3.18").at(*first, label).help(
                "the pack has it, and people can play it; read results of `sandtable run` with that in mind",
            ),
        );
    }
}

/// What a scenario asks for, and where.
fn features(scenario: &Scenario) -> Vec<(Feature, Span)> {
    let mut features = Vec::new();
    for (_, side) in &scenario.sides.0 {
        for group in groups(side) {
            if group.is_army {
                let blocks = group.pieces.iter().map(|piece| piece.span);
                let blocks = blocks.chain(group.trains.iter().map(|train| train.span));
                features.extend(blocks.map(|span| (Feature::ArmyLevel, span)));
            }
            let own = group.pieces.iter().filter_map(|piece| piece.zone.as_ref());
            features.extend(own.map(|zone| (Feature::Zone, zone.span)));
        }
        let chit = side.commander.iter().filter_map(|commander| commander.chit.as_ref());
        let chit = chit.filter(|chit| chit.value);
        features.extend(chit.map(|chit| (Feature::ArmyLevel, chit.span)));
        let commands = side.commands.iter().filter_map(|command| command.zone.as_ref());
        let zones = side.zone.iter().chain(commands);
        features.extend(zones.map(|zone| (Feature::Zone, zone.span)));
        features.extend(side.detachments.iter().map(|pool| (Feature::DetachmentPool, pool.span)));
        for arrival in reinforcements(side) {
            let others = arrival.or.iter().flatten().take(1);
            features.extend(others.map(|other| (Feature::AlternativeEntries, other.span)));
            features.extend(arrival.roll.iter().map(|roll| (Feature::ArrivalByDie, roll.span)));
            let bound = arrival.hold_back.iter().filter(|may| !may.value);
            features.extend(bound.map(|may| (Feature::NoHoldingBack, may.span)));
        }
    }
    let objectives = scenario.objectives.iter().flatten();
    features.extend(objectives.map(|objective| (Feature::Objectives, objective.span)));
    features.extend(scenario.special_rules.iter().flatten().filter_map(of_rule));
    features
}

fn of_rule(rule: &SpecialRule) -> Option<(Feature, Span)> {
    let (leaving, victory) = match &rule.victory {
        Some(effect) if effect.when.value == Fate::Left => (Some(effect), None),
        effect => (None, effect.as_ref()),
    };
    let text_only = rule.text_only.as_ref().filter(|text| text.value);
    [
        (Feature::FrozenUntil, rule.frozen_until.as_ref().map(|effect| effect.span)),
        (Feature::ActivateWhen, rule.activate_when.as_ref().map(|effect| effect.span)),
        (Feature::Visibility, rule.visibility.as_ref().map(|effect| effect.span)),
        (Feature::Modifier, rule.modifier.as_ref().map(|effect| effect.span)),
        (Feature::Victory, victory.map(|effect| effect.span)),
        (Feature::Leaving, leaving.map(|effect| effect.span)),
        (Feature::Forbid, rule.forbid.as_ref().map(|effect| effect.span)),
        (Feature::TextOnly, text_only.map(|text| text.span)),
    ]
    .into_iter()
    .find_map(|(feature, span)| Some((feature, span?)))
}

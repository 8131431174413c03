//! FAB-2.1b, FAB-V40: the battle's exclusive rules, and the data that implements them.

use std::collections::BTreeSet;

use sandtable_pack::fab as pack;
use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Id;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{Override, Player};

/// FAB-V40: reports exclusive rules that nothing implements.
pub(crate) fn unimplemented_rules(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let rules = written.scenario.overrides.as_deref().unwrap_or_default();
    let named =
        |rule: &Override| rule.played_by.as_ref().is_some_and(|players| !players.is_empty());
    let series = rules.iter().any(named).then(sandtable_authored::fab_series).flatten();
    let hooks = hooks(written);
    for rule in rules {
        let is_hooked = rule.hook.as_ref().is_some_and(|hook| hooks.contains(&hook.value));
        // Only a hook can express such an effect, so no other data implements the rule.
        if is_hooked || !named(rule) {
            reporter.diagnostics.push(player_applied_rule(rule, is_hooked));
        }
        for player in rule.played_by.iter().flatten() {
            let rulesets = written.ruleset.zip(series.as_ref());
            let differs = rulesets.is_none_or(|(own, series)| {
                differs_from_series(player.value, written, own, series)
            });
            if !differs {
                reporter.diagnostics.push(unimplemented_rule(rule, player));
            }
        }
    }
}

/// The hooks that event effects refer to.
fn hooks<'w>(written: &AuthoredBattle<'w>) -> BTreeSet<&'w Id> {
    let effects = written.scenario.events.iter().filter_map(|event| event.effect.as_ref());
    effects.filter_map(|effect| Some(&effect.custom.as_ref()?.value)).collect()
}

/// Whether part of the battle or its ruleset differs from the series.
fn differs_from_series(
    player: Player,
    written: &AuthoredBattle<'_>,
    own: &pack::Ruleset,
    series: &pack::Ruleset,
) -> bool {
    let scenario = written.scenario;
    match player {
        Player::Allowances => own.allowances != series.allowances,
        Player::Stacking => own.stacking != series.stacking,
        Player::BlowOn => own.blow_on != series.blow_on,
        Player::BorderTypes => own.border_types != series.border_types,
        Player::ConnectionTypes => own.connection_types != series.connection_types,
        Player::CombatTable => own.combat_table != series.combat_table,
        Player::Morale => own.morale != series.morale,
        Player::Surrender => own.surrender != series.surrender,
        Player::AssetLimits => own.asset_limits != series.asset_limits,
        Player::MarkerLimits => own.marker_limits != series.marker_limits,
        Player::Rulings => own.rulings != series.rulings,
        Player::EntryPolicy => scenario.entry_policy.is_some(),
        Player::StrategicMovement => scenario.strategic_movement.is_some(),
        Player::DefenderArtillery => scenario.defender_artillery.is_some(),
        Player::SpecialActions => scenario.special_actions.is_some(),
        Player::Events => !scenario.events.is_empty(),
        Player::Reserve | Player::Terrain | Player::Victory => true,
    }
}

fn unimplemented_rule(rule: &Override, player: &Spanned<Player>) -> Diagnostic {
    let word = player.value.word();
    Diagnostic::new(
        code::PLAYED_BY_NOTHING,
        message!("`{word}` is unchanged from the series, so it cannot implement an exclusive rule"),
    )
    .rule("FAB-V40")
    .at(player.span, "same as in the series")
    .also(rule.rule.span, "the exclusive rule")
    .help(format!("express the rule in `{word}`, or remove `played_by:`"))
}

/// The diagnostic for a rule that only players apply.
fn player_applied_rule(rule: &Override, is_hooked: bool) -> Diagnostic {
    let what = if is_hooked {
        "bots cannot play the battle, because they do not know this rule"
    } else {
        "`sandtable run` ignores this rule"
    };
    Diagnostic::new(code::NOT_PLAYED, what)
        .rule("FAB-V40")
        .at(rule.rule.span, "an exclusive rule for players")
        .help(
            "if possible, express it as a value or ruling of the ruleset or as an effect, and name that in `played_by:`; \
             otherwise allow this",
        )
}

//! FAB-V31, FAB-V32, FAB-V40: effects of events.

use sandtable_pack::fab::Timing;
use sandtable_source::{Diagnostic, Place, Span, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{Effect, EventKind};

/// The keys that an effect sets.
pub(crate) fn effect_keys(effect: &Effect) -> Vec<&'static str> {
    macro_rules! keys {
        ($($key:ident),*) => {
            [$((stringify!($key), effect.$key.is_some())),*]
        };
    }
    let keys = keys!(
        add_steps,
        move_chits,
        extra_dice,
        sn_modifier,
        place_marker,
        remove_marker,
        blow_bridge,
        repair_bridge,
        grant_special_action,
        reveal,
        no_op,
        custom
    );
    keys.into_iter().filter(|(_, is)| *is).map(|(key, _)| key).collect()
}

/// FAB-V31, FAB-V32: a scripted event has one effect, and a Special Action none.
pub(crate) fn effects(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    for event in &written.scenario.events {
        let id = &event.id.value.0;
        if reporter.is_stand_in(event.kind.span) || reporter.is_unread(event.span, "effect") {
            continue;
        }
        let finding = match (event.kind.value, &event.effect) {
            (EventKind::SpecialAction, Some(effect)) => Diagnostic::new(
                code::EVENT_EFFECT,
                message!("Special Action `{id}` has an effect"),
            )
            .rule("FAB-V31")
            .at(effect.span, "the rules define its uses (FAB-8.2)")
            .help("remove `effect`, or write `kind: scripted`"),
            (EventKind::Scripted, None) => {
                let message = message::missing_keys(["effect"], format_args!("event `{id}`"));
                Diagnostic::new(code::EVENT_EFFECT, message)
                    .rule("FAB-V32")
                    .at(event.kind.span, "a scripted event needs an effect")
                    .help("write `effect: { add_steps: { n: 1 } }` or another effect; if players resolve the event from its text, write `effect: { no_op: true }`")
            }
            (EventKind::Scripted, Some(effect)) => match effect_keys(effect).as_slice() {
                [one] => {
                    one_effect(reporter, event, effect, one);
                    continue;
                }
                // An unknown key may be a misspelt effect.
                [] if has_unknown_key(reporter, effect.span) => continue,
                [] => Diagnostic::new(code::EVENT_EFFECT, message!("the effect of event `{id}` is empty"))
                    .rule("FAB-V32")
                    .at(effect.span, "empty")
                    .help("write an effect, such as `add_steps: { n: 1 }`; if players resolve the event from its text, write `no_op: true`"),
                several => Diagnostic::new(
                    code::EVENT_EFFECT,
                    message!(
                        "event `{id}` has {} effects: {}",
                        several.len(),
                        sandtable_source::all_of(several.iter().copied())
                    ),
                )
                .rule("FAB-V32")
                .at(effect.span, "an event has one effect")
                .help("keep one of them, and make a separate event of each other effect"),
            },
            (EventKind::SpecialAction, None) => continue,
        };
        reporter.diagnostics.push(finding);
    }
}

/// Whether an unknown key was reported in a mapping.
fn has_unknown_key(reporter: &Reporter, map: Span) -> bool {
    let mut findings = reporter.diagnostics.iter().filter(|one| one.code == code::UNKNOWN_KEY);
    findings.any(|finding| {
        finding.labels.iter().any(|label| match label.place {
            Place::Text(key) => key.file == map.file && (map.start..map.end).contains(&key.start),
            Place::Line(..) => false,
        })
    })
}

/// FAB-V32: effects on fire are played in combat; other effects are not.
fn one_effect(
    reporter: &mut Reporter,
    event: &sandtable_authored::fab::Event,
    effect: &Effect,
    key: &str,
) {
    let on_fire = effect.extra_dice.is_some() || effect.sn_modifier.is_some();
    let timing = event.timing.as_ref();
    let in_combat =
        timing.is_some_and(|times| times.iter().any(|time| time.value.0 == Timing::Combat));
    let place = timing.map_or(effect.span, |times| times.span);
    let id = &event.id.value.0;
    if on_fire && !in_combat {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::EVENT_EFFECT,
                message!("event `{id}` changes fire but is never played in combat"),
            )
            .rule("FAB-V32")
            .at(place, "not played in combat")
            .help("write `timing: [combat]`"),
        );
    } else if !on_fire && in_combat && effect.custom.is_none() && effect.no_op.is_none() {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::EVENT_EFFECT,
                message!("event `{id}` is played in combat, but `{key}` does not change fire"),
            )
            .rule("FAB-V32")
            .at(place, "an effect in combat must change fire")
            .help("write `timing: [administration]`, or an effect on fire: `extra_dice` or `sn_modifier`"),
        );
    }
}

/// FAB-V40: an exclusive rule explains each custom effect.
pub(crate) fn hooks(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let hooks = || scenario.overrides.iter().flatten().filter_map(|one| one.hook.as_ref());
    for event in &scenario.events {
        let custom = event.effect.as_ref().and_then(|effect| effect.custom.as_ref());
        let Some(custom) = custom else { continue };
        if !hooks().any(|hook| hook.value == custom.value) {
            reporter.diagnostics.push(
                Diagnostic::new(code::HOOK_UNLISTED, message::not_found("hook", &custom.value.0))
                    .rule("FAB-V40")
                    .at(custom.span, "no exclusive rule has this hook")
                    .did_you_mean(custom, hooks().map(|hook| hook.value.0.as_str()))
                    .help(format!(
                        "add to `overrides`: `- {{ rule: FAB-4.22, hook: {}, text: … }}`",
                        custom.value.0
                    )),
            );
        }
    }
}

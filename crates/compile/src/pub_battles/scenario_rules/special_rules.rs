//! Special rules: whom they speak of, and their one effect (PB-3.18).

use sandtable_authored::printed;
use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{
    Act, Choice as _, CommandId, Effect, EntryId, Fight, PieceId, SideId, SpecialRuleId, Subject,
};
use sandtable_source::{Diagnostic, Span, Spanned, code, list_of, message};

use super::moments::{distance, moment};
use super::objectives;
use crate::pub_battles::context::Context;
use crate::pub_battles::forces::{arrival, group};
use sandtable_authored::Reporter;
use sandtable_authored::{Fate, Id, SpecialRule, SpecialVisibility, Trigger};

/// The words for effects, as they are written.
const EFFECTS: [&str; 7] =
    ["frozen_until", "activate_when", "visibility", "modifier", "victory", "forbid", "text_only"];

/// The special rules that could be read, with their texts.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
) -> Vec<(pack::SpecialRule, pack::Text)> {
    let names = names(context);
    let mut ids: BTreeMap<&str, Span> = BTreeMap::new();
    let mut rules = Vec::new();
    for written in context.scenario.special_rules.iter().flatten() {
        if let Some(&first) = ids.get(written.id.0.as_str()) {
            crate::pub_battles::context::twice(reporter, &written.id, first, "special rule");
        } else {
            ids.insert(&written.id.0, written.id.span);
        }
        let who = written.who.iter().flatten().filter_map(|name| subject(reporter, &names, name));
        let who = who.collect();
        if is_one_effect(reporter, written)
            && let Some(effect) = effect(reporter, context, &names, written)
            && let Ok(id) = SpecialRuleId::new(&written.id)
        {
            rules.push((pack::SpecialRule { id, who, effect }, printed(&written.text)));
        }
    }
    rules
}

/// Everybody that a rule may speak of, by id. Sides stand before commands, commands before pieces.
type Names = BTreeMap<String, Subject>;

fn names(context: &Context<'_>) -> Names {
    let mut names = Names::new();
    for (id, side) in &context.scenario.sides.0 {
        for group in group::groups(side) {
            let pieces = group.pieces.iter().map(|piece| piece.id.0.as_str());
            let trains = group.trains.iter().map(|train| train.id.as_str());
            for id in pieces.chain(trains) {
                names.extend(
                    PieceId::new(id).ok().map(|piece| (id.to_owned(), Subject::Piece(piece))),
                );
            }
        }
        for piece in side.detachments.iter().flat_map(|pool| pool.pieces.iter()) {
            let id = PieceId::new(&piece.id).ok();
            names.extend(id.map(|id| (piece.id.0.clone(), Subject::Piece(id))));
        }
        let army = side.commander.iter().map(|commander| &commander.id);
        for id in army.chain(side.commands.iter().map(|command| &command.id)) {
            let command = CommandId::new(id).ok();
            names.extend(command.map(|command| (id.0.clone(), Subject::Command(command))));
        }
        let side = SideId::new(id).ok();
        names.extend(side.map(|side| (id.value.clone(), Subject::Side(side))));
    }
    names
}

fn subject(reporter: &mut Reporter, names: &Names, name: &Spanned<Id>) -> Option<Subject> {
    let found = names.get(&name.0).cloned();
    if found.is_none() && !reporter.damage.names.contains(&name.0) {
        reporter.diagnostics.push(
            Diagnostic::new(code::UNKNOWN_NAME, message!("nobody is called `{}`", name.0))
                .rule("PB-3.18")
                .at(name.span, "no such side, command, piece or train")
                .did_you_mean(name, names.keys().map(String::as_str))
                .help("name the id of a side, a command, an army HQ, a piece or a train"),
        );
    }
    found
}

fn piece(reporter: &mut Reporter, names: &Names, name: &Spanned<Id>) -> Option<PieceId> {
    match subject(reporter, names, name)? {
        Subject::Piece(piece) => Some(piece),
        Subject::Side(_) | Subject::Command(_) => {
            reporter.diagnostics.push(
                Diagnostic::new(code::UNKNOWN_NAME, message!("`{}` is no piece", name.0))
                    .rule("PB-3.18")
                    .at(name.span, "a side or a command")
                    .help("name one piece or train"),
            );
            None
        }
    }
}

/// Says so when a rule has no effect, or several.
fn is_one_effect(reporter: &mut Reporter, rule: &SpecialRule) -> bool {
    let given = [
        rule.frozen_until.as_ref().map(|effect| effect.span),
        rule.activate_when.as_ref().map(|effect| effect.span),
        rule.visibility.as_ref().map(|effect| effect.span),
        rule.modifier.as_ref().map(|effect| effect.span),
        rule.victory.as_ref().map(|effect| effect.span),
        rule.forbid.as_ref().map(|effect| effect.span),
        rule.text_only.as_ref().filter(|text| text.value).map(|text| text.span),
    ];
    let given: Vec<(&str, Span)> =
        EFFECTS.into_iter().zip(given).filter_map(|(word, span)| Some((word, span?))).collect();
    let name = &rule.id.0;
    let diagnostic = match given.as_slice() {
        [_] => return true,
        // An effect that could not be read was reported.
        _ if EFFECTS.iter().any(|key| reporter.is_unread(rule.span, key)) => return false,
        [] => Diagnostic::new(
            code::SPECIAL_RULE_EFFECT,
            message!("the special rule `{name}` does not say what it does"),
        )
        .at(rule.id.span, "no effect")
        .help(format!("add one of {}", list_of(EFFECTS)))
        .help("a rule that players keep by themselves is `text_only: true`"),
        [(one, first), (other, second), ..] => Diagnostic::new(
            code::SPECIAL_RULE_EFFECT,
            message!("the special rule `{name}` has two effects, `{one}` and `{other}`"),
        )
        .at(*second, "the second effect")
        .also(*first, "the first one")
        .help("make two rules of it, each with its text"),
    };
    reporter.diagnostics.push(diagnostic.rule("PB-3.18"));
    false
}

fn effect(
    reporter: &mut Reporter,
    context: &Context<'_>,
    names: &Names,
    rule: &SpecialRule,
) -> Option<Effect> {
    if let Some(until) = &rule.frozen_until {
        return Some(Effect::FrozenUntil(moment(reporter, context, until)));
    }
    if let Some(trigger) = &rule.activate_when {
        return self::trigger(reporter, context, names, trigger).map(Effect::ActivateWhen);
    }
    if let Some(written) = &rule.visibility {
        return visibility(reporter, context, written).map(Effect::Visibility);
    }
    if let Some(written) = &rule.modifier {
        let when = written.when.as_ref().map_or(Fight::Always, |when| when.0);
        if written.die.0 == 0 {
            reporter.diagnostics.push(
                Diagnostic::new(code::NO_EFFECT, "a modifier of 0 changes nothing")
                    .rule("PB-3.18")
                    .at(written.die.span, "no change")
                    .help("write 1, 2, -1 or -2, or take the rule out"),
            );
            return None;
        }
        return Some(Effect::Modifier(pack::Modifier { die: written.die.0 as i8, when }));
    }
    if let Some(written) = &rule.victory {
        let side = objectives::side(reporter, context, &written.side);
        let when = match (written.when.value, &written.entry) {
            (Fate::Destroyed, _) => pack::Fate::Destroyed,
            (Fate::Survived, _) => pack::Fate::Survived,
            (Fate::Left, Some(entry)) => {
                arrival::find_entry(reporter, context, entry)?;
                pack::Fate::Left(EntryId::new(entry).ok()?)
            }
            (Fate::Left, None) => {
                reporter.diagnostics.push(
                    Diagnostic::new(code::MISSING_KEY, "this award of points has no `entry`")
                        .rule("PB-3.18")
                        .at(written.when.span, "left by which entry?")
                        .help("add `entry:` with the id of an entry of the map"),
                );
                return None;
            }
        };
        let points = written.points.0 as u32;
        return Some(Effect::Victory(pack::SpecialPoints { side: side?, points, when }));
    }
    if let Some(written) = &rule.forbid {
        let until = written.until.as_ref().map(|until| moment(reporter, context, until));
        let is_unread =
            reporter.lost_items(written.acts.span) || reporter.is_unread(written.span, "acts");
        if written.acts.is_empty() && !is_unread {
            reporter.diagnostics.push(
                Diagnostic::new(code::SPECIAL_RULE_EFFECT, "this rule forbids nothing")
                    .rule("PB-3.18")
                    .at(written.acts.span, "an empty list")
                    .help(format!("name {}", list_of(Act::words()))),
            );
            return None;
        }
        let acts = written.acts.iter().map(|act| act.value.0).collect();
        return Some(Effect::Forbid(pack::Prohibition { acts, until }));
    }
    Some(Effect::TextOnly)
}

fn trigger(
    reporter: &mut Reporter,
    context: &Context<'_>,
    names: &Names,
    written: &Trigger,
) -> Option<pack::Trigger> {
    let attacked = written.attacked.as_ref().filter(|attacked| attacked.value);
    match (&written.enemy_within, attacked, &written.destroyed) {
        (Some(range), None, None) => {
            distance(reporter, context, range).map(pack::Trigger::EnemyWithin)
        }
        (None, Some(_), None) => Some(pack::Trigger::Attacked),
        (None, None, Some(name)) => piece(reporter, names, name).map(pack::Trigger::Destroyed),
        _ => {
            let keys = ["enemy_within", "attacked", "destroyed"];
            if !keys.iter().any(|key| reporter.is_unread(written.span, key)) {
                let given = usize::from(written.enemy_within.is_some())
                    + usize::from(attacked.is_some())
                    + usize::from(written.destroyed.is_some());
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::SPECIAL_RULE_EFFECT,
                        "troops that wait are woken by one thing",
                    )
                    .rule("PB-3.18")
                    .at(written.span, match given {
                        0 => "nothing wakes them".to_owned(),
                        many => format!("{many} things would wake them"),
                    })
                    .help("write one of `enemy_within: 800 m`, `attacked: true` and `destroyed: PIECE`"),
                );
            }
            None
        }
    }
}

fn visibility(
    reporter: &mut Reporter,
    context: &Context<'_>,
    written: &SpecialVisibility,
) -> Option<pack::Visibility> {
    let from = written.from.as_ref().map(|from| moment(reporter, context, from));
    let until = written.until.as_ref().map(|until| moment(reporter, context, until));
    let range = distance(reporter, context, &written.range)?;
    Some(pack::Visibility { range, from, until })
}

//! Resolves special rules: their subjects and their single effect (PB-3.18).

use sandtable_authored::to_printed;
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

/// The keys of all effects.
const EFFECTS: [&str; 7] =
    ["frozen_until", "activate_when", "visibility", "modifier", "victory", "forbid", "text_only"];

/// Resolves the readable special rules, with their printed text.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
) -> Vec<(pack::SpecialRule, pack::Text)> {
    let names = names(context);
    let mut ids: BTreeMap<&str, Span> = BTreeMap::new();
    let mut rules = Vec::new();
    for written in context.scenario.special_rules.iter().flatten() {
        if let Some(&first) = ids.get(written.id.0.as_str()) {
            crate::pub_battles::context::duplicate_id(reporter, &written.id, first, "special rule");
        } else {
            ids.insert(&written.id.0, written.id.span);
        }
        let who = written.who.iter().flatten().filter_map(|name| subject(reporter, &names, name));
        let who = who.collect();
        if has_one_effect(reporter, written)
            && let Some(effect) = effect(reporter, context, &names, written)
            && let Ok(id) = SpecialRuleId::new(&written.id)
        {
            rules.push((pack::SpecialRule { id, who, effect }, to_printed(&written.text)));
        }
    }
    rules
}

/// The possible subjects of a rule, by id. Sides take precedence over commands, and commands over
/// pieces.
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
            Diagnostic::new(
                code::UNKNOWN_NAME,
                message::not_found("side, command, piece or train", &name.0),
            )
            .rule("PB-3.18")
            .at(name.span, "unknown id")
            .did_you_mean(name, names.keys().map(String::as_str))
            .help("use the id of a side, a command, an army HQ, a piece or a train"),
        );
    }
    found
}

fn piece(reporter: &mut Reporter, names: &Names, name: &Spanned<Id>) -> Option<PieceId> {
    match subject(reporter, names, name)? {
        Subject::Piece(piece) => Some(piece),
        Subject::Side(_) | Subject::Command(_) => {
            reporter.diagnostics.push(
                Diagnostic::new(code::UNKNOWN_NAME, message!("`{}` is not a piece", name.0))
                    .rule("PB-3.18")
                    .at(name.span, "a side or a command")
                    .help("use the id of one piece or train"),
            );
            None
        }
    }
}

/// Whether a rule has exactly one effect; reports it otherwise.
fn has_one_effect(reporter: &mut Reporter, rule: &SpecialRule) -> bool {
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
        // An unreadable effect was reported.
        _ if EFFECTS.iter().any(|key| reporter.is_unread(rule.span, key)) => return false,
        [] => Diagnostic::new(
            code::SPECIAL_RULE_EFFECT,
            message!("special rule `{name}` has no effect"),
        )
        .at(rule.id.span, "no effect")
        .help(format!("add one of {}", list_of(EFFECTS)))
        .help("add `text_only: true` for a rule that players apply themselves"),
        [(one, first), (other, second), ..] => Diagnostic::new(
            code::SPECIAL_RULE_EFFECT,
            message!("special rule `{name}` has two effects, `{one}` and `{other}`"),
        )
        .at(*second, format!("`{other}` here"))
        .also(*first, format!("`{one}` here"))
        .help("split it into two rules, each with its own text"),
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
                Diagnostic::new(code::NO_EFFECT, message::no_effect("a modifier of 0"))
                    .rule("PB-3.18")
                    .at(written.die.span, "no effect")
                    .help("use 1, 2, -1 or -2, or remove the rule"),
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
                    Diagnostic::new(
                        code::MISSING_KEY,
                        message::missing_keys(["entry"], "`victory`"),
                    )
                    .rule("PB-3.18")
                    .at(written.when.span, "needs an entry")
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
            reporter.has_lost_items(written.acts.span) || reporter.is_unread(written.span, "acts");
        if written.acts.is_empty() && !is_unread {
            reporter.diagnostics.push(
                Diagnostic::new(code::SPECIAL_RULE_EFFECT, message::no_effect("this rule"))
                    .rule("PB-3.18")
                    .at(written.acts.span, "empty list")
                    .help(format!("add {}", list_of(Act::words()))),
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
                        "`activate_when` needs exactly one trigger",
                    )
                    .rule("PB-3.18")
                    .at(
                        written.span,
                        match given {
                            0 => "no trigger".to_owned(),
                            many => format!("{many} triggers"),
                        },
                    )
                    .help(
                        "use one of `enemy_within: 800 m`, `attacked: true` and `destroyed: PIECE`",
                    ),
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

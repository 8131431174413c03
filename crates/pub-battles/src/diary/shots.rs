//! Fire: the pieces, the circumstances that modify the dice, and the effect of the hits.

use super::Diarist;
use crate::battlefield::roster::PieceIndex;
use crate::combat::fire::HitResult;
use crate::combat::fire::{FireModifiers, FireRules};
use crate::game::event::{Event, Happening};
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;

/// A combat fire or a bombardment.
struct Shot<'e> {
    firer: PieceIndex,
    target: PieceIndex,
    dice: &'e [u8],
    modifiers: FireModifiers,
    rules: &'e FireRules,
    hits: u8,
    result: HitResult,
}

impl<'e> Shot<'e> {
    fn of(event: &'e Event) -> Option<Self> {
        match &event.what {
            Happening::Fired { firer, target, dice, modifiers, rules, hits, result, .. }
            | Happening::Bombarded { firer, target, dice, modifiers, rules, hits, result } => {
                let (firer, target, modifiers) = (*firer, *target, *modifiers);
                let (hits, result) = (*hits, *result);
                Some(Self { firer, target, dice, modifiers, rules, hits, result })
            }
            _ => None,
        }
    }
}

impl Diarist<'_> {
    /// The firer, its target, the dice and the number of hits.
    pub(super) fn fire_of(&self, event: &Event) -> String {
        let Some(shot) = Shot::of(event) else { return String::new() };
        let firer = self.names.piece(shot.firer);
        let fires = match event.what {
            Happening::Fired { round, .. } => {
                let again = if round > 1 { format!("in round {round}, ") } else { String::new() };
                let first = if shot.rules.first.is_some() { " first" } else { "" };
                format!("{again}{}{first} at", firer.does("fires", "fire"))
            }
            _ => firer.does("bombards", "bombard"),
        };
        let dice: Vec<String> = shot.dice.iter().map(u8::to_string).collect();
        let hits = match shot.hits {
            0 => "no hits".to_owned(),
            1 => "1 hit".to_owned(),
            hits => format!("{hits} hits"),
        };
        format!(
            "{fires} {}{}, {}: {hits}",
            self.names.piece(shot.target).text,
            circumstances(&shot, firer.is_plural),
            dice.join("-")
        )
    }

    /// The effect of hits on the target.
    pub(super) fn effect_of(&self, event: &Event) -> String {
        let Some(shot) = Shot::of(event) else { return String::new() };
        let target = self.names.piece(shot.target);
        let effect = match shot.result {
            HitResult::Unshaken if shot.hits == 0 => return String::new(),
            HitResult::Unshaken => target.does("absorbs it", "absorb it"),
            HitResult::Spent => format!("{} Spent", target.is()),
            HitResult::Retreat => target.does("has to retreat", "have to retreat"),
            HitResult::SpentAndRetreat => {
                let has = if target.is_plural { "have" } else { "has" };
                format!("{} Spent and {has} to retreat", target.is())
            }
            HitResult::Destroyed => format!("{} will be destroyed", target.text),
        };
        format!("; {effect}")
    }

    /// The rules of a fire: those of its event, its modifiers and the effect of its hits.
    pub(super) fn rules_of_fire(&self, event: &Event) -> Vec<RuleId> {
        let Some(shot) = Shot::of(event) else { return vec![event.rule] };
        let cover = shot.modifiers.target_in_cover.then_some(PB_23_3);
        let flanks = shot.rules.target_flanked.iter().chain(&shot.rules.firer_flanked).copied();
        let first = shot.rules.first;
        let cited_rules = std::iter::once(event.rule).chain(first).chain(cover).chain(flanks);
        cited_rules.chain(shot.rules.quality).collect()
    }
}

/// The circumstances that modify the dice, as text to follow the target's name.
fn circumstances(shot: &Shot<'_>, is_firer_plural: bool) -> String {
    let flanked = &shot.rules.target_flanked;
    let of_target = clause(flanked, &["flanked", "attacking across the river", "in column"]);
    let mut text = String::new();
    if let Some(target) = of_target {
        text += &format!(" ({target})");
    }
    if shot.modifiers.target_in_cover {
        text += " in cover";
    }
    text += &firer_clause(&shot.rules.firer_flanked, is_firer_plural);
    match shot.modifiers.special {
        0 => {}
        special => text += &format!(", {special:+} by a special rule"),
    }
    text
}

/// The circumstances against the firer, which come last.
fn firer_clause(rules: &[RuleId], is_plural: bool) -> String {
    let own = if is_plural { "themselves" } else { "itself" };
    clause(rules, &["flanked", "attacking across the river", "in column"])
        .map_or(String::new(), |firer| format!(" while {firer} {own}"))
}

/// The phrases for these rules. `words` has one phrase each for position, river and column.
fn clause(rules: &[RuleId], words: &[&str; 3]) -> Option<String> {
    let mut phrases: Vec<&str> = Vec::new();
    for rule in rules {
        let word = match *rule {
            PB_23_5 => words[1],
            PB_23_6 => words[2],
            _ => words[0],
        };
        phrases.push(word);
    }
    (!phrases.is_empty()).then(|| phrases.join(" and "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn itself_appears_once() {
        let text = |rules: &[RuleId], is_plural| firer_clause(rules, is_plural);
        assert_eq!(text(&[], false), "");
        assert_eq!(text(&[PB_23_5], true), " while attacking across the river themselves");
        assert_eq!(text(&[PB_23_6, PB_23_4], false), " while in column and flanked itself");
    }
}

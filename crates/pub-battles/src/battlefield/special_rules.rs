//! PB-3.18: a battle's special rules that the engine plays. They delay or forbid actions, limit
//! sight, modify dice or give points.

use std::collections::BTreeSet;

use sandtable_pack::{Effect, Pack, Subject};

use crate::battlefield::roster::{CommandIndex, PieceIndex, Roster};

/// A special rule with the blocks that it applies to.
#[derive(Clone, Debug)]
pub(crate) struct SpecialRule {
    pub(crate) effect: Effect,
    pub(crate) pieces: BTreeSet<PieceIndex>,
    /// The commands that the rule names; it also applies to detachments assigned to them (PB-A21).
    pub(crate) commands: BTreeSet<CommandIndex>,
}

/// Reads the special rules of a battle, in the order of the scenario.
pub(crate) fn of(pack: &Pack, roster: &Roster) -> Vec<SpecialRule> {
    let pieces = |who: &[Subject]| {
        let applies = |&piece: &PieceIndex| {
            who.is_empty() || who.iter().any(|subject| applies_to(pack, roster, piece, subject))
        };
        roster.piece_indices().filter(applies).collect()
    };
    let commands = |who: &[Subject]| {
        let names = |&command: &CommandIndex| {
            let id = &roster.command(command).id;
            who.iter().any(|subject| matches!(subject, Subject::Command(named) if named == id))
        };
        roster.command_indices().filter(names).collect()
    };
    let rules = pack.scenario().special_rules.iter();
    rules
        .map(|rule| SpecialRule {
            effect: rule.effect.clone(),
            pieces: pieces(&rule.who),
            commands: commands(&rule.who),
        })
        .collect()
}

/// Whether a rule for this subject applies to a block.
fn applies_to(pack: &Pack, roster: &Roster, piece: PieceIndex, subject: &Subject) -> bool {
    let card = roster.piece(piece);
    let side = &pack.scenario().sides[card.side.index()];
    match subject {
        Subject::Side(id) => side.id == *id,
        Subject::Piece(id) => card.id.as_ref() == Some(id),
        Subject::Command(id) => match card.command {
            Some(command) => roster.command(command).id == *id,
            None if card.pool => false,
            None => side.commander.as_ref().is_some_and(|army| army.headquarters.id == *id),
        },
    }
}

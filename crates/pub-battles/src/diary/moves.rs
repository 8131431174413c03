//! Activations, and moves that end in an attack or in reserve.

use super::gazetteer::length;
use super::text::DiaryText;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::event::{Event, Happening};
use sandtable_engine::RuleId;

impl<'a> DiaryText<'a> {
    /// Writes an activation with its leader's move, and the chit draw if it came just before.
    pub(super) fn write_activation(&mut self, event: &'a Event, command: CommandIndex) {
        let diarist = self.diarist;
        let leader = diarist.field.roster.command(command).headquarters;
        let drawn = self.draw_rule.take();
        let (opening, joint) = match drawn {
            Some(_) => (format!("Drawn from the cup: {}", diarist.sentence(event)), "who "),
            None => (diarist.sentence(event), ""),
        };
        let goes_on = self.take_if(|next| match next {
            Happening::Moved { piece, .. } => *piece == leader,
            Happening::StoodIdle { .. } => true,
            _ => false,
        });
        let sentence = match goes_on {
            None => opening,
            Some(next) if matches!(next.what, Happening::Moved { .. }) => {
                format!("{opening}, {joint}{}", diarist.march(next))
            }
            Some(next) => format!("{opening}; {}", diarist.sentence(next)),
        };
        let rules = drawn.into_iter().chain([event.rule]);
        let rules: Vec<RuleId> = rules.chain(goes_on.map(|next| next.rule)).collect();
        self.paragraph(&sentence, &rules);
    }

    /// Writes a move, including an attack or entry into reserve at its end.
    pub(super) fn write_move(&mut self, event: &'a Event, who: PieceIndex) {
        let Happening::Moved { from, stands, length: way, .. } = &event.what else { return };
        // A move into an attack is one sentence.
        let Some(attack) = self.assault_of(who) else {
            self.write_into_reserve(event, who);
            return;
        };
        let diarist = self.diarist;
        let direction = diarist.gazetteer.direction(stands.centre() - *from);
        let moves = diarist.names.piece(who).does("moves", "move");
        let (way, assault) = (length(*way), self.assault(attack));
        self.write_details(&format!("{moves} {way} {direction} and {assault}"), &[attack.rule]);
    }

    /// Writes an entry, including an attack or entry into reserve at its end.
    pub(super) fn write_entry(&mut self, event: &'a Event, who: PieceIndex) {
        let Some(attack) = self.assault_of(who) else {
            self.write_into_reserve(event, who);
            return;
        };
        let enters = self.diarist.names.piece(who).does("enters", "enter");
        let sentence = format!("{enters} the map and {}", self.assault(attack));
        self.write_details(&sentence, &[event.rule, attack.rule]);
    }

    /// Writes a move or an entry, including entry into reserve at its end.
    fn write_into_reserve(&mut self, event: &'a Event, who: PieceIndex) {
        let diarist = self.diarist;
        let joins = self.take_if(
            |next| matches!(next, Happening::JoinedReserve { piece, .. } if *piece == who),
        );
        let sentence = diarist.sentence(event);
        match joins.map(|joins| (&joins.what, joins.rule)) {
            Some((Happening::JoinedReserve { headquarters, .. }, rule)) => {
                let leader = &diarist.names.piece(*headquarters).text;
                self.write_details(
                    &format!("{sentence}, into reserve with {leader}"),
                    &[event.rule, rule],
                );
            }
            _ => self.write_details(&sentence, &[event.rule]),
        }
    }

    /// The attack at the end of a piece's move.
    fn assault_of(&mut self, piece: PieceIndex) -> Option<&'a Event> {
        self.take_beyond_staffs(
            |what| matches!(what, Happening::Attacked { attacker, .. } if *attacker == piece),
        )
    }
}

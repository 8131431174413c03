//! A command that moves, and the moves of its pieces into an attack or into reserve.

use super::gazetteer::length;
use super::text::DiaryText;
use crate::battlefield::roster::{CommandIndex, PieceIndex};
use crate::game::event::{Event, Happening};
use sandtable_engine::RuleId;

impl<'a> DiaryText<'a> {
    /// A command moves, its leader first: written with the draw of its chit, if that came just before.
    pub(super) fn write_activation(&mut self, event: &'a Event, command: CommandIndex) {
        let diarist = self.diarist;
        let leader = diarist.field.roster.command(command).headquarters;
        let drawn = self.drawn.take();
        let (opening, joint) = match drawn {
            Some(_) => (format!("The cup gives {}", diarist.sentence(event)), "who "),
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
            Some(next) => format!("{opening}: {}", diarist.sentence(next)),
        };
        let rules = drawn.into_iter().chain([event.rule]);
        let rules: Vec<RuleId> = rules.chain(goes_on.map(|next| next.rule)).collect();
        self.paragraph(&sentence, &rules);
    }

    /// A move, with the attack or the reserve into which it led.
    pub(super) fn write_move(&mut self, event: &'a Event, who: PieceIndex) {
        let Happening::Moved { from, stands, length: way, .. } = &event.what else { return };
        // Who goes into an attack is written once.
        let Some(attack) = self.assault_of(who) else {
            self.write_into_reserve(event, who);
            return;
        };
        let diarist = self.diarist;
        let direction = diarist.gazetteer.direction(stands.centre() - *from);
        let moves = diarist.names.piece(who).does("moves", "move");
        let (way, assault) = (length(*way), self.assault(attack));
        self.inside(&format!("{moves} {way} {direction} and {assault}"), &[attack.rule]);
    }

    /// An entry, with the attack or the reserve into which it led.
    pub(super) fn write_entry(&mut self, event: &'a Event, who: PieceIndex) {
        let Some(attack) = self.assault_of(who) else {
            self.write_into_reserve(event, who);
            return;
        };
        let comes = self.diarist.names.piece(who).does("comes", "come");
        let sentence = format!("{comes} onto the field and {}", self.assault(attack));
        self.inside(&sentence, &[event.rule, attack.rule]);
    }

    /// A move or an entry, and the reserve into which it led.
    fn write_into_reserve(&mut self, event: &'a Event, who: PieceIndex) {
        let diarist = self.diarist;
        let joins = self.take_if(
            |next| matches!(next, Happening::JoinedReserve { piece, .. } if *piece == who),
        );
        let sentence = diarist.sentence(event);
        match joins.map(|joins| (&joins.what, joins.rule)) {
            Some((Happening::JoinedReserve { headquarters, .. }, rule)) => {
                let leader = &diarist.names.piece(*headquarters).text;
                self.inside(
                    &format!("{sentence}, into reserve with {leader}"),
                    &[event.rule, rule],
                );
            }
            _ => self.inside(&sentence, &[event.rule]),
        }
    }

    /// The attack at the end of a piece's move.
    fn assault_of(&mut self, piece: PieceIndex) -> Option<&'a Event> {
        self.take_beyond_staffs(
            |what| matches!(what, Happening::Attacked { attacker, .. } if *attacker == piece),
        )
    }
}

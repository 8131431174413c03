//! Chit draws and attempts to delay the chit, as one sentence up to the first move.

use super::text::DiaryText;
use crate::battlefield::roster::CommandIndex;
use crate::game::event::{Event, Happening};
use crate::state::Alteration;
use sandtable_engine::RuleId;

impl<'a> DiaryText<'a> {
    /// Writes a chit draw. A chit that moves at once is written with its move.
    pub(super) fn write_draw(&mut self, event: &'a Event, chit: CommandIndex) {
        if self.peek(0) == Some(&Happening::Activated(chit)) {
            self.draw_rule = Some(event.rule);
            return;
        }
        let names = &self.diarist.names;
        let (mut rules, mut parts) = (Vec::new(), Vec::new());
        let (mut event, mut chit) = (event, chit);
        loop {
            rules.push(event.rule);
            let clauses = self.attempts(chit, &mut rules);
            parts.push(match clauses.as_str() {
                "" => self.diarist.leader_of(chit),
                clauses => format!("{}, which {clauses}", names.command(chit)),
            });
            let Some(&Happening::ChitDrawn(next)) = self.peek(0) else { break };
            if !self.peek(1).is_some_and(|what| is_delay_of(what, next)) {
                break;
            }
            let Some(draw) = self.take_if(|_| true) else { break };
            (event, chit) = (draw, next);
        }
        self.paragraph(&format!("Drawn from the cup: {}", parts.join("; ")), &rules);
    }

    /// The attempts to delay the chit drawn last, with their die rolls.
    fn attempts(&mut self, chit: CommandIndex, rules: &mut Vec<RuleId>) -> String {
        let mut clauses: Vec<String> = Vec::new();
        while let Some(attempt) = self.take_if(|next| is_delay_of(next, chit)) {
            let Happening::AlterTried { roller, die, success, .. } = attempt.what else { break };
            let name = self.diarist.names.piece(roller);
            clauses.push(match success {
                true => format!("{} with {die}", name.does("delays", "delay")),
                false => {
                    format!("{} to delay with {die}", name.does("fails", "fail"))
                }
            });
            rules.push(attempt.rule);
        }
        clauses.join(", then ")
    }
}

/// Whether an event is an attempt to delay this chit.
fn is_delay_of(what: &Happening, chit: CommandIndex) -> bool {
    matches!(what, Happening::AlterTried { chit: other, alteration: Alteration::Delay, .. } if *other == chit)
}

//! The events of a game in paragraphs: what belongs together is told together, in the order in
//! which it happened.

use std::collections::BTreeSet;

use super::gazetteer::length;
use super::{Diarist, capital};
use crate::event::{Event, Happening, Loss, RetreatCause};
use crate::hits::HitResult;
use crate::roster::PieceIndex;
use crate::rule::RuleId;

/// Lines are broken here.
const WIDTH: usize = 100;

/// A diary that is being written.
pub(super) struct Telling<'a> {
    diarist: &'a Diarist<'a>,
    events: &'a [Event],
    /// The next event.
    next: usize,
    text: String,
    /// Points for what was destroyed, at the last count.
    points: Option<[u32; 2]>,
    /// Lost on this turn.
    lost: Vec<PieceIndex>,
    /// Lost and not come back since.
    gone: Vec<PieceIndex>,
    /// Reinforcements that have come.
    entered: BTreeSet<PieceIndex>,
    /// Has the telling of a turn reached what follows its combats?
    is_aftermath: bool,
}

impl<'a> Telling<'a> {
    pub fn new(diarist: &'a Diarist<'a>, events: &'a [Event]) -> Self {
        Self {
            diarist,
            events,
            next: 0,
            text: String::new(),
            points: None,
            lost: Vec::new(),
            gone: Vec::new(),
            entered: BTreeSet::new(),
            is_aftermath: false,
        }
    }

    /// The whole diary.
    pub fn told(mut self) -> String {
        while let Some(event) = self.take() {
            self.tell(event);
        }
        self.text
    }

    fn take(&mut self) -> Option<&'a Event> {
        let event = self.events.get(self.next)?;
        self.next += 1;
        self.count(event);
        Some(event)
    }

    /// The next event, if it is told in one sentence with the last.
    fn take_if(&mut self, belongs: impl Fn(&Happening) -> bool) -> Option<&'a Event> {
        belongs(&self.events.get(self.next)?.what).then(|| self.take()).flatten()
    }

    /// Everybody of whom the same is told now, the first being known. That staffs make way does not
    /// come between.
    fn take_all(
        &mut self,
        first: PieceIndex,
        who: impl Fn(&Happening) -> Option<PieceIndex>,
    ) -> Vec<PieceIndex> {
        let mut all = vec![first];
        loop {
            let rest = &self.events[self.next..];
            let aside = rest.iter().take_while(|event| is_staff_work(&event.what)).count();
            let Some(piece) = rest.get(aside).and_then(|event| who(&event.what)) else {
                return all;
            };
            for event in &rest[..=aside] {
                self.count(event);
            }
            self.next += aside + 1;
            all.push(piece);
        }
    }

    /// Keeps the accounts.
    fn count(&mut self, event: &Event) {
        match event.what {
            Happening::TurnBegins { .. } => {
                self.lost.clear();
                self.is_aftermath = false;
            }
            Happening::Destroyed { piece, .. } => {
                self.lost.push(piece);
                self.gone.push(piece);
            }
            Happening::TurnEnds { points } => self.points = Some(points),
            Happening::Recovered(piece) => self.gone.retain(|&gone| gone != piece),
            Happening::Entered { piece, .. } | Happening::Assigned { piece, .. } => {
                self.entered.insert(piece);
            }
            _ => {}
        }
    }

    fn tell(&mut self, event: &'a Event) {
        let diarist = self.diarist;
        match &event.what {
            what if is_staff_work(what) => {}
            Happening::TurnBegins { .. } => {
                self.text += &format!("\n\n{}\n", diarist.heading(event));
                self.line("", &capital(&diarist.sentence(event)), &[event.rule]);
            }
            Happening::ChitDrawn(chit) => {
                let next = self.events.get(self.next).map(|event| &event.what);
                // A chit that moves at once needs no line of its own.
                if next != Some(&Happening::Activated(*chit)) {
                    self.paragraph(&diarist.sentence(event), &[event.rule]);
                }
            }
            Happening::Activated(command) => {
                let leader = diarist.field.roster.command(*command).headquarters;
                let opening = diarist.sentence(event);
                let goes_on = self.take_if(|next| match next {
                    Happening::Moved { piece, .. } => *piece == leader,
                    Happening::StoodIdle { .. } => true,
                    _ => false,
                });
                let Some(next) = goes_on else {
                    self.paragraph(&opening, &[event.rule]);
                    return;
                };
                let told = match &next.what {
                    Happening::Moved { .. } => format!("{opening}, {}", diarist.march(next)),
                    _ => format!("{opening}: {}", diarist.sentence(next)),
                };
                self.paragraph(&told, &[event.rule, next.rule]);
            }
            Happening::Moved { piece, from, to, length: way, .. } => {
                match self.assault_of(*piece) {
                    // Who goes into an attack is told once.
                    Some(attack) => {
                        let direction = diarist.gazetteer.direction(*to - *from);
                        let moves = diarist.names.piece(*piece).does("moves", "move");
                        let (way, assault) = (length(*way), diarist.assault(attack));
                        self.inside(
                            &format!("{moves} {way} {direction} and {assault}"),
                            &[attack.rule],
                        );
                    }
                    None => self.tell_into_reserve(event, *piece),
                }
            }
            Happening::Entered { piece, .. } => match self.assault_of(*piece) {
                Some(attack) => {
                    let comes = diarist.names.piece(*piece).does("comes", "come");
                    let assault = diarist.assault(attack);
                    let told = format!("{comes} onto the field and {assault}");
                    self.inside(&told, &[event.rule, attack.rule]);
                }
                None => self.tell_into_reserve(event, *piece),
            },
            Happening::Turned { piece, .. } => {
                let bombards = |next: &Happening| matches!(next, Happening::Bombarded { firer, .. } if firer == piece);
                // A battery that turns to fire is told where it fires.
                if !self.events.get(self.next).is_some_and(|event| bombards(&event.what)) {
                    self.inside(&diarist.sentence(event), &[event.rule]);
                }
            }
            Happening::Rallied(piece) => {
                let all = self.take_all(*piece, |what| match what {
                    Happening::Rallied(piece) => Some(*piece),
                    _ => None,
                });
                self.inside(&diarist.rally(&all), &[event.rule]);
            }
            Happening::Pushed { piece, by } => {
                let all = self.take_all(*piece, |what| match what {
                    Happening::Pushed { piece, by: other } if other == by => Some(*piece),
                    _ => None,
                });
                self.inside(&diarist.pushed(&all, *by), &[event.rule]);
            }
            Happening::Recovered(piece) => {
                let all = self.take_all(*piece, |what| match what {
                    Happening::Recovered(piece) => Some(*piece),
                    _ => None,
                });
                self.paragraph(&diarist.gathered(&all), &[event.rule]);
            }
            Happening::Fired { target, .. } | Happening::Bombarded { target, .. } => {
                self.tell_fire(event, *target);
            }
            Happening::Retreated { cause: RetreatCause::FieldOfFire, .. } if !self.is_aftermath => {
                self.is_aftermath = true;
                self.text += "\nAfter the fighting\n";
                self.inside(&diarist.sentence(event), &[event.rule]);
            }
            Happening::TurnEnds { points } => {
                let score = diarist.score(*points);
                let told = if self.lost.is_empty() {
                    capital(&score)
                } else {
                    format!("On this turn {}; {score}", diarist.losses(&self.lost))
                };
                self.paragraph(&told, &[event.rule]);
            }
            Happening::Ended(end) => {
                self.paragraph(
                    &diarist.outcome(end, self.points),
                    &[event.rule, RuleId(end.kind.rule())],
                );
                self.line("", &capital(&diarist.toll(&self.gone, &self.entered)), &[]);
            }
            Happening::Decided(verdict) => {
                let rule = RuleId(verdict.kind.rule());
                self.paragraph(&diarist.decision(verdict), &[rule, event.rule]);
            }
            Happening::CombatBegins { .. }
            | Happening::Enveloped { .. }
            | Happening::NightfallDecision { .. }
            | Happening::Destroyed { loss: Loss::TrainTaken, .. } => {
                self.paragraph(&diarist.sentence(event), &[event.rule]);
            }
            _ => self.inside(&diarist.sentence(event), &[event.rule]),
        }
    }

    /// A move or an entry, and the reserve into which it led.
    fn tell_into_reserve(&mut self, event: &'a Event, who: PieceIndex) {
        let diarist = self.diarist;
        let joins = self.take_if(
            |next| matches!(next, Happening::JoinedReserve { piece, .. } if *piece == who),
        );
        let told = diarist.sentence(event);
        match joins.map(|joins| (&joins.what, joins.rule)) {
            Some((Happening::JoinedReserve { headquarters, .. }, rule)) => {
                let leader = &diarist.names.piece(*headquarters).text;
                self.inside(&format!("{told}, into reserve with {leader}"), &[event.rule, rule]);
            }
            _ => self.inside(&told, &[event.rule]),
        }
    }

    /// A fire and what it did to its target, if that followed at once.
    fn tell_fire(&mut self, event: &'a Event, target: PieceIndex) {
        let diarist = self.diarist;
        let effect = self.take_if(|next| match next {
            Happening::Retreated { piece, cause, .. } => {
                *piece == target && matches!(cause, RetreatCause::Hits | RetreatCause::Bombardment)
            }
            Happening::Destroyed { piece, .. } => *piece == target,
            _ => false,
        });
        let quality = diarist.rule_of_quality(event);
        let Some(effect) = effect else {
            let rules: Vec<RuleId> = [event.rule].into_iter().chain(quality).collect();
            self.inside(&diarist.sentence(event), &rules);
            return;
        };
        let name = diarist.names.piece(target);
        let does = match &effect.what {
            Happening::Retreated { .. } => {
                let leaves = diarist.withdrawal(effect);
                match is_spent_by(&event.what) {
                    true => format!("{} spent and {leaves}", name.is()),
                    false => format!("{} {leaves}", name.text),
                }
            }
            _ => format!("{} {}", name.is(), diarist.end_of(effect)),
        };
        let told = format!("{}; {does}", diarist.fire_of(event));
        let rules: Vec<RuleId> =
            [event.rule].into_iter().chain(quality).chain([effect.rule]).collect();
        self.inside(&told, &rules);
    }

    /// The attack at the end of a piece's move.
    fn assault_of(&mut self, piece: PieceIndex) -> Option<&'a Event> {
        let rest = &self.events[self.next..];
        let aside = rest.iter().take_while(|event| is_staff_work(&event.what)).count();
        let attack = rest.get(aside)?;
        let Happening::Attacked { attacker, .. } = &attack.what else { return None };
        if *attacker != piece {
            return None;
        }
        self.next += aside + 1;
        Some(attack)
    }

    fn paragraph(&mut self, sentence: &str, rules: &[RuleId]) {
        self.text.push('\n');
        self.line("", &capital(sentence), rules);
    }

    fn inside(&mut self, sentence: &str, rules: &[RuleId]) {
        self.line("    ", sentence, rules);
    }

    /// A sentence with its rules, broken where lines are full.
    fn line(&mut self, indent: &str, sentence: &str, rules: &[RuleId]) {
        let mut cited: Vec<&str> = rules.iter().map(|rule| rule.0).collect();
        cited.dedup();
        let told = match cited.as_slice() {
            [] => sentence.to_owned(),
            _ => format!("{sentence} ({})", cited.join(", ")),
        };
        let mut filled = 0;
        for word in told.split(' ') {
            let wide = word.chars().count();
            if filled == 0 {
                self.text += indent;
                filled = indent.len();
            } else if filled + 1 + wide > WIDTH {
                self.text += &format!("\n{indent}    ");
                filled = indent.len() + 4;
            } else {
                self.text.push(' ');
                filled += 1;
            }
            self.text += word;
            filled += wide;
        }
        self.text.push('\n');
    }
}

/// Did a fire make its target spent and send it back?
fn is_spent_by(what: &Happening) -> bool {
    match what {
        Happening::Fired { result, .. } | Happening::Bombarded { result, .. } => {
            *result == HitResult::SpentAndRetreat
        }
        _ => false,
    }
}

/// Staffs that make way for troops are of no interest to historians.
fn is_staff_work(what: &Happening) -> bool {
    matches!(what, Happening::PushedAside(_))
}

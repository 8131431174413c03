//! The events of a game in paragraphs: what belongs together is told together, in the order in
//! which it happened.

use sandtable_pack::GroundPoint;

use super::gazetteer::length;
use super::ledger::Ledger;
use super::{Diarist, capital};
use crate::event::{Event, Happening, Loss, RetreatCause};
use crate::hits::HitResult;
use crate::roster::{PieceIndex, SideIndex};
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
    ledger: Ledger<'a>,
    /// The rule by which the cup gave the chit that moves now, if it did so just before.
    drawn: Option<RuleId>,
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
            ledger: Ledger::new(diarist.field),
            drawn: None,
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
        self.ledger.count(event);
        if let Happening::TurnBegins { .. } = event.what {
            self.is_aftermath = false;
        }
        Some(event)
    }

    /// The next event, if it is told in one sentence with the last.
    fn take_if(&mut self, belongs: impl Fn(&Happening) -> bool) -> Option<&'a Event> {
        belongs(&self.events.get(self.next)?.what).then(|| self.take()).flatten()
    }

    /// The same, but staffs that make way may come between.
    fn take_beyond_staffs(&mut self, belongs: impl Fn(&Happening) -> bool) -> Option<&'a Event> {
        let rest = &self.events[self.next..];
        let aside = rest.iter().take_while(|event| is_staff_work(&event.what)).count();
        if !belongs(&rest.get(aside)?.what) {
            return None;
        }
        for _ in 0..aside {
            self.take();
        }
        self.take()
    }

    fn tell(&mut self, event: &'a Event) {
        let diarist = self.diarist;
        match &event.what {
            // Who is set up where the scenario says stands in the order of battle.
            Happening::SetUp { .. } => {}
            what if is_staff_work(what) => {}
            Happening::TurnBegins { .. } => {
                self.text += &format!("\n\n{}\n", diarist.heading(event));
                self.line("", &capital(&diarist.sentence(event)), &[event.rule]);
            }
            Happening::ChitDrawn(chit) => {
                let next = self.events.get(self.next).map(|event| &event.what);
                // A chit that moves at once is told with its move.
                if next == Some(&Happening::Activated(*chit)) {
                    self.drawn = Some(event.rule);
                } else {
                    self.paragraph(&diarist.sentence(event), &[event.rule]);
                }
            }
            Happening::Activated(command) => {
                let leader = diarist.field.roster.command(*command).headquarters;
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
                let told = match goes_on {
                    None => opening,
                    Some(next) if matches!(next.what, Happening::Moved { .. }) => {
                        format!("{opening}, {joint}{}", diarist.march(next))
                    }
                    Some(next) => format!("{opening}: {}", diarist.sentence(next)),
                };
                let rules = drawn.into_iter().chain([event.rule]);
                let rules: Vec<RuleId> = rules.chain(goes_on.map(|next| next.rule)).collect();
                self.paragraph(&told, &rules);
            }
            Happening::Moved { piece, from, stands, length: way, .. } => {
                match self.assault_of(*piece) {
                    // Who goes into an attack is told once.
                    Some(attack) => {
                        let direction = diarist.gazetteer.direction(stands.centre() - *from);
                        let moves = diarist.names.piece(*piece).does("moves", "move");
                        let (way, assault) = (length(*way), self.assault(attack));
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
                    let assault = self.assault(attack);
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
            Happening::Rallied { piece, .. } => {
                let mut all = vec![*piece];
                let rallies = |what: &Happening| matches!(what, Happening::Rallied { .. });
                while let Some(next) = self.take_beyond_staffs(rallies) {
                    if let Happening::Rallied { piece, .. } = next.what {
                        all.push(piece);
                    }
                }
                self.inside(&diarist.rally(&all), &[event.rule]);
            }
            Happening::Pushed { by, .. } => {
                let mut all = self.pushed(event);
                let pushes = |what: &Happening| matches!(what, Happening::Pushed { by: other, .. } if other == by);
                while let Some(next) = self.take_beyond_staffs(pushes) {
                    all.extend(self.pushed(next));
                }
                self.inside(&diarist.pushed(&all, *by), &[event.rule]);
            }
            Happening::Recovered { piece, .. } => {
                let side = self.side(*piece);
                let mut all = self.gathered(event);
                let gathers = |what: &Happening| matches!(what, Happening::Recovered { piece, .. } if diarist.field.roster.piece(*piece).side == side);
                while let Some(next) = self.take_beyond_staffs(gathers) {
                    all.extend(self.gathered(next));
                }
                self.paragraph(&diarist.gathered(side, &all), &[event.rule]);
            }
            Happening::CutOff { piece, points } => {
                let side = self.side(*piece);
                let (mut all, mut sum) = (vec![*piece], *points);
                let is_cut_off = |what: &Happening| matches!(what, Happening::CutOff { piece, .. } if diarist.field.roster.piece(*piece).side == side);
                while let Some(next) = self.take_if(is_cut_off) {
                    if let Happening::CutOff { piece, points } = next.what {
                        all.push(piece);
                        sum += points;
                    }
                }
                self.paragraph(&diarist.cut_off(&all, sum), &[event.rule]);
            }
            Happening::Fired { target, .. } | Happening::Bombarded { target, .. } => {
                self.tell_fire(event, *target);
            }
            Happening::Retreated { cause: RetreatCause::FieldOfFire, .. } if !self.is_aftermath => {
                self.is_aftermath = true;
                self.text += "\nAfter the fighting\n";
                self.tell_retreat(event);
            }
            Happening::Retreated { .. } => self.tell_retreat(event),
            Happening::TurnEnds { points } => {
                let score = diarist.score(*points);
                let told = match self.ledger.lost() {
                    [] => capital(&score),
                    lost => format!("On this turn {}; {score}", diarist.losses(lost)),
                };
                self.paragraph(&told, &[event.rule]);
            }
            Happening::Ended(end) => {
                self.paragraph(
                    &diarist.outcome(end, Some(&self.ledger)),
                    &[event.rule, RuleId(end.kind.rule())],
                );
                self.line("", &capital(&diarist.toll(&self.ledger)), &[]);
            }
            Happening::Decided(verdict) => {
                let rule = RuleId(verdict.kind.rule());
                let told = diarist.decision(verdict, Some(&self.ledger));
                self.paragraph(&told, &[rule, event.rule]);
            }
            Happening::Attacked { attacker, .. } => {
                let name = &diarist.names.piece(*attacker).text;
                self.inside(&format!("{name} {}", self.assault(event)), &[event.rule]);
            }
            Happening::CombatBegins { places, supports, at } => {
                let side = places.first().map(|&defender| self.side(defender));
                let defenders = places.iter().filter(|&&piece| Some(self.side(piece)) == side);
                let others = defenders.skip(1).filter_map(|&piece| self.ledger.attacked_at(piece));
                let first = places.first().and_then(|&piece| self.ledger.attacked_at(piece));
                let fought_at: Vec<GroundPoint> =
                    [first.unwrap_or(*at)].into_iter().chain(others).collect();
                let told = diarist.combat(places, supports, &fought_at);
                self.paragraph(&told, &[event.rule]);
            }
            Happening::Enveloped { .. }
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
        let mut rules = diarist.rules_of_fire(event);
        let Some(effect) = effect else {
            self.inside(&diarist.sentence(event), &rules);
            return;
        };
        let name = diarist.names.piece(target);
        let does = match &effect.what {
            Happening::Retreated { .. } => {
                let leaves = diarist.withdrawal(effect, false);
                match is_spent_by(&event.what) {
                    true => format!("{} spent and {leaves}", name.is()),
                    false => format!("{} {leaves}", name.text),
                }
            }
            _ => format!("{} {}", name.is(), diarist.end_of(effect)),
        };
        let told = format!("{}; {does}", diarist.fire_of(event));
        rules.push(effect.rule);
        self.inside(&told, &rules);
    }

    fn tell_retreat(&mut self, event: &'a Event) {
        let Happening::Retreated { piece, .. } = event.what else { return };
        let name = &self.diarist.names.piece(piece).text;
        let leaves = self.diarist.withdrawal(event, self.ledger.has_tired(piece));
        self.inside(&format!("{name} {leaves}"), &[event.rule]);
    }

    /// Who was pushed by the event that was counted last, and where to.
    fn pushed(&self, event: &Event) -> Vec<String> {
        match &event.what {
            Happening::Pushed { piece, stands, .. } => {
                let has_tired = self.ledger.has_tired(*piece);
                vec![self.diarist.pushed_to(*piece, stands, has_tired)]
            }
            _ => Vec::new(),
        }
    }

    /// Who came back by an event, and where.
    fn gathered(&self, event: &Event) -> Vec<String> {
        match &event.what {
            Happening::Recovered { piece, stands, status } => {
                vec![self.diarist.gathered_at(*piece, stands, *status)]
            }
            _ => Vec::new(),
        }
    }

    fn side(&self, piece: PieceIndex) -> SideIndex {
        self.diarist.field.roster.piece(piece).side
    }

    /// The attack at the end of a piece's move.
    fn assault_of(&mut self, piece: PieceIndex) -> Option<&'a Event> {
        self.take_beyond_staffs(
            |what| matches!(what, Happening::Attacked { attacker, .. } if *attacker == piece),
        )
    }

    /// The rest of a sentence about the attack that was counted last.
    fn assault(&self, event: &Event) -> String {
        match event.what {
            Happening::Attacked { defender, at, .. } => {
                self.diarist.assault(event, self.ledger.attacked_at(defender).unwrap_or(at))
            }
            _ => String::new(),
        }
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
        let mut cited: Vec<&str> = Vec::new();
        for rule in rules {
            if !cited.contains(&rule.0) {
                cited.push(rule.0);
            }
        }
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
    matches!(what, Happening::PushedAside { .. })
}

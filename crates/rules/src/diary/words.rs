//! One event as a sentence of the diary.

use sandtable_pack::{Edge, FirstHit, GroundPoint, Status, StatusEffect};

use super::Diarist;
use super::gazetteer::length;
use crate::event::{Alteration, Event, Happening, Idleness, Loss, RetreatCause};
use crate::fire::FireModifiers;
use crate::hits::{FireKind, HitResult, Target};
use crate::roster::{PieceIndex, Role};
use crate::rule::RuleId;

impl Diarist<'_> {
    /// What happened, in words, without its rule.
    pub(super) fn sentence(&self, event: &Event) -> String {
        let name = |piece: &PieceIndex| self.names.piece(*piece);
        let is = |piece: &PieceIndex| name(piece).is();
        match &event.what {
            Happening::Assigned { piece, command } => {
                format!("{} given to {}", is(piece), self.names.command(*command))
            }
            Happening::EdgeChosen { side, edge } => {
                let edge = match edge {
                    Edge::North => "north",
                    Edge::East => "east",
                    Edge::South => "south",
                    Edge::West => "west",
                };
                format!("{} will come from the {edge}", self.names.side(*side))
            }
            Happening::Placed { piece, at } => {
                format!("{} set up {}", is(piece), self.gazetteer.describe(*at).at)
            }
            Happening::TurnBegins { chits: 1 } => "one chit is in the cup".to_owned(),
            Happening::TurnBegins { chits } => format!("{chits} chits are in the cup"),
            Happening::ChitDrawn(chit) => {
                format!("The cup gives {}", self.names.command(*chit))
            }
            Happening::AlterTried { roller, chit, alteration, die, success } => {
                let roller = name(roller).does("tries", "try");
                let verb = match alteration {
                    Alteration::Delay => "hold back",
                    Alteration::Jump => "hurry on",
                };
                let outcome = if *success { "and succeeds" } else { "in vain" };
                format!("{roller} to {verb} {}, rolls {die}, {outcome}", self.names.command(*chit))
            }
            Happening::Activated(command) => self.leader_of(*command),
            Happening::StoodIdle { idleness, .. } => match idleness {
                Idleness::Lost => "no troops are left to move",
                Idleness::Awaited => "the troops are not on the field yet",
                Idleness::InContact => "the troops do not move: all are in contact with the enemy",
                Idleness::Holds => "the troops hold their ground",
            }
            .to_owned(),
            Happening::Moved { piece, .. } => format!("{} {}", name(piece).text, self.march(event)),
            Happening::ArrivalRolled { piece, die, comes } => {
                let outcome = if *comes { "they come" } else { "they do not come yet" };
                format!(
                    "For {} and who comes with it the die shows {die}: {outcome}",
                    name(piece).text
                )
            }
            Happening::EntryChosen { piece, entry } => {
                let takes = name(piece).does("takes", "take");
                format!("{takes} another road to the field: {}", self.entry_title(*piece, *entry))
            }
            Happening::Entered { piece, to } => {
                let comes = name(piece).does("comes", "come");
                format!("{comes} onto the field, {}", self.gazetteer.describe(*to).at)
            }
            Happening::LeftMap { piece, at } => {
                let leaves = name(piece).does("leaves", "leave");
                format!("{leaves} the field for good, {}", self.gazetteer.describe(*at).at)
            }
            Happening::Turned { piece, facing } => {
                let turns = name(piece).does("turns", "turn");
                format!("{turns} to the {}", self.gazetteer.compass(*facing))
            }
            Happening::Attacked { attacker, .. } => {
                format!("{} {}", name(attacker).text, self.assault(event))
            }
            Happening::Disengaged { piece, enemy } => {
                format!("{} off from {}", name(piece).does("breaks", "break"), name(enemy).text)
            }
            Happening::Pinned(piece) => {
                format!("{} pinned in a field of fire and cannot leave", is(piece))
            }
            Happening::Disordered(piece) => {
                format!("{} order in the streets", name(piece).does("loses", "lose"))
            }
            Happening::Rallied(piece) => self.rally(&[*piece]),
            Happening::Unpacked(piece) => format!("{} unpacked", is(piece)),
            Happening::Packed(piece) => format!("{} packed up", is(piece)),
            Happening::PushedAside(piece) => {
                format!("{} way with the staff", name(piece).does("makes", "make"))
            }
            Happening::JoinedReserve { piece, headquarters } => {
                let goes = name(piece).does("goes", "go");
                format!("{goes} into reserve with {}", name(headquarters).text)
            }
            Happening::LeftReserve { piece, headquarters } => {
                let comes = name(piece).does("comes", "come");
                format!("{comes} out of the reserve of {}", name(headquarters).text)
            }
            Happening::ReserveSpotted(headquarters) => {
                format!("{} seen by the enemy, and the reserve must show", is(headquarters))
            }
            Happening::CombatBegins { places, supports, at } => {
                let place = self.gazetteer.describe(*at).at;
                let [attackers, defenders] = self.sides_of(places, supports);
                format!("Combat {place}: {attackers} against {defenders}")
            }
            Happening::Enveloped { lead, support } => {
                let (lead, support) = (&name(lead).text, &name(support).text);
                format!("{lead} and {support} behind it are enveloped: each fights for itself")
            }
            Happening::TookPlace { piece, lead } => {
                let takes = name(piece).does("takes", "take");
                format!("{takes} the place of {}", name(lead).text)
            }
            Happening::Fired { target, hits, result, .. }
            | Happening::Bombarded { target, hits, result, .. } => {
                format!("{}{}", self.fire_of(event), self.effect(*target, *hits, *result))
            }
            Happening::HoldsInFire(piece) => {
                format!(
                    "{} on under the fire, for want of a way back",
                    name(piece).does("holds", "hold")
                )
            }
            Happening::Retreated { piece, .. } => {
                format!("{} {}", name(piece).text, self.withdrawal(event))
            }
            Happening::Pushed { piece, by } => self.pushed(&[*piece], *by),
            Happening::Destroyed { piece, .. } => format!("{} {}", is(piece), self.end_of(event)),
            Happening::TurnEnds { points } => self.score(*points),
            Happening::EndlessCombat => "The fight dies down without a decision".to_owned(),
            Happening::NightfallDecision { side, holds } => {
                let verb = if *holds { "holds the field" } else { "withdraws from the field" };
                format!("Night falls, and {} {verb}", self.names.side(*side))
            }
            Happening::Recovered(piece) => self.gathered(&[*piece]),
            Happening::Decided(verdict) => self.decision(verdict),
            Happening::Ended(end) => self.outcome(end, None),
        }
    }

    /// The rest of a sentence about a retreat, its verb first.
    pub(super) fn withdrawal(&self, event: &Event) -> String {
        let Happening::Retreated { piece, to, cause, status } = &event.what else {
            return String::new();
        };
        let is_plural = self.names.piece(*piece).is_plural;
        let leaves = match (cause, is_plural) {
            (RetreatCause::Hits, false) => "retreats",
            (RetreatCause::Hits, true) => "retreat",
            (RetreatCause::Choice, false) => "retires",
            (RetreatCause::Choice, true) => "retire",
            (RetreatCause::Withdrawal, false) => "withdraws",
            (RetreatCause::Withdrawal, true) => "withdraw",
            (RetreatCause::Bombardment | RetreatCause::FieldOfFire, false) => "falls back",
            (RetreatCause::Bombardment | RetreatCause::FieldOfFire, true) => "fall back",
        };
        let why = match cause {
            RetreatCause::FieldOfFire => ", out of the field of fire",
            RetreatCause::Withdrawal => ", before a shot is fired",
            RetreatCause::Choice if *status == Status::Fresh => ", in good order",
            RetreatCause::Bombardment => ", under the bombardment",
            RetreatCause::Hits | RetreatCause::Choice => "",
        };
        format!("{leaves} {}{why}", self.gazetteer.describe(*to).to)
    }

    /// How a piece was lost and what that is worth, after `is` or `are`.
    pub(super) fn end_of(&self, event: &Event) -> String {
        let Happening::Destroyed { piece, loss, points } = &event.what else {
            return String::new();
        };
        let manner = match loss {
            Loss::Fire => "destroyed",
            Loss::NoWayBack => "cut off from every way back and destroyed",
            Loss::NoRoom => "left without ground to stand on and destroyed",
            Loss::GunsLost => "overrun",
            Loss::TrainTaken => "taken",
        };
        let enemy = self.names.side(self.field.roster.piece(*piece).side.enemy());
        match points {
            // PB-A149: trains are worth nothing.
            0 => manner.to_owned(),
            1 => format!("{manner}, 1 point for {enemy}"),
            _ => format!("{manner}, {points} points for {enemy}"),
        }
    }

    /// Those who became fresh one after another.
    pub(super) fn rally(&self, pieces: &[PieceIndex]) -> String {
        match self.is_one(pieces) {
            true => format!("{} rallies and is fresh again", self.names.list(pieces)),
            false => format!("{} rally and are fresh again", self.names.list(pieces)),
        }
    }

    /// Those who had to give way to a friend that retreats.
    pub(super) fn pushed(&self, pieces: &[PieceIndex], by: PieceIndex) -> String {
        let is = if self.is_one(pieces) { "is" } else { "are" };
        let by = &self.names.piece(by).text;
        // PB-2.6: a detachment has one state.
        let tires = |&piece: &PieceIndex| {
            let arm = self.field.roster.arm(piece);
            arm.is_some_and(|arm| arm.rules.status == StatusEffect::FreshAndSpent)
        };
        let spent = if pieces.iter().any(tires) { " and spent" } else { "" };
        format!("{} {is} shoved back by {by}{spent}", self.names.list(pieces))
    }

    /// Those who came back in the night.
    pub(super) fn gathered(&self, pieces: &[PieceIndex]) -> String {
        format!("the stragglers of {} are gathered", self.names.list(pieces))
    }

    /// Does the verb after these take the singular?
    fn is_one(&self, pieces: &[PieceIndex]) -> bool {
        matches!(pieces, [one] if !self.names.piece(*one).is_plural)
    }

    /// The rest of a sentence about an attack.
    pub(super) fn assault(&self, event: &Event) -> String {
        let Happening::Attacked { attacker, defender, flank, river, at } = &event.what else {
            return String::new();
        };
        let attacks = if self.names.piece(*attacker).is_plural { "attack" } else { "attacks" };
        let mut text = format!("{attacks} {}", self.names.piece(*defender).text);
        if *river {
            text += " across the water";
        }
        text += &format!(" {}", self.gazetteer.describe(*at).at);
        if *flank {
            text += ", in flank";
        }
        text
    }

    /// The rest of a sentence about a march, its verb first.
    pub(super) fn march(&self, event: &Event) -> String {
        let Happening::Moved { piece, from, to, length: way, column, .. } = &event.what else {
            return String::new();
        };
        let verb = match self.names.piece(*piece).is_plural {
            true => self.manners(*column),
            false => self.manner(*piece, *column),
        };
        format!("{verb} {}", self.way(*from, *to, length(*way)))
    }

    /// Who fires at whom, with what dice, and how often that hits.
    pub(super) fn fire_of(&self, event: &Event) -> String {
        match &event.what {
            Happening::Fired { firer, target, round, dice, modifiers, hits, .. } => {
                let again = if *round > 1 { format!("round {round}, ") } else { String::new() };
                let fires = self.names.piece(*firer).does("fires", "fire");
                let fire = self.fire(*firer, *target, *modifiers, dice, *hits);
                format!("{again}{fires} at {fire}")
            }
            Happening::Bombarded { firer, target, dice, modifiers, hits, .. } => {
                let bombards = self.names.piece(*firer).does("bombards", "bombard");
                format!("{bombards} {}", self.fire(*firer, *target, *modifiers, dice, *hits))
            }
            _ => String::new(),
        }
    }

    /// How one moves.
    fn manner(&self, piece: PieceIndex, column: bool) -> &'static str {
        match self.field.roster.piece(piece).role {
            Role::Headquarters { .. } => "rides",
            _ if column => "marches in column",
            _ => "moves",
        }
    }

    /// How several move.
    fn manners(&self, column: bool) -> &'static str {
        if column { "march in column" } else { "move" }
    }

    /// `1,070 m north-west to the Bliss house`.
    pub(super) fn way(&self, from: GroundPoint, to: GroundPoint, length: String) -> String {
        let direction = self.gazetteer.direction(to - from);
        let (left, reached) = (self.gazetteer.describe(from), self.gazetteer.describe(to));
        if left == reached {
            return format!("{length} {direction}, {}", reached.at);
        }
        format!("{length} {direction} {}", reached.to)
    }

    /// Whom a fire meets, with what dice, and how often it hits.
    fn fire(
        &self,
        firer: PieceIndex,
        target: PieceIndex,
        modifiers: FireModifiers,
        dice: &[u8],
        hits: u8,
    ) -> String {
        let dice: Vec<String> = dice.iter().map(u8::to_string).collect();
        let hits = match hits {
            0 => "no hit".to_owned(),
            1 => "1 hit".to_owned(),
            _ => format!("{hits} hits"),
        };
        format!(
            "{}{}, {}: {hits}",
            self.names.piece(target).text,
            circumstances(modifiers, self.names.piece(firer).is_plural),
            dice.join("-")
        )
    }

    /// The rule by which hits did less or more than they do to a regular piece.
    pub(super) fn rule_of_quality(&self, event: &Event) -> Option<RuleId> {
        let (target, hits, result, fire) = match event.what {
            Happening::Fired { target, hits, result, .. } => {
                (target, hits, result, FireKind::Combat)
            }
            Happening::Bombarded { target, hits, result, .. } => {
                (target, hits, result, FireKind::Bombardment)
            }
            _ => return None,
        };
        let Some(arm) = self.field.roster.arm(target) else {
            return (hits > 0).then_some(RuleId("PB-15.6"));
        };
        if arm.rules.status == StatusEffect::OneState {
            let rule = match fire {
                FireKind::Combat => "PB-24.6",
                FireKind::Bombardment => "PB-15.5",
            };
            return (hits > 0).then_some(RuleId(rule));
        }
        let usual = |status: Status| {
            let (states, first_hit) = (StatusEffect::FreshAndSpent, FirstHit::Normal);
            Target { status, states, first_hit, hit_before: false }.result(hits, fire)
        };
        // What it was before can be told from what became of it, or does not matter.
        if [Status::Fresh, Status::Spent].map(usual).contains(&result) {
            return None;
        }
        match self.field.pack.ruleset().quality(arm.quality).first_hit {
            FirstHit::Normal => None,
            FirstHit::Absorbed => Some(RuleId("PB-24.4")),
            FirstHit::Double => Some(RuleId("PB-24.5")),
        }
    }

    /// What hits did, told of who was hit.
    fn effect(&self, target: PieceIndex, hits: u8, result: HitResult) -> String {
        let target = self.names.piece(target);
        let effect = match result {
            HitResult::Unshaken if hits == 0 => return String::new(),
            HitResult::Unshaken => target.does("stands it", "stand it"),
            HitResult::Spent => format!("{} spent", target.is()),
            HitResult::Retreat => target.does("has to retreat", "have to retreat"),
            HitResult::SpentAndRetreat => {
                format!(
                    "{} spent and {} to retreat",
                    target.is(),
                    if target.is_plural { "have" } else { "has" }
                )
            }
            HitResult::Destroyed => target.does("breaks", "break"),
        };
        format!("; {effect}")
    }

    /// Attackers and defenders of a combat with their Supports: the first place is the Defender's.
    fn sides_of(&self, places: &[PieceIndex], supports: &[PieceIndex]) -> [String; 2] {
        let side = |piece: PieceIndex| self.field.roster.piece(piece).side;
        let Some(defends) = places.first().map(|&piece| side(piece)) else {
            return Default::default();
        };
        [defends.enemy(), defends].map(|own| {
            let of_side = |pieces: &[PieceIndex]| {
                let own = pieces.iter().copied().filter(|&piece| side(piece) == own);
                own.collect::<Vec<_>>()
            };
            let (leads, behind) = (of_side(places), of_side(supports));
            let leads = self.names.list(&leads);
            if behind.is_empty() {
                return leads;
            }
            format!("{leads} (supported by {})", self.names.list(&behind))
        })
    }
}

/// What changed the dice, told after the target's name.
fn circumstances(modifiers: FireModifiers, is_firer_plural: bool) -> String {
    let of_target = match (modifiers.target_flanked, modifiers.target_in_cover) {
        (true, true) => " in flank, but in cover",
        (true, false) => " in flank",
        (false, true) => " in cover",
        (false, false) => "",
    };
    let of_firer = match (modifiers.firer_flanked, is_firer_plural) {
        (true, true) => ", though taken in flank themselves",
        (true, false) => ", though taken in flank itself",
        (false, _) => "",
    };
    format!("{of_target}{of_firer}")
}

//! Combat: which areas, and the steps of one round (FAB-6.1, FAB-6.2, FAB-P10, FAB-P11).

use sandtable_pack::fab::{
    AssetKind, ChitBox, Class, Effect, EventKind, FireKind, Lasting, Order, Phase, SupplyForAssets,
    Timing,
};
use sandtable_rules::Refusal;
use serde::Serialize;
use smallvec::SmallVec;

use crate::action::{Node, Piece, Question};
use crate::effects::of;
use crate::event::Happening;
use crate::game::{Chits, Game};
use crate::hits::BatchStage;
use crate::index::{AreaIndex, ChitIndex, FormationIndex, SideIndex, UnitIndex};
use crate::refusal::{ensure, refuse};
use crate::state::{ChitPlace, Modifier, RetreatCause, Retreats, Task, Units};

/// A combat round (FAB-S7).
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// Where.
    pub area: AreaIndex,
    /// The step it has come to.
    pub stage: Stage,
    /// Units that take part: the attacker's in good order, all of the defender's (FAB-6.2b).
    pub units: [Units; 2],
    /// Assets assigned, in the order in which they were named.
    pub assets: [Chits; 2],
    /// The event that each side has assigned.
    pub events: [Option<ChitIndex>; 2],
    /// The point units (FAB-6.24).
    pub points: [Option<Piece>; 2],
    /// Units that a Special Action brought in (FAB-8.23).
    pub joined: Units,
    /// Step losses of this round, or of this fire (FAB-A5).
    pub losses: SmallVec<[(UnitIndex, u8); 4]>,
    /// Has a unit of each side lost a step in that time?
    pub bled: [bool; 2],
    /// Engineers who clear fieldworks instead of firing (FAB-6.33).
    pub clearing: Option<ChitIndex>,
    /// Hits that are being applied.
    pub batch: Option<Batch>,
    /// May armour exploit (FAB-6.8a)?
    pub exploitation: bool,
    /// Was the attack aborted?
    pub aborted: bool,
}

/// Attacker or defender. The phasing player is always the attacker (FAB-6.2a).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The phasing player.
    Attacker,
    /// The other.
    Defender,
}

impl Role {
    /// As a place in a list.
    pub const fn index(self) -> usize {
        match self {
            Self::Attacker => 0,
            Self::Defender => 1,
        }
    }

    /// The other.
    pub const fn other(self) -> Self {
        match self {
            Self::Attacker => Self::Defender,
            Self::Defender => Self::Attacker,
        }
    }
}

/// The steps of a round (FAB-6.21 to FAB-6.29).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Before all: who is too many leaves (FAB-A36).
    Muster,
    /// FAB-6.21.
    SpecialAction,
    /// FAB-6.22.
    AttackerAssets,
    /// FAB-6.23.
    DefenderAssets,
    /// FAB-6.24a.
    DefenderPoint,
    /// FAB-6.24a.
    AttackerPoint,
    /// FAB-6.24e.
    Reveal,
    /// FAB-6.25.
    AttackerArtillery,
    /// FAB-6.26.
    DefenderArtillery,
    /// FAB-6.27.
    DefensiveFire,
    /// FAB-6.33.
    Engineers,
    /// FAB-6.28.
    OffensiveFire,
    /// FAB-6.29.
    End,
}

/// Hits of one fire that are being applied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Batch {
    /// Who was hit.
    pub on: Role,
    /// By what.
    pub kind: FireKind,
    /// Hits left.
    pub hits: u8,
    /// What is done with them next.
    pub stage: BatchStage,
}

impl Round {
    /// A unit is gone from the combat.
    pub(crate) fn forget(&mut self, unit: UnitIndex) {
        for units in &mut self.units {
            units.retain(|one| *one != unit);
        }
        self.joined.retain(|one| *one != unit);
        for point in &mut self.points {
            if *point == Some(Piece::Unit(unit)) {
                *point = None;
            }
        }
    }

    /// An asset is gone from the combat.
    pub(crate) fn forget_asset(&mut self, chit: ChitIndex) {
        for assets in &mut self.assets {
            assets.retain(|one| *one != chit);
        }
        for point in &mut self.points {
            if *point == Some(Piece::Asset(chit)) {
                *point = None;
            }
        }
    }
}

impl Game {
    /// The combat that is being fought.
    pub(crate) fn round(&self) -> &Round {
        self.state.round.as_ref().expect("a combat is being fought")
    }

    pub(crate) fn round_mut(&mut self) -> &mut Round {
        self.state.round.as_mut().expect("a combat is being fought")
    }

    /// Which side has this role.
    pub(crate) fn side_in(&self, role: Role) -> SideIndex {
        match role {
            Role::Attacker => self.state.phasing,
            Role::Defender => self.state.phasing.other(),
        }
    }

    /// Which role a side has.
    pub(crate) fn role_of(&self, side: SideIndex) -> Role {
        if side == self.state.phasing { Role::Attacker } else { Role::Defender }
    }

    /// Can the phasing side attack here at all: is the area contested, not fought for yet, and a unit
    /// in good order there (FAB-6.2b)?
    fn can_attack(&self, area: AreaIndex) -> bool {
        let units = self.state.units_in(area, self.state.phasing);
        !units.is_empty()
            && !self.state.area(area).fought
            && self.is_contested(area)
            && units.iter().any(|&unit| self.state.unit(unit).order == Order::Good)
    }

    /// FAB-6.1a: areas that must be fought for.
    pub(crate) fn mandatory(&self) -> impl Iterator<Item = AreaIndex> + '_ {
        self.field
            .areas()
            .filter(|&area| !self.state.area(area).contested_at_start && self.can_attack(area))
    }

    /// FAB-6.1a: areas that may be fought for; in Breakthrough Combat for a Special Action each.
    pub(crate) fn optional(&self) -> impl Iterator<Item = (AreaIndex, Option<ChitIndex>)> + '_ {
        let breakthrough = self.state.phase == Phase::BreakthroughCombat;
        self.field
            .areas()
            .filter(|&area| self.state.area(area).contested_at_start && self.can_attack(area))
            .flat_map(move |area| {
                let by = self.special_actions(self.state.phasing);
                let paid = by
                    .filter(move |&by| breakthrough && self.judge_second_combat(area, by).is_ok())
                    .map(move |by| (area, Some(by)));
                (!breakthrough).then_some((area, None)).into_iter().chain(paid)
            })
    }

    /// FAB-8.22, FAB-A68: may a Special Action be spent for a combat here?
    fn judge_second_combat(&self, area: AreaIndex, by: ChitIndex) -> Result<(), Refusal> {
        let side = self.state.phasing;
        let units = self.participants(area, side);
        self.may_spend(side, by, &units)?;
        let supplied = units.iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(supplied, "FAB-A68", "not all attackers are in supply")
    }

    /// Units of the phasing side that would attack here: none that is disordered or recovers (FAB-2.3b, FAB-9.33d).
    fn participants(&self, area: AreaIndex, side: SideIndex) -> Units {
        let units = self.state.units_in(area, side).iter().copied();
        units.filter(|&unit| self.state.unit(unit).order == Order::Good).collect()
    }

    /// Is there a choice of combats?
    pub(crate) fn fight_choice(&self) -> bool {
        self.optional().next().is_some() || self.mandatory().nth(1).is_some()
    }

    /// The only combat that must be fought, or the end of the phase.
    pub(crate) fn next_combat(&mut self) {
        let next = self.mandatory().next();
        match next {
            Some(area) => self.fight(area, None),
            None => {
                self.state.tasks.pop();
            }
        }
    }

    /// May this area be fought for now?
    pub(crate) fn judge_fight(
        &self,
        area: AreaIndex,
        by: Option<ChitIndex>,
    ) -> Result<&'static str, Refusal> {
        self.known_area(area)?;
        ensure(self.is_contested(area), "FAB-6.1a", "the area is not contested")?;
        ensure(!self.state.area(area).fought, "FAB-6.1b", "it has been fought for in this phase")?;
        ensure(self.can_attack(area), "FAB-6.2b", "no unit in good order attacks there")?;
        let must = !self.state.area(area).contested_at_start;
        match (must, by, self.state.phase) {
            (true, None, _) => Ok("FAB-6.1a"),
            (true, Some(_), _) => {
                refuse("FAB-7.41", "a newly contested area needs no Special Action")
            }
            (false, Some(by), Phase::BreakthroughCombat) => {
                self.judge_second_combat(area, by)?;
                Ok("FAB-8.22")
            }
            (false, None, Phase::BreakthroughCombat) => {
                refuse("FAB-7.42", "a combat there takes a Special Action")
            }
            (false, None, _) => Ok("FAB-6.1a"),
            (false, Some(_), _) => refuse("FAB-8.22", "that is for Breakthrough Combat only"),
        }
    }

    /// A round begins.
    pub(crate) fn fight(&mut self, area: AreaIndex, by: Option<ChitIndex>) {
        if let Some(by) = by {
            self.spend(by, "FAB-8.22");
        }
        self.state.area_mut(area).fought = true;
        self.record("FAB-6.1b", Happening::Combat { area });
        self.state.round = Some(Box::new(Round {
            area,
            stage: Stage::Muster,
            units: Default::default(),
            assets: Default::default(),
            events: [None; 2],
            points: [None; 2],
            joined: Units::new(),
            losses: SmallVec::new(),
            bled: [false; 2],
            clearing: None,
            batch: None,
            exploitation: false,
            aborted: false,
        }));
        self.state.tasks.push(Task::Round);
    }

    /// What the round waits for.
    pub(crate) fn round_waits(&self) -> Option<Node> {
        let round = self.round();
        if round.batch.is_some() {
            return self.batch_waits();
        }
        let decision =
            |role: Role, question| Some(Node::Decision { side: self.side_in(role), question });
        if let Some(role) = self.unled() {
            return if self.leaders(role).len() > 1 {
                decision(role, Question::Lead)
            } else {
                None
            };
        }
        match round.stage {
            Stage::SpecialAction if self.can_defend() => decision(Role::Defender, Question::Defend),
            Stage::AttackerAssets if self.can_assign(Role::Attacker) => {
                decision(Role::Attacker, Question::Assign)
            }
            Stage::DefenderAssets if self.can_assign(Role::Defender) => {
                decision(Role::Defender, Question::Assign)
            }
            Stage::Engineers if self.clearers().next().is_some() => {
                decision(Role::Attacker, Question::Clear)
            }
            Stage::AttackerArtillery
            | Stage::DefenderArtillery
            | Stage::DefensiveFire
            | Stage::OffensiveFire => {
                let dice = self.fire_numbers().len();
                (dice > 0).then_some(Node::Dice(dice as u8))
            }
            Stage::Muster
            | Stage::SpecialAction
            | Stage::AttackerAssets
            | Stage::DefenderAssets
            | Stage::DefenderPoint
            | Stage::AttackerPoint
            | Stage::Reveal
            | Stage::Engineers
            | Stage::End => None,
        }
    }

    /// Whose point unit is to be named now (FAB-6.24a, FAB-6.25b).
    fn unled(&self) -> Option<Role> {
        let round = self.round();
        let wanted =
            |role: Role| round.points[role.index()].is_none() && !self.leaders(role).is_empty();
        match round.stage {
            Stage::DefenderPoint => wanted(Role::Defender).then_some(Role::Defender),
            Stage::AttackerPoint => wanted(Role::Attacker).then_some(Role::Attacker),
            Stage::Muster
            | Stage::SpecialAction
            | Stage::AttackerAssets
            | Stage::DefenderAssets
            | Stage::End => None,
            _ => [Role::Defender, Role::Attacker].into_iter().find(|&role| wanted(role)),
        }
    }

    /// Who may be the point (FAB-6.24d, FAB-8.23b, FAB-A30).
    pub(crate) fn leaders(&self, role: Role) -> SmallVec<[Piece; 8]> {
        let round = self.round();
        let units = &round.units[role.index()];
        let first = round.stage <= Stage::AttackerPoint;
        let named = units.iter().filter(|unit| !first || !round.joined.contains(unit));
        let units: SmallVec<[Piece; 8]> = named.map(|&unit| Piece::Unit(unit)).collect();
        if units.is_empty() {
            return self.battle_assets(role).map(Piece::Asset).collect();
        }
        units
    }

    /// Battle assets that fight: those assigned, and engineers who defend a roadblock (FAB-4.35b).
    pub(crate) fn battle_assets(&self, role: Role) -> impl Iterator<Item = ChitIndex> + '_ {
        let round = self.round();
        let assigned = round.assets[role.index()].iter().copied();
        let on_map = self.defended_by(round.area, self.side_in(role));
        let mut assets: Chits = assigned
            .filter(|&chit| self.field.chit(chit).is(AssetKind::Battle))
            .chain(on_map)
            .collect();
        assets.sort_unstable();
        assets.into_iter()
    }

    /// FAB-6.21: is there a Special Action that the defender could spend now?
    fn can_defend(&self) -> bool {
        let side = self.side_in(Role::Defender);
        self.special_actions(side).any(|by| {
            self.judge_withdrawal(side, by).is_ok()
                || self.field.units_of(side).any(|unit| self.judge_joining(side, by, unit).is_ok())
        })
    }

    /// FAB-8.23, FAB-A27: may this unit join the defence?
    pub(crate) fn judge_joining(
        &self,
        side: SideIndex,
        by: ChitIndex,
        unit: UnitIndex,
    ) -> Result<&'static str, Refusal> {
        self.may_spend(side, by, &[unit])?;
        self.own_unit(side, unit)?;
        let area = self.round().area;
        let from = self.state.area_of(unit).expect("it is on the map");
        let state = self.state.unit(unit);
        let defended = !self.state.units_in(area, side).is_empty();
        ensure(defended, "FAB-4.35c", "nobody joins engineers alone")?;
        ensure(
            self.field.between(from, area).is_some(),
            "FAB-8.23a",
            "it is not beside the combat",
        )?;
        ensure(!self.is_contested(from), "FAB-8.23a", "its own area is contested")?;
        ensure(state.order == Order::Good, "FAB-8.23a", "it is not in good order")?;
        ensure(state.supplied, "FAB-9.34d", "it is out of supply")?;
        let room = self.state.units_in(area, side).len() < usize::from(self.field.rules().stacking);
        ensure(room, "FAB-8.23b", "the area is full")?;
        Ok("FAB-8.23a")
    }

    pub(crate) fn join(&mut self, by: ChitIndex, unit: UnitIndex) {
        let area = self.round().area;
        let from = self.state.area_of(unit).expect("it was judged");
        self.spend(by, "FAB-8.23a");
        self.set_reserve(unit, false, "FAB-A27");
        self.put(unit, crate::state::UnitPlace::Area(area));
        let round = self.round_mut();
        round.joined.push(unit);
        round.units[Role::Defender.index()].push(unit);
        round.units[Role::Defender.index()].sort_unstable();
        self.record("FAB-8.23a", Happening::Joined { unit, from, area });
        self.reveal(unit, "FAB-A27");
    }

    /// FAB-8.24, FAB-A4, FAB-A28: may all defenders retreat before combat?
    pub(crate) fn judge_withdrawal(
        &self,
        side: SideIndex,
        by: ChitIndex,
    ) -> Result<&'static str, Refusal> {
        let units = &self.round().units[Role::Defender.index()];
        self.may_spend(side, by, units)?;
        ensure(!units.is_empty(), "FAB-4.35c", "engineers alone do not retreat")?;
        let supplied = units.iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(supplied, "FAB-A28", "not all of them are in supply")?;
        let free = self.all_can_retreat(units, RetreatCause::SpecialAction);
        ensure(free, "FAB-A4", "not all of them can retreat")?;
        Ok("FAB-8.24a")
    }

    pub(crate) fn withdraw(&mut self, by: ChitIndex) {
        self.spend(by, "FAB-8.24a");
        let side = self.side_in(Role::Defender);
        let round = self.round_mut();
        // FAB-8.24b: no asset has been assigned yet, and armour may exploit.
        round.exploitation = true;
        round.stage = Stage::End;
        let units = round.units[Role::Defender.index()].clone();
        self.begin_retreats(Retreats { units, side, cause: RetreatCause::SpecialAction });
    }

    /// The formation of all units of a role, if they are of one (FAB-A50).
    fn formation_in(&self, role: Role) -> Option<FormationIndex> {
        let round = self.round();
        let mut units = round.units[role.index()].iter();
        let first = match units.next() {
            Some(&unit) => self.field.unit(unit).formation,
            // FAB-4.35c: engineers alone.
            None => {
                let chit = self.defended_by(round.area, self.side_in(role))?;
                return self.field.chit(chit).formation;
            }
        };
        units.all(|&unit| self.field.unit(unit).formation == first).then_some(first)
    }

    /// FAB-6.22a, FAB-6.23a: can this side be given assets here at all?
    pub(crate) fn may_be_given_assets(&self, role: Role) -> Result<(), Refusal> {
        let round = self.round();
        let side = self.side_in(role);
        let traced_only = role == Role::Defender
            && self.field.rules().rulings.supply_for_assets == SupplyForAssets::DefenderTraceOnly;
        let supplied = round.units[role.index()].iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(traced_only || supplied, "FAB-9.34a", "not all units there are in supply")?;
        let traces = self.traces_now(side, round.area);
        ensure(traces, "FAB-9.31", "no supply route leads there now")
    }

    /// Has a side anything that it could assign?
    fn can_assign(&self, role: Role) -> bool {
        let side = self.side_in(role);
        let fits = |chit| self.judge_assets(role, &[chit]).is_ok();
        self.in_box(side, ChitBox::Available).any(fits) && self.may_be_given_assets(role).is_ok()
    }

    /// FAB-6.22, FAB-6.23: may these be assigned together?
    pub(crate) fn judge_assignment(
        &self,
        role: Role,
        chits: &[ChitIndex],
    ) -> Result<&'static str, Refusal> {
        if !chits.is_empty() {
            self.may_be_given_assets(role)?;
        }
        self.judge_assets(role, chits)
    }

    /// FAB-6.22, FAB-6.23: may these be assigned together, where assets may be assigned at all?
    pub(crate) fn judge_assets(
        &self,
        role: Role,
        chits: &[ChitIndex],
    ) -> Result<&'static str, Refusal> {
        let rule = match role {
            Role::Attacker => "FAB-6.22b",
            Role::Defender => "FAB-6.23b",
        };
        let side = self.side_in(role);
        let (mut artillery, mut battle, mut events) = (Chits::new(), 0_u8, 0_u8);
        for (index, &chit) in chits.iter().enumerate() {
            self.available(side, chit)?;
            ensure(!chits[..index].contains(&chit), rule, "an asset is assigned once")?;
            let card = self.field.chit(chit);
            if card.is(AssetKind::Artillery) {
                artillery.push(chit);
            } else if card.is(AssetKind::Battle) {
                battle += 1;
            } else if matches!(card.event(), Some(EventKind::Scripted { timing, .. })
                if timing.contains(&Timing::Combat))
            {
                events += 1;
            } else {
                return refuse(rule, "that is not assigned to combats");
            }
        }
        self.judge_limits(role, chits, &artillery, battle, events)?;
        Ok(rule)
    }

    fn judge_limits(
        &self,
        role: Role,
        chits: &[ChitIndex],
        artillery: &[ChitIndex],
        battle: u8,
        events: u8,
    ) -> Result<(), Refusal> {
        let limits = &self.field.rules().asset_limits;
        let round = self.round();
        let side = self.side_in(role);
        let (same, mixed, most_battle, most_events) = match role {
            Role::Attacker => {
                let limits = limits.attacker;
                (limits.artillery_same, "FAB-6.22c", limits.battle, limits.event)
            }
            Role::Defender => {
                let most = |formation| {
                    self.field.defender_artillery(side, formation, round.area, self.state.turn)
                };
                let formations = artillery.iter().map(|&chit| self.field.chit(chit).formation);
                let most = formations.map(most).min().unwrap_or(limits.defender.artillery);
                (most, "FAB-6.23c", limits.defender.battle, limits.defender.event)
            }
        };
        let guns = artillery.len();
        let alone = round.units[role.index()].is_empty();
        let formation = self.formation_in(role);
        let fits = |chit: &ChitIndex| match (self.field.chit(*chit).formation, formation) {
            (None, _) => true,
            (Some(own), Some(formation)) => own == formation,
            (Some(own), None) => {
                round.units[role.index()].iter().any(|&unit| self.field.unit(unit).formation == own)
            }
        };
        ensure(chits.iter().all(fits), "FAB-2.3d", "it is of no formation that fights there")?;
        if alone {
            let few = guns <= 1 && battle == 0 && events == 0;
            return ensure(few, "FAB-4.35c", "engineers alone are given one artillery asset");
        }
        if formation.is_some() {
            ensure(guns <= usize::from(same), "FAB-6.31", "that is too much artillery")?;
            ensure(battle <= most_battle, "FAB-A1", "those are too many battle assets")?;
            return ensure(events <= most_events, "FAB-A54", "those are too many events");
        }
        let none = battle == 0 && events == 0;
        ensure(none, mixed, "units of several formations are given artillery only")?;
        let few = match role {
            Role::Attacker => {
                let of = |formation| {
                    let own = |chit: &&ChitIndex| self.field.chit(**chit).formation == formation;
                    artillery.iter().filter(own).count()
                };
                let each = usize::from(limits.attacker.artillery_per_hf_mixed);
                artillery.iter().all(|&chit| of(self.field.chit(chit).formation) <= each)
            }
            Role::Defender => guns <= usize::from(same),
        };
        ensure(few, mixed, "that is too much artillery for units of several formations")
    }

    /// FAB-6.3: assets fight once they are assigned.
    pub(crate) fn assign(&mut self, role: Role, chits: &[ChitIndex], rule: &'static str) {
        let side = self.side_in(role);
        for &chit in chits {
            self.move_chit(chit, ChitPlace::Assigned, rule);
            if self.field.chit(chit).event().is_some() {
                self.round_mut().events[role.index()] = Some(chit);
                if let Effect::SnModifier { side: whose, fire, n, duration: Lasting::PlayerTurn } =
                    *self.effect_of(chit)
                {
                    self.state.modifiers.push(Modifier { side: of(whose, side), fire, n });
                }
            } else {
                self.round_mut().assets[role.index()].push(chit);
            }
        }
        self.next_stage();
    }

    /// Engineers who could clear the enemy's fieldworks (FAB-6.33).
    pub(crate) fn clearers(&self) -> impl Iterator<Item = ChitIndex> + '_ {
        let round = self.round();
        let works = self.state.area(round.area).fieldworks == Some(self.side_in(Role::Defender));
        let assets = round.assets[Role::Attacker.index()].iter().copied();
        assets.filter(move |&chit| works && self.field.chit(chit).is_engineer())
    }

    pub(crate) fn clear_fieldworks(&mut self, chit: ChitIndex) {
        let area = self.round().area;
        self.round_mut().clearing = Some(chit);
        self.set_fieldworks(area, None, "FAB-6.33");
        self.next_stage();
    }

    /// The next step of the round.
    pub(crate) fn next_stage(&mut self) {
        let round = self.round_mut();
        round.stage = match round.stage {
            Stage::Muster => Stage::SpecialAction,
            Stage::SpecialAction => Stage::AttackerAssets,
            Stage::AttackerAssets => Stage::DefenderAssets,
            Stage::DefenderAssets => Stage::DefenderPoint,
            Stage::DefenderPoint => Stage::AttackerPoint,
            Stage::AttackerPoint => Stage::Reveal,
            Stage::Reveal => Stage::AttackerArtillery,
            Stage::AttackerArtillery => Stage::DefenderArtillery,
            Stage::DefenderArtillery => Stage::DefensiveFire,
            Stage::DefensiveFire => Stage::Engineers,
            Stage::Engineers => Stage::OffensiveFire,
            Stage::OffensiveFire | Stage::End => Stage::End,
        };
    }

    /// Does what the round does by itself.
    pub(crate) fn advance_round(&mut self) {
        if self.round().batch.is_some() {
            self.advance_batch();
            return;
        }
        if let Some(role) = self.unled() {
            let only = self.leaders(role)[0];
            self.lead(role, only);
            return;
        }
        let area = self.round().area;
        match self.round().stage {
            Stage::Muster => self.muster(area),
            Stage::Reveal => {
                for role in [Role::Defender, Role::Attacker] {
                    for unit in self.state.units_in(area, self.side_in(role)).clone() {
                        self.reveal(unit, "FAB-6.24e");
                    }
                }
                self.next_stage();
            }
            Stage::End => self.end_round(),
            // FAB-6.25c: without artillery of his own that could still fire, the round ends with the defender.
            Stage::DefenderArtillery if self.is_gone(Role::Defender) => {
                self.round_mut().stage = Stage::End;
            }
            _ => self.next_stage(),
        }
    }

    /// FAB-A36: who is too many leaves first; then both sides form up.
    fn muster(&mut self, area: AreaIndex) {
        for side in SideIndex::BOTH {
            if self.is_overstacked(area, side) {
                self.state.tasks.push(Task::Overstacked(area, side));
                return;
            }
        }
        let attackers = self.participants(area, self.state.phasing);
        let defenders = self.state.units_in(area, self.state.phasing.other()).clone();
        self.round_mut().units = [attackers.clone(), defenders.clone()];
        if attackers.is_empty() || !self.is_contested(area) {
            self.round_mut().stage = Stage::End;
            return;
        }
        self.record("FAB-6.2b", Happening::FormedUp { attackers, defenders });
        self.next_stage();
    }

    pub(crate) fn lead(&mut self, role: Role, piece: Piece) {
        self.round_mut().points[role.index()] = Some(piece);
        let side = self.side_in(role);
        self.record("FAB-6.24a", Happening::Point { side, piece });
    }

    /// FAB-6.29: the round is over.
    fn end_round(&mut self) {
        let round = self.state.round.take().expect("a combat is being fought");
        self.state.tasks.pop();
        // FAB-6.6g: those of a side that has retreated, too.
        for chit in round.assets.iter().flatten() {
            self.move_chit(*chit, ChitPlace::In(ChitBox::Used), "FAB-6.29");
        }
        for chit in round.events.into_iter().flatten() {
            self.move_chit(chit, ChitPlace::In(ChitBox::Eliminated), "FAB-4.22");
        }
        self.refresh_control(round.area);
        self.stand_up(round.area);
        let river = self.state.area(round.area).river_assault;
        let breakthrough = self.state.phase == Phase::BreakthroughCombat;
        // FAB-6.8c: never from river assaults, never in Breakthrough Combat. FAB-A29: not when aborted.
        if round.exploitation && !round.aborted && !river && !breakthrough {
            self.record("FAB-6.8a", Happening::ExploitationChance { area: round.area });
            self.state.tasks.push(Task::Exploit(round.area));
        }
        for side in SideIndex::BOTH {
            if self.is_overstacked(round.area, side) {
                self.state.tasks.push(Task::Overstacked(round.area, side));
            }
        }
    }

    /// FAB-6.8b, FAB-A31: armour in good order that may still check.
    pub(crate) fn exploiters(&self, area: AreaIndex) -> impl Iterator<Item = UnitIndex> + '_ {
        let in_use = self.field.units().filter(|&unit| self.state.unit(unit).exploit).count();
        let left = Self::marker_left(self.field.rules().marker_limits.exploitation, in_use);
        let units = self.state.units_in(area, self.state.phasing).iter().copied();
        units.filter(move |&unit| {
            let state = self.state.unit(unit);
            left && self.field.unit(unit).class == Class::Armour
                && state.order == Order::Good
                && !state.acted
        })
    }

    /// A unit checks whether it exploits.
    pub(crate) fn try_to_exploit(&mut self, unit: UnitIndex) {
        self.state.unit_mut(unit).acted = true;
        self.show_for_roll(unit);
        self.state.tasks.push(Task::ExploitCheck(unit));
    }
}

//! Assignment of assets and events to a combat (FAB-6.22, FAB-6.23, FAB-6.3).

use sandtable_engine::Refusal;
use sandtable_engine::RuleId;
use sandtable_engine::rule_ids::*;
use sandtable_pack::fab::{
    AssetKind, ChitBox, Effect, EventKind, Lasting, SupplyForAssets, Timing,
};

use crate::combat::effects::resolve_side;
use crate::game::Game;
use crate::state::Chits;
use crate::state::round::Role;
use crate::state::{ChitPlace, Modifier};
use sandtable_engine::{ensure, refuse};
use sandtable_pack::fab::{ChitIndex, FormationIndex};
use smallvec::SmallVec;

impl Game {
    /// Battle assets in the combat: assigned assets, and engineers that defend a roadblock
    /// (FAB-4.35b).
    pub(crate) fn battle_assets(&self, role: Role) -> impl Iterator<Item = ChitIndex> + '_ {
        let round = self.round();
        let assigned = round.assets[role.index()].iter().copied();
        let on_map = self.defended_by(round.area, self.side_in(role));
        let mut assets: Chits = assigned
            .filter(|&chit| self.field.chit(chit).is_asset_kind(AssetKind::Battle))
            .chain(on_map)
            .collect();
        assets.sort_unstable();
        assets.into_iter()
    }

    /// The formation of all units of a role, if they share one (FAB-A50).
    pub(crate) fn formation_in(&self, role: Role) -> Option<FormationIndex> {
        let round = self.round();
        let mut units = round.units[role.index()].iter();
        let first = match units.next() {
            Some(&unit) => self.field.unit(unit).formation,
            // FAB-4.35c: only engineers defend.
            None => {
                let chit = self.defended_by(round.area, self.side_in(role))?;
                return self.field.chit(chit).formation;
            }
        };
        units.all(|&unit| self.field.unit(unit).formation == first).then_some(first)
    }

    /// FAB-6.22a, FAB-6.23a: whether this side can assign any assets here.
    fn may_assign_assets(&self, role: Role) -> Result<(), Refusal> {
        let round = self.round();
        let side = self.side_in(role);
        let traced_only = role == Role::Defender
            && self.field.rules().rulings.supply_for_assets == SupplyForAssets::DefenderTraceOnly;
        let supplied = round.units[role.index()].iter().all(|&unit| self.state.unit(unit).supplied);
        ensure(traced_only || supplied, FAB_9_34A, "not all units there are in supply")?;
        let traces = self.traces_now(side, round.area);
        ensure(traces, FAB_9_31, "no supply route leads there")
    }

    /// Whether a side has anything to assign here. Otherwise the question is skipped.
    pub(crate) fn can_assign(&self, role: Role) -> bool {
        let side = self.side_in(role);
        let fits = |chit| self.judge_assets(role, &[chit]).is_ok();
        self.in_box(side, ChitBox::Available).any(fits) && self.may_assign_assets(role).is_ok()
    }

    /// FAB-6.22, FAB-6.23: whether these chits may be assigned together, provided that assets may
    /// be assigned at all.
    pub(crate) fn judge_assets(&self, role: Role, chits: &[ChitIndex]) -> Result<RuleId, Refusal> {
        let rule = match role {
            Role::Attacker => FAB_6_22B,
            Role::Defender => FAB_6_23B,
        };
        let side = self.side_in(role);
        let (mut artillery, mut battle, mut events) = (Chits::new(), 0_u8, 0_u8);
        for (index, &chit) in chits.iter().enumerate() {
            self.ensure_available(side, chit)?;
            ensure(!chits[..index].contains(&chit), rule, "an asset can be assigned only once")?;
            let card = self.field.chit(chit);
            if card.is_asset_kind(AssetKind::Artillery) {
                artillery.push(chit);
            } else if card.is_asset_kind(AssetKind::Battle) {
                battle += 1;
            } else if matches!(card.event(), Some(EventKind::Scripted { timing, .. })
                if timing.contains(&Timing::Combat))
            {
                events += 1;
            } else {
                return refuse(rule, "it cannot be assigned to a combat");
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
                (limits.artillery_same, FAB_6_22C, limits.battle, limits.event)
            }
            Role::Defender => {
                let most = |formation| {
                    self.field.defender_artillery(side, formation, round.area, self.state.turn)
                };
                let formations = artillery.iter().map(|&chit| self.field.chit(chit).formation);
                let most = formations.map(most).min().unwrap_or(limits.defender.artillery);
                (most, FAB_6_23C, limits.defender.battle, limits.defender.event)
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
        ensure(
            chits.iter().all(fits),
            FAB_2_3D,
            "it does not belong to a formation that fights there",
        )?;
        if alone {
            let few = guns <= 1 && battle == 0 && events == 0;
            return ensure(few, FAB_4_35C, "lone engineers may be given only one artillery asset");
        }
        if formation.is_some() {
            ensure(guns <= usize::from(same), FAB_6_31, "too many artillery assets")?;
            ensure(battle <= most_battle, FAB_A1, "too many battle assets")?;
            return ensure(events <= most_events, FAB_A54, "too many events");
        }
        let none = battle == 0 && events == 0;
        ensure(none, mixed, "units of several formations may be given only artillery")?;
        let few = match role {
            Role::Attacker => {
                let units = round.units[role.index()].iter();
                let mut formations: SmallVec<[_; 4]> =
                    units.map(|&unit| self.field.unit(unit).formation).collect();
                formations.sort_unstable();
                formations.dedup();
                let each = usize::from(limits.attacker.artillery_per_hf_mixed);
                let within_own = formations.iter().all(|&formation| {
                    let own =
                        |chit: &&ChitIndex| self.field.chit(**chit).formation == Some(formation);
                    artillery.iter().filter(own).count() <= each
                });
                // An asset that serves all formations counts as one of any formation involved.
                within_own && guns <= each * formations.len()
            }
            // Extra artillery granted by the battle must also belong to one formation.
            Role::Defender => {
                let mut own = artillery.iter().filter_map(|&chit| self.field.chit(chit).formation);
                let first = own.next();
                guns <= usize::from(same) && own.all(|formation| Some(formation) == first)
            }
        };
        ensure(few, mixed, "too many artillery assets for units of several formations")
    }

    /// FAB-6.3: assigns assets, which then fight.
    pub(crate) fn assign(&mut self, role: Role, chits: &[ChitIndex], rule: RuleId) {
        let side = self.side_in(role);
        for &chit in chits {
            self.move_chit(chit, ChitPlace::Assigned, rule);
            if self.field.chit(chit).event().is_some() {
                self.round_mut().events[role.index()] = Some(chit);
                if let Effect::SnModifier { side: whose, fire, n, duration: Lasting::PlayerTurn } =
                    *self.effect_of(chit)
                {
                    self.state.modifiers.push(Modifier {
                        side: resolve_side(whose, side),
                        fire,
                        n,
                    });
                }
            } else {
                self.round_mut().assets[role.index()].push(chit);
            }
        }
        self.next_stage();
    }

    /// Engineers who could clear the enemy's fieldworks (FAB-6.33).
    pub(crate) fn clearing_engineers(&self) -> impl Iterator<Item = ChitIndex> + '_ {
        let round = self.round();
        let works = self.state.area(round.area).fieldworks == Some(self.side_in(Role::Defender));
        let assets = round.assets[Role::Attacker.index()].iter().copied();
        assets.filter(move |&chit| works && self.field.chit(chit).is_engineer())
    }

    pub(crate) fn clear_fieldworks(&mut self, chit: ChitIndex) {
        let area = self.round().area;
        self.round_mut().clearing = Some(chit);
        self.set_fieldworks(area, None, FAB_6_33);
        self.next_stage();
    }
}

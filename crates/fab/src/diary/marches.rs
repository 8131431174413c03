//! Movement, area by area: contacts with the enemy, areas taken, and units that do not move.

use sandtable_engine::RuleId;
use sandtable_engine::prose::join_names;

use super::text::DiaryText;
use crate::game::event::{Event, Happening};
use sandtable_pack::fab::{AreaIndex, EdgeIndex, UnitIndex};

/// The route of a unit in a phase.
struct March {
    unit: UnitIndex,
    from: AreaIndex,
    to: AreaIndex,
    /// Enemy units at the destination.
    enemies: Vec<UnitIndex>,
    /// Whether the unit meets enemies, including lone engineers.
    meets_enemies: bool,
    /// Areas that the unit takes, including the destination if taken.
    taken_areas: Vec<AreaIndex>,
    rules: Vec<RuleId>,
}

/// Events of a phase that have not been written yet.
#[derive(Default)]
struct PendingMoves {
    marches: Vec<March>,
    reserves: Vec<UnitIndex>,
    fieldworks: Vec<AreaIndex>,
    /// The rule of a Special Action spent on the next move.
    action_rule: Option<RuleId>,
}

impl<'a> DiaryText<'a> {
    pub(super) fn write_movement(&mut self) {
        let mut pending = PendingMoves::default();
        let mut standing = Vec::new();
        while let Some(event) = self.take_in_phase() {
            match event.what {
                Happening::Moved { unit, from, to } => {
                    self.record_step(&mut pending, event, unit, from, to)
                }
                Happening::Control { area, side } => {
                    let own = |march: &&mut March| self.side(march.unit) == side;
                    match pending.marches.last_mut().filter(own) {
                        Some(march) => {
                            march.taken_areas.push(area);
                            march.rules.push(event.rule);
                        }
                        None => {
                            self.write_marches(&mut pending);
                            self.write_change_of_hands(event);
                        }
                    }
                }
                Happening::Reserve { unit, reserve: true } => {
                    pending.reserves.push(unit);
                    standing.push(event.rule);
                }
                Happening::Fieldworks { area, .. } => {
                    pending.fieldworks.push(area);
                    standing.push(event.rule);
                }
                Happening::Chit { .. } => pending.action_rule = Some(event.rule),
                Happening::Blown { edge, die: Some(die) } => {
                    self.write_marches(&mut pending);
                    self.write_blown(event, edge, die);
                }
                Happening::BridgeStands { edge, die } => {
                    self.write_marches(&mut pending);
                    let bridge = self.diarist.names.bridge(edge);
                    let sentence = format!("an attempt to blow {bridge} fails with {die}");
                    self.add_sentence(&sentence, &[event.rule]);
                }
                Happening::RoadblockGone { area } => {
                    let sentence =
                        format!("the roadblock in {} is cleared", self.diarist.names.area(area));
                    self.write_marches(&mut pending);
                    self.add_sentence(&sentence, &[event.rule]);
                }
                Happening::RiverAssault { area } => {
                    self.write_marches(&mut pending);
                    let area = self.diarist.names.area(area);
                    let sentence = format!("the attack on {area} is a river assault");
                    self.add_sentence(&sentence, &[event.rule]);
                }
                Happening::Retreated { .. } | Happening::Eliminated { .. } => {
                    self.write_marches(&mut pending);
                    self.write_change_of_hands(event);
                }
                _ => {}
            }
        }
        self.write_marches(&mut pending);
        self.write_reserves_and_digging(&pending, &standing);
    }

    /// Records a step of a move, or the beginning of the move.
    fn record_step(
        &mut self,
        pending: &mut PendingMoves,
        event: &Event,
        unit: UnitIndex,
        from: AreaIndex,
        to: AreaIndex,
    ) {
        let enemy = self.side(unit).other();
        let enemies = self.ledger.units_in(to, enemy);
        let meets = !enemies.is_empty() || self.ledger.roadblock_engineers(to, enemy).is_some();
        match pending.marches.last_mut().filter(|march| march.unit == unit && march.to == from) {
            Some(march) => {
                march.to = to;
                (march.enemies, march.meets_enemies) = (enemies, meets);
            }
            None => {
                let rules = pending.action_rule.take().into_iter().chain([event.rule]).collect();
                let takes = Vec::new();
                pending.marches.push(March {
                    unit,
                    from,
                    to,
                    enemies,
                    meets_enemies: meets,
                    taken_areas: takes,
                    rules,
                });
            }
        }
    }

    /// Writes that a bridge was blown as a unit crossed or tried to cross.
    fn write_blown(&mut self, event: &Event, edge: EdgeIndex, die: u8) {
        let back = self.take_if(|next| matches!(next.what, Happening::TurnedBack { .. }));
        let names = &self.diarist.names;
        let mut rules = vec![event.rule];
        let then = match back.map(|next| (&next.what, next.rule)) {
            Some((Happening::TurnedBack { unit, .. }, rule)) => {
                rules.push(rule);
                format!("and {} turns back", names.unit(*unit))
            }
            _ => "in the face of the enemy".to_owned(),
        };
        self.add_sentence(&format!("{} is blown with {die}, {then}", names.bridge(edge)), &rules);
    }

    /// Writes all pending moves: first moves that meet the enemy, then moves that take areas, then
    /// the others in one sentence.
    fn write_marches(&mut self, pending: &mut PendingMoves) {
        let marches = std::mem::take(&mut pending.marches);
        let goals = goals(&marches);
        for &goal in &goals {
            let there: Vec<&March> = marches.iter().filter(|march| march.to == goal).collect();
            if there.iter().any(|march| march.meets_enemies) {
                self.write_contact(goal, &there);
            } else if there.iter().any(|march| !march.taken_areas.is_empty()) {
                self.write_advance(goal, &there);
            }
        }
        let is_quiet = |march: &&March| {
            let there = marches.iter().filter(|other| other.to == march.to);
            there.into_iter().all(|other| !other.meets_enemies && other.taken_areas.is_empty())
        };
        let quiet: Vec<&March> = marches.iter().filter(is_quiet).collect();
        let ways: Vec<String> = goals
            .iter()
            .filter_map(|&goal| {
                let there: Vec<&March> =
                    quiet.iter().copied().filter(|march| march.to == goal).collect();
                let who = self.columns(&there);
                (!there.is_empty()).then(|| format!("{who} to {}", self.diarist.names.area(goal)))
            })
            .collect();
        if !ways.is_empty() {
            self.add_sentence(&format!("on the march: {}", ways.join("; ")), &rules_of(&quiet));
        }
    }

    /// Formats units by origin, as `b3 and b4 from Bravo, b1 from Alpha`.
    fn columns(&self, marches: &[&March]) -> String {
        let names = &self.diarist.names;
        let mut starts: Vec<AreaIndex> = Vec::new();
        for march in marches {
            if !starts.contains(&march.from) {
                starts.push(march.from);
            }
        }
        let column = |from: &AreaIndex| {
            let own = marches.iter().filter(|march| march.from == *from);
            let units: Vec<UnitIndex> = own.map(|march| march.unit).collect();
            format!("{} from {}", names.units(&units), names.area(*from))
        };
        starts.iter().map(column).collect::<Vec<_>>().join(", ")
    }

    /// Writes the moves that meet the enemy in an area.
    fn write_contact(&mut self, goal: AreaIndex, marches: &[&March]) {
        let names = &self.diarist.names;
        let side = self.side(marches[0].unit);
        let met = marches.iter().max_by_key(|march| march.enemies.len());
        let enemies = met.map(|march| march.enemies.as_slice()).unwrap_or_default();
        let against = match enemies {
            [] => "engineers at a roadblock".to_owned(),
            units => names.units(units),
        };
        let newcomers: Vec<UnitIndex> = marches.iter().map(|march| march.unit).collect();
        let mut before = self.ledger.units_in(goal, side);
        before.retain(|unit| !newcomers.contains(unit));
        let (who, area) = (self.columns(marches), names.area(goal));
        let sentence = match before.is_empty() {
            true => {
                let meets = names.verb_for_units(&newcomers, "meets", "meet");
                format!("{who} {meets} {against} in {area}")
            }
            false => {
                let joins = names.verb_for_units(&newcomers, "joins", "join");
                format!("{who} {joins} {} in {area} against {against}", names.units(&before))
            }
        };
        self.add_sentence(
            &format!("{sentence}{}", self.areas_on_route(goal, marches)),
            &rules_of(marches),
        );
    }

    /// Writes the moves that take an area without a fight, and others to the same area.
    fn write_advance(&mut self, goal: AreaIndex, marches: &[&March]) {
        let names = &self.diarist.names;
        let taken = marches.iter().any(|march| march.taken_areas.contains(&goal));
        let (who, area) = (self.columns(marches), names.area(goal));
        let units: Vec<UnitIndex> = marches.iter().map(|march| march.unit).collect();
        let verb = match taken {
            true => names.verb_for_units(&units, "takes", "take"),
            false => names.verb_for_units(&units, "goes to", "go to"),
        };
        let sentence = format!("{who} {verb} {area}{}", self.areas_on_route(goal, marches));
        self.add_sentence(&sentence, &rules_of(marches));
    }

    /// The areas taken before the destination.
    fn areas_on_route(&self, goal: AreaIndex, marches: &[&March]) -> String {
        let mut areas: Vec<AreaIndex> = Vec::new();
        for &area in marches.iter().flat_map(|march| &march.taken_areas) {
            if area != goal && !areas.contains(&area) {
                areas.push(area);
            }
        }
        match areas.as_slice() {
            [] => String::new(),
            areas => format!(", taking {} on the way", self.diarist.names.areas(areas)),
        }
    }

    /// Writes which units go into reserve or dig in, with their areas.
    fn write_reserves_and_digging(&mut self, pending: &PendingMoves, rules: &[RuleId]) {
        let names = &self.diarist.names;
        let mut parts = Vec::new();
        if !pending.reserves.is_empty() {
            let where_to = |&unit: &UnitIndex| match self.ledger.place(unit) {
                Some(area) => format!("{} in {}", names.unit(unit), names.area(area)),
                None => names.unit(unit).to_owned(),
            };
            let reserves: Vec<String> = pending.reserves.iter().map(where_to).collect();
            parts.push(format!("in reserve: {}", join_names(&reserves)));
        }
        if !pending.fieldworks.is_empty() {
            parts.push(format!("fieldworks are built in {}", names.areas(&pending.fieldworks)));
        }
        if !parts.is_empty() {
            self.add_sentence(&parts.join("; "), rules);
        }
    }
}

/// Destinations without duplicates, in the order in which they were first reached.
fn goals(marches: &[March]) -> Vec<AreaIndex> {
    let mut goals: Vec<AreaIndex> = Vec::new();
    for march in marches {
        if !goals.contains(&march.to) {
            goals.push(march.to);
        }
    }
    goals
}

fn rules_of(marches: &[&March]) -> Vec<RuleId> {
    marches.iter().flat_map(|march| march.rules.iter().copied()).collect()
}

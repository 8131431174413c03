//! Notes on a battle's limits for units (FAB-D5), reserves (FAB-D23), strategic movement (FAB-D24) and crossing
//! borders (FAB-D9).

use sandtable_house_style::words::{self, Words};
use sandtable_pack::fab::{BorderType, Mobility, Unit};
use sandtable_pack::{AreaId, TypeId};

use super::ChartWriter;

impl ChartWriter<'_> {
    /// Units that do not move freely: a type if all its units do not, otherwise each unit.
    pub(crate) fn fixed_units(&self) -> impl Iterator<Item = String> {
        let scene = self.pack.battle().scene();
        let names = |moves: Mobility| {
            scene.unit_types.iter().flat_map(move |kind| {
                let of_kind = scene.units.iter().filter(|unit| unit.unit_type == kind.id);
                let is_limited = |unit: &&Unit| unit.moves.unwrap_or(kind.moves) == moves;
                let limited: Vec<&Unit> = of_kind.clone().filter(is_limited).collect();
                if !limited.is_empty() && limited.len() == of_kind.count() {
                    return vec![self.unit_type(&kind.id)];
                }
                let labels = &self.pack.labels().units;
                let name = |unit: &Unit| labels[&unit.id].get(self.language).to_owned();
                limited.into_iter().map(name).collect()
            })
        };
        let limits = [
            self.limit(words::area_charts::NEVER_MOVE, names(Mobility::Never)),
            self.limit(words::area_charts::MOVE_BY_EVENT, names(Mobility::ByEvent)),
        ];
        limits.into_iter().flatten().map(|limit| format!("{limit}."))
    }

    /// Limits of units in reserve; `None` if the series' rule is unchanged.
    pub(crate) fn reserve_limits(&self) -> Option<String> {
        let rules = &self.pack.battle().ruleset().reserve;
        let limits = [
            self.limit(
                words::area_charts::ONLY_TYPES,
                rules.types.iter().map(|id| self.unit_type(id)),
            ),
            self.limit(
                words::area_charts::NEVER_TYPES,
                rules.exclude.iter().map(|id| self.unit_type(id)),
            ),
            self.limit(words::area_charts::ONLY_AREAS, rules.areas.iter().map(|id| self.area(id))),
        ];
        self.note(words::area_charts::RESERVE_LIMITS, limits)
    }

    /// Limits of strategic movement; `None` if the series' rule is unchanged.
    pub(crate) fn strategic_limits(&self) -> Option<String> {
        let rules = &self.pack.battle().ruleset().strategic_movement;
        let number = |n: Option<u8>| n.map(|n| n.to_string()).into_iter();
        let turns = rules.turns.map(|(first, last)| match first == last {
            true => first.to_string(),
            false => format!("{first}–{last}"),
        });
        let classes = rules.classes.iter().map(|&class| self.class(class));
        let ways = rules.connections.iter().map(|id| self.way(id));
        let limits = [
            self.limit(words::area_charts::ONLY_TURNS, turns.into_iter()),
            self.limit(words::area_charts::ONLY_CLASSES, classes),
            self.limit(words::area_charts::MAX_UNITS, number(rules.max_units_per_side)),
            self.limit(words::area_charts::MAX_AREAS, number(rules.max_areas)),
            self.limit(words::area_charts::ONLY_BY, ways),
            self.limit(
                words::area_charts::FORBIDDEN_AREAS,
                rules.forbidden_areas.iter().map(|id| self.area(id)),
            ),
        ];
        self.note(words::area_charts::STRATEGIC_LIMITS, limits)
    }

    /// Borders that block retreats, strategic movement or attempts to blow the bridge.
    pub(crate) fn border_limits(&self) -> Vec<String> {
        let kinds = |of: fn(&BorderType) -> bool| {
            let kinds =
                self.pack.battle().ruleset().border_types.iter().filter(move |kind| of(kind));
            kinds.map(|kind| self.border(&kind.id))
        };
        let limits = [
            self.limit(
                words::area_charts::NO_ATTEMPT,
                kinds(|kind| kind.blown_capable && !kind.blow_attempt),
            ),
            self.limit(words::area_charts::NO_RETREAT, kinds(|kind| kind.blocks_retreat)),
            self.limit(words::area_charts::NO_STRATEGIC, kinds(|kind| kind.blocks_strategic)),
        ];
        limits.into_iter().flatten().map(|limit| format!("{limit}.")).collect()
    }

    /// A limit such as "only in: Catania, Messina"; `None` for an empty list.
    fn limit(&self, words: Words, of: impl Iterator<Item = String>) -> Option<String> {
        let of: Vec<String> = of.collect();
        let colon = self.word(words::COLON);
        (!of.is_empty()).then(|| format!("{}{colon} {}", self.word(words), of.join(", ")))
    }

    /// The limits as one sentence.
    fn note<const N: usize>(&self, words: Words, limits: [Option<String>; N]) -> Option<String> {
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        let semicolon = self.word(words::SEMICOLON);
        let limits = limits.join(&format!("{semicolon} "));
        (!limits.is_empty()).then(|| format!("{} {limits}.", self.word(words)))
    }

    fn unit_type(&self, id: &TypeId) -> String {
        let name = self.pack.labels().unit_types.get(id);
        name.map_or_else(|| id.to_string(), |name| name.get(self.language).to_owned())
    }

    fn area(&self, id: &AreaId) -> String {
        let label = self.pack.labels().areas.get(id);
        label.map_or_else(|| id.to_string(), |label| label.name.get(self.language).to_owned())
    }
}

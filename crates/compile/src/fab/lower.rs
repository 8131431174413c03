//! From a scenario without errors to the parts of a pack.

mod labels;

use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack::fab as pack;
use sandtable_pack::{
    AreaId, BorderId, ChitId, ConnectionId, FormationId, HookId, ScenarioId, SideId, SourceLine,
    Sources, TerrainId, TypeId, UnitId,
};
use sandtable_source::{FileId, ProjectPath, Span, Spanned};

use super::authored::{
    AfterDelay, AnyFire, AreaFilter, AreaName, AssetKind, ChitBox, Class, Effect, End, EventKind,
    Fire, KindTitles, Lasting, Marker, Nearest, Order, Phase, Scenario, Supply, Timing, Whose,
    WordOrList,
};
use super::drawn_map::area_map;
use super::written::{Written, entries};
use crate::authored::{Id, Whole};
use crate::left_out::note_default_by;
use crate::map::AreaGround;
use crate::session::Session;

/// The parts of a pack. Nothing is reported here but what is filled in: whoever finds none of the
/// names reported it.
pub(super) fn parts(
    session: &mut Session<'_>,
    scenario: &Scenario,
    titles: &KindTitles,
    ground: Option<&AreaGround>,
    mut ruleset: pack::Ruleset,
    path: &ProjectPath,
    file: FileId,
) -> Option<pack::PackParts> {
    let lower = Lower { scenario, written: Written { scenario, ruleset: None, titles } };
    lower.rules(&mut ruleset)?;
    tell_defaults(session, scenario);
    Some(pack::PackParts {
        battle: pack::BattleParts { scene: lower.scene()?, ruleset },
        labels: lower.labels(ground)?,
        map: match ground {
            Some(ground) => Some(area_map(ground)?),
            None => None,
        },
        sources: lower.sources(session, path, file),
    })
}

struct Lower<'w> {
    scenario: &'w Scenario,
    written: Written<'w>,
}

/// An id of one of the pack's kinds.
macro_rules! id {
    ($type:ident, $written:expr) => {
        $type::new(&$written).ok()?
    };
}

/// Items of a list, each made in a way that may fail.
fn all<T, U, C: FromIterator<U>>(
    items: impl IntoIterator<Item = T>,
    each: impl FnMut(T) -> Option<U>,
) -> Option<C> {
    items.into_iter().map(each).collect()
}

fn area(area: &Spanned<AreaName>) -> Option<AreaId> {
    AreaId::new(area).ok()
}

fn side(side: &Spanned<Id>) -> Option<SideId> {
    SideId::new(side).ok()
}

/// A yes or no that may be left out.
fn is(written: Option<&Spanned<bool>>, default: bool) -> bool {
    written.map_or(default, |written| written.value)
}

impl Lower<'_> {
    fn scene(&self) -> Option<pack::Scene> {
        let scenario = self.scenario;
        let [(one, _), (other, _)] = scenario.sides.0.as_slice() else { return None };
        Some(pack::Scene {
            id: id!(ScenarioId, scenario.id),
            sides: [id!(SideId, one), id!(SideId, other)],
            first_player: side(&scenario.first_player)?,
            formations: all(&scenario.formations, |one| {
                Some(pack::Formation { id: id!(FormationId, one.id), side: side(&one.side)? })
            })?,
            unit_types: all(&scenario.unit_types, |one| {
                Some(pack::UnitType {
                    id: id!(TypeId, one.id),
                    class: class(one.class.value),
                    allowance: one.allowance.as_ref().map(|points| points.0 as u8),
                })
            })?,
            terrain: all(&scenario.terrain, |one| {
                Some(pack::Terrain {
                    id: id!(TerrainId, one.id),
                    difficulty: one.difficulty.0 as u8,
                })
            })?,
            areas: all(&scenario.areas, |one| {
                Some(pack::Area {
                    id: area(&one.id)?,
                    terrain: id!(TerrainId, one.terrain),
                    vp: all(entries(&one.vp), |(side, vp)| Some((id!(SideId, side), vp.0 as i16)))?,
                })
            })?,
            edges: all(&scenario.edges, |one| {
                let border = one.border.as_ref().map_or("open", |border| &border.value.0);
                let connection = one.connection.as_ref().map_or("field", |way| &way.value.0);
                Some(pack::Edge {
                    a: area(&one.a)?,
                    b: area(&one.b)?,
                    border: id!(BorderId, border),
                    connection: id!(ConnectionId, connection),
                })
            })?,
            entries: all(&scenario.entries, |one| {
                Some(pack::EntryArea {
                    letter: one.letter.0,
                    sides: all(
                        self.written.sides().filter(|side| Written::is_open_to(one, side)),
                        |side| SideId::new(side).ok(),
                    )?,
                    areas: all(one.areas.iter(), area)?,
                })
            })?,
            entry_policy: self.entry_policy(),
            supply_sources: self.supply_sources()?,
            units: self.units()?,
            assets: self.assets()?,
            events: self.events()?,
            reusable: self.reusable()?,
            start: self.start()?,
            turn_track: self.turn_track()?,
            victory: self.victory()?,
            control: self.control()?,
            markers: self.markers()?,
            out_of_supply: match &scenario.setup.supply {
                Some(Spanned { value: Supply::Without(without), .. }) => Some((
                    all(without.units.iter().flatten(), |unit| UnitId::new(unit).ok())?,
                    all(without.areas.iter().flatten(), area)?,
                )),
                _ => None,
            },
        })
    }

    fn entry_policy(&self) -> pack::EntryPolicy {
        let policy = self.scenario.entry_policy.as_ref();
        let nearest = policy.and_then(|policy| policy.nearest.as_ref()).map(|one| one.value);
        let after = policy.and_then(|policy| policy.eligible_after_delay.as_ref());
        let redirect = policy.and_then(|policy| policy.redirect_allowed.as_ref());
        pack::EntryPolicy {
            nearest: match nearest {
                Some(Nearest::LetterOrder) => pack::NearestEntry::LetterOrder,
                Some(Nearest::Graph) | None => pack::NearestEntry::Graph,
            },
            any_letter_after_delay: after.is_none_or(|after| after.value == AfterDelay::SideAll),
            redirect_allowed: match redirect.map(|redirect| &redirect.value) {
                Some(WordOrList::List(letters)) => letters.iter().map(|letter| letter.0).collect(),
                _ => BTreeSet::new(),
            },
        }
    }

    fn supply_sources(&self) -> Option<Vec<pack::SupplySource>> {
        let mut sources = Vec::new();
        for one in self.scenario.supply_sources.iter() {
            for place in self.written.areas_of(one) {
                sources.push(pack::SupplySource {
                    side: side(&one.side)?,
                    area: area(place)?,
                    needs_control: is(one.needs_control.as_ref(), true),
                    disabled_if_contested: is(one.disabled_if_contested.as_ref(), false),
                });
            }
        }
        Some(sources)
    }

    fn units(&self) -> Option<Vec<pack::Unit>> {
        all(&self.scenario.units, |unit| {
            Some(pack::Unit {
                id: id!(UnitId, unit.id),
                side: SideId::new(self.written.side_of_unit(unit)?).ok()?,
                formation: id!(FormationId, unit.formation),
                unit_type: id!(TypeId, unit.r#type),
                quality_by_step: unit.quality_by_step.0.iter().map(|one| one.value.0).collect(),
                start: self.unit_start(unit)?,
            })
        })
    }

    fn unit_start(&self, unit: &super::authored::Unit) -> Option<pack::UnitStart> {
        let is_it = |id: &Spanned<String>| id.value == unit.id.value.0;
        let full = unit.quality_by_step.0.len() as u8;
        let steps = |said: Option<&Spanned<Whole<1, 4>>>| {
            said.or(unit.steps.as_ref()).map_or(full, |steps| steps.0 as u8)
        };
        let mut standing = entries(&self.scenario.setup.units);
        if let Some((_, place)) = standing.find(|(id, _)| is_it(id)) {
            return Some(pack::UnitStart::SetUp {
                area: area(&place.area)?,
                steps: steps(place.steps.as_ref()),
                order: match place.order.as_ref().map(|order| order.value) {
                    Some(Order::Recovering) => pack::Order::Recovering,
                    Some(Order::Disordered) => pack::Order::Disordered,
                    Some(Order::Good) | None => pack::Order::Good,
                },
                reserve: is(place.reserve.as_ref(), false),
            });
        }
        let mut arrivals = entries(&self.scenario.reinforcements);
        Some(match arrivals.find(|(id, _)| is_it(id)) {
            Some((_, arrival)) => pack::UnitStart::Reinforcement {
                turn: arrival.turn.0 as u8,
                entry: (arrival.entry.first, arrival.entry.last),
                steps: steps(arrival.steps.as_ref()),
            },
            None => pack::UnitStart::NotInPlay,
        })
    }

    fn assets(&self) -> Option<Vec<pack::Asset>> {
        all(&self.scenario.assets, |asset| {
            let formation = asset.formation.as_ref();
            let whose = formation.map(|id| id.value.0.as_str());
            Some(pack::Asset {
                id: id!(ChitId, asset.id),
                side: SideId::new(self.written.side_of(asset.side.as_ref(), whose)?).ok()?,
                formation: match formation {
                    Some(id) => Some(id!(FormationId, id)),
                    None => None,
                },
                kind: asset_kind(asset.kind.value),
                class: asset.class.as_ref().map_or(pack::Class::Infantry, |one| class(one.value)),
                quality: asset.quality.as_ref().map_or(pack::Quality::Veteran, |one| one.value.0),
                engineer: is(asset.engineer.as_ref(), false),
                may_retreat: is(asset.may_retreat.as_ref(), true),
                dice: asset.dice.as_ref().map_or(1, |dice| dice.0 as u8),
                any_formation: is(asset.any_formation.as_ref(), false),
                start: self.chit_start(&asset.id, None),
            })
        })
    }

    fn events(&self) -> Option<Vec<pack::Event>> {
        all(&self.scenario.events, |event| {
            let whose = event.formation.value.0.as_str();
            let timing = event.timing.as_ref().map_or(&[][..], |timing| timing.as_slice());
            let mut timing: BTreeSet<pack::Timing> = timing
                .iter()
                .map(|time| match time.value {
                    Timing::Administration => pack::Timing::Administration,
                    Timing::Combat => pack::Timing::Combat,
                })
                .collect();
            if timing.is_empty() {
                timing.insert(pack::Timing::Administration);
            }
            Some(pack::Event {
                id: id!(ChitId, event.id),
                side: SideId::new(self.written.side_of(event.side.as_ref(), Some(whose))?).ok()?,
                formation: id!(FormationId, event.formation),
                kind: match (event.kind.value, &event.effect) {
                    (EventKind::Scripted, Some(written)) => {
                        pack::EventKind::Scripted { timing, effect: effect(written)? }
                    }
                    _ => pack::EventKind::SpecialAction,
                },
                start: self.chit_start(&event.id, event.turn.as_ref().map(|turn| turn.0)),
            })
        })
    }

    fn chit_start(&self, id: &Spanned<Id>, printed: Option<i64>) -> pack::ChitStart {
        let setup = &self.scenario.setup;
        let is_it = |chit: &str| chit == id.value.0;
        if setup.not_in_play.iter().flatten().any(|one| is_it(one)) {
            return pack::ChitStart::NotInPlay;
        }
        let mut boxes = entries(&setup.boxes);
        if let Some((_, place)) = boxes.find(|(chit, _)| is_it(chit)) {
            return pack::ChitStart::In(chit_box(place.value));
        }
        let mut schedule = entries(&self.scenario.chit_schedule);
        let scheduled = schedule.find(|(chit, _)| is_it(chit)).map(|(_, turn)| turn.0);
        match scheduled.or(printed) {
            Some(turn) if turn > 0 => pack::ChitStart::Turn(turn as u8),
            _ => pack::ChitStart::In(pack::ChitBox::Cup),
        }
    }

    /// FAB-D17: one of each side from turn 1, where the scenario says nothing.
    fn reusable(&self) -> Option<Vec<pack::Reusable>> {
        let Some(actions) = &self.scenario.special_actions else {
            return all(self.written.sides(), |side| {
                Some(pack::Reusable {
                    id: id!(ChitId, special_action(side)),
                    side: id!(SideId, side),
                    from_turn: 1,
                    used: false,
                })
            });
        };
        let mut reusable = Vec::new();
        for (side, actions) in &actions.0 {
            for action in actions {
                let start = self.chit_start(&action.id, None);
                reusable.push(pack::Reusable {
                    id: id!(ChitId, action.id),
                    side: id!(SideId, side),
                    from_turn: action.from_turn.as_ref().map_or(1, |turn| turn.0 as u8),
                    used: start == pack::ChitStart::In(pack::ChitBox::Used),
                });
            }
        }
        Some(reusable)
    }

    fn start(&self) -> Option<pack::Start> {
        let start = self.scenario.setup.start.as_ref();
        let phase = start.and_then(|start| start.phase.as_ref()).map(|phase| phase.value);
        let player = start.and_then(|start| start.player.as_ref());
        Some(pack::Start {
            turn: start.and_then(|start| start.turn.as_ref()).map_or(1, |turn| turn.0 as u8),
            player: side(player.unwrap_or(&self.scenario.first_player))?,
            phase: match phase {
                Some(Phase::Reinforcement) | None => pack::Phase::Reinforcement,
                Some(Phase::Administration) => pack::Phase::Administration,
                Some(Phase::OperationalMovement) => pack::Phase::OperationalMovement,
                Some(Phase::StrategicMovement) => pack::Phase::StrategicMovement,
                Some(Phase::Combat) => pack::Phase::Combat,
                Some(Phase::Reaction) => pack::Phase::Reaction,
                Some(Phase::BreakthroughMovement) => pack::Phase::BreakthroughMovement,
                Some(Phase::BreakthroughCombat) => pack::Phase::BreakthroughCombat,
                Some(Phase::Supply) => pack::Phase::Supply,
            },
        })
    }

    fn turn_track(&self) -> Option<Vec<pack::TurnEntry>> {
        all(1..=self.scenario.turns.0, |turn| {
            let entry = self.scenario.turn_track.iter().find(|entry| entry.turn.0 == turn)?;
            let net_vp = entry.net_vp.iter().flat_map(|net_vp| &net_vp.0);
            Some(pack::TurnEntry {
                draws: all(&entry.draws.0, |(side, draws)| {
                    let draws = pack::Draws { first: draws.0, second: draws.1 };
                    Some((id!(SideId, side), draws))
                })?,
                net_vp: all(net_vp, |(side, vp)| Some((id!(SideId, side), vp.0 as i16)))?,
            })
        })
    }

    fn victory(&self) -> Option<pack::VictoryRules> {
        let victory = &self.scenario.victory;
        Some(pack::VictoryRules {
            elimination_vp: victory.elimination_vp.as_ref().map_or(0, |vp| vp.0 as i16),
            end: match victory.end.as_ref().map(|end| &end.value) {
                Some(End::NetAtLeast(end)) => pack::EndRule::NetAtLeast {
                    side: side(&end.side)?,
                    vp: end.net_at_least.0 as i16,
                },
                Some(End::HigherVp) | None => pack::EndRule::HigherVp,
            },
        })
    }

    fn control(&self) -> Option<BTreeMap<AreaId, SideId>> {
        let control = self.written.control();
        all(&self.scenario.areas, |one| Some((area(&one.id)?, id!(SideId, control.of(&one.id)?))))
    }

    fn markers(&self) -> Option<pack::Markers> {
        let Some(markers) = &self.scenario.setup.markers else {
            return Some(pack::Markers::default());
        };
        let of_sides = |list: &Option<Vec<super::authored::MarkerOf>>| {
            all(list.iter().flatten(), |one| Some((area(&one.area)?, side(&one.side)?)))
        };
        Some(pack::Markers {
            fieldworks: of_sides(&markers.fieldworks)?,
            blown: all(markers.blown.iter().flatten(), |one| Some((area(&one.a)?, area(&one.b)?)))?,
            roadblocks: of_sides(&markers.roadblocks)?,
        })
    }

    /// What the scenario says of the ruleset: FAB-D23 to FAB-D25.
    fn rules(&self, rules: &mut pack::Ruleset) -> Option<()> {
        let scenario = self.scenario;
        let types = |list: Option<&Vec<Spanned<Id>>>| {
            all(list.into_iter().flatten(), |id| TypeId::new(id).ok())
        };
        let reserve = &scenario.reserve;
        let eligible = reserve.eligible.as_ref();
        let areas = eligible.and_then(|eligible| eligible.areas.as_ref());
        let of_formations = entries(&reserve.formation_markers);
        rules.reserve = pack::ReserveRules {
            markers: all(&reserve.markers.0, |(side, count)| {
                Some((id!(SideId, side), count.0 as u8))
            })?,
            formation_markers: all(of_formations, |(formation, count)| {
                Some((id!(FormationId, formation), count.0 as u8))
            })?,
            types: types(eligible.and_then(|eligible| eligible.types.as_ref()))?,
            areas: all(areas.into_iter().flatten(), area)?,
            exclude: types(eligible.and_then(|eligible| eligible.exclude.as_ref()))?,
        };
        if let Some(limits) = &scenario.strategic_movement {
            rules.strategic_movement = pack::StrategicMovement {
                max_units_per_side: limits.max_units_per_side.as_ref().map(|most| most.0 as u8),
                max_areas: limits.max_areas.as_ref().map(|most| most.0 as u8),
                connections: all(limits.connections.iter().flatten(), |id| {
                    ConnectionId::new(id).ok()
                })?,
                classes: limits.classes.iter().flatten().map(|one| class(one.value)).collect(),
                forbidden_areas: all(limits.forbidden_areas.iter().flatten(), area)?,
                turns: limits.turns.as_ref().map(|turns| (turns.0, turns.1)),
            };
        }
        rules.defender_artillery = all(scenario.defender_artillery.iter().flatten(), |rule| {
            Some(pack::DefenderArtillery {
                side: match &rule.side {
                    Some(written) => Some(side(written)?),
                    None => None,
                },
                formation: match &rule.formation {
                    Some(id) => Some(id!(FormationId, id)),
                    None => None,
                },
                area: match &rule.area {
                    Some(written) => Some(area(written)?),
                    None => None,
                },
                turns: rule.turns.as_ref().map(|turns| (turns.0, turns.1)),
                max: rule.max.0 as u8,
            })
        })?;
        Some(())
    }

    /// Where each part was written.
    fn sources(&self, session: &Session<'_>, path: &ProjectPath, file: FileId) -> Sources {
        let mut lines = BTreeMap::new();
        let mut add = |key: String, span: Span| {
            let name = session.sources.file(span.file).path();
            let file = if span.file == file { path.to_string() } else { name.to_owned() };
            lines.insert(key, SourceLine { file, line: session.sources.line(span) });
        };
        add("scenario".to_owned(), self.scenario.span);
        for (id, _) in &self.scenario.sides.0 {
            add(format!("side/{}", id.value), id.span);
        }
        for one in &self.scenario.formations {
            add(format!("formation/{}", one.id.0), one.span);
        }
        for one in &self.scenario.areas {
            add(format!("area/{}", one.id.0), one.span);
        }
        for one in &self.scenario.edges {
            add(format!("edge/{}/{}", one.a.0, one.b.0), one.span);
        }
        for one in &self.scenario.units {
            add(format!("unit/{}", one.id.0), one.span);
        }
        for (id, span) in self.written.chits() {
            add(format!("chit/{id}"), span);
        }
        for one in self.scenario.turn_track.iter() {
            add(format!("turn/{}", one.turn.0), one.span);
        }
        Sources(lines)
    }
}

/// The id of the Special Action of a side that the scenario does not list.
fn special_action(side: &str) -> String {
    let id = format!("special-action-{side}");
    if id.len() > 64 { side.to_owned() } else { id }
}

const fn class(written: Class) -> pack::Class {
    match written {
        Class::Infantry => pack::Class::Infantry,
        Class::Armour => pack::Class::Armour,
    }
}

const fn asset_kind(written: AssetKind) -> pack::AssetKind {
    match written {
        AssetKind::Artillery => pack::AssetKind::Artillery,
        AssetKind::Battle => pack::AssetKind::Battle,
        AssetKind::CommandStaff => pack::AssetKind::CommandStaff,
        AssetKind::Other => pack::AssetKind::Other,
    }
}

const fn chit_box(written: ChitBox) -> pack::ChitBox {
    match written {
        ChitBox::Cup => pack::ChitBox::Cup,
        ChitBox::Available => pack::ChitBox::Available,
        ChitBox::Used => pack::ChitBox::Used,
        ChitBox::Eliminated => pack::ChitBox::Eliminated,
    }
}

const fn whose(written: Whose) -> pack::Whose {
    match written {
        Whose::Own => pack::Whose::Own,
        Whose::Enemy => pack::Whose::Enemy,
    }
}

const fn marker(written: Marker) -> pack::Marker {
    match written {
        Marker::Fieldworks => pack::Marker::Fieldworks,
        Marker::Roadblock => pack::Marker::Roadblock,
        Marker::Disorder => pack::Marker::Disorder,
        Marker::Reserve => pack::Marker::Reserve,
    }
}

/// The one effect that is said.
fn effect(written: &Effect) -> Option<pack::Effect> {
    use pack::Effect as Packed;
    if let Some(steps) = &written.add_steps {
        return Some(Packed::AddSteps {
            n: steps.n.0 as u8,
            elite_ok: is(steps.elite_ok.as_ref(), false),
            class: steps.class.as_ref().map(|one| class(one.value)),
            formation: match &steps.formation {
                Some(id) => Some(id!(FormationId, id)),
                None => None,
            },
        });
    }
    if let Some(chits) = &written.move_chits {
        return Some(Packed::MoveChits {
            from: chit_box(chits.from.value),
            to: chit_box(chits.to.value),
            n: chits.n.0 as u8,
            kinds: chits.kinds.iter().flatten().map(|kind| asset_kind(kind.value)).collect(),
        });
    }
    if let Some(dice) = &written.extra_dice {
        return Some(Packed::ExtraDice {
            n: dice.n.0 as u8,
            sn: dice.sn.0 as i8,
            step: match dice.step.value {
                Fire::Artillery => pack::FireKind::Artillery,
                Fire::Close => pack::FireKind::Close,
            },
        });
    }
    if let Some(change) = &written.sn_modifier {
        return Some(Packed::SnModifier {
            side: whose(change.side.value),
            fire: match change.fire.value {
                AnyFire::Artillery => Some(pack::FireKind::Artillery),
                AnyFire::Close => Some(pack::FireKind::Close),
                AnyFire::All => None,
            },
            n: change.n.0 as i8,
            duration: match change.duration.as_ref().map(|duration| duration.value) {
                Some(Lasting::PlayerTurn) => pack::Lasting::PlayerTurn,
                Some(Lasting::Round) | None => pack::Lasting::Round,
            },
        });
    }
    let count = |n: &Option<Spanned<Whole<1, 20>>>| n.as_ref().map_or(1, |n| n.0 as u8);
    if let Some(one) = &written.place_marker {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        let (marker, n) = (marker(one.marker.value), count(&one.n));
        return Some(Packed::PlaceMarker { marker, n, area_filter });
    }
    if let Some(one) = &written.remove_marker {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        let (marker, n) = (marker(one.marker.value), count(&one.n));
        return Some(Packed::RemoveMarker { marker, n, area_filter });
    }
    if let Some(one) = &written.blow_bridge {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        return Some(Packed::BlowBridge { n: count(&one.n), area_filter });
    }
    if let Some(one) = &written.repair_bridge {
        let area_filter = area_filter(one.area_filter.as_ref())?;
        return Some(Packed::RepairBridge { n: count(&one.n), area_filter });
    }
    if let Some(one) = &written.reveal {
        return Some(Packed::Reveal { n: one.n.0 as u8 });
    }
    if let Some(hook) = &written.custom {
        return Some(Packed::Custom { hook: id!(HookId, hook) });
    }
    if is(written.grant_special_action.as_ref(), false) {
        return Some(Packed::GrantSpecialAction);
    }
    Some(Packed::NoOp)
}

fn area_filter(written: Option<&AreaFilter>) -> Option<pack::AreaFilter> {
    let Some(written) = written else { return Some(pack::AreaFilter::default()) };
    Some(pack::AreaFilter {
        control: written.control.as_ref().map(|one| whose(one.value)),
        contested: written.contested.as_ref().map(|one| one.value),
        supplied: written.supplied.as_ref().map(|one| one.value),
        terrain: all(written.terrain.iter().flatten(), |id| TerrainId::new(id).ok())?,
        areas: all(written.areas.iter().flatten(), area)?,
    })
}

/// Notes what was left out and is not a default of the series: where an edge says nothing of what
/// lies between its areas.
fn tell_defaults(session: &mut Session<'_>, scenario: &Scenario) {
    let lacking = |what: &str, is: &dyn Fn(&super::authored::Edge) -> bool| {
        let mut edges = scenario.edges.iter().filter(|edge| is(edge));
        let first = edges.next()?;
        let of = match edges.count() {
            0 => "an edge".to_owned(),
            more => format!("{} edges", more + 1),
        };
        Some((first.span, format!("`{what}` of {of}")))
    };
    let border = lacking("border", &|edge| edge.border.is_none());
    let connection = lacking("connection", &|edge| edge.connection.is_none());
    for (found, default) in [(border, "open"), (connection, "field")] {
        if let Some((span, what)) = found {
            note_default_by(session, None, span, &what, default);
        }
    }
}

//! From a scenario without errors to the pack parts.

pub(crate) mod effect;
pub(crate) mod ground;
pub(crate) mod labels;
pub(crate) mod pieces;
pub(crate) mod rules;
pub(crate) mod sources;
pub(crate) mod timetable;

use sandtable_pack::fab as pack;
use sandtable_pack::{AreaId, FormationId, ScenarioId, SideId, Sources, TerrainId, TypeId, UnitId};
use sandtable_source::Spanned;
use sandtable_source::message::Owner;

use super::authored_battle::AuthoredBattle;
use super::drawn_map::area_map;
use sandtable_authored::Id;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{AreaName, Edge, KindTitles, Scenario, Supply};
use sandtable_authored::note_default_for_rule;
use sandtable_map::AreaGround;

/// Creates an id of a pack type.
macro_rules! id {
    ($type:ident, $written:expr) => {
        $type::new(&$written).ok()?
    };
}

use id;

/// Returns the pack parts. Reports only defaults, because unknown names were reported before.
pub(crate) fn parts(
    reporter: &mut Reporter,
    scenario: &Scenario,
    titles: &KindTitles,
    ground: Option<&AreaGround>,
    mut ruleset: pack::Ruleset,
    sources: Sources,
) -> Option<pack::PackParts> {
    let lower = Lowering {
        scenario,
        authored: AuthoredBattle { scenario, ruleset: None, titles, water: &[] },
    };
    lower.rules(&mut ruleset)?;
    note_defaults(reporter, scenario);
    Some(pack::PackParts {
        battle: pack::BattleParts { scene: lower.scene()?, ruleset },
        labels: lower.labels(ground)?,
        map: match ground {
            Some(ground) => Some(area_map(ground)?),
            None => None,
        },
        sources,
    })
}

struct Lowering<'w> {
    scenario: &'w Scenario,
    authored: AuthoredBattle<'w>,
}

/// Converts the items of a list; returns `None` if any conversion fails.
fn convert_all<T, U, C: FromIterator<U>>(
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

/// An optional flag, or its default.
fn flag_or(written: Option<&Spanned<bool>>, default: bool) -> bool {
    written.map_or(default, |written| written.value)
}

impl Lowering<'_> {
    fn scene(&self) -> Option<pack::Scene> {
        let scenario = self.scenario;
        let [(one, _), (other, _)] = scenario.sides.0.as_slice() else { return None };
        Some(pack::Scene {
            id: id!(ScenarioId, scenario.id),
            sides: [id!(SideId, one), id!(SideId, other)],
            first_player: side(&scenario.first_player)?,
            formations: convert_all(&scenario.formations, |one| {
                Some(pack::Formation { id: id!(FormationId, one.id), side: side(&one.side)? })
            })?,
            unit_types: convert_all(&scenario.unit_types, |one| {
                Some(pack::UnitType {
                    id: id!(TypeId, one.id),
                    class: one.class.value.0,
                    allowance: one.allowance.as_ref().map(|points| points.0 as u8),
                    moves: one.moves.as_ref().map_or(pack::Mobility::Freely, |moves| moves.value.0),
                })
            })?,
            terrain: convert_all(&scenario.terrain, |one| {
                Some(pack::Terrain {
                    id: id!(TerrainId, one.id),
                    difficulty: one.difficulty.0 as u8,
                })
            })?,
            areas: self.areas()?,
            edges: self.edges()?,
            entries: self.entries()?,
            entry_policy: self.entry_policy(),
            supply_sources: self.supply_sources()?,
            units: self.units()?,
            assets: self.assets()?,
            events: self.events()?,
            reusable: self.reusable_actions()?,
            start: self.start()?,
            turn_track: self.turn_track()?,
            victory: self.victory()?,
            control: self.control()?,
            markers: self.markers()?,
            out_of_supply: match &scenario.setup.supply {
                Some(Spanned { value: Supply::Without(without), .. }) => Some((
                    convert_all(without.units.iter().flatten(), |unit| UnitId::new(unit).ok())?,
                    convert_all(without.areas.iter().flatten(), area)?,
                )),
                _ => None,
            },
        })
    }
}

/// Reports as notes the defaults that the series does not define: edges without `border` or
/// `connection`.
fn note_defaults(reporter: &mut Reporter, scenario: &Scenario) {
    let lacking = |is: &dyn Fn(&Edge) -> bool| {
        let mut edges = scenario.edges.iter().filter(|edge| is(edge));
        let first = edges.next()?;
        let of = match edges.count() {
            0 => "one edge".to_owned(),
            more => format!("{} edges", more + 1),
        };
        Some((first.span, of))
    };
    let border = lacking(&|edge| edge.border.is_none());
    let connection = lacking(&|edge| edge.connection.is_none());
    let found = [("border", border, "open"), ("connection", connection, "field")];
    for (key, found, default) in found {
        if let Some((span, of)) = found {
            note_default_for_rule(reporter, None, span, key, Owner::Kind(&of), default);
        }
    }
}

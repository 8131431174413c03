//! Staff work shared by all generals: the available pieces, nearby enemies, the choice among
//! proposed actions, and directions of retreat.

use sandtable_pack::{Edge, Facing, GroundLength, GroundPoint};
use sandtable_terrain::Block;

use super::placing;
use crate::battlefield::roster::{CommandCard, CommandIndex, PieceIndex, Role};
use crate::game::action::Action;
use crate::sight::sighting::Sighting;
use crate::view::View;

/// Commands within this distance of the enemy are engaged and leave the roads.
pub(super) const ENGAGEMENT_DISTANCE: GroundLength = GroundLength::from_metres(2_000);
/// An army avoids entering by a map edge with an enemy within this distance.
const ENTRY_EDGE_DISTANCE: GroundLength = GroundLength::from_metres(2_500);
/// The maximum range of a bombardment, from centre to centre.
pub(super) const GUN_RANGE: GroundLength = GroundLength::from_metres(3_000);

/// The trains that may still act in an activation of a command. PB-A23: trains of the army act with
/// the first chit drawn.
pub(super) fn available_trains(view: &View<'_>, card: &CommandCard) -> Vec<PieceIndex> {
    let of_army = view.without_chit().filter(|&piece| is_train(view, piece));
    card.baggage.iter().copied().chain(of_army).filter(|&piece| is_available(view, piece)).collect()
}

/// The troops that may still act in an activation of a command, with their distance from the
/// nearest enemy. The nearest come first, to attack; others fill the gaps.
pub(super) fn available_troops(
    view: &View<'_>,
    command: CommandIndex,
    enemies: &[Sighting<'_>],
) -> Vec<(GroundLength, PieceIndex)> {
    let of_army = view.without_chit().filter(|&piece| !is_train(view, piece));
    let pieces = view.pieces_of(command).chain(of_army);
    let mut troops: Vec<(GroundLength, PieceIndex)> = pieces
        .filter(|&piece| is_available(view, piece))
        .filter_map(|piece| Some((nearest(view.block(piece)?.centre(), enemies), piece)))
        .collect();
    troops.sort_unstable();
    troops
}

/// A length in whole metres, the unit in which bots weigh distances.
pub(super) const fn metres(length: GroundLength) -> i32 {
    length.centimetres() / 100
}

/// Whether a friendly piece is a train.
pub(super) fn is_train(view: &View<'_>, piece: PieceIndex) -> bool {
    view.role(piece) == Some(Role::Baggage)
}

fn is_available(view: &View<'_>, piece: PieceIndex) -> bool {
    !view.has_acted(piece) && view.is_available(piece)
}

/// The legal action of the highest worth; among equals, the first.
pub(super) fn best_legal(view: &View<'_>, mut ideas: Vec<(i32, Action)>) -> Option<Action> {
    ideas.sort_by_key(|(worth, _)| std::cmp::Reverse(*worth));
    ideas.into_iter().map(|(_, action)| action).find(|action| view.is_legal(action))
}

/// The next set-up action. The army enters by the edge nearest to the enemy, among those without an
/// enemy close by. Detachments then go one by one to the command on the map with the fewest troops.
/// Blocks that may go anywhere in a zone come last.
pub(super) fn set_up(view: &View<'_>) -> Action {
    let troops = |action: &Action| match action {
        Action::Assign { command, .. } => {
            let headquarters = view.command(*command).map(|card| card.headquarters);
            let is_there = headquarters.is_some_and(|leader| view.is_on_map(leader));
            is_there.then(|| view.pieces_of(*command).count())
        }
        _ => None,
    };
    let proposals = view.proposals();
    // The edge comes first, because later choices depend on it.
    let edges = proposals.iter().filter_map(|choice| match choice {
        Action::ComeBy(edge) => Some((edge_distance(view, *edge), choice)),
        _ => None,
    });
    if let Some((_, edge)) =
        edges.min_by_key(|&(distance, _)| (distance < ENTRY_EDGE_DISTANCE, distance))
    {
        return edge.clone();
    }
    let assignments =
        proposals.into_iter().filter_map(|assignment| Some((troops(&assignment)?, assignment)));
    let assignment =
        assignments.min_by_key(|(troops, _)| *troops).map(|(_, assignment)| assignment);
    assignment.or_else(|| placing::next(view)).unwrap_or(Action::Ready)
}

/// The distance of a map edge from the nearest enemy that is set up.
fn edge_distance(view: &View<'_>, edge: Edge) -> GroundLength {
    let (width, height) = (view.terrain().width(), view.terrain().height());
    let distance = |place: GroundPoint| match edge {
        Edge::North => height - GroundLength::from_centimetres(place.y),
        Edge::South => GroundLength::from_centimetres(place.y),
        Edge::East => width - GroundLength::from_centimetres(place.x),
        Edge::West => GroundLength::from_centimetres(place.x),
    };
    let enemies = view.enemies().filter(Sighting::may_be_troops);
    enemies.map(|enemy| distance(enemy.shape.place())).min().unwrap_or(GroundLength::ZERO)
}

/// Assigns a detachment that was held back to a command with reinforcements (PB-A21).
pub(super) fn assign_detachment(view: &View<'_>, command: CommandIndex) -> Option<Action> {
    let assignment = Action::Assign { piece: view.unassigned().next()?, command };
    view.is_legal(&assignment).then_some(assignment)
}

/// Recovers the most valuable of the pieces that may return.
pub(super) fn recover(view: &View<'_>) -> Action {
    let worth = |action: &Action| match action {
        Action::Recover(piece) => {
            view.arm(*piece).map_or(0, |arm| arm.rules.points.of(arm.quality))
        }
        _ => 0,
    };
    view.proposals().into_iter().max_by_key(worth).unwrap_or(Action::Stay)
}

/// A list capacity that is enough for most armies.
pub(super) const ARMY_CAPACITY: usize = 64;

/// The number of pieces in a friendly command that are engaged, with an enemy nearby.
pub(super) fn engaged_count(view: &View<'_>, command: CommandIndex) -> usize {
    let enemies = all_enemies(view);
    let pieces = view.pieces_of(command);
    pieces
        .filter(|&piece| view.is_on_map(piece))
        .filter_map(|piece| view.block(piece))
        .filter(|block| nearest(block.centre(), &enemies) < ENGAGEMENT_DISTANCE)
        .count()
}

/// All enemies on the map.
pub(super) fn all_enemies<'a>(view: &View<'a>) -> Vec<Sighting<'a>> {
    let mut enemies = Vec::with_capacity(ARMY_CAPACITY);
    enemies.extend(view.enemies());
    enemies
}

/// The distance to the nearest enemy that may be troops.
pub(super) fn nearest(place: GroundPoint, enemies: &[Sighting<'_>]) -> GroundLength {
    let mut nearest: Option<(i64, GroundPoint)> = None;
    for enemy in enemies {
        let there = enemy.shape.place();
        let squared = there.distance_squared(place);
        if nearest.is_none_or(|(least, _)| squared < least) && enemy.may_be_troops() {
            nearest = Some((squared, there));
        }
    }
    nearest.map_or(GroundLength::from_metres(100_000), |(_, enemy)| enemy.distance(place))
}

pub(super) fn middle_of(places: &[GroundPoint]) -> Option<GroundPoint> {
    let count = places.len() as i64;
    if count == 0 {
        return None;
    }
    let mean = |part: fn(&GroundPoint) -> i32| {
        (places.iter().map(|place| i64::from(part(place))).sum::<i64>() / count) as i32
    };
    Some(GroundPoint::new(mean(|place| place.x), mean(|place| place.y)))
}

/// The block after a retreat of this length, facing away from the enemy (PB-A127).
pub(super) fn block_after_retreat(block: &Block, way: Facing, length: GroundLength) -> Block {
    block.turned_to(way).moved_to(block.centre() + way.advance(length))
}

/// The straightest retreat that pushes no friends back and does not end under fire. Failing that,
/// one that pushes no friends back, then one that does not end under fire, and then the
/// straightest.
pub(super) fn retreat_direction(view: &View<'_>, piece: PieceIndex) -> Action {
    let block = view.block(piece);
    let length = view.third(piece);
    let is_under_fire = |way: Facing| {
        block.is_some_and(|block| view.is_under_fire(&block_after_retreat(&block, way, length)))
    };
    let mut best: Option<((bool, bool), Facing)> = None;
    for way in view.retreat_directions() {
        // PB-25.4: friends that the piece pushes back become Spent.
        let Some(pushed_back) = view.pushed_back(way) else { continue };
        let fault = (!pushed_back.is_empty(), is_under_fire(way));
        if best.is_none_or(|(least, _)| fault < least) {
            best = Some((fault, way));
        }
        if fault == (false, false) {
            break;
        }
    }
    best.map_or(Action::Stay, |(_, way)| Action::RetreatToward(way))
}

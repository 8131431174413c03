//! PB-16, PB-17, PB-T151: spotting, the information that it reveals, and hidden information.

use std::sync::Arc;

use sandtable_engine::{BotKind, Diary, Keep, play_bots};
use sandtable_pack::{
    Arrival, Facing, GroundPoint, Moment, PackParts, PieceType, Pose, Quality, Reserve, Status,
    Text, Weather, sample,
};
use sandtable_pub_battles::{
    Action, Battlefield, Game, Input, Leg, SideIndex, SightedKind, SpottedType, View,
};

use crate::table::{BLUE, RED, Setup, Table, at, metres, pose};

/// Red's `r` of this arm is at (4000, 4000); blue's `b` faces it from below, with this gap in
/// centimetres between them.
fn watched_pair(kind: PieceType, gap: i32) -> Setup {
    let centre = GroundPoint::new(400_000, 400_000 - 16_100 - gap);
    Setup::new()
        .hq(BLUE, pose(4_000, 300, Facing::UP))
        .piece(RED, "r", kind, pose(4_000, 4_000, Facing::DOWN))
        .infantry(BLUE, "b", Pose { centre, facing: Facing::UP })
}

fn kind(table: &Table, name: &str) -> SightedKind {
    let sighting = table.view(BLUE).sighting(table.piece(name));
    sighting.expect("the enemy is on the map").kind()
}

fn quality(table: &Table, name: &str) -> Option<Quality> {
    let sighting = table.view(BLUE).sighting(table.piece(name));
    sighting.expect("the enemy is on the map").quality()
}

/// PB-17.1, PB-17.2, PB-A105: within 2,280 m the owner reveals the type, and no more.
#[test]
fn pb_17_1_spots_within_range() {
    let near = watched_pair(PieceType::Infantry, 228_000).begin();
    assert_eq!(kind(&near, "r"), SightedKind::Spotted(SpottedType::Foot));
    let far = watched_pair(PieceType::Infantry, 228_001).begin();
    assert_eq!(kind(&far, "r"), SightedKind::Block);
    // PB-A22.
    let mist = watched_pair(PieceType::Infantry, 90_000).visibility(metres(899)).begin();
    assert_eq!(kind(&mist, "r"), SightedKind::Block);
}

/// PB-A22: mist shortens sight to the range in the scenario; weather without a range does not.
#[test]
fn pb_3_15_mist_shortens_sight() {
    let seen = |setup: Setup| kind(&setup.begin(), "r");
    let spotted = SightedKind::Spotted(SpottedType::Foot);
    let at = |gap| watched_pair(PieceType::Infantry, gap).visibility(metres(900));
    assert_eq!(seen(at(90_000)), spotted);
    assert_eq!(seen(at(90_001)), SightedKind::Block);
    let clears = at(90_001).change(|parts| parts.scenario.weather[0].visibility = None);
    assert_eq!(seen(clears), spotted);
}

/// PB-3.15: when the weather changes, all pieces are spotted again, even without a move.
#[test]
fn pb_3_15_weather_change_respots_pieces() {
    let weather = |turn, visibility| Weather { from: Moment { day: 1, turn }, visibility };
    let mut table = watched_pair(PieceType::Infantry, 90_001)
        .change(|parts| {
            let mist = Some(metres(900));
            parts.scenario.weather = vec![weather(1, mist), weather(2, None), weather(4, mist)];
            parts.labels.weather = vec![Text::plain("Weather"); 3];
        })
        .begin();
    for spotted in [false, true, true, false] {
        let turn = table.game.state().turn;
        let expected = match spotted {
            true => SightedKind::Spotted(SpottedType::Foot),
            false => SightedKind::Block,
        };
        assert_eq!(kind(&table, "r"), expected, "turn {turn}");
        table.finish_moves();
    }
}

#[test]
fn pb_17_2_spotting_shows_type() {
    let answers = [
        (PieceType::Infantry, SpottedType::Foot),
        (PieceType::Detachment, SpottedType::Foot),
        (PieceType::Artillery, SpottedType::Artillery),
        (PieceType::Cavalry, SpottedType::Mounted),
        (PieceType::Dragoons, SpottedType::Mounted),
    ];
    for (arm, answer) in answers {
        let table = watched_pair(arm, 100_000).begin();
        assert_eq!(kind(&table, "r"), SightedKind::Spotted(answer), "{arm:?}");
    }
    let table = watched_pair(PieceType::Infantry, 100_000)
        .train(RED, pose(5_000, 4_000, Facing::DOWN), true)
        .begin();
    let view = table.view(BLUE);
    let train = view.sighting(table.train(RED)).expect("the piece is on the map");
    assert_eq!(train.kind(), SightedKind::Spotted(SpottedType::Foot));
    let leader = view.sighting(table.hq(RED)).expect("the piece is on the map");
    assert_eq!(leader.kind(), SightedKind::Headquarters);
}

/// PB-16.1, PB-16.6: woods in between hide a piece. PB-16.5: a block in between does not.
#[test]
fn pb_16_6_spotting_needs_sight() {
    let wood = watched_pair(PieceType::Infantry, 150_000)
        .woods("wood", at(3_000, 3_000), at(5_000, 3_200))
        .begin();
    assert_eq!(kind(&wood, "r"), SightedKind::Block);
    let block = watched_pair(PieceType::Infantry, 150_000)
        .infantry(RED, "front", pose(4_000, 3_500, Facing::DOWN))
        .begin();
    assert_eq!(kind(&block, "r"), SightedKind::Spotted(SpottedType::Foot));
}

/// PB-T150: a piece on a hill sees over a wood that is closer to the piece than to the target.
#[test]
fn pb_16_4_hill_overlooks_wood() {
    for (from, seen) in [(2_500, true), (2_900, false)] {
        let table = Setup::new()
            .hq(BLUE, pose(4_000, 300, Facing::UP))
            .hill("hill", 1, at(2_000, 1_500), at(6_000, 2_050))
            .woods("wood", at(2_000, from), at(6_000, from + 5))
            .infantry(
                BLUE,
                "b",
                Pose { centre: GroundPoint::new(400_000, 191_950), facing: Facing::UP },
            )
            .infantry(RED, "r", pose(4_000, 3_500, Facing::DOWN))
            .begin();
        let expected =
            if seen { SightedKind::Spotted(SpottedType::Foot) } else { SightedKind::Block };
        assert_eq!(kind(&table, "r"), expected, "{from}");
    }
}

/// PB-T151: a Fresh guard cavalry in sight is "mounted"; contact shows the label.
#[test]
fn pb_t151_quality_is_hidden_until_contact() {
    let mut table = watched_pair(PieceType::Cavalry, 50_000)
        .quality("r", Quality::Guard)
        .hq(BLUE, pose(4_600, 2_900, Facing::UP))
        .begin();
    assert_eq!(kind(&table, "r"), SightedKind::Spotted(SpottedType::Mounted));
    assert_eq!(quality(&table, "r"), None);
    table.activate(BLUE);
    table.attack("b", "r");
    assert_eq!(kind(&table, "r"), SightedKind::Troops(PieceType::Cavalry));
    assert_eq!(quality(&table, "r"), Some(Quality::Guard));
    // PB-A105: the piece disengages and stays in sight, so it is still known.
    table.end();
    table.activate(RED);
    let departure = table.march("r", vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 5_500))]);
    table.act(departure);
    assert_eq!(quality(&table, "r"), Some(Quality::Guard));
}

/// PB-A105: out of sight, a piece is forgotten.
#[test]
fn pb_17_3_label_is_lost_with_sight() {
    let mut table = watched_pair(PieceType::Cavalry, 50_000)
        .quality("r", Quality::Guard)
        .hq(BLUE, pose(4_600, 2_900, Facing::UP))
        .begin();
    table.activate(BLUE);
    table.attack("b", "r");
    table.end();
    table.activate(RED);
    let departure = table.march("r", vec![Leg::Face(Facing::UP), Leg::To(at(4_000, 6_800))]);
    table.act(departure);
    assert_eq!(kind(&table, "r"), SightedKind::Block);
    assert_eq!(quality(&table, "r"), None);
}

/// PB-2.4: a Spent piece shows its label, at any distance.
#[test]
fn pb_2_4_spent_piece_shows_label() {
    let table = watched_pair(PieceType::Cavalry, 300_000).spent("r").begin();
    assert_eq!(kind(&table, "r"), SightedKind::Troops(PieceType::Cavalry));
    let sighting = table.view(BLUE).sighting(table.piece("r")).expect("the piece is on the map");
    assert_eq!((sighting.status(), sighting.quality()), (Status::Spent, Some(Quality::Regular)));
}

/// All information in a view about the enemy, as text.
fn write_view(view: &View<'_>) -> String {
    let own: Vec<_> = view
        .own()
        .filter_map(|(piece, _)| view.block(piece))
        .map(|block| (view.is_under_fire(&block), view.is_under_fire(&block_ahead(&block))))
        .collect();
    let enemies: Vec<_> = view.enemies().collect();
    let whose = (view.points(), view.drawn_side(), view.drawn_chit());
    format!("{enemies:?} {own:?} {whose:?} {:?} {:?}", view.day_and_turn(), view.is_night())
}

fn block_ahead(block: &sandtable_terrain::Block) -> sandtable_terrain::Block {
    block.moved_to(block.centre() + block.facing().advance(metres(900)))
}

fn field(change: impl FnOnce(&mut PackParts)) -> Arc<Battlefield> {
    let mut parts = sample::parts();
    change(&mut parts);
    let pack = sandtable_pack::Pack::new(parts).expect("the sample is valid");
    Arc::new(Battlefield::new(pack))
}

/// A change that the other side cannot see leaves its view the same, byte by byte. The changed
/// piece must not be spotted as another type, in contact, or Spent.
#[test]
fn pb_17_3_hidden_changes_do_not_show() {
    let plain = field(|_| {});
    let mut compared = 0;
    for index in 0..4 {
        for quality in [Quality::Guard, Quality::Elite] {
            let changed = field(|parts| {
                let piece = &mut parts.scenario.sides[1].commands[0].pieces[index];
                if piece.kind == PieceType::Infantry {
                    piece.quality = quality;
                } else {
                    // Cavalry becomes dragoons and artillery becomes infantry, but no piece in
                    // sight changes type.
                    piece.kind = PieceType::Infantry;
                }
            });
            for seed in 0..9 {
                let bots = [BotKind::Aggressive, BotKind::Aggressive];
                let outcome = play_bots::<Game>(&plain, seed, bots, Keep::Everything);
                compared += compare(&plain, &changed, &outcome.inputs);
            }
        }
    }
    assert!(compared > 1_000, "{compared}");
}

/// The number of identical views of the first side before the change could become visible.
fn compare(plain: &Arc<Battlefield>, changed: &Arc<Battlefield>, inputs: &[Input]) -> usize {
    let mut one = Game::new(Arc::clone(plain), Diary::Off);
    let mut other = Game::new(Arc::clone(changed), Diary::Off);
    let mut compared = 0;
    let differs = one.roster().piece_indices().find(|&piece| {
        let card = |game: &Game| format!("{:?}", game.roster().piece(piece).role);
        card(&one) != card(&other)
    });
    let piece = differs.expect("a mutation was made");
    let side = SideIndex::First;
    for input in inputs {
        let seen_as =
            |game: &Game| View::new(game, side).sighting(piece).map(|sighting| sighting.kind());
        let (here, there) = (seen_as(&one), seen_as(&other));
        if here != there || matches!(here, None | Some(SightedKind::Troops(_))) {
            break;
        }
        assert_eq!(write_view(&View::new(&one, side)), write_view(&View::new(&other, side)));
        compared += 1;
        if one.apply(input).is_err() || other.apply(input).is_err() {
            break;
        }
    }
    compared
}

/// PB-5.2: the composition of enemy commands and the drawn chit are hidden.
#[test]
fn pb_5_2_enemy_commands_are_unknown() {
    let mut table = watched_pair(PieceType::Infantry, 100_000).begin();
    let command = table.command(RED);
    assert!(table.view(BLUE).command(command).is_none());
    assert!(table.view(RED).command(command).is_some());
    table.draw(RED);
    assert_eq!(table.view(BLUE).drawn_chit(), None);
    assert_eq!(table.view(BLUE).drawn_side(), Some(RED));
}

/// PB-5.2, PB-9.1: a view covers only its own side, and judges no action while the enemy decides.
#[test]
fn pb_9_1_view_judges_own_actions() {
    let mut table = watched_pair(PieceType::Cavalry, 100_000)
        .hq(RED, pose(5_000, 5_250, Facing::DOWN))
        .piece_starting(RED, "hidden", PieceType::Cavalry, Arrival::Reserve(Reserve::Command))
        .begin();
    table.activate(RED);
    let hidden = table.piece("hidden");
    let deploy = Action::Deploy(hidden);
    assert!(table.view(RED).judge(&deploy).is_ok());
    let refusal = table.view(BLUE).judge(&deploy).expect_err("the enemy decides");
    assert_eq!(refusal.rule.0, "PB-4.1");
    assert_eq!(table.view(BLUE).required_action(), None);
    // Only the owner knows where the piece started and how fast it is.
    let own = table.piece("b");
    assert!(!table.view(RED).approaches(hidden, own).is_empty());
    assert!(table.view(BLUE).approaches(hidden, own).is_empty());
    let horse = table.piece("r");
    assert!(table.view(RED).third(horse) > table.view(BLUE).third(horse));
}

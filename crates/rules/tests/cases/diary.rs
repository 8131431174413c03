//! How a game reads: a short battle with given dice, told by the staff diary.

use sandtable_pack::{Facing, PieceType, Quality};
use sandtable_rules::{Diarist, Happening, Question};

use crate::table::{BLUE, RED, Setup, Table, pose};

/// Blue's `grey` attacks red's `brown`, and both fire.
fn fought(dice: [[u8; 3]; 2]) -> Table {
    let mut table = Setup::new()
        .infantry(BLUE, "grey", pose(4_000, 2_000, Facing::UP))
        .infantry(RED, "brown", pose(4_000, 3_000, Facing::DOWN))
        .begin();
    table.activate(BLUE);
    table.attack("grey", "brown");
    table.finish_moves();
    for three in dice {
        table.dice(&three);
    }
    table
}

fn diary(table: &Table) -> String {
    Diarist::new(table.game.field()).diary(table.game.diary())
}

/// The paragraph that begins so.
fn paragraph(diary: &str, begins: &str) -> String {
    let mut paragraphs = diary.split("\n\n");
    let found = paragraphs.find(|paragraph| paragraph.starts_with(begins));
    found.unwrap_or_else(|| panic!("no paragraph {begins} in\n{diary}")).trim_end().to_owned()
}

#[test]
fn turns_have_date_and_hours() {
    let told = diary(&fought([[1, 1, 1], [1, 1, 1]]));
    let heading = paragraph(&told, "\nTURN 1");
    assert_eq!(heading, "\nTURN 1: 18 June 1815, 07:00 to 08:30\n2 chits are in the cup (PB-4.1)");
}

#[test]
fn a_combat_is_told_in_one_place() {
    let mut table = fought([[1, 1, 1], [6, 6, 1]]);
    table.retreat();
    let told = paragraph(&diary(&table), "Combat");
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].ends_with(": grey against brown (PB-22.1)"), "{told}");
    assert_eq!(lines[1], "    brown fires at grey, 1-1-1: no hit (PB-23.1)");
    assert!(
        lines[2].starts_with("    grey fires at brown, 6-6-1: 2 hits; brown is spent and retreats"),
        "{told}"
    );
    assert!(told.ends_with("(PB-23.1, PB-25.1)"), "{told}");
}

#[test]
fn losses_and_points_stand_at_the_end_of_the_turn() {
    let table = fought([[1, 1, 1], [6, 6, 6]]);
    let told = diary(&table);
    let combat = paragraph(&told, "Combat");
    assert!(combat.contains("brown is destroyed, 3 points for"), "{combat}");
    let points = table.game.diary().iter().find_map(|event| match event.what {
        Happening::TurnEnds { points } => Some(points),
        _ => None,
    });
    assert_eq!(points, Some([3, 0]));
    let losses = paragraph(&told, "On this turn").replace("\n    ", " ");
    assert!(losses.contains("loses nobody") && losses.contains("loses brown"), "{losses}");
}

/// What is told of one who attacks and of one who stays is not told twice.
#[test]
fn a_move_into_an_attack_is_one_sentence() {
    let told = diary(&fought([[1, 1, 1], [1, 1, 1]]));
    assert_eq!(told.matches("grey moves").count(), 1);
    assert!(paragraph(&told, "Blue-corps").contains("and attacks brown"), "{told}");
    assert!(told.contains(": the troops do not move: all are in contact with the enemy (PB-5.1)"));
}

/// The end of a battle tells who won and why, by the words of its rule.
#[test]
fn the_last_paragraph_tells_who_won_and_why() {
    let told = diary(&fought([[1, 1, 1], [6, 6, 6]]));
    let end = paragraph(&told, "The blue wins").replace("\n    ", " ");
    assert!(
        end.contains("The blue wins the battle: half of the loser's infantry was lost"),
        "{end}"
    );
    assert!(
        end.contains("has lost 0 of 1 pieces") && end.contains("has lost 1 of 1 pieces: brown")
    );
}

/// Hits that do less or more than usual are told with the rule of the quality behind it.
#[test]
fn the_quality_of_who_is_hit_is_told() {
    let cases = [
        (
            PieceType::Infantry,
            Quality::Elite,
            [6, 1, 1],
            "1 hit; brown stands it (PB-23.1, PB-24.4)",
        ),
        (
            PieceType::Infantry,
            Quality::Elite,
            [6, 6, 1],
            "2 hits; brown is spent (PB-23.1, PB-24.4)",
        ),
        (PieceType::Infantry, Quality::Regular, [6, 1, 1], "1 hit; brown is spent (PB-23.1)"),
        (PieceType::Infantry, Quality::Militia, [6, 1, 1], "(PB-23.1, PB-24.5, PB-25.1)"),
        (PieceType::Detachment, Quality::Regular, [6, 1, 1], "(PB-23.1, PB-24.6, PB-24.1)"),
    ];
    for (kind, quality, dice, told) in cases {
        let mut table = Setup::new()
            .infantry(BLUE, "grey", pose(4_000, 2_000, Facing::UP))
            .piece(RED, "brown", kind, pose(4_000, 3_000, Facing::DOWN))
            .quality("brown", quality)
            .begin();
        table.activate(BLUE);
        table.attack("grey", "brown");
        table.finish_moves();
        table.dice(if kind == PieceType::Detachment { &[1] } else { &[1, 1, 1] });
        table.dice(&dice);
        if let Some(Question::RetreatWay(_)) = table.question_if_any() {
            table.retreat();
        }
        let combat = paragraph(&diary(&table), "Combat").replace("\n        ", " ");
        assert!(combat.contains(told), "{quality:?} {kind:?}: {combat}");
    }
}

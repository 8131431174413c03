//! The terrain effects chart (PB-34), according to the battle's rulings.

use sandtable_house_style::figures::metres;
use sandtable_house_style::words::{
    self, BUILDINGS, HILL, IMPASSABLE, MARSH, RIVER, STREAM, WOODS, Words, translate,
};
use sandtable_pack::{
    AttackOverRiver, BuildingsSpent, ColumnMarch, CoverShare, FacingChanges, HeadquartersMove,
    HillCover, Language, Pack,
};

use super::troops::arm_names;
use super::{Chart, ChartLine, Column};

pub(crate) fn chart(pack: &Pack, language: Language) -> Chart {
    let text = |words| translate(words, language);
    let ruleset = pack.ruleset();
    let rulings = &ruleset.rulings;
    let depth = metres(ruleset.distances.sight_depth, language);
    let into = text(words::charts::SIGHT_DEPTH).replace("{depth}", &depth);
    let mut lines = Vec::new();
    let mut add = |key: &str, name: Words, cells: [String; 4]| {
        let cells = std::iter::once(text(name).to_owned()).chain(cells);
        lines.push(ChartLine::new(format!("terrain {key}"), cells));
    };
    let none = || "–".to_owned();
    let owned = |words| text(words).to_owned();
    add("clear", words::charts::CLEAR, [owned(words::charts::FREE), none(), none(), none()]);
    add(
        "woods",
        WOODS,
        [owned(words::charts::REDUCED), owned(words::charts::COVER), into.clone(), none()],
    );
    let mut march = vec![match rulings.buildings_spent {
        BuildingsSpent::Entered => text(words::charts::SPENT_ON_ENTRY),
        BuildingsSpent::EndOfMove => text(words::charts::SPENT_END),
    }];
    if rulings.buildings_reduce {
        march.insert(0, text(words::charts::REDUCED));
    }
    march.push(text(words::charts::NO_RALLY));
    let cover = format!("{} {}", text(words::charts::COVER), text(words::charts::NO_FLANK));
    add("buildings", BUILDINGS, [march.join(" "), cover, into, none()]);
    let cover = match rulings.hill_cover {
        HillCover::BeganOrStandsLower => words::charts::COVER_IF_BEGAN_LOWER,
        HillCover::StandsLower => words::charts::COVER_IF_LOWER,
    };
    let sight = owned(words::charts::HILL_SIGHT);
    add("hill", HILL, [owned(words::charts::REDUCED_SLOPE), owned(cover), sight, none()]);
    add("stream", STREAM, [owned(words::charts::REDUCED_CROSS), none(), none(), none()]);
    let combat = match rulings.attack_over_river {
        AttackOverRiver::Flanked => owned(words::charts::RIVER_FLANKED),
        AttackOverRiver::Plain => none(),
    };
    let march = owned(words::charts::RIVER_MOVEMENT);
    add("river", RIVER, [march, combat, none(), owned(words::charts::ALL_EXCEPT_AT_CROSSINGS)]);
    // PB-6.13: trains never enter; for other pieces, see their row in the troops table.
    let mut closed = arm_names(pack, language, |row| !row.enters_marsh);
    closed.push(text(words::charts::BAGGAGE).to_owned());
    add(
        "marsh",
        MARSH,
        [owned(words::charts::REDUCED), none(), none(), closed.join(", ").to_lowercase()],
    );
    add("impassable", IMPASSABLE, [none(), none(), none(), owned(words::charts::ALL)]);
    let mut march = vec![text(words::charts::COLUMN_MOVEMENT)];
    if rulings.columns == ColumnMarch::KeepClear {
        march.push(text(words::charts::COLUMN_KEEPS));
    }
    let combat = owned(words::charts::COLUMN_COMBAT);
    add("column", words::charts::ROAD_COLUMN, [march.join(" "), combat, none(), none()]);

    let mut notes = vec![match rulings.cover_share {
        CoverShare::MoreThanHalf => owned(words::charts::MAJORITY_NOTE),
        CoverShare::HalfOrMore => owned(words::charts::HALF_NOTE),
    }];
    notes.push(owned(words::charts::REDUCED_NOTE));
    notes.push(match rulings.facing_changes {
        FacingChanges::Paid => owned(words::charts::FACING_PAID),
        FacingChanges::Two => owned(words::charts::FACING_TWO),
    });
    if rulings.headquarters_move == HeadquartersMove::Freely {
        notes.push(owned(words::charts::HQ_FREELY));
    }
    Chart {
        key: "terrain",
        title: owned(words::charts::TERRAIN_EFFECTS),
        aside: String::new(),
        columns: vec![
            Column::left(text(words::charts::TERRAIN), 24.0),
            Column::left(text(words::charts::MOVEMENT), 48.0),
            Column::left(text(words::charts::COMBAT), 44.0),
            Column::left(text(words::charts::SIGHT_HEADING), 40.0),
            Column::left(text(words::charts::CLOSED_TO), 30.0),
        ],
        lines,
        notes,
    }
}

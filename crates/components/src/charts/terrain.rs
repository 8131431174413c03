//! The terrain effects chart (PB-34), by the rulings of the battle.

use sandtable_house_style::figures::metres;
use sandtable_house_style::words::{
    HILL, HOUSES, IMPASSABLE, IMPASSABLE_EFFECT, MARSH, RIVER, STREAM, WOODS, Words,
    charts as words, say,
};
use sandtable_pack::{
    AttackOverRiver, BuildingsSpent, ColumnMarch, CoverShare, FacingChanges, HeadquartersMove,
    HillCover, Language, Pack,
};

use super::troops::arm_names;
use super::{Chart, ChartLine, Column};

pub(crate) fn chart(pack: &Pack, language: Language) -> Chart {
    let say = |words| say(words, language);
    let ruleset = pack.ruleset();
    let rulings = &ruleset.rulings;
    let depth = metres(ruleset.distances.sight_depth, language);
    let into = say(words::SEEN_INTO).replace("{depth}", &depth);
    let mut lines = Vec::new();
    let mut add = |key: &str, name: Words, cells: [String; 4]| {
        let cells = std::iter::once(say(name).to_owned()).chain(cells);
        lines.push(ChartLine::new(format!("terrain {key}"), cells));
    };
    let none = || "–".to_owned();
    let told = |words| say(words).to_owned();
    add("clear", words::CLEAR, [told(words::FREE), none(), none(), none()]);
    add("woods", WOODS, [told(words::REDUCED), told(words::COVER), into.clone(), none()]);
    let mut march = vec![match rulings.buildings_spent {
        BuildingsSpent::Entered => say(words::SPENT_ENTERED),
        BuildingsSpent::EndOfMove => say(words::SPENT_END),
    }];
    if rulings.buildings_reduce {
        march.insert(0, say(words::REDUCED));
    }
    march.push(say(words::NO_RALLY));
    let cover = format!("{} {}", say(words::COVER), say(words::NO_FLANK));
    add("buildings", HOUSES, [march.join(" "), cover, into, none()]);
    let cover = match rulings.hill_cover {
        HillCover::BeganOrStandsLower => words::COVER_BEGAN_LOWER,
        HillCover::StandsLower => words::COVER_STANDS_LOWER,
    };
    let sight = told(words::HILL_SIGHT);
    add("hill", HILL, [told(words::REDUCED_SLOPE), told(cover), sight, none()]);
    add("stream", STREAM, [told(words::REDUCED_CROSS), none(), none(), none()]);
    let combat = match rulings.attack_over_river {
        AttackOverRiver::Flanked => told(words::RIVER_FLANKED),
        AttackOverRiver::Plain => none(),
    };
    let march = told(words::RIVER_MARCH);
    add("river", RIVER, [march, combat, none(), told(words::ALL_ELSEWHERE)]);
    // PB-6.13: trains never, others as their row says.
    let mut closed = arm_names(pack, language, |row| !row.enters_marsh);
    closed.push(say(words::BAGGAGE).to_owned());
    add("marsh", MARSH, [told(words::REDUCED), none(), none(), closed.join(", ").to_lowercase()]);
    add("impassable", IMPASSABLE, [none(), none(), none(), told(IMPASSABLE_EFFECT)]);
    let mut march = vec![say(words::COLUMN_MARCH)];
    if rulings.columns == ColumnMarch::KeepClear {
        march.push(say(words::COLUMN_KEEPS));
    }
    let combat = told(words::COLUMN_COMBAT);
    add("column", words::ROAD_COLUMN, [march.join(" "), combat, none(), none()]);

    let mut notes = vec![match rulings.cover_share {
        CoverShare::MoreThanHalf => told(words::MAJORITY_NOTE),
        CoverShare::HalfOrMore => told(words::HALF_NOTE),
    }];
    notes.push(told(words::REDUCED_NOTE));
    notes.push(match rulings.facing_changes {
        FacingChanges::Paid => told(words::FACING_PAID),
        FacingChanges::Two => told(words::FACING_TWO),
    });
    if rulings.headquarters_move == HeadquartersMove::Freely {
        notes.push(told(words::HQ_FREELY));
    }
    Chart {
        key: "terrain",
        title: told(words::TERRAIN_EFFECTS),
        aside: String::new(),
        columns: vec![
            Column::left(say(words::GROUND), 24.0),
            Column::left(say(words::MARCH), 48.0),
            Column::left(say(words::COMBAT), 44.0),
            Column::left(say(words::SIGHT_HEADING), 40.0),
            Column::left(say(words::CLOSED_TO), 30.0),
        ],
        lines,
        notes,
    }
}

//! The range card: every distance in the rules, in ground units and on this map (PB-1.4).

use sandtable_house_style::figures::{decimal, format_whole, metres, yards};
use sandtable_house_style::words::{self, DAY, SEMICOLON, TURN, Words, translate};
use sandtable_pack::{
    Altering, ColumnMarch, GroundLength, Language, Pack, RallyDistance, RetreatRate, SpottingRule,
    UnsuppliedAtEnd,
};

use super::{Chart, ChartLine, Column};
use crate::cards::has_night;

pub(crate) fn chart(pack: &Pack, language: Language) -> Chart {
    let say = |words| translate(words, language);
    let scale = pack.map().scale;
    let mut lines = Vec::new();
    let mut add = |key: &str, name: &str, uses: &[&str], ground: GroundLength| {
        let paper = scale.to_paper(ground).millimetres();
        lines.push(ChartLine::new(
            format!("range {key}"),
            [
                name.to_owned(),
                uses.join(&format!("{} ", say(SEMICOLON))),
                metres(ground, language),
                yards(ground, language),
                format!("{} mm", decimal(paper, 1, language)),
            ],
        ));
    };
    let (ruleset, scenario) = (pack.ruleset(), pack.scenario());
    let (distances, rulings) = (&ruleset.distances, &ruleset.rulings);
    let (foot, mounted) = (distances.foot_third, distances.mounted_third);

    let any = |is: fn(&sandtable_pack::PieceRules) -> bool| {
        ruleset.pieces.values().chain(ruleset.types.values().map(|own| &own.rules)).any(is)
    };
    let played = |uses: &[(bool, Words)]| -> Vec<&str> {
        uses.iter().filter(|(is, _)| *is).map(|(_, words)| say(*words)).collect()
    };
    let alters = rulings.altering == Altering::ByRating;
    let needs_supply = any(|row| row.rally_needs_baggage)
        || rulings.unsupplied_at_end != UnsuppliedAtEnd::Unharmed;
    let own_rate = rulings.retreat_rate == RetreatRate::OwnClass;
    let uses = played(&[
        (any(|row| row.field_of_fire), words::FIELD_OF_FIRE),
        (own_rate, words::charts::RETREAT_FOOT),
        (!own_rate, words::charts::RETREAT_ALL),
        (rulings.columns == ColumnMarch::KeepClear, words::charts::COLUMN_CLEAR),
        (needs_supply, words::charts::SUPPLY_CLEAR),
        (has_night(pack), words::charts::NIGHT_CLEAR),
        (rulings.rally == RallyDistance::BeyondThird, words::charts::RALLY_CLEAR),
    ]);
    add("foot-third", say(words::charts::FOOT_THIRD), &uses, foot);
    add("foot-march", say(words::charts::FOOT_MOVE), &[say(words::charts::FOOT_PIECES)], foot * 3);
    add(
        "foot-column",
        say(words::charts::FOOT_COLUMN),
        &[say(words::charts::COLUMN_USE)],
        foot * 6,
    );
    let uses = played(&[
        (!alters, words::charts::COMMAND_RANGE),
        (alters, words::charts::COMMAND_RANGE_ALTER),
        (any(|row| row.rally_needs_baggage), words::charts::RALLY_RANGE),
        (own_rate, words::charts::RETREAT_MOUNTED),
    ]);
    add("mounted-third", say(words::charts::MOUNTED_THIRD), &uses, mounted);
    add(
        "mounted-march",
        say(words::charts::MOUNTED_MOVE),
        &[say(words::charts::MOUNTED_PIECES)],
        mounted * 3,
    );
    add(
        "mounted-column",
        say(words::charts::MOUNTED_COLUMN),
        &[say(words::charts::COLUMN_USE)],
        mounted * 6,
    );
    if any(|row| row.bombards) {
        let uses = [say(words::charts::BOMBARDMENT_USE)];
        add("bombardment", say(words::charts::BOMBARDMENT), &uses, distances.spotting);
    }
    if rulings.spotting == SpottingRule::WithinRange {
        add(
            "spotting",
            say(words::charts::SPOTTING),
            &[say(words::charts::SPOTTING_USE)],
            distances.spotting,
        );
    }
    for (index, weather) in scenario.weather.iter().enumerate() {
        let Some(visibility) = weather.visibility else { continue };
        let title = pack.labels().weather.get(index).map_or("", |title| title.get(language));
        let (day, turn) = (weather.from.day, weather.from.turn);
        let from = format!("{} {day}, {} {turn}", say(DAY).to_lowercase(), say(TURN));
        let uses = [say(words::charts::WEATHER_USE).replace("{from}", &from)];
        add(&format!("weather-{day}-{turn}"), title, &[&uses[0]], visibility);
    }
    add(
        "sight-depth",
        say(words::charts::SIGHT),
        &[say(words::charts::SIGHT_USE)],
        distances.sight_depth,
    );
    add(
        "support",
        say(words::charts::SUPPORT),
        &[say(words::charts::SUPPORT_USE)],
        distances.support_gap,
    );
    add(
        "contact",
        say(words::charts::CONTACT),
        &[say(words::charts::CONTACT_USE)],
        distances.contact_tolerance,
    );

    let columns = &scenario.column_lengths;
    let mut lengths: Vec<(GroundLength, Vec<&str>)> = Vec::new();
    for (length, who) in [
        (columns.infantry, words::charts::INFANTRY),
        (columns.artillery, words::charts::ARTILLERY),
        (columns.cavalry, words::charts::CAVALRY),
        (columns.baggage, words::charts::BAGGAGE),
        (columns.headquarters, words::maps::HEADQUARTERS),
    ] {
        match lengths.iter_mut().find(|(known, _)| *known == length) {
            Some((_, names)) => names.push(say(who)),
            None => lengths.push((length, vec![say(who)])),
        }
    }
    for (length, names) in lengths {
        let who = names.join(", ");
        let key = format!("column {}", length.centimetres());
        add(&key, say(words::charts::IN_COLUMN), &[&who], length);
    }
    let denominator = format_whole(i64::from(scale.denominator()), language);
    Chart {
        key: "ranges",
        title: say(words::charts::RANGES).to_owned(),
        aside: format!("{} 1:{denominator}", say(words::charts::MAP_SCALE)),
        columns: vec![
            Column::left(say(words::charts::DISTANCE), 30.0),
            Column::left(say(words::charts::USED_FOR), 68.0),
            Column::centred(say(words::charts::METRES), 17.0),
            Column::centred(say(words::charts::YARDS_MILES), 17.0),
            Column::centred(say(words::charts::ON_THE_MAP), 19.0),
        ],
        lines,
        notes: vec![say(words::charts::TOUCHES_NOTE).to_owned()],
    }
}

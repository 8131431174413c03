//! Guarantees of the calendar, weather, reinforcements and special rules.

use std::collections::BTreeMap;

use super::{assert_only_fault, faults, train};
use crate::model::{
    Act, Arrival, Effect, Element, Fate, Formation, Modifier, Moment, Prohibition, Reinforcement,
    SpecialPoints, SpecialRule, Subject, Text, Trigger, Weather,
};
use crate::pack::PackParts;
use crate::sample::id;
use crate::units::GroundLength;

#[test]
fn reinforcements_need_entries_and_valid_rolls() {
    let arrival = |alternatives: &[&str], roll| Reinforcement {
        day: 1,
        turn: 2,
        entry: id("south"),
        alternatives: alternatives.iter().map(|name| id(name)).collect(),
        roll,
        at_once: false,
        command: id("blue-army"),
        formation: Formation::Line,
        elements: vec![Element::Baggage(id("park"))],
    };
    let with = |arrival: Reinforcement| {
        move |parts: &mut PackParts| {
            parts.scenario.sides[0].baggage.push(train("park", Arrival::Reinforcement));
            parts.scenario.sides[0].reinforcements.push(arrival);
        }
    };
    assert_eq!(faults(with(arrival(&["north"], Some(3)))), [""; 0]);
    assert_only_fault(
        "scenario.json: reinforcement 0 of blue: unknown entry `moon`",
        with(arrival(&["moon"], None)),
    );
    for roll in [0, 6, 255] {
        assert_only_fault(
            "scenario.json: reinforcement 0 of blue: roll must be between 1 and 5",
            with(arrival(&[], Some(roll))),
        );
    }
}

#[test]
fn open_calendar_lasts_until_last_day() {
    assert_only_fault("scenario.json: open_ended: must last until turn 8 of day 9", |parts| {
        parts.scenario.calendar.open_ended = true;
    });
    assert_eq!(
        faults(|parts| {
            parts.scenario.calendar.open_ended = true;
            parts.scenario.calendar.days = 9;
        }),
        [""; 0]
    );
}

#[test]
fn weather_is_ordered_within_battle() {
    let with = |weather: &[(u8, u8, i32)]| {
        let weather: Vec<Weather> = weather
            .iter()
            .map(|&(day, turn, metres)| Weather {
                from: Moment { day, turn },
                visibility: Some(GroundLength::from_metres(metres)),
            })
            .collect();
        move |parts: &mut PackParts| {
            parts.labels.weather = vec![Text::plain("Mist"); weather.len()];
            parts.scenario.weather = weather;
        }
    };
    assert_eq!(faults(with(&[(1, 1, 500), (1, 2, 900)])), [""; 0]);
    assert_only_fault(
        "scenario.json: weather 1: must come after the previous entry",
        with(&[(1, 2, 500), (1, 2, 900)]),
    );
    assert_only_fault(
        "scenario.json: weather 0: turn 1 of day 2 is not in the battle",
        with(&[(2, 1, 500)]),
    );
    assert_only_fault(
        "scenario.json: weather 0: distance must be between 0 and 100 km",
        with(&[(1, 1, 0)]),
    );
    assert_only_fault("labels.json: weather: does not match the scenario", |parts| {
        parts.scenario.weather =
            vec![Weather { from: Moment { day: 1, turn: 1 }, visibility: None }];
    });
}

#[test]
fn special_rules_reference_existing_items() {
    let with = |who: Vec<Subject>, effect: Effect| {
        move |parts: &mut PackParts| {
            parts.labels.special_rules = BTreeMap::from([(id("rule"), Text::plain("A rule"))]);
            parts.scenario.special_rules = vec![SpecialRule { id: id("rule"), who, effect }];
        }
    };
    let all = vec![
        Subject::Side(id("red")),
        Subject::Command(id("red-army")),
        Subject::Piece(id("red-train")),
    ];
    assert_eq!(faults(with(all, Effect::TextOnly)), [""; 0]);
    let points =
        |side: &str, points, when| Effect::Victory(SpecialPoints { side: id(side), points, when });
    let forbid = |acts: &[Act], until| {
        Effect::Forbid(Prohibition { acts: acts.iter().copied().collect(), until })
    };
    let never = Moment { day: 3, turn: 1 };
    let cases = [
        (vec![Subject::Piece(id("red"))], Effect::TextOnly, "cannot find `red`"),
        (vec![Subject::Command(id("blue"))], Effect::TextOnly, "cannot find `blue`"),
        (vec![Subject::Side(id("green"))], Effect::TextOnly, "cannot find `green`"),
        (vec![], Effect::FrozenUntil(never), "turn 1 of day 3 is not in the battle"),
        (
            vec![],
            Effect::ActivateWhen(Trigger::EnemyWithin(GroundLength::ZERO)),
            "distance must be between 0 and 100 km",
        ),
        (vec![], Effect::ActivateWhen(Trigger::Destroyed(id("moon"))), "cannot find `moon`"),
        (
            vec![],
            Effect::Modifier(Modifier { die: 0, when: crate::Fight::Always }),
            "die modifier must be -2, -1, 1 or 2",
        ),
        (
            vec![],
            Effect::Modifier(Modifier { die: -128, when: crate::Fight::Always }),
            "die modifier must be -2, -1, 1 or 2",
        ),
        (vec![], points("red", 0, Fate::Survived), "points must be between 1 and 1,000"),
        (vec![], points("green", 1, Fate::Survived), "unknown side for points"),
        (vec![], points("red", 1, Fate::Left(id("moon"))), "unknown entry `moon`"),
        (vec![], forbid(&[], None), "no forbidden actions"),
        (vec![], forbid(&[Act::Move], Some(never)), "turn 1 of day 3 is not in the battle"),
    ];
    for (who, effect, message) in cases {
        assert_only_fault(
            &format!("scenario.json: special rule rule: {message}"),
            with(who, effect),
        );
    }
    assert_only_fault("labels.json: special rule rule: has no text", |parts| {
        parts.scenario.special_rules =
            vec![SpecialRule { id: id("rule"), who: Vec::new(), effect: Effect::TextOnly }];
    });
}

#[test]
fn rejects_invalid_times_and_dates() {
    assert_only_fault("scenario.json: dawn_minutes: invalid time of day", |parts| {
        parts.scenario.calendar.dawn_minutes = 1_440;
    });
    for date in ["", "1863-02-29", "1863-7-2", "18630702"] {
        assert_only_fault("scenario.json: date: invalid date", |parts| {
            parts.scenario.calendar.date = date.to_owned();
        });
    }
    assert_only_fault("labels.json: published: invalid date", |parts| {
        parts.labels.published = Some("today".to_owned());
    });
}

//! Guarantees of the calendar, weather, reinforcements and special rules.

use std::collections::BTreeMap;

use super::{faults, one, train};
use crate::model::{
    Act, Arrival, Effect, Element, Fate, Formation, Modifier, Moment, Prohibition, Reinforcement,
    SpecialPoints, SpecialRule, Subject, Text, Trigger, Weather,
};
use crate::pack::PackParts;
use crate::sample::id;
use crate::units::GroundLength;

#[test]
fn reinforcements_come_by_entries_on_possible_rolls() {
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
    one(
        "scenario.json: reinforcement 0 of blue: enters at `moon`, which is no entry",
        with(arrival(&["moon"], None)),
    );
    for roll in [0, 6, 255] {
        one(
            "scenario.json: reinforcement 0 of blue: rolls for less than 1 or more than 5",
            with(arrival(&[], Some(roll))),
        );
    }
}

#[test]
fn an_open_calendar_reaches_as_far_as_there_are_days() {
    one("scenario.json: open_ended: does not reach turn 8 of day 9", |parts| {
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
fn weather_comes_in_order_on_turns_of_the_battle() {
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
    one(
        "scenario.json: weather 1: does not come after the one before",
        with(&[(1, 2, 500), (1, 2, 900)]),
    );
    one(
        "scenario.json: weather 0: speaks of turn 1 of day 2, which is no turn of the battle",
        with(&[(2, 1, 500)]),
    );
    one(
        "scenario.json: weather 0: has a distance that is not between 0 and 100 km",
        with(&[(1, 1, 0)]),
    );
    one("labels.json: weather: is not that of the scenario", |parts| {
        parts.scenario.weather =
            vec![Weather { from: Moment { day: 1, turn: 1 }, visibility: None }];
    });
}

#[test]
fn special_rules_speak_of_what_is_there() {
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
        (vec![Subject::Piece(id("red"))], Effect::TextOnly, "speaks of `red`, which is not there"),
        (
            vec![Subject::Command(id("blue"))],
            Effect::TextOnly,
            "speaks of `blue`, which is not there",
        ),
        (
            vec![Subject::Side(id("green"))],
            Effect::TextOnly,
            "speaks of `green`, which is not there",
        ),
        (
            vec![],
            Effect::FrozenUntil(never),
            "speaks of turn 1 of day 3, which is no turn of the battle",
        ),
        (
            vec![],
            Effect::ActivateWhen(Trigger::EnemyWithin(GroundLength::ZERO)),
            "has a distance that is not between 0 and 100 km",
        ),
        (
            vec![],
            Effect::ActivateWhen(Trigger::Destroyed(id("moon"))),
            "waits for `moon`, which is not there",
        ),
        (
            vec![],
            Effect::Modifier(Modifier { die: 0, when: crate::Fight::Always }),
            "does not change a die by 1 or 2",
        ),
        (
            vec![],
            Effect::Modifier(Modifier { die: -128, when: crate::Fight::Always }),
            "does not change a die by 1 or 2",
        ),
        (vec![], points("red", 0, Fate::Survived), "is not worth 1 to 1,000 points"),
        (vec![], points("green", 1, Fate::Survived), "gives points to neither side"),
        (vec![], points("red", 1, Fate::Left(id("moon"))), "speaks of `moon`, which is no entry"),
        (vec![], forbid(&[], None), "forbids nothing"),
        (
            vec![],
            forbid(&[Act::Move], Some(never)),
            "speaks of turn 1 of day 3, which is no turn of the battle",
        ),
    ];
    for (who, effect, message) in cases {
        one(&format!("scenario.json: special rule rule: {message}"), with(who, effect));
    }
    one("labels.json: special rule rule: has no text", |parts| {
        parts.scenario.special_rules =
            vec![SpecialRule { id: id("rule"), who: Vec::new(), effect: Effect::TextOnly }];
    });
}

#[test]
fn times_and_days_are_of_the_calendar() {
    one("scenario.json: dawn_minutes: is no time of day", |parts| {
        parts.scenario.calendar.dawn_minutes = 1_440;
    });
    for date in ["", "1863-02-29", "1863-7-2", "18630702"] {
        one("scenario.json: date: is no day of the calendar", |parts| {
            parts.scenario.calendar.date = date.to_owned();
        });
    }
    one("labels.json: published: is no day of the calendar", |parts| {
        parts.labels.published = Some("today".to_owned());
    });
}

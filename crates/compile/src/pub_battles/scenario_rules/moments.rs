//! Resolves turns and distances in weather, objectives and special rules.

use sandtable_pack as pack;
use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostic, Spanned, code, message};

use crate::pub_battles::context::Context;
use crate::pub_battles::mistakes::calendar_ends::is_reversed;
use sandtable_authored::Reporter;
use sandtable_authored::{Length, Moment, Whole};

/// Resolves a turn, and reports a turn outside the calendar.
pub(crate) fn moment(
    reporter: &mut Reporter,
    context: &Context<'_>,
    written: &Moment,
) -> pack::Moment {
    turn_of_day(reporter, context, written.day.as_ref(), &written.turn)
}

/// Resolves a turn of a day, and reports a turn outside the calendar unless its day was reported.
pub(crate) fn turn_of_day(
    reporter: &mut Reporter,
    context: &Context<'_>,
    day: Option<&Spanned<Whole<1, 9>>>,
    turn: &Spanned<Whole<1, 8>>,
) -> pack::Moment {
    let calendar = &context.scenario.calendar;
    let when = (day.map_or(1, |day| day.0), turn.0);
    let (first, (days, last)) = (calendar.first_turn.0, calendar.end());
    let is_part = (1, first) <= when && when <= (days, last);
    // A placeholder for an unreadable turn may seem out of order.
    let ends = ["first_turn", "last_turn", "days"];
    let is_reported = day.is_some_and(|day| context.late_days.contains(&day.span));
    let is_unread = reporter.is_stand_in(turn.span)
        || day.is_some_and(|day| reporter.is_stand_in(day.span))
        || is_reversed(context.scenario)
        || ends.iter().any(|key| reporter.is_unread(calendar.span, key));
    if !is_part && !is_reported && !is_unread {
        let span = day.filter(|day| day.0 > days).map_or(turn.span, |day| day.span);
        let mut finding = Diagnostic::new(
            code::MOMENT_OUTSIDE_CALENDAR,
            message!("turn {} of day {} is outside the calendar", when.1, when.0),
        )
        .rule("PB-3.23")
        .at(span, if when < (1, first) { "before the battle" } else { "after the battle" })
        .also(calendar.span, "calendar defined here");
        if let Some(help) = calendar.day_of_month(when.0, when.1) {
            finding = finding.help(help);
        }
        reporter.diagnostics.push(
            finding.help(format!(
                "use a turn from turn {first} of day 1 to turn {last} of day {days}"
            )),
        );
    }
    pack::Moment { day: when.0 as u8, turn: when.1 as u8 }
}

/// Resolves a ground distance, or returns `None` after reporting that it is out of range.
pub(crate) fn distance(
    reporter: &mut Reporter,
    context: &Context<'_>,
    written: &Spanned<Length>,
) -> Option<GroundLength> {
    let metres = written.metres(context.ground.map.scale);
    let usable = (1.0..=100_000.0).contains(&metres);
    if !usable {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DISTANCE_RANGE,
                message::out_of_range("distance", ["1 m", "100 km"], format_args!("{metres} m")),
            )
            .at(written.span, "out of range")
            .help("use a distance on the ground, such as `800 m`"),
        );
    }
    usable.then(|| GroundLength::from_metres_rounded(metres)).flatten()
}

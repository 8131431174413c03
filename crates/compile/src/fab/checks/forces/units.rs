//! FAB-V19: unit steps and quality.

use sandtable_source::{Diagnostic, Span, code, message};

use crate::fab::authored_battle::{AuthoredBattle, entries};
use sandtable_authored::Reporter;

/// FAB-V19: a block has one to four steps, and a unit starts with no more than these. Quality
/// should not improve with losses.
pub(crate) fn steps(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    for unit in &scenario.units {
        let qualities = &unit.quality_by_step;
        let full = qualities.0.len();
        if reporter.is_stand_in(qualities.span) || reporter.has_lost_items(qualities.span) {
            continue;
        }
        if !(1..=4).contains(&full) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::UNIT_STEPS,
                    message::out_of_range(
                        format_args!("steps of `{}`", unit.id.value.0),
                        [1, 4],
                        full,
                    ),
                )
                .rule("FAB-V19")
                .at(qualities.span, "a block has four edges")
                .help(
                    "write one to four qualities, starting with the last step, such as `[R, V, V]`",
                ),
            );
            continue;
        }
        for (rise, pair) in qualities.0.windows(2).enumerate() {
            if pair[0].value.0 > pair[1].value.0 {
                reporter.diagnostics.push(
                    Diagnostic::new(
                        code::QUALITY_RISES,
                        message!(
                            "`{}` is better with {} step{} than with {}",
                            unit.id.value.0,
                            rise + 1,
                            if rise == 0 { "" } else { "s" },
                            rise + 2
                        ),
                    )
                    .rule("FAB-V19")
                    .at(pair[0].span, "better than the next one")
                    .help("list the qualities from the last step to full strength; reverse this list if it starts with full strength"),
                );
                break;
            }
        }
        let arrival = entries(&scenario.reinforcements);
        let arrival = arrival.filter(|(id, _)| id.value == unit.id.value.0);
        let place = entries(&scenario.setup.units);
        let place = place.filter(|(id, _)| id.value == unit.id.value.0);
        let authored_steps = unit.steps.iter();
        let authored_steps =
            authored_steps.chain(arrival.filter_map(|(_, arrival)| arrival.steps.as_ref()));
        for steps in authored_steps.chain(place.filter_map(|(_, place)| place.steps.as_ref())) {
            report_excess_steps(reporter, &unit.id.value.0, steps.0, full, steps.span);
        }
    }
}

fn report_excess_steps(reporter: &mut Reporter, unit: &str, steps: i64, full: usize, at: Span) {
    if steps > full as i64 {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::UNIT_STEPS,
                message!("`{unit}` starts with {steps} steps, but its block has {full}"),
            )
            .rule("FAB-V19")
            .at(at, "more than in `quality_by_step`")
            .help(format!("write {full} or less, or give it a quality for each step")),
        );
    }
}

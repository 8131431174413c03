//! FAB-V33: the combat table.

use sandtable_pack::Choice as _;
use sandtable_pack::fab::{Class, Quality};
use sandtable_source::{Diagnostic, code, message};

use crate::fab::authored_battle::AuthoredBattle;
use sandtable_authored::Reporter;

/// A modifier larger than this decides a combat on its own.
const DECISIVE_MODIFIER: i8 = 3;

/// FAB-V33: very large modifiers, and combinations that almost never hit.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let Some(rules) = written.ruleset else { return };
    let table = &rules.combat_table;
    let at = written.scenario.ruleset.span;
    let mut large = Vec::new();
    let mut hopeless = Vec::new();
    let mut look = |modifier: i8, uses: bool, who: String| {
        if modifier.abs() > DECISIVE_MODIFIER {
            large.push(format!("{modifier:+} for {who}"));
        }
        // A natural 1 always hits.
        if uses && table.base + modifier <= 1 {
            hopeless.push(who);
        }
    };
    for one in Quality::ALL {
        for other in Quality::ALL {
            let modifier = table.quality_vs_point.for_quality(one).for_quality(other);
            let uses = table.uses.close_quality || table.uses.artillery_quality;
            look(modifier, uses, format!("{} against {}", one.word(), other.word()));
        }
    }
    for one in Class::ALL {
        for other in Class::ALL {
            let modifier = table.class_vs_point.for_class(one).for_class(other);
            let uses = table.uses.close_class || table.uses.artillery_class;
            look(modifier, uses, format!("{} against {}", one.word(), other.word()));
        }
    }
    for modifier in large {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::MODIFIER_LARGE,
                message!("the combat table has a modifier of {modifier}"),
            )
            .rule("FAB-V33")
            .at(at, "the battle's ruleset")
            .help("write -3 to 3: a die has ten faces, and Success Numbers start at 5"),
        );
    }
    for pair in hopeless {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NEVER_HITS,
                message!("{pair} hits only on a natural 1 in the combat table"),
            )
            .rule("FAB-V33")
            .at(at, "the battle's ruleset")
            .help("make base and modifier add up to 2 or more"),
        );
    }
}

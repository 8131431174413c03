//! Two sides have two colours, in either system: on the table nothing else tells them apart.

use sandtable_authored::{Colour, Reporter};
use sandtable_source::{Diagnostic, Span, Spanned, code};

/// Says so, if both sides have one colour; `things` are what nobody can tell apart then.
pub(crate) fn check(
    reporter: &mut Reporter,
    sides: Vec<(Span, &Spanned<Colour>)>,
    rule: &'static str,
    things: &str,
) {
    if let [(one, colour), (other, same)] = sides[..]
        && colour.value == same.value
        && !reporter.is_unread(one, "colour")
        && !reporter.is_unread(other, "colour")
    {
        reporter.diagnostics.push(
            Diagnostic::new(code::SAME_COLOUR, "both sides have the same colour")
                .rule(rule)
                .at(same.span, "this side")
                .also(colour.span, "and this one")
                .help(format!(
                    "choose another colour for one of them, so that {things} can be distinguished"
                )),
        );
    }
}

//! The sides have different colours in both systems, because only these distinguish them in play.

use sandtable_authored::{Colour, Reporter};
use sandtable_source::{Diagnostic, Span, Spanned, code};

/// Reports sides with the same colour; `things` names the components that would then look the same.
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
                .help(format!("choose another colour for one of them, to distinguish {things}")),
        );
    }
}

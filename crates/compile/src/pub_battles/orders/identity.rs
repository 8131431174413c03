//! The battle and the side that an order of battle says it is of (PB-32.1, PB-32.2).

use sandtable_authored::{Id, Reporter};
use sandtable_pack::{FreeSide, Pack, SideId};
use sandtable_source::{Diagnostic, Spanned, code, list_of, message};

use super::free_side;

/// Says so, if an order of battle names another battle than its base.
pub(crate) fn is_for(reporter: &mut Reporter, base: &Pack, named: Option<&Spanned<Id>>) {
    let id = base.scenario().id.as_str();
    let Some(named) = named.filter(|named| named.0 != id && !reporter.is_stand_in(named.span))
    else {
        return;
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::ORDERS_BASE,
            message!("this order of battle is for `{}`, and the pack is of `{id}`", named.0),
        )
        .rule("PB-32.2")
        .at(named.span, "another battle")
        .help(format!(
            "name the pack of `{}`, or write `base: {id}` if this one is meant",
            named.0
        )),
    );
}

/// The free side whose order of battle this is; `None` after having said that there is no such one.
pub(crate) fn side<'b>(
    reporter: &mut Reporter,
    base: &'b Pack,
    written: &Spanned<Id>,
) -> Option<(SideId, &'b FreeSide)> {
    if let Some((id, free)) = free_side(base, &written.0) {
        if base.scenario().sides_without_orders().any(|side| side.id == id) {
            return Some((id, free));
        }
        reporter.diagnostics.push(
            Diagnostic::new(
                code::ORDERS_SIDE,
                message!("this pack holds an order of battle of `{id}` already"),
            )
            .rule("PB-32.2")
            .at(written.span, "there in the pack")
            .help("name the base, into which no order of battle was merged"),
        );
        return None;
    }
    // What could not be read was reported.
    if reporter.is_stand_in(written.span) {
        return None;
    }
    let free = base.scenario().free_game.iter().flat_map(|free| free.sides.keys());
    let free: Vec<&str> = free.map(SideId::as_str).collect();
    let is_side = base.scenario().sides.iter().any(|side| side.id.as_str() == written.0);
    let finding = match is_side {
        true => Diagnostic::new(
            code::ORDERS_SIDE,
            message!("`{}` is not free: its order of battle stands in the battle", written.0),
        )
        .at(written.span, "nobody makes this side up"),
        false => {
            Diagnostic::new(code::ORDERS_SIDE, message!("the battle has no side `{}`", written.0))
                .at(written.span, "no such side")
                .did_you_mean(written, free.iter().copied())
        }
    };
    reporter.diagnostics.push(finding.rule("PB-32.1").help(match free.as_slice() {
        [] => "no side of this battle is free: name the pack of one that is the base of a free game".to_owned(),
        free => format!("write the side that is yours: {}", list_of(free.iter().copied())),
    }));
    None
}

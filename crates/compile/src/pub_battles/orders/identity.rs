//! The battle and the side that an order of battle names (PB-32.1, PB-32.2).

use sandtable_authored::{Id, Reporter};
use sandtable_pack::{FreeSide, Pack, SideId};
use sandtable_source::{Diagnostic, Spanned, code, list_of, message};

use super::free_side;

/// Reports an order of battle for another battle than its base.
pub(crate) fn check_base(reporter: &mut Reporter, base: &Pack, named: Option<&Spanned<Id>>) {
    let id = base.scenario().id.as_str();
    let Some(named) = named.filter(|named| named.0 != id && !reporter.is_stand_in(named.span))
    else {
        return;
    };
    reporter.diagnostics.push(
        Diagnostic::new(
            code::ORDERS_BASE,
            message!("this order of battle is for `{}`, but the pack is `{id}`", named.0),
        )
        .rule("PB-32.2")
        .at(named.span, "another battle")
        .help(format!("use the pack of `{}`, or set `base: {id}` for this one", named.0)),
    );
}

/// Returns the free side of an order of battle, or `None` after reporting that it does not exist.
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
                message!("the pack already contains an order of battle of `{id}`"),
            )
            .rule("PB-32.2")
            .at(written.span, "already in the pack")
            .help("use the base, which contains no merged orders of battle"),
        );
        return None;
    }
    // An unreadable side was reported.
    if reporter.is_stand_in(written.span) {
        return None;
    }
    let free = base.scenario().free_game.iter().flat_map(|free| free.sides.keys());
    let free: Vec<&str> = free.map(SideId::as_str).collect();
    let is_side = base.scenario().sides.iter().any(|side| side.id.as_str() == written.0);
    let finding = match is_side {
        true => Diagnostic::new(
            code::ORDERS_SIDE,
            message!("side `{}` is not free: the scenario defines its order of battle", written.0),
        )
        .at(written.span, "not a free side"),
        false => Diagnostic::new(code::ORDERS_SIDE, message::not_found("side", &written.0))
            .at(written.span, "unknown side")
            .did_you_mean(written, free.iter().copied()),
    };
    reporter.diagnostics.push(finding.rule("PB-32.1").help(match free.as_slice() {
        [] => "use the base pack of a free game: no side of this battle is free".to_owned(),
        free => format!("use your own side: {}", list_of(free.iter().copied())),
    }));
    None
}

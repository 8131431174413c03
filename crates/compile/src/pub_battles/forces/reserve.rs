//! Blocks that start in reserve, and their headquarters (PB-9.3, PB-A62, PB-3.31).

use sandtable_pack::Reserve;
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use super::group::Group;
use crate::pub_battles::battle::block::BlockKind;
use crate::pub_battles::context::Context;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, Side};

/// A block that starts in reserve.
pub(crate) struct ReserveBlock<'h> {
    /// The name used in messages.
    pub(crate) name: &'h str,
    pub(crate) kind: BlockKind,
    /// The span of a train's `packed: false`.
    pub(crate) unpacked: Option<Span>,
    /// The keys that have no effect in reserve, with their spans.
    pub(crate) unused_keys: Vec<(&'static str, Span)>,
}

/// Returns the headquarters that holds a block in reserve, or `None` after reporting why there is
/// none.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
    side: &Side,
    group: &Group<'_>,
    block: ReserveBlock<'_>,
    with: &Spanned<Id>,
) -> Option<Reserve> {
    if block.kind == BlockKind::Headquarters {
        reporter.diagnostics.push(
            Diagnostic::new(code::RESERVE_BLOCK, message!("{} cannot be in reserve", block.name))
                .rule("PB-A62")
                .at(with.span, "only pieces and trains can be in reserve")
                .help("give it a place on the map, or bring it as a reinforcement"),
        );
        return None;
    }
    if let Some(span) = block.unpacked {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::RESERVE_BLOCK,
                message!("{} is in reserve but unpacked", block.name),
            )
            .rule("PB-A62")
            .at(span, "only a packed train can be in reserve")
            .also(with.span, "in reserve here")
            .help("set `packed: true`, or give it a place on the map"),
        );
    }
    for (key, span) in block.unused_keys {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_EFFECT,
                message!("`{key}` has no effect on {}, which is in reserve", block.name),
            )
            .rule("PB-9.4")
            .at(span, "no effect")
            .also(with.span, "in reserve here")
            .help(format!("remove `{key}`: a block in reserve is placed with its HQ")),
        );
    }
    let army = side.commander.as_ref().map(|commander| &commander.id);
    if army.is_some_and(|army| army.value == with.value) {
        return Some(Reserve::Army);
    }
    if !group.is_army && group.id.is_some_and(|own| own.value == with.value) {
        return Some(Reserve::Command);
    }
    unknown(reporter, context, side, group, block.name, with);
    None
}

fn unknown(
    reporter: &mut Reporter,
    context: &Context<'_>,
    side: &Side,
    group: &Group<'_>,
    name: &str,
    with: &Spanned<Id>,
) {
    if reporter.damage.names.contains(&with.0) {
        return;
    }
    let army = side.commander.as_ref().map(|commander| commander.id.0.as_str());
    let own = group.id.map(|id| id.0.as_str());
    let may: Vec<&str> = own.into_iter().chain(army.filter(|army| own != Some(army))).collect();
    let help = match may.as_slice() {
        [] => "add a `commander` to the side to hold troops of the army in reserve".to_owned(),
        [own] => format!("use `at: {{ reserve: {own} }}`, or give it a place on the map"),
        [own, army, ..] => format!(
            "use `at: {{ reserve: {own} }}`, or `at: {{ reserve: {army} }}` for the army HQ"
        ),
    };
    let commands = context.scenario.sides.0.iter().flat_map(|(_, side)| {
        let army = side.commander.iter().map(|commander| (&commander.id, side.span));
        army.chain(side.commands.iter().map(|command| (&command.id, side.span)))
    });
    let known: Vec<_> = commands.filter(|(id, _)| id.value == with.value).collect();
    let diagnostic = match known.first() {
        Some((id, span)) => {
            let label = match *span == side.span {
                true => "HQ of another command",
                false => "enemy HQ",
            };
            Diagnostic::new(
                code::RESERVE_ELSEWHERE,
                message!("{name} is in reserve with an HQ that does not command it"),
            )
            .at(with.span, label)
            .also(id.span, "HQ defined here")
        }
        None => Diagnostic::new(code::UNKNOWN_NAME, message::not_found("HQ", &with.0))
            .at(with.span, "unknown command or army HQ")
            .did_you_mean(with, may.iter().copied()),
    };
    reporter.diagnostics.push(diagnostic.rule("PB-3.31").help(help));
}

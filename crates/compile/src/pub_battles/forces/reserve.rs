//! Who starts in reserve, and with which headquarters (PB-9.3, PB-A62, PB-3.31).

use sandtable_pack::Reserve;
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use super::group::Group;
use crate::pub_battles::battle::block::BlockKind;
use crate::pub_battles::context::Context;
use sandtable_authored::Reporter;
use sandtable_authored::{Id, Side};

/// A block that is written to be in reserve.
pub(crate) struct Hidden<'h> {
    /// As messages call it.
    pub(crate) name: &'h str,
    pub(crate) kind: BlockKind,
    /// Of a train that is written to be unpacked: where.
    pub(crate) unpacked: Option<Span>,
    /// What has no effect in reserve, and where it is written.
    pub(crate) idle: Vec<(&'static str, Span)>,
}

/// With which headquarters a block is in reserve; `None` after having said why with none.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    context: &Context<'_>,
    side: &Side,
    group: &Group<'_>,
    block: Hidden<'_>,
    with: &Spanned<Id>,
) -> Option<Reserve> {
    if block.kind == BlockKind::Headquarters {
        reporter.diagnostics.push(
            Diagnostic::new(code::RESERVE_BLOCK, message!("{} cannot be in reserve", block.name))
                .rule("PB-A62")
                .at(with.span, "a headquarters holds reserves; it is never one")
                .help("give it a place on the map, or let it arrive by a reinforcement"),
        );
        return None;
    }
    if let Some(span) = block.unpacked {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::RESERVE_BLOCK,
                message!("{} is in reserve, but unpacked", block.name),
            )
            .rule("PB-A62")
            .at(span, "only a packed train can be in reserve")
            .also(with.span, "in reserve here")
            .help("write `packed: true`, or give it a place on the map"),
        );
    }
    for (key, span) in block.idle {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::NO_EFFECT,
                message!("`{key}` of {} has no effect: it is in reserve", block.name),
            )
            .rule("PB-9.4")
            .at(span, "not needed")
            .also(with.span, "in reserve here")
            .help(format!("leave `{key}` out: its place follows from that of the HQ")),
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
        [] => {
            "give the side a `commander`, with whom troops of the army can be in reserve".to_owned()
        }
        [own] => format!("write `at: {{ reserve: {own} }}`, or give it a place on the map"),
        [own, army, ..] => format!(
            "write `at: {{ reserve: {own} }}`, or with the army HQ `at: {{ reserve: {army} }}`"
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
                true => "the HQ of another command",
                false => "an HQ of the enemy",
            };
            Diagnostic::new(
                code::RESERVE_ELSEWHERE,
                message!("{name} is in reserve with an HQ that does not command it"),
            )
            .at(with.span, label)
            .also(id.span, "that HQ")
        }
        None => Diagnostic::new(code::UNKNOWN_NAME, message!("there is no HQ `{}`", with.0))
            .at(with.span, "no such command or army HQ")
            .did_you_mean(with, may.iter().copied()),
    };
    reporter.diagnostics.push(diagnostic.rule("PB-3.31").help(help));
}

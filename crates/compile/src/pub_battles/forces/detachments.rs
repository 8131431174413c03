//! The troops of a side outside its commands: a pool of detachments (PB-3.13) and trains (PB-3.14).

use std::collections::BTreeMap;

use sandtable_pack as pack;
use sandtable_pack::{CommandId, PieceId, PieceLabel};
use sandtable_source::message::Owner;
use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::pub_battles::context::unknown_command;
use sandtable_authored::Reporter;
use sandtable_authored::note_default;
use sandtable_authored::report_repeated;
use sandtable_authored::{DetachmentPool, Id, Side};

/// Resolves the pool of a side and adds its labels to `labels`.
pub(crate) fn resolve(
    reporter: &mut Reporter,
    side: &Side,
    pool: &DetachmentPool,
    labels: &mut BTreeMap<PieceId, PieceLabel>,
) -> Option<pack::DetachmentPool> {
    let mut pieces = Vec::new();
    for piece in &*pool.pieces {
        let id = PieceId::new(&piece.id).ok()?;
        let strength = piece.strength.as_ref().map(|strength| strength.0 as u32);
        labels.insert(id.clone(), PieceLabel { name: piece.name.value.clone(), strength });
        pieces.push(id);
    }
    let is_unread =
        reporter.has_lost_items(pool.pieces.span) || reporter.is_unread(pool.span, "pieces");
    if pieces.is_empty() && !is_unread {
        reporter.diagnostics.push(
            Diagnostic::new(code::NO_EFFECT, "this detachment pool is empty")
                .rule("PB-3.13")
                .at(pool.pieces.span, "empty list")
                .help("add detachments, or remove `detachments`"),
        );
    }
    let Some(written) = &pool.commands else {
        let value = "any command, at the owner's choice";
        note_default(reporter, pool.span, "commands", Owner::Kind("the detachments"), value);
        return Some(pack::DetachmentPool { pieces, commands: Vec::new() });
    };
    report_repeated(reporter, "commands", written.iter().map(|name| (name.0.as_str(), name.span)));
    let mut commands: Vec<CommandId> = Vec::new();
    for name in written {
        if commands.iter().all(|known| known.as_str() != name.0)
            && is_command(reporter, side, name, "PB-3.13")
        {
            commands.extend(CommandId::new(name));
        }
    }
    Some(pack::DetachmentPool { pieces, commands })
}

/// Reports trains in the side's own list that refer to unknown commands.
pub(crate) fn trains_name_commands(reporter: &mut Reporter, side: &Side) {
    for name in side.baggage.iter().flatten().filter_map(|train| train.command.as_ref()) {
        is_command(reporter, side, name, "PB-3.14");
    }
}

fn is_command(
    reporter: &mut Reporter,
    side: &Side,
    name: &Spanned<Id>,
    rule: &'static str,
) -> bool {
    let is_known = side.commands.iter().any(|command| command.id.value == name.value);
    if !is_known && !reporter.damage.names.contains(&name.0) {
        let known = side.commands.iter().map(|command| command.id.0.as_str());
        let finding = unknown_command(name, known).rule(rule);
        reporter.diagnostics.push(finding.help("use the `id` of a command of this side"));
    }
    is_known
}

/// Reports an unpacked train that is not on the map, because such trains are always packed (PB-A57,
/// PB-A114).
pub(crate) fn unpacked_arrival(reporter: &mut Reporter, name: &str, span: Span) {
    reporter.diagnostics.push(
        Diagnostic::new(code::UNPACKED_ARRIVAL, message!("{name} arrives unpacked"))
            .rule("PB-20.5")
            .at(span, "an unpacked train cannot move")
            .help("set `packed: true`; the train can unpack once it is on the map"),
    );
}

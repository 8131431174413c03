//! Every label fits its sticker.

use sandtable_source::{Diagnostic, Spanned, code};

use super::Written;
use crate::session::Session;

/// Characters that a sticker has room for.
const LONGEST_SHORT: usize = 6;
const LONGEST_NAME: usize = 32;

pub(super) fn check(session: &mut Session<'_>, written: &Written<'_>) {
    for side in written.sides() {
        let army = side.commander.iter().filter_map(|commander| commander.short.as_ref());
        let commands = side.commands.iter().filter_map(|command| command.short.as_ref());
        army.chain(commands).for_each(|short| {
            label_fits(session, short, LONGEST_SHORT, "the `short` of a command");
        });
        let pool = side.detachments.iter().flat_map(|pool| pool.pieces.iter());
        let names = written.pieces_of(side).map(|piece| &piece.name);
        let names = names.chain(pool.map(|piece| &piece.name));
        names.for_each(|name| {
            label_fits(session, name, LONGEST_NAME, "the `name` of a piece");
        });
    }
}

fn label_fits(session: &mut Session<'_>, text: &Spanned<String>, longest: usize, what: &str) {
    let length = text.value.chars().count();
    if length > longest {
        session.diagnostics.push(
            Diagnostic::new(
                code::LABEL_TOO_LONG,
                format!("`{}` does not fit its sticker", text.value),
            )
            .at(text.span, format!("{length} characters"))
            .help(format!("shorten it: {what} has room for {longest} characters")),
        );
    }
}

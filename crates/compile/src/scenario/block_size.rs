//! Labels are for blocks that there can be.

use sandtable_authored::BlockSize;
use sandtable_pack::{BlockProfile, PaperLength};
use sandtable_source::{Diagnostic, Diagnostics, code, message};

/// What is wrong with the measures of blocks that labels are for.
pub(crate) fn impossible(size: &BlockSize, rule: &'static str, help: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let possible = BlockProfile::SMALLEST..=BlockProfile::LARGEST;
    for measure in size.measures() {
        let millimetres = measure.millimetres;
        if !possible.contains(&PaperLength::from_millimetres(millimetres)) {
            found.push(
                Diagnostic::new(
                    code::BLOCK_SIZE,
                    message!("a block cannot measure {millimetres} mm"),
                )
                .rule(rule)
                .at(measure.span, "not between 2 mm and 80 mm")
                .help(help),
            );
        }
    }
    let inset = size.inset.as_ref().filter(|_| !size.profile().has_room_for_labels());
    if let Some(inset) = inset {
        found.push(
            Diagnostic::new(
                code::BLOCK_SIZE,
                message!(
                    "an inset of {} mm leaves too little of a face for its label",
                    inset.millimetres
                ),
            )
            .rule(rule)
            .at(inset.span, "more than a quarter of the smallest face")
            .help("write how far the label's edge is from the block's: 0.5 mm is usual"),
        );
    }
    found
}

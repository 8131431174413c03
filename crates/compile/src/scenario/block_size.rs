//! Checks the block sizes for labels.

use sandtable_authored::BlockSize;
use sandtable_pack::{BlockProfile, PaperLength};
use sandtable_source::{Diagnostic, Diagnostics, code, message};

/// Reports impossible block sizes.
pub(crate) fn impossible(size: &BlockSize, rule: &'static str, help: &str) -> Diagnostics {
    let mut found = Diagnostics::new();
    let possible = BlockProfile::MIN_SIDE..=BlockProfile::MAX_SIDE;
    for measure in size.measures() {
        let millimetres = measure.millimetres;
        if !possible.contains(&PaperLength::from_millimetres(millimetres)) {
            found.push(
                Diagnostic::new(
                    code::BLOCK_SIZE,
                    message::out_of_range(
                        "a dimension of a block",
                        ["2 mm", "80 mm"],
                        format_args!("{millimetres} mm"),
                    ),
                )
                .rule(rule)
                .at(measure.span, "out of range")
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
                    "an inset of {} mm leaves too little space for the label",
                    inset.millimetres
                ),
            )
            .rule(rule)
            .at(inset.span, "more than a quarter of the smallest face")
            .help("write the distance from the label's edge to the block's: 0.5 mm is usual"),
        );
    }
    found
}

//! FAB-V30: draws and what is in the cup.

use sandtable_pack::fab::{AssetKind, ChitBox, ChitStart};
use sandtable_source::{Diagnostic, code};

use crate::fab::resolved::Resolved;
use crate::session::Session;

/// FAB-V30: a turn with more draws than chits can be in the cup, and chits that are never drawn.
pub(super) fn check(session: &mut Session<'_>, battle: &Resolved<'_>) {
    let scene = battle.scene();
    let track = &battle.scenario.turn_track;
    for side in &scene.sides {
        let assets = scene.assets.iter().filter(|one| one.side == *side);
        let assets: Vec<_> = assets.map(|one| (one.start, one.kind)).collect();
        let events = scene.events.iter().filter(|one| one.side == *side);
        let events: Vec<ChitStart> = events.map(|one| one.start).collect();
        let by = |start: ChitStart, turn: usize| match start {
            ChitStart::In(ChitBox::Cup) => true,
            ChitStart::Turn(from) => usize::from(from) <= turn,
            ChitStart::In(_) | ChitStart::NotInPlay => false,
        };
        let in_play = |start: ChitStart| !matches!(start, ChitStart::NotInPlay);
        let mut drawn = 0;
        for (at, entry) in scene.turn_track.iter().enumerate() {
            let turn = at + 1;
            let draws = entry.draws[side];
            let draws = usize::from(draws.first) + usize::from(draws.second);
            drawn += draws;
            // Assets that were used go back into the cup (FAB-4.1b); events do not.
            let pool =
                assets.iter().filter(|(start, _)| by(*start, turn) || in_boxes(*start)).count()
                    + events.iter().filter(|start| by(**start, turn)).count();
            let Some(written) = track.iter().find(|one| one.turn.0 == turn as i64) else {
                continue;
            };
            if draws > pool {
                session.diagnostics.push(
                    Diagnostic::new(
                        code::DRAWS_BEYOND_CUP,
                        format!("{side} draws {draws} chits in turn {turn}, and at most {pool} can be in its cup"),
                    )
                    .rule("FAB-V30")
                    .at(written.draws.span, "more draws than chits")
                    .help("give the side fewer draws, or more assets and events by this turn"),
                );
                break;
            }
        }
        let waiting = assets
            .iter()
            .filter(|(start, kind)| {
                in_play(*start) && *kind != AssetKind::Other && !in_boxes(*start)
            })
            .count()
            + events.iter().filter(|start| in_play(**start) && !in_boxes(**start)).count();
        if drawn < waiting {
            session.diagnostics.push(
                Diagnostic::new(
                    code::CHITS_UNSEEN,
                    format!("{side} draws {drawn} chits in the whole battle, and {waiting} go through its cup"),
                )
                .rule("FAB-V30")
                .at(track.span, "some are never seen")
                .help("give the side more draws; allow this where chance is to decide what comes"),
            );
        }
    }
}

/// Does it lie in another box than the cup?
const fn in_boxes(start: ChitStart) -> bool {
    matches!(start, ChitStart::In(ChitBox::Available | ChitBox::Used | ChitBox::Eliminated))
}

//! FAB-V30: draws and the contents of the cup.

use sandtable_pack::fab::{AssetKind, ChitBox, ChitStart, Effect, Event, EventKind};
use sandtable_pack::{ChitId, SideId};
use sandtable_source::{Diagnostic, code, message};

use crate::fab::located_battle::LocatedBattle;
use sandtable_authored::Reporter;

/// FAB-V30: turns with more draws than chits can be in the cup, and chits that are never drawn.
pub(crate) fn check(reporter: &mut Reporter, battle: &LocatedBattle<'_>) {
    for side in &battle.scene().sides {
        let cup = Cup::new(battle, side);
        excess_draws(reporter, battle, &cup);
        undrawn_chits(reporter, battle, &cup);
        late_chits(reporter, battle, &cup);
    }
}

/// The chits that pass through the cup of a side.
struct Cup<'c> {
    side: &'c SideId,
    assets: Vec<(&'c ChitId, ChitStart, AssetKind)>,
    events: Vec<(&'c ChitId, ChitStart)>,
    /// The number of draws in both player turns of each turn, from turn 1 on.
    draws: Vec<[usize; 2]>,
    /// Whether an event returns assets to the cup between draws.
    has_returning_event: bool,
}

impl<'c> Cup<'c> {
    fn new(battle: &'c LocatedBattle<'_>, side: &'c SideId) -> Self {
        let scene = battle.scene();
        let assets = scene.assets.iter().filter(|one| one.side == *side);
        let events = scene.events.iter().filter(|one| one.side == *side);
        Self {
            side,
            assets: assets.map(|one| (&one.id, one.start, one.kind)).collect(),
            events: events.map(|one| (&one.id, one.start)).collect(),
            draws: battle.draws(side),
            has_returning_event: scene
                .events
                .iter()
                .any(|one| one.side == *side && is_returning(one)),
        }
    }
}

fn excess_draws(reporter: &mut Reporter, battle: &LocatedBattle<'_>, cup: &Cup<'_>) {
    let entered = |start: ChitStart, turn: usize| match start {
        ChitStart::In(ChitBox::Cup) => true,
        ChitStart::Turn(from) => usize::from(from) <= turn,
        ChitStart::In(_) | ChitStart::NotInPlay => false,
    };
    // The events that must have been drawn, because there were too few assets.
    let mut gone = 0;
    for (turn, draws) in (1..).zip(&cup.draws) {
        // Both draws of a turn can take chits that an event returns between them.
        let draws = match cup.has_returning_event {
            true => draws.iter().copied().fold(0, usize::max),
            false => draws.iter().sum(),
        };
        // Used assets return to the cup (FAB-4.1b); events do not.
        let assets = cup.assets.iter();
        let assets = assets.filter(|(_, start, _)| entered(*start, turn) || is_in_box(*start));
        let assets = assets.count();
        let events = cup.events.iter().filter(|(_, start)| entered(*start, turn)).count();
        let pool = assets + events - gone;
        if draws <= pool {
            gone += if cup.has_returning_event { 0 } else { draws.saturating_sub(assets) };
            continue;
        }
        let track = battle.scenario.turn_track.iter();
        let Some(written) = track.into_iter().find(|one| one.turn.0 == turn as i64) else { return };
        let label = match gone {
            0 => "more draws than chits".to_owned(),
            1 => {
                "more draws than chits: one event was drawn by then and does not return".to_owned()
            }
            more => {
                format!("more draws than chits: {more} events were drawn by then and do not return")
            }
        };
        reporter.diagnostics.push(
            Diagnostic::new(
                code::DRAWS_BEYOND_CUP,
                message!(
                    "`{}` draws {draws} chits in turn {turn}, but its cup can hold at most {pool}",
                    cup.side
                ),
            )
            .rule("FAB-V30")
            .at(written.draws.span, label)
            .help("give the side fewer draws, or more assets and events by this turn"),
        );
        return;
    }
}

fn undrawn_chits(reporter: &mut Reporter, battle: &LocatedBattle<'_>, cup: &Cup<'_>) {
    let in_play = |start: ChitStart| !matches!(start, ChitStart::NotInPlay);
    let assets = cup.assets.iter().filter(|(_, start, kind)| {
        in_play(*start) && *kind != AssetKind::Other && !is_in_box(*start)
    });
    let events = cup.events.iter().filter(|(_, start)| in_play(*start) && !is_in_box(*start));
    let waiting = assets.count() + events.count();
    let drawn: usize = cup.draws.iter().flatten().sum();
    if drawn < waiting {
        reporter.diagnostics.push(
            Diagnostic::new(
                code::CHITS_UNSEEN,
                message!(
                    "`{}` draws {drawn} chits in the whole battle, but {waiting} pass through its cup",
                    cup.side
                ),
            )
            .rule("FAB-V30")
            .at(battle.scenario.turn_track.span, "some are never drawn")
            .help("give the side more draws; allow this where chance should decide which are drawn"),
        );
    }
}

/// Reports chits that enter the cup after the last draw.
fn late_chits(reporter: &mut Reporter, battle: &LocatedBattle<'_>, cup: &Cup<'_>) {
    let Some(last) = cup.draws.iter().rposition(|draws| *draws != [0, 0]).map(|at| at + 1) else {
        return;
    };
    let assets = cup.assets.iter().map(|(id, start, _)| (*id, *start));
    for (id, start) in assets.chain(cup.events.iter().copied()) {
        let ChitStart::Turn(turn) = start else { continue };
        let Some(at) = battle.chit_at(id.as_str()) else { continue };
        if usize::from(turn) > last {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::CHIT_TOO_LATE,
                    message!("`{id}` enters the cup in turn {turn} and is never drawn"),
                )
                .rule("FAB-V30")
                .subject(id.as_str())
                .at(at, format!("`{}` last draws in turn {last}", cup.side))
                .help("let it enter earlier, give the side later draws, or remove it"),
            );
        }
    }
}

/// Whether an event moves assets into the cup.
const fn is_returning(event: &Event) -> bool {
    let EventKind::Scripted { effect, .. } = &event.kind else { return false };
    matches!(effect, Effect::MoveChits { to: ChitBox::Cup, .. })
}

/// Whether a chit starts in a box other than the cup.
const fn is_in_box(start: ChitStart) -> bool {
    matches!(start, ChitStart::In(ChitBox::Available | ChitBox::Used | ChitBox::Eliminated))
}

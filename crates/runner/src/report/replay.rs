//! Data of the replays on the map.

use serde_json::json;

use crate::census::{Cast, PieceRole};
use crate::game::replay_steps::Replay;

/// Returns the games as JSON for the script of the page.
pub(super) fn data(replays: &[Replay], cast: &Cast, colours: &[String; 2]) -> String {
    let pieces = cast.pieces.iter().map(|piece| {
        let role = match piece.role {
            PieceRole::Headquarters => "h",
            PieceRole::Baggage => "b",
            PieceRole::Combat => "c",
        };
        json!([piece.name, piece.side, role])
    });
    let games = replays.iter().map(|game| {
        let steps = game.steps.iter().map(|step| {
            let changed: Vec<_> = step
                .changed
                .iter()
                .map(|(piece, placed)| match placed {
                    Some(at) => json!([piece, at.x, at.y, at.facing, at.strength]),
                    None => json!([piece]),
                })
                .collect();
            json!([step.when, step.line, changed])
        });
        json!({ "name": game.name, "steps": steps.collect::<Vec<_>>() })
    });
    let data = json!({
        "areas": cast.columns.is_none(),
        "colours": colours,
        "pieces": pieces.collect::<Vec<_>>(),
        "games": games.collect::<Vec<_>>(),
    });
    data.to_string()
}

//! Games that can be stepped through on the map, with the staff diary beside it.

use serde_json::json;

use crate::census::{Cast, PieceRole};

/// A game, step by step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Replay {
    /// What it is shown as.
    pub(crate) name: String,
    pub(crate) steps: Vec<Step>,
}

/// Something that happened, and who stands otherwise since.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The turn, in words.
    pub(crate) when: String,
    /// A line of the staff diary.
    pub(crate) line: String,
    /// Who changed.
    pub(crate) changed: Changed,
}

/// Pieces that stand otherwise, or nowhere any more.
pub(crate) type Changed = Vec<(usize, Option<Placed>)>;

/// A piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Placed {
    /// Share of the map's width from the left, in ten-thousandths.
    pub(crate) x: i32,
    /// Share of its height from the top, in ten-thousandths.
    pub(crate) y: i32,
    /// Where it looks, in degrees from the top clockwise.
    pub(crate) facing: i32,
    /// What is left of it: 2 Fresh and 1 Spent, or its steps.
    pub(crate) strength: u8,
}

/// The games for the page's script: names once, lines and changes.
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

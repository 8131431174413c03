//! Reinforcement lists at the entries of the set-up map (PB-3.10).

use sandtable_house_style::battlefield::{arrives_in_parts, side_ink};
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{Edge, Element, EntryId, Language, Pack, Reinforcement};
use sandtable_sheet::{Face, Ink, Lettering, Point, Rect, TextRun, shape};

use super::positions::{CoveredPaper, SetUpSides};
use crate::frame::MapFrame;
use crate::style::Style;

/// The distance between lines of a list, in millimetres.
const STEP: f64 = 3.4;
/// The height of text above its baseline, and below it.
const ABOVE: f64 = 2.4;
const BELOW: f64 = 0.8;
/// The step by which a list moves away from blocks.
const AWAY: f64 = 2.0;
const STEPS: u8 = 24;

/// Returns reinforcement lists inside the map at each entry, next to the blocks there if they fit.
pub(crate) fn arrivals(
    pack: &Pack,
    frame: &MapFrame,
    shown: &SetUpSides,
    style: &Style,
    language: Language,
    blocks: &[CoveredPaper],
) -> Vec<TextRun> {
    let mut runs = Vec::new();
    let mut lists: Vec<Rect> = Vec::new();
    for entry in &pack.map().entries {
        let mut lines: Vec<(Ink, String)> = Vec::new();
        for side in pack.scenario().sides.iter().filter(|side| shown.shows(&side.id)) {
            let ink = side_ink(pack, side);
            let coming = side.reinforcements.iter().filter(|r| comes_by(r, &entry.id));
            lines.extend(coming.map(|r| (ink, announcement(pack, r, &entry.id, language))));
        }
        if lines.is_empty() {
            continue;
        }
        let at = frame.place(entry.at);
        let lettering = Lettering::new(Face::SemiboldItalic, 7.5);
        let texts: Vec<_> =
            lines.iter().map(|(ink, line)| (*ink, shape(line, lettering))).collect();
        let count = texts.len() as f64;
        let middle = |row: usize, [across, down]: [f64; 2]| {
            let half = texts[row].1.width() / 2.0;
            let row = row as f64;
            // A text wider than the frame begins at the frame's left edge.
            let within =
                |x: f64| x.min(frame.rect.right - half - 1.5).max(frame.rect.left + half + 1.5);
            let at = at.translate(across, down);
            match entry.edge {
                Edge::North => Point::new(within(at.x), at.y + 5.0 + row * STEP),
                Edge::South => Point::new(within(at.x), at.y - 3.0 - (count - 1.0 - row) * STEP),
                Edge::West => Point::new(at.x + 3.0 + half, at.y + 4.4 + row * STEP),
                Edge::East => Point::new(at.x - 3.0 - half, at.y + 4.4 + row * STEP),
            }
        };
        let ground = |shift: [f64; 2]| {
            let corners = texts.iter().enumerate().flat_map(|(row, (_, text))| {
                let (place, half) = (middle(row, shift), text.width() / 2.0);
                [place.translate(-half, -ABOVE), place.translate(half, BELOW)]
            });
            Rect::bounding(corners).expect("there are lines")
        };
        let is_free = |shift: &[f64; 2]| {
            let ground = ground(*shift);
            let [low, high] = [(ground.left, ground.top), (ground.right, ground.bottom)]
                .map(|(x, y)| Point::new(x, y));
            let is_inside = frame.rect.contains(low) && frame.rect.contains(high);
            is_inside
                && !lists.iter().any(|list| list.intersects(&ground))
                && !blocks.iter().any(|block| block.is_under(&ground))
        };
        let shift = shifts(entry.edge).into_iter().find(is_free).unwrap_or([0.0, 0.0]);
        lists.push(ground(shift));
        for (row, (ink, text)) in texts.iter().enumerate() {
            let run = text.centred(middle(row, shift), *ink).with_halo(0.6, |_| style.sheet.paper);
            runs.push(run);
        }
    }
    runs
}

/// Returns the offsets to try for a list, smallest first: along the edge before inwards.
fn shifts(edge: Edge) -> Vec<[f64; 2]> {
    let (along, inward) = match edge {
        Edge::North => ([1.0, 0.0], [0.0, 1.0]),
        Edge::South => ([1.0, 0.0], [0.0, -1.0]),
        Edge::West => ([0.0, 1.0], [1.0, 0.0]),
        Edge::East => ([0.0, 1.0], [-1.0, 0.0]),
    };
    let mut steps: Vec<(u8, i8, u8)> = Vec::new();
    for in_steps in 0..=STEPS {
        for side in -(STEPS as i8)..=STEPS as i8 {
            steps.push((side.unsigned_abs() + in_steps + in_steps / 2, side, in_steps));
        }
    }
    steps.sort_by_key(|&(cost, side, in_steps)| (cost, in_steps, side < 0));
    let shift = |(_, side, in_steps): (u8, i8, u8)| {
        let [side, in_steps] = [f64::from(side) * AWAY, f64::from(in_steps) * AWAY];
        [0, 1].map(|axis| along[axis] * side + inward[axis] * in_steps)
    };
    steps.into_iter().map(shift).collect()
}

fn comes_by(reinforcement: &Reinforcement, entry: &EntryId) -> bool {
    reinforcement.entry == *entry || reinforcement.alternatives.contains(entry)
}

/// Returns one line of the schedule, such as "Turn 4 · VI Corps (8)".
fn announcement(
    pack: &Pack,
    reinforcement: &Reinforcement,
    entry: &EntryId,
    language: Language,
) -> String {
    let labels = pack.labels();
    let several = pack.scenario().calendar.days > 1;
    let mut text = if several {
        format!("{} {} · ", translate(words::DAY, language), reinforcement.day)
    } else {
        String::new()
    };
    let turn = if several { words::TURN } else { words::maps::TURN };
    text += &format!("{} {} · ", translate(turn, language), reinforcement.turn);
    let command = labels.commands.get(&reinforcement.command);
    let title = command.map_or("", |label| label.title.get(language));
    // If there are few pieces, they are named; otherwise their command and count are given.
    let pieces: Vec<&str> = reinforcement
        .elements
        .iter()
        .filter_map(|element| match element {
            Element::Piece(id) => labels.pieces.get(id).map(|label| label.name.as_str()),
            Element::Headquarters | Element::Baggage(_) => None,
        })
        .collect();
    let has_hq = reinforcement.elements.contains(&Element::Headquarters);
    text += &match pieces[..] {
        [] if has_hq && arrives_in_parts(pack, reinforcement) => {
            format!("{} ({title})", translate(words::maps::HEADQUARTERS, language))
        }
        [] => title.to_owned(),
        [.., _] if pieces.len() <= 2 => format!("{} ({title})", pieces.join(", ")),
        _ => format!("{title} ({})", pieces.len()),
    };
    if reinforcement.entry != *entry {
        text += &format!(" ({})", translate(words::maps::OR_HERE, language));
    }
    if let Some(roll) = reinforcement.roll {
        text += &format!(
            " ({})",
            translate(words::ON_A_ROLL, language).replace("{roll}", &roll.to_string())
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Arrival, Formation, GroundPoint, sample};

    use super::*;
    use crate::options::MapOptions;
    use crate::set_up::positions::covered_paper;

    /// Returns the lists of the sample's arrivals, and the paper under its blocks.
    fn draw_lists(
        change: impl FnOnce(&mut sandtable_pack::PackParts),
    ) -> (Vec<Rect>, Vec<CoveredPaper>) {
        let mut parts = sample::parts();
        let side = &mut parts.scenario.sides[0];
        let command = &mut side.commands[0];
        let piece = command.pieces.last_mut().expect("the command has pieces");
        piece.start = Arrival::Reinforcement;
        side.reinforcements.push(Reinforcement {
            day: 1,
            turn: 4,
            entry: sample::id("south"),
            alternatives: Vec::new(),
            roll: None,
            at_once: false,
            command: command.id.clone(),
            formation: Formation::Line,
            elements: vec![Element::Piece(piece.id.clone())],
        });
        change(&mut parts);
        let pack = Pack::new(parts).expect("the sample is a battle");
        let frame = MapFrame::new(pack.map(), pack.map().scale, Point::new(17.0, 17.0));
        let options = MapOptions::default();
        let blocks = covered_paper(&pack, &frame, &SetUpSides::Both);
        let runs =
            arrivals(&pack, &frame, &SetUpSides::Both, &options.style, Language::En, &blocks);
        let written =
            runs.iter().filter_map(|run| Rect::bounding(run.glyphs.iter().map(|glyph| glyph.at)));
        (written.collect(), blocks)
    }

    #[test]
    fn lists_avoid_blocks() {
        let (written, _) = draw_lists(|_| ());
        let first = *written.first().expect("there are reinforcements");
        // A block is set up at the position of the first list.
        let centre = first.centre();
        let (written, blocks) = draw_lists(|parts| {
            let height = parts.map.height.centimetres();
            let ground = |paper: f64| (paper * 1_600.0) as i32;
            let place = GroundPoint::new(ground(centre.x - 17.0), height - ground(centre.y - 17.0));
            let pieces = parts.scenario.sides.iter_mut().flat_map(|side| &mut side.commands);
            let piece = pieces.flat_map(|command| &mut command.pieces).find_map(|piece| {
                match &mut piece.start {
                    Arrival::Line(pose) => Some(pose),
                    _ => None,
                }
            });
            piece.expect("the command has a piece").centre = place;
        });
        assert!(blocks.iter().any(|block| block.is_within(0.0, centre)), "{blocks:?}");
        for list in written {
            assert!(!blocks.iter().any(|block| block.is_under(&list)), "{list:?}");
        }
    }

    #[test]
    fn smallest_shift_comes_first() {
        let shifts = shifts(Edge::South);
        assert_eq!(shifts[..4], [[0.0, 0.0], [2.0, 0.0], [-2.0, 0.0], [0.0, -2.0]]);
    }
}

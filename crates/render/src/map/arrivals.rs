//! Who comes when, at the entries of the set-up map (PB-3.10).

use sandtable_pack::{Edge, Element, EntryId, Language, Pack, Reinforcement};

use super::frame::MapFrame;
use super::set_up::SetUpOf;
use crate::sheet::{Ink, Item, Point};
use crate::sticker::face::side_ink;
use crate::style::Style;
use crate::typeface::{Face, Lettering, shape};
use crate::words::{self, say};

/// Who comes when: lists inside the map at each entry.
pub(super) fn arrivals(
    pack: &Pack,
    frame: &MapFrame,
    shown: &SetUpOf,
    style: &Style,
    language: Language,
) -> Vec<Item> {
    let mut items = Vec::new();
    for entry in &pack.map().entries {
        let mut lines: Vec<(Ink, String)> = Vec::new();
        for side in pack.scenario().sides.iter().filter(|side| shown.shows(&side.id)) {
            let ink = side_ink(pack, side);
            let coming = side.reinforcements.iter().filter(|r| comes_by(r, &entry.id));
            lines.extend(coming.map(|r| (ink, announcement(pack, r, &entry.id, language))));
        }
        let at = frame.place(entry.at);
        let lettering = Lettering::new(Face::SemiboldItalic, 7.5);
        for (index, (ink, line)) in lines.iter().enumerate() {
            let text = shape(line, lettering);
            let (step, count) = (3.4, lines.len() as f64);
            let row = index as f64;
            let half = text.width() / 2.0;
            // A text that is wider than the frame begins at its left.
            let within =
                |x: f64| x.min(frame.rect.right - half - 1.5).max(frame.rect.left + half + 1.5);
            let middle = match entry.edge {
                Edge::North => Point::new(within(at.x), at.y + 5.0 + row * step),
                Edge::South => Point::new(within(at.x), at.y - 3.0 - (count - 1.0 - row) * step),
                Edge::West => Point::new(at.x + 3.0 + half, at.y + 4.4 + row * step),
                Edge::East => Point::new(at.x - 3.0 - half, at.y + 4.4 + row * step),
            };
            let run = text.centred(middle, *ink).with_halo(0.6, |_| style.paper);
            items.push(Item::Text(run));
        }
    }
    items
}

fn comes_by(reinforcement: &Reinforcement, entry: &EntryId) -> bool {
    reinforcement.entry == *entry || reinforcement.alternatives.contains(entry)
}

/// One line of the schedule, as in "Turn 4 · VI Corps (8)".
fn announcement(
    pack: &Pack,
    reinforcement: &Reinforcement,
    entry: &EntryId,
    language: Language,
) -> String {
    let labels = pack.labels();
    let several = pack.scenario().calendar.days > 1;
    let mut text = if several {
        format!("{} {} · ", say(words::DAY, language), reinforcement.day)
    } else {
        String::new()
    };
    text += &format!("{} {} · ", say(words::TURN, language), reinforcement.turn);
    let command = labels.commands.get(&reinforcement.command);
    let title = command.map_or("", |label| label.title.get(language));
    // Few are named; many are their command and a count.
    let pieces: Vec<&str> = reinforcement
        .elements
        .iter()
        .filter_map(|element| match element {
            Element::Piece(id) => labels.pieces.get(id).map(|label| label.name.as_str()),
            Element::Headquarters | Element::Baggage(_) => None,
        })
        .collect();
    text += &match pieces[..] {
        [] => title.to_owned(),
        [.., _] if pieces.len() <= 2 => format!("{} ({title})", pieces.join(", ")),
        _ => format!("{title} ({})", pieces.len()),
    };
    if reinforcement.entry != *entry {
        text += &format!(" ({})", say(words::OR_HERE, language));
    }
    if let Some(roll) = reinforcement.roll {
        text +=
            &format!(" ({})", say(words::ON_A_ROLL, language).replace("{roll}", &roll.to_string()));
    }
    text
}

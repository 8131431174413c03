//! Phrases on cards for the starts and arrivals of blocks.

use sandtable_house_style::battlefield::arrives_in_parts;
use sandtable_house_style::words::{self, translate};
use sandtable_pack::{
    Arrival, CommandId, Element, EntryId, Facing, FeatureId, GroundPoint, Language, Pack, PieceId,
    ReferenceGrid, Reinforcement, Reserve, Side,
};

/// The compass point nearest to a facing.
pub(crate) fn wind(pack: &Pack, facing: Facing, language: Language) -> &'static str {
    // Facings are counted from the top of the map.
    let steps = pack.map().north.turn_to(facing).rem_euclid(i32::from(Facing::STEPS));
    let eighth = i32::from(Facing::STEPS) / 8;
    let index = ((steps + eighth / 2) / eighth) % 8;
    translate(words::cards::WINDS[index as usize], language)
}

/// A location in the map's grid, as in `C4.37`: three tenths from the left of the square, seven
/// from the bottom.
pub(crate) fn place(pack: &Pack, at: GroundPoint) -> String {
    let map = pack.map();
    let grid = ReferenceGrid::for_map(map);
    let step = grid.step().centimetres().max(1);
    let last = |count: u16| i32::from(count.saturating_sub(1));
    // Points on the far edges of the map belong to the last squares.
    let column = (at.x.max(0) / step).min(last(grid.columns()));
    let row = ((map.height.centimetres() - at.y).max(0) / step).min(last(grid.rows()));
    let bottom = map.height.centimetres() - (row + 1) * step;
    let tenth = |way: i32| (way.max(0) * 10 / step).min(9);
    let letters = ReferenceGrid::letters(u16::try_from(column).unwrap_or(0));
    let (right, up) = (tenth(at.x - column * step), tenth(at.y - bottom));
    format!("{letters}{}.{right}{up}", row + 1)
}

/// The start of a block: a location and facing, a zone, a reserve, or its arrival.
pub(crate) fn start(
    pack: &Pack,
    side: &Side,
    start: Arrival,
    zone: Option<&FeatureId>,
    (command, element): (&CommandId, &Element),
    language: Language,
) -> String {
    let say = |words| translate(words, language);
    if let Some(zone) = zone {
        let name = pack.labels().features.get(zone).and_then(|label| label.name.as_ref());
        let name = name.map_or(zone.as_str(), |name| name.get(language));
        return say(words::cards::IN_ZONE).replace("{zone}", name);
    }
    match start {
        Arrival::Line(pose) => {
            format!("{} {}", place(pack, pose.centre), wind(pack, pose.facing, language))
        }
        Arrival::Column(pose) => {
            let (at, to) = (place(pack, pose.centre), wind(pack, pose.facing, language));
            format!("{at} {to}, {}", say(words::cards::IN_COLUMN))
        }
        Arrival::Reserve(Reserve::Command) => say(words::IN_RESERVE).to_owned(),
        Arrival::Reserve(Reserve::Army) => say(words::cards::ARMY_RESERVE).to_owned(),
        Arrival::Reinforcement => {
            let comes = side
                .reinforcements
                .iter()
                .find(|r| r.command == *command && r.elements.contains(element));
            comes.map_or(String::new(), |r| when(pack, r.day, r.turn, language))
        }
    }
}

/// A turn: `day 2, turn 4`, or without the day in a battle of one day.
pub(crate) fn when(pack: &Pack, day: u8, turn: u8, language: Language) -> String {
    let turn = format!("{} {turn}", translate(words::TURN, language));
    match pack.scenario().calendar.days {
        1 => turn,
        _ => format!("{} {day}, {turn}", translate(words::DAY, language).to_lowercase()),
    }
}

/// The name of a piece, or the word for a train.
pub(crate) fn name<'p>(pack: &'p Pack, id: &PieceId, language: Language) -> &'p str {
    match pack.labels().pieces.get(id) {
        Some(label) => &label.name,
        None => translate(words::BAGGAGE, language),
    }
}

/// The elements of a reinforcement: `VI Corps` if all its elements still off the map arrive,
/// otherwise names, as in `Crawford (V Corps)`.
pub(crate) fn arriving_elements(
    pack: &Pack,
    reinforcement: &Reinforcement,
    language: Language,
) -> String {
    let labels = pack.labels();
    let command = labels.commands.get(&reinforcement.command);
    let title = command.map_or("", |label| label.title.get(language));
    let elements = &reinforcement.elements;
    if elements.contains(&Element::Headquarters) && !arrives_in_parts(pack, reinforcement) {
        return title.to_owned();
    }
    let names = elements.iter().map(|element| match element {
        Element::Piece(id) | Element::Baggage(id) => name(pack, id, language),
        Element::Headquarters => translate(words::maps::HEADQUARTERS, language),
    });
    format!("{} ({title})", names.collect::<Vec<_>>().join(", "))
}

/// The entries, die roll and timing of a reinforcement.
pub(crate) fn entries(pack: &Pack, reinforcement: &Reinforcement, language: Language) -> String {
    fn title<'p>(pack: &'p Pack, entry: &'p EntryId, language: Language) -> &'p str {
        pack.labels().entries.get(entry).map_or(entry.as_str(), |title| title.get(language))
    }
    let entries = std::iter::once(&reinforcement.entry).chain(&reinforcement.alternatives);
    let entries: Vec<&str> = entries.map(|entry| title(pack, entry, language)).collect();
    let or = format!(" {} ", translate(words::cards::OR, language));
    let mut text =
        translate(words::cards::BY_ENTRY, language).replace("{entry}", &entries.join(&or));
    if let Some(roll) = reinforcement.roll {
        text += ", ";
        text += &translate(words::ON_A_ROLL, language).replace("{roll}", &roll.to_string());
    }
    if reinforcement.at_once {
        text += ", ";
        text += translate(words::cards::AT_ONCE, language);
    }
    text
}

#[cfg(test)]
mod tests {
    use sandtable_pack::GridReference;

    use super::*;
    use crate::cards::tests::sample_pack;

    /// The printed location identifies the point to within a tenth of a square.
    #[test]
    fn places_use_the_grid() {
        let pack = sample_pack();
        let grid = ReferenceGrid::for_map(pack.map());
        for (x, y) in [(0, 0), (1_234, 5_678), (4_000, 4_000), (7_999, 7_999), (3_050, 20)] {
            let at = GroundPoint::from_metres(x, y);
            let location = place(&pack, at);
            let reference: GridReference = location.parse().expect("valid grid reference");
            let found = grid.place(reference).expect("the reference is on the map");
            let away = at.distance(found).metres();
            assert!(away <= grid.step().metres() * 0.15, "{location}: {away} m");
        }
    }

    #[test]
    fn winds_use_ground_directions() {
        let pack = sample_pack();
        let compass = |degrees: f64| wind(&pack, Facing::from_degrees(degrees), Language::Fr);
        assert_eq!(
            [0.0, 50.0, 90.0, 200.0, 250.0, 350.0].map(compass),
            ["N", "NE", "E", "S", "O", "N"]
        );
    }
}

//! Command labels, and reinforcements that arrive in parts.

use sandtable_pack::{CommandId, Language, Pack, Reinforcement};

/// The label of a command on its blocks: its short name, or its title if it has none.
pub fn short_name<'p>(pack: &'p Pack, id: &CommandId, language: Language) -> &'p str {
    pack.labels().commands.get(id).map_or("", |label| match label.short.get(language) {
        "" => label.title.get(language),
        short => short,
    })
}

/// Whether other elements of the command arrive at another time or place.
pub fn arrives_in_parts(pack: &Pack, reinforcement: &Reinforcement) -> bool {
    let mut all = pack.scenario().sides.iter().flat_map(|side| &side.reinforcements);
    all.any(|other| {
        other.command == reinforcement.command && other.elements != reinforcement.elements
    })
}

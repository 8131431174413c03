//! Groups of blocks: the blocks of a command or of the army level (PB-3.12, PB-A23).

use sandtable_pack::{Element, PieceId};
use sandtable_source::{Span, Spanned};

use sandtable_authored::{Bearing, Id, Piece, Position, Side};

/// The blocks of a command, or of the army level.
pub(crate) struct Group<'s> {
    /// The id of the command or of the army HQ; `None` for trains of an army without a commander.
    pub(crate) id: Option<&'s Spanned<Id>>,
    pub(crate) is_army: bool,
    pub(crate) leader: Option<Leader<'s>>,
    pub(crate) pieces: &'s [Piece],
    /// The span of a command's list of pieces.
    pub(crate) pieces_at: Option<Span>,
    pub(crate) trains: Vec<Train<'s>>,
    /// The set-up zone of the group.
    pub(crate) zone: Option<&'s Spanned<Id>>,
}

/// An HQ with its authored position.
pub(crate) struct Leader<'s> {
    pub(crate) at: Option<&'s Spanned<Position>>,
    pub(crate) facing: Option<&'s Spanned<Bearing>>,
    pub(crate) span: Span,
}

/// A train, listed by its command or by its side.
pub(crate) struct Train<'s> {
    pub(crate) id: String,
    pub(crate) at: Option<&'s Spanned<Position>>,
    pub(crate) facing: Option<&'s Spanned<Bearing>>,
    pub(crate) packed: Option<&'s Spanned<bool>>,
    pub(crate) span: Span,
    /// The span of the train's id, or of the whole train if it has no id.
    pub(crate) id_span: Span,
}

/// The groups of a side, starting with the army level.
pub(crate) fn groups(side: &Side) -> Vec<Group<'_>> {
    let trains_of = |command: Option<&Id>| {
        let all = side.baggage.iter().flatten();
        all.filter(move |train| train.command.as_ref().map(|name| &name.value) == command)
            .map(|train| Train {
                id: train.id.0.clone(),
                at: train.at.as_ref(),
                facing: train.facing.as_ref(),
                packed: train.packed.as_ref(),
                span: train.span,
                id_span: train.id.span,
            })
            .collect::<Vec<_>>()
    };
    let army_trains = trains_of(None);
    let army = (side.commander.is_some() || !army_trains.is_empty()).then(|| Group {
        id: side.commander.as_ref().map(|commander| &commander.id),
        is_army: true,
        leader: side.commander.as_ref().map(|commander| Leader {
            at: commander.at.as_ref(),
            facing: commander.facing.as_ref(),
            span: commander.span,
        }),
        pieces: side.commander.as_ref().and_then(|army| army.pieces.as_deref()).unwrap_or_default(),
        pieces_at: None,
        trains: army_trains,
        zone: side.zone.as_ref(),
    });
    let commands = side.commands.iter().map(|command| {
        let own = command.baggage.as_ref().map(|train| Train {
            id: train.id.as_ref().map_or_else(|| train_id(&command.id), |id| id.0.clone()),
            at: train.at.as_ref(),
            facing: train.facing.as_ref(),
            packed: train.packed.as_ref(),
            span: train.span,
            id_span: train.id.as_ref().map_or(train.span, |id| id.span),
        });
        Group {
            id: Some(&command.id),
            is_army: false,
            leader: Some(Leader {
                at: command.hq.at.as_ref(),
                facing: command.hq.facing.as_ref(),
                span: command.hq.span,
            }),
            pieces: &command.pieces,
            pieces_at: Some(command.pieces.span),
            trains: own.into_iter().chain(trains_of(Some(&command.id))).collect(),
            zone: command.zone.as_ref().or(side.zone.as_ref()),
        }
    });
    army.into_iter().chain(commands).collect()
}

/// The default id of a command's train: the command's id with the suffix `-train`.
pub(crate) fn train_id(command: &str) -> String {
    // An id has at most 64 characters.
    let room: String = command.chars().take(58).collect();
    format!("{}-train", room.trim_end_matches('-'))
}

impl<'s> Group<'s> {
    /// The name used in messages.
    pub(crate) fn name(&self) -> &'s str {
        self.id.map_or("the army", |id| id.0.as_str())
    }

    /// Returns the block that `word` refers to in a reinforcement, with its position if it is set
    /// up.
    pub(crate) fn element(&self, word: &str) -> Option<(Element, Option<Span>)> {
        if word == "hq" {
            let leader = self.leader.as_ref()?;
            return Some((Element::Headquarters, leader.at.map(|at| at.span)));
        }
        let train = match word {
            // The only train; if there are several, each is named by its id.
            "baggage" => self.trains.first().filter(|_| self.trains.len() == 1),
            _ => self.trains.iter().find(|train| train.id == word),
        };
        if let Some(train) = train {
            return Some((
                Element::Baggage(PieceId::new(&train.id).ok()?),
                train.at.map(|at| at.span),
            ));
        }
        let piece = self.pieces.iter().find(|piece| piece.id.0 == word)?;
        let id = PieceId::new(&piece.id).ok()?;
        Some((Element::Piece(id), piece.at.as_ref().map(|at| at.span)))
    }

    /// The words that [`Self::element`] accepts.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        let pieces = self.pieces.iter().map(|piece| piece.id.0.as_str());
        let trains = self.trains.iter().map(|train| train.id.as_str());
        pieces.chain(trains).chain(["hq", "baggage"])
    }

    /// The blocks without a position, in the order in which they enter, each with its span.
    pub(crate) fn arriving_elements(&self) -> Vec<(Element, Span)> {
        let mut elements = Vec::new();
        // PB-A19: the HQ enters first.
        if let Some(leader) = self.leader.as_ref().filter(|leader| leader.at.is_none()) {
            elements.push((Element::Headquarters, leader.span));
        }
        for piece in self.pieces.iter().filter(|piece| piece.at.is_none()) {
            let id = PieceId::new(&piece.id).ok();
            elements.extend(id.map(|id| (Element::Piece(id), piece.span)));
        }
        for train in self.trains.iter().filter(|train| train.at.is_none()) {
            let id = PieceId::new(&train.id).ok();
            elements.extend(id.map(|id| (Element::Baggage(id), train.span)));
        }
        elements
    }
}

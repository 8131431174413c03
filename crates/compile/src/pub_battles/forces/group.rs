//! Blocks that belong together: those of a command, and those at army level (PB-3.12, PB-A23).

use sandtable_pack::{Element, PieceId};
use sandtable_source::{Span, Spanned};

use sandtable_authored::{Bearing, Id, Piece, Position, Side};

/// The blocks of one command, or those at army level.
pub(crate) struct Group<'s> {
    /// The command's id, or that of the army HQ; none for trains of an army without a commander.
    pub(crate) id: Option<&'s Spanned<Id>>,
    pub(crate) is_army: bool,
    pub(crate) leader: Option<Leader<'s>>,
    pub(crate) pieces: &'s [Piece],
    /// Where the pieces are listed, those of a command.
    pub(crate) pieces_at: Option<Span>,
    pub(crate) trains: Vec<TrainOf<'s>>,
    /// The zone in which all of it is set up.
    pub(crate) zone: Option<&'s Spanned<Id>>,
}

/// Where a headquarters is.
pub(crate) struct Leader<'s> {
    pub(crate) at: Option<&'s Spanned<Position>>,
    pub(crate) facing: Option<&'s Spanned<Bearing>>,
    pub(crate) span: Span,
}

/// A train, wherever it is written.
pub(crate) struct TrainOf<'s> {
    pub(crate) id: String,
    pub(crate) at: Option<&'s Spanned<Position>>,
    pub(crate) facing: Option<&'s Spanned<Bearing>>,
    pub(crate) packed: Option<&'s Spanned<bool>>,
    pub(crate) span: Span,
    /// Where its id is written, or the train where it has none of its own.
    pub(crate) id_span: Span,
}

/// The groups of a side, the army's first.
pub(crate) fn groups(side: &Side) -> Vec<Group<'_>> {
    let trains_of = |command: Option<&Id>| {
        let all = side.baggage.iter().flatten();
        all.filter(move |train| train.command.as_ref().map(|name| &name.value) == command)
            .map(|train| TrainOf {
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
        let own = command.baggage.as_ref().map(|train| TrainOf {
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

/// The id of a command's train that is given none: the command's with `-train`.
pub(crate) fn train_id(command: &str) -> String {
    // An id has at most 64 characters.
    let room: String = command.chars().take(58).collect();
    format!("{}-train", room.trim_end_matches('-'))
}

impl<'s> Group<'s> {
    /// As messages call it.
    pub(crate) fn name(&self) -> &'s str {
        self.id.map_or("the army", |id| id.0.as_str())
    }

    /// A block by the word that a reinforcement uses for it, and the place that it has from the start.
    pub(crate) fn element(&self, word: &str) -> Option<(Element, Option<Span>)> {
        if word == "hq" {
            let leader = self.leader.as_ref()?;
            return Some((Element::Headquarters, leader.at.map(|at| at.span)));
        }
        let train = match word {
            // The command's own; one of several goes by its id.
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

    /// The words that [`Self::element`] knows.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        let pieces = self.pieces.iter().map(|piece| piece.id.0.as_str());
        let trains = self.trains.iter().map(|train| train.id.as_str());
        pieces.chain(trains).chain(["hq", "baggage"])
    }

    /// The blocks that have no place from the start, in order of march, and where they are written.
    pub(crate) fn waiting(&self) -> Vec<(Element, Span)> {
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

//! Blocks that belong together: those of a command, and those at army level (PB-3.12, PB-A23).

use sandtable_pack::{Element, PieceId};
use sandtable_source::{Span, Spanned};

use crate::authored::{Bearing, Id, Piece, Position, Side};

/// The blocks of one command, or those at army level.
pub(super) struct Group<'s> {
    /// The command's id, or that of the army HQ; none for trains of an army without a commander.
    pub(super) id: Option<&'s Spanned<Id>>,
    pub(super) is_army: bool,
    pub(super) leader: Option<Leader<'s>>,
    pub(super) pieces: &'s [Piece],
    /// Where the pieces are listed, those of a command.
    pub(super) pieces_at: Option<Span>,
    pub(super) trains: Vec<TrainOf<'s>>,
    /// The zone in which all of it is set up.
    pub(super) zone: Option<&'s Spanned<Id>>,
}

/// Where a headquarters is.
pub(super) struct Leader<'s> {
    pub(super) at: Option<&'s Spanned<Position>>,
    pub(super) facing: Option<&'s Spanned<Bearing>>,
    pub(super) span: Span,
}

/// A train, wherever it is written.
pub(super) struct TrainOf<'s> {
    pub(super) id: String,
    pub(super) at: Option<&'s Spanned<Position>>,
    pub(super) facing: Option<&'s Spanned<Bearing>>,
    pub(super) packed: Option<&'s Spanned<bool>>,
    pub(super) span: Span,
    /// Where its id is written, or the train where it has none of its own.
    pub(super) id_span: Span,
}

/// The groups of a side, the army's first.
pub(super) fn groups(side: &Side) -> Vec<Group<'_>> {
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
pub(super) fn train_id(command: &str) -> String {
    // An id has at most 64 characters.
    let room: String = command.chars().take(58).collect();
    format!("{}-train", room.trim_end_matches('-'))
}

impl<'s> Group<'s> {
    /// As messages call it.
    pub(super) fn name(&self) -> &'s str {
        self.id.map_or("the army", |id| id.0.as_str())
    }

    /// A block by the word that a reinforcement uses for it, and the place that it has from the start.
    pub(super) fn element(&self, word: &str) -> Option<(Element, Option<Span>)> {
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
    pub(super) fn words(&self) -> impl Iterator<Item = &str> + Clone {
        let pieces = self.pieces.iter().map(|piece| piece.id.0.as_str());
        let trains = self.trains.iter().map(|train| train.id.as_str());
        pieces.chain(trains).chain(["hq", "baggage"])
    }

    /// The blocks that have no place from the start, in order of march, and where they are written.
    pub(super) fn waiting(&self) -> Vec<(Element, Span)> {
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

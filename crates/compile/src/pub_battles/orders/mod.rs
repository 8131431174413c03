//! Orders of battle of free sides (PB-32): read against the base pack that says what is free, checked
//! as a side of a scenario is, and merged into it.
//!
//! Whoever reads one knows the base and this side alone. What both sides together make is looked at
//! when they are merged ([`umpire_findings`]).

pub(crate) mod agreement;
pub(crate) mod committed;
pub(crate) mod entry_edge;
pub(crate) mod identity;
pub(crate) mod merge;
pub(crate) mod opened;
pub(crate) mod stand_in;
pub(crate) mod start;
pub(crate) mod umpire;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{CommandId, CommandLabel, Edge, Pack, PieceId, PieceLabel, SideId};
use sandtable_source::{
    Diagnostics, FileId, Files, NoFiles, Node, ProjectPath, SourceMap, Span, Spanned,
};
use sandtable_terrain::Terrain;

use super::authored_battle::Written;
use super::checks;
use super::context::Context;
use super::mistakes::{copies, meant_names};
use super::set_up;
use crate::compile::refused;
use crate::scenario::stray_key;
use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::Ground;

use self::opened::Places;

use self::merge::{MergeError, merge};

/// The order of battle of one free side, checked against its base. It is a secret of its owner: it has
/// no `Debug` on purpose.
#[derive(Clone, PartialEq)]
pub struct Orders {
    side: pack::Side,
    edge: Option<Edge>,
    commands: BTreeMap<CommandId, CommandLabel>,
    pieces: BTreeMap<PieceId, PieceLabel>,
}

impl Orders {
    /// The side as a pack has it, with the ids that its owner gave.
    pub fn side(&self) -> &pack::Side {
        &self.side
    }

    /// The edge by which all of it enters (PB-32.3); none for a force that is set up on the map.
    pub fn edge(&self) -> Option<Edge> {
        self.edge
    }

    /// What is printed of its commands and its commander.
    pub fn commands(&self) -> &BTreeMap<CommandId, CommandLabel> {
        &self.commands
    }

    /// What is printed of its pieces, those of its pool of detachments among them.
    pub fn pieces(&self) -> &BTreeMap<PieceId, PieceLabel> {
        &self.pieces
    }
}

/// What came of reading an order of battle.
pub struct OrdersOutcome {
    /// The order of battle, unless an error stood in the way.
    pub orders: Option<Orders>,
    /// Everything found. It quotes the file: it is for its owner's screen alone.
    pub diagnostics: Diagnostics,
    /// The file, to show places in.
    pub sources: SourceMap,
}

/// Reads the order of battle in a file against its base. Everything is checked in one run.
pub fn read_orders(files: &dyn Files, path: &ProjectPath, base: &Pack) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let file = sources.read_text(&mut reporter, path, None);
    read(sources, reporter, file, base, None)
}

/// Reads an order of battle that is at hand as bytes, such as one that was sealed; `shown` is what
/// findings call it.
pub fn read_orders_text(shown: &str, bytes: Vec<u8>, base: &Pack) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
    let file = sources.take_text(&mut reporter, shown.to_owned(), bytes);
    read(sources, reporter, file, base, None)
}

/// `places` are those of an order of battle that was opened, whose text does not say them.
fn read(
    mut sources: SourceReader<'_>,
    mut reporter: Reporter,
    file: Option<FileId>,
    base: &Pack,
    places: Option<&Places>,
) -> OrdersOutcome {
    // What the base has is written nowhere that the reader of this file could look at.
    let elsewhere = sources.texts.add_without_text("the base pack");
    let orders = file.and_then(|file| {
        let tree = sources.parse(&mut reporter, file)?;
        resolve(&sources, &mut reporter, tree, elsewhere, base, places)
    });
    hide(&mut reporter.diagnostics, elsewhere);
    let orders = orders.filter(|_| !reporter.diagnostics.has_errors());
    // What a pack refuses slipped through the checks.
    if let (Some(orders), Some(file)) = (&orders, file)
        && let Err(MergeError::Refused(faults)) = merge(base, std::slice::from_ref(orders))
    {
        faults.iter().for_each(|fault| reporter.diagnostics.push(refused(fault, file)));
    }
    let diagnostics = reporter.close();
    let orders = orders.filter(|_| !diagnostics.has_errors());
    OrdersOutcome { orders, diagnostics, sources: sources.texts }
}

/// Findings of what only the base has are its author's; others point to this file alone.
fn hide(diagnostics: &mut Diagnostics, elsewhere: FileId) {
    diagnostics.amend(|finding| {
        finding.labels.retain(|label| label.place.file() != elsewhere);
        if let Some(first) = finding.labels.first_mut() {
            first.primary = true;
        }
    });
    diagnostics.retain(|finding| !finding.labels.is_empty());
}

fn resolve(
    sources: &SourceReader<'_>,
    reporter: &mut Reporter,
    mut tree: Node,
    elsewhere: FileId,
    base: &Pack,
    places: Option<&Places>,
) -> Option<Orders> {
    if FileKind::of(&tree) == Some(FileKind::Orders) {
        stray_key::take_in_side(reporter, &sources.texts, &mut tree);
    }
    let mut orders: authored::OrderOfBattle = sources.read_as(reporter, &tree, FileKind::Orders)?;
    if let Some(places) = places {
        places.put(&mut orders);
    }
    identity::is_for(reporter, base, orders.base.as_ref());
    let (id, free) = identity::side(reporter, base, &orders.side)?;
    reporter.subjects.add(tree.span, id.as_str());
    reporter.allow(orders.allow.as_ref());
    let at = Spanned { value: id.to_string(), span: orders.side.span };
    let way = entry_edge::way(reporter, &id, free, orders.edge.as_ref(), orders.span);
    let nowhere = Span::new(elsewhere, 0..0);
    let mut scenario = stand_in::scenario(base, at, orders, nowhere);
    copies::take_out(reporter, &mut scenario);
    let ground = Ground::from_pack(base, elsewhere);
    meant_names::tell(reporter, &tree, &ground);
    let written = Written {
        scenario: &scenario,
        ground: Some(&ground),
        ruleset: Some(base.ruleset()),
        type_titles: &base.labels().types,
    };
    checks::of_text(reporter, &written);
    let terrain = Terrain::new(&ground.map);
    let context = Context {
        texts: &sources.texts,
        scenario: &scenario,
        ground: &ground,
        ruleset: base.ruleset(),
        footprints: base.scenario().footprints,
        late_days: BTreeSet::new(),
        edge: way.edge().map(|edge| edge.0),
        offered: way.entries(free).to_vec(),
        misses_entries: Cell::new(false),
    };
    let battle = set_up(reporter, &context, &terrain, base.scenario().column_lengths)?;
    checks::of_battle(reporter, &battle);
    agreement::check(reporter, base, free, &way, &battle);
    let forces = battle.into_forces().pop()?;
    Some(Orders {
        side: forces.side,
        edge: context.edge,
        commands: forces.commands,
        pieces: forces.pieces,
    })
}

/// A free side of a base, by its id.
fn free_side<'b>(base: &'b Pack, id: &str) -> Option<(SideId, &'b pack::FreeSide)> {
    let id = SideId::new(id).ok()?;
    let free = base.scenario().free_side(&id)?;
    Some((id, free))
}

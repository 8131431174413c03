//! Orders of battle of free sides (PB-32). They are read against the base pack, which defines the
//! free choices, checked like a side of a scenario, and merged into the base.
//!
//! The reader of an order of battle knows only the base and its own side. The combination of both
//! sides is checked after merging ([`umpire_findings`]).

pub(crate) mod agreement;
pub(crate) mod commitment;
pub(crate) mod entry_edge;
pub(crate) mod identity;
pub(crate) mod merge;
pub(crate) mod stand_in;
pub(crate) mod start;
pub(crate) mod text;
pub(crate) mod umpire;

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

use sandtable_pack as pack;
use sandtable_pack::{CommandId, CommandLabel, Edge, Pack, PieceId, PieceLabel, SideId};
use sandtable_source::{
    Diagnostics, FileId, Files, NoFiles, Node, ProjectPath, SourceMap, Span, Spanned,
};
use sandtable_terrain::Terrain;

use super::authored_battle::AuthoredBattle;
use super::checks;
use super::context::Context;
use super::mistakes::{copies, intended_names};
use super::set_up;
use crate::compile::pack_diagnostic;
use crate::scenario::stray_key;
use sandtable_authored as authored;
use sandtable_authored::FileKind;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::Ground;

use self::text::Places;

use self::merge::{MergeError, merge};

/// The order of battle of one free side, checked against its base. Only its owner may know it, so
/// the type has no `Debug`.
#[derive(Clone, PartialEq)]
pub struct Orders {
    side: pack::Side,
    edge: Option<Edge>,
    commands: BTreeMap<CommandId, CommandLabel>,
    pieces: BTreeMap<PieceId, PieceLabel>,
}

impl Orders {
    /// The side in pack form, with its owner's ids.
    pub fn side(&self) -> &pack::Side {
        &self.side
    }

    /// The edge of entry of the whole force (PB-32.3); `None` for a force that is set up on the
    /// map.
    pub fn edge(&self) -> Option<Edge> {
        self.edge
    }

    /// The printed labels of the side's commands and its commander.
    pub fn commands(&self) -> &BTreeMap<CommandId, CommandLabel> {
        &self.commands
    }

    /// The printed labels of the side's pieces, including its pool of detachments.
    pub fn pieces(&self) -> &BTreeMap<PieceId, PieceLabel> {
        &self.pieces
    }
}

/// The result of reading an order of battle.
pub struct OrdersOutcome {
    /// The order of battle, unless there were errors.
    pub orders: Option<Orders>,
    /// The diagnostics. They quote the file, so only its owner may see them.
    pub diagnostics: Diagnostics,
    /// The file, for displaying spans.
    pub sources: SourceMap,
}

/// Reads the order of battle in a file against its base, with all checks in one run.
pub fn read_orders(files: &dyn Files, path: &ProjectPath, base: &Pack) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let file = sources.read_text(&mut reporter, path, None);
    read(sources, reporter, file, base, None)
}

/// Reads an order of battle from bytes, for example a sealed one. Diagnostics call the file
/// `shown`.
pub fn read_orders_text(shown: &str, bytes: Vec<u8>, base: &Pack) -> OrdersOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
    let file = sources.add_text(&mut reporter, shown, bytes);
    read(sources, reporter, file, base, None)
}

/// Reads an order of battle. `places` are the positions of an opened one, which its text lacks.
fn read(
    mut sources: SourceReader<'_>,
    mut reporter: Reporter,
    file: Option<FileId>,
    base: &Pack,
    places: Option<&Places>,
) -> OrdersOutcome {
    // The base has no source text for the reader of this file.
    let elsewhere = sources.texts.add_without_text("the base pack");
    let orders = file.and_then(|file| {
        let tree = sources.parse(&mut reporter, file)?;
        resolve(&sources, &mut reporter, tree, elsewhere, base, places)
    });
    hide(&mut reporter.diagnostics, elsewhere);
    let orders = orders.filter(|_| !reporter.diagnostics.has_errors());
    // The pack constructor may find faults that the checks miss.
    if let (Some(orders), Some(file)) = (&orders, file)
        && let Err(MergeError::InvalidPack(faults)) = merge(base, std::slice::from_ref(orders))
    {
        faults.iter().for_each(|fault| reporter.diagnostics.push(pack_diagnostic(fault, file)));
    }
    let diagnostics = reporter.close();
    let orders = orders.filter(|_| !diagnostics.has_errors());
    OrdersOutcome { orders, diagnostics, sources: sources.texts }
}

/// Removes references to the base. Diagnostics solely about the base are for the base's author.
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
    if FileKind::detect(&tree) == Some(FileKind::Orders) {
        stray_key::move_side_keys(reporter, &sources.texts, &mut tree);
    }
    let mut orders: authored::OrderOfBattle = sources.read_as(reporter, &tree, FileKind::Orders)?;
    if let Some(places) = places {
        places.insert_into(&mut orders);
    }
    identity::check_base(reporter, base, orders.base.as_ref());
    let (id, free) = identity::side(reporter, base, &orders.side)?;
    reporter.subjects.add(tree.span, id.as_str());
    reporter.add_allowances(orders.allow.as_ref());
    let at = Spanned { value: id.to_string(), span: orders.side.span };
    let way = entry_edge::way_onto_map(reporter, &id, free, orders.edge.as_ref(), orders.span);
    let nowhere = Span::new(elsewhere, 0..0);
    let mut scenario = stand_in::scenario(base, at, orders, nowhere);
    copies::remove(reporter, &mut scenario);
    let ground = Ground::from_pack(base, elsewhere);
    intended_names::suggest_ids(reporter, &tree, &ground);
    let written = AuthoredBattle {
        scenario: &scenario,
        ground: Some(&ground),
        ruleset: Some(base.ruleset()),
        type_titles: &base.labels().types,
    };
    checks::run_authored_checks(reporter, &written);
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
    checks::run_battle_checks(reporter, &battle);
    agreement::check(reporter, base, free, &way, &battle);
    let forces = battle.into_forces().pop()?;
    Some(Orders {
        side: forces.side,
        edge: context.edge,
        commands: forces.commands,
        pieces: forces.pieces,
    })
}

/// Returns a base's free side by its id.
fn free_side<'b>(base: &'b Pack, id: &str) -> Option<(SideId, &'b pack::FreeSide)> {
    let id = SideId::new(id).ok()?;
    let free = base.scenario().free_side(&id)?;
    Some((id, free))
}

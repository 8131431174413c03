//! The checking thread: checks the projects of the open documents, each from its root file.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use crossbeam_channel::{Receiver, Sender};

use crate::documents::Documents;
use crate::findings::{FileFindings, Findings, findings};
use crate::lines::Encoding;
use crate::overlay::Overlay;
use crate::project::Indexes;
use crate::uri::key_of;

/// Documents to check.
#[derive(Debug)]
pub(crate) struct Order {
    /// The server's count of changes.
    pub(crate) revision: u64,
    pub(crate) documents: Documents,
    /// Files changed since the previous request; `None` if any may have changed.
    pub(crate) changed: Option<BTreeSet<PathBuf>>,
}

/// The result of a check.
#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) revision: u64,
    /// All diagnostics of all open projects.
    pub(crate) findings: Findings,
    /// Files whose check panicked, because of a bug.
    pub(crate) failures: Vec<PathBuf>,
}

/// The latest results for a project.
#[derive(Debug)]
struct Known {
    files: BTreeSet<PathBuf>,
    findings: Findings,
}

/// The options for reporting diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) notes: bool,
    pub(crate) encoding: Encoding,
}

/// Handles check requests until the channel closes. The last of several waiting requests covers the
/// others. A newer request interrupts the current one between projects.
pub(crate) fn work(orders: &Receiver<Order>, reports: &Sender<Report>, manner: Manner) {
    let mut indexes = Indexes::default();
    let mut known: BTreeMap<PathBuf, Known> = BTreeMap::new();
    let mut changed: Option<BTreeSet<PathBuf>> = Some(BTreeSet::new());
    while let Ok(mut order) = orders.recv() {
        add(&mut changed, order.changed.take());
        for later in orders.try_iter() {
            order = later;
            add(&mut changed, order.changed.take());
        }
        let Some(failures) = carry_out(&order, orders, &mut indexes, &mut known, &changed, manner)
        else {
            continue;
        };
        changed = Some(BTreeSet::new());
        let mut all = Findings::new();
        for project in known.values() {
            join(&mut all, &project.findings);
        }
        let report = Report { revision: order.revision, findings: all, failures };
        if reports.send(report).is_err() {
            return;
        }
    }
}

fn add(changed: &mut Option<BTreeSet<PathBuf>>, more: Option<BTreeSet<PathBuf>>) {
    match (changed.as_mut(), more) {
        (Some(changed), Some(more)) => changed.extend(more),
        _ => *changed = None,
    }
}

/// Checks the affected projects. Returns the failures, or `None` if a newer request is waiting.
fn carry_out(
    order: &Order,
    orders: &Receiver<Order>,
    indexes: &mut Indexes,
    known: &mut BTreeMap<PathBuf, Known>,
    changed: &Option<BTreeSet<PathBuf>>,
    manner: Manner,
) -> Option<Vec<PathBuf>> {
    let documents = &order.documents;
    let mut roots: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (key, _) in documents.iter() {
        for root in indexes.roots(documents, key) {
            roots.insert(key_of(&root), root);
        }
    }
    known.retain(|key, _| roots.contains_key(key));
    // Remove outdated results before any check, because a newer request may interrupt this one.
    known.retain(|_, project| match changed {
        Some(changed) => project.files.is_disjoint(changed),
        None => false,
    });
    let mut failures = Vec::new();
    for (key, root) in roots {
        if known.contains_key(&key) {
            continue;
        }
        if !orders.is_empty() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(|| check(documents, &root, manner))) {
            Ok(project) => drop(known.insert(key, project)),
            Err(_) => failures.push(root),
        }
    }
    Some(failures)
}

fn check(documents: &Documents, root: &Path, manner: Manner) -> Known {
    let (files, path) = Overlay::about(documents, root);
    let outcome = sandtable_compile::check(&files, &path);
    let mut findings = findings(&outcome, &files, documents, root, manner.notes, manner.encoding);
    let read: BTreeSet<PathBuf> = files.asked().into_iter().map(|place| key_of(&place)).collect();
    // Report open documents without diagnostics, too.
    for (key, open) in documents.iter().filter(|(key, _)| read.contains(*key)) {
        findings.entry(key.clone()).or_insert_with(|| FileFindings {
            uri: open.uri.clone(),
            version: Some(open.version),
            found: Vec::new(),
        });
    }
    Known { files: read, findings }
}

/// Merges diagnostics; those that two projects report for a shared file are kept once.
fn join(all: &mut Findings, more: &Findings) {
    for (key, file) in more {
        let FileFindings { uri, version, .. } = file;
        let empty = || FileFindings { uri: uri.clone(), version: *version, found: Vec::new() };
        let of_file = all.entry(key.clone()).or_insert_with(empty);
        for found in &file.found {
            if !of_file.found.contains(found) {
                of_file.found.push(found.clone());
            }
        }
    }
}

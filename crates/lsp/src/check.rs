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
use crate::uri::file_key;

/// Documents to check.
#[derive(Debug)]
pub(crate) struct CheckRequest {
    /// The server's change count.
    pub(crate) revision: u64,
    pub(crate) documents: Documents,
    /// Files changed since the previous request; `None` if any may have changed.
    pub(crate) changed: Option<BTreeSet<PathBuf>>,
}

/// The result of a check.
#[derive(Debug)]
pub(crate) struct CheckReport {
    pub(crate) revision: u64,
    /// All diagnostics of all open projects.
    pub(crate) findings: Findings,
    /// Files whose check panicked because of a bug.
    pub(crate) failures: Vec<PathBuf>,
}

/// The latest results for a project.
#[derive(Debug)]
struct CheckedProject {
    files: BTreeSet<PathBuf>,
    findings: Findings,
}

/// Settings for reporting diagnostics.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReportOptions {
    pub(crate) notes: bool,
    pub(crate) encoding: Encoding,
}

/// Handles check requests until the channel closes. Of several waiting requests, handles only the
/// last, for the changes of all. A newer request interrupts the current request between projects.
pub(crate) fn run(
    requests: &Receiver<CheckRequest>,
    reports: &Sender<CheckReport>,
    options: ReportOptions,
) {
    let mut indexes = Indexes::default();
    let mut known: BTreeMap<PathBuf, CheckedProject> = BTreeMap::new();
    let mut changed: Option<BTreeSet<PathBuf>> = Some(BTreeSet::new());
    while let Ok(mut request) = requests.recv() {
        merge_changes(&mut changed, request.changed.take());
        for later in requests.try_iter() {
            request = later;
            merge_changes(&mut changed, request.changed.take());
        }
        let Some(failures) =
            check_projects(&request, requests, &mut indexes, &mut known, &changed, options)
        else {
            continue;
        };
        changed = Some(BTreeSet::new());
        let mut all = Findings::new();
        for project in known.values() {
            merge_findings(&mut all, &project.findings);
        }
        let report = CheckReport { revision: request.revision, findings: all, failures };
        if reports.send(report).is_err() {
            return;
        }
    }
}

fn merge_changes(changed: &mut Option<BTreeSet<PathBuf>>, more: Option<BTreeSet<PathBuf>>) {
    match (changed.as_mut(), more) {
        (Some(changed), Some(more)) => changed.extend(more),
        _ => *changed = None,
    }
}

/// Checks the affected projects. Returns the failures, or `None` if a newer request is waiting.
fn check_projects(
    order: &CheckRequest,
    requests: &Receiver<CheckRequest>,
    indexes: &mut Indexes,
    known: &mut BTreeMap<PathBuf, CheckedProject>,
    changed: &Option<BTreeSet<PathBuf>>,
    options: ReportOptions,
) -> Option<Vec<PathBuf>> {
    let documents = &order.documents;
    let mut roots: BTreeMap<PathBuf, PathBuf> = BTreeMap::new();
    for (key, _) in documents.iter() {
        for root in indexes.roots(documents, key) {
            roots.insert(file_key(&root), root);
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
        if !requests.is_empty() {
            return None;
        }
        match catch_unwind(AssertUnwindSafe(|| check(documents, &root, options))) {
            Ok(project) => drop(known.insert(key, project)),
            Err(_) => failures.push(root),
        }
    }
    Some(failures)
}

fn check(documents: &Documents, root: &Path, manner: ReportOptions) -> CheckedProject {
    let (files, path) = Overlay::for_file(documents, root);
    let outcome = sandtable_compile::check(&files, &path);
    let mut findings = findings(&outcome, &files, documents, root, manner.notes, manner.encoding);
    let read: BTreeSet<PathBuf> =
        files.requested_files().into_iter().map(|place| file_key(&place)).collect();
    // Report open documents without diagnostics, too.
    for (key, open) in documents.iter().filter(|(key, _)| read.contains(*key)) {
        findings.entry(key.clone()).or_insert_with(|| FileFindings {
            uri: open.uri.clone(),
            version: Some(open.version),
            found: Vec::new(),
        });
    }
    CheckedProject { files: read, findings }
}

/// Merges diagnostics; a diagnostic that two projects report for a shared file is kept once.
fn merge_findings(all: &mut Findings, more: &Findings) {
    for (key, file) in more {
        let FileFindings { uri, version, .. } = file;
        let without_findings =
            || FileFindings { uri: uri.clone(), version: *version, found: Vec::new() };
        let merged = all.entry(key.clone()).or_insert_with(without_findings);
        for finding in &file.found {
            if !merged.found.contains(finding) {
                merged.found.push(finding.clone());
            }
        }
    }
}

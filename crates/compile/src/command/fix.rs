//! `check --fix`: writes repaired layers, reports the repairs, and passes the repaired files to the
//! check.

use std::collections::BTreeMap;
use std::path::Path;

use sandtable_cli::{Access, DiskFiles, Exit, FileSet, Terminal, WriteError};
use sandtable_source::{FileError, Files, ProjectPath, ReadSeek};

use sandtable_map::{RepairedFeature, RepairedLayer};

/// The destination of repaired layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `NAME.fixed.geojson` in the folder of the layer.
    Copy(ExistingCopies),
    /// The layer itself.
    InPlace,
}

/// What to do about copies of an earlier run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExistingCopies {
    Keep,
    Replace,
}

/// Repairs the layers of an authored file and writes them: all of them or none. Returns the project
/// files with the repaired layers instead of the originals.
pub(crate) fn fix<'f>(
    files: &'f DiskFiles,
    path: &ProjectPath,
    target: Target,
    terminal: &Terminal,
) -> Result<WithRepaired<'f>, Exit> {
    let repaired = sandtable_map::repair(files, path);
    let mut lent = WithRepaired { files, texts: BTreeMap::new() };
    if repaired.layers.is_empty() {
        terminal.print_message(&format!("{}: nothing to repair", files.display_path(path)));
    }
    let failed = |error: WriteError| {
        terminal.print_error(&error.to_string());
        Exit::UsageError
    };
    let mut set = FileSet::default();
    let mut reports = Vec::new();
    for layer in repaired.layers {
        let shown = match target {
            Target::Copy(_) => fixed_name(&layer.shown),
            Target::InPlace => layer.shown.clone(),
        };
        reports.extend(report(&layer, &shown));
        let Some(text) = layer.text else { continue };
        let mut place = files.location(&layer.path);
        if let Target::Copy(existing) = target {
            let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
            place.set_file_name(fixed_name(&name));
            if existing == ExistingCopies::Keep && is_other_file(&place, &text) {
                terminal.print_error(&format!("`{shown}` already exists with different contents"));
                terminal.print_wrapped(
                    "nothing was written; use `--replace`, or move the file: it may have your own changes",
                );
                return Err(Exit::UsageError);
            }
        }
        set.add(&place, text.as_bytes(), Access::Usual).map_err(failed)?;
        let older = fixed_name(&layer.shown);
        if target == Target::InPlace && place.with_file_name(file_name(&older)).is_file() {
            reports.push(format!("  {older} is an older copy: delete it, unless a map names it"));
        }
        lent.texts.insert(layer.path, (shown, text));
    }
    set.commit().map_err(failed)?;
    reports.iter().for_each(|report| terminal.print_wrapped(report));
    Ok(lent)
}

/// Whether a path has anything but a file with this text.
fn is_other_file(path: &Path, text: &str) -> bool {
    std::fs::symlink_metadata(path).is_ok()
        && !std::fs::read(path).is_ok_and(|existing| existing == text.as_bytes())
}

/// The name of a file without its folder.
fn file_name(shown: &str) -> &str {
    shown.rsplit('/').next().unwrap_or(shown)
}

/// Returns `woods.fixed.geojson` for `woods.geojson`.
fn fixed_name(name: &str) -> String {
    let folder = name.rfind('/').map_or(0, |slash| slash + 1);
    match name[folder..].rfind('.').filter(|&dot| dot > 0) {
        Some(dot) => format!("{}.fixed{}", &name[..folder + dot], &name[folder + dot..]),
        None => format!("{name}.fixed"),
    }
}

/// The repairs of a layer, one line for each feature.
fn report(layer: &RepairedLayer, target: &str) -> Vec<String> {
    let changed =
        layer.features.iter().filter(|feature| feature.unrepaired_reason.is_none()).count();
    let features = if changed == 1 { "feature" } else { "features" };
    let mut lines = vec![match (changed, target == layer.shown) {
        (0, _) => format!("{}: nothing can be repaired safely", layer.shown),
        (_, true) => format!("{}: repaired {changed} {features} in place", layer.shown),
        (_, false) => format!("{}: repaired {changed} {features}; wrote {target}", layer.shown),
    }];
    // Reversing rings has no visible effect, so one line covers several reversed features.
    let reversed_count = layer.features.iter().filter(|feature| feature.is_turned_only).count();
    let reported =
        layer.features.iter().filter(|feature| reversed_count < 2 || !feature.is_turned_only);
    lines.extend(reported.map(feature_line));
    if reversed_count > 1 {
        lines.push(format!("  {reversed_count} features: reversed rings, no other changes"));
    }
    lines
}

fn feature_line(feature: &RepairedFeature) -> String {
    let RepairedFeature {
        id,
        line,
        repairs: done,
        is_turned_only: _,
        area,
        unrepaired_reason: left,
        edits: _,
    } = feature;
    let id = if id.is_empty() { "a feature without an id".to_owned() } else { format!("`{id}`") };
    let what = match left {
        Some(why) => format!("not changed; {why}"),
        None => done.join(", "),
    };
    let area = match area {
        Some((before, after)) if (before - after).abs() < 0.5 => {
            format!("; area unchanged ({before:.0} m²)")
        }
        Some((before, after)) => format!("; area {before:.0} m² before, {after:.0} m² after"),
        None => String::new(),
    };
    format!("  line {line}, {id}: {what}{area}")
}

/// The project files, with some layers repaired.
pub(crate) struct WithRepaired<'f> {
    files: &'f DiskFiles,
    /// The displayed name and text of each repaired layer.
    texts: BTreeMap<ProjectPath, (String, String)>,
}

impl WithRepaired<'_> {
    /// The names of the layers that were repaired in copies, each with the name of its copy.
    pub(crate) fn copies(&self, target: Target) -> Vec<(String, String)> {
        let copied = self.texts.iter().filter(|_| target != Target::InPlace);
        copied.map(|(path, (copy, _))| (self.files.display_path(path), copy.clone())).collect()
    }
}

impl Files for WithRepaired<'_> {
    fn read(&self, path: &ProjectPath, limit: u64) -> Result<Vec<u8>, FileError> {
        match self.texts.get(path) {
            Some((_, text)) => Ok(text.clone().into_bytes()),
            None => self.files.read(path, limit),
        }
    }

    fn open(&self, path: &ProjectPath) -> Result<Box<dyn ReadSeek>, FileError> {
        self.files.open(path)
    }

    fn sibling_names(&self, path: &ProjectPath) -> Vec<String> {
        self.files.sibling_names(path)
    }

    fn display_path(&self, path: &ProjectPath) -> String {
        match self.texts.get(path) {
            Some((shown, _)) => shown.clone(),
            None => self.files.display_path(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_name_keeps_folder() {
        assert_eq!(fixed_name("a.b/woods.geojson"), "a.b/woods.fixed.geojson");
        assert_eq!(fixed_name("woods"), "woods.fixed");
        assert_eq!(fixed_name(".hidden"), ".hidden.fixed");
    }
}

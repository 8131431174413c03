//! The compiler as a function: from files to a pack and diagnostics.

use sandtable_pack::{AnyPack, FORMAT_VERSION, FaultKind, PackFault, ReadError};
use sandtable_source::{
    Allowance, Diagnostic, Diagnostics, FileId, Node, Origins, SourceMap, Span, Subjects, code,
    message,
};

use crate::{fab, scenario};
use sandtable_authored::FileKind;
use sandtable_authored::Georeference;
use sandtable_authored::ruleset;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map as map;
use sandtable_source::{Files, ProjectPath};

/// The result of a run.
pub struct Outcome {
    /// The pack, if the file was a scenario without errors.
    pub pack: Option<AnyPack>,
    /// The diagnostics for all files.
    pub diagnostics: Diagnostics,
    /// The source files, for displaying locations.
    pub sources: SourceMap,
    /// The subjects of the source lines.
    pub subjects: Subjects,
    /// Allowed findings of games.
    pub allowances: Vec<Allowance>,
    /// The georeference of the pack's map; `None` without an authored map.
    pub georeference: Option<Georeference>,
}

impl Outcome {
    /// The outcome of reading a pack, without diagnostics.
    pub fn from_pack(pack: AnyPack) -> Self {
        Self { pack: Some(pack), ..Self::from_diagnostics(Diagnostics::new(), SourceMap::new()) }
    }

    /// An outcome without a pack.
    fn from_diagnostics(diagnostics: Diagnostics, sources: SourceMap) -> Self {
        Self {
            pack: None,
            diagnostics,
            sources,
            subjects: Subjects::new(),
            allowances: Vec::new(),
            georeference: None,
        }
    }

    fn from_reporter(
        pack: Option<AnyPack>,
        sources: SourceReader<'_>,
        mut reporter: Reporter,
    ) -> Self {
        let allowances = reporter.take_game_allowances();
        let subjects = reporter.subjects.clone();
        Self {
            pack,
            subjects,
            allowances,
            ..Self::from_diagnostics(reporter.close(), sources.texts)
        }
    }

    /// The source locations of the battle's parts, for findings of games.
    pub(crate) fn origins(self) -> Origins {
        Origins { sources: self.sources, subjects: self.subjects, allowances: self.allowances }
    }

    fn without_pack(sources: SourceReader<'_>, reporter: Reporter) -> Self {
        Self::from_reporter(None, sources, reporter)
    }
}

/// Compiles the scenario in a file. Checks everything in one run; there is a pack only without
/// errors.
pub fn compile(files: &dyn Files, path: &ProjectPath) -> Outcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    match read_tree(&mut sources, &mut reporter, path) {
        Some((file, tree)) => compile_tree(sources, reporter, path, file, tree),
        None => Outcome::without_pack(sources, reporter),
    }
}

/// Reads the main file of a run as a tree.
fn read_tree(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    path: &ProjectPath,
) -> Option<(FileId, Node)> {
    let file = sources.read_text(reporter, path, None)?;
    sources.parse(reporter, file).map(|tree| (file, tree))
}

pub(crate) fn compile_tree(
    mut sources: SourceReader<'_>,
    mut reporter: Reporter,
    path: &ProjectPath,
    file: FileId,
    tree: Node,
) -> Outcome {
    let parts = scenario::load(&mut sources, &mut reporter, tree, path);
    reporter.close_map();
    let Some((parts, georeference)) = parts.filter(|_| !reporter.diagnostics.has_errors()) else {
        return Outcome::without_pack(sources, reporter);
    };
    match parts.into_pack() {
        Ok(pack) => {
            Outcome { georeference, ..Outcome::from_reporter(Some(pack), sources, reporter) }
        }
        Err(faults) => {
            faults.iter().for_each(|fault| reporter.diagnostics.push(pack_diagnostic(fault, file)));
            Outcome::without_pack(sources, reporter)
        }
    }
}

/// Checks any authored file: a scenario, a map, a ruleset or a shop profile, recognised by its
/// keys.
pub fn check(files: &dyn Files, path: &ProjectPath) -> Outcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let Some((file, tree)) = read_tree(&mut sources, &mut reporter, path) else {
        return Outcome::without_pack(sources, reporter);
    };
    // If the keys do not identify the type of file, its name does.
    let by_name = match path.to_string().rsplit('/').next() {
        Some("map.yaml") => FileKind::Map,
        _ => FileKind::Scenario,
    };
    match FileKind::detect(&tree).unwrap_or(by_name) {
        FileKind::Map => {
            let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
            if let Some(ground) = map::load(&mut sources, &mut reporter, path, None) {
                map::check(&mut reporter, &ground);
            }
            reporter.drop_scenario_allowances();
            Outcome::without_pack(sources, reporter)
        }
        FileKind::AreaMap => {
            let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
            fab::check_map(&mut sources, &mut reporter, path);
            reporter.drop_scenario_allowances();
            Outcome::without_pack(sources, reporter)
        }
        FileKind::Ruleset => {
            let (_, diagnostics, sources) = ruleset::load_ruleset_by_name(files, &path.to_string());
            Outcome::from_diagnostics(diagnostics, sources)
        }
        FileKind::Shop => {
            let bytes = files.read(path, sandtable_shop::MAX_BYTES).unwrap_or_default();
            let read = sandtable_shop::read_profile(&files.display_path(path), &bytes);
            Outcome::from_diagnostics(read.diagnostics, read.sources)
        }
        FileKind::Stock => {
            let bytes = files.read(path, sandtable_shop::MAX_BYTES).unwrap_or_default();
            let read = sandtable_shop::read_stock(&files.display_path(path), &bytes);
            Outcome::from_diagnostics(read.diagnostics, read.sources)
        }
        FileKind::Scenario
        | FileKind::Orders
        | FileKind::Layer
        | FileKind::Record
        | FileKind::Part
        | FileKind::Schema => compile_tree(sources, reporter, path, file, tree),
    }
}

/// The outcome for a pack file that cannot be read.
pub fn unreadable_pack(shown: &str, error: &ReadError) -> Outcome {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add_without_text(shown);
    let code = match error {
        ReadError::OtherFormat { .. } => code::PACK_NEWER,
        _ => code::PACK_UNREADABLE,
    };
    diagnostics.push(
        Diagnostic::new(code, message!("cannot use this pack: {error}"))
            .at(Span::new(file, 0..0), "")
            .help(match error {
                ReadError::OtherFormat { found } if *found > u64::from(FORMAT_VERSION) => {
                    "install a newer sandtable: a later version wrote this pack"
                }
                _ => "recompile it from its scenario with `sandtable compile`",
            }),
    );
    Outcome::from_diagnostics(diagnostics, sources)
}

/// The diagnostic for a pack fault, located at the scenario because packs have no source locations.
pub(crate) fn pack_diagnostic(fault: &PackFault, scenario: FileId) -> Diagnostic {
    let finding = match fault.kind {
        FaultKind::Contradiction => {
            Diagnostic::new(code::PACK_REFUSED, message!("invalid pack: {fault}"))
                .help("this is a bug in the compiler: please report it with your files")
        }
        FaultKind::TooLarge => {
            Diagnostic::new(code::FILE_TOO_LARGE, message!("pack too large: {fault}"))
                .help("simplify the layers: in QGIS, Processing Toolbox › Simplify")
                .help("a battlefield needs far fewer than a million vertices")
        }
    };
    finding.at(Span::new(scenario, 0..0), "compiled from this scenario")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_pack_faults_with_part() {
        let fault = |kind| PackFault {
            place: "scenario.json: piece navy".to_owned(),
            message: "stands nowhere".to_owned(),
            kind,
        };
        let mut sources = SourceMap::new();
        let scenario = sources.add_without_text("scenario.yaml");
        let finding = pack_diagnostic(&fault(FaultKind::Contradiction), scenario);
        assert_eq!(finding.code, code::PACK_REFUSED);
        assert!(finding.message.contains("scenario.json: piece navy"), "{}", finding.message);
        assert!(finding.help[0].contains("report it"), "{:?}", finding.help);
        let place = finding.labels[0].place;
        assert_eq!((place.file(), finding.labels[0].primary), (scenario, true));
        let too_large = pack_diagnostic(&fault(FaultKind::TooLarge), scenario);
        assert_eq!(too_large.code, code::FILE_TOO_LARGE);
        assert_eq!(too_large.labels[0].place.file(), scenario);
    }
}

//! The compiler as one function: files in, pack and findings out.

use sandtable_pack::{FORMAT_VERSION, FaultKind, Pack, PackFault, ReadError};
use sandtable_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span, code};

use crate::file_kind::FileKind;
use crate::session::Session;
use crate::{map, ruleset, scenario};
use sandtable_source::{Files, ProjectPath};

/// What came of a run.
pub struct Outcome {
    /// The pack, unless an error stood in the way or the file was no scenario.
    pub pack: Option<Pack>,
    /// Everything found, in all files.
    pub diagnostics: Diagnostics,
    /// The files read, to show places in.
    pub sources: SourceMap,
}

impl Outcome {
    /// A pack that was read, without findings.
    pub fn of_pack(pack: Pack) -> Self {
        Self { pack: Some(pack), diagnostics: Diagnostics::new(), sources: SourceMap::new() }
    }

    fn without_pack(session: Session<'_>) -> Self {
        let (diagnostics, sources) = session.close();
        Self { pack: None, diagnostics, sources }
    }
}

/// Compiles the scenario in a file. Everything is checked in one run; a pack comes out when there
/// is no error.
pub fn compile(files: &dyn Files, path: &ProjectPath) -> Outcome {
    let mut session = Session::new(files);
    let file = session.read_text(path, None);
    let parts = file.and_then(|file| scenario::load(&mut session, file, path));
    session.close_map();
    let pack = match parts {
        Some(parts) if !session.diagnostics.has_errors() => Pack::new(parts)
            .map_err(|faults| {
                for fault in faults {
                    refused(&mut session, file, &fault);
                }
            })
            .ok(),
        _ => None,
    };
    let (diagnostics, sources) = session.close();
    Outcome { pack, diagnostics, sources }
}

/// Checks any authored file: a scenario, a map or a ruleset, told apart by their keys.
pub fn check(files: &dyn Files, path: &ProjectPath) -> Outcome {
    let mut session = Session::new(files);
    let kind = session.read_text(path, None).and_then(|file| {
        let tree = sandtable_source::parse(&session.sources, file, &mut session.diagnostics)?;
        Some(FileKind::of(&tree))
    });
    // What the keys do not tell, the name may.
    let by_name = match path.to_string().rsplit('/').next() {
        Some("map.yaml") => FileKind::Map,
        _ => FileKind::Scenario,
    };
    match kind.map(|kind| kind.unwrap_or(by_name)) {
        Some(FileKind::Map) => {
            let mut session = Session::new(files);
            if let Some(ground) = map::load(&mut session, path, None) {
                map::check(&mut session, &ground);
            }
            session.without_scenario();
            Outcome::without_pack(session)
        }
        Some(FileKind::Ruleset) => {
            let (_, diagnostics, sources) = ruleset::ruleset_named(files, &path.to_string());
            Outcome { pack: None, diagnostics, sources }
        }
        Some(FileKind::Scenario | FileKind::Layer | FileKind::Record | FileKind::Part) => {
            compile(files, path)
        }
        None => Outcome::without_pack(session),
    }
}

/// A finding for a pack file that cannot be read.
pub fn unreadable_pack(shown: &str, error: &ReadError) -> Outcome {
    let mut sources = SourceMap::new();
    let mut diagnostics = Diagnostics::new();
    let file = sources.add_without_text(shown);
    let code = match error {
        ReadError::OtherFormat { .. } => code::PACK_NEWER,
        _ => code::PACK_UNREADABLE,
    };
    diagnostics.push(
        Diagnostic::new(code, format!("this pack cannot be used: {error}"))
            .at(Span::new(file, 0..0), "")
            .help(match error {
                ReadError::OtherFormat { found } if *found > u64::from(FORMAT_VERSION) => {
                    "install a newer sandtable: this pack comes from one"
                }
                _ => "compile it again from its scenario with `sandtable compile`",
            }),
    );
    Outcome { pack: None, diagnostics, sources }
}

fn refused(session: &mut Session<'_>, scenario: Option<FileId>, fault: &PackFault) {
    let refusal = match fault.kind {
        FaultKind::Contradiction => {
            Diagnostic::new(code::PACK_REFUSED, format!("the pack refuses {fault}"))
                .help("this is a gap in the compiler's own checks: please report it with the files")
        }
        FaultKind::TooLarge => {
            Diagnostic::new(code::FILE_TOO_LARGE, format!("the pack would be too large: {fault}"))
                .help("thin the corners of the layers out: in QGIS, Processing Toolbox › Simplify")
                .help("a battlefield needs far less than a million corners")
        }
    };
    session.diagnostics.push(match scenario {
        Some(file) => refusal.at(Span::new(file, 0..0), "made from this scenario"),
        None => refusal,
    });
}

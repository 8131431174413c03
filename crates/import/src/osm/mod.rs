//! Converts OpenStreetMap data to layers: reads, assembles, classifies by a table, clips to the
//! frame, joins, names and writes features. It does not access the network.

pub(crate) mod assemble;
pub(crate) mod blocks;
pub(crate) mod completion;
pub(crate) mod conversion;
pub(crate) mod cover;
pub(crate) mod credit;
pub(crate) mod crossings;
pub(crate) mod element;
pub(crate) mod entries;
pub(crate) mod era;
pub(crate) mod extract;
pub(crate) mod faults;
pub(crate) mod feature;
pub(crate) mod formats;
pub(crate) mod lines;
pub(crate) mod report;
pub(crate) mod rings;
pub(crate) mod sea;
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostic, Diagnostics, Files, ProjectPath, SourceMap, code};

use crate::ground::Ground;
use crate::osm::conversion::Conversion;
use crate::osm::element::{BrokenObject, Element, Elements, OmittedObject, elements};
use crate::osm::era::Era;
use crate::osm::extract::{Extract, OsmId};
use crate::osm::feature::{Feature, assign_ids};
use crate::osm::report::OsmReport;
use crate::osm::table::Table;
use sandtable_authored::{Reporter, SourceReader};

/// The inputs and options of an import.
pub struct OsmImport {
    /// The extracts: OSM XML, `.osm.pbf`, or GeoJSON from Overpass Turbo.
    pub files: Vec<ProjectPath>,
    /// The map to import for.
    pub map: ProjectPath,
    /// The table that maps tags to classes; the built-in table if `None`.
    pub table: Option<ProjectPath>,
    /// The period to import.
    pub era: Era,
    /// The distance beyond the frame to keep.
    pub margin: GroundLength,
    /// The layers folder as the map names it, such as `layers/`.
    pub folder: String,
    /// The maximum number of unmatched tags to list.
    pub max_unmatched: usize,
    /// Whether to add the credit to the map's text.
    pub add_credit: bool,
}

/// The files of an import without errors.
pub struct ImportedOsm {
    /// The layers: file names and contents.
    pub layers: Vec<(String, String)>,
    /// The map's text with the credit added, if requested and missing.
    pub map: Option<String>,
}

/// The result of an import.
pub struct OsmOutcome {
    /// The files to write; `None` if there are errors.
    pub imported: Option<ImportedOsm>,
    /// The counts of imported and omitted objects; `None` if an input cannot be read.
    pub report: Option<OsmReport>,
    /// The mistakes in the inputs.
    pub diagnostics: Diagnostics,
    /// The sources of the diagnostics.
    pub sources: SourceMap,
}

/// Imports OpenStreetMap data and reports every mistake in one run.
pub fn import_osm(files: &dyn Files, import: &OsmImport) -> OsmOutcome {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let (imported, report) = run_import(&mut sources, &mut reporter, import).unzip();
    let failed = reporter.diagnostics.has_errors();
    let imported = imported.filter(|_| !failed);
    OsmOutcome { imported, report, diagnostics: reporter.close(), sources: sources.texts }
}

fn run_import(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &OsmImport,
) -> Option<(ImportedOsm, OsmReport)> {
    let ground = Ground::read(sources, reporter, &import.map, import.margin);
    let table = Table::read(sources, reporter, import.table.as_ref());
    let (mut extract, mut assembled, mut files) = (Extract::default(), Vec::new(), Vec::new());
    for (index, path) in import.files.iter().enumerate() {
        extract.file = index;
        let Some((at, elements)) = formats::read(sources, reporter, path, &mut extract) else {
            continue;
        };
        let broken = elements.broken.iter().map(|broken| broken.id);
        let ids = elements.whole.iter().map(|element| element.id).chain(broken);
        extract.origins.extend(ids.map(|id| (id, index)));
        files.push(at);
        assembled.push(elements);
    }
    let (ground, table) = (ground?, table?);
    if files.len() < import.files.len() {
        return None;
    }
    assembled.push(elements(&extract));
    let (whole, broken, omitted) = merge(assembled);
    let file = *files.first()?;
    let mut conversion = Conversion::new(&ground, &table, import.era);
    for element in &whole {
        conversion.add(element);
    }
    for OmittedObject { id, tags, reason } in &omitted {
        conversion.tally.count_unmatched(tags, *id, reason);
    }
    faults::report_broken(reporter, &files, &extract, &conversion, &broken);
    faults::report_off_globe(reporter, &files, &extract);
    let is_elsewhere = conversion.is_elsewhere();
    let mut features = conversion.finish();
    assign_ids(&mut features);
    if let Some(reason) = &conversion.tally.missing_sea {
        faults::report_missing_sea(reporter, file, reason);
    }
    if is_elsewhere {
        faults::report_no_overlap(reporter, &ground, &files, whole.iter());
    } else if features.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::OSM_OUTSIDE, "no features found in this extract")
                .at(file, format!("{} objects with tags", whole.len() + omitted.len()))
                .help("see the omitted objects below, and add lines for them to a table: `--write-table \
                      osm.csv` writes one to start from"),
        );
    }
    let report = conversion.tally.report(
        &features,
        import,
        entries::entry_lines(&ground, &features),
        extract.date.clone(),
        credit::is_credited(&ground.tree),
    );
    let layers = report.layers.iter().map(|layer| {
        let own: Vec<&Feature> =
            features.iter().filter(|feature| feature.class.word() == layer.class).collect();
        (layer.file.clone(), feature::geojson(&ground.wide, &own, extract.date.as_deref()))
    });
    let layers = layers.collect();
    let map = (import.add_credit && !report.credited)
        .then(|| credit::add_credit(reporter, &sources.texts, &ground))
        .flatten();
    Some((ImportedOsm { layers, map }, report))
}

/// Merges the objects of several files, sorted by kind and number. Later files have priority.
fn merge(files: Vec<Elements>) -> (Vec<Element>, Vec<BrokenObject>, Vec<OmittedObject>) {
    let (mut whole, mut broken, mut omitted) = (BTreeMap::new(), Vec::new(), Vec::new());
    for file in files {
        // A relation without own tags can be several objects.
        let mut own: BTreeMap<OsmId, Vec<Element>> = BTreeMap::new();
        for element in file.whole {
            own.entry(element.id).or_default().push(element);
        }
        whole.extend(own);
        broken.extend(file.broken);
        omitted.extend(file.omitted);
    }
    (whole.into_values().flatten().collect(), broken, omitted)
}

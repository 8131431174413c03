//! Converts OpenStreetMap data to layers: reads, assembles, classifies by a table, clips to the
//! frame, joins, names and writes features. It does not access the network.

pub(crate) mod assemble;
pub(crate) mod blocks;
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
pub(crate) mod table;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use sandtable_pack::GroundLength;
use sandtable_source::{Diagnostic, Diagnostics, Files, ProjectPath, SourceMap, code};

use crate::ground::Ground;
use crate::osm::conversion::Conversion;
use crate::osm::element::elements;
use crate::osm::era::Era;
use crate::osm::extract::Extract;
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

/// The result of an import.
pub struct ImportedOsm {
    /// The layers: file names and contents.
    pub layers: Vec<(String, String)>,
    /// The map's text with the credit added, if requested and missing.
    pub map: Option<String>,
    /// The counts of imported and omitted objects.
    pub report: OsmReport,
}

/// Imports OpenStreetMap data and reports every mistake in one run. If there are errors, it returns
/// no files to write.
pub fn import_osm(
    files: &dyn Files,
    import: &OsmImport,
) -> (Option<ImportedOsm>, Diagnostics, SourceMap) {
    let (mut sources, mut reporter) = (SourceReader::new(files), Reporter::new());
    let imported = run_import(&mut sources, &mut reporter, import);
    let failed = reporter.diagnostics.has_errors();
    (imported.filter(|_| !failed), reporter.close(), sources.texts)
}

fn run_import(
    sources: &mut SourceReader<'_>,
    reporter: &mut Reporter,
    import: &OsmImport,
) -> Option<ImportedOsm> {
    let ground = Ground::read(sources, reporter, &import.map, import.margin);
    let table = Table::read(sources, reporter, import.table.as_ref());
    let (mut extract, mut ready, mut named) = (Extract::default(), BTreeMap::new(), Vec::new());
    let mut good = true;
    for path in &import.files {
        match formats::read(sources, reporter, path, &mut extract) {
            Some((at, elements)) => {
                named.push(at);
                ready.extend(elements.into_iter().map(|element| (element.id, element)));
            }
            None => good = false,
        }
    }
    let (ground, table) = (ground?, table?);
    if !good {
        return None;
    }
    let (whole, broken) = elements(&extract);
    ready.extend(whole.into_iter().map(|element| (element.id, element)));
    let file = *named.first()?;
    let mut conversion = Conversion::new(&ground, &table, import.era);
    for element in ready.values() {
        conversion.add(element);
    }
    let off_globe = extract.off_globe;
    faults::report_broken(reporter, file, &conversion, &broken, off_globe);
    if conversion.is_elsewhere() {
        faults::report_no_overlap(reporter, &ground, file, ready.values());
        return None;
    }
    let mut features = conversion.finish();
    assign_ids(&mut features);
    let entries = entries::entry_lines(&ground, &features);
    let report = conversion.tally.report(
        &features,
        import,
        entries,
        extract.date.clone(),
        credit::is_credited(&ground.tree),
    );
    if features.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::OSM_OUTSIDE, "no features found in this extract")
                .at(file, format!("{} objects with tags", ready.len()))
                .help("see the omitted objects below, and add lines for them to a table: `--write-table \
                      osm.csv` writes one to start from"),
        );
    }
    let layers = report.layers.iter().map(|layer| {
        let own: Vec<&Feature> =
            features.iter().filter(|feature| feature.class.word() == layer.class).collect();
        (layer.file.clone(), feature::geojson(&ground.wide, &own, extract.date.as_deref()))
    });
    let layers = layers.collect();
    let map = (import.add_credit && !report.credited)
        .then(|| credit::add_credit(reporter, &sources.texts, &ground))
        .flatten();
    Some(ImportedOsm { layers, map, report })
}

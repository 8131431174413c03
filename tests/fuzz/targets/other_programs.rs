//! Files that other programs write: extracts of OpenStreetMap, PDFs, profiles of print shops.

use std::sync::LazyLock;

use sandtable_import::{Era, OsmImport, OsmOutcome, import_osm};
use sandtable_pack::GroundLength;
use sandtable_preflight::preflight;
use sandtable_shop::{DEFAULT, ShopProfile, built_in, read_profile, read_stock};
use sandtable_source::ProjectPath;
use sandtable_tests::EditedBattle;

use super::battles::FIELD;
use super::outcome::check_findings;

/// An extract: OSM XML, PBF, or GeoJSON from Overpass Turbo.
pub fn osm(bytes: &[u8]) -> Result<(), String> {
    let mut files = EditedBattle::new(FIELD);
    files.set("extract", bytes);
    let import = OsmImport {
        files: vec![ProjectPath::from_file_name("extract")],
        map: ProjectPath::from_file_name("map.yaml"),
        table: None,
        era: Era::Today,
        margin: GroundLength::from_metres(300),
        folder: "layers/".to_owned(),
        max_unmatched: 10,
        add_credit: true,
    };
    let OsmOutcome { imported, diagnostics, sources, .. } = import_osm(&files, &import);
    if imported.is_none() != diagnostics.has_errors() {
        return Err("layers and an error, or neither".to_owned());
    }
    check_findings(&sources, &diagnostics)
}

/// A finished PDF.
pub fn pdf(bytes: &[u8]) -> Result<(), String> {
    static PROFILE: LazyLock<ShopProfile> =
        LazyLock::new(|| built_in(DEFAULT).expect("built-in profile"));
    let found = preflight("fuzz.pdf", bytes, &PROFILE);
    if found.facts.pdf_version.is_none() && !found.diagnostics.has_errors() {
        return Err("neither facts nor an error".to_owned());
    }
    check_findings(&found.sources, &found.diagnostics)
}

/// A print shop's profile, and a stock.
pub fn profile(bytes: &[u8]) -> Result<(), String> {
    let profile = read_profile("fuzz.yaml", bytes);
    check_findings(&profile.sources, &profile.diagnostics)?;
    let stock = read_stock("fuzz.yaml", bytes);
    check_findings(&stock.sources, &stock.diagnostics)?;
    if profile.profile.is_none() != profile.diagnostics.has_errors()
        || stock.stock.is_none() != stock.diagnostics.has_errors()
    {
        return Err("a value and an error, or neither".to_owned());
    }
    Ok(())
}

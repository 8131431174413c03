//! The peak memory of printing a map.

mod support;

use allocation_counter::measure;
use sandtable_cartography::{MapOptions, map_sheet};
use sandtable_sheet::{Metadata, pdf, png};

/// A map with 27,000 vertices on 534 × 620 mm. A single thread draws the picture band by band,
/// which counts all memory; the whole picture would take 185 MB.
#[test]
fn draws_300_dpi_in_bounded_memory() {
    const MEGABYTE: u64 = 1_000_000;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let pack = support::battlefield(4_500);
    let sheet = map_sheet(&pack, &MapOptions::default());
    let (width, height) = (sheet.width.millimetres(), sheet.height.millimetres());
    let dots = 300.0 / 25.4;
    let whole = (width * dots * height * dots) as u64 * 4;
    assert!(whole > 180 * MEGABYTE, "{width} × {height} mm");
    let picture = || png(&sheet, 300.0, std::io::sink()).expect("the picture is drawn");
    let drawn = pool.install(|| measure(picture));
    assert!(drawn.bytes_max < 50 * MEGABYTE, "{} bytes", drawn.bytes_max);
    let sheets = [sheet];
    let written = pool.install(|| {
        measure(|| {
            pdf(&sheets, &Metadata::default()).expect("the PDF is written");
        })
    });
    assert!(written.bytes_max < 150 * MEGABYTE, "{} bytes", written.bytes_max);
}

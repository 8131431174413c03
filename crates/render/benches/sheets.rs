//! Measures printing a map to PDF and to PNG at 300 dots per inch. The goals are 1 s and 10 MB for
//! PDF and 2.5 s for PNG, and ten times as long for ten times the vertices.

#[path = "../tests/support/mod.rs"]
mod support;

use divan::{Bencher, black_box};
use sandtable_cartography::{MapOptions, map_sheet};
use sandtable_render::{Format, PrintOrder, Product, Target, print};
use sandtable_sheet::{Metadata, pdf, png};

fn main() {
    divan::main();
}

/// Vertices per woods boundary and river: about 27,000 authored vertices in total, or ten times as
/// many.
const BENDS: [u32; 2] = [4_500, 45_000];

#[divan::bench(args = BENDS)]
fn map_display_list(bencher: Bencher<'_, '_>, bends: u32) {
    let pack = support::battlefield(bends);
    bencher.bench_local(|| map_sheet(black_box(&pack), &MapOptions::default()));
}

#[divan::bench(args = BENDS)]
fn map_pdf(bencher: Bencher<'_, '_>, bends: u32) {
    let sheet = map_sheet(&support::battlefield(bends), &MapOptions::default());
    let sheets = [sheet];
    bencher.bench_local(|| pdf(black_box(&sheets), &Metadata::default()).map(|bytes| bytes.len()));
}

#[divan::bench(args = BENDS)]
fn map_png_300_dpi(bencher: Bencher<'_, '_>, bends: u32) {
    let sheet = map_sheet(&support::battlefield(bends), &MapOptions::default());
    bencher.bench_local(|| png(black_box(&sheet), 300.0, std::io::sink()));
}

/// More than a thousand stickers in one PDF: the goal is 2 s.
#[divan::bench(args = ["home", "shop"])]
fn thousand_stickers(bencher: Bencher<'_, '_>, target: &str) {
    let pack = support::large_army(1_000);
    let target = match target {
        "shop" => Target::Shop(Box::default()),
        _ => Target::Home,
    };
    let order = PrintOrder {
        products: vec![Product::Stickers],
        formats: vec![Format::Pdf],
        target,
        ..PrintOrder::default()
    };
    bencher.bench_local(|| print(black_box(&pack), &order).map(|printed| printed.files.len()));
}

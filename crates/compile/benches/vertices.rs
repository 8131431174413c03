//! The time to check a map, by number of vertices: `cargo bench -p sandtable-compile`. For a table
//! that includes memory, run `cargo run --release -p sandtable-compile --example vertices`.

#[path = "generated_map.rs"]
mod generated_map;

use std::collections::BTreeMap;

use divan::counter::ItemsCount;
use sandtable_source::{FileError, Files, ProjectPath};

fn main() {
    divan::main();
}

struct InMemory(BTreeMap<String, String>);

impl Files for InMemory {
    fn read(&self, path: &ProjectPath, _limit: u64) -> Result<Vec<u8>, FileError> {
        let text = self.0.get(&path.to_string()).ok_or(FileError::Missing)?;
        Ok(text.clone().into_bytes())
    }
    fn sibling_names(&self, _: &ProjectPath) -> Vec<String> {
        Vec::new()
    }
    fn display_path(&self, path: &ProjectPath) -> String {
        path.to_string()
    }
}

const SIZES: [usize; 3] = [10_000, 100_000, 1_000_000];

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn check(bencher: divan::Bencher, vertices: usize) {
    let files = InMemory(generated_map::files(vertices));
    let map = ProjectPath::from_file_name("map.yaml");
    bencher.counter(ItemsCount::new(vertices)).bench_local(|| {
        let outcome = sandtable_compile::check(&files, &map);
        assert!(!outcome.diagnostics.has_errors());
    });
}

#[divan::bench(args = SIZES, sample_count = 5, sample_size = 1)]
fn fix(bencher: divan::Bencher, vertices: usize) {
    let files = InMemory(generated_map::files(vertices));
    let map = ProjectPath::from_file_name("map.yaml");
    bencher
        .counter(ItemsCount::new(vertices))
        .bench_local(|| assert!(sandtable_map::repair(&files, &map).layers.is_empty()));
}

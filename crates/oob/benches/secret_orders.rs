//! Benchmarks for sealing, opening, verifying and merging. Each runs a whole process at the
//! production work factor, once with 64 leaves and once with the maximum tree: `cargo bench -p
//! sandtable-oob`.

#[path = "../tests/table/mod.rs"]
#[allow(dead_code, reason = "tests use the rest")]
mod table;

use std::sync::LazyLock;

use divan::Bencher;
use table::Table;

fn main() {
    divan::main();
}

/// The size of the tree of a base pack.
#[derive(Clone, Copy, Debug)]
enum Tree {
    Small,
    Largest,
}

const TREES: [Tree; 2] = [Tree::Small, Tree::Largest];

/// A test table after both players have sealed their orders, with both commitments.
struct SealedTable {
    table: Table,
    blue: String,
    red: String,
}

static SMALL: LazyLock<SealedTable> = LazyLock::new(|| {
    // One day, eight turns, two entries, three commands: 60 slots.
    sealed_table(64, |base| {
        base.replace("limits: { reinforcements", "limits: { commands: 2, reinforcements")
    })
});
static LARGEST: LazyLock<SealedTable> = LazyLock::new(|| {
    // Nine days, eight turns, two entries, 65 commands: 9,558 slots.
    sealed_table(16_384, |base| base.replace("days: 1,", "days: 9,"))
});

impl Tree {
    fn fixture(self) -> &'static SealedTable {
        match self {
            Self::Small => &SMALL,
            Self::Largest => &LARGEST,
        }
    }
}

fn sealed_table(leaves: usize, change: impl FnOnce(String) -> String) -> SealedTable {
    let table = Table::with_scenario(change);
    table.create_match();
    let key = table.run_ok("key -o umpire.key");
    let [blue, red] = ["blue", "red"].map(|side| table.seal(side, &format!("--umpire {key}")));
    table.open("blue", "blue.opened.json", "");
    let opened: serde_json::Value =
        serde_json::from_str(&table.read("blue.opened.json")).expect("valid JSON");
    assert_eq!(opened["salts"].as_array().map(Vec::len), Some(leaves));
    SealedTable { table, blue, red }
}

/// Checks, hashes and seals the author's file with a passphrase.
#[divan::bench(args = TREES, sample_count = 5, sample_size = 1)]
fn seal(bencher: Bencher<'_, '_>, tree: Tree) {
    let SealedTable { table, .. } = tree.fixture();
    bencher
        .with_inputs(|| {
            let _ = std::fs::remove_file(table.path("again.sealed"));
        })
        .bench_local_values(|()| {
            table.run_ok("seal blue.oob.yaml --pack base.pack --match match.json -o again.sealed --passphrase-file blue.pass")
        });
}

/// Opens a whole sealed file.
#[divan::bench(args = TREES, sample_count = 5, sample_size = 1)]
fn open(bencher: Bencher<'_, '_>, tree: Tree) {
    let SealedTable { table, .. } = tree.fixture();
    bencher
        .with_inputs(|| {
            let _ = std::fs::remove_file(table.path("again.opened.json"));
        })
        .bench_local_values(|()| table.open("blue", "again.opened.json", ""));
}

/// Verifies an opening against its commitment and the base pack.
#[divan::bench(args = TREES, sample_count = 10, sample_size = 1)]
fn verify(bencher: Bencher<'_, '_>, tree: Tree) {
    let SealedTable { table, blue, .. } = tree.fixture();
    bencher.bench_local(|| {
        let output = table.verify("blue.opened.json", "blue", blue, "");
        assert_eq!(output.status, 0, "{}", output.stderr);
    });
}

/// Verifies the copies of both sides against their commitments, and merges them into packs.
#[divan::bench(args = TREES, sample_count = 10, sample_size = 1)]
fn merge(bencher: Bencher<'_, '_>, tree: Tree) {
    let SealedTable { table, blue, red } = tree.fixture();
    let remove_output = || {
        let _ = std::fs::remove_dir_all(table.path("umpire"));
    };
    bencher.with_inputs(remove_output).bench_local_values(|()| {
        table.run_ok(&format!("merge base.pack blue.umpire.sealed red.umpire.sealed --key umpire.key --match match.json --commitment blue={blue} --commitment red={red} --out umpire"))
    });
}

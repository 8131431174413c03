//! The real battle from authored files to pack, printed map, stickers and played games.

use lopdf::Document;
use lopdf::content::Content;
use sandtable_engine::BotKind;
use sandtable_pack::{AnyPack, Pack, PackLimits, read, write};
use sandtable_render::{PrintOrder, Product, print};
use sandtable_runner::{RunOptions, RunResult, json, run};
use sandtable_tests::{compile_battle, project};

fn pack() -> Pack {
    compile_battle("gettysburg").pack.and_then(AnyPack::pub_battles).expect("Gettysburg compiles")
}

#[test]
fn compiles_without_errors_or_warnings() {
    let outcome = compile_battle("gettysburg");
    let summary = outcome.diagnostics.summary();
    assert_eq!((summary.errors, summary.warnings), (0, 0));
    assert!(outcome.pack.is_some());
}

#[test]
fn pack_round_trips_byte_for_byte() {
    let pack = pack();
    let bytes = write(&pack);
    assert!(write(&self::pack()) == bytes, "two compilations differ");
    assert!(
        read(&bytes, PackLimits::default()).as_ref() == Ok(&pack),
        "the pack reads differently"
    );
}

#[test]
fn ruleset_matches_sample() {
    assert_eq!(*pack().ruleset(), sandtable_pack::sample::ruleset());
}

fn play_games(threads: usize, seed: u64) -> RunResult {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
    let options = RunOptions::new(4, seed, [BotKind::Aggressive, BotKind::Random]);
    pool.install(|| run(&pack().into(), options, || ()))
}

#[test]
fn games_do_not_depend_on_threads() {
    let one = play_games(1, 1);
    assert_eq!((one.completed, one.failures.as_slice()), (4, [].as_slice()));
    assert_eq!(json(&play_games(2, 1)), json(&one));
    assert_ne!(play_games(2, 2).digest, one.digest, "another seed must give other games");
}

#[test]
fn run_results_keep_promised_keys() {
    let result: serde_json::Value =
        serde_json::from_str(&json(&play_games(2, 1))).expect("the result is JSON");
    let keys: Vec<_> =
        result.as_object().expect("the value is an object").keys().cloned().collect();
    let promised = [
        "games",
        "completed",
        "seed",
        "bots",
        "digest",
        "findings",
        "failures",
        "sides",
        "draws",
        "victories",
        "turns",
    ];
    assert!(promised.iter().all(|key| keys.iter().any(|found| found == key)), "{keys:?}");
    for side in ["union", "confederate"] {
        for key in ["wins", "win_rate", "interval", "mean_points"] {
            assert!(!result["sides"][side][key].is_null(), "{side}.{key}");
        }
    }
}

type Position = [f64; 2];

/// Returns the lengths of a degree of longitude and latitude in metres on the WGS 84 ellipsoid,
/// from its radii of curvature at this latitude. Shares no code with the compiler's projection, and
/// is accurate to a few parts per million over five kilometres.
fn metres_per_degree(latitude: f64) -> Position {
    let (a, e2) = (6_378_137.0, 0.006_694_379_990_141_3);
    let (sine, cosine) = (libm::sin(latitude.to_radians()), libm::cos(latitude.to_radians()));
    let root = (1.0 - e2 * sine * sine).sqrt();
    let (prime_vertical, meridian) = (a / root, a * (1.0 - e2) / (root * root * root));
    [prime_vertical * cosine, meridian].map(|radius| radius.to_radians())
}

fn ground_distance(one: Position, other: Position) -> f64 {
    let scale = metres_per_degree((one[1] + other[1]) / 2.0);
    let [dx, dy] = [0, 1].map(|axis| (one[axis] - other[axis]) * scale[axis]);
    (dx * dx + dy * dy).sqrt()
}

/// The positions of a road in the author's layer, as longitude and latitude.
fn authored_road(id: &str) -> Vec<Position> {
    let file = project().join("maps/gettysburg/layers/roads.geojson");
    let layer: serde_json::Value =
        serde_json::from_slice(&std::fs::read(file).expect("the layer exists"))
            .expect("valid JSON");
    let features = layer["features"].as_array().expect("features");
    let road = features.iter().find(|road| road["properties"]["id"] == id).expect("the road");
    let places = road["geometry"]["coordinates"].as_array().expect("a line");
    let number = |value: &serde_json::Value| value.as_f64().expect("the value is a number");
    places.iter().map(|place| [number(&place[0]), number(&place[1])]).collect()
}

/// All paths of the first page, in millimetres on paper.
fn printed_paths(pdf: &[u8]) -> Vec<Vec<Position>> {
    let document = Document::load_mem(pdf).expect("the PDF is valid");
    let page = *document.get_pages().values().next().expect("a page");
    let content = Content::decode(&document.get_page_content(page)).expect("valid content");
    let mut states = Vec::new();
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut paths = Vec::new();
    let mut path: Vec<Position> = Vec::new();
    for operation in &content.operations {
        let numbers: Vec<f64> =
            operation.operands.iter().filter_map(|o| o.as_float().ok().map(f64::from)).collect();
        match (operation.operator.as_str(), numbers.as_slice()) {
            ("q", _) => states.push(matrix),
            ("Q", _) => matrix = states.pop().expect("states are balanced"),
            ("cm", &[a, b, c, d, e, f]) => {
                let [m, n, o, p, q, r] = matrix;
                matrix = [
                    a * m + b * o,
                    a * n + b * p,
                    c * m + d * o,
                    c * n + d * p,
                    e * m + f * o + q,
                    e * n + f * p + r,
                ];
            }
            (operator @ ("m" | "l"), &[x, y]) => {
                if operator == "m" {
                    paths.push(std::mem::take(&mut path));
                }
                let [a, b, c, d, e, f] = matrix;
                let points = [a * x + c * y + e, b * x + d * y + f];
                path.push(points.map(|value| value * 25.4 / 72.0));
            }
            ("S" | "f" | "f*" | "B" | "n", _) => paths.push(std::mem::take(&mut path)),
            _ => {}
        }
    }
    paths
}

fn paper_distance(one: Position, other: Position) -> f64 {
    let [dx, dy] = [0, 1].map(|axis| one[axis] - other[axis]);
    (dx * dx + dy * dy).sqrt()
}

/// Checks the scale of 1:16,000 from the author's coordinates to the printed page. For roads
/// completely inside the frame, lengths on the ellipsoid and on paper agree to 0.01 %.
#[test]
fn printed_distance_matches_the_ground() {
    let order = PrintOrder { products: vec![Product::Map], ..PrintOrder::default() };
    let printed = print(&pack(), &order).expect("the map prints");
    let mut pdf = Vec::new();
    printed.files[0].write(&mut pdf).expect("writing to memory cannot fail");
    let paths = printed_paths(&pdf);
    let mut longest: f64 = 0.0;
    for id in ["wheatfield-road", "granite-schoolhouse-lane"] {
        let road = authored_road(id);
        let whole = |places: &[Position], distance: fn(Position, Position) -> f64| {
            distance(places[0], places[places.len() - 1])
        };
        let ground = whole(&road, ground_distance);
        let expected = ground * 1_000.0 / 16_000.0;
        let errors = paths
            .iter()
            .filter(|path| path.len() == road.len())
            .map(|path| (whole(path, paper_distance) / expected - 1.0).abs());
        let best = errors.fold(f64::INFINITY, f64::min);
        assert!(best < 0.000_1, "{id}: {ground:.1} m, off by {:.4} %", best * 100.0);
        longest = longest.max(ground);
    }
    assert!(longest > 1_000.0, "the roads are too short for this test: {longest:.0} m");
}

#[test]
fn every_piece_has_a_sticker() {
    let pack = pack();
    let commands = pack.scenario().sides.iter().flat_map(|side| &side.commands);
    let names: Vec<_> = commands
        .flat_map(|command| &command.pieces)
        .map(|piece| pack.labels().pieces[&piece.id].name.clone())
        .collect();
    let order = PrintOrder { products: vec![Product::Stickers], ..PrintOrder::default() };
    let printed = print(&pack, &order).expect("the stickers print");
    let mut pdf = Vec::new();
    printed.files[0].write(&mut pdf).expect("writing to memory cannot fail");
    let document = Document::load_mem(&pdf).expect("the PDF is valid");
    let pages: Vec<u32> = document.get_pages().keys().copied().collect();
    let text = document.extract_text(&pages).expect("text can be read");
    assert!(names.len() > 40);
    for name in names {
        assert!(text.contains(&name), "{name} has no sticker");
    }
}

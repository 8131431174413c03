//! Packs, and records of games.

use std::sync::LazyLock;

use sandtable_pack::{
    AnyPack, Labels, Map, Pack, PackLimits, PackParts, Ruleset, Scenario, Scenery, read_any, sample,
};
use sandtable_runner::{compare, prove};
use sandtable_tests::EditedBattle;
use serde::Deserialize;

use super::outcome::check_pack;

/// A pack file.
pub fn pack(bytes: &[u8]) -> Result<(), String> {
    read_any(bytes, PackLimits::default()).map_or(Ok(()), |pack| check_pack(&pack))
}

/// Parts of a pack. Other parts are those of the sample battle.
#[derive(Deserialize)]
struct Parts {
    scenario: Option<Scenario>,
    map: Option<Map>,
    ruleset: Option<Ruleset>,
    labels: Option<Labels>,
    scenery: Option<Scenery>,
}

/// The parts of a pack as JSON: in a pack file, checksums would stop every change.
pub fn pack_parts(bytes: &[u8]) -> Result<(), String> {
    let Ok(read) = serde_json::from_slice::<Parts>(bytes) else { return Ok(()) };
    let sample = sample::parts();
    let parts = PackParts {
        scenario: read.scenario.unwrap_or(sample.scenario),
        map: read.map.unwrap_or(sample.map),
        ruleset: read.ruleset.unwrap_or(sample.ruleset),
        labels: read.labels.unwrap_or(sample.labels),
        scenery: read.scenery.unwrap_or(sample.scenery),
        ..sample
    };
    Pack::new(parts).map_or(Ok(()), |pack| check_pack(&pack.into()))
}

/// A record of a game, on the battles of `tests/replays`.
pub fn record(bytes: &[u8]) -> Result<(), String> {
    static BATTLES: LazyLock<[AnyPack; 2]> = LazyLock::new(|| {
        ["bridgehead", "crossroads"].map(|name| {
            let battle = EditedBattle::new(&format!("tests/replays/{name}/scenario.yaml"));
            battle.compile().pack.expect("valid battle")
        })
    });
    let Ok(text) = std::str::from_utf8(bytes) else { return Ok(()) };
    for battle in &*BATTLES {
        let proved = prove(battle, text);
        let compared = compare(battle, text, None);
        if proved.is_ok() && compared.is_err() {
            return Err("a valid record is not compared".to_owned());
        }
    }
    Ok(())
}

//! Hostile orders of battle against a valid base: any content is reported, inside its own file.

use std::sync::LazyLock;
use std::time::Instant;

use sandtable_compile::{merge, read_orders_text};
use sandtable_pack::{AnyPack, Pack};
use sandtable_source::{Place, report};

use crate::battle::TIME_LIMIT;
use crate::outcome::check_findings;
use crate::support::{battle, data, run};

/// The base pack with two free sides.
static BASE: LazyLock<Pack> = LazyLock::new(|| {
    let mut files = battle();
    files.set("scenario.yaml", file("base.scenario.yaml"));
    run(&files).pack.and_then(AnyPack::pub_battles).expect("valid base")
});

/// Reads a file of the free battle, to corrupt it.
pub fn file(name: &str) -> Vec<u8> {
    std::fs::read(data().join("oob").join(name)).expect("readable file")
}

/// Checks the properties of reading any bytes as an order of battle; the error describes a
/// violation.
pub fn check_orders(bytes: &[u8]) -> Result<(), String> {
    let start = Instant::now();
    let read = || read_orders_text("spoilt.oob.yaml", bytes.to_vec(), &BASE);
    let outcome = read();
    if start.elapsed() > TIME_LIMIT {
        return Err(format!("takes {} s", start.elapsed().as_secs()));
    }
    check_findings(&outcome.sources, &outcome.diagnostics)?;
    for finding in outcome.diagnostics.sorted() {
        for label in &finding.labels {
            let (Place::Text(span), shown) =
                (label.place, outcome.sources.file(label.place.file()).path())
            else {
                continue;
            };
            if shown != "spoilt.oob.yaml" {
                return Err(format!("it points to {shown} at {span:?}: {finding:?}"));
            }
        }
    }
    if outcome.orders.is_none() != outcome.diagnostics.has_errors() {
        return Err("an order of battle and an error, or neither".to_owned());
    }
    if let Some(orders) = &outcome.orders
        && let Err(error) = merge(&BASE, std::slice::from_ref(orders))
    {
        return Err(format!("it has no error and is not merged: {error}"));
    }
    let json = |outcome: &sandtable_compile::OrdersOutcome| {
        serde_json::to_string(&report(&outcome.sources, &outcome.diagnostics)).expect("valid JSON")
    };
    if json(&outcome) == json(&read()) {
        Ok(())
    } else {
        Err("the same file gives other findings".to_owned())
    }
}

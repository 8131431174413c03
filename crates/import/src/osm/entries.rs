//! Entries of the map: the points where roads leave the frame.

use std::collections::BTreeSet;

use sandtable_pack::{Choice as _, GroundPoint};
use sandtable_source::json_string;

use super::feature::{Feature, Geometry};
use super::report;
use crate::ground::Ground;
use sandtable_authored::LayerClass;
use sandtable_map::clip_line;

/// Formats lines for the map's `entries`: the points where pikes and roads leave the frame,
/// clockwise from the north-west.
pub(crate) fn entry_lines(ground: &Ground, features: &[Feature]) -> Vec<String> {
    let mut found = Vec::new();
    for feature in features {
        let Geometry::Lines(lines) = &feature.drawn else { continue };
        if feature.class != LayerClass::Road || feature.kind == "lane" {
            continue;
        }
        let mut edges = BTreeSet::new();
        for line in lines {
            let own: Vec<GroundPoint> = line.iter().map(|&point| ground.inner(point)).collect();
            for part in clip_line(&ground.frame, &own) {
                for end in [part.0[0], part.0[part.0.len() - 1]] {
                    let Some(edge) = sandtable_map::edge_at(&ground.frame, end) else { continue };
                    let (order, along) = report::clockwise_position(edge, end);
                    if edges.insert(order) {
                        let word = edge.word();
                        // The title is printed beside the map.
                        let unnamed = || format!("Road to the {word}");
                        let title = feature.name().map_or_else(unnamed, str::to_owned);
                        let title = json_string(&title);
                        let id = format!("{}-{word}", feature.id);
                        found.push((
                            (order, along),
                            format!(
                                "  - {{ id: {id}, title: {title}, road: {}, edge: {word} }}",
                                feature.id
                            ),
                        ));
                    }
                }
            }
        }
    }
    found.sort();
    found.into_iter().map(|(_, line)| line).collect()
}

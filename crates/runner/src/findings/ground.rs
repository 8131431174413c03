//! Findings about unused terrain.

use std::collections::BTreeMap;

use sandtable_source::{Message, code, message};

use super::{Analysis, BOTTLENECK_SHARE, Finding, MAX_SEPARATE_GROUNDS, plural};
use crate::census::CastFeature;

impl Analysis<'_> {
    pub(super) fn map(&self) -> Vec<Finding> {
        let mut found = Vec::new();
        let census = self.census();
        found.extend(self.unused_terrain());
        found.extend(self.empty_thirds());
        let all: u64 = census.crossings.iter().sum();
        if self.cast.crossings.len() > 1 && all > 0 {
            for (crossing, times) in self.cast.crossings.iter().zip(&census.crossings) {
                if *times as f64 >= BOTTLENECK_SHARE * all as f64 {
                    found.push(Finding {
                        label: "most crossings are here".to_owned(),
                        help: "check that one crossing should control the whole river".to_owned(),
                        ..self.finding(
                            code::BOTTLENECK,
                            &crossing.id,
                            message!(
                                "{times} of {all} river crossings over {} games are at {}",
                                self.games(),
                                crossing.name
                            ),
                        )
                    });
                }
            }
        }
        found
    }

    /// Reports terrain that no piece enters; one finding may list several features of a kind.
    pub(super) fn unused_terrain(&self) -> Vec<Finding> {
        let help = "draw it in less detail, or give players a reason to go there";
        let mut by_kind: BTreeMap<&str, Vec<&CastFeature>> = BTreeMap::new();
        for (ground, games) in self.cast.grounds.iter().zip(&self.census().grounds) {
            if *games == 0 {
                by_kind.entry(ground.kind).or_default().push(ground);
            }
        }
        let finding = |(kind, grounds): (&str, Vec<&CastFeature>)| {
            let unused = |about: &str, message: Message| Finding {
                label: "never entered".to_owned(),
                help: help.to_owned(),
                ..self.finding(code::GROUND_UNTROD, about, message)
            };
            let games = self.games();
            if grounds.len() <= MAX_SEPARATE_GROUNDS {
                let one = |ground: &&CastFeature| {
                    unused(
                        &ground.id,
                        message!("no piece enters {} ({kind}) in {games} games", ground.name),
                    )
                };
                return grounds.iter().map(one).collect();
            }
            // Unnamed features come last, by id.
            let (unnamed, named): (Vec<&CastFeature>, Vec<&CastFeature>) =
                grounds.iter().copied().partition(|ground| ground.name == ground.id);
            let all: Vec<String> = named
                .iter()
                .map(|ground| ground.name.clone())
                .chain(unnamed.iter().map(|ground| format!("`{}`", ground.id)))
                .collect();
            let message = message!(
                "{} of {} {} are never entered in {games} games: {}",
                all.len(),
                self.cast.grounds.iter().filter(|ground| ground.kind == kind).count(),
                plural(kind),
                all.join(", ")
            );
            let also = grounds[1..].iter().map(|ground| ground.id.clone()).collect();
            vec![Finding { also, ..unused(&grounds[0].id, message) }]
        };
        by_kind.into_iter().flat_map(finding).collect()
    }

    /// Reports thirds of the map in which no piece ends a turn. Area maps have none.
    pub(super) fn empty_thirds(&self) -> Vec<Finding> {
        let Some(columns) = self.cast.columns else { return Vec::new() };
        let census = self.census();
        let rows = self.cast.spots / columns;
        let thirds = [
            ("western", 0..columns / 3, 0..rows),
            ("eastern", columns - columns / 3..columns, 0..rows),
            ("southern", 0..columns, 0..rows / 3),
            ("northern", 0..columns, rows - rows / 3..rows),
        ];
        let is_empty = |across: &std::ops::Range<usize>, up: &std::ops::Range<usize>| {
            up.clone().all(|row| {
                across.clone().all(|column| {
                    let spot = row * columns + column;
                    census.stood.iter().all(|side| side[spot] == 0)
                })
            })
        };
        let empty = thirds.into_iter().filter(|(_, across, up)| is_empty(across, up));
        empty
            .map(|(name, ..)| Finding {
                help: "reduce the frame: the map then prints on fewer sheets".to_owned(),
                ..self.finding(
                    code::MAP_EMPTY,
                    self.scenario,
                    message!(
                        "no piece ends a turn in the {name} third of the map in {} games",
                        self.games()
                    ),
                )
            })
            .collect()
    }
}

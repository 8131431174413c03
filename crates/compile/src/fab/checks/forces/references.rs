//! FAB-V2, FAB-V3, FAB-V34: names that parts of the battle refer to.

use std::collections::BTreeSet;

use sandtable_source::{Diagnostic, Span, Spanned, code, message};

use crate::fab::authored_battle::{AuthoredBattle, check_reference, entries};
use sandtable_authored::Id;
use sandtable_authored::Reporter;
use sandtable_authored::fab::{
    AreaFilter, AreaName, Control, End, Letter, Scenario, Supply, WordOrList,
};

/// FAB-V2: every name refers to something.
pub(crate) fn check(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let mut look = ReferenceCheck { reporter, authored: written, rule: "FAB-V2" };
    look.map();
    look.pieces();
    look.schedule();
    look.rules();
    look.set_up();
}

struct ReferenceCheck<'l, 'w> {
    reporter: &'l mut Reporter,
    authored: &'l AuthoredBattle<'w>,
    /// The rule to cite for unresolved names.
    rule: &'static str,
}

impl<'w> ReferenceCheck<'_, 'w> {
    fn scenario(&self) -> &'w Scenario {
        self.authored.scenario
    }

    fn side(&mut self, id: &str, at: Span) {
        let known = self.authored.sides().map(|side| side.value.as_str());
        check_reference(self.reporter, self.rule, "side", id, at, known);
    }

    fn side_keys<'k>(&mut self, keys: impl IntoIterator<Item = &'k Spanned<String>>) {
        for key in keys {
            self.side(key, key.span);
        }
    }

    fn area(&mut self, area: &Spanned<AreaName>) {
        let mut water = self.authored.water.iter();
        if self.authored.area(area).is_none()
            && let Some(water) = water.find(|water| water.id == area.value.0)
        {
            return self.water(area, water.at);
        }
        let known = self.scenario().areas.iter().map(|one| one.id.value.0.as_str());
        check_reference(self.reporter, self.rule, "area", area, area.span, known);
    }

    /// FAB-G14: reports drawn water that is named as an area.
    fn water(&mut self, named: &Spanned<AreaName>, drawn: Span) {
        let name = &named.value.0;
        self.reporter.diagnostics.push(
            Diagnostic::new(
                code::UNKNOWN_NAME,
                message!("`{name}` is water, not an area"),
            )
            .rule(self.rule)
            .at(named.span, "expected an area")
            .also(drawn, "drawn as water")
            .help("name the area at the shore: sea and lakes are not areas (FAB-G14); units that come by sea need an entry letter at the coast, and their supply source `entry:` with that letter"),
        );
    }

    fn areas<'k>(&mut self, areas: impl IntoIterator<Item = &'k Spanned<AreaName>>) {
        areas.into_iter().for_each(|area| self.area(area));
    }

    fn terrain(&mut self, id: &Spanned<Id>) {
        let known = self.scenario().terrain.iter().map(|one| one.id.value.0.as_str());
        check_reference(self.reporter, self.rule, "terrain", id, id.span, known);
    }

    fn formation(&mut self, id: &str, at: Span) {
        let known = self.scenario().formations.iter().map(|one| one.id.value.0.as_str());
        check_reference(self.reporter, self.rule, "formation", id, at, known);
    }

    fn unit_type(&mut self, id: &Spanned<Id>) {
        let known = self.scenario().unit_types.iter().map(|one| one.id.value.0.as_str());
        check_reference(self.reporter, self.rule, "unit type", id, id.span, known);
    }

    fn unit(&mut self, id: &str, at: Span) {
        let known = self.scenario().units.iter().map(|one| one.id.value.0.as_str());
        check_reference(self.reporter, self.rule, "unit", id, at, known);
    }

    fn chit(&mut self, id: &str, at: Span) {
        let known = self.authored.chits().map(|(chit, _)| chit);
        check_reference(self.reporter, self.rule, "asset or event", id, at, known);
    }

    /// Reports an asset, event or Special Action that is set up as a unit.
    fn chit_among_units(&mut self, named: &Spanned<String>, defined: Span) {
        let name = &named.value;
        let is_asset = self.scenario().assets.iter().any(|one| **one.id == **name);
        let is_event = self.scenario().events.iter().any(|one| **one.id == **name);
        let noun = match (is_asset, is_event) {
            (true, _) => "an asset",
            (false, true) => "an event",
            (false, false) => "a Special Action",
        };
        self.reporter.diagnostics.push(
            Diagnostic::new(
                code::UNKNOWN_NAME,
                message!("`{name}` is {noun}, not a unit"),
            )
            .rule(self.rule)
            .at(named.span, "expected a unit")
            .also(defined, format!("defined as {noun}"))
            .help(match (is_asset, is_event) {
                (false, false) => "remove it here: it is available from the start".to_owned(),
                _ => format!("remove it here, and write `{name}: available` under `setup: boxes`, or another box; a chit that is not in a box is in the cup, or arrives in its turn"),
            }),
        );
    }

    fn letter(&mut self, letter: &Spanned<Letter>) {
        if self.reporter.is_unread(self.scenario().span, "entries") {
            return;
        }
        let letters = self.scenario().entries.iter();
        let known: BTreeSet<String> = letters.map(|entry| entry.letter.0.to_string()).collect();
        let known = known.iter().map(String::as_str);
        check_reference(
            self.reporter,
            self.rule,
            "entry area",
            &letter.0.to_string(),
            letter.span,
            known,
        );
    }

    fn border(&mut self, border: &Spanned<Id>) {
        let Some(rules) = self.authored.ruleset else { return };
        let known = rules.border_types.iter().map(|one| one.id.as_str());
        check_reference(self.reporter, self.rule, "border type", border, border.span, known);
    }

    fn connection(&mut self, way: &Spanned<Id>) {
        let Some(rules) = self.authored.ruleset else { return };
        let known = rules.connection_types.iter().map(|one| one.id.as_str());
        check_reference(self.reporter, self.rule, "connection type", way, way.span, known);
    }

    /// Checks areas, edges, entry areas and supply sources.
    fn map(&mut self) {
        for area in &self.scenario().areas {
            self.terrain(&area.terrain);
            self.side_keys(entries(&area.vp).map(|(side, _)| side));
        }
        for edge in &self.scenario().edges {
            self.areas([&edge.a, &edge.b]);
            edge.border.iter().for_each(|border| self.border(border));
            edge.connection.iter().for_each(|way| self.connection(way));
        }
        for entry in &self.scenario().entries {
            if &**entry.side != "both" {
                self.side(&entry.side, entry.side.span);
            }
            self.areas(entry.areas.iter());
        }
        if let Some(policy) = &self.scenario().entry_policy
            && let Some(Spanned { value: WordOrList::List(letters), .. }) = &policy.redirect_allowed
        {
            letters.iter().for_each(|letter| self.letter(letter));
        }
        for source in self.scenario().supply_sources.iter() {
            self.side(&source.side, source.side.span);
            self.areas(&source.area);
            if let Some(letter) = &source.entry {
                self.letter(letter);
            }
        }
    }

    /// Checks formations, units, assets and events.
    fn pieces(&mut self) {
        for formation in &self.scenario().formations {
            self.side(&formation.side, formation.side.span);
        }
        for unit in &self.scenario().units {
            self.formation(&unit.formation, unit.formation.span);
            self.unit_type(&unit.r#type);
            self.optional_side(unit.side.as_ref());
        }
        for asset in &self.scenario().assets {
            if let Some(formation) = &asset.formation {
                self.formation(formation, formation.span);
            }
            self.optional_side(asset.side.as_ref());
        }
        for event in &self.scenario().events {
            self.formation(&event.formation, event.formation.span);
            self.optional_side(event.side.as_ref());
            let Some(effect) = &event.effect else { continue };
            let formation = effect.add_steps.as_ref().and_then(|steps| steps.formation.as_ref());
            if let Some(formation) = formation {
                self.formation(formation, formation.span);
            }
            let markers = [&effect.place_marker, &effect.remove_marker].into_iter().flatten();
            let bridges = [&effect.blow_bridge, &effect.repair_bridge].into_iter().flatten();
            let filters = markers.map(|one| &one.area_filter);
            let filters = filters.chain(bridges.map(|one| &one.area_filter)).flatten();
            for AreaFilter { terrain, areas, .. } in filters {
                terrain.iter().flatten().for_each(|id| self.terrain(id));
                self.areas(areas.iter().flatten());
            }
        }
        let actions = entries(&self.scenario().special_actions);
        self.side_keys(actions.map(|(side, _)| side));
    }

    fn optional_side(&mut self, side: Option<&Spanned<Id>>) {
        if let Some(side) = side {
            self.side(side, side.span);
        }
    }

    /// Checks reinforcements, chits and turns.
    fn schedule(&mut self) {
        for (unit, _) in entries(&self.scenario().reinforcements) {
            self.unit(unit, unit.span);
        }
        for (chit, _) in entries(&self.scenario().chit_schedule) {
            self.chit(chit, chit.span);
        }
        for turn in self.scenario().turn_track.iter() {
            self.side_keys(turn.draws.0.iter().map(|(side, _)| side));
            let net_vp = turn.net_vp.iter().flat_map(|net_vp| &net_vp.0);
            self.side_keys(net_vp.map(|(side, _)| side));
        }
        if let Some(Spanned { value: End::NetAtLeast(end), .. }) = &self.scenario().victory.end {
            self.side(&end.side, end.side.span);
        }
    }

    /// Checks reserves, strategic movement and the defender's artillery.
    fn rules(&mut self) {
        let reserve = &self.scenario().reserve;
        self.side_keys(reserve.markers.0.iter().map(|(side, _)| side));
        for (formation, _) in entries(&reserve.formation_markers) {
            self.formation(formation, formation.span);
        }
        if let Some(eligible) = &reserve.eligible {
            let types = [&eligible.types, &eligible.exclude].into_iter().flatten().flatten();
            types.for_each(|id| self.unit_type(id));
            self.areas(eligible.areas.iter().flatten());
        }
        if let Some(limits) = &self.scenario().strategic_movement {
            self.areas(limits.forbidden_areas.iter().flatten());
            limits.connections.iter().flatten().for_each(|way| self.connection(way));
        }
        self.rule = "FAB-V34";
        for rule in self.scenario().defender_artillery.iter().flatten() {
            self.optional_side(rule.side.as_ref());
            if let Some(formation) = &rule.formation {
                self.formation(formation, formation.span);
            }
            self.areas(&rule.area);
        }
        self.rule = "FAB-V2";
    }

    /// Checks the set-up.
    fn set_up(&mut self) {
        let setup = &self.scenario().setup;
        for (key, value) in &setup.control.0 {
            match value {
                Control::Side(side) if key.value == "default" => self.side(side, side.span),
                Control::Side(_) => self.side(key, key.span),
                Control::Areas(areas) => {
                    self.side(key, key.span);
                    self.areas(areas);
                }
            }
        }
        for (unit, place) in entries(&setup.units) {
            match self.authored.chits().find(|(chit, _)| *chit == unit.value) {
                Some((_, defined)) if self.authored.unit(unit).is_none() => {
                    self.chit_among_units(unit, defined);
                }
                _ => self.unit(unit, unit.span),
            }
            self.area(&place.area);
        }
        if let Some(markers) = &setup.markers {
            for marker in [&markers.fieldworks, &markers.roadblocks].into_iter().flatten().flatten()
            {
                self.area(&marker.area);
                self.side(&marker.side, marker.side.span);
            }
            for bridge in markers.blown.iter().flatten() {
                self.areas([&bridge.a, &bridge.b]);
            }
        }
        for (chit, _) in entries(&setup.boxes) {
            self.chit(chit, chit.span);
        }
        for piece in setup.not_in_play.iter().flatten() {
            let is_chit = self.authored.chits().any(|(chit, _)| chit == &***piece);
            if !is_chit {
                self.unit(piece, piece.span);
            }
        }
        if let Some(Spanned { value: Supply::Without(without), .. }) = &setup.supply {
            without.units.iter().flatten().for_each(|unit| self.unit(unit, unit.span));
            self.areas(without.areas.iter().flatten());
        }
        let player = setup.start.as_ref().and_then(|start| start.player.as_ref());
        self.optional_side(player);
    }
}

/// FAB-V3: units, assets and events have the side of their formation.
pub(crate) fn sides(reporter: &mut Reporter, written: &AuthoredBattle<'_>) {
    let scenario = written.scenario;
    let units =
        scenario.units.iter().map(|one| ("unit", &one.id, one.side.as_ref(), Some(&one.formation)));
    let assets = scenario
        .assets
        .iter()
        .map(|one| ("asset", &one.id, one.side.as_ref(), one.formation.as_ref()));
    let events = scenario
        .events
        .iter()
        .map(|one| ("event", &one.id, one.side.as_ref(), Some(&one.formation)));
    for (noun, id, side, formation) in units.chain(assets).chain(events) {
        let (Some(side), Some(name)) = (side, formation) else { continue };
        let Some(formation) = written.formation(name) else { continue };
        if formation.side.value != side.value && written.is_side(side) {
            reporter.diagnostics.push(
                Diagnostic::new(
                    code::OTHER_SIDE,
                    message!(
                        "{noun} `{}` belongs to `{}`, but its formation `{}` belongs to `{}`",
                        id.value.0,
                        side.value.0,
                        name.value.0,
                        formation.side.value.0
                    ),
                )
                .rule("FAB-V3")
                .at(side.span, "differs from the formation's side")
                .also(formation.side.span, "the formation's side")
                .help(
                    "name a formation of the same side, or omit `side`: the formation defines it",
                ),
            );
        }
    }
}

//! Layers that are hidden in print (ISO 32000-2, 8.11).

use std::collections::BTreeSet;

use lopdf::{Dictionary, Object, ObjectId};

use crate::pdf::objects::{Objects, as_dictionary};

/// The maximum number of layers.
const MAX_LAYERS: usize = 10_000;
/// The maximum number of layers in a group, and of terms in a visibility expression.
const MAX_TERMS: usize = 64;
/// The maximum depth of a visibility expression.
const MAX_DEPTH: u32 = 16;

/// The layers that the default configuration hides.
#[derive(Debug, Default)]
pub(crate) struct OptionalContent {
    hidden: BTreeSet<ObjectId>,
}

impl OptionalContent {
    /// Reads the default configuration, and the states of layers for printing.
    pub(crate) fn read(objects: Objects<'_>) -> Self {
        let catalog = objects.0.catalog().ok();
        let properties = catalog.and_then(|catalog| objects.dictionary(catalog, b"OCProperties"));
        let Some(properties) = properties else { return Self::default() };
        let ids = |from: &Dictionary, key: &[u8]| -> Vec<ObjectId> {
            let groups = objects.array(from, key).unwrap_or_default().iter().take(MAX_LAYERS);
            groups.filter_map(|group| group.as_reference().ok()).collect()
        };
        let mut hidden = BTreeSet::new();
        let Some(configuration) = objects.dictionary(properties, b"D") else {
            return Self { hidden };
        };
        if objects.name(configuration, b"BaseState").as_deref() == Some("OFF") {
            hidden.extend(ids(properties, b"OCGs"));
        }
        for shown in ids(configuration, b"ON") {
            hidden.remove(&shown);
        }
        hidden.extend(ids(configuration, b"OFF"));
        let events = objects.array(configuration, b"AS").unwrap_or_default().iter().take(16);
        let events = events.filter_map(|event| as_dictionary(objects.resolve(event)?));
        for event in
            events.filter(|event| objects.name(event, b"Event").as_deref() == Some("Print"))
        {
            for id in ids(event, b"OCGs") {
                let group = objects.0.get_dictionary(id).ok();
                let usage = group.and_then(|group| objects.dictionary(group, b"Usage"));
                let print = usage.and_then(|usage| objects.dictionary(usage, b"Print"));
                match print.and_then(|print| objects.name(print, b"PrintState")).as_deref() {
                    Some("ON") => drop(hidden.remove(&id)),
                    Some("OFF") => drop(hidden.insert(id)),
                    _ => {}
                }
            }
        }
        Self { hidden }
    }

    /// The names of the hidden layers, sorted.
    pub(crate) fn hidden_layers(&self, objects: Objects<'_>) -> Vec<String> {
        let name = |id: &ObjectId| objects.text(objects.0.get_dictionary(*id).ok()?, b"Name");
        let names: BTreeSet<String> = self.hidden.iter().filter_map(name).collect();
        names.into_iter().collect()
    }

    /// Whether a layer or a group of layers hides what belongs to it.
    pub(crate) fn hides(&self, objects: Objects<'_>, layer: &Object) -> bool {
        if self.hidden.is_empty() {
            return false;
        }
        let Some(group) = objects.resolve(layer).and_then(as_dictionary) else { return false };
        if objects.name(group, b"Type").as_deref() != Some("OCMD") {
            return objects.id(layer).is_some_and(|id| self.hidden.contains(&id));
        }
        if let Some(expression) = objects.array(group, b"VE") {
            let mut left = MAX_TERMS;
            return !self.is_true(objects, expression, 0, &mut left);
        }
        let hidden: Vec<bool> = match group.get(b"OCGs") {
            Ok(one @ Object::Reference(id))
                if !matches!(objects.resolve(one), Some(Object::Array(_))) =>
            {
                vec![self.hidden.contains(id)]
            }
            _ => {
                let groups = objects.array(group, b"OCGs").unwrap_or_default().iter();
                let ids = groups.take(MAX_TERMS).filter_map(|group| group.as_reference().ok());
                ids.map(|id| self.hidden.contains(&id)).collect()
            }
        };
        if hidden.is_empty() {
            return false;
        }
        let is_visible = match objects.name(group, b"P").as_deref() {
            Some("AllOn") => !hidden.contains(&true),
            Some("AnyOff") => hidden.contains(&true),
            Some("AllOff") => !hidden.contains(&false),
            _ => hidden.contains(&false),
        };
        !is_visible
    }

    /// Evaluates a visibility expression, `[/And …]`, `[/Or …]` or `[/Not …]`, with the number of
    /// terms left.
    fn is_true(
        &self,
        objects: Objects<'_>,
        expression: &[Object],
        depth: u32,
        left: &mut usize,
    ) -> bool {
        let Some((operator, operands)) = expression.split_first() else { return true };
        let mut values = Vec::new();
        for operand in operands {
            if *left == 0 {
                break;
            }
            *left -= 1;
            values.push(match objects.resolve(operand) {
                Some(Object::Array(inner)) if depth < MAX_DEPTH => {
                    self.is_true(objects, inner, depth + 1, left)
                }
                _ => objects.id(operand).is_some_and(|id| !self.hidden.contains(&id)),
            });
        }
        match operator.as_name() {
            Ok(b"And") => !values.contains(&false),
            Ok(b"Or") => values.contains(&true),
            Ok(b"Not") => !values.contains(&true),
            _ => true,
        }
    }
}

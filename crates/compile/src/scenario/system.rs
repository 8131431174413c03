//! Systems of rules, told by the family of a scenario's ruleset: `pub-battles` in
//! `pub-battles/3.2`.

use sandtable_source::{LEVELS_UP, Node, ProjectPath, Value};

use crate::session::Session;

/// A system of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    /// Pub Battles, by Command Post Games.
    PubBattles,
}

/// The families of rulesets and the systems that they belong to.
const FAMILIES: &[(&str, System)] = &[("pub-battles", System::PubBattles)];

/// How many rulesets are looked into for the one that they all extend.
const DEEPEST: usize = 8;

impl System {
    /// The system that a scenario is written for: that of the ruleset that it names, or that its own
    /// one extends. What belongs to no family is read as one for Pub Battles, whose front end says
    /// what is wrong with it.
    pub(super) fn of(session: &mut Session<'_>, tree: &Node, path: &ProjectPath) -> Self {
        let ruleset = tree.entry("ruleset").map(|entry| &entry.value);
        ruleset
            .and_then(|ruleset| {
                let path = session.path_of(ruleset.span.file).unwrap_or(path).clone();
                Self::of_node(session, ruleset, &path, DEEPEST)
            })
            .unwrap_or(Self::PubBattles)
    }

    /// The system of a ruleset that is named, lies in a file, or is changed in place.
    fn of_node(
        session: &mut Session<'_>,
        node: &Node,
        from: &ProjectPath,
        levels: usize,
    ) -> Option<Self> {
        match &node.value {
            Value::Text(file) if file.ends_with(".yaml") && levels > 0 => {
                let path = from.refer(file, LEVELS_UP)?;
                let tree = session.tree_of(&path, Some(node.span))?;
                let extends = tree.entry("extends").or_else(|| tree.entry("id"))?;
                Self::of_node(session, &extends.value, &path, levels - 1)
            }
            Value::Text(name) => Self::of_ruleset(name),
            Value::Map(_) => Self::of_node(session, &node.entry("extends")?.value, from, levels),
            _ => None,
        }
    }

    /// The system of a ruleset that is named by family and edition.
    fn of_ruleset(name: &str) -> Option<Self> {
        let (family, _) = name.split_once('/')?;
        FAMILIES.iter().find(|(known, _)| *known == family).map(|&(_, system)| system)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_tells_the_system() {
        assert_eq!(System::of_ruleset("pub-battles/3.2"), Some(System::PubBattles));
        assert_eq!(System::of_ruleset("chess/1"), None);
        assert_eq!(System::of_ruleset("own.yaml"), None);
    }
}

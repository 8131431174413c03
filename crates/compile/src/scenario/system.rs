//! Systems of rules, told by the family of a scenario's ruleset: `pub-battles` in
//! `pub-battles/3.2`.

use sandtable_source::{Diagnostics, FileId, Value};

use crate::session::Session;

/// A system of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    /// Pub Battles, by Command Post Games.
    PubBattles,
}

/// The families of rulesets and the systems that they belong to.
const FAMILIES: &[(&str, System)] = &[("pub-battles", System::PubBattles)];

impl System {
    /// The system that a scenario is written for. A ruleset that belongs to no family, or that
    /// stands in a file of its own, is read as one for Pub Battles, whose front end says what is
    /// wrong with it. Nothing is reported here.
    pub(super) fn of(session: &Session<'_>, file: FileId) -> Self {
        let tree = sandtable_source::parse(&session.sources, file, &mut Diagnostics::new());
        let ruleset = tree.as_ref().and_then(|tree| tree.entry("ruleset"));
        let named = ruleset.and_then(|ruleset| match &ruleset.value.value {
            Value::Text(name) => Self::of_ruleset(name),
            _ => None,
        });
        named.unwrap_or(Self::PubBattles)
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

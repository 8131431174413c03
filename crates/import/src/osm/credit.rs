//! Checks whether a map has the credit that OpenStreetMap's licence requires, and adds it
//! (<https://www.openstreetmap.org/copyright>).

use sandtable_source::{Diagnostic, Node, SourceMap, Span, Value, code};

use crate::ground::Ground;
use sandtable_authored::Reporter;
use sandtable_map::{names_osm, osm_credit_item};

/// Whether a map's credits name OpenStreetMap.
pub(crate) fn is_credited(map: &Node) -> bool {
    let Some(Value::List(credits)) = map.entry("credits").map(|entry| &entry.value.value) else {
        return false;
    };
    let names = |credit: &Node| matches!(credit.entry("text").map(|text| &text.value.value), Some(Value::Text(text)) if names_osm(text));
    credits.iter().any(names)
}

/// Adds the credit to the end of the map's `credits` and returns the map's new text; everything
/// else stays unchanged, including comments. If `credits` cannot be edited, reports that and
/// returns `None`.
pub(crate) fn add_credit(
    reporter: &mut Reporter,
    texts: &SourceMap,
    ground: &Ground,
) -> Option<String> {
    let changed = with_credit(texts.file(ground.file).text(), &ground.tree);
    let good = changed.filter(|changed| {
        let mut sources = SourceMap::new();
        let mut found = sandtable_source::Diagnostics::new();
        let file = sources.add("map.yaml", changed.as_str());
        let tree = sandtable_source::parse(&sources, file, &mut found);
        !found.has_errors() && tree.is_some_and(|tree| is_credited(&tree))
    });
    if good.is_none() {
        let at = ground
            .tree
            .entry("credits")
            .map_or(Span::new(ground.file, 0..0), |entry| entry.key_span);
        reporter.diagnostics.push(
            Diagnostic::new(
                code::OSM_UNCREDITED,
                "cannot add the credit to this map automatically",
            )
            .at(at, "`credits` has an unsupported form")
            .help(format!("add this to `credits:` by hand: - {}", osm_credit_item())),
        );
    }
    good
}

fn with_credit(text: &str, map: &Node) -> Option<String> {
    let ending = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let line_end = |at: usize| text[at..].find('\n').map_or(text.len(), |end| at + end + 1);
    let Some(credits) = map.entry("credits") else {
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { ending };
        return Some(format!(
            "{text}{gap}{ending}credits:{ending}  - {}{ending}",
            osm_credit_item()
        ));
    };
    match &credits.value.value {
        Value::List(items) => {
            let (first, last) = (items.first()?, items.last()?);
            let start = first.span.start as usize;
            let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
            // Do not edit lists in brackets.
            let indent =
                text[line..start].strip_suffix("- ").filter(|all| all.trim().is_empty())?;
            let end = line_end((last.span.end as usize).saturating_sub(1));
            let (before, after) = text.split_at(end);
            let gap = if before.ends_with('\n') { "" } else { ending };
            Some(format!("{before}{gap}{indent}- {}{ending}{after}", osm_credit_item()))
        }
        Value::Null => {
            let end = line_end(credits.key_span.end as usize);
            let (before, after) = text.split_at(end);
            let gap = if before.ends_with('\n') { "" } else { ending };
            Some(format!("{before}{gap}  - {}{ending}{after}", osm_credit_item()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_with_credit(text: &str) -> Option<String> {
        let mut sources = SourceMap::new();
        let mut found = sandtable_source::Diagnostics::new();
        let file = sources.add("map.yaml", text);
        let tree =
            sandtable_source::parse(&sources, file, &mut found).expect("the map is valid YAML");
        with_credit(text, &tree)
    }

    #[test]
    fn appends_credit_and_keeps_text() {
        let credit = "- { text: \"© OpenStreetMap contributors\", licence: \"ODbL 1.0\" }\n";
        let cases = [
            ("id: x # a remark\n", "id: x # a remark\n\ncredits:\n  ".to_owned() + credit),
            (
                "credits:\n  - { text: A, licence: B } # of old\n\nid: x\n",
                format!("credits:\n  - {{ text: A, licence: B }} # of old\n  {credit}\nid: x\n"),
            ),
            (
                "credits:\n- text: A\n  licence: B\nid: x",
                format!("credits:\n- text: A\n  licence: B\n{credit}id: x"),
            ),
            ("credits:\nid: x\n", format!("credits:\n  {credit}id: x\n")),
        ];
        for (before, after) in cases {
            assert_eq!(text_with_credit(before), Some(after));
        }
        assert_eq!(text_with_credit("credits: [{ text: A, licence: B }]\n"), None);
    }
}

//! Decides whether an SVG element is drawn, for elements that `usvg` drops from its tree without a
//! trace, such as text. Hidden layers, unused definitions and alternatives that no viewer draws are
//! not part of a symbol.

use std::collections::BTreeSet;

use simplecss::{AttributeOperator, DeclarationTokenizer, PseudoClass, StyleSheet};
use usvg::roxmltree::{Document, Node};

/// Elements whose children are drawn only where something refers to them.
const DEFINITIONS: [&str; 8] =
    ["defs", "symbol", "clipPath", "mask", "pattern", "marker", "metadata", "title"];
/// The maximum length of a chain of references.
const MAX_REFERENCES: usize = 8;

/// The visibility of all elements of a document.
pub struct Visibility<'d> {
    /// By node: whether the element by itself is displayed, and whether it is visible.
    nodes: Vec<(bool, bool)>,
    /// The ids of elements that a drawn `use` element refers to.
    used: BTreeSet<&'d str>,
}

impl<'d> Visibility<'d> {
    pub fn new(document: &'d Document<'d>) -> Self {
        let elements = || document.descendants().filter(Node::is_element);
        let mut styles = StyleSheet::new();
        let is_css = |node: &Node<'_, '_>| {
            node.tag_name().name() == "style"
                && node.attribute("type").is_none_or(|kind| kind == "text/css")
        };
        elements().filter(is_css).filter_map(|node| node.text()).for_each(|text| {
            styles.parse_more(text);
        });
        let mut nodes = vec![(true, true); document.descendants().count()];
        // Parents precede their children, which inherit `visibility`.
        for node in elements() {
            let outer = node.parent().is_none_or(|outer| nodes[outer.id().get_usize()].1);
            let own = property(&styles, node, "visibility");
            let is_visible = own.map_or(outer, |own| !matches!(own, "hidden" | "collapse"));
            nodes[node.id().get_usize()] = (is_displayed(&styles, node), is_visible);
        }
        let uses = elements().filter(|node| node.tag_name().name() == "use");
        let uses: Vec<(&str, Node<'_, '_>)> = uses
            .filter_map(|node| {
                let link = node.attributes().find(|one| one.name() == "href")?;
                Some((link.value().trim().strip_prefix('#')?, node))
            })
            .collect();
        let mut visibility = Self { nodes, used: BTreeSet::new() };
        for _ in 0..MAX_REFERENCES {
            let drawn = uses.iter().filter(|&&(_, user)| visibility.is_drawn_somewhere(user));
            visibility.used = drawn.map(|&(id, _)| id).collect();
        }
        visibility
    }

    /// Whether an element is drawn, in place or where a `use` element refers to it.
    pub fn is_drawn(&self, node: Node<'_, '_>) -> bool {
        self.nodes[node.id().get_usize()].1 && self.is_drawn_somewhere(node)
    }

    fn is_drawn_somewhere(&self, node: Node<'_, '_>) -> bool {
        let mut is_in_place = true;
        for outer in node.ancestors().filter(Node::is_element) {
            if !self.nodes[outer.id().get_usize()].0 {
                return false;
            }
            if outer.attribute("id").is_some_and(|id| self.used.contains(id)) {
                return true;
            }
            is_in_place &= !DEFINITIONS.contains(&outer.tag_name().name());
        }
        is_in_place
    }
}

/// Whether an element is displayed, regardless of its ancestors.
fn is_displayed(styles: &StyleSheet<'_>, node: Node<'_, '_>) -> bool {
    let opacity = property(styles, node, "opacity")
        .and_then(|opacity| opacity.trim_end_matches('%').trim().parse::<f64>().ok());
    property(styles, node, "display") != Some("none")
        && opacity.is_none_or(|opacity| opacity > 0.0)
        && is_supported(node)
        && !is_replaced(node)
}

/// The value of a property: from a style sheet, the `style` attribute, or an attribute.
fn property<'d>(styles: &StyleSheet<'d>, node: Node<'d, '_>, name: &str) -> Option<&'d str> {
    let rules = styles.rules.iter().filter(|rule| rule.selector.matches(&Element(node)));
    let ruled = rules.flat_map(|rule| rule.declarations.iter().copied());
    let own = DeclarationTokenizer::from(node.attribute("style").unwrap_or_default());
    let mut chosen = None;
    for declaration in ruled.chain(own).filter(|declaration| declaration.name == name) {
        let is_overridden =
            |(_, is_important): (&str, bool)| is_important && !declaration.important;
        if !chosen.is_some_and(is_overridden) {
            chosen = Some((declaration.value, declaration.important));
        }
    }
    chosen.map(|(value, _)| value).or_else(|| node.attribute(name))
}

/// Whether viewers draw an element, which may require an extension or a language. Illustrator puts
/// its own data into an element with an extension. Symbols are drawn for readers of English.
fn is_supported(node: Node<'_, '_>) -> bool {
    let is_english = |language: &str| language.trim().split('-').next() == Some("en");
    let languages = node.attribute("systemLanguage");
    !node.has_attribute("requiredExtensions")
        && languages.is_none_or(|languages| languages.split(',').any(is_english))
}

/// Whether an earlier alternative of a `switch` element is drawn instead.
fn is_replaced(node: Node<'_, '_>) -> bool {
    let is_switch = |outer: Node<'_, '_>| outer.tag_name().name() == "switch";
    node.parent_element().is_some_and(is_switch)
        && node.prev_siblings().skip(1).any(|other| other.is_element() && is_supported(other))
}

/// An element for style sheets.
struct Element<'d, 'i>(Node<'d, 'i>);

impl simplecss::Element for Element<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(Element)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(Element)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the text of a drawing is drawn.
    fn draws_text(inside: &str) -> bool {
        let text = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">{inside}</svg>"#
        );
        let document = Document::parse(&text).expect("valid XML");
        let visibility = Visibility::new(&document);
        let is_text = |node: &Node<'_, '_>| node.tag_name().name() == "text";
        document.descendants().filter(is_text).any(|node| visibility.is_drawn(node))
    }

    #[test]
    fn finds_hidden_text() {
        for hidden in [
            r#"<text display="none">x</text>"#,
            r#"<g style="fill:red; display:none"><g><text>x</text></g></g>"#,
            r#"<g style="display:none"><text style="display:inline">x</text></g>"#,
            r#"<style>.st0{display:none;}</style><g class="st0"><text>x</text></g>"#,
            r#"<style type="text/css">#notes text{visibility:hidden}</style><g id="notes"><text>x</text></g>"#,
            r#"<g visibility="hidden"><text>x</text></g>"#,
            r#"<g opacity="0"><text>x</text></g>"#,
            r#"<defs><g id="a"><text>x</text></g></defs>"#,
            r##"<defs><g id="a"><text>x</text></g></defs><use href="#a" display="none"/>"##,
            r##"<symbol id="a"><text>x</text><use href="#a"/></symbol>"##,
            r#"<switch><g/><g><text>x</text></g></switch>"#,
            r#"<switch><text systemLanguage="de, fr-CH">x</text><g/></switch>"#,
            r#"<text systemLanguage="">x</text>"#,
            r#"<g requiredExtensions="http://ns.adobe.com/AdobeIllustrator/10.0/"><text>x</text></g>"#,
            r#"<style>.a{display:none!important}</style><text class="a" style="display:inline">x</text>"#,
        ] {
            assert!(!draws_text(hidden), "{hidden}");
        }
    }

    #[test]
    fn finds_drawn_text() {
        for drawn in [
            r#"<text>x</text>"#,
            r#"<text opacity=".5">x</text>"#,
            r#"<g visibility="hidden"><text visibility="visible">x</text></g>"#,
            r#"<style>.st0{display:none;}</style><g class="st1"><text>x</text></g>"#,
            r#"<style>text{display:none}</style><text style="display:inline">x</text>"#,
            r##"<defs><g id="a"><text>x</text></g></defs><use xlink:href="#a"/>"##,
            r##"<g display="none"><g id="a"><text>x</text></g></g><use href="#a"/>"##,
            r#"<switch><g requiredExtensions="i"/><g><text>x</text></g></switch>"#,
            r#"<switch><g systemLanguage="de"/><text systemLanguage="fr, en-GB">x</text></switch>"#,
        ] {
            assert!(draws_text(drawn), "{drawn}");
        }
    }
}

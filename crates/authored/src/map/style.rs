//! The style of a map: a style name, or a style to extend with changes.

use sandtable_pack::StyleName;
use sandtable_source::{
    Entry, Named, Node, Read, Reader, Span, Spanned, Value as Written, authored,
};

use crate::values::length::PaperMeasure;
use crate::values::text::Text;
use crate::values::word::Word;

/// The chosen style of a map.
#[derive(Clone, Debug)]
pub struct StyleChoice {
    /// The built-in style.
    pub name: StyleName,
    /// Changes to the style: its keys, not yet checked.
    pub changes: Vec<Entry>,
    /// Custom drawings.
    pub symbols: Named<Symbol>,
}

authored! {
    /// A custom drawing: an SVG file and its printed width.
    pub struct Symbol("symbol") {
        /// The SVG file, relative to this one and inside its folder.
        pub file: Spanned<String>,
        /// Printed width of the drawing's page.
        pub width: Spanned<PaperMeasure>,
        /// Its title in the legend.
        pub title: Option<Text>,
    }
}

authored! {
    /// The symbols among the keys of a style.
    pub struct Symbols("style") {
        /// Drawings by name. `tree`, `orchard`, `farm`, `bridge` and `ford` replace the style's own
        /// mark. Any other name applies to features of `farm` layers that have it in the property
        /// `symbol`.
        pub symbols: Option<Named<Symbol>>,
    }
}

/// The key for the style to extend.
pub(crate) const EXTENDS: &str = "extends";

/// The key for custom drawings.
pub(crate) const SYMBOLS: &str = "symbols";

impl StyleChoice {
    /// Returns a built-in style without changes.
    fn unchanged(name: StyleName) -> Self {
        Self { name, changes: Vec::new(), symbols: Named(Vec::new()) }
    }
}

impl Read for StyleChoice {
    fn read(node: &Node, reader: &mut Reader<'_>) -> Option<Self> {
        match &node.value {
            Written::Text(_) => Word::read(node, reader).map(|name| Self::unchanged(name.0)),
            Written::Map(entries) => {
                let name = match node.entry(EXTENDS) {
                    Some(entry) => Word::read(&entry.value, reader)?.0,
                    None => StyleName::Staff,
                };
                let (symbols, rest): (Vec<Entry>, Vec<Entry>) =
                    entries.iter().cloned().partition(|entry| entry.key == SYMBOLS);
                let symbols = Node { value: Written::Map(symbols), ..node.clone() };
                let symbols = Symbols::read(&symbols, reader).and_then(|read| read.symbols);
                let changes = rest.into_iter().filter(|entry| entry.key != EXTENDS).collect();
                Some(Self { name, changes, symbols: symbols.unwrap_or(Named(Vec::new())) })
            }
            _ => {
                reader.wrong_kind(
                    node,
                    "`staff`, `survey` or `plain`, or `extends:` with one of them and the keys that it changes",
                );
                None
            }
        }
    }

    fn stand_in(_span: Span) -> Option<Self> {
        Some(Self::unchanged(StyleName::Staff))
    }
}

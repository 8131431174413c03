//! XML elements, written by `quick-xml`.

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

/// An element with attributes, and either child elements or text.
pub struct Element {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    children: Vec<Element>,
    text: Option<String>,
}

impl Element {
    /// An empty element.
    pub fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), children: Vec::new(), text: None }
    }

    /// An element with text.
    pub fn from_text(name: &'static str, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::new(name) }
    }

    /// Adds an attribute.
    pub fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.attributes.push((name, value.into()));
        self
    }

    /// Appends a child.
    pub fn with_child(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Appends children.
    pub fn with_children(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// The XML document with this element as its root.
    pub fn document(&self) -> String {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        self.write(&mut writer);
        let written = String::from_utf8(writer.into_inner()).expect("UTF-8 parts");
        // https://docs.qgis.org: the document type that QGIS itself writes.
        format!("<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n{written}\n")
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) {
        let mut put =
            |event: Event<'_>| writer.write_event(event).expect("writing to memory cannot fail");
        let attributes = self.attributes.iter().map(|(name, value)| (*name, value.as_str()));
        let start = BytesStart::new(self.name).with_attributes(attributes);
        if self.children.is_empty() && self.text.is_none() {
            return put(Event::Empty(start));
        }
        put(Event::Start(start));
        if let Some(text) = &self.text {
            put(Event::Text(BytesText::new(text)));
        }
        for child in &self.children {
            child.write(writer);
        }
        writer
            .write_event(Event::End(BytesEnd::new(self.name)))
            .expect("writing to memory cannot fail");
    }
}

/// A QGIS option: a typed value, or a map or list of options.
pub enum Setting {
    Text(String),
    Integer(i64),
    Number(f64),
    Bool(bool),
    Map(Vec<(String, Setting)>),
    List(Vec<Setting>),
}

impl Setting {
    /// A map of settings.
    pub fn map(entries: impl IntoIterator<Item = (&'static str, Self)>) -> Self {
        Self::Map(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// A text setting.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// The XML element for this setting.
    pub fn element(&self, name: Option<&str>) -> Element {
        let kind = match self {
            Self::Text(_) => "QString",
            Self::Integer(_) => "int",
            Self::Number(_) => "double",
            Self::Bool(_) => "bool",
            Self::Map(_) => "Map",
            Self::List(_) => "List",
        };
        let mut element = Element::new("Option").with("type", kind);
        if let Some(name) = name {
            element = element.with("name", name);
        }
        match self {
            Self::Text(text) => element.with("value", text.as_str()),
            Self::Integer(number) => element.with("value", number.to_string()),
            Self::Number(number) => element.with("value", number.to_string()),
            Self::Bool(yes) => element.with("value", yes.to_string()),
            Self::Map(entries) => {
                element.with_children(entries.iter().map(|(name, value)| value.element(Some(name))))
            }
            Self::List(items) => element.with_children(items.iter().map(|item| item.element(None))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_text_and_attributes() {
        let root = Element::new("qgis")
            .with("projectname", "a \"b\" <c> & d")
            .with_child(Element::from_text("title", "</title> & \u{e9}"));
        let document = root.document();
        let read = roxmltree::Document::parse_with_options(
            &document,
            roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
        );
        let read = read.expect("the project is well-formed");
        let root = read.root_element();
        assert_eq!(root.attribute("projectname"), Some("a \"b\" <c> & d"));
        let title =
            root.children().find(|child| child.has_tag_name("title")).expect("title element");
        assert_eq!(title.text(), Some("</title> & \u{e9}"));
    }
}

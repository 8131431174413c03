//! Builds the tree from parser events, iteratively and within limits.

use super::limits::{MAX_DEPTH, MAX_NODES, MAX_TEXT_BYTES, MEGABYTE, parser_options};
mod faults;
mod shape;

use std::collections::{BTreeMap, BTreeSet};

use granit_parser::{Event, Parser, ScalarStyle};
use shape::{depth, split_merged_items};

use super::{Entry, Node, Value, scalar, typo};
use crate::codes::code;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::file::{FileId, SourceMap, Span};
use crate::message;

/// The key that includes a file.
const INCLUDE: &str = "include";

/// The maximum total size of all strings, including those repeated by aliases, in bytes.
const MAX_COPIED_BYTES: usize = 2 * MAX_TEXT_BYTES;

/// Builds the tree of a file; `None` if the intended structure is unclear. Reports every fault.
pub fn parse(sources: &SourceMap, file: FileId, diagnostics: &mut Diagnostics) -> Option<Node> {
    let text = sources.file(file).text();
    if text.len() > MAX_TEXT_BYTES {
        let message = message!("this file is larger than {} MB", MAX_TEXT_BYTES / MEGABYTE);
        diagnostics.push(
            Diagnostic::new(code::FILE_TOO_LARGE, message)
                .at(Span::new(file, 0..0), "starts here")
                .help("split it: parts of an order of battle can be in separate files"),
        );
        return None;
    }
    let mut builder = Builder::new(file, text, diagnostics);
    for event in Parser::new_from_str_with_options(text, parser_options()) {
        match event {
            Ok((event, span)) => {
                let span = builder.span(span);
                builder.handle_event(event, span)?;
            }
            Err(error) => {
                builder.report_syntax_error(&error);
                return None;
            }
        }
    }
    if builder.is_incomplete {
        return None;
    }
    let empty = Node { span: Span::new(file, 0..0), is_part: false, value: Value::Null };
    Some(builder.root.unwrap_or(empty))
}

/// Builds the tree of a file up to the first fault, and closes all open nodes there. Reports
/// nothing; for use while the user is typing.
pub fn parse_prefix(sources: &SourceMap, file: FileId) -> Option<Node> {
    let text = sources.file(file).text();
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let mut ignored = Diagnostics::new();
    let mut builder = Builder::new(file, text, &mut ignored);
    let mut end = 0;
    for event in Parser::new_from_str_with_options(text, parser_options()) {
        let Ok((event, span)) = event else { break };
        let span = builder.span(span);
        end = end.max(span.end as usize);
        if builder.handle_event(event, span).is_none() {
            break;
        }
    }
    while !builder.open.is_empty() && builder.leave(Span::new(file, end..end)).is_some() {}
    builder.root
}

/// The size of a value, which determines the memory that its copies need.
#[derive(Clone, Copy, Default)]
struct Size {
    nodes: usize,
    /// The total size of all strings and keys.
    bytes: usize,
}

impl Size {
    fn single_node(bytes: usize) -> Self {
        Self { nodes: 1, bytes }
    }

    fn since(self, before: Self) -> Self {
        Self { nodes: self.nodes - before.nodes, bytes: self.bytes - before.bytes }
    }
}

/// A list or map that is still open.
struct OpenNode {
    start: Span,
    anchor: usize,
    size_before: Size,
    content: Content,
}

enum Content {
    List(Vec<Node>),
    Map(Pairs),
}

/// The pairs of a map that is still open.
#[derive(Default)]
struct Pairs {
    entries: Vec<Entry>,
    keys: BTreeSet<String>,
    /// Whether there is a duplicate key.
    repeats: bool,
    key: Key,
}

/// The role of a map's next value.
#[derive(Default)]
enum Key {
    #[default]
    Expected,
    Pending(String, Span),
    /// The value of a faulty key, which is parsed and discarded.
    Faulty,
}

struct Builder<'s> {
    file: FileId,
    text: &'s str,
    diagnostics: &'s mut Diagnostics,
    open: Vec<OpenNode>,
    anchors: BTreeMap<usize, (Node, Size)>,
    size: Size,
    root: Option<Node>,
    documents: usize,
    /// Whether a value is unknown, so that no node containing it can be checked.
    is_incomplete: bool,
    /// Whether the fault was reported before the parser detected it.
    is_reported: bool,
}

impl<'s> Builder<'s> {
    fn new(file: FileId, text: &'s str, diagnostics: &'s mut Diagnostics) -> Self {
        Self {
            file,
            text,
            diagnostics,
            open: Vec::new(),
            anchors: BTreeMap::new(),
            size: Size::default(),
            root: None,
            documents: 0,
            is_incomplete: false,
            is_reported: false,
        }
    }

    fn span(&self, span: granit_parser::Span) -> Span {
        let range = span.byte_range().unwrap_or(0..0);
        let start = self.text.floor_char_boundary(range.start.min(self.text.len()));
        let end = self.text.floor_char_boundary(range.end.clamp(start, self.text.len()));
        Span::new(self.file, start..end)
    }

    /// Handles an event; `None` if parsing cannot continue.
    fn handle_event(&mut self, event: Event<'_>, span: Span) -> Option<()> {
        match event {
            Event::DocumentStart(..) => {
                self.documents += 1;
                if self.documents > 1 {
                    self.report(
                        code::SEVERAL_DOCUMENTS,
                        span,
                        "more than one YAML document in this file",
                        "a second document starts here",
                        "keep one document per file: remove the line `---`",
                    );
                    return None;
                }
            }
            Event::Scalar(text, style, anchor, tag) => {
                // Other programs include files with `!include`; treat it as an include.
                let is_include = tag.as_ref().is_some_and(|tag| tag.suffix() == "include");
                match is_include {
                    true => self.reject_include(&text, span),
                    false => self.reject_tag(tag.is_some(), span),
                }
                // `!!str` marks a string.
                let is_text = tag.is_some_and(|tag| tag.suffix() == "str");
                let value = match style {
                    ScalarStyle::Plain if !is_text => scalar::resolve(&text),
                    _ => Value::Text(text.into_owned()),
                };
                let size = Size::single_node(match &value {
                    Value::Text(text) => text.len(),
                    _ => 0,
                });
                self.add_size(size, span)?;
                let mut node = Node { span, is_part: false, value };
                if is_include && !self.expects_key() {
                    self.add_size(Size::single_node(INCLUDE.len()), span)?;
                    let entry = Entry { key: INCLUDE.to_owned(), key_span: span, value: node };
                    node = Node { span, is_part: false, value: Value::Map(vec![entry]) };
                }
                self.store_anchor(anchor, &node, size, span)?;
                self.add_node(node);
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.reject_tag(tag.is_some(), span);
                self.enter(span, anchor, Content::List(Vec::new()))?;
            }
            Event::MappingStart(_, anchor, tag) => {
                self.reject_tag(tag.is_some(), span);
                self.enter(span, anchor, Content::Map(Pairs::default()))?;
            }
            Event::SequenceEnd | Event::MappingEnd => self.leave(span)?,
            Event::Alias(anchor) => {
                // An alias inside its own anchor is unknown, because the node is incomplete.
                let Some((node, size)) = self.anchors.get(&anchor) else {
                    self.report_unknown_anchor(span);
                    return None;
                };
                if self.open.len() + depth(node) > MAX_DEPTH {
                    return self.report_too_deep(span);
                }
                let (size, too_much) = (*size, self.exceeds_limits(*size));
                // Copy only within the size limit.
                let node = if too_much { None } else { Some(node.clone()) };
                self.add_size(size, span)?;
                let node = node?;
                // The span of a key is at the alias, not at the anchor.
                let node = if self.expects_key() { Node { span, ..node } } else { node };
                self.add_node(node);
            }
            Event::UnresolvedAlias(_) => {
                self.report_unknown_anchor(span);
                self.is_incomplete = true;
                self.add_node(Node { span, is_part: false, value: Value::Null });
            }
            _ => {}
        }
        Some(())
    }

    fn enter(&mut self, start: Span, anchor: usize, content: Content) -> Option<()> {
        if self.open.len() >= MAX_DEPTH {
            return self.report_too_deep(start);
        }
        let size_before = self.size;
        self.add_size(Size::single_node(0), start)?;
        self.open.push(OpenNode { start, anchor, size_before, content });
        Some(())
    }

    fn leave(&mut self, end: Span) -> Option<()> {
        let mut open = self.open.pop()?;
        // The end event of a block comes after the white space that follows the block.
        let flow = end.start < end.end;
        let mut is_part = false;
        let value = match open.content {
            Content::List(items) => Value::List(items),
            Content::Map(Pairs { entries, repeats: false, .. }) => Value::Map(entries),
            Content::Map(Pairs { entries, .. }) => {
                let in_list =
                    matches!(&self.open.last(), Some(OpenNode { content: Content::List(_), .. }));
                let mut items = match in_list && !flow && open.anchor == 0 {
                    true => split_merged_items(entries),
                    false => vec![entries],
                };
                is_part = items.len() > 1;
                let last = items.pop().unwrap_or_default();
                let mut items = items.into_iter().peekable();
                while let Some(item) = items.next() {
                    self.report_duplicate_keys(&item);
                    let end = item.last().map_or(open.start, |entry| entry.value.span);
                    let span = open.start.to(end);
                    let next = &items.peek().unwrap_or(&last)[0];
                    self.report_missing_dash(&item, next);
                    open.start = next.key_span;
                    self.add_node(Node { span, is_part, value: Value::Map(item) });
                }
                self.report_duplicate_keys(&last);
                Value::Map(last)
            }
        };
        let last = match &value {
            Value::List(items) => items.last().map(|item| item.span),
            Value::Map(entries) => entries.last().map(|entry| entry.value.span.max(entry.key_span)),
            _ => None,
        };
        let span = if flow {
            open.start.to(end)
        } else {
            last.map_or(open.start, |last| open.start.to(last))
        };
        let node = Node { span, is_part, value };
        self.store_anchor(open.anchor, &node, self.size.since(open.size_before), span)?;
        self.add_node(node);
        Some(())
    }

    /// Stores a copy of an anchored node for its aliases; a copy counts as much as the original.
    fn store_anchor(&mut self, anchor: usize, node: &Node, size: Size, span: Span) -> Option<()> {
        if anchor != 0 {
            self.add_size(size, span)?;
            self.anchors.insert(anchor, (node.clone(), size));
        }
        Some(())
    }

    fn expects_key(&self) -> bool {
        matches!(
            self.open.last(),
            Some(OpenNode { content: Content::Map(Pairs { key: Key::Expected, .. }), .. })
        )
    }

    fn add_node(&mut self, node: Node) {
        if self.expects_key() {
            let key = self.read_key(&node);
            if let Some(OpenNode { content: Content::Map(pairs), .. }) = self.open.last_mut() {
                pairs.key = key;
            }
            return;
        }
        match self.open.last_mut().map(|open| &mut open.content) {
            None => self.root = Some(node),
            Some(Content::List(items)) => items.push(node),
            Some(Content::Map(Pairs { entries, key, .. })) => {
                if let Key::Pending(key, key_span) = std::mem::replace(key, Key::Expected) {
                    entries.push(Entry { key, key_span, value: node });
                }
            }
        }
    }

    /// Converts a node to a key; reports a node that cannot be a key.
    fn read_key(&mut self, node: &Node) -> Key {
        let text = match &node.value {
            Value::Text(text) => text.clone(),
            Value::List(_) | Value::Map(_) => {
                self.report(
                    code::KEY_NOT_TEXT,
                    node.head(),
                    message!("expected text as a key, found {}", node.kind()),
                    "expected a key",
                    "write keys as plain words; put text that starts with `[`, `{` or `?` in quotes",
                );
                return Key::Faulty;
            }
            // A number, `true` or `~` is kept as written.
            _ => self.text.get(node.span.range()).unwrap_or_default().to_owned(),
        };
        if text.starts_with(crate::number::is_hard_space) && !self.is_reported {
            // The key does not belong to the map that it seems to be in.
            self.report(
                code::YAML_SYNTAX,
                node.head(),
                "cannot read the file from here on",
                typo::HARD_SPACE,
                typo::HARD_SPACE_HELP,
            );
            (self.is_incomplete, self.is_reported) = (true, true);
        }
        if let Some(OpenNode { content: Content::Map(pairs), .. }) = self.open.last_mut() {
            pairs.repeats |= !pairs.keys.insert(text.clone());
        }
        Key::Pending(text, node.span)
    }

    fn exceeds_limits(&self, more: Size) -> bool {
        self.size.nodes + more.nodes > MAX_NODES || self.size.bytes + more.bytes > MAX_COPIED_BYTES
    }

    fn add_size(&mut self, more: Size, span: Span) -> Option<()> {
        if !self.exceeds_limits(more) {
            self.size.nodes += more.nodes;
            self.size.bytes += more.bytes;
            return Some(());
        }
        let message = match self.size.nodes + more.nodes > MAX_NODES {
            true => message!("this file has more than {MAX_NODES} values"),
            false => {
                message!("the text of this file exceeds {} MB", MAX_COPIED_BYTES / MEGABYTE)
            }
        };
        self.report(
            code::TOO_MANY_VALUES,
            span,
            message,
            "limit exceeded here",
            "write fewer values, or split the file: each `*name` counts in full",
        );
        None
    }
}

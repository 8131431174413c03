//! The table that maps tags to classes. The built-in table is `tables/osm.csv`, and designers can
//! edit a copy.

use std::borrow::Cow;
use std::fmt;

use sandtable_source::message::invalid;
use sandtable_source::{
    Diagnostic, Message, ProjectPath, SourceMap, Span, closest, code, did_you_mean, list_of,
    message, plain_signs,
};

use super::extract::Tags;
use crate::csv_table::{CsvTable, is_blank, missing_columns, open};
use sandtable_authored::LayerClass;
use sandtable_authored::{Reporter, SourceReader};

/// The built-in table.
pub const TAG_TABLE: &str = include_str!("../../tables/osm.csv");

const COLUMNS: [&str; 6] = ["tags", "class", "kind", "from", "until", "note"];
/// The maximum number of rows; each object is tested against every row.
const MAX_ROWS: usize = 2_000;

/// The target of a matching object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Features of a layer.
    Class(LayerClass),
    /// Single buildings, merged into blocks.
    Houses,
    /// Water polygons that give rivers their width.
    Riverbank,
    /// Lines with the sea on their right.
    Coastline,
    /// Not a feature: a condition for keeping the name of an object.
    Name,
    /// Nothing: the object is omitted on purpose.
    Nothing,
}

impl Target {
    const OTHERS: [(&'static str, Self); 5] = [
        ("houses", Self::Houses),
        ("riverbank", Self::Riverbank),
        ("coastline", Self::Coastline),
        ("name", Self::Name),
        ("-", Self::Nothing),
    ];
    /// Classes that an extract cannot contain.
    const EXCLUDED: [LayerClass; 3] = [LayerClass::Hill, LayerClass::Crest, LayerClass::Zone];

    /// Whether rows with this target apply to objects that another row has already matched.
    pub(crate) fn is_additional(self) -> bool {
        matches!(self, Self::Class(LayerClass::Crossing) | Self::Coastline | Self::Name)
    }

    /// Whether objects with this target are lines.
    pub(crate) fn is_line(self) -> bool {
        use LayerClass::{Railroad, Road, Watercourse};
        matches!(self, Self::Class(Watercourse | Road | Railroad))
    }

    fn from_word(word: &str) -> Option<Self> {
        let other = Self::OTHERS.iter().find(|(name, _)| *name == word);
        let class = LayerClass::from_word(word).filter(|class| !Self::EXCLUDED.contains(class));
        other.map(|(_, becomes)| *becomes).or(class.map(Self::Class))
    }

    fn words() -> impl Iterator<Item = &'static str> {
        let classes = LayerClass::all().filter(|class| !Self::EXCLUDED.contains(class));
        classes.map(LayerClass::word).chain(Self::OTHERS.iter().map(|(word, _)| *word))
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Class(class) => class.word(),
            Self::Houses => "houses",
            Self::Riverbank => "riverbank",
            Self::Coastline => "coastline",
            Self::Name => "name",
            Self::Nothing => "-",
        }
    }
}

/// A required tag.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    key: String,
    /// The permitted values; `None` permits any value except `no`.
    values: Option<Vec<String>>,
}

impl Term {
    fn matches(&self, tags: &Tags) -> bool {
        tags.get(&self.key).is_some_and(|value| match &self.values {
            Some(values) => values.contains(value),
            None => value != "no",
        })
    }
}

/// A row of the table.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its line in the file, from 1.
    pub line: u32,
    /// The tags as written.
    pub written: String,
    terms: Vec<Term>,
    pub becomes: Target,
    /// The kind of the class, or the rank of a place; empty if the class has none.
    pub kind: String,
    pub from: Option<i32>,
    pub until: Option<i32>,
}

impl Row {
    pub fn matches(&self, tags: &Tags) -> bool {
        self.terms.iter().all(|term| term.matches(tags))
    }
}

/// The rows of a table file.
pub(crate) struct Table {
    pub(crate) rows: Vec<Row>,
}

impl Table {
    /// Returns tags with one value each: of several values joined by `;`, the first one that the
    /// table names. Borrows the tags if they have one value each.
    pub(crate) fn with_single_values<'t>(&self, tags: &'t Tags) -> Cow<'t, Tags> {
        let first_known = |key: &str, joined: &str| {
            let terms =
                || self.rows.iter().flat_map(|row| &row.terms).filter(|term| term.key == key);
            let values = || joined.split(';').map(str::trim).filter(|value| !value.is_empty());
            let is_known = |value: &&str| {
                let named = |values: &Vec<String>| values.iter().any(|one| one == value);
                terms().any(|term| term.values.as_ref().is_some_and(named))
            };
            terms().next()?;
            values().find(is_known).or_else(|| values().next()).map(str::to_owned)
        };
        let mut single = Cow::Borrowed(tags);
        for (key, joined) in tags.iter().filter(|(_, joined)| joined.contains(';')) {
            if let Some(value) = first_known(key, joined) {
                single.to_mut().insert(key.clone(), value);
            }
        }
        single
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Table {
    /// Reads the table in a file, or the built-in table; if it is invalid, reports the reason and
    /// returns `None`.
    pub(crate) fn read(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        path: Option<&ProjectPath>,
    ) -> Option<Self> {
        let file = match path {
            Some(path) => open(sources, reporter, path)?,
            None => sources.texts.add("the built-in table", TAG_TABLE),
        };
        let text = sources.texts.file(file).text();
        let table = CsvTable::new(file, text);
        let mut reader = table.reader();
        let names = reader.headers().ok()?.clone();
        let column = |name: &str| names.iter().position(|one| one.eq_ignore_ascii_case(name));
        let columns = COLUMNS.map(column);
        let [Some(tags), Some(class), ..] = columns else {
            reporter.diagnostics.push(
                Diagnostic::new(code::TAG_TABLE, missing_columns(["tags", "class"], &names))
                    .at(table.head(), "first line")
                    .help("start with the line `tags,class,kind,from,until,note`; `sandtable import osm \
                          --write-table osm.csv` writes a table to start from"),
            );
            return None;
        };
        let before = reporter.diagnostics.summary().errors;
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = match record {
                Ok(record) if is_blank(&record) => continue,
                Ok(record) => record,
                Err(error) => {
                    let at = table.line_at(error.position());
                    report_error(
                        reporter,
                        at,
                        "cannot read a line of this table",
                        &error.to_string(),
                        "save the table as CSV, separated by commas and encoded as UTF-8",
                    );
                    continue;
                }
            };
            let at = table.line_at(record.position());
            let cell = |column: Option<usize>| {
                column.and_then(|column| record.get(column)).unwrap_or_default()
            };
            let written = RawRow {
                tags: record.get(tags).unwrap_or_default(),
                class: record.get(class).unwrap_or_default(),
                kind: cell(columns[2]),
                years: [cell(columns[3]), cell(columns[4])],
            };
            rows.extend(row(&sources.texts, reporter, at, &written));
            if rows.len() > MAX_ROWS {
                report_error(
                    reporter,
                    at,
                    message!("more than {MAX_ROWS} lines in this table"),
                    "first line over the limit",
                    "merge lines: separate the values of one key with `|`",
                );
                break;
            }
        }
        (reporter.diagnostics.summary().errors == before).then_some(Self { rows })
    }
}

/// A row as written.
struct RawRow<'w> {
    tags: &'w str,
    class: &'w str,
    kind: &'w str,
    years: [&'w str; 2],
}

fn report_error(
    reporter: &mut Reporter,
    at: Span,
    message: impl Into<Message>,
    label: &str,
    help: &str,
) {
    reporter.diagnostics.push(Diagnostic::new(code::TAG_TABLE, message).at(at, label).help(help));
}

fn row(texts: &SourceMap, reporter: &mut Reporter, at: Span, written: &RawRow<'_>) -> Option<Row> {
    let Some(terms) = parse_terms(written.tags) else {
        report_error(
            reporter,
            at,
            invalid("tags", written.tags),
            "not understood",
            "write `key=value`; several values as `landuse=orchard|vineyard`, any value as `building=*`, \
            several tags as `natural=water + water=river`",
        );
        return None;
    };
    let Some(becomes) = Target::from_word(&plain_signs(written.class)) else {
        let words: Vec<&str> = Target::words().collect();
        let mut finding = Diagnostic::new(code::TAG_TABLE, invalid("class", written.class))
            .at(at, "in this line");
        if let Some(close) = closest(written.class, words.iter().copied()) {
            finding = finding.help(did_you_mean(written.class, close));
        }
        reporter.diagnostics.push(finding.help(format!("use {}", list_of(words))));
        return None;
    };
    let kinds = kinds_for(becomes);
    if !kinds.is_empty() && !kinds.contains(&written.kind) {
        report_error(
            reporter,
            at,
            message!("invalid kind `{}` for class `{}`", written.kind, written.class),
            "in this line",
            &format!("use {} in column `kind`", list_of(kinds.iter().copied())),
        );
        return None;
    }
    let mut years = [None; 2];
    for (year, written) in years.iter_mut().zip(written.years) {
        if written.is_empty() {
            continue;
        }
        let read = written.parse::<i32>().ok().filter(|year| (-5_000..=3_000).contains(year));
        if read.is_none() {
            report_error(
                reporter,
                at,
                invalid("year", written),
                "in this line",
                "write a year such as `1830`, or leave the column empty",
            );
            return None;
        }
        *year = read;
    }
    Some(Row {
        line: texts.line(at),
        written: written.tags.to_owned(),
        terms,
        becomes,
        kind: if kinds.is_empty() { String::new() } else { written.kind.to_owned() },
        from: years[0],
        until: years[1],
    })
}

/// Parses the tags that a row requires.
fn parse_terms(written: &str) -> Option<Vec<Term>> {
    let term = |written: &str| {
        let (key, values) = written.split_once('=')?;
        let (key, values) = (key.trim(), values.trim());
        if key.is_empty() || values.is_empty() || values.contains('=') {
            return None;
        }
        let values = match values {
            "*" => None,
            _ => {
                let values: Vec<String> =
                    values.split('|').map(|one| one.trim().to_owned()).collect();
                Some(values).filter(|all| all.iter().all(|one| !one.is_empty()))?.into()
            }
        };
        Some(Term { key: key.to_owned(), values })
    };
    written.split('+').map(|one| term(one.trim())).collect()
}

/// The permitted kinds of a target; empty if it has none.
fn kinds_for(becomes: Target) -> &'static [&'static str] {
    match becomes {
        Target::Class(LayerClass::Road) => &["pike", "road", "lane"],
        Target::Class(LayerClass::Watercourse) => &["river", "stream"],
        Target::Class(LayerClass::Crossing) => &["bridge", "ford"],
        Target::Class(LayerClass::Railroad) => &["in-use", "unfinished", "cut"],
        Target::Class(LayerClass::Orchard) => &["orchard", "grove"],
        Target::Class(LayerClass::Place) => &["1", "2", "3"],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_source::NoFiles;

    fn tags(all: &[(&str, &str)]) -> Tags {
        all.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn rows_match_tags() {
        let fits = |line: &str, all: &[(&str, &str)]| {
            let terms = parse_terms(line).expect("the tags are valid");
            terms.iter().all(|term| term.matches(&tags(all)))
        };
        assert!(fits("natural=wood", &[("natural", "wood"), ("name", "Rautal")]));
        assert!(!fits("natural=wood", &[("natural", "water")]));
        assert!(fits("landuse=orchard|vineyard", &[("landuse", "vineyard")]));
        assert!(fits("building=*", &[("building", "yes")]));
        assert!(!fits("highway=* + bridge=*", &[("highway", "track"), ("bridge", "no")]));
        assert!(fits("natural=water+water=river", &[("natural", "water"), ("water", "river")]));
        for bad in ["", "natural", "=wood", "natural=", "a=b + c", "a=b||c", "a=b=c", "a=b+c"] {
            assert_eq!(parse_terms(bad), None, "{bad}");
        }
    }

    #[test]
    fn first_known_value_decides() {
        let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
        let table =
            Table::read(&mut sources, &mut reporter, None).expect("the built-in table is valid");
        let single =
            |key: &str, value: &str| table.with_single_values(&tags(&[(key, value)]))[key].clone();
        assert_eq!(single("natural", "wood;scrub"), "wood");
        assert_eq!(single("natural", "scrub; wood;water"), "wood");
        assert_eq!(single("natural", "scrub;heath"), "scrub");
        assert_eq!(single("name", "Ilm;Saale"), "Ilm;Saale", "the table does not use this key");
    }

    #[test]
    fn built_in_table_is_valid() {
        let (mut sources, mut reporter) = (SourceReader::new(&NoFiles), Reporter::new());
        let table =
            Table::read(&mut sources, &mut reporter, None).expect("the built-in table is valid");
        let first = |all: &[(&str, &str)]| {
            let fitting = table
                .rows
                .iter()
                .filter(|row| !row.becomes.is_additional())
                .find(|row| row.matches(&tags(all)));
            fitting.map(|row| (row.becomes.word(), row.kind.as_str(), row.from))
        };
        assert_eq!(first(&[("highway", "motorway")]), Some(("road", "pike", Some(1932))));
        assert_eq!(
            first(&[("natural", "water"), ("water", "river")]),
            Some(("riverbank", "", None))
        );
        assert_eq!(first(&[("building", "yes")]), Some(("houses", "", None)));
        assert_eq!(first(&[("railway", "abandoned")]), Some(("railroad", "in-use", Some(1830))));
        assert_eq!(first(&[("shop", "bakery")]), None);
        assert_eq!(reporter.close().summary(), sandtable_source::Summary::default());
    }
}

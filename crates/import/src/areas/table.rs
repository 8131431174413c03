//! The table that groups polygons into areas, with one `feature,area` pair per line.

use std::collections::BTreeMap;

use sandtable_pack::{AreaId, Language};
use sandtable_source::message::{duplicate, invalid, not_found};
use sandtable_source::{
    Diagnostic, ProjectPath, Span, closest, code, did_you_mean, first_few, message, name_key,
    plain_signs,
};

use unicode_normalization::UnicodeNormalization as _;

use super::Part;
use crate::csv_table::{CsvTable, is_blank, missing_columns, open};
use sandtable_authored::id_help;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::DrawnArea;

/// The table's entry for ground outside all areas.
const NO_AREA: &str = "-";

/// An area in the table.
pub(crate) struct Group {
    pub(crate) id: String,
    /// The first line that names the area.
    pub(crate) at: Span,
    /// The number of features in the area.
    pub(crate) features: usize,
}

/// A line of the table.
struct Line {
    at: Span,
    /// The feature with its part number, as written.
    written: String,
    /// The feature without a part number.
    feature: String,
    /// The part number, if written.
    part: Option<usize>,
    /// The area; `None` for ground outside all areas.
    area: Option<String>,
}

/// The lines of a table file.
pub(crate) struct Table {
    lines: Vec<Line>,
    end: Span,
}

impl Table {
    /// Reads a table; if it is invalid, reports the reason and returns `None`.
    pub(crate) fn read(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        path: &ProjectPath,
    ) -> Option<Self> {
        let file = open(sources, reporter, path)?;
        let text = sources.texts.file(file).text();
        let written = CsvTable::new(file, text);
        let mut reader = written.reader();
        let columns = columns(reporter, &mut reader, written.head())?;
        let width = reader.headers().map_or(0, csv::StringRecord::len);
        let mut lines = Vec::new();
        for record in reader.records() {
            match record {
                Ok(record) if is_blank(&record) => {}
                Ok(record) => {
                    let at = written.line_at(record.position());
                    match has_width(&record, width, columns) {
                        true => lines.extend(line(reporter, at, &record, columns)),
                        false => report_width(reporter, at, record.len(), width),
                    }
                }
                Err(error) => {
                    let at = written.line_at(error.position());
                    report_unreadable(reporter, at, &error);
                }
            }
        }
        Some(Self { lines, end: written.head() })
    }

    /// Returns the areas sorted by id, and the area of each part.
    pub(crate) fn into_groups(
        self,
        reporter: &mut Reporter,
        features: &[DrawnArea],
        parts: &[Part],
    ) -> Option<(Vec<Group>, Vec<Option<usize>>)> {
        let numbers: BTreeMap<&str, usize> =
            features.iter().enumerate().map(|(number, one)| (one.id.as_str(), number)).collect();
        let mut assignments: BTreeMap<(usize, Option<usize>), &Line> = BTreeMap::new();
        for line in &self.lines {
            let find = |name: &str| {
                let key = name_key(name);
                numbers.get(key.as_str()).copied().or_else(|| without_accents(&key, features))
            };
            // A name may contain a `#` of its own.
            let whole = find(&line.written).map(|feature| (feature, None));
            let found = whole.or_else(|| Some((find(&line.feature)?, line.part)));
            let Some((feature, part)) = found else {
                report_unknown(reporter, line, features);
                continue;
            };
            let most = parts.iter().filter(|part| part.feature == feature).count();
            if part.is_some_and(|part| part == 0 || part > most) {
                report_invalid_part(reporter, line, &features[feature], most);
                continue;
            }
            if let Some(first) = assignments.insert((feature, part), line) {
                report_duplicate(reporter, line, first);
            }
        }
        // With an unreadable line, other polygons would be reported as missing.
        if reporter.diagnostics.has_errors() {
            return None;
        }
        if self.lines.iter().all(|line| line.area.is_none()) {
            self.report_no_areas(reporter);
            return None;
        }
        self.report_missing(reporter, features, &assignments);
        let mut ids: Vec<&String> =
            self.lines.iter().filter_map(|line| line.area.as_ref()).collect();
        ids.sort();
        ids.dedup();
        let number = |area: &String| ids.binary_search(&area).expect("every id was collected");
        let group = |id: &&String| {
            let named = |line: &&Line| line.area.as_ref() == Some(*id);
            let first = self.lines.iter().find(named).expect("every id comes from a line");
            let features = assignments.values().filter(|line| named(line)).count();
            Group { id: (*id).clone(), at: first.at, features }
        };
        let groups: Vec<Group> = ids.iter().map(group).collect();
        let area_of = |part: &Part| {
            let own = assignments.get(&(part.feature, Some(part.number)));
            let line = own.or_else(|| assignments.get(&(part.feature, None)))?;
            line.area.as_ref().map(number)
        };
        let grouping = parts.iter().map(area_of).collect();
        Some((groups, grouping))
    }

    fn report_no_areas(&self, reporter: &mut Reporter) {
        reporter.diagnostics.push(
            Diagnostic::new(code::TABLE_FORM, "this table assigns no areas")
                .at(self.end, "no line below assigns a polygon")
                .help("add a line for each polygon, such as `Gela,gela-beach`: its name and the id of its area"),
        );
    }

    /// Reports features without a line.
    fn report_missing(
        &self,
        reporter: &mut Reporter,
        features: &[DrawnArea],
        assignments: &BTreeMap<(usize, Option<usize>), &Line>,
    ) {
        const NAMED: usize = 5;
        let lacks = |(number, _): &(usize, &DrawnArea)| !assignments.contains_key(&(*number, None));
        let missing: Vec<&DrawnArea> =
            features.iter().enumerate().filter(lacks).map(|(_, feature)| feature).collect();
        let Some(first) = missing.first() else { return };
        let named: Vec<String> =
            missing.iter().map(|feature| format!("`{}`", table_name(feature))).collect();
        reporter.diagnostics.push(
            Diagnostic::new(
                code::FEATURE_UNGROUPED,
                message!("no line in the table for {}", first_few(&named, NAMED)),
            )
            .at(self.end, "the table")
            .also(first.at, "first polygon without a line")
            .help(format!(
                "add a line for each, with its area or `{NO_AREA}`; without a line, they are not part of any \
                area"
            )),
        );
    }
}

/// Whether a line has the two columns, and no text beyond the columns of the first line.
fn has_width(record: &csv::StringRecord, width: usize, columns: [usize; 2]) -> bool {
    columns.into_iter().all(|column| column < record.len())
        && record.iter().skip(width).all(str::is_empty)
}

/// The indices of the two columns.
fn columns(
    reporter: &mut Reporter,
    reader: &mut csv::Reader<&[u8]>,
    head: Span,
) -> Option<[usize; 2]> {
    let names = reader.headers().ok()?.clone();
    let column = |name: &str| names.iter().position(|one| one.eq_ignore_ascii_case(name));
    let columns = column("feature").zip(column("area"));
    if columns.is_none() {
        reporter.diagnostics.push(
            Diagnostic::new(code::TABLE_FORM, missing_columns(["feature", "area"], &names))
                .at(head, "first line")
                .help("start with the line `feature,area`; then write one line for each polygon, such as \
                      `Gela,gela-beach`"),
        );
    }
    columns.map(|(feature, area)| [feature, area])
}

fn line(
    reporter: &mut Reporter,
    at: Span,
    record: &csv::StringRecord,
    [feature, area]: [usize; 2],
) -> Option<Line> {
    let [feature, area] = [feature, area].map(|column| record.get(column).unwrap_or_default());
    let written = feature.to_owned();
    let (feature, part) = match feature.rsplit_once('#') {
        Some((feature, part)) => (feature.trim(), Some(part.parse().unwrap_or(0))),
        None => (feature, None),
    };
    if feature.is_empty() {
        reporter.diagnostics.push(
            Diagnostic::new(code::TABLE_FORM, "missing polygon in a line of this table")
                .at(at, "no name in the column `feature`")
                .help("write the name of a polygon, or remove the line"),
        );
        return None;
    }
    let area = match plain_signs(area).as_str() {
        NO_AREA | "" => None,
        area if AreaId::new(area).is_ok() => Some(area.to_owned()),
        _ => {
            reporter.diagnostics.push(
                Diagnostic::new(code::TABLE_FORM, invalid("area id", area))
                    .at(at, "in this line")
                    .help(id_help(area)),
            );
            return None;
        }
    };
    Some(Line { at, written, feature: feature.to_owned(), part, area })
}

fn report_unreadable(reporter: &mut Reporter, at: Span, error: &csv::Error) {
    reporter.diagnostics.push(
        Diagnostic::new(code::TABLE_FORM, "cannot read a line of this table")
            .at(at, error.to_string())
            .help("save the table as CSV, separated by commas and encoded as UTF-8"),
    );
}

fn report_width(reporter: &mut Reporter, at: Span, found: usize, expected: usize) {
    reporter.diagnostics.push(
        Diagnostic::new(code::TABLE_FORM, "cannot read a line of this table")
            .at(at, format!("{found} columns here, {expected} in the first line"))
            .help("write the same number of columns in each line; put quotes around names with commas"),
    );
}

/// Returns the only feature whose name equals a key without accents.
fn without_accents(key: &str, features: &[DrawnArea]) -> Option<usize> {
    let plain = |key: &str| -> String {
        key.nfd().filter(|letter| !('\u{300}'..='\u{36f}').contains(letter)).collect()
    };
    let key = plain(key);
    let mut same = features.iter().enumerate().filter(|(_, feature)| plain(&feature.id) == key);
    let (only, _) = same.next()?;
    same.next().is_none().then_some(only)
}

/// Returns a polygon's name for the table: its name in the file, if that identifies the polygon.
pub(crate) fn table_name(feature: &DrawnArea) -> &str {
    let name = feature.name.as_ref().map(|name| name.get(Language::En));
    name.filter(|name| name_key(name) == feature.id).unwrap_or(&feature.id)
}

fn report_unknown(reporter: &mut Reporter, line: &Line, features: &[DrawnArea]) {
    let ids = features.iter().map(|feature| feature.id.as_str());
    let close = closest(&name_key(&line.feature), ids)
        .and_then(|id| features.iter().find(|feature| feature.id == id));
    let help = match close {
        Some(feature) => did_you_mean(&line.feature, table_name(feature)),
        None => {
            "write the name as in the polygons file; `--property` sets the property that holds it"
                .to_owned()
        }
    };
    reporter.diagnostics.push(
        Diagnostic::new(code::TABLE_FEATURE, not_found("polygon", &line.feature))
            .at(line.at, "in this line")
            .help(help),
    );
}

fn report_invalid_part(reporter: &mut Reporter, line: &Line, feature: &DrawnArea, most: usize) {
    reporter.diagnostics.push(
        Diagnostic::new(
            code::TABLE_FEATURE,
            message!("polygon `{}` has no such part", line.feature),
        )
        .at(line.at, "after the `#`")
        .also(feature.at, format!("it has {most}"))
        .help("write the number of a part after the `#` (1 is the largest), or remove the `#` for the whole \
              polygon"),
    );
}

fn report_duplicate(reporter: &mut Reporter, line: &Line, first: &Line) {
    reporter.diagnostics.push(
        Diagnostic::new(code::TABLE_TWICE, duplicate("polygon", &line.feature))
            .at(line.at, "duplicate")
            .also(first.at, "first defined here")
            .help("remove one: a polygon belongs to one area"),
    );
}

//! Rows that flow down a column and into the next column or onto the next card.

use std::ptr;

use sandtable_sheet::{ASCENT, Item, LEADING, Point, Rotation, Span, TextLine, lines};

/// An unbreakable row as wide as a column: a line of text, a table row or a rule.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// Its height in the column, in millimetres.
    pub height: f64,
    /// Its drawing, from its upper left corner.
    pub items: Vec<Item>,
    /// Whether it stays together with the next row.
    pub keeps_with_next: bool,
    /// Whether it is omitted at the top of a column.
    pub is_gap: bool,
}

impl Row {
    /// A row without constraints.
    pub fn new(height: f64, items: Vec<Item>) -> Self {
        Self { height, items, keeps_with_next: false, is_gap: false }
    }

    /// Empty space.
    pub fn gap(height: f64) -> Self {
        Self { is_gap: true, ..Self::new(height, Vec::new()) }
    }

    /// The row, kept with the next row.
    pub fn keep_with_next(self) -> Self {
        Self { keeps_with_next: true, ..self }
    }

    /// The row, kept with the next row if `clings` is true.
    pub fn keep_with_next_if(self, clings: bool) -> Self {
        Self { keeps_with_next: clings, ..self }
    }

    /// Its drawing with its upper left corner at a point.
    pub fn at(&self, corner: Point) -> impl Iterator<Item = Item> {
        self.items.iter().map(move |item| item.transform(corner, Rotation::NONE))
    }
}

/// The rows of a paragraph. Its first two lines stay together, and so do its last two.
pub(crate) fn paragraph(spans: &[Span], room: f64, hanging: f64) -> Vec<Row> {
    let row = |line: TextLine| {
        let size = line.size();
        Row::new(size * LEADING, line.at(Point::new(0.0, size * ASCENT)))
    };
    let mut rows: Vec<Row> = lines(spans, room, hanging).into_iter().map(row).collect();
    keep_together(&mut rows, 3);
    rows
}

/// Keeps rows in one column if there are at most this many; otherwise the first two and the last
/// two, so that none stands alone.
pub(crate) fn keep_together(rows: &mut [Row], most: usize) {
    let count = rows.len();
    for (index, row) in rows.iter_mut().enumerate() {
        let is_at_end = index == 0 || index + 2 == count;
        row.keeps_with_next = index + 1 < count && (count <= most || is_at_end);
    }
}

/// Rows with their vertical offsets.
pub(crate) type Column<'a> = Vec<(f64, &'a Row)>;

/// The rows of each column; `height` returns the height of a column by
/// its index.
fn pour(rows: &[Row], height: impl Fn(usize) -> f64) -> Vec<Column<'_>> {
    let mut columns: Vec<Column<'_>> = vec![Vec::new()];
    let mut y = 0.0;
    for group in groups(rows) {
        // The group moves to the next column if that can hold it.
        let needed = height_of(group);
        let number = columns.len() - 1;
        let is_begun = !columns[number].is_empty();
        let fits_next = needed <= height(number + 1) + SLACK;
        if is_begun && y + needed > height(number) + SLACK && fits_next {
            columns.push(Vec::new());
            y = 0.0;
        }
        for row in group {
            let number = columns.len() - 1;
            let is_begun = !columns[number].is_empty();
            if row.is_gap && !is_begun {
                continue;
            }
            if is_begun && y + row.height > height(number) + SLACK {
                columns.push(Vec::new());
                y = 0.0;
                if row.is_gap {
                    continue;
                }
            }
            columns.last_mut().expect("there is a first column").push((y, row));
            y += row.height;
        }
    }
    columns
}

/// Rows that keep together.
fn groups(rows: &[Row]) -> impl Iterator<Item = &[Row]> {
    rows.chunk_by(|row, _| row.keeps_with_next)
}

/// The total height of rows, in millimetres.
fn height_of(rows: &[Row]) -> f64 {
    rows.iter().map(|row| row.height).sum()
}

/// The tolerance for sums of heights, in millimetres.
const SLACK: f64 = 1e-6;

/// The total height of the rows in a column.
pub(crate) fn reach(column: &[(f64, &Row)]) -> f64 {
    column.iter().filter(|(_, row)| !row.is_gap).map(|(y, row)| y + row.height).fold(0.0, f64::max)
}

/// The columns of each page; `height` returns the height of a page's columns by the page's index.
/// The last page is only as high as its rows require.
pub(crate) fn paginate(
    rows: &[Row],
    columns: usize,
    height: impl Fn(usize) -> f64,
) -> Vec<Vec<Column<'_>>> {
    let poured = pour(rows, |column| height(column / columns));
    let mut pages: Vec<_> = poured.chunks(columns).map(<[_]>::to_vec).collect();
    let number = pages.len() - 1;
    let begins_with =
        |row: &Row| pages[number][0].first().is_some_and(|(_, first)| ptr::eq(*first, row));
    if let Some(start) = rows.iter().position(begins_with)
        && let Some(height) = balanced_height(&rows[start..], columns, height(number))
    {
        pages[number] = pour(&rows[start..], |_| height);
    }
    pages
}

/// The minimum height at which the rows fit in this many columns; `None` if it exceeds `most`.
fn balanced_height(rows: &[Row], columns: usize, most: f64) -> Option<f64> {
    let count = |height: f64| pour(rows, |_| height).len();
    if count(most) > columns {
        return None;
    }
    // A lower column would divide the highest group.
    let highest = groups(rows).map(height_of).fold(0.0, f64::max);
    let (mut low, mut high) = (highest.min(most), most);
    while high - low > 0.2 {
        let middle = (low + high) / 2.0;
        if count(middle) <= columns {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(high)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    fn rows(heights: &[f64]) -> Vec<Row> {
        heights.iter().map(|height| Row::new(*height, Vec::new())).collect()
    }

    fn shape(columns: &[Vec<(f64, &Row)>]) -> Vec<Vec<f64>> {
        columns.iter().map(|c| c.iter().map(|(y, _)| *y).collect()).collect()
    }

    #[test]
    fn rows_run_on_into_the_next_column() {
        let rows = rows(&[4.0, 4.0, 4.0, 4.0, 4.0]);
        assert_eq!(shape(&pour(&rows, |_| 9.0)), [vec![0.0, 4.0], vec![0.0, 4.0], vec![0.0]]);
        let first_is_short = pour(&rows, |number| if number == 0 { 4.0 } else { 12.0 });
        assert_eq!(shape(&first_is_short), [vec![0.0], vec![0.0, 4.0, 8.0], vec![0.0]]);
    }

    #[test]
    fn headings_cling_and_gaps_never_lead() {
        let mut rows = rows(&[4.0, 2.0, 4.0, 4.0]);
        rows[1] = Row::gap(2.0);
        rows[2].keeps_with_next = true;
        assert_eq!(shape(&pour(&rows, |_| 10.0)), [vec![0.0, 4.0], vec![0.0, 4.0]]);
        assert_eq!(shape(&pour(&rows[1..], |_| 10.0)), [vec![0.0, 4.0]]);
    }

    #[test]
    fn high_rows_overflow_their_column() {
        let rows = rows(&[20.0, 3.0, 30.0]);
        let columns = pour(&rows, |_| 10.0);
        assert_eq!(columns.iter().map(Vec::len).sum::<usize>(), 3);
        let mut clinging = vec![Row::new(6.0, Vec::new()).keep_with_next(); 4];
        clinging.push(Row::new(6.0, Vec::new()));
        let columns = pour(&clinging, |_| 10.0);
        assert_eq!(columns.iter().map(Vec::len).sum::<usize>(), 5);
        assert!(columns.iter().all(|column| reach(column) <= 10.0));
    }

    #[test]
    fn the_last_page_has_columns_of_one_height() {
        let rows = rows(&[3.0; 10]);
        let reaches = |height: f64| -> Vec<Vec<f64>> {
            let pages = paginate(&rows, 2, |_| height);
            pages.iter().map(|page| page.iter().map(|column| reach(column)).collect()).collect()
        };
        assert_eq!(reaches(100.0), [[15.0, 15.0]]);
        assert_eq!(reaches(9.0), [vec![9.0, 9.0], vec![6.0, 6.0]]);
        assert_eq!(paginate(&[], 2, |_| 10.0).len(), 1);
    }

    proptest! {
        /// Every row is printed once and in order, and no column begins with the last line of a
        /// paragraph or ends with its first.
        #[test]
        fn no_line_of_a_paragraph_stands_alone(
            paragraphs in vec((1_usize..9, any::<bool>()), 1..20),
            columns in 1_usize..4,
            height in 8.0_f64..60.0,
        ) {
            let mut rows = Vec::new();
            for (count, has_gap) in &paragraphs {
                let mut lines = vec![Row::new(2.0, Vec::new()); *count];
                keep_together(&mut lines, 3);
                rows.append(&mut lines);
                if *has_gap {
                    rows.push(Row::gap(1.0));
                }
            }
            let index = |row: &Row| rows.iter().position(|other| ptr::eq(other, row)).expect("a row");
            let pages = paginate(&rows, columns, |_| height);
            let printed = pages.iter().flatten().flatten().filter(|(_, row)| !row.is_gap);
            let printed: Vec<usize> = printed.map(|(_, row)| index(row)).collect();
            let lines: Vec<usize> = (0..rows.len()).filter(|&row| !rows[row].is_gap).collect();
            prop_assert_eq!(&printed, &lines);
            let columns: Vec<_> = pages.iter().flatten().filter(|column| !column.is_empty()).collect();
            for pair in columns.windows(2) {
                let last = pair[0].last().expect("not empty").1;
                prop_assert!(!last.keeps_with_next, "row {} ends a column", index(last));
            }
        }
    }
}

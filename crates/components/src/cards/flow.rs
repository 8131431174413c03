//! Rows that flow down a column and into the next column or onto the next card.

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
    let set = lines(spans, room, hanging);
    let count = set.len();
    let row = |(index, line): (usize, TextLine)| {
        let size = line.size();
        let items = line.at(Point::new(0.0, size * ASCENT));
        let row = Row::new(size * LEADING, items);
        match count > 1 && (index == 0 || index + 2 == count) {
            true => row.keep_with_next(),
            false => row,
        }
    };
    set.into_iter().enumerate().map(row).collect()
}

/// The rows of each column, with their vertical offsets; `height` returns the height of a column by
/// its index.
pub(crate) fn pour(rows: &[Row], height: impl Fn(usize) -> f64) -> Vec<Vec<(f64, &Row)>> {
    let mut columns: Vec<Vec<(f64, &Row)>> = vec![Vec::new()];
    let mut y = 0.0;
    let mut rest = rows;
    while !rest.is_empty() {
        // Rows that keep together move to the next column together if a column can hold them.
        let count = rest.iter().take_while(|row| row.keeps_with_next).count() + 1;
        let (group, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        let needed: f64 = group.iter().map(|row| row.height).sum();
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

/// The tolerance for sums of heights, in millimetres.
const SLACK: f64 = 1e-6;

/// The total height of the rows in a column.
pub(crate) fn reach(column: &[(f64, &Row)]) -> f64 {
    column.iter().filter(|(_, row)| !row.is_gap).map(|(y, row)| y + row.height).fold(0.0, f64::max)
}

/// The minimum height at which the rows fit in this many columns; `None` if it exceeds `most`.
pub(crate) fn balanced_height(rows: &[Row], columns: usize, most: f64) -> Option<f64> {
    let count = |height: f64| pour(rows, |_| height).len();
    if count(most) > columns {
        return None;
    }
    let (mut low, mut high) = (0.0, most);
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
    fn columns_are_of_one_height() {
        let rows = rows(&[3.0; 10]);
        let height = balanced_height(&rows, 2, 100.0).expect("the content fits");
        assert!((15.0..15.3).contains(&height), "{height}");
        assert_eq!(balanced_height(&rows, 2, 14.0), None);
    }
}

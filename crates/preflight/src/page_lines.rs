//! The text that diagnostics about a PDF point to, in place of a source file.

use sandtable_source::{FileId, SourceMap, Span};

use crate::geometry::{Area, MM_PER_POINT};
use crate::pdf::boxes::Boxes;
use crate::report::round;

/// One line per page (line 3 is page 3), and a last line for the whole file.
pub(crate) struct PageLines {
    file: FileId,
    starts: Vec<(usize, usize)>,
}

impl PageLines {
    pub(crate) fn new(
        name: &str,
        version: &str,
        boxes: &[Option<Boxes>],
        sources: &mut SourceMap,
    ) -> Self {
        let mut text = String::new();
        let mut starts = Vec::new();
        let mut add = |line: String| {
            starts.push((text.len(), text.len() + line.len()));
            text.push_str(&line);
            text.push('\n');
        };
        for (index, boxes) in boxes.iter().enumerate() {
            let size = |area: Area| {
                let [width, height] =
                    [area.width(), area.height()].map(|it| round(it * MM_PER_POINT));
                format!("{width:.2} × {height:.2} mm")
            };
            add(match boxes {
                Some(boxes) => match boxes.trim {
                    Some(trim) => {
                        format!("page {}: {}, trim {}", index + 1, size(boxes.media), size(trim))
                    }
                    None => format!("page {}: {}", index + 1, size(boxes.media)),
                },
                None => format!("page {}: no size", index + 1),
            });
        }
        let pages = if boxes.len() == 1 { "page" } else { "pages" };
        add(format!("PDF {version}, {} {pages}", boxes.len()));
        Self { file: sources.add(name, text), starts }
    }

    /// The line of the page with this index, from 0.
    pub(crate) fn page(&self, index: usize) -> Span {
        let (start, end) = self.starts[index.min(self.starts.len() - 1)];
        Span::new(self.file, start..end)
    }

    /// The line of the whole file.
    pub(crate) fn whole(&self) -> Span {
        self.page(self.starts.len() - 1)
    }
}

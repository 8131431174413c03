//! A reader of finished PDFs that knows nothing of how they were written.

use lopdf::Document;
use lopdf::content::Content;

/// What is drawn on a page, in points of the paper, `y` up: transforms followed by hand.
#[derive(Default)]
pub struct Drawn {
    /// The points of every path, its curves by their ends.
    pub paths: Vec<Vec<[f64; 2]>>,
    /// The points of every path that only clips.
    pub openings: Vec<Vec<[f64; 2]>>,
}

/// Reads a page, counted from 1.
pub fn drawn(document: &Document, page: u32) -> Drawn {
    let page = document.get_pages()[&page];
    let bytes = document.get_page_content(page);
    let content = Content::decode(&bytes).expect("the content stream is sound");
    let mut stack = Vec::new();
    let mut matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut drawn = Drawn::default();
    let mut path: Vec<[f64; 2]> = Vec::new();
    // Of a path with many rings each is one.
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    let mut clips = false;
    for operation in &content.operations {
        let n: Vec<f64> =
            operation.operands.iter().filter_map(|o| o.as_float().ok().map(f64::from)).collect();
        let at = |x: f64, y: f64| {
            let m = matrix;
            [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]]
        };
        match operation.operator.as_str() {
            "q" => stack.push(matrix),
            "Q" => matrix = stack.pop().expect("states are balanced"),
            "cm" => {
                let m = matrix;
                matrix = [
                    n[0] * m[0] + n[1] * m[2],
                    n[0] * m[1] + n[1] * m[3],
                    n[2] * m[0] + n[3] * m[2],
                    n[2] * m[1] + n[3] * m[3],
                    n[4] * m[0] + n[5] * m[2] + m[4],
                    n[4] * m[1] + n[5] * m[3] + m[5],
                ];
            }
            "m" | "l" => {
                if operation.operator == "m" && !path.is_empty() {
                    rings.push(std::mem::take(&mut path));
                }
                path.push(at(n[0], n[1]));
            }
            "re" => {
                let [x, y, width, height] = [n[0], n[1], n[2], n[3]];
                rings.push(vec![
                    at(x, y),
                    at(x + width, y),
                    at(x + width, y + height),
                    at(x, y + height),
                ]);
            }
            "c" => path.push(at(n[4], n[5])),
            "W" | "W*" => clips = true,
            "S" | "f" | "f*" | "B" | "n" => {
                rings.push(std::mem::take(&mut path));
                rings.retain(|ring| !ring.is_empty());
                let to = if clips { &mut drawn.openings } else { &mut drawn.paths };
                to.append(&mut rings);
                clips = false;
            }
            _ => {}
        }
    }
    drawn
}

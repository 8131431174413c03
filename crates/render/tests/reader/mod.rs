//! A reader of finished PDFs, independent of their writer.

use lopdf::content::Content;
use lopdf::{Dictionary, Document};

/// The drawing on a page, in PDF points, `y` up, with transforms applied.
#[derive(Default)]
pub struct PageDrawing {
    /// The points of every path; curves contribute only their end points.
    pub paths: Vec<Vec<[f64; 2]>>,
    /// The points of every clip path.
    pub openings: Vec<Vec<[f64; 2]>>,
}

/// A transform, in PDF order.
type Matrix = [f64; 6];

const IDENTITY: Matrix = [1.0, 0.0, 0.0, 1.0, 0.0, 0.0];

/// Returns the transform `n` followed by `outer`.
fn combined(n: &[f64], outer: Matrix) -> Matrix {
    let m = outer;
    [
        n[0] * m[0] + n[1] * m[2],
        n[0] * m[1] + n[1] * m[3],
        n[2] * m[0] + n[3] * m[2],
        n[2] * m[1] + n[3] * m[3],
        n[4] * m[0] + n[5] * m[2] + m[4],
        n[4] * m[1] + n[5] * m[3] + m[5],
    ]
}

/// Reads a page, counted from 1, including its forms.
pub fn read_page(document: &Document, page: u32) -> PageDrawing {
    let page = document.get_pages()[&page];
    let bytes = document.get_page_content(page);
    let mut drawn = PageDrawing::default();
    let page = document.get_dictionary(page).expect("a page");
    read(document, page, &bytes, IDENTITY, &mut drawn);
    drawn
}

/// Returns the content of a named form with its transform.
fn form<'d>(
    document: &'d Document,
    of: &'d Dictionary,
    name: &[u8],
) -> Option<(&'d Dictionary, Vec<u8>, Matrix)> {
    let resources = document.get_dict_in_dict(of, b"Resources").ok()?;
    let forms = document.get_dict_in_dict(resources, b"XObject").ok()?;
    let form = document.get_object(forms.get(name).ok()?.as_reference().ok()?).ok()?;
    let form = form.as_stream().ok()?;
    let is_form = form.dict.get(b"Subtype").and_then(|kind| kind.as_name());
    if !is_form.is_ok_and(|kind| kind == b"Form") {
        return None;
    }
    let matrix = form.dict.get(b"Matrix").and_then(|matrix| matrix.as_array());
    let matrix = matrix.map_or(IDENTITY.to_vec(), |matrix| {
        matrix.iter().filter_map(|n| n.as_float().ok().map(f64::from)).collect()
    });
    let content = form.decompressed_content().unwrap_or_else(|_| form.content.clone());
    Some((&form.dict, content, matrix.try_into().expect("a matrix has six numbers")))
}

/// Reads the content stream of a page or form under a transform.
fn read(
    document: &Document,
    of: &Dictionary,
    bytes: &[u8],
    start: Matrix,
    drawn: &mut PageDrawing,
) {
    let content = Content::decode(bytes).expect("valid content stream");
    let mut stack = Vec::new();
    let mut matrix = start;
    let mut path: Vec<[f64; 2]> = Vec::new();
    // Each ring counts as a separate path.
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
            "Q" => matrix = stack.pop().expect("balanced graphics states"),
            "cm" => matrix = combined(&n, matrix),
            "Do" => {
                let name = operation.operands[0].as_name().expect("a name");
                if let Some((form, bytes, own)) = form(document, of, name) {
                    read(document, form, &bytes, combined(&own, matrix), drawn);
                }
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
}

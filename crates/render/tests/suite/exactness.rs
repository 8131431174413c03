//! Tests the accuracy that measuring sticks need. An independent reader finds known terrain in
//! finished files at 1:16,000 within 0.005 %, rotated by less than 0.01°, with no point off by 0.05
//! mm. This holds for the single sheet, for assembled tiles, and for pictures within half a pixel.

use lopdf::Document;
use sandtable_pack::{GroundPoint, Pack};
use sandtable_render::{Format, PaperOrder, PrintOrder, Product, print};

use crate::{reader, support};

/// A ground position in metres, and its drawn position in millimetres.
type Pair = ([f64; 2], [f64; 2]);

/// The affine fit from known ground positions to measured paper positions: `x` and `y` in
/// millimetres from any corner, `y` up.
struct Fit {
    scale: [f64; 2],
    /// The rotation of the ground axes on paper, in degrees.
    turned: [f64; 2],
    /// The maximum error of any point, in millimetres.
    worst: f64,
}

/// Returns the best affine map from ground to paper, by least squares, with its errors.
fn fit(pairs: &[Pair]) -> Fit {
    let count = pairs.len() as f64;
    let mean = |take: &dyn Fn(&Pair) -> f64| pairs.iter().map(take).sum::<f64>() / count;
    let ground = [mean(&|p| p.0[0]), mean(&|p| p.0[1])];
    let paper = [mean(&|p| p.1[0]), mean(&|p| p.1[1])];
    let moment = |a: &dyn Fn(&Pair) -> f64, b: &dyn Fn(&Pair) -> f64| {
        pairs.iter().map(|pair| a(pair) * b(pair)).sum::<f64>()
    };
    let x = |p: &Pair| p.0[0] - ground[0];
    let y = |p: &Pair| p.0[1] - ground[1];
    let (xx, xy, yy) = (moment(&x, &x), moment(&x, &y), moment(&y, &y));
    let determinant = xx * yy - xy * xy;
    let axis = |k: usize| {
        let out = move |p: &Pair| p.1[k] - paper[k];
        let (xo, yo) = (moment(&x, &out), moment(&y, &out));
        [(xo * yy - yo * xy) / determinant, (yo * xx - xo * xy) / determinant]
    };
    let (across, up) = (axis(0), axis(1));
    let worst = pairs
        .iter()
        .map(|pair| {
            let off = |row: [f64; 2], k: usize| {
                pair.1[k] - paper[k] - row[0] * x(pair) - row[1] * y(pair)
            };
            libm::hypot(off(across, 0), off(up, 1))
        })
        .fold(0.0, f64::max);
    Fit {
        // Converts millimetres per metre to a scale: times 16,000, divided by 1,000.
        scale: [libm::hypot(across[0], up[0]) * 16.0, libm::hypot(across[1], up[1]) * 16.0],
        turned: [
            libm::atan2(up[0], across[0]).to_degrees(),
            libm::atan2(-across[1], up[1]).to_degrees(),
        ],
        worst,
    }
}

impl Fit {
    fn assert_exact(&self, what: &str) {
        for scale in self.scale {
            assert!((scale - 1.0).abs() < 0.000_05, "{what}: scale {scale}");
        }
        for turned in self.turned {
            assert!(turned.abs() < 0.01, "{what}: turned by {turned}°");
        }
        assert!(self.worst < 0.05, "{what}: a point is off by {} mm", self.worst);
    }
}

/// Returns the boundaries of woods, whose vertices are known, in metres.
fn known_rings(pack: &Pack) -> Vec<Vec<[f64; 2]>> {
    let metres = |p: &GroundPoint| [f64::from(p.x) / 100.0, f64::from(p.y) / 100.0];
    let rings = pack.map().woods.iter().flat_map(|wood| &wood.parts);
    rings.map(|part| part.exterior.iter().map(metres).collect()).collect()
}

/// Pairs each vertex of the known boundaries with its drawn position in these paths, in
/// millimetres. Boundaries are matched by shape, not position.
fn pair_vertices(known: &[Vec<[f64; 2]>], paths: &[Vec<[f64; 2]>]) -> Vec<Pair> {
    let millimetres = 25.4 / 72.0;
    let side_length = |a: [f64; 2], b: [f64; 2]| libm::hypot(a[0] - b[0], a[1] - b[1]);
    let mut pairs = Vec::new();
    for ring in known {
        let is_drawn = |path: &&Vec<[f64; 2]>| {
            // A closed curve repeats its first point.
            path.len() == ring.len() + 1
                && (1..ring.len()).step_by(7).all(|i| {
                    let expected = side_length(ring[0], ring[i]) / 16.0;
                    (side_length(path[0], path[i]) * millimetres - expected).abs() < 0.05
                })
        };
        for path in paths.iter().filter(is_drawn) {
            let drawn = path.iter().map(|p| [p[0] * millimetres, p[1] * millimetres]);
            pairs.extend(ring.iter().copied().zip(drawn));
        }
    }
    pairs
}

fn printed_pdf(pack: &Pack, order: &PrintOrder) -> Document {
    let printed = print(pack, order).expect("printable map");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    Document::load_mem(&bytes).expect("valid PDF")
}

#[test]
fn single_sheet_is_exact() {
    let pack = support::battlefield(60);
    let order = PrintOrder {
        products: vec![Product::Map],
        formats: vec![Format::Pdf],
        ..PrintOrder::default()
    };
    let document = printed_pdf(&pack, &order);
    let pairs = pair_vertices(&known_rings(&pack), &reader::read_page(&document, 1).paths);
    assert!(pairs.len() >= 4 * 60, "only {} bends are found on the page", pairs.len());
    fit(&pairs).assert_exact("single sheet");
}

/// Tiles are assembled as their key says: each one aligned with the marks of its left and upper
/// neighbours.
#[test]
fn assembled_tiles_are_exact() {
    let pack = support::battlefield(60);
    for paper in ["a4", "tabloid", "400x500mm"] {
        let overlap = 12.5;
        let order = PrintOrder {
            products: vec![Product::Map],
            formats: vec![Format::Pdf],
            paper: Some(PaperOrder {
                paper: paper.parse().expect("a paper"),
                margin: sandtable_pack::PaperLength::from_millimetres(6.0),
                overlap: sandtable_pack::PaperLength::from_millimetres(overlap),
            }),
            ..PrintOrder::default()
        };
        let document = printed_pdf(&pack, &order);
        let pages = document.get_pages().len() as u32;
        assert!(pages > 2, "{paper}: {pages} pages");
        let known = known_rings(&pack);
        let mut pairs = Vec::new();
        // The first page is the key.
        for page in 2..=pages {
            let (row, column) = tile(&document.extract_text(&[page]).expect("text can be read"));
            let drawn = reader::read_page(&document, page);
            // The clip path of the whole map.
            let millimetres = |points: f64| points * 25.4 / 72.0;
            let span = |axis: usize| {
                let values = drawn.openings[0].iter().map(|p| millimetres(p[axis]));
                (values.clone().fold(f64::MAX, f64::min), values.fold(f64::MIN, f64::max))
            };
            let ((left, right), (bottom, top)) = (span(0), span(1));
            let at = [column * (right - left - overlap), -row * (top - bottom - overlap)];
            for (ground, paper) in pair_vertices(&known, &drawn.paths) {
                pairs.push((ground, [paper[0] - left + at[0], paper[1] - top + at[1]]));
            }
        }
        assert!(pairs.len() >= 4 * 60, "{paper}: only {} bends are found", pairs.len());
        fit(&pairs).assert_exact(paper);
    }
}

/// The fit itself detects stretched, rotated or bent drawings.
#[test]
fn fit_detects_distortion() {
    let square =
        [[0.0, 0.0], [8_000.0, 0.0], [8_000.0, 8_000.0], [0.0, 8_000.0], [4_000.0, 3_000.0]];
    let fitted = |paper: &dyn Fn([f64; 2]) -> [f64; 2]| {
        fit(&square.map(|ground| (ground, paper([ground[0] / 16.0, ground[1] / 16.0]))))
    };
    fitted(&|[x, y]| [x + 7.0, y - 3.0]).assert_exact("moved");
    assert!((fitted(&|[x, y]| [x * 1.000_1, y]).scale[0] - 1.000_1).abs() < 1e-9);
    let (sine, cosine) = (libm::sin(0.000_5), libm::cos(0.000_5));
    let turned = fitted(&|[x, y]| [x * cosine - y * sine, x * sine + y * cosine]);
    assert!((turned.turned[0] - 0.000_5_f64.to_degrees()).abs() < 1e-9);
    assert!(fitted(&|[x, y]| [x, if y > 490.0 { y + 0.2 } else { y }]).scale[1] > 1.000_2);
    let distorted = fitted(&|[x, y]| [x, if x > 100.0 && x < 300.0 { y + 0.3 } else { y }]);
    assert!(distorted.worst > 0.05);
}

/// Tests the corners of the neatline and points along a road in a 300 dpi picture.
#[test]
fn pictures_are_exact_within_half_a_pixel() {
    let pack = support::battlefield(60);
    let order = PrintOrder {
        products: vec![Product::Map],
        formats: vec![Format::Png],
        style: Some(sandtable_pack::StyleName::Plain),
        ..PrintOrder::default()
    };
    let printed = print(&pack, &order).expect("printable map");
    let mut bytes = Vec::new();
    printed.files[0].write(&mut bytes).expect("memory can be written");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("valid picture size")];
    let info = reader.next_frame(&mut pixels).expect("all rows are present");
    let dark = |x: usize, y: usize| 255.0 - f64::from(pixels[(y * info.width as usize + x) * 3]);
    let dots = 300.0 / 25.4;
    // The position, in pixels, of ink between two points of a row or a column.
    let ink = |from: f64, to: f64, at: &dyn Fn(usize) -> f64| {
        let (from, to) = ((from * dots) as usize, (to * dots) as usize);
        let all: f64 = (from..to).map(at).sum();
        assert!(all > 255.0, "there is no ink from {from} to {to}");
        (from..to).map(|i| at(i) * (i as f64 + 0.5)).sum::<f64>() / all
    };
    // The heavy line around the frame: nothing else is drawn within a millimetre of it.
    let (corner, side) = (17.0, 500.0);
    // The neatline draws the heavy line 7.1 mm outside the frame.
    let border = 7.1;
    let far = side / 3.0;
    for along in [corner + far, corner + 2.0 * far] {
        let fixed = (along * dots) as usize;
        for edge in [corner - border, corner + side + border] {
            for found in [
                ink(edge - 0.75, edge + 0.75, &|x| dark(x, fixed)),
                ink(edge - 0.75, edge + 0.75, &|y| dark(fixed, y)),
            ] {
                assert!((found - edge * dots).abs() < 0.5, "{found} for {}", edge * dots);
            }
        }
    }
    // The ridge road crosses these eastings, in metres, between its vertices.
    for x in [1_000.0_f64, 1_900.0, 5_800.0, 6_500.0] {
        let y = if x < 2_345.0 {
            3_000.0 + 210.0 * x / 2_345.0
        } else {
            4_321.0 - 321.0 * (x - 5_000.0) / 3_000.0
        };
        let (x, y) = (corner + x / 16.0, corner + side - y / 16.0);
        let column = (x * dots) as usize;
        let found = ink(y - 0.6, y + 0.6, &|row| dark(column, row));
        assert!((found - y * dots).abs() < 0.5, "{found} for {}", y * dots);
    }
}

/// Returns the row and column of a tile, counted from 0, by the name before its title.
fn tile(text: &str) -> (f64, f64) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let title = words.windows(2).position(|words| words == ["Middleton", "·"]);
    let name = words[title.expect("a tile has a title") - 1];
    let row = name.as_bytes()[0] - b'A';
    let column: u8 = name[1..].parse().expect("columns are numbers");
    (f64::from(row), f64::from(column - 1))
}

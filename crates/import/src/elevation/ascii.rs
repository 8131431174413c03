//! ASCII grids, `.asc`, as written by ArcGIS and GDAL: six header lines, then elevations row by row
//! from the north-west. Source: "Esri ASCII raster format", ArcGIS documentation.

use std::ops::Range;

use sandtable_map::{Bounds, Grid, MAX_HEIGHTS, Relief, System};
use sandtable_source::{Code, code};

/// The reason why a grid is unreadable, and the range of the invalid bytes.
#[derive(Debug)]
pub(crate) struct Fault {
    pub(crate) at: Range<usize>,
    pub(crate) message: String,
    pub(crate) code: Code,
    pub(crate) help: &'static str,
}

const KEYS: [&str; 10] = [
    "ncols",
    "nrows",
    "xllcorner",
    "yllcorner",
    "xllcenter",
    "yllcenter",
    "cellsize",
    "dx",
    "dy",
    "nodata_value",
];
/// The byte order mark of a text.
const BYTE_ORDER_MARK: char = '\u{feff}';

const EXPORT_AGAIN: &str =
    "correct it in a text editor, or export the grid again, best as a GeoTIFF";
const REPLACE_WORD: &str = "if it stands for a missing elevation, replace it with the NODATA_value, such as -9999; write numbers with a decimal point and without other separators";
const COPY_AGAIN: &str = "copy or download the file again";
const REPROJECT: &str = "reproject it: in QGIS, Raster › Projections › Warp, target EPSG:4326; or `gdalwarp -s_srs EPSG:32633 -t_srs EPSG:4326 old.asc new.tif`, with the number of its system";

/// Whether a file starts like an ASCII grid: with a key, in any encoding of Unicode.
pub(crate) fn is_grid(bytes: &[u8]) -> bool {
    let letters = bytes.iter().filter(|byte| !b"\0\xef\xbb\xbf\xff\xfe".contains(byte));
    let start = letters.copied().skip_while(u8::is_ascii_whitespace);
    let word: Vec<u8> = start.take_while(|byte| !byte.is_ascii_whitespace()).collect();
    KEYS.iter().any(|key| word.eq_ignore_ascii_case(key.as_bytes()))
}

#[derive(Default)]
struct Header {
    columns: Option<f64>,
    rows: Option<f64>,
    west: Option<f64>,
    south: Option<f64>,
    west_is_centre: bool,
    south_is_centre: bool,
    step: [Option<f64>; 2],
    missing: Option<f64>,
}

/// Whether a word stands for a missing elevation: QGIS, R and other programs write these.
fn is_missing(word: &str) -> bool {
    const WORDS: [&str; 8] = ["null", "nodata", "no_data", "na", "n/a", "none", "*", "-"];
    // C libraries write `1.#QNAN` or `-nan(ind)`.
    const STARTS: [&str; 4] = ["1.#", "-1.#", "nan(", "-nan("];
    let lower = word.to_ascii_lowercase();
    WORDS.contains(&lower.as_str())
        || STARTS.iter().any(|start| lower.starts_with(start))
        || word.parse().is_ok_and(|number: f64| !number.is_finite())
}

/// Reads the elevations of a grid over a bounding box.
pub(crate) fn read(text: &str, bounds: Bounds) -> Result<Relief, Fault> {
    let start = text.as_ptr() as usize;
    let place = |word: &str| {
        let from = word.as_ptr() as usize - start;
        from..from + truncate(word).len()
    };
    let fault = |word: &str, message: String| Fault {
        at: place(word),
        message,
        code: code::ELEVATION_UNREADABLE,
        help: EXPORT_AGAIN,
    };
    // In a file with decimal points, a comma separates thousands.
    let has_commas = !text.contains('.');
    let parse = |word: &str| parse(word, has_commas);
    let mut words = text.trim_start_matches(BYTE_ORDER_MARK).split_ascii_whitespace().peekable();
    let mut head = Header::default();
    let is_key =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_missing(word);
    while let Some(key) = words.next_if(is_key) {
        let value =
            words.next().ok_or_else(|| fault(key, "the file ends after this".to_owned()))?;
        if key.eq_ignore_ascii_case("nodata_value") && is_missing(value) {
            continue;
        }
        let number = parse(value)
            .ok_or_else(|| fault(value, format!("invalid number `{}`", truncate(value))))?;
        match key.to_ascii_lowercase().as_str() {
            "ncols" => head.columns = Some(number),
            "nrows" => head.rows = Some(number),
            "xllcorner" => head.west = Some(number),
            "yllcorner" => head.south = Some(number),
            "xllcenter" => (head.west, head.west_is_centre) = (Some(number), true),
            "yllcenter" => (head.south, head.south_is_centre) = (Some(number), true),
            "cellsize" => head.step = [Some(number), Some(number)],
            "dx" => head.step[0] = Some(number),
            "dy" => head.step[1] = Some(number),
            "nodata_value" => head.missing = Some(number),
            _ => return Err(fault(key, format!("unknown key `{}` in ASCII grid", truncate(key)))),
        }
    }
    let first = words.peek().copied().unwrap_or(&text[text.len()..]);
    let lacks = |name: &str| fault(first, format!("missing key `{name}` above"));
    let columns = head.columns.ok_or_else(|| lacks("ncols"))?;
    let rows = head.rows.ok_or_else(|| lacks("nrows"))?;
    let west = head.west.ok_or_else(|| lacks("xllcorner"))?;
    let south = head.south.ok_or_else(|| lacks("yllcorner"))?;
    let (Some(dx), Some(dy)) = (head.step[0], head.step[1]) else { return Err(lacks("cellsize")) };
    let is_count = |count: f64| (2.0..=1e6).contains(&count) && count.fract() == 0.0;
    if !is_count(columns) || !is_count(rows) || columns * rows > MAX_HEIGHTS as f64 {
        return Err(fault(first, format!("unsupported grid size: {columns} × {rows}")));
    }
    let is_step = |step: f64| step > 0.0 && step < 1.0;
    if west.abs() > 360.0 || south.abs() > 90.0 || !is_step(dx) || !is_step(dy) {
        let what = format!("its corner ({west} {south}) and cell size ({dx}) are not in degrees");
        return Err(Fault { code: code::ELEVATION_CRS, help: REPROJECT, ..fault(first, what) });
    }
    let (columns, rows) = (columns as usize, rows as usize);
    let half = |is_centre: bool| if is_centre { 0.0 } else { 0.5 };
    let grid = Grid {
        columns,
        rows,
        west: west + half(head.west_is_centre) * dx,
        north: south + (rows as f64 - 1.0 + half(head.south_is_centre)) * dy,
        step: [dx, dy],
        system: System::Geographic,
    };
    let grid = grid.turned_towards(bounds);
    let window = grid.window(bounds);
    let mut heights = Vec::with_capacity(window.count().min(text.len()));
    let mut count = 0;
    for word in words.by_ref().take(columns * rows) {
        let height = match parse(word) {
            Some(height) if head.missing != Some(height) => height,
            None if !is_missing(word) => {
                let what = format!("invalid elevation `{}`", truncate(word));
                return Err(Fault { help: REPLACE_WORD, ..fault(word, what) });
            }
            _ => f64::NAN,
        };
        if window.columns.contains(&(count % columns)) && window.rows.contains(&(count / columns)) {
            heights.push(height as f32);
        }
        count += 1;
    }
    if count < columns * rows {
        let what = format!("the file ends after {count} of {columns} × {rows} elevations");
        let end = text.trim_end().len();
        return Err(Fault { help: COPY_AGAIN, ..fault(&text[end..end], what) });
    }
    if let Some(word) = words.next() {
        return Err(fault(word, format!("more than {columns} × {rows} elevations")));
    }
    Ok(Relief::new(grid, &window, heights))
}

/// Parses a number, possibly with a decimal comma or the minus sign of typesetters.
fn parse(word: &str, has_commas: bool) -> Option<f64> {
    let number: Option<f64> = word.parse().ok().or_else(|| {
        let plain = word.replacen('−', "-", 1);
        if has_commas { plain.replacen(',', ".", 1) } else { plain }.parse().ok()
    });
    number.filter(|number| number.is_finite())
}

/// The first characters of a word.
fn truncate(word: &str) -> &str {
    word.char_indices().nth(40).map_or(word, |(end, _)| &word[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: Bounds = [11.0, 50.0, 12.0, 51.0];
    const GOOD: &str = "ncols 3\nnrows 2\nxllcorner 11.5\nyllcorner 50.9\ncellsize 0.001\nNODATA_value -9999\n1 2 3\n4 -9999 6.5\n";

    #[test]
    fn reads_corner_and_centre_grids() {
        let relief = read(GOOD, ALL).expect("the grid is valid");
        let Relief { grid, heights, .. } = &relief;
        assert!((grid.west - 11.5005).abs() < 1e-9 && (grid.north - 50.9015).abs() < 1e-9);
        assert_eq!((heights[0], heights[5]), (1.0, 6.5));
        assert!(heights[4].is_nan());
        let centred = GOOD.replace("corner", "center");
        let grid = read(&centred, ALL).expect("the grid is valid").grid;
        assert!((grid.west - 11.5).abs() < 1e-9 && (grid.north - 50.901).abs() < 1e-9);
    }

    #[test]
    fn reads_decimal_commas_and_other_starts() {
        let expected = read(GOOD, ALL).expect("the grid is valid").heights;
        let rows_first = GOOD.replacen("ncols 3\nnrows 2", "nrows 2\nncols 3", 1);
        for text in [GOOD.replace('.', ","), format!("\u{feff}{GOOD}"), rows_first] {
            assert!(is_grid(text.as_bytes()), "{text}");
            let heights = read(&text, ALL).expect("the grid is valid").heights;
            assert_eq!(format!("{heights:?}"), format!("{expected:?}"), "{text}");
        }
        let utf16: Vec<u8> = GOOD.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(is_grid(&[&[0xff, 0xfe], utf16.as_slice()].concat()));
        assert!(!is_grid(b"II*\0"));
    }

    /// Programs write missing elevations in many ways, in the grid and in its header.
    #[test]
    fn reads_words_for_missing_elevations() {
        let words = [
            "nan",
            "-nan",
            "NaN",
            "null",
            "1.#QNAN",
            "-1.#IND00",
            "-nan(ind)",
            "NA",
            "n/a",
            "None",
            "no_data",
            "*",
            "-",
            "inf",
            "−9999",
        ];
        for word in words {
            for header in ["NODATA_value -9999", &format!("NODATA_value {word}")] {
                let text = GOOD.replacen("1 2 3", &format!("{word} 2 {word}"), 1);
                let text = text.replace("NODATA_value -9999", header);
                let heights = read(&text, ALL).expect("the grid is valid").heights;
                assert!(heights[0].is_nan() && heights[2].is_nan(), "{text}");
                assert!((heights[1] - 2.0).abs() < f32::EPSILON);
            }
        }
    }

    /// Each case has one mistake, and the word to report.
    #[test]
    fn reports_position_of_invalid_word() {
        let cases = [
            ("nrows 2", "nrows two", "two", "invalid number `two`"),
            ("ncols 3", "ncols 1e300", "1", "unsupported grid size"),
            ("1 2 3", "1 x 3", "x", "invalid elevation `x`"),
            ("1 2 3", "1,234 2 3", "1,234", "invalid elevation `1,234`"),
            ("6.5", "6.5 7", "7", "more than 3 × 2"),
            ("6.5", "", "", "ends after 5 of 3 × 2"),
            ("cellsize 0.001\n", "", "1", "missing key `cellsize`"),
        ];
        for (from, to, at, what) in cases {
            let text = GOOD.replacen(from, to, 1);
            let Err(fault) = read(&text, ALL) else { panic!("{text} is invalid") };
            assert!(fault.message.contains(what), "{}", fault.message);
            assert_eq!(&text[fault.at.clone()], at, "{what}");
        }
        let metres = GOOD.replace("11.5", "4433000");
        assert!(read(&metres, ALL).is_err_and(|fault| fault.code == code::ELEVATION_CRS));
    }

    proptest! {
        #[test]
        fn survives_arbitrary_edits(at in 0..GOOD.len(), inserted in ".{0,6}", removed in 0usize..9) {
            let mut text = GOOD.to_owned();
            let end = (at + removed).min(text.len());
            text.replace_range(at..end, &inserted);
            if let Err(fault) = read(&text, ALL) {
                prop_assert!(fault.at.end <= text.len() || fault.at.start <= text.len());
            }
        }
    }
}

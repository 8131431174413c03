//! Authors' edits to a file. Layers have one feature per line, so text that occurs in only one
//! feature identifies that feature.

use serde::Deserialize;

/// One change to a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Edit {
    /// Replaces text that occurs once, or every occurrence.
    Replace {
        /// The original text.
        replace: String,
        /// The new text.
        with: String,
        /// Whether to replace every occurrence.
        #[serde(default)]
        everywhere: bool,
    },
    /// Writes a new line below the line of a text.
    Insert {
        /// A text that occurs once.
        after: String,
        /// The new line.
        insert: String,
    },
    /// Deletes the line of a text.
    DeleteLine {
        /// A text that occurs once.
        delete_line: String,
    },
    /// Keeps only the feature on the line of a text.
    KeepLine {
        /// A text that occurs once.
        keep_line: String,
    },
    /// Inserts a new feature before all others.
    Paste {
        /// The feature.
        paste: String,
    },
    /// Copies a feature, optionally with a change to the first line of the copy's attributes.
    Copy {
        /// A text that occurs once.
        copy: String,
        /// A text on the copied line; its first occurrence is replaced.
        #[serde(default)]
        replace: String,
        /// The new text in the copy.
        #[serde(default)]
        with: String,
    },
    /// Drags a feature.
    Move {
        /// A text that occurs once.
        r#move: String,
        /// Degrees of longitude.
        east: f64,
        /// Degrees of latitude.
        north: f64,
    },
    /// Reverses the positions of a line.
    Reverse {
        /// A text that occurs once.
        reverse: String,
    },
    /// Keeps only the outer ring of a polygon.
    DropHoles {
        /// A text that occurs once.
        drop_holes: String,
    },
    /// Swaps longitude and latitude in the whole file.
    Swap {
        /// Whether to swap.
        swap: bool,
    },
    /// Moves everything in the file.
    Shift {
        /// East and north, in degrees.
        shift: [f64; 2],
    },
    /// Rounds all coordinates of the file.
    Round {
        /// The number of decimals.
        round: usize,
    },
    /// Replaces the whole file.
    Write {
        /// The new text.
        write: String,
    },
    /// Saves in an encoding other than UTF-8. No other change may follow.
    Encode {
        /// The encoding.
        encode: Encoding,
    },
}

/// An encoding written by old programs.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Encoding {
    /// Western Windows: Latin-1 with curly quotation marks and dashes.
    #[serde(rename = "windows-1252")]
    Windows1252,
    /// Little-endian UTF-16 with a byte order mark, as "Unicode" in old Windows programs.
    #[serde(rename = "utf-16")]
    Utf16,
}

/// The bytes of a file after all edits.
pub fn apply_edits(text: &str, edits: &[Edit]) -> Vec<u8> {
    let mut text = text.to_owned();
    for edit in edits {
        match edit {
            Edit::Encode { encode } => return encode_text(&text, *encode),
            Edit::Replace { replace, with, everywhere: true } => {
                assert!(text.contains(replace.as_str()), "`{replace}` does not exist");
                text = text.replace(replace.as_str(), with);
            }
            Edit::Replace { replace, with, everywhere: false } => {
                assert_unique(&text, replace);
                text = text.replacen(replace.as_str(), with, 1);
            }
            Edit::Insert { after, insert } => {
                edit_line(&mut text, after, |line| format!("{line}\n{insert}"));
            }
            Edit::DeleteLine { delete_line } => {
                let range = line_range(&text, delete_line);
                text.replace_range(range.start..range.end + 1, "");
            }
            Edit::KeepLine { keep_line } => {
                let range = line_range(&text, keep_line);
                let (head, _) = text.split_once('\n').expect("a layer has several lines");
                let feature = text[range].trim_end_matches(',');
                text = format!("{head}\n{feature}\n]}}\n");
            }
            Edit::Paste { paste } => {
                text = text.replacen("\"features\":[", &format!("\"features\":[\n{paste},"), 1);
            }
            Edit::Copy { copy, replace, with } => edit_line(&mut text, copy, |line| {
                let second = line.trim_end_matches(',').replacen(replace.as_str(), with, 1);
                format!("{second},\n{line}")
            }),
            Edit::Move { r#move, east, north } => edit_line(&mut text, r#move, |line| {
                map_coordinates(line, |[x, y]| {
                    [format!("{:.6}", parse_number(x) + east), shift_number(y, *north)]
                })
            }),
            Edit::Reverse { reverse } => edit_line(&mut text, reverse, reverse_positions),
            Edit::DropHoles { drop_holes } => edit_line(&mut text, drop_holes, |line| {
                let outer = line.find("]],[[").expect("the polygon has a hole");
                let end = line.find("]]]").expect("a polygon ends");
                format!("{}{}", &line[..outer], &line[end..])
            }),
            Edit::Swap { swap: false } => {}
            Edit::Swap { swap: true } => {
                text = map_coordinates(&text, |[x, y]| [y.to_owned(), x.to_owned()])
            }
            Edit::Shift { shift: [east, north] } => {
                let moved = |digits: &str, by: f64| format!("{:.6}", parse_number(digits) + by);
                text = map_coordinates(&text, |[x, y]| [moved(x, *east), moved(y, *north)]);
            }
            Edit::Round { round } => {
                let rounded =
                    |digits: &str| format!("{:.round$}", parse_number(digits), round = *round);
                text = map_coordinates(&text, |[x, y]| [rounded(x), rounded(y)]);
            }
            Edit::Write { write } => text.clone_from(write),
        }
    }
    text.into_bytes()
}

fn parse_number(digits: &str) -> f64 {
    digits.parse().expect("a coordinate is a number")
}

fn shift_number(digits: &str, by: f64) -> String {
    format!("{:.6}", parse_number(digits) + by)
}

fn assert_unique(text: &str, part: &str) {
    let count = text.matches(part).count();
    assert!(count == 1, "`{part}` occurs {count} times; an edit needs a text that occurs once");
}

/// The range of the line that contains a text, without its line break.
fn line_range(text: &str, part: &str) -> std::ops::Range<usize> {
    assert_unique(text, part);
    let at = text.find(part).expect("the text occurs once");
    let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
    let end = text[at..].find('\n').map_or(text.len(), |after| at + after);
    start..end
}

fn edit_line(text: &mut String, part: &str, change: impl Fn(&str) -> String) {
    let range = line_range(text, part);
    let changed = change(&text[range.clone()]);
    text.replace_range(range, &changed);
}

/// The text with a function applied to every `[number,number]`.
fn map_coordinates(text: &str, change: impl Fn([&str; 2]) -> [String; 2]) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('[') {
        let (before, after) = rest.split_at(at + 1);
        result.push_str(before);
        rest = after;
        let Some(end) = after.find(']') else { continue };
        let Some((x, y)) = after[..end].split_once(',') else { continue };
        if x.parse::<f64>().is_ok() && y.parse::<f64>().is_ok() {
            let [x, y] = change([x, y]);
            result.push_str(&format!("{x},{y}"));
            rest = &after[end..];
        }
    }
    result + rest
}

fn reverse_positions(line: &str) -> String {
    let (head, positions) = line.split_once("\"coordinates\":[[").expect("a LineString");
    let (positions, tail) = positions.split_once("]]").expect("a line ends");
    let positions: Vec<&str> = positions.rsplit("],[").collect();
    format!("{head}\"coordinates\":[[{}]]{tail}", positions.join("],["))
}

fn encode_text(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf16 => {
            std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
        }
        Encoding::Windows1252 => text
            .chars()
            .map(|character| match character {
                '–' => 0x96,
                '’' => 0x92,
                '“' => 0x93,
                '”' => 0x94,
                _ => u8::try_from(u32::from(character)).unwrap_or(b'?'),
            })
            .collect(),
    }
}

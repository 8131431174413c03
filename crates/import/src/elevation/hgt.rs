//! SRTM tiles, `N50E011.hgt`: one degree by one degree, in whole metres, with rows from north to
//! south. A tile's position is only in its file name. Source: "SRTM Topography", NASA/USGS, section
//! 2.1.

use std::io::SeekFrom;

use sandtable_map::{Bounds, Grid, Relief, System};
use sandtable_source::ReadSeek;

/// The number of elevations along a side, for steps of three, one and half an arc second.
const SIDE_LENGTHS: [usize; 3] = [1_201, 3_601, 7_201];
/// The value for missing data.
const MISSING: i16 = i16::MIN;

/// Whether a file name has the extension of a tile.
pub(crate) fn is_hgt(name: &str) -> bool {
    name.len() >= 4
        && name.is_char_boundary(name.len() - 4)
        && name[name.len() - 4..].eq_ignore_ascii_case(".hgt")
}

/// Reads the elevations of a tile over a bounding box; the error is the reason in words.
pub(crate) fn read(name: &str, file: &mut dyn ReadSeek, bounds: Bounds) -> Result<Relief, String> {
    let (longitude, latitude) = corner(name).ok_or_else(|| {
        "its name does not give its position: name a tile by its south-west corner, such as N50E011.hgt".to_owned()
    })?;
    let length = file.seek(SeekFrom::End(0)).map_err(|error| error.to_string())?;
    let is_length = |side: &usize| (side * side * 2) as u64 == length;
    let side = SIDE_LENGTHS.into_iter().find(is_length).ok_or_else(|| {
        format!(
            "it has {length} bytes: expected 2884802 (three-arc-second tile) or 25934402 (one-arc-second tile)"
        )
    })?;
    let height = |pair: &[u8]| match i16::from_be_bytes([pair[0], pair[1]]) {
        MISSING => f32::NAN,
        metres => f32::from(metres),
    };
    let step = 1.0 / (side - 1) as f64;
    let grid = Grid {
        columns: side,
        rows: side,
        west: f64::from(longitude),
        north: f64::from(latitude + 1),
        step: [step, step],
        system: System::Geographic,
    };
    let grid = grid.turned_towards(bounds);
    let window = grid.window(bounds);
    let mut heights = Vec::with_capacity(window.count());
    let mut line = vec![0; 2 * window.columns.len()];
    for row in window.rows.clone() {
        let at = 2 * (row * side + window.columns.start) as u64;
        let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut line));
        read.map_err(|error| error.to_string())?;
        heights.extend(line.chunks_exact(2).map(height));
    }
    Ok(Relief::new(grid, &window, heights))
}

/// Parses the longitude and latitude of the south-west corner in a name such as `N50E011.hgt` or
/// `n50_e011_1arc_v3.hgt`.
fn corner(name: &str) -> Option<(i32, i32)> {
    let upper = name.to_ascii_uppercase();
    let (south, rest) = match upper.as_bytes().first()? {
        b'N' => (false, upper.get(1..)?),
        b'S' => (true, upper.get(1..)?),
        _ => return None,
    };
    let latitude: i32 = number(rest, 2)?;
    let rest = rest.get(2..)?;
    let rest = rest.strip_prefix('_').unwrap_or(rest);
    let (west, rest) = match rest.as_bytes().first()? {
        b'E' => (false, rest.get(1..)?),
        b'W' => (true, rest.get(1..)?),
        _ => return None,
    };
    let longitude: i32 = number(rest, 3)?;
    let signed = |number: i32, is_negative: bool| if is_negative { -number } else { number };
    let (longitude, latitude) = (signed(longitude, west), signed(latitude, south));
    ((-180..180).contains(&longitude) && (-90..90).contains(&latitude))
        .then_some((longitude, latitude))
}

fn number(text: &str, digits: usize) -> Option<i32> {
    let digits = text.get(..digits)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn name_gives_south_west_corner() {
        let cases = [
            ("N50E011.hgt", Some((11, 50))),
            ("s34w059.HGT", Some((-59, -34))),
            ("n39_w078_1arc_v3.hgt", Some((-78, 39))),
            ("N95E011.hgt", None),
            ("N50E11.hgt", None),
            ("jena.hgt", None),
            ("N5é", None),
        ];
        for (name, expected) in cases {
            assert_eq!(corner(name), expected, "{name}");
        }
    }

    #[test]
    fn reads_north_west_corner_and_voids() {
        let mut bytes = vec![0; 1_201 * 1_201 * 2];
        bytes[..4].copy_from_slice(&[0x01, 0x2c, 0x80, 0x00]);
        let read = |bytes: &[u8]| {
            read("N50E011.hgt", &mut Cursor::new(bytes.to_vec()), [10.0, 50.9, 11.1, 52.0])
        };
        let tile = read(&bytes).expect("the tile is valid");
        assert_eq!((tile.grid.west, tile.grid.north, tile.heights[0]), (11.0, 51.0, 300.0));
        assert!(tile.heights[1].is_nan());
        assert!(tile.grid.columns < 200 && tile.grid.rows < 200);
        assert!(read(&bytes[2..]).is_err());
    }
}

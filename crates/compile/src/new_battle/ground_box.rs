//! A frame given by its edges, or by its centre and size; errors suggest corrections.

use sandtable_pack::GroundLength;

use super::{SCALE, printed_length};
use sandtable_authored::Coordinate;
use sandtable_authored::Projection;
use sandtable_authored::{Quantity, quantity};

/// The sides are rounded up to a multiple of this length in metres.
const STEP: f64 = 10.0;
/// The reciprocal of the centre's precision: 0.00001 degrees are about one metre.
const DECIMALS: f64 = 1e5;
/// The minimum size of a sheet in millimetres: the space that two battle lines with their staffs
/// need.
const MIN_SHEET: f64 = 125.0;
/// The maximum size of a sheet in millimetres, limited by the size of tables.
const MAX_SHEET: f64 = 2_000.0;
/// The maximum latitude of a frame, north or south, in degrees.
const MAX_LATITUDE: f64 = 84.0;
/// The minimum plausible latitude of a battle, in degrees. Coordinates further south have latitude
/// and longitude swapped.
const MIN_BATTLE_LATITUDE: f64 = -60.0;
/// The maximum width of a battlefield in degrees.
const MAX_WIDTH_DEGREES: f64 = 10.0;

/// A frame without rotation that fits on paper at 1:16,000.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GroundBox {
    centre: Coordinate,
    width: GroundLength,
    height: GroundLength,
}

impl GroundBox {
    /// Creates a frame from the edges `W,S,E,N` in degrees. Errors include the corrected
    /// `--from-bbox=…` if it is known.
    pub(crate) fn from_edges(written: &str) -> Result<Self, String> {
        let numbers = numbers::<4>(written).map_err(|why| {
            format!("{why}: write the edges as west,south,east,north in degrees, such as `--from-bbox=-77.28,39.78,-77.21,39.84`")
        })?;
        let [west, south, east, north] = numbers;
        check_edges(numbers)?;
        let centre = Coordinate {
            longitude: round(f64::midpoint(west, east)),
            latitude: round(f64::midpoint(south, north)),
        };
        let projection = Projection::centred_on(centre);
        let at = |longitude, latitude| projection.forward(Coordinate { longitude, latitude });
        // The edge closer to the equator is the longer one.
        let nearest = if south.abs() < north.abs() { south } else { north };
        let width = at(east, nearest).east - at(west, nearest).east;
        let height = at(centre.longitude, north).north - at(centre.longitude, south).north;
        Self::from_size(centre, [width, height])
    }

    /// Creates a frame from a centre and a size: `LON,LAT` and `7x6km`.
    pub(crate) fn from_centre(centre: &str, size: &str) -> Result<Self, String> {
        let [longitude, latitude] = numbers::<2>(centre).map_err(|why| {
            format!("{why}: write the centre as longitude,latitude in degrees, such as `--centre=-77.245,39.811`")
        })?;
        let is_swapped = latitude.abs() > 90.0 || latitude < MIN_BATTLE_LATITUDE;
        if is_swapped
            && latitude.abs() <= 180.0
            && (MIN_BATTLE_LATITUDE..=MAX_LATITUDE).contains(&longitude)
        {
            return Err(format!(
                "`{latitude}` is probably a longitude; write the longitude first: `--centre={latitude},{longitude}`"
            ));
        }
        if longitude.abs() > 180.0 || latitude.abs() > 90.0 {
            return Err(format!(
                "invalid place `{centre}`: longitudes range from -180 to 180 degrees, latitudes from -90 to 90"
            ));
        }
        let centre = Coordinate { longitude: round(longitude), latitude: round(latitude) };
        Self::from_size(centre, sides(size)?)
    }

    fn from_size(centre: Coordinate, sides: [f64; 2]) -> Result<Self, String> {
        if centre.latitude.abs() > MAX_LATITUDE {
            return Err(format!(
                "latitude {} is too near a pole: maps reach to {MAX_LATITUDE} degrees; check that the longitude comes first",
                centre.latitude
            ));
        }
        let length = |metres: f64| {
            let rounded = (metres / STEP - 1e-6).ceil() * STEP;
            GroundLength::from_metres_rounded(rounded).filter(|_| rounded < 1e7)
        };
        let ([Some(width), Some(height)], [wide, high]) = (sides.map(length), sides) else {
            return Err("the frame is larger than any battlefield".to_owned());
        };
        let ground = Self { centre, width, height };
        let kilometres = format!("{:.1} × {:.1} km", wide / 1_000.0, high / 1_000.0);
        let [width_mm, height_mm] = [width, height].map(printed_length);
        let limit = |millimetres: f64| millimetres * f64::from(SCALE) / 1e6;
        if width_mm.max(height_mm) > MAX_SHEET {
            return Err(format!(
                "{kilometres} of ground are {width_mm:.0} × {height_mm:.0} mm of paper at 1:16,000, larger than a table: use at most {:.0} km, such as `--centre={},{} --size=8x6km`",
                limit(MAX_SHEET),
                centre.longitude,
                centre.latitude
            ));
        }
        if width_mm.min(height_mm) < MIN_SHEET {
            return Err(format!(
                "{kilometres} of ground are {width_mm:.0} × {height_mm:.0} mm of paper at 1:16,000, too small for two lines of 38 mm blocks: use at least {:.0} km each way, such as `--centre={},{} --size=5x4km`",
                limit(MIN_SHEET),
                centre.longitude,
                centre.latitude
            ));
        }
        Ok(ground)
    }

    /// The centre of the frame.
    pub(crate) fn centre(&self) -> Coordinate {
        self.centre
    }

    /// The ground length of the bottom edge.
    pub(crate) fn width(&self) -> GroundLength {
        self.width
    }

    /// The ground length of the left edge.
    pub(crate) fn height(&self) -> GroundLength {
        self.height
    }

    /// The sheet's size: `350 × 325 mm`.
    pub(crate) fn paper(&self) -> String {
        format!(
            "{:.0} × {:.0} mm of paper",
            printed_length(self.width),
            printed_length(self.height)
        )
    }

    /// A description of the frame: `7,000 × 6,000 m around 77.74° W, 39.47° N`.
    pub(crate) fn description(&self) -> String {
        let Coordinate { longitude, latitude } = self.centre;
        let degrees = |degrees: f64, [plus, minus]: [char; 2]| {
            format!("{}° {}", degrees.abs(), if degrees < 0.0 { minus } else { plus })
        };
        format!(
            "{} × {} m around {}, {}",
            self.width.metres(),
            self.height.metres(),
            degrees(longitude, ['E', 'W']),
            degrees(latitude, ['N', 'S'])
        )
    }
}

/// Checks the edges of a box. Errors suggest the probable intended edges.
fn check_edges([west, south, east, north]: [f64; 4]) -> Result<(), String> {
    let written = |[west, south, east, north]: [f64; 4]| {
        format!("`--from-bbox={west},{south},{east},{north}`")
    };
    let is_box = |[west, south, east, north]: [f64; 4]| {
        (-180.0..=180.0).contains(&west)
            && (-180.0..=180.0).contains(&east)
            && (MIN_BATTLE_LATITUDE..=MAX_LATITUDE).contains(&south)
            && (MIN_BATTLE_LATITUDE..=MAX_LATITUDE).contains(&north)
            && (0.0..MAX_WIDTH_DEGREES).contains(&(east - west))
            && (0.0..MAX_WIDTH_DEGREES).contains(&(north - south))
    };
    if is_box([west, south, east, north]) {
        return Ok(());
    }
    // A box without width or height is never the intended one.
    let is_plausible =
        |edges: [f64; 4]| is_box(edges) && edges[0] < edges[2] && edges[1] < edges[3];
    // Possible misreadings: the QGIS order, latitude first, and swapped edges.
    let readings = [
        ("these edges seem to be west,east,south,north, as in QGIS:", [west, east, south, north]),
        (
            "these edges seem to be south,west,north,east, with the latitude first:",
            [south, west, north, east],
        ),
        (
            "these edges seem to be swapped:",
            [west.min(east), south.min(north), west.max(east), south.max(north)],
        ),
    ];
    if let Some((seems, intended)) = readings.into_iter().find(|(_, edges)| is_plausible(*edges)) {
        return Err(format!("{seems} write {}", written(intended)));
    }
    // A box from 179° E to 179° W is narrow, but GeoJSON cannot hold it in one piece.
    if west > 0.0 && east < 0.0 && (east + 360.0 - west) < MAX_WIDTH_DEGREES {
        return Err(format!(
            "this box crosses the 180th meridian, where GeoJSON and QGIS cut every line: choose one side, such as `--from-bbox={west},{south},180,{north}`"
        ));
    }
    Err(match () {
        () if south.abs() > 90.0 || north.abs() > 90.0 => {
            format!(
                "latitudes range from -90 to 90 degrees, found {}; check that the order is west,south,east,north",
                if south.abs() > 90.0 { south } else { north }
            )
        }
        () if south.abs() > MAX_LATITUDE || north.abs() > MAX_LATITUDE => {
            format!("this box is too near a pole: maps reach to {MAX_LATITUDE} degrees of latitude")
        }
        () if south < MIN_BATTLE_LATITUDE => format!(
            "latitude {south} is further south than any battlefield (-{}); check that the order is west,south,east,north",
            MIN_BATTLE_LATITUDE.abs()
        ),
        () if west.abs() > 180.0 || east.abs() > 180.0 => {
            format!(
                "longitudes range from -180 to 180 degrees, found {}",
                if west.abs() > 180.0 { west } else { east }
            )
        }
        () => format!(
            "this box is {} degrees wide and {} high, larger than any battlefield: write the edges as west,south,east,north",
            (east - west).abs(),
            (north - south).abs()
        ),
    })
}

/// Parses a fixed number of comma-separated numbers. Ignores the suffix that QGIS adds.
fn numbers<const COUNT: usize>(written: &str) -> Result<[f64; COUNT], String> {
    let text = written.split('[').next().unwrap_or_default().trim();
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    let one = |part: &&str| part.parse::<f64>().ok().filter(|number| number.is_finite());
    let numbers: Option<Vec<f64>> = parts.iter().map(one).collect();
    let numbers = numbers.ok_or_else(|| format!("`{written}` is not a list of numbers"))?;
    let count = numbers.len();
    numbers.try_into().map_err(|_| format!("expected {COUNT} numbers, found {count}"))
}

/// Parses two lengths, such as `7x6km` or `7km x 6km`, in metres.
fn sides(written: &str) -> Result<[f64; 2], String> {
    let help = || {
        format!(
            "invalid size `{written}`: write width x height with the unit, such as `7x6km` or `5560x6830m`"
        )
    };
    let lower = written.to_lowercase().replace('×', "x");
    let (wide, high) = lower.split_once('x').ok_or_else(help)?;
    let metres = |text: &str| match quantity::parse(text) {
        Ok(Quantity::Ground(metres)) => Some(metres),
        _ => None,
    };
    let unit: String = high.trim().chars().skip_while(|c| !c.is_ascii_alphabetic()).collect();
    let high = metres(high.trim()).ok_or_else(help)?;
    let wide = wide.trim();
    let has_unit = wide.ends_with(|c: char| c.is_ascii_alphabetic());
    let wide = if has_unit { metres(wide) } else { metres(&format!("{wide} {unit}")) };
    Ok([wide.ok_or_else(help)?, high])
}

fn round(degrees: f64) -> f64 {
    (degrees * DECIMALS).round() / DECIMALS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn edges_give_a_frame() {
        let ground =
            GroundBox::from_edges("-77.2775,39.7805,-77.2125,39.842").expect("valid edges");
        assert_eq!(ground.description(), "5570 × 6830 m around 77.245° W, 39.81125° N");
        assert_eq!(ground.paper(), "348 × 427 mm of paper");
        // QGIS appends the coordinate system.
        let other = GroundBox::from_edges("-77.2775, 39.7805, -77.2125, 39.842 [EPSG:4326]");
        assert_eq!(other, Ok(ground));
        let about = GroundBox::from_centre("-77.245,39.81125", "5.57x6.83km")
            .expect("valid centre and size");
        assert_eq!(about, ground);
        assert_eq!(GroundBox::from_centre("-77.245,39.81125", "5570 m × 6830m"), Ok(about));
    }

    #[test]
    fn rejects_invalid_frames_with_advice() {
        let error = |edges: &str| GroundBox::from_edges(edges).expect_err(edges);
        for (edges, part) in [
            ("39.78,-77.28,39.84,-77.21", "with the latitude first"),
            ("39.78,-77.28,39.84,-77.21", "write `--from-bbox=-77.28,39.78,-77.21,39.84`"),
            ("-77.28,-77.21,39.78,39.84", "write `--from-bbox=-77.28,39.78,-77.21,39.84`"),
            (
                "-77.21,39.84,-77.28,39.78",
                "seem to be swapped: write `--from-bbox=-77.28,39.78,-77.21,39.84`",
            ),
            ("179.95,-16.8,-179.95,-16.7", "180th meridian"),
            ("10,88,10.1,88.05", "with the latitude first"),
            ("110,88,110.1,88.05", "too near a pole"),
            ("100,-89,100.1,-88.95", "too near a pole"),
            ("100,95,100.1,96", "latitudes range from -90 to 90"),
            ("190,50,190.1,50.1", "longitudes range from -180 to 180"),
            ("0,0,20,20", "20 degrees wide"),
            ("10,50,10.9,50.5", "larger than a table"),
            ("10,50,10.01,50.005", "too small"),
            ("10,50,10,50", "too small"),
            ("10,50,10.1", "expected 4 numbers, found 3"),
            ("west,50,10.1,51", "is not a list of numbers"),
            ("NaN,50,10.1,51", "is not a list of numbers"),
        ] {
            assert!(error(edges).contains(part), "{edges}: {}", error(edges));
        }
        let told = |centre, size| GroundBox::from_centre(centre, size).expect_err(centre);
        for (centre, size, part) in [
            ("39.8,-97.2", "7x6km", "write the longitude first: `--centre=-97.2,39.8`"),
            ("-77.2,39.8", "7", "invalid size"),
            ("-77.2,39.8", "7x6", "invalid size"),
            ("-77.2,39.8", "70x60km", "larger than a table"),
            ("-77.2,39.8", "1x6km", "too small"),
            ("-77.2,86", "7x6km", "too near a pole"),
            ("-277,39.8", "7x6km", "invalid place"),
        ] {
            assert!(told(centre, size).contains(part), "{centre} {size}: {}", told(centre, size));
        }
    }

    proptest! {
        /// A frame contains its whole box, exceeds it by less than ten metres on each side, and
        /// fits on paper.
        #[test]
        fn frame_contains_its_box(
            west in -179.0..178.0f64,
            south in -59.0..80.0f64,
            wide in 0.001..0.5f64,
            high in 0.001..0.3f64,
        ) {
            let (east, north) = (west + wide, south + high);
            let edges = format!("{west},{south},{east},{north}");
            if let Ok(ground) = GroundBox::from_edges(&edges) {
                let frame = sandtable_authored::Frame::new(ground.centre, ground.width, ground.height, 0.0);
                for (longitude, latitude) in [(west, south), (east, north), (east, south), (west, north)] {
                    let [x, y] = frame.locate(Coordinate { longitude, latitude });
                    // The centre is rounded to about a metre, and edges are slightly curved.
                    let slack = 200.0 + f64::from(frame.width.centimetres()) * 0.005;
                    prop_assert!(x >= -slack && x <= f64::from(frame.width.centimetres()) + slack, "{x}");
                    prop_assert!(y >= -slack && y <= f64::from(frame.height.centimetres()) + slack, "{y}");
                }
            }
        }

        #[test]
        fn any_text_is_parsed_or_rejected(edges in ".{0,40}", size in "[0-9a-zx., ×]{0,12}") {
            let _ = GroundBox::from_edges(&edges);
            let _ = GroundBox::from_centre(&edges, &size);
        }
    }
}

//! Elevation files for the small battle.

use std::io::Cursor;

use tiff::encoder::{TiffEncoder, colortype::Gray32Float};
use tiff::tags::Tag;

/// The contents of a GeoTIFF.
pub struct Tif {
    /// The longitude and latitude of the north-west corner.
    pub corner: [f64; 2],
    /// The grid spacing in degrees, east and south.
    pub step: [f64; 2],
    /// The number of columns and rows.
    pub size: [u32; 2],
    /// The directory of GeoTIFF keys.
    pub keys: Vec<u16>,
    /// The value that marks missing heights.
    pub no_data: Option<&'static str>,
}

/// An area of 0.1° × 0.07° around the small battle, with a height every 43 × 56 m.
pub const WHOLE_FRAME: Tif = Tif {
    corner: [9.95, 50.035],
    step: [0.0006, 0.0005],
    size: [167, 140],
    keys: Vec::new(),
    no_data: None,
};

impl Tif {
    /// Adds GeoTIFF keys with their values.
    pub fn with_keys(mut self, keys: &[[u16; 2]]) -> Self {
        self.keys = vec![1, 1, 0, keys.len() as u16];
        for &[key, value] in keys {
            self.keys.extend([key, 0, 1, value]);
        }
        self
    }

    /// Returns the file, with heights by longitude and latitude.
    pub fn write(&self, height: impl Fn(f64, f64) -> f32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut bytes).expect("writable TIFF");
        let [columns, rows] = self.size;
        let mut image = encoder.new_image::<Gray32Float>(columns, rows).expect("writable image");
        let tags = image.encoder();
        let [west, north] = self.corner;
        tags.write_tag(Tag::ModelPixelScaleTag, &[self.step[0], self.step[1], 0.0][..])
            .expect("writable tag");
        tags.write_tag(Tag::ModelTiepointTag, &[0.0, 0.0, 0.0, west, north, 0.0][..])
            .expect("writable tag");
        if !self.keys.is_empty() {
            tags.write_tag(Tag::GeoKeyDirectoryTag, &self.keys[..]).expect("writable tag");
        }
        if let Some(missing) = self.no_data {
            tags.write_tag(Tag::GdalNodata, missing).expect("writable tag");
        }
        let mut heights = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let longitude = west + (f64::from(column) + 0.5) * self.step[0];
                let latitude = north - (f64::from(row) + 0.5) * self.step[1];
                heights.push(height(longitude, latitude));
            }
        }
        image.write_data(&heights).expect("writable image");
        bytes.into_inner()
    }
}

/// The height of ground that falls 60 m from east to west and 10 m from north to south. A round
/// hill of 40 m is where the small battle has its hill.
pub fn ground(longitude: f64, latitude: f64) -> f32 {
    let slope = 200.0 + 600.0 * (longitude - 10.0) + 140.0 * (latitude - 50.0);
    let (east, north) = ((longitude - 10.03) / 0.006, (latitude - 49.99) / 0.005);
    let hill = 40.0 * (1.0 - east * east - north * north).max(0.0);
    (slope + hill) as f32
}

/// Whether a place is within a box around another.
pub fn is_in_box(place: [f64; 2], longitude: f64, latitude: f64, half: [f64; 2]) -> bool {
    (longitude - place[0]).abs() < half[0] && (latitude - place[1]).abs() < half[1]
}

//! Merges tiles: at each point, the elevation comes from the finest tile with data.

use std::io::Cursor;

use tiff::encoder::colortype::Gray32Float;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder};
use tiff::tags::Tag;

use sandtable_authored::Coordinate;
use sandtable_map::Relief;

/// Elevations from several files.
#[derive(Default)]
pub(crate) struct Mosaic {
    /// The tiles, finest first.
    tiles: Vec<Relief>,
}

/// The maximum number of elevations in the output; a larger area has a coarser grid.
const MAX_OUTPUT_CELLS: f64 = 16e6;
/// The value for missing data in the output.
const MISSING: f32 = -9_999.0;

impl Mosaic {
    /// Adds the part of a tile within bounds (west, south, east, north). Returns whether the tile
    /// overlaps the bounds.
    pub(crate) fn add(&mut self, tile: Relief, bounds: [f64; 4]) -> bool {
        let Some(part) = clip(&tile, bounds) else { return false };
        let fineness = |tile: &Relief| tile.step[0] * tile.step[1];
        let at = self.tiles.partition_point(|other| fineness(other) <= fineness(&part));
        self.tiles.insert(at, part);
        true
    }

    /// The elevation at a point, in metres.
    pub(crate) fn at(&self, place: Coordinate) -> Option<f64> {
        self.tiles.iter().find_map(|tile| tile.height_at(tile.position(place)))
    }

    /// The spacing of the finest tile, in degrees.
    pub(crate) fn step(&self) -> Option<[f64; 2]> {
        self.tiles.first().map(|tile| tile.step)
    }

    /// The elevations within bounds, on the grid of the finest tile.
    pub(crate) fn grid(&self, [west, south, east, north]: [f64; 4]) -> Option<Relief> {
        let first = self.tiles.first()?;
        let mut step = first.step;
        while (east - west) / step[0] * ((north - south) / step[1]) > MAX_OUTPUT_CELLS {
            step = step.map(|step| step * 2.0);
        }
        let left = ((west - first.west) / step[0]).floor();
        let top = ((first.north - north) / step[1]).floor();
        let (west, north) = (first.west + left * step[0], first.north - top * step[1]);
        let count = |side: f64, step: f64| (side / step).ceil().max(1.0) as usize + 1;
        let (columns, rows) = (count(east - west, step[0]), count(north - south, step[1]));
        let mut grid =
            Relief { columns, rows, west, north, step, heights: Vec::new(), is_in_feet: false };
        grid.heights = (0..columns * rows)
            .map(|index| {
                let height = self.at(grid.place(index % columns, index / columns));
                height.map_or(f32::NAN, |metres| ((metres * 10.0).round() / 10.0) as f32)
            })
            .collect();
        Some(grid)
    }
}

/// Returns the part of a tile within bounds, plus two elevations on each side.
fn clip(tile: &Relief, [west, south, east, north]: [f64; 4]) -> Option<Relief> {
    let range = |from: f64, to: f64, count: usize| {
        let from = (from.floor() - 2.0).max(0.0);
        let to = (to.ceil() + 2.0).min(count as f64 - 1.0);
        (to - from >= 1.0).then_some((from as usize, to as usize))
    };
    let columns = ((west - tile.west) / tile.step[0], (east - tile.west) / tile.step[0]);
    let rows = ((tile.north - north) / tile.step[1], (tile.north - south) / tile.step[1]);
    let (left, right) = range(columns.0, columns.1, tile.columns)?;
    let (top, bottom) = range(rows.0, rows.1, tile.rows)?;
    let line = |row: usize| &tile.heights[row * tile.columns + left..=row * tile.columns + right];
    let corner = tile.place(left, top);
    Some(Relief {
        columns: right - left + 1,
        rows: bottom - top + 1,
        west: corner.longitude,
        north: corner.latitude,
        step: tile.step,
        heights: (top..=bottom).flat_map(line).copied().collect(),
        is_in_feet: tile.is_in_feet,
    })
}

/// Encodes a grid as a GeoTIFF that maps accept: WGS 84, metres, one band, north up.
pub(crate) fn geotiff(grid: &Relief) -> tiff::TiffResult<Vec<u8>> {
    // GTModelTypeGeoKey geographic, GTRasterTypeGeoKey area, GeodeticCRSGeoKey WGS 84.
    const KEYS: [u16; 16] = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
    let mut bytes = Cursor::new(Vec::new());
    let encoder = TiffEncoder::new(&mut bytes)?;
    let mut encoder = encoder.with_compression(Compression::Deflate(DeflateLevel::Balanced));
    let mut image = encoder.new_image::<Gray32Float>(grid.columns as u32, grid.rows as u32)?;
    let tags = image.encoder();
    let [dx, dy] = grid.step;
    tags.write_tag(Tag::ModelPixelScaleTag, &[dx, dy, 0.0][..])?;
    let corner = [0.0, 0.0, 0.0, grid.west - dx / 2.0, grid.north + dy / 2.0, 0.0];
    tags.write_tag(Tag::ModelTiepointTag, &corner[..])?;
    tags.write_tag(Tag::GeoKeyDirectoryTag, &KEYS[..])?;
    tags.write_tag(Tag::GdalNodata, "-9999")?;
    let written = |height: &f32| if height.is_nan() { MISSING } else { *height };
    let heights: Vec<f32> = grid.heights.iter().map(written).collect();
    image.write_data(&heights)?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(west: f64, step: f64, height: f32) -> Relief {
        Relief {
            columns: 11,
            rows: 11,
            west,
            north: 51.0,
            step: [step, step],
            heights: vec![height; 121],
            is_in_feet: false,
        }
    }

    const ALL: [f64; 4] = [0.0, 40.0, 20.0, 60.0];

    #[test]
    fn finest_tile_with_data_wins() {
        let mut fine = tile(11.0, 0.01, 300.0);
        fine.heights[60] = f32::NAN;
        let mut mosaic = Mosaic::default();
        assert!(mosaic.add(tile(11.0, 0.02, 200.0), ALL));
        assert!(mosaic.add(fine, ALL));
        assert!(!mosaic.add(tile(30.0, 0.02, 1.0), ALL));
        let at = |longitude: f64| mosaic.at(Coordinate { longitude, latitude: 50.95 });
        assert_eq!(
            (at(11.02), at(11.05), at(11.15), at(12.0)),
            (Some(300.0), Some(200.0), Some(200.0), None)
        );
    }

    #[test]
    fn geotiff_round_trips() {
        let mut mosaic = Mosaic::default();
        let mut one = tile(11.0, 0.01, 300.0);
        one.heights = (0..121).map(|n| n as f32 / 2.0).collect();
        mosaic.add(one, ALL);
        let grid = mosaic.grid([11.015, 50.925, 11.085, 50.985]).expect("the mosaic has data");
        let bytes = geotiff(&grid).expect("the GeoTIFF is written");
        let read = sandtable_map::decode_relief(&bytes).ok().expect("the GeoTIFF is readable");
        assert_eq!(
            (read.columns, read.rows, &read.heights),
            (grid.columns, grid.rows, &grid.heights)
        );
        assert!((read.west - grid.west).abs() < 1e-9 && (read.north - grid.north).abs() < 1e-9);
        assert_eq!(bytes, geotiff(&grid).expect("the GeoTIFF is written"));
    }
}

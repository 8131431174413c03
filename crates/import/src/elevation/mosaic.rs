//! Merges tiles: at each point, the elevation comes from the finest tile with data.

use std::io::Cursor;

use tiff::encoder::colortype::Gray32Float;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder};
use tiff::tags::Tag;

use sandtable_authored::Coordinate;
use sandtable_map::{Bounds, Grid, Relief, System, Window};

/// Elevations from several files.
#[derive(Default)]
pub(crate) struct Mosaic {
    /// The tiles, finest first.
    pub(crate) tiles: Vec<Relief>,
}

/// The maximum number of elevations in the output; a larger area has a coarser grid.
const MAX_OUTPUT_CELLS: f64 = 16e6;
/// The value for missing data in the output.
const MISSING: f32 = -9_999.0;

impl Mosaic {
    /// Adds a tile that was read over some bounds. Returns whether the tile overlaps them.
    pub(crate) fn add(&mut self, tile: Relief, bounds: Bounds) -> bool {
        if !tile.grid.overlaps(bounds) {
            return false;
        }
        let fineness = |tile: &Relief| step(&tile.grid).iter().product::<f64>();
        let at = self.tiles.partition_point(|other| fineness(other) <= fineness(&tile));
        self.tiles.insert(at, tile);
        true
    }

    /// The elevation at a point, in metres.
    pub(crate) fn at(&self, place: Coordinate) -> Option<f64> {
        self.tiles.iter().find_map(|tile| tile.height_at(tile.grid.position(place)))
    }

    /// Whether a point is in a tile, with or without data.
    pub(crate) fn reaches(&self, place: Coordinate) -> bool {
        self.tiles.iter().any(|tile| tile.grid.reaches(tile.grid.position(place)))
    }

    /// The spacing of the finest tile, in degrees.
    pub(crate) fn step(&self) -> Option<[f64; 2]> {
        self.tiles.first().map(|tile| step(&tile.grid))
    }

    /// The elevations within bounds, on the grid of the finest tile; on one as fine if that tile is
    /// projected.
    pub(crate) fn grid(&self, [west, south, east, north]: Bounds) -> Option<Relief> {
        let first = &self.tiles.first()?.grid;
        let mut step = step(first);
        let origin = match first.system {
            System::Geographic => [first.west, first.north],
            System::Projected(_) => [west, north],
        };
        while (east - west) / step[0] * ((north - south) / step[1]) > MAX_OUTPUT_CELLS {
            step = step.map(|step| step * 2.0);
        }
        let left = ((west - origin[0]) / step[0]).floor();
        let top = ((origin[1] - north) / step[1]).floor();
        let (west, north) = (origin[0] + left * step[0], origin[1] - top * step[1]);
        let count = |side: f64, step: f64| (side / step).ceil().max(1.0) as usize + 1;
        let (columns, rows) = (count(east - west, step[0]), count(north - south, step[1]));
        let grid = Grid { columns, rows, west, north, step, system: System::Geographic };
        let heights = (0..columns * rows).map(|index| {
            let height = self.at(grid.place(index % columns, index / columns));
            height.map_or(f32::NAN, |metres| ((metres * 10.0).round() / 10.0) as f32)
        });
        let heights = heights.collect();
        Some(Relief::new(grid, &Window { columns: 0..columns, rows: 0..rows }, heights))
    }
}

/// The spacing of a grid, in degrees.
fn step(grid: &Grid) -> [f64; 2] {
    let [_, south, _, north] = grid.bounds();
    grid.cell_degrees((south + north) / 2.0)
}

/// Encodes a grid as a GeoTIFF that maps accept: WGS 84, metres, one band, north up.
pub(crate) fn geotiff(relief: &Relief) -> tiff::TiffResult<Vec<u8>> {
    // GTModelTypeGeoKey geographic, GTRasterTypeGeoKey area, GeodeticCRSGeoKey WGS 84.
    const KEYS: [u16; 16] = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
    let grid = &relief.grid;
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
    let heights: Vec<f32> = relief.heights.iter().map(written).collect();
    image.write_data(&heights)?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tile(west: f64, step: f64, height: f32) -> Relief {
        let grid = Grid {
            columns: 11,
            rows: 11,
            west,
            north: 51.0,
            step: [step, step],
            system: System::Geographic,
        };
        Relief::new(grid, &Window { columns: 0..11, rows: 0..11 }, vec![height; 121])
    }

    const ALL: [f64; 4] = [0.0, 40.0, 20.0, 60.0];

    #[test]
    fn finest_tile_with_data_wins() {
        let mut fine = tile(11.0, 0.01, 300.0);
        fine.heights[60] = f32::NAN;
        let mut mosaic = Mosaic::default();
        assert!(mosaic.add(tile(11.0, 0.02, 200.0), ALL));
        assert!(mosaic.add(fine, ALL));
        assert!(!mosaic.add(tile(60.0, 0.02, 1.0), ALL));
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
        let read = sandtable_map::decode_relief(&mut Cursor::new(&bytes), ALL);
        let read = read.expect("the GeoTIFF is readable");
        assert_eq!(read.heights, grid.heights);
        assert_eq!([read.grid.columns, read.grid.rows], [grid.grid.columns, grid.grid.rows]);
        let off = [read.grid.west - grid.grid.west, read.grid.north - grid.grid.north];
        assert!(off.iter().all(|off| off.abs() < 1e-9));
        assert_eq!(bytes, geotiff(&grid).expect("the GeoTIFF is written"));
    }
}

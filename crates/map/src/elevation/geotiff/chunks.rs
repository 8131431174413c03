//! The strips or tiles of an image. Only those over a window are read, and only one row at a time.

use std::io::{Read, SeekFrom};

use sandtable_source::ReadSeek;
use tiff::decoder::IfdDecoder;
use tiff::tags::Tag;

use super::decompress::Compression;
use super::refusal::{COPY_AGAIN, EXPORT_AGAIN, Refusal, SAVE_AGAIN, SAVE_TILES, plain, truncated};
use super::samples::{Predictor, SampleType, undo_predictor};
use crate::elevation::relief::Window;

/// The maximum number of columns or rows of a file.
const MAX_SIDE: usize = 2_000_000;
/// The maximum number of bytes in a row of a strip or tile.
const MAX_ROW_BYTES: usize = 32 << 20;
/// The maximum number of decompressed bytes. A strip is decompressed from its start, even if only
/// its last row is over the map.
const MAX_DECOMPRESSED: u64 = 2 << 30;

/// The storage of an image.
pub struct Chunks {
    pub columns: usize,
    pub rows: usize,
    pub samples: SampleType,
    /// The number of samples of a pixel.
    pub bands: usize,
    /// The columns and rows of a strip or tile.
    size: [usize; 2],
    offsets: Vec<u64>,
    /// The stored bytes of each strip or tile; zero if it is sparse: the file has no data there.
    counts: Vec<u64>,
    compression: Compression,
    predictor: Predictor,
    /// Whether the bands are stored one after the other.
    is_planar: bool,
    is_big_endian: bool,
}

impl Chunks {
    /// Reads the tags of an image.
    pub fn read_tags(tags: &mut IfdDecoder<'_>, is_big_endian: bool) -> Result<Self, Refusal> {
        let mut numbers = |tag| {
            tags.find_tag_unsigned_vec::<u64>(tag).map_err(plain).map(Option::unwrap_or_default)
        };
        let mut one = |tag, default: u64| {
            numbers(tag).map(|numbers| numbers.first().copied().unwrap_or(default))
        };
        let side = |side: u64| (side as usize).min(MAX_SIDE + 1);
        let (columns, rows) = (side(one(Tag::ImageWidth, 0)?), side(one(Tag::ImageLength, 0)?));
        let bands = one(Tag::SamplesPerPixel, 1)? as usize;
        let samples =
            SampleType::from_tags(one(Tag::SampleFormat, 1)?, one(Tag::BitsPerSample, 1)?)?;
        let compression = Compression::from_tag(one(Tag::Compression, 1)?)?;
        let predictor = Predictor::from_tag(one(Tag::Predictor, 1)?)?;
        let is_planar = one(Tag::PlanarConfiguration, 1)? == 2;
        if one(Tag::FillOrder, 1)? == 2 {
            return Err(Refusal::unreadable(
                "the bits of each byte are reversed (FillOrder 2)",
                SAVE_AGAIN,
            ));
        }
        let is_tiled = one(Tag::TileWidth, 0)? > 0;
        let size = match is_tiled {
            true => [side(one(Tag::TileWidth, 0)?), side(one(Tag::TileLength, 0)?)],
            false => [columns, side(one(Tag::RowsPerStrip, rows as u64)?).min(rows)],
        };
        let (offsets, counts) = match is_tiled {
            true => (numbers(Tag::TileOffsets)?, numbers(Tag::TileByteCounts)?),
            false => (numbers(Tag::StripOffsets)?, numbers(Tag::StripByteCounts)?),
        };
        let chunks = Self {
            columns,
            rows,
            samples,
            bands,
            size,
            offsets,
            counts,
            compression,
            // Readers ignore the predictor of other compressions.
            predictor: match compression {
                Compression::None | Compression::PackBits => Predictor::None,
                _ => predictor,
            },
            is_planar,
            is_big_endian,
        };
        chunks.check()?;
        Ok(chunks)
    }

    fn check(&self) -> Result<(), Refusal> {
        let Self { columns, rows, .. } = *self;
        if columns < 2 || rows < 2 || columns > MAX_SIDE || rows > MAX_SIDE {
            let why = format!("the file has {columns} × {rows} heights");
            return Err(Refusal::unreadable(why, COPY_AGAIN));
        }
        if !self.samples.allows(self.predictor) {
            let why = "the predictor of the file does not apply to its values";
            return Err(Refusal::unreadable(why, EXPORT_AGAIN));
        }
        let planes = if self.is_planar { self.bands } else { 1 };
        let [across, down] = self.counts_in_plane();
        let expected = (across * down).saturating_mul(planes);
        if self.size.contains(&0) || self.bands == 0 || self.offsets.len() != self.counts.len() {
            return Err(Refusal::unreadable("the TIFF structure is corrupt", SAVE_AGAIN));
        }
        if self.offsets.len() < expected {
            return Err(truncated());
        }
        if self.size[0] > MAX_SIDE || self.row_bytes() > MAX_ROW_BYTES {
            return Err(Refusal::unreadable("its strips or tiles are too large", SAVE_TILES));
        }
        Ok(())
    }

    /// The number of strips or tiles across and down.
    fn counts_in_plane(&self) -> [usize; 2] {
        [self.columns.div_ceil(self.size[0].max(1)), self.rows.div_ceil(self.size[1].max(1))]
    }

    /// The number of samples of a pixel that are stored together.
    fn per_pixel(&self) -> usize {
        if self.is_planar { 1 } else { self.bands }
    }

    /// The number of bytes in a row of a strip or tile.
    fn row_bytes(&self) -> usize {
        self.size[0].saturating_mul(self.per_pixel()).saturating_mul(self.samples.bits).div_ceil(8)
    }

    /// Passes each value of a band in a window to `take`, with its index in the window. The value
    /// is `None` in a sparse strip or tile.
    pub fn read(
        &self,
        file: &mut dyn ReadSeek,
        window: &Window,
        band: usize,
        mut take: impl FnMut(usize, Option<f64>),
    ) -> Result<(), Refusal> {
        let length = file.seek(SeekFrom::End(0)).map_err(|_| truncated())?;
        let mut decompressed = 0;
        let [width, height] = self.size;
        let [across, down] = self.counts_in_plane();
        let first = if self.is_planar { band * across * down } else { 0 };
        for chunk_row in window.rows.start / height..window.rows.end.div_ceil(height) {
            let top = chunk_row * height;
            let rows = window.rows.start.max(top)..window.rows.end.min(top + height);
            for chunk_column in window.columns.start / width..window.columns.end.div_ceil(width) {
                let left = chunk_column * width;
                let columns = window.columns.start.max(left)..window.columns.end.min(left + width);
                let chunk = first + chunk_row * across + chunk_column;
                let index = |row: usize, column: usize| {
                    (row - window.rows.start) * window.columns.len() + column - window.columns.start
                };
                if self.counts[chunk] == 0 {
                    for row in rows.clone() {
                        columns.clone().for_each(|column| take(index(row, column), None));
                    }
                    continue;
                }
                decompressed += ((rows.end - top) * self.row_bytes()) as u64;
                if self.compression != Compression::None && decompressed > MAX_DECOMPRESSED {
                    return Err(Refusal::unreadable(
                        "its strips or tiles are too large",
                        SAVE_TILES,
                    ));
                }
                let skipped = (rows.start - top, rows.len());
                let mut row = rows.start;
                self.read_rows(file, length, chunk, skipped, |bytes, is_big_endian| {
                    for column in columns.clone() {
                        let sample = match self.is_planar {
                            true => column - left,
                            false => (column - left) * self.bands + band,
                        };
                        let value = self.samples.value(bytes, sample, is_big_endian);
                        take(index(row, column), Some(value));
                    }
                    row += 1;
                })?;
            }
        }
        Ok(())
    }

    /// Passes `count` rows of a strip or tile to `take`, after `skip` rows.
    fn read_rows(
        &self,
        file: &mut dyn ReadSeek,
        length: u64,
        chunk: usize,
        (skip, count): (usize, usize),
        mut take: impl FnMut(&[u8], bool),
    ) -> Result<(), Refusal> {
        let (mut offset, mut bytes) = (self.offsets[chunk], self.counts[chunk]);
        if offset.checked_add(bytes).is_none_or(|end| end > length) {
            return Err(truncated());
        }
        let mut skip = skip;
        if self.compression == Compression::None {
            let before = (skip * self.row_bytes()) as u64;
            (offset, bytes, skip) = (offset + before, bytes.saturating_sub(before), 0);
        }
        let corrupt = |_| match self.compression {
            // Without this error, a truncated file would look like flat ground.
            Compression::None => {
                let why =
                    format!("the file has fewer than {} × {} heights", self.columns, self.rows);
                Refusal::unreadable(why, COPY_AGAIN)
            }
            _ => Refusal::unreadable(
                "the heights cannot be decompressed",
                "copy or download the file again: it is corrupt",
            ),
        };
        file.seek(SeekFrom::Start(offset)).map_err(corrupt)?;
        let mut stream = self.compression.stream(file.take(bytes)).map_err(corrupt)?;
        let mut line = vec![0; self.row_bytes()];
        for _ in 0..skip {
            stream.read_exact(&mut line).map_err(corrupt)?;
        }
        let layout = [self.per_pixel(), self.samples.bits / 8];
        for _ in 0..count {
            stream.read_exact(&mut line).map_err(corrupt)?;
            let is_big_endian =
                undo_predictor(self.predictor, &mut line, layout, self.is_big_endian);
            take(&line, is_big_endian);
        }
        Ok(())
    }
}

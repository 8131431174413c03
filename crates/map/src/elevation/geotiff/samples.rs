//! The samples of a row: their type, byte order and predictor.

use super::refusal::{Refusal, SAVE_AGAIN, SAVE_AS_FLOATS};

/// The type of the samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleType {
    format: Format,
    /// The size in bits.
    pub bits: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Unsigned,
    Signed,
    Float,
}

/// The difference coding of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Predictor {
    None,
    /// Each sample is the difference from the one before.
    Horizontal,
    /// The bytes of floating-point numbers are sorted by significance, as differences.
    FloatingPoint,
}

impl Predictor {
    pub fn from_tag(number: u64) -> Result<Self, Refusal> {
        match number {
            1 => Ok(Self::None),
            2 => Ok(Self::Horizontal),
            3 => Ok(Self::FloatingPoint),
            _ => Err(Refusal::unreadable(format!("unsupported predictor {number}"), SAVE_AGAIN)),
        }
    }
}

impl SampleType {
    /// The type of a file's tags.
    pub fn from_tags(format: u64, bits: u64) -> Result<Self, Refusal> {
        let kind = match format {
            1 | 4 => Format::Unsigned,
            2 => Format::Signed,
            3 => Format::Float,
            5 | 6 => {
                return Err(Refusal::unreadable("the values are complex numbers", SAVE_AS_FLOATS));
            }
            _ => {
                let why = format!("unsupported sample format {format}");
                return Err(Refusal::unreadable(why, SAVE_AS_FLOATS));
            }
        };
        let is_known = match kind {
            Format::Unsigned => matches!(bits, 1 | 8 | 16 | 32 | 64),
            Format::Signed => matches!(bits, 8 | 16 | 32 | 64),
            Format::Float => matches!(bits, 32 | 64),
        };
        let noun = if kind == Format::Float { "floating-point numbers" } else { "integers" };
        match is_known {
            true => Ok(Self { format: kind, bits: bits as usize }),
            false => Err(Refusal::unreadable(
                format!("the values are {noun} of {bits} bits"),
                SAVE_AS_FLOATS,
            )),
        }
    }

    /// Whether the samples are integers of at most 8 bits, as in pictures.
    pub fn is_picture(self) -> bool {
        self.bits <= 8
    }

    /// Whether a predictor applies to the samples.
    pub fn allows(self, predictor: Predictor) -> bool {
        match predictor {
            Predictor::None => true,
            Predictor::Horizontal => self.bits >= 8,
            Predictor::FloatingPoint => self.format == Format::Float,
        }
    }

    /// The value of a sample in a row.
    pub fn value(self, row: &[u8], index: usize, is_big_endian: bool) -> f64 {
        if self.bits == 1 {
            return f64::from((row[index / 8] >> (7 - index % 8)) & 1);
        }
        let size = self.bits / 8;
        let bits = to_bits(&row[index * size..][..size], is_big_endian);
        match (self.format, size) {
            (Format::Unsigned, _) => bits as f64,
            (Format::Signed, 1) => f64::from(bits as i8),
            (Format::Signed, 2) => f64::from(bits as i16),
            (Format::Signed, 4) => f64::from(bits as i32),
            (Format::Signed, _) => bits as i64 as f64,
            (Format::Float, 4) => f64::from(f32::from_bits(bits as u32)),
            (Format::Float, _) => f64::from_bits(bits),
        }
    }

    /// Whether a value is the no-data value of the file, in the precision of the samples.
    pub fn is_equal(self, value: f64, no_data: f64) -> bool {
        let no_data = match (self.format, self.bits) {
            (Format::Float, 32) => f64::from(no_data as f32),
            _ => no_data,
        };
        (value - no_data).abs() <= 0.0
    }
}

fn to_bits(bytes: &[u8], is_big_endian: bool) -> u64 {
    let mut padded = [0; 8];
    if is_big_endian {
        padded[8 - bytes.len()..].copy_from_slice(bytes);
        u64::from_be_bytes(padded)
    } else {
        padded[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(padded)
    }
}

/// Undoes a predictor in a row of pixels with `per_pixel` samples of `size` bytes. Returns whether
/// the samples are big-endian afterwards. Source: Adobe Photoshop TIFF Technical Note 3 (2005).
pub fn undo_predictor(
    predictor: Predictor,
    row: &mut Vec<u8>,
    [per_pixel, size]: [usize; 2],
    is_big_endian: bool,
) -> bool {
    match predictor {
        Predictor::None => is_big_endian,
        Predictor::Horizontal => {
            let before = per_pixel * size;
            for at in (before..row.len()).step_by(size) {
                let sample = |at: usize| to_bits(&row[at..at + size], is_big_endian);
                let sum = sample(at).wrapping_add(sample(at - before));
                match is_big_endian {
                    true => row[at..at + size].copy_from_slice(&sum.to_be_bytes()[8 - size..]),
                    false => row[at..at + size].copy_from_slice(&sum.to_le_bytes()[..size]),
                }
            }
            is_big_endian
        }
        Predictor::FloatingPoint => {
            for at in per_pixel..row.len() {
                row[at] = row[at].wrapping_add(row[at - per_pixel]);
            }
            let count = row.len() / size;
            *row = (0..row.len()).map(|at| row[at % size * count + at / size]).collect();
            true
        }
    }
}

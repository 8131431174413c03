//! Decompression of strips and tiles, as streams: only the rows that are read take up memory.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::ZlibDecoder;
use ruzstd::decoding::StreamingDecoder;
use weezl::{BitOrder, LzwStatus, decode::Decoder};

use super::refusal::{Refusal, SAVE_AGAIN};

/// The compression of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    None,
    Lzw,
    Deflate,
    PackBits,
    Zstd,
}

impl Compression {
    /// The compression with a number of the TIFF registry.
    pub fn from_tag(number: u64) -> Result<Self, Refusal> {
        let name = match number {
            1 => return Ok(Self::None),
            5 => return Ok(Self::Lzw),
            8 | 32_946 => return Ok(Self::Deflate),
            32_773 => return Ok(Self::PackBits),
            50_000 => return Ok(Self::Zstd),
            6 | 7 => "JPEG",
            34_887 => "LERC",
            34_925 => "LZMA",
            34_712 => "JPEG 2000",
            50_001 => "WebP",
            50_002 | 52_546 => "JPEG XL",
            _ => {
                return Err(Refusal::unreadable(
                    format!("unsupported compression {number}"),
                    SAVE_AGAIN,
                ));
            }
        };
        Err(Refusal::unreadable(format!("unsupported compression {name}"), SAVE_AGAIN))
    }

    /// A stream of the decompressed bytes.
    pub fn stream<'r>(self, raw: impl Read + 'r) -> io::Result<Box<dyn Read + 'r>> {
        let raw = BufReader::new(raw);
        Ok(match self {
            Self::None => Box::new(raw),
            Self::Deflate => Box::new(ZlibDecoder::new(raw)),
            Self::Zstd => Box::new(StreamingDecoder::new(raw).map_err(io::Error::other)?),
            Self::PackBits => Box::new(PackBits { raw, run: Run::default() }),
            Self::Lzw => {
                let decoder = Decoder::with_tiff_size_switch(BitOrder::Msb, 8);
                Box::new(Lzw { raw, decoder })
            }
        })
    }
}

struct Lzw<R> {
    raw: R,
    decoder: Decoder,
}

impl<R: BufRead> Read for Lzw<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let input = self.raw.fill_buf()?;
            let is_empty = input.is_empty();
            let result = self.decoder.decode_bytes(input, out);
            self.raw.consume(result.consumed_in);
            if result.consumed_out > 0 {
                return Ok(result.consumed_out);
            }
            match result.status {
                Ok(LzwStatus::Ok) if !is_empty => {}
                Ok(_) => return Ok(0),
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

/// Byte runs. Source: TIFF 6.0, section 9.
struct PackBits<R> {
    raw: R,
    run: Run,
}

#[derive(Default)]
struct Run {
    /// The number of bytes left.
    left: usize,
    /// The repeated byte; `None` if the bytes are stored.
    byte: Option<u8>,
}

impl<R: Read> Read for PackBits<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.run.left == 0 {
            let mut head = 0_u8;
            if self.raw.read(std::slice::from_mut(&mut head))? == 0 {
                return Ok(0);
            }
            self.run = match head as i8 {
                i8::MIN => Run::default(),
                stored @ 0.. => Run { left: stored as usize + 1, byte: None },
                repeated => {
                    let mut byte = 0;
                    self.raw.read_exact(std::slice::from_mut(&mut byte))?;
                    Run { left: 1 + usize::from(repeated.unsigned_abs()), byte: Some(byte) }
                }
            };
        }
        let length = self.run.left.min(out.len());
        let written = match self.run.byte {
            Some(byte) => {
                out[..length].fill(byte);
                length
            }
            None => self.raw.read(&mut out[..length])?,
        };
        // The file ends inside a run.
        self.run.left = if written == 0 { 0 } else { self.run.left - written };
        Ok(written)
    }
}

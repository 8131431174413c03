//! A small GeoTIFF, written field by field, so that tests can falsify any field.

/// A directory field of a TIFF.
#[derive(Clone, Debug)]
pub struct Field {
    pub tag: u16,
    pub kind: u16,
    pub count: u64,
    /// The value bytes, stored elsewhere if they do not fit into the field.
    pub value: Vec<u8>,
    /// A false offset for bytes that are stored elsewhere.
    pub offset: Option<u64>,
}

/// A TIFF with one image.
#[derive(Clone, Debug)]
pub struct Tiff {
    /// Whether the file is a BigTIFF, with offsets of eight bytes.
    pub big: bool,
    pub fields: Vec<Field>,
    /// The bytes of the only strip.
    pub strip: Vec<u8>,
    /// The offset of the next directory.
    pub next: u64,
}

pub const WIDTH: u16 = 256;
pub const HEIGHT: u16 = 257;
pub const BITS: u16 = 258;
pub const COMPRESSION: u16 = 259;
pub const STRIP_OFFSETS: u16 = 273;
pub const SAMPLES: u16 = 277;
pub const ROWS_PER_STRIP: u16 = 278;
pub const STRIP_BYTES: u16 = 279;
pub const TILE_WIDTH: u16 = 322;
pub const TILE_LENGTH: u16 = 323;
pub const TILE_OFFSETS: u16 = 324;
pub const TILE_BYTES: u16 = 325;
pub const FORMAT: u16 = 339;
pub const PIXEL_SCALE: u16 = 33_550;
pub const TIE_POINT: u16 = 33_922;
pub const GEO_KEYS: u16 = 34_735;
pub const NO_DATA: u16 = 42_113;

const SHORT: u16 = 3;
const LONG: u16 = 4;
const DOUBLE: u16 = 12;

pub fn short(tag: u16, values: &[u16]) -> Field {
    let value = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Field { tag, kind: SHORT, count: values.len() as u64, value, offset: None }
}

pub fn long(tag: u16, values: &[u32]) -> Field {
    let value = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Field { tag, kind: LONG, count: values.len() as u64, value, offset: None }
}

pub fn double(tag: u16, values: &[f64]) -> Field {
    let value = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    Field { tag, kind: DOUBLE, count: values.len() as u64, value, offset: None }
}

pub fn text(tag: u16, words: &str) -> Field {
    let value = [words.as_bytes(), &[0]].concat();
    Field { tag, kind: 2, count: value.len() as u64, value, offset: None }
}

/// A valid TIFF with elevations of at least 100 m over the frame of the small battle: a grid of 16
/// × 10, spaced by a hundredth of a degree.
pub fn valid() -> Tiff {
    let (columns, rows) = (16_u16, 10_u16);
    let heights: Vec<f32> = (0..columns * rows).map(|n| 100.0 + f32::from(n % 7)).collect();
    let strip: Vec<u8> = heights.iter().flat_map(|height| height.to_le_bytes()).collect();
    Tiff {
        big: false,
        fields: vec![
            short(WIDTH, &[columns]),
            short(HEIGHT, &[rows]),
            short(BITS, &[32]),
            short(COMPRESSION, &[1]),
            short(262, &[1]),
            long(STRIP_OFFSETS, &[]),
            short(SAMPLES, &[1]),
            short(ROWS_PER_STRIP, &[rows]),
            long(STRIP_BYTES, &[strip.len() as u32]),
            short(FORMAT, &[3]),
            double(PIXEL_SCALE, &[0.01, 0.01, 0.0]),
            double(TIE_POINT, &[0.0, 0.0, 0.0, 9.92, 50.05, 0.0]),
            short(GEO_KEYS, &[1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326]),
            text(NO_DATA, "-9999"),
        ],
        strip,
        next: 0,
    }
}

impl Tiff {
    /// Replaces or adds a field.
    pub fn with(mut self, field: Field) -> Self {
        self.fields.retain(|other| other.tag != field.tag);
        self.fields.push(field);
        self.fields.sort_by_key(|field| field.tag);
        self
    }

    pub fn without(mut self, tag: u16) -> Self {
        self.fields.retain(|field| field.tag != tag);
        self
    }

    /// Returns the bytes of the file. The strip follows the header; an empty field of offsets gets
    /// the strip's offset.
    pub fn bytes(&self) -> Vec<u8> {
        let mut file = match self.big {
            true => [b"II".as_slice(), &[43, 0, 8, 0, 0, 0], &[0; 8]].concat(),
            false => [b"II".as_slice(), &[42, 0], &[0; 4]].concat(),
        };
        let strip = file.len() as u64;
        file.extend(&self.strip);
        let room = if self.big { 8 } else { 4 };
        let mut directory = Vec::new();
        for field in &self.fields {
            let mut field = field.clone();
            if matches!(field.tag, STRIP_OFFSETS | TILE_OFFSETS) && field.value.is_empty() {
                (field.count, field.value) = (1, (strip as u32).to_le_bytes().to_vec());
            }
            directory.extend(field.tag.to_le_bytes());
            directory.extend(field.kind.to_le_bytes());
            let count = field.count.to_le_bytes();
            directory.extend(&count[..room]);
            let mut value = field.value.clone();
            if value.len() > room {
                value = (file.len() as u64).to_le_bytes()[..room].to_vec();
                file.extend(&field.value);
            }
            if let Some(offset) = field.offset {
                value = offset.to_le_bytes()[..room].to_vec();
            }
            value.resize(room, 0);
            directory.extend(value);
        }
        let start = (file.len() as u64).to_le_bytes();
        let at = if self.big { 8 } else { 4 };
        file[at..at + room].copy_from_slice(&start[..room]);
        let count = (self.fields.len() as u64).to_le_bytes();
        file.extend(&count[..if self.big { 8 } else { 2 }]);
        file.extend(directory);
        file.extend(&self.next.to_le_bytes()[..room]);
        file
    }
}

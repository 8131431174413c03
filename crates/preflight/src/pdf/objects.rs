//! Access to PDF objects: resolves references, and decompresses streams within limits.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream};

/// The maximum absolute value of a number; larger numbers are clamped.
const MAX_NUMBER: f64 = 1e7;

/// The objects of a file.
#[derive(Clone, Copy)]
pub(crate) struct Objects<'d>(pub(crate) &'d Document);

impl<'d> Objects<'d> {
    /// Follows references to an object. Returns `None` if a reference is dangling.
    pub(crate) fn resolve(self, object: &'d Object) -> Option<&'d Object> {
        let (_, object) = self.0.dereference(object).ok()?;
        (object != &Object::Null).then_some(object)
    }

    /// The id of the last reference that leads to an object.
    pub(crate) fn id(self, object: &'d Object) -> Option<ObjectId> {
        self.0.dereference(object).ok()?.0
    }

    pub(crate) fn get(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<&'d Object> {
        self.resolve(dictionary.get(key).ok()?)
    }

    /// The dictionary under a key. For a stream, this is the dictionary of the stream.
    pub(crate) fn dictionary(self, from: &'d Dictionary, key: &[u8]) -> Option<&'d Dictionary> {
        as_dictionary(self.get(from, key)?)
    }

    pub(crate) fn array(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<&'d [Object]> {
        Some(self.get(dictionary, key)?.as_array().ok()?.as_slice())
    }

    pub(crate) fn name(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<String> {
        self.get(dictionary, key)?.as_name().ok().map(printable_name)
    }

    pub(crate) fn number(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<f64> {
        number(self.get(dictionary, key)?)
    }

    pub(crate) fn boolean(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<bool> {
        self.get(dictionary, key)?.as_bool().ok()
    }

    /// The text of a string or a name.
    pub(crate) fn text(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<String> {
        match self.get(dictionary, key)? {
            Object::Name(name) => Some(printable_name(name)),
            Object::String(bytes, _) => Some(decode_text(bytes)),
            _ => None,
        }
    }

    /// All numbers of an array, or `None` if an element is not a number.
    pub(crate) fn numbers(self, dictionary: &'d Dictionary, key: &[u8]) -> Option<Vec<f64>> {
        let array = self.array(dictionary, key)?;
        array.iter().take(64).map(|object| number(self.resolve(object)?)).collect()
    }
}

pub(crate) fn as_dictionary(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dictionary) => Some(dictionary),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// Converts a number, and clamps it to the limit.
pub(crate) fn number(object: &Object) -> Option<f64> {
    let number = f64::from(object.as_float().ok()?);
    number.is_finite().then(|| number.clamp(-MAX_NUMBER, MAX_NUMBER))
}

/// The maximum number of characters of a name or text.
const MAX_CHARS: usize = 200;

/// Converts a name to printable text of limited length.
pub(crate) fn printable_name(name: &[u8]) -> String {
    // A character has at most four bytes.
    let printable: String = String::from_utf8_lossy(&name[..name.len().min(4 * MAX_CHARS)])
        .chars()
        .map(|c| if sandtable_source::is_unprintable(c) { '\u{FFFD}' } else { c })
        .take(MAX_CHARS)
        .collect();
    printable
}

/// Decodes a string in UTF-16, or with one byte per character.
pub(crate) fn decode_text(bytes: &[u8]) -> String {
    match bytes {
        [0xFE, 0xFF, rest @ ..] => {
            let units: Vec<u16> = rest
                .chunks_exact(2)
                .take(MAX_CHARS)
                .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
                .collect();
            printable_name(String::from_utf16_lossy(&units).as_bytes())
        }
        _ => printable_name(bytes),
    }
}

/// Decompresses a stream. Returns `None` if it has more than `most` bytes.
pub(crate) fn stream_bytes(stream: &Stream, most: usize) -> Option<Vec<u8>> {
    match stream.dict.get(b"Filter") {
        Err(_) => (stream.content.len() <= most).then(|| stream.content.clone()),
        Ok(_) => stream.decompressed_content_with_limit(most).ok(),
    }
}

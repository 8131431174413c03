//! `.osm.pbf`, as distributed by Geofabrik and others: blocks of at most 32 MB, compressed with
//! zlib, Zstandard or LZ4, each a protocol buffers message. Format: <https://wiki.openstreetmap.org/wiki/PBF_Format>.
//!
//! Messages hold their parts as bytes, which are decoded one at a time. A block of millions of
//! empty parts thus takes at most twelve times its own size.

use flate2::read::ZlibDecoder;
use prost::Message;

use super::pbf_messages::{
    Blob, BlobHeader, DenseNodes, Group, HeaderBlock, PackedRelation, PackedWay, PlainNode,
    PrimitiveBlock,
};
use crate::compression::{self, CompressionError, read_all};
use crate::osm::extract::{Extract, Kind, LimitExceeded, Member, OsmId, Relation, Role, Tags, Way};

/// The format's maximum sizes of a block header, and of a block with or without compression.
const MAX_HEADER_BYTES: usize = 64 << 10;
const MAX_BLOCK_BYTES: usize = 32 << 20;

/// The reason why a file is unreadable; `block` counts from 1.
#[derive(Debug)]
pub(crate) struct PbfError {
    pub(crate) block: usize,
    pub(crate) message: String,
}

/// Whether a file starts like a PBF file.
pub(crate) fn is_pbf(bytes: &[u8]) -> bool {
    // The length of the header, then its first field, the string `OSMHeader`.
    bytes.get(4..15).is_some_and(|head| head == b"\x0a\x09OSMHeader")
}

/// Reads a file into an extract.
pub(crate) fn read(bytes: &[u8], extract: &mut Extract) -> Result<(), PbfError> {
    let mut rest = bytes;
    let mut number = 0;
    while !rest.is_empty() {
        number += 1;
        let fault = |what: String| PbfError { block: number, message: what };
        let (kind, packed) = next_blob(&mut rest).map_err(fault)?;
        let block = match kind.as_str() {
            "OSMHeader" | "OSMData" => decompress(packed).map_err(fault)?,
            // The format requires readers to skip unknown blocks.
            _ => continue,
        };
        match kind.as_str() {
            "OSMHeader" => read_header(&block, extract).map_err(fault)?,
            _ => read_data(&block, extract).map_err(fault)?,
        }
    }
    Ok(())
}

fn next_blob<'b>(rest: &mut &'b [u8]) -> Result<(String, &'b [u8]), String> {
    const TRUNCATED: &str = "the file ends in the middle of a block";
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at_checked(count)?;
        *rest = left;
        Some(taken)
    };
    let length =
        take(4).and_then(|length_bytes| length_bytes.try_into().ok()).map(u32::from_be_bytes);
    let length = length.ok_or(TRUNCATED)? as usize;
    if length > MAX_HEADER_BYTES {
        return Err(format!(
            "header length {length} exceeds {MAX_HEADER_BYTES} bytes; not an `.osm.pbf` file"
        ));
    }
    let header = take(length).ok_or(TRUNCATED)?;
    let header = BlobHeader::decode(header).map_err(|error| decode_error("its header", &error))?;
    let size = usize::try_from(header.size).ok().filter(|&size| size <= MAX_BLOCK_BYTES);
    let size = size.ok_or_else(|| format!("invalid block length: {} bytes", header.size))?;
    Ok((header.kind, take(size).ok_or(TRUNCATED)?))
}

fn decode_error(what: &str, error: &prost::DecodeError) -> String {
    format!("cannot read {what} ({error})")
}

/// Decompresses a block.
fn decompress(blob: &[u8]) -> Result<Vec<u8>, String> {
    let blob = Blob::decode(blob).map_err(|error| decode_error("its blob", &error))?;
    if let Some(raw) = blob.raw {
        return Ok(raw);
    }
    let most = MAX_BLOCK_BYTES as u64;
    let block = match (blob.zlib, blob.zstd, blob.lz4, blob.lzma) {
        (Some(zlib), ..) => read_all("zlib", ZlibDecoder::new(zlib.as_slice()), most),
        (_, Some(zstd), ..) => {
            compression::decompress(zstd.as_slice(), most).map(|content| content.unwrap_or(zstd))
        }
        (_, _, Some(lz4), _) => decompress_lz4(&lz4, blob.raw_size),
        (.., Some(_)) => {
            return Err("it is compressed with LZMA, which is not supported".to_owned());
        }
        _ => return Err("it has no data".to_owned()),
    };
    block.map_err(|error| match error {
        CompressionError::Unsupported { format, .. } => {
            format!("it is {format}, which is not supported")
        }
        CompressionError::Corrupt { message, .. } => format!("cannot decompress it ({message})"),
        CompressionError::TooLarge { .. } => "it is larger than 32 MB when decompressed".to_owned(),
    })
}

fn decompress_lz4(packed: &[u8], size: Option<i32>) -> Result<Vec<u8>, CompressionError> {
    let format = "LZ4";
    let size = size.and_then(|size| usize::try_from(size).ok()).unwrap_or(0);
    if size > MAX_BLOCK_BYTES {
        return Err(CompressionError::TooLarge { format });
    }
    lz4_flex::block::decompress(packed, size)
        .map_err(|error| CompressionError::Corrupt { format, message: error.to_string() })
}

fn read_header(block: &[u8], extract: &mut Extract) -> Result<(), String> {
    const SUPPORTED_FEATURES: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];
    let header =
        HeaderBlock::decode(block).map_err(|error| decode_error("the first block", &error))?;
    let other =
        header.required_features.iter().find(|name| !SUPPORTED_FEATURES.contains(&name.as_str()));
    if let Some(name) = other {
        let name: String = name.chars().take(40).collect();
        if name == "HistoricalInformation" {
            return Err(
                "the file contains old versions of objects: `osmium time-filter` removes them"
                    .to_owned(),
            );
        }
        return Err(format!("it requires the unsupported feature `{name}`"));
    }
    if let Some(seconds) = header.replication_timestamp {
        extract.record_date(&date_from_seconds(seconds));
    }
    Ok(())
}

/// Converts a Unix timestamp to a date with Howard Hinnant's `civil_from_days`.
fn date_from_seconds(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400).clamp(-100_000_000, 100_000_000) + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The values shared by all parts of a block.
struct Block<'b> {
    strings: &'b [Vec<u8>],
    granularity: i64,
    latitude_offset: i64,
    longitude_offset: i64,
}

fn read_data(block: &[u8], extract: &mut Extract) -> Result<(), String> {
    let message =
        PrimitiveBlock::decode(block).map_err(|error| decode_error("its data", &error))?;
    let strings = message.strings.unwrap_or_default().all;
    let block = Block {
        strings: &strings,
        granularity: i64::from(message.granularity.unwrap_or(100)),
        latitude_offset: message.latitude_offset.unwrap_or(0),
        longitude_offset: message.longitude_offset.unwrap_or(0),
    };
    let much =
        |LimitExceeded(much): LimitExceeded| format!("it brings the total to more than {much}");
    extract.count_strings(strings.len()).map_err(much)?;
    for group in &message.groups {
        let group =
            Group::decode(group.as_slice()).map_err(|error| decode_error("a group", &error))?;
        for node in &group.nodes {
            let node =
                PlainNode::decode(node.as_slice()).map_err(|e| decode_error("a node", &e))?;
            let tags = block.tags(&node.keys, &node.values)?;
            let [longitude, latitude] = block.degrees(node.longitude, node.latitude);
            extract.add_node(node.id, longitude, latitude, tags).map_err(much)?;
        }
        for dense in &group.dense {
            let dense =
                DenseNodes::decode(dense.as_slice()).map_err(|e| decode_error("nodes", &e))?;
            block.add_dense_nodes(&dense, extract)?;
        }
        for way in &group.ways {
            let way = PackedWay::decode(way.as_slice()).map_err(|e| decode_error("a way", &e))?;
            let (tags, nodes) = (block.tags(&way.keys, &way.values)?, decode_deltas(&way.nodes));
            if way.latitudes.len() == nodes.len() && way.longitudes.len() == nodes.len() {
                let places =
                    decode_deltas(&way.longitudes).into_iter().zip(decode_deltas(&way.latitudes));
                for (&node, (longitude, latitude)) in nodes.iter().zip(places) {
                    if !extract.nodes.contains_key(&node) {
                        let [longitude, latitude] = block.degrees(longitude, latitude);
                        extract.add_node(node, longitude, latitude, Tags::new()).map_err(much)?;
                    }
                }
            }
            extract.add_way(way.id, Way { nodes, tags }).map_err(much)?;
        }
        for packed in &group.relations {
            let packed = PackedRelation::decode(packed.as_slice())
                .map_err(|e| decode_error("a relation", &e))?;
            let tags = block.tags(&packed.keys, &packed.values)?;
            let members = block.members(&packed)?;
            extract.add_relation(packed.id, Relation { members, tags }).map_err(much)?;
        }
    }
    Ok(())
}

/// Decodes delta-encoded numbers.
fn decode_deltas(deltas: &[i64]) -> Vec<i64> {
    let mut sum = 0_i64;
    let next = |difference: &i64| {
        sum = sum.wrapping_add(*difference);
        sum
    };
    deltas.iter().map(next).collect()
}

impl Block<'_> {
    fn string(&self, index: i64) -> Result<String, String> {
        let bytes = usize::try_from(index).ok().and_then(|index| self.strings.get(index));
        let bytes = bytes.ok_or("a tag refers to a string outside the block's string table")?;
        String::from_utf8(bytes.clone()).map_err(|_| "a string is not UTF-8".to_owned())
    }

    fn tags(&self, keys: &[u32], values: &[u32]) -> Result<Tags, String> {
        let text = |&index: &u32| self.string(i64::from(index));
        keys.iter().zip(values).map(|(key, value)| Ok((text(key)?, text(value)?))).collect()
    }

    /// Longitude and latitude in degrees, which may be off the globe.
    fn degrees(&self, longitude: i64, latitude: i64) -> [f64; 2] {
        let degrees = |offset: i64, steps: i64| {
            let steps = i128::from(self.granularity) * i128::from(steps);
            (i128::from(offset) + steps) as f64 / 1e9
        };
        [degrees(self.longitude_offset, longitude), degrees(self.latitude_offset, latitude)]
    }

    fn add_dense_nodes(&self, dense: &DenseNodes, extract: &mut Extract) -> Result<(), String> {
        let count = dense.ids.len();
        if dense.latitudes.len() != count || dense.longitudes.len() != count {
            return Err(
                "the number of node positions differs from the number of node ids".to_owned()
            );
        }
        let (ids, latitudes) = (decode_deltas(&dense.ids), decode_deltas(&dense.latitudes));
        let longitudes = decode_deltas(&dense.longitudes);
        // The keys and values of each node are followed by a zero; the list is empty if no node has
        // tags.
        let mut string_indices = dense.keys_values.iter().map(|&index| i64::from(index));
        for ((id, longitude), latitude) in ids.into_iter().zip(longitudes).zip(latitudes) {
            let mut tags = Tags::new();
            while let Some(key) = string_indices.next().filter(|&key| key != 0) {
                let value = string_indices.next().ok_or("a tag has a key but no value")?;
                tags.insert(self.string(key)?, self.string(value)?);
            }
            let [longitude, latitude] = self.degrees(longitude, latitude);
            extract.add_node(id, longitude, latitude, tags).map_err(|LimitExceeded(much)| {
                format!("it brings the total to more than {much}")
            })?;
        }
        Ok(())
    }

    fn members(&self, packed: &PackedRelation) -> Result<Vec<Member>, String> {
        let mut members = Vec::with_capacity(packed.members.len());
        let numbers = decode_deltas(&packed.members);
        for ((number, kind), role) in numbers.into_iter().zip(&packed.kinds).zip(&packed.roles) {
            let kind = match kind {
                0 => Kind::Node,
                1 => Kind::Way,
                2 => Kind::Relation,
                _ => return Err("a relation has a member of an unknown type".to_owned()),
            };
            let role = Role::from_word(&self.string(i64::from(*role))?);
            members.push(Member { object: OsmId { kind, number }, role });
        }
        Ok(members)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::osm::formats::pbf_messages::StringTable;

    #[test]
    fn converts_seconds_to_dates() {
        let days = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_714_521_599, "2024-04-30")];
        for (seconds, day) in days {
            assert_eq!(date_from_seconds(seconds), day);
        }
        date_from_seconds(i64::MAX);
        date_from_seconds(i64::MIN);
    }

    /// Encodes a block of the given kind.
    fn blob(kind: &str, block: &[u8], compression: Compression) -> Vec<u8> {
        use std::io::Write as _;
        let mut blob = Blob { raw_size: Some(block.len() as i32), ..Blob::default() };
        match compression {
            Compression::None => blob.raw = Some(block.to_vec()),
            Compression::Zlib => {
                let level = flate2::Compression::default();
                let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
                encoder.write_all(block).expect("writing to memory succeeds");
                blob.zlib = Some(encoder.finish().expect("writing to memory succeeds"));
            }
            Compression::Lz4 => blob.lz4 = Some(lz4_flex::block::compress(block)),
            Compression::Zstd => {
                let level = ruzstd::encoding::CompressionLevel::Fastest;
                blob.zstd = Some(ruzstd::encoding::compress_to_vec(block, level));
            }
        }
        let blob = blob.encode_to_vec();
        let header = BlobHeader { kind: kind.to_owned(), size: blob.len() as i32 }.encode_to_vec();
        [&(header.len() as u32).to_be_bytes()[..], &header, &blob].concat()
    }

    #[derive(Clone, Copy, Debug)]
    enum Compression {
        None,
        Zlib,
        Lz4,
        Zstd,
    }

    fn valid_file() -> Vec<u8> {
        compressed_file(Compression::Zlib)
    }

    /// A file with three nodes (one a ford), a stream and a multipolygon relation.
    fn compressed_file(compression: Compression) -> Vec<u8> {
        let head = HeaderBlock {
            required_features: vec!["OsmSchema-V0.6".to_owned(), "DenseNodes".to_owned()],
            replication_timestamp: Some(1_714_521_599),
        };
        let words = ["", "waterway", "stream", "ford", "yes", "type", "multipolygon", "outer"];
        let dense = DenseNodes {
            ids: vec![1, 1, 1],
            latitudes: vec![500_000_000, 1_000, 1_000],
            longitudes: vec![100_000_000, 0, 1_000],
            keys_values: vec![0, 3, 4, 0, 0],
        };
        let (keys, values, nodes) = (vec![1], vec![2], vec![1, 1, 1]);
        let way = PackedWay { id: 7, keys, values, nodes, ..PackedWay::default() };
        let relation = PackedRelation {
            id: 9,
            keys: vec![5],
            values: vec![6],
            roles: vec![7],
            members: vec![7],
            kinds: vec![1],
        };
        let group = Group {
            nodes: Vec::new(),
            dense: vec![dense.encode_to_vec()],
            ways: vec![way.encode_to_vec()],
            relations: vec![relation.encode_to_vec()],
        };
        let block = PrimitiveBlock {
            strings: Some(StringTable { all: words.map(|word| word.as_bytes().to_vec()).to_vec() }),
            groups: vec![group.encode_to_vec()],
            granularity: None,
            latitude_offset: None,
            longitude_offset: None,
        };
        let data = block.encode_to_vec();
        let head = blob("OSMHeader", &head.encode_to_vec(), Compression::None);
        [head, blob("OSMData", &data, compression)].concat()
    }

    #[test]
    fn reads_nodes_ways_and_relations() {
        let mut extract = Extract::default();
        read(&valid_file(), &mut extract).expect("the file is valid");
        assert!(is_pbf(&valid_file()));
        let spot = extract.nodes[&3].coordinate();
        assert_eq!((spot.longitude, spot.latitude), (10.000_1, 50.000_2));
        assert_eq!(extract.node_tags[&2]["ford"], "yes");
        assert_eq!(
            (&extract.ways[&7].nodes, extract.ways[&7].tags["waterway"].as_str()),
            (&vec![1, 2, 3], "stream")
        );
        assert_eq!(extract.relations[&9].members[0].object, OsmId { kind: Kind::Way, number: 7 });
        assert_eq!(extract.date.as_deref(), Some("2024-04-30"));
    }

    #[test]
    fn reads_every_compression() {
        for how in [Compression::None, Compression::Lz4, Compression::Zstd] {
            let mut extract = Extract::default();
            read(&compressed_file(how), &mut extract).expect("the file is valid");
            assert_eq!(extract.ways[&7].nodes, [1, 2, 3], "{how:?}");
        }
    }

    #[test]
    fn reports_truncated_pbf() {
        let (good, head) = (valid_file(), blob("OSMHeader", &[], Compression::None).len());
        let ends_at_block = |end: usize| read(&good[..end], &mut Extract::default()).is_ok();
        let ends: Vec<usize> = (1..good.len()).filter(|&end| ends_at_block(end)).collect();
        assert_eq!(ends.len(), 1, "the only clean end is between the two blocks, {head}: {ends:?}");
    }

    #[test]
    fn rejects_decompression_bomb() {
        let bomb = |how| blob("OSMData", &vec![0; MAX_BLOCK_BYTES + 1], how);
        for how in [Compression::Zlib, Compression::Lz4, Compression::Zstd] {
            let fault = read(&bomb(how), &mut Extract::default()).expect_err("it is too large");
            assert!(fault.message.contains("32 MB"), "{how:?}: {}", fault.message);
        }
    }

    #[test]
    fn rejects_endless_string_tables() {
        let strings = Some(StringTable { all: vec![Vec::new(); 3_000_000] });
        let block = PrimitiveBlock { strings, ..PrimitiveBlock::default() }.encode_to_vec();
        let file = blob("OSMData", &block, Compression::Zlib).repeat(5);
        let fault = read(&file, &mut Extract::default()).expect_err("it has too many strings");
        assert_eq!(fault.block, 4, "{}", fault.message);
        assert!(fault.message.contains("ten million strings"), "{}", fault.message);
    }

    proptest::proptest! {
        #[test]
        fn survives_corrupt_bytes(at in 0..valid_file().len(), put: u8, again in 0..valid_file().len(), other: u8) {
            let mut bytes = valid_file();
            bytes[at] = put;
            bytes[again] = other;
            drop(read(&bytes, &mut Extract::default()));
        }
    }
}

//! The protocol buffers messages of `.osm.pbf`
//! (<https://github.com/openstreetmap/OSM-binary/tree/master/osmpbf>).

use prost::Message;

#[derive(Clone, PartialEq, Message)]
pub(super) struct BlobHeader {
    #[prost(string, tag = "1")]
    pub(super) kind: String,
    #[prost(int32, tag = "3")]
    pub(super) size: i32,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Blob {
    #[prost(bytes = "vec", optional, tag = "1")]
    pub(super) raw: Option<Vec<u8>>,
    /// The size when decompressed.
    #[prost(int32, optional, tag = "2")]
    pub(super) raw_size: Option<i32>,
    #[prost(bytes = "vec", optional, tag = "3")]
    pub(super) zlib: Option<Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "4")]
    pub(super) lzma: Option<Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "6")]
    pub(super) lz4: Option<Vec<u8>>,
    #[prost(bytes = "vec", optional, tag = "7")]
    pub(super) zstd: Option<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct HeaderBlock {
    #[prost(string, repeated, tag = "4")]
    pub(super) required_features: Vec<String>,
    /// Seconds since the Unix epoch.
    #[prost(int64, optional, tag = "32")]
    pub(super) replication_timestamp: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PrimitiveBlock {
    #[prost(message, optional, tag = "1")]
    pub(super) strings: Option<StringTable>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub(super) groups: Vec<Vec<u8>>,
    /// Billionths of a degree.
    #[prost(int32, optional, tag = "17")]
    pub(super) granularity: Option<i32>,
    #[prost(int64, optional, tag = "19")]
    pub(super) latitude_offset: Option<i64>,
    #[prost(int64, optional, tag = "20")]
    pub(super) longitude_offset: Option<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct StringTable {
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub(super) all: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct Group {
    #[prost(bytes = "vec", repeated, tag = "1")]
    pub(super) nodes: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "2")]
    pub(super) dense: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "3")]
    pub(super) ways: Vec<Vec<u8>>,
    #[prost(bytes = "vec", repeated, tag = "4")]
    pub(super) relations: Vec<Vec<u8>>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PlainNode {
    #[prost(sint64, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    #[prost(sint64, tag = "8")]
    pub(super) latitude: i64,
    #[prost(sint64, tag = "9")]
    pub(super) longitude: i64,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct DenseNodes {
    #[prost(sint64, repeated, tag = "1")]
    pub(super) ids: Vec<i64>,
    #[prost(sint64, repeated, tag = "8")]
    pub(super) latitudes: Vec<i64>,
    #[prost(sint64, repeated, tag = "9")]
    pub(super) longitudes: Vec<i64>,
    #[prost(int32, repeated, tag = "10")]
    pub(super) keys_values: Vec<i32>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PackedWay {
    #[prost(int64, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    #[prost(sint64, repeated, tag = "8")]
    pub(super) nodes: Vec<i64>,
    /// The positions of the nodes, from `osmium add-locations-to-ways`.
    #[prost(sint64, repeated, tag = "9")]
    pub(super) latitudes: Vec<i64>,
    #[prost(sint64, repeated, tag = "10")]
    pub(super) longitudes: Vec<i64>,
}

#[derive(Clone, PartialEq, Message)]
pub(super) struct PackedRelation {
    #[prost(int64, tag = "1")]
    pub(super) id: i64,
    #[prost(uint32, repeated, tag = "2")]
    pub(super) keys: Vec<u32>,
    #[prost(uint32, repeated, tag = "3")]
    pub(super) values: Vec<u32>,
    #[prost(int32, repeated, tag = "8")]
    pub(super) roles: Vec<i32>,
    #[prost(sint64, repeated, tag = "9")]
    pub(super) members: Vec<i64>,
    /// 0 node, 1 way, 2 relation.
    #[prost(int32, repeated, tag = "10")]
    pub(super) kinds: Vec<i32>,
}

//! Leftover files of an earlier order in a print job's folder.

use std::collections::BTreeSet;

use serde::Deserialize;

/// The maximum size of a job's file list, in bytes.
pub(crate) const MAX_BYTES: u64 = 10_000_000;
#[derive(Deserialize)]
struct Job {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    file: String,
    thumbnail: Option<String>,
}

/// Returns files that an earlier job's list contains and this order does not write. Names are
/// relative to the output folder; `folder` is the job's own. An invalid list contains no files.
/// Files outside the job's folders or of other kinds are never returned.
pub(crate) fn leftover_files<'n>(
    list: &[u8],
    folder: &str,
    written: impl Iterator<Item = &'n str>,
) -> Vec<String> {
    let Ok(job) = serde_json::from_slice::<Job>(list) else { return Vec::new() };
    let written: BTreeSet<&str> = written.collect();
    let is_plain = |name: &str, end: &str| {
        name.strip_suffix(end).is_some_and(|stem| !stem.is_empty())
            && !name.contains(['/', '\\', ':', '\0'])
    };
    let files = job.files.into_iter().flat_map(|file| {
        let thumbnail = file.thumbnail.filter(|thumbnail| {
            thumbnail.strip_prefix("thumbnails/").is_some_and(|name| is_plain(name, ".png"))
        });
        [Some(file.file).filter(|file| is_plain(file, ".pdf")), thumbnail]
    });
    let names = files.flatten().map(|name| format!("{folder}/{name}"));
    names.filter(|name| !written.contains(name.as_str())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_are_only_job_files() {
        let list = br#"{ "files": [
            { "file": "map-1x1mm-1x.pdf", "thumbnail": "thumbnails/map-1x1mm-1x.png" },
            { "file": "chits-1x1mm-1x.pdf", "thumbnail": "thumbnails/../../chits.png" },
            { "file": "../letter.pdf" }, { "file": "/etc/passwd" }, { "file": ".pdf" },
            { "file": "..\\letter.pdf" }, { "file": "notes.txt" },
            { "file": "sticks.pdf", "thumbnail": "sticks.png" }
        ] }"#;
        let written = ["job/chits-1x1mm-1x.pdf", "map-1x1mm-1x.pdf"];
        let expected =
            ["job/map-1x1mm-1x.pdf", "job/thumbnails/map-1x1mm-1x.png", "job/sticks.pdf"];
        assert_eq!(leftover_files(list, "job", written.into_iter()), expected);
        for list in ["", "[]", "{}", "{ \"files\": 3 }", "{ \"files\": [{}] }"] {
            assert_eq!(
                leftover_files(list.as_bytes(), "job", written.into_iter()),
                [""; 0],
                "{list}"
            );
        }
    }
}

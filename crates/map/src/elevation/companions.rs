//! Files next to an elevation file that change its heights. GDAL writes them when it cannot or may
//! not change the file itself; they get lost when a file is copied, so they are refused.

use std::io::Read as _;

use sandtable_authored::SourceReader;
use sandtable_source::ProjectPath;
use usvg::roxmltree::Document;

use super::geotiff::Refusal;

/// The maximum size of a file of metadata, in bytes.
const MAX_METADATA: u64 = 16 << 20;
const INCLUDE_MASK: &str = "include the mask: `gdal_translate --config GDAL_TIFF_INTERNAL_MASK YES old.tif new.tif`; or rename the file of the mask if it does not belong to the heights";
const INCLUDE_METADATA: &str = "include it: `gdal_translate old.tif new.tif`; or rename the `.aux.xml` file if it does not belong to the heights";

/// Refuses a file with a mask, a scale, an offset, a unit or a no-data value in a file next to it.
pub fn check(sources: &SourceReader<'_>, path: &ProjectPath) -> Result<(), Refusal> {
    check_contents(|extension| {
        let file = sources.find(&path.sibling(&format!("{}{extension}", path.name())))?;
        let mut bytes = Vec::new();
        file.take(MAX_METADATA).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    })
}

/// Does the same for other places than folders. `content` returns the content of the file whose
/// name is that of the elevation file with an extension.
pub fn check_contents(mut content: impl FnMut(&str) -> Option<Vec<u8>>) -> Result<(), Refusal> {
    if content(".msk").is_some() {
        let why = "the mask of the heights is in another file, whose name ends in `.msk`";
        return Err(Refusal::unreadable(why, INCLUDE_MASK));
    }
    // Other programs write other files of this name.
    let Some(Ok(text)) = content(".aux.xml").map(String::from_utf8) else { return Ok(()) };
    let Ok(document) = Document::parse(&text) else { return Ok(()) };
    let properties = [
        ("Scale", "scale"),
        ("Offset", "offset"),
        ("UnitType", "unit"),
        ("NoDataValue", "no-data value"),
    ];
    let found = document.descendants().find_map(|node| {
        let is_first_band = node.parent().and_then(|band| band.attribute("band")) == Some("1");
        let name = node.tag_name().name();
        properties.iter().find(|(tag, _)| is_first_band && *tag == name)
    });
    match found {
        Some((_, property)) => Err(Refusal::unreadable(
            format!(
                "the {property} of the heights is in another file, whose name ends in `.aux.xml`"
            ),
            INCLUDE_METADATA,
        )),
        None => Ok(()),
    }
}

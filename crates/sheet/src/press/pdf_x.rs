//! The keys that mark a finished PDF as PDF/X-4 (ISO 15930-7), for a press.
//!
//! The keys are set, but nothing is certified: `sandtable preflight` reads them back.

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};
use sandtable_shop::OutputIntent;

/// The PDF version that PDF/X-4 requires.
const VERSION: &str = "1.6";
/// The registry of characterised printing conditions.
const REGISTRY: &str = "http://www.color.org";
/// The number of inks: cyan, magenta, yellow and black.
const INKS: i64 = 4;

/// Sets the PDF/X-4 keys for a printing condition and embeds its ICC profile.
///
/// The metadata date is set to the creation date; a file without a creation date lacks that key.
pub(crate) fn set_keys(
    document: &mut Document,
    intent: &OutputIntent,
    icc: &[u8],
) -> lopdf::Result<()> {
    document.version = VERSION.to_owned();
    let mut profile = Stream::new(dictionary! { "N" => INKS }, icc.to_vec());
    profile.compress()?;
    let profile = document.add_object(profile);
    let intent = document.add_object(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text(&intent.identifier),
        "RegistryName" => text(REGISTRY),
        "Info" => text(&intent.identifier),
        "DestOutputProfile" => profile,
    });
    let catalog = document.catalog_mut()?;
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    let metadata = catalog.get(b"Metadata").and_then(Object::as_reference)?;
    let info = document.trailer.get(b"Info").and_then(Object::as_reference)?;
    let info: &mut Dictionary = document.get_dictionary_mut(info)?;
    info.set("Trapped", "False");
    info.set("GTS_PDFXVersion", text("PDF/X-4"));
    let stream = document.get_object_mut(metadata).and_then(Object::as_stream_mut)?;
    let xmp = String::from_utf8_lossy(&stream.content).into_owned();
    // Metadata stays in plain text for programs that do not parse PDF.
    stream.set_plain_content(with_keys(&xmp).into_bytes());
    Ok(())
}

/// Returns the metadata with the keys that PDF/X-4 requires.
fn with_keys(xmp: &str) -> String {
    let date = xmp
        .split_once("<xmp:CreateDate>")
        .and_then(|(_, rest)| rest.split_once("</xmp:CreateDate>"))
        .map(|(date, _)| format!("<xmp:MetadataDate>{date}</xmp:MetadataDate>"));
    let keys = format!(
        "{}<xmpMM:VersionID>1</xmpMM:VersionID><pdf:Trapped>False</pdf:Trapped></rdf:Description>\
         <rdf:Description rdf:about=\"\" xmlns:pdfxid=\"http://www.npes.org/pdfx/ns/id/\">\
         <pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion></rdf:Description></rdf:RDF>",
        date.unwrap_or_default()
    );
    xmp.replacen("</rdf:Description></rdf:RDF>", &keys, 1).replacen(
        "<pdf:PDFVersion>1.7<",
        &format!("<pdf:PDFVersion>{VERSION}<"),
        1,
    )
}

fn text(words: &str) -> Object {
    Object::String(words.as_bytes().to_vec(), StringFormat::Literal)
}

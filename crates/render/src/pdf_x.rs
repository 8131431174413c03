//! The keys by which a finished PDF says that it is meant for a press: those of PDF/X-4 (ISO 15930-7).
//!
//! They are set, and nothing is certified: `sandtable preflight` reads them back.

use lopdf::{Dictionary, Document, Object, Stream, StringFormat, dictionary};
use sandtable_shop::OutputIntent;

use crate::pdf::PdfError;

/// PDF/X-4 is of this version of PDF.
const VERSION: &str = "1.6";
/// Where characterised printing conditions are registered.
const REGISTRY: &str = "http://www.color.org";
/// Cyan, magenta, yellow and black.
const INKS: i64 = 4;

/// The file with the keys of PDF/X-4 for a printing condition, whose ICC profile is embedded.
///
/// The date of the metadata is that of its creation; a file without one lacks that key. Fails when the
/// file cannot be read back.
pub(crate) fn pdf_x4(bytes: &[u8], intent: &OutputIntent, icc: &[u8]) -> Result<Vec<u8>, PdfError> {
    let failed = |error: lopdf::Error| PdfError::new(error.to_string());
    let mut document = Document::load_mem(bytes).map_err(failed)?;
    document.version = VERSION.to_owned();
    let mut profile = Stream::new(dictionary! { "N" => INKS }, icc.to_vec());
    profile.compress().map_err(failed)?;
    let profile = document.add_object(profile);
    let intent = document.add_object(dictionary! {
        "Type" => "OutputIntent",
        "S" => "GTS_PDFX",
        "OutputConditionIdentifier" => text(&intent.identifier),
        "RegistryName" => text(REGISTRY),
        "Info" => text(&intent.identifier),
        "DestOutputProfile" => profile,
    });
    let catalog = document.catalog_mut().map_err(failed)?;
    catalog.set("OutputIntents", vec![Object::Reference(intent)]);
    let metadata = catalog.get(b"Metadata").and_then(Object::as_reference).map_err(failed)?;
    let info = document.trailer.get(b"Info").and_then(Object::as_reference).map_err(failed)?;
    let info: &mut Dictionary = document.get_dictionary_mut(info).map_err(failed)?;
    info.set("Trapped", "False");
    info.set("GTS_PDFXVersion", text("PDF/X-4"));
    let stream =
        document.get_object_mut(metadata).and_then(Object::as_stream_mut).map_err(failed)?;
    let xmp = String::from_utf8_lossy(&stream.content).into_owned();
    // Metadata stay in plain text, so that those find them who do not read PDF.
    stream.set_plain_content(with_keys(&xmp).into_bytes());
    let mut finished = Vec::new();
    document.save_to(&mut finished).map_err(|error| PdfError::new(error.to_string()))?;
    Ok(finished)
}

/// The metadata with what PDF/X-4 asks of them.
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

//! Constructions that other programs use: each once, and what preflight finds in it.

mod support;

use lopdf::{Dictionary, Object, Stream, dictionary};
use sandtable_preflight::{FileFacts, preflight};
use sandtable_shop::{DEFAULT, built_in};
use support::{TestPdf, clean_and, page};

fn read(pdf: TestPdf) -> FileFacts {
    let profile = built_in(DEFAULT).expect("built-in profile");
    preflight("made.pdf", &pdf.into_bytes(), &profile).facts
}

fn spots(facts: &FileFacts) -> Vec<&str> {
    facts.pages[0].spots.iter().map(|spot| spot.name.as_str()).collect()
}

fn image_colours(facts: &FileFacts) -> Vec<&str> {
    facts.pages[0].images.iter().map(|image| image.colours.as_str()).collect()
}

fn stream(keys: Dictionary, content: &str) -> Stream {
    Stream::new(keys, content.as_bytes().to_vec())
}

/// A picture of one pixel.
fn picture(space: impl Into<Object>, bytes: &[u8]) -> Stream {
    let keys = dictionary! {
        "Subtype" => "Image", "Width" => 1, "Height" => 1, "BitsPerComponent" => 8,
        "ColorSpace" => space.into(),
    };
    Stream::new(keys, bytes.to_vec())
}

fn square() -> Vec<Object> {
    [0, 0, 10, 10].map(Object::from).to_vec()
}

#[test]
fn tiles_show_spots_and_pictures() {
    let mut pdf = page("/Pattern cs /Tile scn 100 100 50 50 re f");
    let image = pdf.document.add_object(picture("DeviceCMYK", &[0; 4]));
    pdf.set_resource("XObject", "Small", image);
    let tile = dictionary! {
        "PatternType" => 1, "PaintType" => 1, "TilingType" => 1, "BBox" => square(),
        "XStep" => 10, "YStep" => 10, "Resources" => pdf.resources,
    };
    let content = "/Gold cs 1 scn 0 0 5 5 re f q 4 0 0 4 5 5 cm /Small Do Q";
    let tile = pdf.document.add_object(stream(tile, content));
    pdf.set_resource("Pattern", "Tile", tile);
    let facts = read(pdf);
    assert_eq!(spots(&facts), ["PANTONE 871 C"]);
    assert_eq!(image_colours(&facts), ["DeviceCMYK"]);
}

#[test]
fn shadings_and_pictures_show_spots() {
    let mut pdf = page("/Fade sh q 50 0 0 50 100 100 cm /Spot Do Q");
    let named = |pdf: &TestPdf, name: &str| -> Object {
        let resources = pdf.document.get_dictionary(pdf.resources).expect("the object exists");
        let spaces = resources.get(b"ColorSpace").and_then(Object::as_dict);
        spaces.expect("the object exists").get(name.as_bytes()).expect("the object exists").clone()
    };
    let (gold, fold) = (named(&pdf, "Gold"), named(&pdf, "Fold"));
    let shading = dictionary! { "ShadingType" => 2, "ColorSpace" => gold, "Coords" => square() };
    pdf.set_resource("Shading", "Fade", shading);
    let image = pdf.document.add_object(picture(fold, &[255]));
    pdf.set_resource("XObject", "Spot", image);
    assert_eq!(spots(&read(pdf)), ["Crease", "PANTONE 871 C"]);
}

#[test]
fn coloured_glyphs_show_spots() {
    for (metrics, expected) in [("d0", &["PANTONE 871 C"][..]), ("0 0 9 9 d1", &[][..])] {
        let mut pdf = page("BT /Glyphs 20 Tf 100 100 Td (a) Tj ET");
        let content = format!("1000 0 {metrics} /Gold cs 1 scn 0 0 800 800 re f");
        let glyph = pdf.document.add_object(stream(Dictionary::new(), &content));
        let font = dictionary! {
            "Type" => "Font", "Subtype" => "Type3", "FirstChar" => 97, "LastChar" => 97,
            "Widths" => vec![Object::from(1000)], "FontBBox" => square(),
            "FontMatrix" => [0.001, 0.0, 0.0, 0.001, 0.0, 0.0].map(Object::from).to_vec(),
            "CharProcs" => dictionary! { "a" => glyph },
            "Encoding" => dictionary! { "Differences" => vec![97.into(), Object::from("a")] },
            "Resources" => pdf.resources,
        };
        let font = pdf.document.add_object(font);
        pdf.set_resource("Font", "Glyphs", font);
        assert_eq!(spots(&read(pdf)), expected, "{metrics}");
    }
}

#[test]
fn annotations_that_print_show_spots() {
    for (flags, expected) in [(4, &["PANTONE 871 C"][..]), (0, &[][..]), (6, &[][..])] {
        let mut pdf = page("");
        let look = dictionary! {
            "Subtype" => "Form", "BBox" => square(), "Resources" => pdf.resources,
        };
        let look = pdf.document.add_object(stream(look, "/Gold cs 1 scn 0 0 10 10 re f"));
        let annotation = dictionary! {
            "Type" => "Annot", "Subtype" => "Stamp", "F" => flags, "Rect" => square(),
            "AP" => dictionary! { "N" => look },
        };
        pdf.page().set("Annots", vec![Object::from(annotation)]);
        assert_eq!(spots(&read(pdf)), expected, "flags {flags}");
    }
}

#[test]
fn compressed_inline_pictures_count() {
    let keys = "/W 1 /H 1 /BPC 8 /CS /CMYK /F /AHx";
    let facts = read(clean_and(&format!("q 50 0 0 50 100 100 cm BI {keys} ID 00000000> EI Q")));
    assert_eq!(image_colours(&facts), ["DeviceCMYK"]);
}

#[test]
fn jpeg_2000_names_its_colour_space() {
    let mut pdf = page("q 50 0 0 50 100 100 cm /Jpx Do Q");
    let mut image = picture(Object::Null, b"\0\0\0\x0fcolr\x01\0\0\0\0\0\x10");
    image.dict.remove(b"ColorSpace");
    image.dict.set("Filter", "JPXDecode");
    let image = pdf.document.add_object(image);
    pdf.set_resource("XObject", "Jpx", image);
    assert_eq!(image_colours(&read(pdf)), ["DeviceRGB"]);
}

#[test]
fn default_spaces_replace_device_spaces() {
    let mut pdf = page("1 0 0 rg 100 100 50 50 re f");
    let profile = pdf.document.add_object(Stream::new(dictionary! { "N" => 3 }, vec![0; 16]));
    pdf.set_resource("ColorSpace", "DefaultRGB", vec!["ICCBased".into(), Object::from(profile)]);
    assert_eq!(read(pdf).pages[0].colours, ["ICCBased RGB"]);
}

#[test]
fn pages_inherit_only_media_and_crop_boxes() {
    let mut pdf = page("");
    let parent = pdf.page().get(b"Parent").and_then(Object::as_reference);
    let parent = parent.expect("the object exists");
    for key in ["MediaBox", "TrimBox", "BleedBox"] {
        pdf.page().remove(key.as_bytes());
    }
    let pages = pdf.document.get_dictionary_mut(parent).expect("the object exists");
    for key in ["MediaBox", "CropBox", "TrimBox", "BleedBox", "ArtBox"] {
        pages.set(key, square());
    }
    let facts = &read(pdf).pages[0];
    assert!(facts.media_mm.is_some() && facts.crop_mm.is_some());
    assert_eq!((facts.bleed_mm, facts.trim_mm, facts.art_mm), (None, None, None));
}

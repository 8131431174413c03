//! Small PDFs built object by object: a clean one, and variants of it.

use lopdf::{Dictionary, Document, Object, ObjectId, Stream, dictionary};

/// 106 mm in points: a trim of 100 mm with 3 mm of bleed on each side.
pub const SIDE: f32 = 300.472_44;
/// 3 mm in points.
pub const BLEED: f32 = 8.503_937;

/// The content of a page without faults: art over the whole page, black text that overprints, a
/// line and a closed cut line.
pub const CLEAN: &str = "
    0.1 0 0.2 0 k 0 0 301 301 re f
    /Over gs 0 0 0 1 k BT /F1 8 Tf 100 112 Td (Cemetery Hill) Tj ET
    0 0 0 1 K 0.25 w 50 130 m 90 130 l S
    /Cut CS 1 SCN 60 60 40 40 re S /Knock gs
";

/// Metadata with the keys of PDF/X-4.
const METADATA: &str = r#"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description
    pdfxid:GTS_PDFXVersion="PDF/X-4" xmp:CreateDate="1863-07-02" xmp:ModifyDate="1863-07-02"
    xmp:MetadataDate="1863-07-02" xmpMM:DocumentID="a" xmpMM:VersionID="1"
    xmpMM:RenditionClass="default"/><dc:title>Map</dc:title></rdf:RDF></x:xmpmeta>"#;

/// A PDF and the ids of its parts.
pub struct TestPdf {
    pub document: Document,
    pub page: ObjectId,
    pub catalog: ObjectId,
    pub resources: ObjectId,
}

impl TestPdf {
    pub fn into_bytes(mut self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.document.save_to(&mut bytes).expect("writing to a vector never fails");
        bytes
    }

    pub fn page(&mut self) -> &mut Dictionary {
        self.document.get_dictionary_mut(self.page).expect("the object exists")
    }

    pub fn catalog(&mut self) -> &mut Dictionary {
        self.document.get_dictionary_mut(self.catalog).expect("the object exists")
    }

    pub fn set_resource(&mut self, kind: &str, name: &str, object: impl Into<Object>) {
        let resources =
            self.document.get_dictionary_mut(self.resources).expect("the object exists");
        let all = resources.get_mut(kind.as_bytes()).and_then(Object::as_dict_mut);
        all.expect("the object exists").set(name, object);
    }

    /// Sets the output intent.
    pub fn set_intent(&mut self, identifier: &str) {
        let profile = self.document.add_object(Stream::new(dictionary! { "N" => 4 }, vec![0; 16]));
        self.catalog().set(
            "OutputIntents",
            vec![Object::from(dictionary! {
                "Type" => "OutputIntent",
                "S" => "GTS_PDFX",
                "OutputConditionIdentifier" => Object::string_literal(identifier),
                "DestOutputProfile" => profile,
            })],
        );
    }
}

/// A box around the middle of the page, `by` points from its edges.
pub fn inset(by: f32) -> Vec<Object> {
    [by, by, SIDE - by, SIDE - by].map(Object::from).to_vec()
}

/// A PDF with one page and this content stream.
pub fn page(content: &str) -> TestPdf {
    let mut document = Document::with_version("1.6");
    let content = document.add_object(Stream::new(Dictionary::new(), content.as_bytes().to_vec()));
    let tint = document.add_object(Object::from(dictionary! {
        "FunctionType" => 2,
        "Domain" => vec![0.into(), 1.into()],
        "C0" => vec![0.into(), 0.into(), 0.into(), 0.into()],
        "C1" => vec![0.into(), 1.into(), 0.into(), 0.into()],
        "N" => 1,
    }));
    let separation = |name: &str| -> Object {
        vec!["Separation".into(), name.into(), "DeviceCMYK".into(), tint.into()].into()
    };
    let program = document.add_object(Stream::new(Dictionary::new(), vec![0; 16]));
    let font = |name: &str, program: Option<ObjectId>| {
        let mut descriptor = dictionary! { "Type" => "FontDescriptor", "FontName" => name };
        if let Some(program) = program {
            descriptor.set("FontFile2", program);
        }
        dictionary! {
            "Type" => "Font",
            "Subtype" => "TrueType",
            "BaseFont" => name,
            "FirstChar" => 32,
            "Widths" => vec![Object::from(500); 95],
            "FontDescriptor" => descriptor,
        }
    };
    let overprint = |over: bool, mode: i64| {
        dictionary! { "OP" => over, "op" => over, "OPM" => mode }
    };
    let light = document.add_object(Stream::new(dictionary! { "N" => 3 }, vec![0; 16]));
    let picture = dictionary! {
        "Type" => "XObject",
        "Subtype" => "Image",
        "Width" => 10,
        "Height" => 10,
        "BitsPerComponent" => 8,
        "ColorSpace" => "DeviceCMYK",
    };
    let picture = document.add_object(Stream::new(picture, vec![60; 400]));
    let layer = |name: &str, state: &str| {
        dictionary! {
            "Type" => "OCG",
            "Name" => Object::string_literal(name),
            "Usage" => dictionary! { "Print" => dictionary! { "PrintState" => state } },
        }
    };
    let layers = [("Shown", "ON"), ("Hidden", "ON"), ("Not printed", "OFF")];
    let [shown, hidden, unprinted] =
        layers.map(|(name, state)| document.add_object(Object::from(layer(name, state))));
    let group = |keys: Dictionary| {
        let mut group = dictionary! {
            "Type" => "OCMD",
            "OCGs" => vec![shown.into(), hidden.into()],
        };
        group.extend(&keys);
        group
    };
    let resources = document.add_object(Object::from(dictionary! {
        "ColorSpace" => dictionary! {
            "Cut" => separation("CutContour"),
            "Die" => separation("Dieline"),
            "Fold" => separation("Crease"),
            "Stanze" => separation("STANZKONTUR"),
            "Decoupe" => separation("D\u{e9}coupe"),
            "Riss" => separation("Umriss"),
            "Gold" => separation("PANTONE 871 C"),
            "All" => separation("All"),
            "Screen" => vec!["ICCBased".into(), Object::from(light)],
        },
        "ExtGState" => dictionary! {
            "Over" => overprint(true, 1),
            "OverMode0" => overprint(true, 0),
            "Knock" => overprint(false, 0),
            "Half" => dictionary! { "ca" => 0.5, "BM" => "Multiply" },
        },
        "Font" => dictionary! {
            "F1" => font("ABCDEF+Sandtable", Some(program)),
            "F2" => font("Helvetica", None),
        },
        "XObject" => dictionary! { "Picture" => picture },
        "Properties" => dictionary! {
            "Shown" => shown,
            "Hidden" => hidden,
            "AnyOn" => group(dictionary! {}),
            "AllOn" => group(dictionary! { "P" => "AllOn" }),
            "AllOff" => group(dictionary! { "P" => "AllOff" }),
            "NotShown" => group(dictionary! { "VE" => vec!["Not".into(), Object::from(shown)] }),
            "Printed" => group(dictionary! { "P" => "AnyOff" }),
        },
        "Pattern" => dictionary! {},
        "Shading" => dictionary! {},
    }));
    let pages = document.new_object_id();
    let whole = inset(0.0);
    let page = document.add_object(Object::from(dictionary! {
        "Type" => "Page",
        "Parent" => pages,
        "MediaBox" => whole.clone(),
        "BleedBox" => whole,
        "TrimBox" => inset(BLEED),
        "Contents" => content,
        "Resources" => resources,
    }));
    document.objects.insert(
        pages,
        dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()] }.into(),
    );
    let metadata = dictionary! { "Type" => "Metadata", "Subtype" => "XML" };
    let metadata = document.add_object(Stream::new(metadata, METADATA.as_bytes().to_vec()));
    let catalog = document.add_object(Object::from(dictionary! {
        "Type" => "Catalog",
        "Pages" => pages,
        "Metadata" => metadata,
        "OCProperties" => dictionary! {
            "OCGs" => vec![shown.into(), hidden.into(), unprinted.into()],
            "D" => dictionary! {
                "Name" => Object::string_literal("Default"),
                "OFF" => vec![hidden.into()],
                "AS" => vec![Object::from(dictionary! {
                    "Event" => "Print",
                    "Category" => vec!["Print".into()],
                    "OCGs" => vec![unprinted.into()],
                })],
            },
        },
    }));
    let info = document.add_object(Object::from(dictionary! { "Trapped" => "False" }));
    document.trailer.set("Root", catalog);
    document.trailer.set("Info", info);
    let id = Object::string_literal("sandtable");
    document.trailer.set("ID", vec![id.clone(), id]);
    let mut made = TestPdf { document, page, catalog, resources };
    made.set_intent("FOGRA39");
    made
}

/// The clean page with additional content.
pub fn clean_and(content: &str) -> TestPdf {
    page(&format!("{CLEAN}\n{content}"))
}

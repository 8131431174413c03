//! The target map of an import: its frame with a margin, and its scale.

use sandtable_pack::{GroundLength, GroundPoint, Scale};
use sandtable_source::{Diagnostic, FileId, Node, ProjectPath, Reader, Span, Spanned, code};

use sandtable_authored as authored;
use sandtable_authored::Frame;
use sandtable_authored::ScaleRatio;
use sandtable_authored::edges;
use sandtable_authored::{Reporter, SourceReader};
use sandtable_map::read_import_frame;

/// The target map of an import.
pub(crate) struct Ground {
    pub(crate) frame: Frame,
    /// The frame plus a margin on all sides; features within it are imported.
    pub(crate) wide: Frame,
    /// The margin in centimetres.
    pub(crate) margin: i32,
    pub(crate) scale: Scale,
    pub(crate) file: FileId,
    pub(crate) tree: Node,
}

impl Ground {
    /// Reads a map file. Only the frame and scale are needed, so the map may be incomplete.
    pub(crate) fn read(
        sources: &mut SourceReader<'_>,
        reporter: &mut Reporter,
        map: &ProjectPath,
        margin: GroundLength,
    ) -> Option<Self> {
        let file = sources.read_text(reporter, map, None)?;
        let mut tree = sources.parse(reporter, file)?;
        edges::replace(&mut tree, &mut reporter.diagnostics);
        let (frame, scale) = {
            let mut reader = Reader::new(&sources.texts, &mut reporter.diagnostics);
            let frame = tree
                .entry("frame")
                .map(|entry| reader.read::<authored::AuthoredFrame>(&entry.value));
            let scale = tree.entry("scale").map(|entry| {
                reader
                    .read::<ScaleRatio>(&entry.value)
                    .map(|value| Spanned { value, span: entry.value.span })
            });
            (frame, scale)
        };
        let (Some(frame), Some(scale)) = (frame, scale) else {
            let at = Span::new(file, 0..0);
            reporter.diagnostics.push(
                Diagnostic::new(code::MISSING_KEY, "imports need `frame` and `scale` in the map")
                    .at(at, "in this file")
                    .help("add both to map.yaml first: `frame: { centre: [11.54, 50.957], width: 12400 m, \
                          height: 9200 m }` and `scale: \"1:16000\"`"),
            );
            return None;
        };
        let (frame, scale) = (frame?, scale?);
        let frame = read_import_frame(reporter, &frame, &scale)?;
        let side = |side: GroundLength| {
            GroundLength::from_centimetres(side.centimetres() + 2 * margin.centimetres())
        };
        let wide = Frame::new(frame.centre, side(frame.width), side(frame.height), frame.rotation);
        let margin = margin.centimetres();
        Some(Self { frame, wide, margin, scale: scale.value.0, file, tree })
    }

    /// Converts a point in the wide frame to the map's frame.
    pub(crate) fn inner(&self, point: GroundPoint) -> GroundPoint {
        GroundPoint::new(point.x - self.margin, point.y - self.margin)
    }

    /// The bounds of the wide frame: west, south, east, north.
    pub(crate) fn bounds(&self) -> [f64; 4] {
        self.wide.bounds()
    }

    /// Converts millimetres on paper to centimetres on the ground.
    pub(crate) fn ground_length(&self, millimetres: f64) -> f64 {
        millimetres / 10.0 * f64::from(self.scale.denominator())
    }
}

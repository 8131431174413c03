//! The keys of a profile file. All except `format` and `id` are optional, because a profile names
//! only the values that differ from the profile it extends.

use sandtable_pack::{BlockProfile, PaperLength};
use sandtable_source::{Span, Spanned, authored};

use crate::measure::{Dots, Format, Measure, Offset, ScreenColour, Share};
use crate::names::{Condition, SpotName};
use crate::profile::{
    Colours, Flip, Layout, OutputIntent, PrintedBy, Registration, Standard, Terms, TermsFault,
    TextMode,
};
use crate::value_places::Places;

authored! {
    /// The requirements of a print shop.
    pub struct Profile("shop profile") {
        /// Version of this format; always 1.
        pub format: Format,
        /// Its id.
        pub id: Spanned<String>,
        /// The built-in profile that this one differs from (default: `default`).
        pub extends: Option<Spanned<String>>,
        /// The printer: a printer at home, or a print shop.
        pub target: Option<PrintedBy>,
        /// The layout of pages: one component each, or as many as fit.
        pub layout: Option<Spanned<Layout>>,
        /// Distance that art extends beyond the trim.
        pub bleed: Option<Spanned<Measure<30>>>,
        /// Distance that text and symbols keep from the trim.
        pub safe_zone: Option<Spanned<Measure<50>>>,
        /// Distance between the trims of neighbours on one page: at least twice the bleed.
        pub gutter: Option<Spanned<Measure<100>>>,
        /// The lines that machines cut and crease by.
        pub cut: Option<CutKeys>,
        /// Marks outside the bleed.
        pub marks: Option<MarkKeys>,
        /// Minimum line widths.
        pub lines: Option<LineKeys>,
        /// The smallest text, and how it is written.
        pub letters: Option<LetterKeys>,
        /// The colours that the shop accepts.
        pub colours: Option<Colours>,
        /// Maximum sum of all inks.
        pub ink_limit: Option<Share<100, 400>>,
        /// Minimum resolution of pictures, in dots per inch.
        pub resolution: Option<Dots>,
        /// The standard that files must meet.
        pub standard: Option<Spanned<Standard>>,
        /// The printing condition of the colours, such as `FOGRA39`, or `none`.
        pub output_intent: Option<Spanned<Condition>>,
        /// Backs of chits and cards.
        pub duplex: Option<DuplexKeys>,
        /// The measured printer.
        pub printer: Option<PrinterKeys>,
        /// The blocks that stickers are for (default: those of the scenario).
        pub blocks: Option<BlockKeys>,
    }
}

authored! {
    /// Lines that machines cut and crease along, each in a named spot ink.
    pub struct CutKeys("set of cut lines") {
        /// The name of the ink for kiss cuts: stickers, whose backing stays whole.
        pub kiss: Option<Spanned<SpotName>>,
        /// The name of the ink for through cuts: chits, cards, sticks.
        pub through: Option<Spanned<SpotName>>,
        /// Other names of cut lines on the shop's machines.
        pub also: Option<Vec<SpotName>>,
        /// The name of the ink for fold lines, where paper is creased.
        pub crease: Option<Spanned<SpotName>>,
        /// Width of the lines.
        pub width: Option<Measure<2>>,
        /// Colour of cut lines on screen.
        pub colour: Option<ScreenColour>,
        /// Minimum corner radius.
        pub corner_radius: Option<Spanned<Measure<20>>>,
        /// Minimum distance between kiss cuts.
        pub spacing: Option<Spanned<Measure<50>>>,
    }
}

authored! {
    /// Marks outside the bleed.
    pub struct MarkKeys("set of marks") {
        /// Lines at the corners, for a guillotine.
        pub crop: Option<bool>,
        /// Marks to align plates or a cutting machine.
        pub registration: Option<Registration>,
        /// Distance from the trim to the marks.
        pub offset: Option<Spanned<Measure<50>>>,
    }
}

authored! {
    /// The finest lines that print reliably.
    pub struct LineKeys("set of lines") {
        /// Ink on paper.
        pub positive: Option<Measure<5>>,
        /// Reversed: a white or light line in a dark area.
        pub reversed: Option<Measure<5>>,
    }
}

authored! {
    /// Text.
    pub struct LetterKeys("set of letters") {
        /// The smallest text for reading.
        pub smallest: Option<Spanned<Measure<20>>>,
        /// The smallest text of credits and the digest.
        pub fine_print: Option<Spanned<Measure<20>>>,
        /// Text in embedded fonts, or outlines.
        pub mode: Option<TextMode>,
    }
}

authored! {
    /// How backs line up with fronts.
    pub struct DuplexKeys("way of printing backs") {
        /// The edge that sheets are flipped on, or `none` if backs are next to fronts, to be folded.
        pub flip: Option<Flip>,
        /// Rightward shift that puts backs behind their fronts; negative is left.
        pub right: Option<Offset<10>>,
        /// Downward shift of backs; negative is up.
        pub down: Option<Offset<10>>,
    }
}

authored! {
    /// Wooden blocks.
    pub struct BlockKeys("set of blocks") {
        /// Along the front.
        pub length: Measure<80>,
        /// Height of the face that carries the sticker.
        pub height: Measure<80>,
        /// From front to back.
        pub thickness: Measure<80>,
        /// Distance from the edge of the label to that of the face (default: 0).
        pub inset: Option<Measure<10>>,
    }
}

authored! {
    /// A printer that stretches or shrinks its output.
    pub struct PrinterKeys("printer") {
        /// Printed length of a 100 mm ruler across the page: `99.6 %` for 99.6 mm.
        pub x: Option<Share<90, 110>>,
        /// Its printed length up the page.
        pub y: Option<Share<90, 110>>,
        /// The widest sheet that it accepts.
        pub widest: Option<Spanned<Measure<5_000>>>,
    }
}

impl BlockKeys {
    fn profile(&self) -> BlockProfile {
        BlockProfile {
            length: self.length.0,
            height: self.height.0,
            thickness: self.thickness.0,
            inset: self.inset.map_or(PaperLength::ZERO, |inset| inset.0),
        }
    }
}

impl Profile {
    /// The terms of another profile, overridden by the values of this one.
    pub(crate) fn apply_to(&self, mut terms: Terms) -> Terms {
        fn override_with<T>(place: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *place = value;
            }
        }
        fn length<const MOST: u32>(measure: &Spanned<Measure<MOST>>) -> PaperLength {
            measure.value.0
        }
        terms.id.clone_from(&self.id.value);
        override_with(&mut terms.target, self.target);
        override_with(&mut terms.layout, self.layout.as_ref().map(|layout| layout.value));
        override_with(&mut terms.bleed, self.bleed.as_ref().map(length));
        override_with(&mut terms.safe_zone, self.safe_zone.as_ref().map(length));
        override_with(&mut terms.gutter, self.gutter.as_ref().map(length));
        if let Some(cut) = &self.cut {
            override_with(&mut terms.cut.kiss, cut.kiss.as_ref().map(|name| name.value.0.clone()));
            override_with(
                &mut terms.cut.through,
                cut.through.as_ref().map(|name| name.value.0.clone()),
            );
            let names = |also: &Vec<SpotName>| also.iter().map(|name| name.0.clone()).collect();
            override_with(&mut terms.cut.aliases, cut.also.as_ref().map(names));
            override_with(
                &mut terms.cut.crease,
                cut.crease.as_ref().map(|name| name.value.0.clone()),
            );
            override_with(&mut terms.cut.width, cut.width.map(|width| width.0));
            override_with(&mut terms.cut.colour, cut.colour.map(|colour| colour.0));
            override_with(&mut terms.cut.corner_radius, cut.corner_radius.as_ref().map(length));
            override_with(&mut terms.cut.spacing, cut.spacing.as_ref().map(length));
        }
        if let Some(marks) = &self.marks {
            override_with(&mut terms.marks.crop, marks.crop);
            override_with(&mut terms.marks.registration, marks.registration);
            override_with(&mut terms.marks.offset, marks.offset.as_ref().map(length));
        }
        if let Some(lines) = &self.lines {
            override_with(&mut terms.lines.positive, lines.positive.map(|width| width.0));
            override_with(&mut terms.lines.reversed, lines.reversed.map(|width| width.0));
        }
        if let Some(letters) = &self.letters {
            override_with(&mut terms.lettering.smallest, letters.smallest.as_ref().map(length));
            override_with(&mut terms.lettering.fine_print, letters.fine_print.as_ref().map(length));
            override_with(&mut terms.lettering.mode, letters.mode);
        }
        override_with(&mut terms.colours, self.colours);
        override_with(&mut terms.ink_limit, self.ink_limit.map(|limit| limit.0));
        override_with(&mut terms.resolution, self.resolution.map(|dots| dots.0));
        override_with(&mut terms.standard, self.standard.as_ref().map(|standard| standard.value));
        let intent = |condition: &Spanned<Condition>| {
            condition.value.0.clone().map(|identifier| OutputIntent { identifier })
        };
        override_with(&mut terms.output_intent, self.output_intent.as_ref().map(intent));
        if let Some(printer) = &self.printer {
            override_with(&mut terms.printer.x, printer.x.map(|share| share.0));
            override_with(&mut terms.printer.y, printer.y.map(|share| share.0));
            override_with(
                &mut terms.printer.widest,
                printer.widest.as_ref().map(|most| Some(length(most))),
            );
        }
        if let Some(duplex) = &self.duplex {
            override_with(&mut terms.duplex.flip, duplex.flip);
            override_with(&mut terms.duplex.right, duplex.right.map(|way| way.0));
            override_with(&mut terms.duplex.down, duplex.down.map(|way| way.0));
        }
        override_with(&mut terms.blocks, self.blocks.as_ref().map(|blocks| Some(blocks.profile())));
        terms
    }

    /// The places of the values that printed files are checked against.
    pub(crate) fn value_places(&self, head: Span) -> Places {
        let letters = self.letters.as_ref();
        let smallest = letters.and_then(|letters| letters.smallest.as_ref());
        let cut = self.cut.as_ref();
        let radius = cut.and_then(|cut| cut.corner_radius.as_ref());
        let widest = self.printer.as_ref().and_then(|printer| printer.widest.as_ref());
        Places::new(
            head,
            [
                ("id", Some(self.id.span)),
                ("safe_zone", self.safe_zone.as_ref().map(|value| value.span)),
                ("cut.corner_radius", radius.map(|value| value.span)),
                ("letters.smallest", smallest.map(|value| value.span)),
                ("printer.widest", widest.map(|value| value.span)),
                ("blocks", self.blocks.as_ref().map(|blocks| blocks.span)),
            ],
        )
    }

    /// The places of the two values that a fault is about, if they are in this file; the first is the one to fix.
    pub(crate) fn fault_places(&self, fault: TermsFault) -> Vec<(Span, &'static str)> {
        fn located<T>(
            value: &Option<Spanned<T>>,
            key: &'static str,
        ) -> Option<(Span, &'static str)> {
            value.as_ref().map(|value| (value.span, key))
        }
        let cut = self.cut.as_ref();
        let letters = self.letters.as_ref();
        let marks = self.marks.as_ref();
        let places = match fault {
            TermsFault::BleedExceedsGutter => {
                [located(&self.gutter, "gutter"), located(&self.bleed, "bleed")]
            }
            TermsFault::SpacingExceedsGutter => [
                located(&self.gutter, "gutter"),
                cut.and_then(|cut| located(&cut.spacing, "spacing of kiss cuts")),
            ],
            TermsFault::FinePrintExceedsSmallest => [
                letters.and_then(|letters| located(&letters.fine_print, "fine print")),
                letters.and_then(|letters| located(&letters.smallest, "smallest letters")),
            ],
            TermsFault::ImpossibleBlocks => {
                [self.blocks.as_ref().map(|blocks| (blocks.span, "blocks")), None]
            }
            TermsFault::SameCreaseInk => [
                cut.and_then(|cut| located(&cut.crease, "ink of fold lines")),
                cut.map(|cut| (cut.span, "cut lines")),
            ],
            TermsFault::SameCutInk => [
                cut.and_then(|cut| located(&cut.through, "ink of through cuts")),
                cut.and_then(|cut| located(&cut.kiss, "ink of kiss cuts")),
            ],
            TermsFault::StandardWithoutIntent => {
                [located(&self.output_intent, "output intent"), located(&self.standard, "standard")]
            }
            TermsFault::MarksInBleed => [
                marks.and_then(|marks| located(&marks.offset, "marks")),
                located(&self.bleed, "bleed"),
            ],
        };
        let mut places: Vec<(Span, &str)> = places.into_iter().flatten().collect();
        places.extend(located(&self.layout, "layout").filter(|_| places.is_empty()));
        places
    }
}

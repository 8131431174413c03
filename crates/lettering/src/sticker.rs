//! The label boxes of stickers and chits: their type, position and width.

use sandtable_pack::{BlockProfile, Face, Rgb};

use crate::typeface::{Lettering, Line, MIN_POINTS, fit};

/// The width of the side's upright bar on the face of a piece, as a fraction of the face's width.
pub const BAR_SHARE: f64 = 0.26;
/// The margin left and right of the type on the face of a piece, in millimetres.
pub const FACE_MARGIN: f64 = 1.6;
/// The minimum distance of text and symbols from the edge, in millimetres. Print shops require 2 mm
/// because their blades drift; the rest is the overshoot of round glyphs.
pub const SAFE_DISTANCE: f64 = 2.2;
/// The height of the side's horizontal band at the head of HQs and trains, as a fraction of the
/// sticker's height.
pub const BAND_SHARE: f64 = 0.27;
/// The side of a chit, in millimetres.
pub const CHIT_SIDE: f64 = 20.0;
/// The background of all stickers and chits except those of guards.
pub const BACKGROUND: Rgb = Rgb { red: 0xfb, green: 0xf6, blue: 0xe8 };
/// The width of the stripe that distinguishes the second side in black-and-white print, on blocks
/// of the publisher's size, in millimetres. It is visible at arm's length.
pub const STRIPE_WIDTH: f64 = 1.0;
/// The gap between the band and the upright name below it, in millimetres.
const BAND_GAP: f64 = 0.8;
/// The size, in points, below which a one-line name is split into two lines.
const MIN_ONE_LINE_POINTS: f64 = 9.0;
/// The size of a name in two lines, in points.
const TWO_LINE_POINTS: f64 = 10.0;

/// A line of type on a sticker or chit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    /// The name of a piece, which may take two lines.
    PieceName,
    /// The command above the name of a piece.
    PieceCommand,
    /// The command in the band of an HQ.
    HeadquartersCommand,
    /// The leader at the foot of an HQ.
    HeadquartersLeader,
    /// The command under the flag of an HQ.
    FlagCommand,
    /// The command in the band of a train.
    BaggageCommand,
    /// The command on a chit.
    ChitCommand,
    /// The leader on a chit.
    ChitLeader,
}

impl Label {
    /// Its preferred setting, used if there is enough space.
    pub const fn lettering(self) -> Lettering {
        match self {
            Self::PieceName => Lettering::new(Face::Semibold, 15.0),
            Self::PieceCommand => Lettering::new(Face::Semibold, 13.0),
            Self::HeadquartersCommand => Lettering::new(Face::Semibold, 9.5),
            Self::HeadquartersLeader => Lettering::new(Face::SemiboldItalic, 8.0),
            Self::FlagCommand => Lettering::new(Face::Semibold, 8.5),
            Self::BaggageCommand => Lettering::new(Face::Bold, 10.0),
            Self::ChitCommand => Lettering::new(Face::Bold, 22.0),
            Self::ChitLeader => Lettering::new(Face::Italic, 8.0),
        }
    }

    /// The width and height of its sticker for a block, in millimetres (PB-A2, PB-A13).
    pub fn sticker(self, block: &BlockProfile) -> (f64, f64) {
        let (width, height) = match self {
            Self::PieceName | Self::PieceCommand => block.piece_sticker(),
            Self::HeadquartersCommand | Self::HeadquartersLeader | Self::FlagCommand => {
                block.headquarters_sticker()
            }
            Self::BaggageCommand => block.baggage_sticker(),
            Self::ChitCommand | Self::ChitLeader => return (CHIT_SIDE, CHIT_SIDE),
        };
        (width.millimetres(), height.millimetres())
    }

    /// The length of its box on a sticker of this size, in millimetres.
    pub fn box_length(self, width: f64, height: f64) -> f64 {
        match self {
            Self::PieceName | Self::PieceCommand => {
                width * (1.0 - BAR_SHARE) - FACE_MARGIN - SAFE_DISTANCE
            }
            // The name runs upwards next to the rating, below the band.
            Self::HeadquartersLeader => height * (1.0 - BAND_SHARE) - SAFE_DISTANCE - BAND_GAP,
            Self::HeadquartersCommand | Self::FlagCommand | Self::BaggageCommand => {
                width - 2.0 * SAFE_DISTANCE
            }
            Self::ChitCommand => (width - 2.0 * SAFE_DISTANCE) * 0.78,
            Self::ChitLeader => (width - 2.0 * SAFE_DISTANCE) * 0.68,
        }
    }

    /// The maximum length in millimetres of a line at the minimum type size: longer than its box,
    /// but within the edge, bar and ring.
    pub fn limit(self, width: f64, height: f64) -> f64 {
        let room = self.box_length(width, height);
        match self {
            Self::PieceName | Self::PieceCommand => room + FACE_MARGIN / 2.0 + SAFE_DISTANCE / 2.0,
            Self::HeadquartersLeader => room + BAND_GAP / 2.0,
            Self::HeadquartersCommand | Self::FlagCommand | Self::BaggageCommand => {
                room + SAFE_DISTANCE
            }
            Self::ChitCommand | Self::ChitLeader => room * 1.1,
        }
    }

    /// The lines of a text in a box of this width, as large as fits, but never smaller than
    /// [`MIN_POINTS`]. At that size they may be wider than the box.
    pub fn typeset(self, text: &str, room: f64) -> Vec<Line> {
        match self {
            Self::PieceName => name_lines(text, room),
            _ => vec![fit(text, self.lettering(), room, MIN_POINTS)],
        }
    }

    /// Whether a text fits on its sticker uncut, at [`MIN_POINTS`] or larger.
    pub fn fits(self, text: &str, block: &BlockProfile) -> bool {
        let (width, height) = self.sticker(block);
        let limit = self.limit(width, height);
        self.typeset(text, self.box_length(width, height)).iter().all(|line| line.width() <= limit)
    }
}

/// A name as large as fits a width, in two lines if one line would be too small.
pub(crate) fn name_lines(name: &str, room: f64) -> Vec<Line> {
    let lettering = Label::PieceName.lettering();
    let one = fit(name, lettering, room, MIN_POINTS);
    let split = name.match_indices([' ', '-']).map(|(i, _)| i + 1).min_by_key(|i| {
        // The word break nearest to the middle.
        (2 * *i as i64 - name.len() as i64).abs()
    });
    match split {
        Some(at) if one.lettering().points < MIN_ONE_LINE_POINTS => {
            let (first, second) = name.split_at(at);
            let lettering = lettering.with_points(TWO_LINE_POINTS);
            let set = |text| fit(text, lettering, room, MIN_POINTS);
            vec![set(first.trim_end()), set(second)]
        }
        _ => vec![one],
    }
}

#[cfg(test)]
mod tests {
    use sandtable_pack::PaperLength;

    use super::*;

    const BLOCK: BlockProfile = BlockProfile {
        length: PaperLength::from_inches(1.5),
        height: PaperLength::from_inches(0.75),
        thickness: PaperLength::from_inches(0.375),
        inset: PaperLength::ZERO,
    };

    #[test]
    fn long_names_take_two_lines() {
        let room = Label::PieceName.box_length(38.1, 19.05);
        assert_eq!(name_lines("Caldwell", room).len(), 1);
        assert_eq!(name_lines("Hohenlohe-Ingelfingen", room).len(), 2);
        assert!(Label::PieceName.fits("Hohenlohe-Ingelfingen", &BLOCK));
        assert!(!Label::PieceName.fits("Donaudampfschifffahrtsgesellschaft", &BLOCK));
    }

    #[test]
    fn smaller_block_holds_less() {
        let small = BlockProfile { length: PaperLength::from_millimetres(15.0), ..BLOCK };
        assert!(Label::PieceName.fits("Hohenlohe", &BLOCK));
        assert!(!Label::PieceName.fits("Hohenlohe", &small));
        assert!(Label::HeadquartersCommand.fits("VI C", &BLOCK));
        assert!(!Label::HeadquartersCommand.fits("Cavalry Corps", &BLOCK));
    }

    #[test]
    fn text_never_shrinks_below_minimum() {
        for text in ["A", "Donaudampfschifffahrtsgesellschaft"] {
            for line in Label::ChitLeader.typeset(text, 8.0) {
                assert!(line.lettering().points >= MIN_POINTS);
            }
        }
    }
}

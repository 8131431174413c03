//! Imposition: things that are cut out come to lie on the sheets of a stock.
//!
//! On plain sheets and rolls they lie in rows of one height, in their order: each goes to the first row
//! that has room for it. On sheets of labels each takes the next label. Nothing is cut by a sheet's end,
//! and nothing is made smaller.

pub(crate) mod backs;
pub(crate) mod beside_labels;
pub(crate) mod layout;
pub(crate) mod reach;
pub(crate) mod sheets;
#[cfg(test)]
mod tests;

use sandtable_pack::PaperLength;
use sandtable_sheet::{Rect, Sheet, Target};
use sandtable_shop::{Flip, Labels, Layout as Ganging, ShopProfile, Stock};

pub(crate) use crate::imposition::sheets::sheets;
use crate::paper::Size;

/// How things lie on their sheets, in millimetres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spacing {
    /// How far art reaches beyond the edge of a thing.
    pub bleed: f64,
    /// Between the edges of neighbours.
    pub gutter: f64,
    /// The radius of cut corners.
    pub corner_radius: f64,
    /// Does art cover the whole of the label on which a thing lies?
    pub covers_labels: bool,
    /// Has each thing a page of its own?
    pub is_one_up: bool,
    /// About which edge sheets are turned for their backs.
    pub flip: Flip,
    /// How far backs are moved to the right and down.
    pub back_shift: (f64, f64),
}

/// What stays free of things within the margins of a sheet, in millimetres: room for words and rulers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Band {
    above: f64,
    below: f64,
    /// On both sides.
    beside: f64,
}

impl Band {
    /// Nothing stands around the things.
    pub const NONE: Self = Self { above: 0.0, below: 0.0, beside: 0.0 };
    /// Heading, rulers and the version stand around the things.
    pub const HOME: Self = Self { above: 15.0, below: 15.0, beside: 6.0 };

    /// The part of a sheet of this size that is left for things, within an edge on all sides.
    fn field(&self, size: Size, edge: f64) -> Rect {
        Rect::new(
            edge + self.beside,
            edge + self.above,
            size.0.millimetres() - edge - self.beside,
            size.1.millimetres() - edge - self.below,
        )
    }

    /// The part of a home printer's sheet that is left for things.
    fn within(&self, sheet: &Sheet) -> Rect {
        self.field((sheet.width, sheet.height), HOME_MARGIN + Spacing::AT_HOME.bleed)
    }
}

/// What heading and rulers keep free along the edges: what home printers cannot reach.
const HOME_MARGIN: f64 = 5.0;

/// The room for things on an upright sheet of a stock, with heading and rulers around them or without.
pub(crate) fn room(stock: &Stock, spacing: &Spacing, has_furniture: bool) -> Size {
    let length = PaperLength::from_millimetres;
    if spacing.is_one_up {
        return (length(LARGEST_PAGE), length(LARGEST_PAGE));
    }
    let band = if has_furniture { Band::HOME } else { Band::NONE };
    let edge = stock.margin.millimetres() + spacing.bleed;
    let field = band.field((stock.width, stock.height), edge);
    (length(field.width().max(0.0)), length(field.height().max(0.0)))
}

/// A page of one thing is no larger than this, in millimetres.
const LARGEST_PAGE: f64 = 1_000.0;

impl Spacing {
    /// For scissors and a knife: art beyond the guides, so that no white shows, and room between them.
    const AT_HOME: Self = Self {
        bleed: 1.0,
        gutter: 3.0,
        corner_radius: 0.0,
        covers_labels: false,
        is_one_up: false,
        flip: Flip::None,
        back_shift: (0.0, 0.0),
    };

    /// As a target asks for it; `home` is the profile of a printer at home.
    pub fn of(target: &Target, home: &ShopProfile) -> Self {
        let shift = |profile: &ShopProfile| {
            (profile.duplex.right.millimetres(), profile.duplex.down.millimetres())
        };
        match target.profile() {
            Some(profile) => Self::of_shop(profile, shift(profile)),
            None => Self { flip: home.duplex.flip, back_shift: shift(home), ..Self::AT_HOME },
        }
    }

    /// How far art is drawn beyond the edge of a thing, of which its place shows as much as it has room for.
    pub fn art(&self, stock: &Stock) -> f64 {
        let labels = self.labels(stock).filter(|_| self.covers_labels);
        labels.map_or(self.bleed, |labels| {
            self.bleed + labels.width.millimetres().max(labels.height.millimetres())
        })
    }

    /// The labels on which things lie; none where each has a page of its own.
    pub fn labels<'s>(&self, stock: &'s Stock) -> Option<&'s Labels> {
        stock.labels.as_ref().filter(|_| !self.is_one_up)
    }

    fn of_shop(profile: &ShopProfile, back_shift: (f64, f64)) -> Self {
        let mm = PaperLength::millimetres;
        Self {
            bleed: mm(profile.bleed),
            gutter: mm(profile.gutter),
            corner_radius: mm(profile.cut.corner_radius),
            covers_labels: true,
            is_one_up: profile.layout == Ganging::OneUp,
            flip: profile.duplex.flip,
            back_shift,
        }
    }
}

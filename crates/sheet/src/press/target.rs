//! Conversion of inks and lines for a press.
//!
//! A home printer mixes the screen's RGB. A print shop gets DeviceCMYK with full grey component
//! replacement: black has no other inks below it, and total ink never exceeds 300 %. Black text and
//! lines use only black ink. Relief strokes use one ink, black or a spot colour, because hairlines
//! on two plates would need perfect register.

use std::fmt;
use std::str::FromStr;

use krilla::color::separation::{self, SeparationColorant, SeparationSpace};
use krilla::color::{Color, RegularColor, cmyk, rgb};
use sandtable_pack::Rgb;
use sandtable_shop::{DEFAULT, Printer, ShopProfile, SpotName, TextMode, built_in};

use crate::display::path::{Point, Rect};
use crate::display::sheet::{Ink, Layer, Rotation, Sheet};

/// The printer that the files are for.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Target {
    /// A home printer, and screens: RGB.
    #[default]
    Home,
    /// A print shop: CMYK, with all its requirements.
    Shop(Box<Press>),
}

/// A print shop.
#[derive(Clone, Debug, PartialEq)]
pub struct Press {
    /// Its requirements.
    pub profile: ShopProfile,
    /// The ink of hachures and contours.
    pub relief: ReliefInk,
}

impl Default for Press {
    /// Returns the requirements of typical shops, with the relief in black.
    fn default() -> Self {
        let profile = built_in(DEFAULT).expect("the default profile is built in");
        Self { profile, relief: ReliefInk::default() }
    }
}

impl Press {
    /// Returns the treatment of small black objects: they overprint if the paper can take both
    /// inks.
    pub(crate) fn black(&self) -> BlackInk {
        match self.profile.ink_limit.fraction() < 2.0 {
            true => BlackInk::KnocksOut,
            false => BlackInk::Overprints,
        }
    }
}

impl Press {
    /// Returns the spot inks of cutting and creasing lines; each ink has a separate layer.
    pub(crate) fn tools(&self) -> [&str; 3] {
        let cut = &self.profile.cut;
        [&cut.kiss, &cut.through, &cut.crease].map(String::as_str)
    }

    /// Returns the spot inks that overprint: those of cut and fold lines, which have no plate, and
    /// that of the relief if black overprints too.
    pub(crate) fn overprinting_spots(&self) -> Vec<&str> {
        let mut spots = self.tools().to_vec();
        if let (ReliefInk::Spot { name, .. }, BlackInk::Overprints) = (&self.relief, self.black()) {
            spots.push(name);
        }
        spots
    }

    /// Returns the maximum cyan, magenta and yellow that black can overprint, by the amount of
    /// black.
    fn colour_limit(&self) -> impl Fn(f64) -> f64 {
        let limit = self.profile.ink_limit.fraction();
        let overprints = self.black() == BlackInk::Overprints;
        move |black| limit - if overprints { 1.0 } else { black }
    }
}

/// The treatment of small black objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlackInk {
    /// They overprint.
    Overprints,
    /// They knock out, because the paper cannot take black on top of the other inks.
    KnocksOut,
}

/// The single ink of hachures and contours at a print shop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReliefInk {
    /// Black.
    #[default]
    Black,
    /// A spot colour.
    Spot {
        /// The shop's name for it.
        name: String,
        /// Its colour on screens, and on presses without this ink.
        rgb: [u8; 3],
    },
}

/// The names of the relief's inks in [`Style`].
const RELIEF: [&str; 2] = ["hachure", "contour"];
/// The ink of text, frames and outlines.
const BLACK: &str = "black";
/// The ink of kiss-cut lines, which cut stickers but not their backing: a grey guide at home, the
/// profile's spot ink at a shop.
pub const KISS_CUT: Ink = Ink::new("kiss-cut", 0x9a9a9a);
/// The ink of through cuts for chits, cards and sticks: a grey guide at home, a spot ink at a shop.
pub const THROUGH_CUT: Ink = Ink::new("through-cut", 0x9a9a9a);
/// The ink of guides for cutting by hand: grey made of black ink only, also at a shop.
pub const GUIDE: Ink = Ink::new("guide", 0x8c8c8c);
/// The ink of fold lines: dashed and grey at home, the profile's spot ink at a shop. It always
/// differs from the ink of cut lines, which the machine would cut.
pub const FOLD: Ink = Ink::new("fold", 0x9a9a9a);
/// The inks of all lines that a shop's machines follow.
pub const TOOLS: [Ink; 3] = [KISS_CUT, THROUGH_CUT, FOLD];
/// The screen colour of fold lines that use a spot ink.
const CREASE: [u8; 3] = [0x00, 0xa0, 0xe0];
/// The ink of registration marks: all plates at a shop.
pub(crate) const REGISTRATION: Ink = Ink::new("registration", 0x000000);
/// The minimum relief line width at a shop, even if its profile allows finer ones, in millimetres.
pub const MIN_RELIEF_WIDTH: f64 = 0.15;
/// The maximum width of black lines and shapes that overprint, in millimetres.
pub(crate) const MAX_OVERPRINT_WIDTH: f64 = 0.5;
/// The maximum width of lines limited to two inks: one point. Wider lines hide register errors.
const HAIRLINE: f64 = 25.4 / 72.0;
/// Text smaller than this size, nine points, uses at most two inks; in millimetres.
const SMALL_TEXT_SIZE: f64 = 9.0 * 25.4 / 72.0;

impl FromStr for ReliefInk {
    type Err = String;

    /// Parses `k`, or a name and a colour such as `PANTONE 469 C=#5e3a24`.
    fn from_str(text: &str) -> Result<Self, String> {
        if text.eq_ignore_ascii_case("k") {
            return Ok(Self::Black);
        }
        let usage =
            "use `k`, or the name and colour of a spot ink, such as `PANTONE 469 C=#5e3a24`";
        let parts = text.split_once("=#").map(|(name, colour)| (name.trim(), colour));
        let Some((name, colour)) = parts else { return Err(usage.to_owned()) };
        let is_colour = colour.len() == 6 && colour.bytes().all(|byte| byte.is_ascii_hexdigit());
        match (SpotName::new(name), u32::from_str_radix(colour, 16)) {
            (Err(why), _) => Err(format!("`{name}` is {why}; {usage}")),
            (Ok(SpotName(name)), Ok(number)) if is_colour => {
                Ok(Self::Spot { name, rgb: Ink::new("", number).rgb })
            }
            _ => Err(usage.to_owned()),
        }
    }
}

impl fmt::Display for ReliefInk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Black => f.write_str("k"),
            Self::Spot { name, rgb: [r, g, b] } => write!(f, "{name}=#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

/// Cyan, magenta, yellow and black, each from 0 to 1.
type Inks = [f64; 4];

impl Target {
    /// Returns the requirements of a shop, or `None` at home.
    pub fn profile(&self) -> Option<&ShopProfile> {
        match self {
            Self::Home => None,
            Self::Shop(press) => Some(&press.profile),
        }
    }

    /// Returns the printer's measured scale, if known.
    pub fn printer(&self) -> Printer {
        self.profile().map(|profile| profile.printer).unwrap_or_default()
    }

    /// Whether text is written as outlines rather than with fonts.
    pub(crate) fn outlines_text(&self) -> bool {
        self.profile().is_some_and(|profile| profile.lettering.mode == TextMode::Outlines)
    }

    /// Returns the printed width of a line, in millimetres.
    pub(crate) fn width(&self, ink: Ink, width: f64) -> f64 {
        match self.profile() {
            None => width,
            Some(profile) if TOOLS.iter().any(|tool| tool.name == ink.name) => {
                profile.cut.width.millimetres()
            }
            // Ink spreads into a reversed line from both sides.
            Some(profile) if is_light(ink) => width.max(profile.lines.reversed.millimetres()),
            Some(profile) => width.max(profile.lines.positive.millimetres()),
        }
    }

    /// Returns the colour of a filled shape.
    pub(crate) fn fill(&self, ink: Ink) -> Color {
        self.colour(ink, false)
    }

    /// Returns the colour of text of a size in millimetres. Strokes of large outlined glyphs count
    /// as hairlines.
    pub(crate) fn text_colour(&self, ink: Ink, size: f64) -> Color {
        self.colour(ink, size < SMALL_TEXT_SIZE || self.outlines_text())
    }

    /// Returns the colour of a line of a width in millimetres.
    pub(crate) fn line(&self, ink: Ink, width: f64) -> Color {
        self.colour(ink, width <= HAIRLINE)
    }

    fn colour(&self, ink: Ink, is_fine: bool) -> Color {
        let Self::Shop(press) = self else {
            let [red, green, blue] = ink.rgb;
            return rgb::Color::new(red, green, blue).into();
        };
        if let Some(tool) = TOOLS.iter().position(|tool| tool.name == ink.name) {
            let Rgb { red, green, blue } = press.profile.cut.colour;
            let looks = if ink.name == FOLD.name { CREASE } else { [red, green, blue] };
            let name = press.tools()[tool].to_owned();
            return spot(SeparationColorant::Custom(name), separate(looks));
        }
        match &press.relief {
            _ if ink.name == REGISTRATION.name => spot(SeparationColorant::AllColorants, [1.0; 4]),
            ReliefInk::Spot { name, rgb } if RELIEF.contains(&ink.name) => {
                spot(SeparationColorant::Custom(name.clone()), separate(*rgb))
            }
            _ => device(limit_inks(self.inks(ink, is_fine), press.colour_limit())).into(),
        }
    }

    /// Returns the plate amounts of an ink, before the paper's ink limit.
    fn inks(&self, ink: Ink, is_fine: bool) -> Inks {
        if ink.name == BLACK || RELIEF.contains(&ink.name) {
            return [0.0, 0.0, 0.0, 1.0];
        }
        let mut inks = separate(ink.rgb);
        if is_fine && inks.iter().filter(|share| **share > 0.0).count() > 2 {
            let least = inks.iter().copied().filter(|share| *share > 0.0).fold(1.0, f64::min);
            let black = inks[3];
            for share in inks.iter_mut().filter(|share| **share <= least) {
                *share = 0.0;
            }
            if inks[3] < black {
                // The remaining colours take over the darkness of the removed black.
                for share in inks[..3].iter_mut().filter(|share| **share > 0.0) {
                    *share = 1.0 - (1.0 - *share) * (1.0 - black);
                }
            }
        }
        inks
    }
}

/// Returns a colour as cyan, magenta, yellow and black, with all grey in black.
fn separate(rgb: [u8; 3]) -> Inks {
    let [red, green, blue] = rgb.map(|part| f64::from(part) / 255.0);
    let light = red.max(green).max(blue);
    if light <= 0.0 {
        return [0.0, 0.0, 0.0, 1.0];
    }
    let share = |part: f64| (light - part) / light;
    [share(red), share(green), share(blue), 1.0 - light]
}

/// Returns the inks with less colour, within the limit that applies to their black, which is
/// unchanged.
fn limit_inks([cyan, magenta, yellow, black]: Inks, limit: impl Fn(f64) -> f64) -> Inks {
    let black = (black * 255.0).round() / 255.0;
    let (colours, room) = (cyan + magenta + yellow, limit(black).max(0.0));
    if colours <= room {
        return [cyan, magenta, yellow, black];
    }
    let less = |share: f64| (share * room / colours * 255.0).floor() / 255.0;
    [less(cyan), less(magenta), less(yellow), black]
}

/// Whether an ink is closer to white than to black.
fn is_light(ink: Ink) -> bool {
    let [red, green, blue] = ink.rgb.map(f64::from);
    ink.name != BLACK
        && !RELIEF.contains(&ink.name)
        && 0.3 * red + 0.59 * green + 0.11 * blue > 153.0
}

/// Returns a 100 % spot ink, with a process colour as its substitute on presses without that plate.
fn spot(colorant: SeparationColorant, instead: Inks) -> Color {
    let space = SeparationSpace::new(colorant, RegularColor::from(device(instead)));
    separation::Color::new(u8::MAX, space).into()
}

fn device(inks: Inks) -> cmyk::Color {
    let [cyan, magenta, yellow, black] = inks.map(|share| (share * 255.0).round() as u8);
    cmyk::Color::new(cyan, magenta, yellow, black)
}

/// Returns a sheet on a page with bleed on all sides, its paper tint extended to the page edges.
pub fn with_bleed(sheet: &Sheet, press: &Press) -> Sheet {
    let more = press.profile.bleed * 2.0;
    let bleed = press.profile.bleed.millimetres();
    let mut page = sheet.empty_page(sheet.name.clone(), sheet.width + more, sheet.height + more);
    let trim = sheet.trim;
    page.trim =
        Rect::new(trim.left + bleed, trim.top + bleed, trim.right + bleed, trim.bottom + bleed);
    page.omitted_names.clone_from(&sheet.omitted_names);
    let moved = |layer: &Layer| {
        let items =
            layer.items.iter().map(|item| item.transform(Point::new(bleed, bleed), Rotation::NONE));
        Layer { name: layer.name, items: items.collect() }
    };
    page.layers = sheet.layers.iter().map(moved).collect();
    page.stretch_paper();
    page
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use proptest::prelude::*;
    use sandtable_pack::PaperLength;

    use super::*;

    #[test]
    fn parses_relief_inks() {
        let spot = ReliefInk::Spot { name: "PANTONE 469 C".to_owned(), rgb: [0x5e, 0x3a, 0x24] };
        assert_eq!("k".parse(), Ok(ReliefInk::Black));
        assert_eq!("PANTONE 469 C=#5e3a24".parse(), Ok(spot.clone()));
        assert_eq!(spot.to_string().parse(), Ok(spot));
        for bad in [
            "",
            "brown",
            "=#5e3a24",
            "brown=#5e3a2",
            "brown=#+e3a24",
            "brün=#5e3a24",
            "All=#000000",
            "black=#000000",
        ] {
            assert!(bad.parse::<ReliefInk>().is_err(), "{bad}");
        }
    }

    #[test]
    fn relief_and_black_use_one_ink() {
        let shop = Target::Shop(Box::default());
        for name in ["hachure", "contour", "black"] {
            for is_fine in [true, false] {
                let [cyan, magenta, yellow, black] = shop.inks(Ink::new(name, 0x5e3a24), is_fine);
                assert!(cyan + magenta + yellow <= 0.0 && black >= 1.0, "{name}");
            }
        }
    }

    /// Each has a separate plate at a shop; at home they have their grey or black screen colour.
    #[test]
    fn cut_lines_and_marks_have_plates() {
        let shop = Target::Shop(Box::default());
        let fallback = |inks| RegularColor::from(device(inks));
        let plate = |colorant, inks| {
            let space = SeparationSpace::new(colorant, fallback(inks));
            Color::from(separation::Color::new(u8::MAX, space))
        };
        for (ink, name) in [(KISS_CUT, "KissCut"), (THROUGH_CUT, "CutContour")] {
            let cut = SeparationColorant::Custom(name.to_owned());
            assert_eq!(shop.line(ink, 0.1), plate(cut, [0.0, 1.0, 0.0, 0.0]));
        }
        let crease = SeparationColorant::Custom("Crease".to_owned());
        assert_eq!(shop.line(FOLD, 0.1), plate(crease, separate(CREASE)));
        let all = plate(SeparationColorant::AllColorants, [1.0; 4]);
        assert_eq!(shop.fill(REGISTRATION), all);
        assert_eq!(Target::Home.line(KISS_CUT, 0.1), rgb::Color::new(0x9a, 0x9a, 0x9a).into());
        let hairline = Press::default().profile.cut.width.millimetres();
        let wider = |target: &Target, than: f64| target.width(THROUGH_CUT, 0.5) - than;
        assert!(wider(&Target::Home, 0.5).abs() < 1e-9 && wider(&shop, hairline).abs() < 1e-9);
    }

    fn press_with(change: impl FnOnce(&mut sandtable_shop::Terms)) -> Press {
        let mut terms = Press::default().profile.into_terms();
        change(&mut terms);
        let profile = ShopProfile::new(terms).expect("consistent parts");
        Press { profile, ..Press::default() }
    }

    /// Shops with ink limits from 100 % to 400 %.
    static LIMITS: LazyLock<Vec<Press>> = LazyLock::new(|| {
        let percent = |limit: u32| sandtable_shop::Percent::new(f64::from(limit));
        (100..=400).map(|limit| press_with(|terms| terms.ink_limit = percent(limit))).collect()
    });

    #[test]
    fn reversed_lines_have_profile_width() {
        let mm = PaperLength::from_millimetres;
        let target = Target::Shop(Box::new(press_with(|terms| {
            terms.lines.positive = mm(0.1);
            terms.lines.reversed = mm(0.3);
        })));
        let cream = Ink::new("label", 0xfbf6e8);
        let water = Ink::new("water-line", 0x2c5a70);
        for (ink, width, expected) in [(cream, 0.2, 0.3), (cream, 0.4, 0.4), (water, 0.2, 0.2)] {
            assert!((target.width(ink, width) - expected).abs() < 1e-9, "{ink:?} {width}");
        }
        assert!((Target::Home.width(cream, 0.2) - 0.2).abs() < 1e-9);
    }

    proptest! {
        /// Ink on paper stays within the limit, including overprinting black; black and hue are
        /// unchanged.
        #[test]
        fn ink_stays_within_limit(rgb: [u8; 3], is_fine: bool) {
            for press in LIMITS.iter() {
                let limit = press.profile.ink_limit.hundredths();
                let target = Target::Shop(Box::new(press.clone()));
                let whole = target.inks(Ink { name: "woods", rgb }, is_fine);
                let printed = limit_inks(whole, press.colour_limit());
                let [cyan, magenta, yellow, black] = printed;
                let most = match press.black() {
                    BlackInk::Overprints => cyan + magenta + yellow + 1.0,
                    BlackInk::KnocksOut => printed.iter().sum(),
                };
                prop_assert!(most <= limit / 100.0 + 1e-9, "{limit}: {printed:?}");
                prop_assert!((black - whole[3]).abs() < 0.002);
                prop_assert!((0..3).all(|ink| printed[ink] <= whole[ink]));
                if limit >= 300.0 {
                    prop_assert!((0..3).all(|ink| printed[ink] >= whole[ink]));
                }
                let darker = |a: usize, b: usize| printed[a] < printed[b] && whole[a] > whole[b];
                prop_assert!(!darker(0, 1) && !darker(1, 2) && !darker(0, 2));
                // The colour in the file equals this one, rounded to bytes.
                let colour = target.colour(Ink { name: "woods", rgb }, is_fine);
                prop_assert_eq!(colour, device(printed).into());
            }
        }

        /// The reflected colour equals the original. Plates stay within 300 %, and fine lines use
        /// at most two of them.
        #[test]
        fn separation_reproduces_colours(rgb: [u8; 3]) {
            let [cyan, magenta, yellow, black] = separate(rgb);
            for (ink, part) in [cyan, magenta, yellow].into_iter().zip(rgb) {
                let back = (1.0 - ink) * (1.0 - black) * 255.0;
                prop_assert!((back - f64::from(part)).abs() < 1e-6);
            }
            prop_assert!(cyan + magenta + yellow + black <= 3.0);
            let shop = Target::Shop(Box::default());
            let fine = shop.inks(Ink { name: "water-line", rgb }, true);
            prop_assert!(fine.iter().filter(|share| **share > 0.0).count() <= 2, "{fine:?}");
        }
    }
}

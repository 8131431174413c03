//! Formation and side colours, and legible text colours on them.

use sandtable_pack::fab::Pack;
use sandtable_pack::{AreaId, FormationId, Rgb, SideId};
use sandtable_sheet::Ink;

/// Text and lines on light backgrounds.
pub const BLACK: Ink = Ink::new("black", 0x1c1916);
/// Text and lines on dark backgrounds.
pub const WHITE: Ink = Ink::new("paper", 0xff_ff_ff);

/// The colour of a formation (FAB-2.3d).
pub fn formation_ink(pack: &Pack, id: &FormationId) -> Ink {
    ink("formation", pack.labels().formations.get(id).map(|banner| banner.colour))
}

/// The colour of a side.
pub fn side_ink(pack: &Pack, id: &SideId) -> Ink {
    let name = if is_second_side(pack, id) { "side-2" } else { "side-1" };
    ink(name, pack.labels().sides.get(id).map(|banner| banner.colour))
}

/// Whether this is the second side, which a mark distinguishes in black-and-white print.
pub fn is_second_side(pack: &Pack, id: &SideId) -> bool {
    pack.battle().scene().sides[1] == *id
}

fn ink(name: &'static str, colour: Option<Rgb>) -> Ink {
    Ink { name, rgb: colour.map_or([0x44; 3], |colour| [colour.red, colour.green, colour.blue]) }
}

/// The more legible text colour on a background: black or white.
pub fn readable_on(ground: Ink) -> Ink {
    if is_light(ground) { BLACK } else { WHITE }
}

/// Whether black is more legible than white on this background.
pub fn is_light(ground: Ink) -> bool {
    let contrast = |ink: Ink| {
        let (one, other) = (luminance(ink) + 0.05, luminance(ground) + 0.05);
        (one / other).max(other / one)
    };
    contrast(BLACK) >= contrast(WHITE)
}

/// The relative luminance of a colour, as defined by WCAG 2.
fn luminance(ink: Ink) -> f64 {
    let linear = |level: u8| {
        let level = f64::from(level) / 255.0;
        match level <= 0.040_45 {
            true => level / 12.92,
            false => libm::pow((level + 0.055) / 1.055, 2.4),
        }
    };
    let [red, green, blue] = ink.rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// The printed number of an area; `None` if it has none and is labelled with its id.
pub fn area_number<'p>(pack: &'p Pack, area: &AreaId) -> Option<&'p str> {
    let number = pack.labels().areas.get(area)?.number.as_str();
    let has_none = number == area.as_str() && number.parse::<u16>().is_err();
    (!has_none).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_on_light_and_white_on_dark() {
        for (ground, ink) in [
            (0xff_ff_ff, BLACK),
            (0xd9_8e_2b, BLACK),
            (0xe6_c8_28, BLACK),
            (0x1f_3a_5f, WHITE),
            (0x7a_4f_a3, WHITE),
            (0x00_00_00, WHITE),
        ] {
            assert_eq!(readable_on(Ink::new("ground", ground)), ink, "{ground:06x}");
        }
    }
}

//! The map frame as a small image, for screen pages that draw on top of it.

use image::codecs::jpeg::JpegEncoder;
use image::{ExtendedColorType, ImageEncoder as _};
use sandtable_pack::{AnyPack, PaperLength};
use sandtable_sheet::{Colours, Rect, Sheet, visible_layers};

use crate::areas::{AreaMapOptions, area_map_in_frame};
use crate::battlefield::map_in_frame;
use crate::options::MapOptions;

/// The JPEG quality, out of 100: text stays sharp.
const QUALITY: u8 = 80;

/// Returns the ground within the map frame, without margins, title and legend, as a JPEG whose
/// longer edge has `pixels` pixels. `None` if the battle has no map or it cannot be drawn.
pub fn frame_picture(pack: &AnyPack, pixels: u32) -> Option<Vec<u8>> {
    let (sheet, frame) = match pack {
        AnyPack::PubBattles(pack) => map_in_frame(pack, &MapOptions::default()),
        AnyPack::Fab(pack) => {
            let MapOptions { language, style, .. } = MapOptions::default();
            let options = AreaMapOptions { language, style, scale: None, set_up: None };
            area_map_in_frame(pack, &options)?
        }
    };
    let sheet = within(sheet, frame);
    let longer = sheet.width.millimetres().max(sheet.height.millimetres());
    let colours = Colours::from_sheet(&sheet, f64::from(pixels) * 25.4 / longer).ok()?;
    let mut picture = Vec::new();
    JpegEncoder::new_with_quality(&mut picture, QUALITY)
        .write_image(&colours.bytes, colours.width, colours.height, ExtendedColorType::Rgb8)
        .ok()?;
    Some(picture)
}

/// Returns the part of a sheet in a rectangle, as a sheet of that size.
fn within(mut sheet: Sheet, frame: Rect) -> Sheet {
    let length = PaperLength::from_millimetres;
    sheet.layers = visible_layers(&sheet, frame, (-frame.left, -frame.top));
    sheet.width = length(frame.right - frame.left);
    sheet.height = length(frame.bottom - frame.top);
    sheet.trim = Rect::new(0.0, 0.0, sheet.width.millimetres(), sheet.height.millimetres());
    sheet
}

#[cfg(test)]
mod tests {
    use sandtable_pack::{Pack, fab, sample};

    use super::*;

    /// Returns width and height in pixels, after the marker of the frame (ITU-T T.81, B.2.2).
    fn size(jpeg: &[u8]) -> (u16, u16) {
        let at = jpeg
            .windows(2)
            .position(|two| two == [0xFF, 0xC0])
            .expect("the JPEG has a baseline frame");
        let number = |at: usize| u16::from_be_bytes([jpeg[at], jpeg[at + 1]]);
        (number(at + 7), number(at + 5))
    }

    #[test]
    fn picture_has_frame_proportions() {
        let pack = Pack::new(sample::parts()).expect("the sample is a battle");
        let [width, height] = [pack.map().width, pack.map().height].map(|length| length.metres());
        let pack = AnyPack::PubBattles(Box::new(pack));
        let picture = frame_picture(&pack, 300).expect("the picture is drawn");
        let (wide, high) = size(&picture);
        assert_eq!(wide.max(high), 300);
        let shape = f64::from(wide) / f64::from(high);
        assert!((shape - width / height).abs() < 0.02, "{shape}");
        assert_eq!(frame_picture(&pack, 300), Some(picture), "the same bytes");
    }

    #[test]
    fn no_picture_without_map() {
        assert_eq!(frame_picture(&AnyPack::Fab(Box::new(fab::sample::pack())), 300), None);
    }
}

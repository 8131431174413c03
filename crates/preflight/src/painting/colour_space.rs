//! Colour spaces, and the inks that their colours print on the plates.

use std::collections::BTreeSet;

use lopdf::Object;

use crate::pdf::objects::{Objects, as_dictionary, number, printable_name, stream_bytes};

/// The maximum depth of nested colour spaces.
const MAX_DEPTH: u32 = 6;
/// The maximum size of a palette in bytes: 256 colours of 32 inks.
const MAX_PALETTE_SIZE: usize = 256 * 32;
/// The maximum number of inks of a colour space.
const MAX_INKS: usize = 32;

/// A colour space.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ColourSpace {
    Gray,
    Rgb,
    Cmyk,
    Lab,
    /// An ICC-based space with this number of components.
    Icc(u8),
    Indexed(Box<ColourSpace>, Vec<u8>),
    /// Names of inks; a Separation has one.
    Inks(Vec<String>),
    /// A pattern, with its colour space if it is uncoloured.
    Pattern(Option<Box<ColourSpace>>),
}

/// The inks of a colour on the plates.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Paint {
    /// Cyan, magenta, yellow and black, from 0 to 1. A colour not given in inks becomes black of
    /// the same darkness.
    pub(crate) process: [f64; 4],
    /// The process plates that the colour affects.
    pub(crate) plates: [bool; 4],
    /// Spot inks and their amounts.
    pub(crate) spots: Vec<(String, f64)>,
    /// Whether the colour is in DeviceCMYK, to which the overprint mode applies.
    pub(crate) is_device_cmyk: bool,
    /// Whether the colour is given in inks. Only then can their amounts be added.
    pub(crate) has_known_inks: bool,
}

impl Paint {
    /// Pure black, the initial colour.
    pub(crate) fn black() -> Self {
        gray(0.0)
    }

    /// The sum of all inks; 1 is one ink at 100 %.
    pub(crate) fn total_ink(&self) -> f64 {
        self.process.iter().sum::<f64>() + self.spots.iter().map(|(_, share)| share).sum::<f64>()
    }

    /// The number of inks that are not zero.
    pub(crate) fn ink_count(&self) -> usize {
        let spots = self.spots.iter().map(|(_, share)| share);
        self.process.iter().chain(spots).filter(|share| **share > 0.004).count()
    }

    /// The darkness, from 0 (white) to 1.
    pub(crate) fn darkness(&self) -> f64 {
        darkness(self.process, self.spots.iter().map(|(_, share)| share).sum())
    }

    /// Whether the only ink is black.
    pub(crate) fn is_black(&self) -> bool {
        let [cyan, magenta, yellow, black] = self.process;
        self.spots.is_empty() && cyan + magenta + yellow < 0.004 && black > 0.9
    }
}

/// The darkness of inks on paper.
pub(crate) fn darkness([cyan, magenta, yellow, black]: [f64; 4], spots: f64) -> f64 {
    let colours = 0.3 * cyan + 0.59 * magenta + 0.11 * yellow;
    // Assume that a spot ink is of medium darkness.
    1.0 - (1.0 - colours.min(1.0)) * (1.0 - black) * (1.0 - 0.5 * spots.min(1.0))
}

fn gray(light: f64) -> Paint {
    Paint {
        process: [0.0, 0.0, 0.0, 1.0 - light],
        plates: [false, false, false, true],
        has_known_inks: true,
        ..Paint::default()
    }
}

fn screen_colour(darkness: f64) -> Paint {
    Paint { process: [0.0, 0.0, 0.0, darkness], plates: [true; 4], ..Paint::default() }
}

impl ColourSpace {
    /// Reads a colour space. Names other than device spaces are looked up in the resources.
    pub(crate) fn read<'d>(
        objects: Objects<'d>,
        object: &'d Object,
        named: &dyn Fn(&[u8]) -> Option<&'d Object>,
        depth: u32,
    ) -> Option<Self> {
        if depth > MAX_DEPTH {
            return None;
        }
        let inner = |object| Self::read(objects, object, named, depth + 1);
        match objects.resolve(object)? {
            Object::Name(name) => match name.as_slice() {
                b"CalGray" => Some(Self::Gray),
                b"CalRGB" => Some(Self::Rgb),
                b"Pattern" => Some(Self::Pattern(None)),
                other => {
                    Self::device(objects, other, named, depth).or_else(|| inner(named(other)?))
                }
            },
            Object::Array(parts) => {
                let part = |index: usize| parts.get(index).and_then(|part| objects.resolve(part));
                match part(0)?.as_name().ok()? {
                    b"CalGray" => Some(Self::Gray),
                    b"CalRGB" => Some(Self::Rgb),
                    b"Lab" => Some(Self::Lab),
                    b"ICCBased" => match objects.number(as_dictionary(part(1)?)?, b"N")? as i64 {
                        1 => Some(Self::Icc(1)),
                        3 => Some(Self::Icc(3)),
                        4 => Some(Self::Icc(4)),
                        _ => None,
                    },
                    b"Indexed" | b"I" => {
                        let palette = match part(3)? {
                            Object::String(bytes, _) => bytes.clone(),
                            Object::Stream(stream) => stream_bytes(stream, MAX_PALETTE_SIZE)?,
                            _ => return None,
                        };
                        Some(Self::Indexed(Box::new(inner(parts.get(1)?)?), palette))
                    }
                    b"Separation" => {
                        Some(Self::Inks(vec![printable_name(part(1)?.as_name().ok()?)]))
                    }
                    b"DeviceN" => {
                        let names = part(1)?.as_array().ok()?;
                        let inks = names.iter().take(MAX_INKS);
                        let inks: Option<Vec<String>> = inks
                            .map(|ink| Some(printable_name(objects.resolve(ink)?.as_name().ok()?)))
                            .collect();
                        inks.map(Self::Inks)
                    }
                    b"Pattern" => Some(Self::Pattern(parts.get(1).and_then(inner).map(Box::new))),
                    other => Self::device(objects, other, named, depth),
                }
            }
            _ => None,
        }
    }

    /// The device space with a name, or the default space that the resources set in its place
    /// (ISO 32000-2, 8.6.5.6).
    pub(crate) fn device<'d>(
        objects: Objects<'d>,
        name: &[u8],
        named: &dyn Fn(&[u8]) -> Option<&'d Object>,
        depth: u32,
    ) -> Option<Self> {
        let (device, default): (_, &[u8]) = match name {
            b"DeviceGray" | b"G" => (Self::Gray, b"DefaultGray"),
            b"DeviceRGB" | b"RGB" => (Self::Rgb, b"DefaultRGB"),
            b"DeviceCMYK" | b"CMYK" => (Self::Cmyk, b"DefaultCMYK"),
            _ => return None,
        };
        let default = named(default).and_then(|it| Self::read(objects, it, named, depth + 1));
        Some(default.unwrap_or(device))
    }

    /// The number of components of a colour.
    pub(crate) fn components(&self) -> usize {
        match self {
            Self::Gray | Self::Indexed(..) => 1,
            Self::Rgb | Self::Lab => 3,
            Self::Cmyk => 4,
            Self::Icc(count) => usize::from(*count),
            Self::Inks(inks) => inks.len(),
            Self::Pattern(space) => space.as_ref().map_or(0, |space| space.components()),
        }
    }

    /// The initial colour of the space.
    pub(crate) fn initial_paint(&self) -> Paint {
        let full = if matches!(self, Self::Inks(_)) { 1.0 } else { 0.0 };
        match self {
            Self::Cmyk | Self::Icc(4) => self.paint(&[0.0, 0.0, 0.0, 1.0]),
            _ => self.paint(&vec![full; self.components()]),
        }
    }

    /// Converts a colour of this space to inks. Missing components are 0.
    pub(crate) fn paint(&self, values: &[f64]) -> Paint {
        let value = |index: usize| values.get(index).copied().unwrap_or(0.0).clamp(0.0, 1.0);
        match self {
            Self::Gray | Self::Icc(1) => gray(value(0)),
            Self::Rgb | Self::Icc(3) => {
                screen_colour(1.0 - (0.3 * value(0) + 0.59 * value(1) + 0.11 * value(2)))
            }
            Self::Lab => screen_colour(
                1.0 - (values.first().copied().unwrap_or(0.0) / 100.0).clamp(0.0, 1.0),
            ),
            Self::Cmyk | Self::Icc(_) => Paint {
                process: [value(0), value(1), value(2), value(3)],
                plates: [true; 4],
                spots: Vec::new(),
                is_device_cmyk: *self == Self::Cmyk,
                has_known_inks: true,
            },
            Self::Indexed(base, palette) => {
                let count = base.components();
                let index = values.first().copied().unwrap_or(0.0).clamp(0.0, 255.0) as usize;
                let colour: Vec<f64> = (0..count)
                    .map(|part| {
                        let byte = palette.get(index * count + part).copied().unwrap_or(0);
                        base.component_value(part, byte)
                    })
                    .collect();
                base.paint(&colour)
            }
            Self::Inks(inks) => {
                let mut paint = Paint { has_known_inks: true, ..Paint::default() };
                for (index, ink) in inks.iter().enumerate() {
                    let plate = match ink.as_str() {
                        "Cyan" => 0,
                        "Magenta" => 1,
                        "Yellow" => 2,
                        "Black" => 3,
                        "None" => continue,
                        "All" => {
                            paint.process = [value(index); 4];
                            paint.plates = [true; 4];
                            continue;
                        }
                        _ => {
                            paint.spots.push((ink.clone(), value(index)));
                            continue;
                        }
                    };
                    paint.process[plate] = value(index);
                    paint.plates[plate] = true;
                }
                paint
            }
            Self::Pattern(_) => Paint::black(),
        }
    }

    /// The most of each ink in any of these pixels, or in all colours if the pixels are unknown.
    pub(crate) fn strongest_paint(&self, pixels: Option<&[u8]>) -> Paint {
        let count = self.components().max(1);
        let full = match self {
            Self::Gray | Self::Icc(1) => 0,
            _ => 255,
        };
        let strongest = |bytes: &[u8], part: usize| {
            let bytes = bytes.iter().skip(part).step_by(count).copied();
            if full == 0 { bytes.min() } else { bytes.max() }
        };
        let component = |part: usize| match pixels {
            Some(bytes) => strongest(bytes, part).unwrap_or(255 - full),
            None => full,
        };
        if let Self::Indexed(base, palette) = self {
            let last = palette.len() / base.components().max(1);
            let used: BTreeSet<u8> = match pixels {
                Some(bytes) => bytes.iter().copied().collect(),
                None => (0..last.min(256)).map(|index| index as u8).collect(),
            };
            let colours: Vec<u8> = used
                .into_iter()
                .flat_map(|index| {
                    let start = usize::from(index) * base.components();
                    palette.get(start..start + base.components()).unwrap_or_default()
                })
                .copied()
                .collect();
            return base.strongest_paint(Some(&colours));
        }
        let values: Vec<f64> =
            (0..count).map(|part| self.component_value(part, component(part))).collect();
        self.paint(&values)
    }

    /// Converts a byte of a picture to a component of a colour.
    pub(crate) fn component_value(&self, _component: usize, byte: u8) -> f64 {
        match self {
            Self::Indexed(..) => f64::from(byte),
            Self::Lab => f64::from(byte) / 255.0 * 100.0,
            _ => f64::from(byte) / 255.0,
        }
    }

    /// Its name, and the names of the colour spaces and inks in it.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let own = match self {
            Self::Gray => "DeviceGray".to_owned(),
            Self::Rgb => "DeviceRGB".to_owned(),
            Self::Cmyk => "DeviceCMYK".to_owned(),
            Self::Lab => "Lab".to_owned(),
            Self::Icc(1) => "ICCBased grey".to_owned(),
            Self::Icc(3) => "ICCBased RGB".to_owned(),
            Self::Icc(_) => "ICCBased CMYK".to_owned(),
            Self::Inks(inks) if inks.len() == 1 => format!("Separation {}", inks[0]),
            Self::Inks(inks) => format!("DeviceN {}", inks.join(" + ")),
            Self::Indexed(base, _) => {
                let mut words = base.names();
                words.insert("Indexed".to_owned());
                return words;
            }
            Self::Pattern(Some(space)) => return space.names(),
            Self::Pattern(None) => "Pattern".to_owned(),
        };
        BTreeSet::from([own])
    }

    /// Whether its colours are screen colours.
    pub(crate) fn is_screen(&self) -> bool {
        match self {
            Self::Rgb | Self::Lab | Self::Icc(3) => true,
            Self::Indexed(base, _) | Self::Pattern(Some(base)) => base.is_screen(),
            _ => false,
        }
    }
}

/// The numbers among the operands of an operator.
pub(crate) fn numbers(operands: &[Object]) -> Vec<f64> {
    operands.iter().filter_map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_named_inks_to_plates() {
        let inks = ["Black", "CutContour", "None"].map(str::to_owned).to_vec();
        let paint = ColourSpace::Inks(inks).paint(&[0.5, 1.0, 1.0]);
        assert_eq!(paint.plates, [false, false, false, true]);
        assert_eq!(paint.spots, [("CutContour".to_owned(), 1.0)]);
        assert!((paint.total_ink() - 1.5).abs() < 1e-12);
    }

    #[test]
    fn palette_uses_base_colours() {
        let palette =
            ColourSpace::Indexed(Box::new(ColourSpace::Cmyk), vec![0, 0, 0, 0, 255, 255, 0, 255]);
        assert!((palette.paint(&[1.0]).total_ink() - 3.0).abs() < 1e-12);
        assert!(palette.paint(&[200.0]).total_ink() < 1e-12);
        assert!(ColourSpace::Indexed(Box::new(ColourSpace::Rgb), Vec::new()).is_screen());
    }
}

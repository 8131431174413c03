//! Simulation of colour-vision deficiency.
//!
//! Protan and deutan vision follow Viénot, Brettel and Mollon, "Digital video colourmaps for
//! checking the legibility of displays by dichromats" (1999). Tritan vision follows Machado,
//! Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
//! deficiency" (2009). Distances are CIELAB distances (CIE 1976) under D65.

use sandtable_pack::Rgb;

/// A colour-vision deficiency.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Without long-wave cones: red is dark.
    Protan,
    /// Without middle-wave cones: red and green look the same.
    Deutan,
    /// Without short-wave cones: blue and green look the same.
    Tritan,
}

impl Sight {
    /// Every simulated deficiency.
    pub(crate) const ALL: [Self; 3] = [Self::Protan, Self::Deutan, Self::Tritan];

    /// The matrix from linear RGB to the linear RGB that simulates the deficiency.
    const fn matrix(self) -> [[f64; 3]; 3] {
        match self {
            Self::Protan => {
                [[0.112_38, 0.887_62, 0.0], [0.112_38, 0.887_62, 0.0], [0.004_01, -0.004_01, 1.0]]
            }
            Self::Deutan => {
                [[0.292_75, 0.707_25, 0.0], [0.292_75, 0.707_25, 0.0], [-0.022_34, 0.022_34, 1.0]]
            }
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

/// The distance between two colours as perceived with a deficiency. A distance of 2 is just visible
/// side by side; black and white are 100 apart.
pub(crate) fn distance(one: Rgb, other: Rgb, sight: Sight) -> f64 {
    let [one, other] = [one, other].map(|colour| lab(simulate(linear(colour), sight)));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
    libm::sqrt(squares.sum())
}

/// The distance between two colours in greyscale, as in photocopies or without colour vision.
pub(crate) fn distance_in_grey(one: Rgb, other: Rgb) -> f64 {
    let [[one, ..], [other, ..]] = [one, other].map(|colour| lab(linear(colour)));
    (one - other).abs()
}

/// Converts sRGB to linear RGB (IEC 61966-2-1).
fn linear(Rgb { red, green, blue }: Rgb) -> [f64; 3] {
    [red, green, blue].map(|part| {
        let ratio = f64::from(part) / 255.0;
        if ratio <= 0.040_45 { ratio / 12.92 } else { libm::pow((ratio + 0.055) / 1.055, 2.4) }
    })
}

fn simulate(light: [f64; 3], sight: Sight) -> [f64; 3] {
    sight.matrix().map(|row| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>().clamp(0.0, 1.0))
}

/// Converts linear sRGB to CIELAB under D65.
fn lab(light: [f64; 3]) -> [f64; 3] {
    const XYZ: [[f64; 3]; 3] = [
        [0.412_456, 0.357_576, 0.180_437],
        [0.212_673, 0.715_152, 0.072_175],
        [0.019_334, 0.119_192, 0.950_304],
    ];
    const WHITE: [f64; 3] = [0.950_47, 1.0, 1.088_83];
    let [x, y, z] = std::array::from_fn(|index| {
        let ratio = XYZ[index].iter().zip(light).map(|(a, b)| a * b).sum::<f64>() / WHITE[index];
        match ratio > 216.0 / 24_389.0 {
            true => libm::cbrt(ratio),
            false => (ratio * 24_389.0 / 27.0 + 16.0) / 116.0,
        }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(hex: u32) -> Rgb {
        Rgb { red: (hex >> 16) as u8, green: (hex >> 8) as u8, blue: hex as u8 }
    }

    #[test]
    fn black_and_white_are_100_apart() {
        for sight in Sight::ALL {
            let difference = distance(rgb(0), rgb(0xffffff), sight);
            assert!((difference - 100.0).abs() < 0.5, "{sight:?} {difference}");
            assert!(distance(rgb(0x1f3a5f), rgb(0x1f3a5f), sight) < 1e-9);
        }
    }

    #[test]
    fn grey_distance_compares_lightness() {
        assert!((distance_in_grey(rgb(0), rgb(0xffffff)) - 100.0).abs() < 0.5);
        // A red and a green of equal lightness; then the blue and the red of Gettysburg.
        assert!(distance_in_grey(rgb(0xb5_4a_2a), rgb(0x6f_6b_1c)) < 2.0);
        assert!((5.0..15.0).contains(&distance_in_grey(rgb(0x1f3a5f), rgb(0x8c2f2a))));
        assert!(distance_in_grey(rgb(0x1f3a5f), rgb(0xe3bd4b)) > 40.0);
    }

    /// Most colour-blind people cannot distinguish red and green of equal lightness; few cannot
    /// distinguish blue and green.
    #[test]
    fn missing_cones_reduce_colour_distance() {
        let (red, green) = (rgb(0xb5_4a_2a), rgb(0x6f_6b_1c));
        assert!(distance(red, green, Sight::Deutan) < 12.0);
        assert!(distance(red, green, Sight::Tritan) > 30.0);
        let (blue, red) = (rgb(0x1f3a5f), rgb(0x8c2f2a));
        for sight in Sight::ALL {
            assert!(distance(blue, red, sight) > 20.0, "{sight:?} {}", distance(blue, red, sight));
        }
    }
}

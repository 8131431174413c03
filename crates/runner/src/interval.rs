//! Confidence intervals of win rates.

/// The 95 % point of the standard normal distribution, two-sided.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the 95 % Wilson score interval for `successes` of `trials` (E. B. Wilson, "Probable
/// Inference, the Law of Succession, and Statistical Inference", JASA 22, 1927); `[0, 1]` for no
/// trials.
pub fn wilson(successes: u64, trials: u64) -> [f64; 2] {
    if trials == 0 {
        return [0.0, 1.0];
    }
    let n = trials as f64;
    let rate = successes as f64 / n;
    let centre = rate + Z * Z / (2.0 * n);
    let spread = Z * (rate * (1.0 - rate) / n + Z * Z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + Z * Z / n;
    // At both ends, the formula gives these bounds except for rounding.
    let low = if successes == 0 { 0.0 } else { (centre - spread) / scale };
    let high = if successes == trials { 1.0 } else { (centre + spread) / scale };
    [low, high]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rounds to hundredths of a percent.
    fn rounded(interval: [f64; 2]) -> [i64; 2] {
        interval.map(|bound| (bound * 1e4).round() as i64)
    }

    /// Expected values from independent decimal arithmetic.
    #[test]
    fn known_intervals() {
        assert_eq!(rounded(wilson(5, 10)), [2366, 7634]);
        assert_eq!(rounded(wilson(81, 263)), [2553, 3662]);
        assert_eq!(rounded(wilson(0, 20)), [0, 1611]);
        assert_eq!(rounded(wilson(20, 20)), [8389, 10_000]);
    }

    #[test]
    fn no_trials_give_full_interval() {
        assert_eq!(rounded(wilson(0, 0)), [0, 10_000]);
    }
}

//! The normal distribution.

/// The chance that a standard normal variable is at most `x`.
///
/// By the complementary error function in the rational form of W. J. Cody's kind with an error below
/// 1.2e-7 everywhere (Numerical Recipes, `erfcc`).
pub(super) fn cumulative(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// 97.5 % of a standard normal distribution lie below this: two sides of it are 95 %.
pub(super) const Z_95: f64 = 1.959_963_984_540_054;

fn erfc(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x.abs());
    let sum = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    let value = t * (sum - x * x).exp();
    if x >= 0.0 { value } else { 2.0 - value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, chance) in
            [(0.0, 0.5), (1.0, 0.841_344_75), (-1.0, 0.158_655_25), (Z_95, 0.975), (-4.0, 3.167e-5)]
        {
            assert!((cumulative(x) - chance).abs() < 2e-7, "{x}: {}", cumulative(x));
        }
    }
}

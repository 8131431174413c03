//! Resolves plain scalars by the YAML 1.2 core schema.

use super::Value;

/// The value of an unquoted scalar. `yes`, `on`, `010` (ten) and `1_000` (a string) follow YAML
/// 1.2, not 1.1.
pub(super) fn resolve(plain: &str) -> Value {
    match plain {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        ".nan" | ".NaN" | ".NAN" => Value::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => Value::Float(f64::INFINITY),
        "-.inf" | "-.Inf" | "-.INF" => Value::Float(f64::NEG_INFINITY),
        _ => number(plain).unwrap_or_else(|| Value::Text(plain.to_owned())),
    }
}

fn number(plain: &str) -> Option<Value> {
    if let Some(digits) = plain.strip_prefix("0x") {
        return radix(digits, 16);
    }
    if let Some(digits) = plain.strip_prefix("0o") {
        return radix(digits, 8);
    }
    let unsigned = plain.strip_prefix(['+', '-']).unwrap_or(plain);
    if unsigned.bytes().all(|b| b.is_ascii_digit()) {
        if unsigned.is_empty() {
            return None;
        }
        return Some(plain.parse().map_or_else(|_| float(plain), Value::Integer));
    }
    is_float(unsigned).then(|| float(plain))
}

fn radix(digits: &str, radix: u32) -> Option<Value> {
    // `from_str_radix` accepts a sign; YAML does not.
    let digits_only = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    digits_only.then(|| i64::from_str_radix(digits, radix).ok()).flatten().map(Value::Integer)
}

/// Whether the text matches `(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?`.
fn is_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    // `5.` and `.5` are numbers; `.` and an empty string are not.
    let mantissa_fits = digits(whole)
        && digits(fraction)
        && !(whole.is_empty() && (fraction.is_empty() || !mantissa.starts_with('.')));
    let exponent_fits = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent)
    });
    mantissa_fits && exponent_fits
}

fn float(plain: &str) -> Value {
    plain.parse().map_or_else(|_| Value::Text(plain.to_owned()), Value::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_core_schema() {
        let text = |text: &str| Value::Text(text.to_owned());
        let table = [
            ("010", Value::Integer(10)),
            ("0o17", Value::Integer(15)),
            ("0x1f", Value::Integer(31)),
            ("0x", text("0x")),
            ("-12", Value::Integer(-12)),
            ("+3", Value::Integer(3)),
            ("-", text("-")),
            ("1e2", Value::Float(100.0)),
            (".5", Value::Float(0.5)),
            ("5.", Value::Float(5.0)),
            (".", text(".")),
            ("e5", text("e5")),
            ("1e", text("1e")),
            ("99999999999999999999", Value::Float(1e20)),
            ("yes", text("yes")),
            ("no", text("no")),
            ("on", text("on")),
            ("1_000", text("1_000")),
            ("07:00", text("07:00")),
            ("1863-07-02", text("1863-07-02")),
            ("1:16000", text("1:16000")),
            ("TRUE", Value::Bool(true)),
            ("~", Value::Null),
            ("inf", text("inf")),
            ("nan", text("nan")),
            (".inf", Value::Float(f64::INFINITY)),
        ];
        for (plain, value) in table {
            assert_eq!(resolve(plain), value, "{plain}");
        }
    }
}

//! Wraps text into lines.

/// Wraps a text into lines of at most `width` characters, each after an indent that is not counted.
/// A longer word gets its own line.
pub fn wrap(text: &str, width: usize, indent: &str) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        match used {
            0 => out.push_str(indent),
            _ if used + 1 + length <= width => {
                out.push(' ');
                used += 1;
            }
            _ => {
                out.push('\n');
                out.push_str(indent);
                used = 0;
            }
        }
        out.push_str(word);
        used += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrap;

    #[test]
    fn fills_lines_without_overrun() {
        assert_eq!(wrap("an HQ  with\nrating 6", 10, "  "), "  an HQ with\n  rating 6");
        assert_eq!(wrap("a incomprehensibilities b", 5, ""), "a\nincomprehensibilities\nb");
        assert_eq!(wrap("", 5, "  "), "");
    }
}

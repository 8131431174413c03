//! The secret part of the address.

use std::fmt;

use subtle::ConstantTimeEq as _;

/// Sixteen random bytes in hexadecimal. No other page in the browser gets access without them.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A new token from the system's random numbers; fails if there are none.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Returns the part of a path after the token, including its slash; `None` if the path does not
    /// start with the token.
    pub(crate) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix('/')?;
        let (word, rest) = rest.split_at_checked(self.0.len())?;
        // Takes constant time, regardless of how much of the token matches.
        let is_match: bool = word.as_bytes().ct_eq(self.0.as_bytes()).into();
        (is_match && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_complete_token() {
        let token = Token::random().expect("the system provides random numbers");
        let other = Token::random().expect("the system provides random numbers");
        assert_eq!(token.to_string().len(), 32);
        assert_eq!(token.strip(&format!("/{token}/page/main.js")), Some("/page/main.js"));
        assert_eq!(token.strip(&format!("/{token}")), Some(""));
        let near = &token.to_string()[..31];
        for path in [
            String::new(),
            "/".to_owned(),
            format!("/{other}/"),
            format!("/{near}/"),
            format!("/{token}0/"),
            format!("//{token}/"),
            format!("/x/{token}/"),
            format!(
                "/{}/",
                token.to_string().to_uppercase().replace(|c: char| c.is_ascii_digit(), "Ä")
            ),
        ] {
            assert_eq!(token.strip(&path), None, "{path}");
        }
    }
}

//! The part of the address that nobody can guess.

use std::fmt;

use subtle::ConstantTimeEq as _;

/// Sixteen random bytes, written in hexadecimal: who does not know them gets nothing, whatever page he got the browser to open.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A new one, from the system's random numbers; fails where there are none.
    pub(crate) fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// What of a path comes after the token, with its slash; `None` for a path that does not begin with it.
    pub(crate) fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        let rest = path.strip_prefix('/')?;
        let (word, rest) = rest.split_at_checked(self.0.len())?;
        // As long for a token that is nearly right as for any other.
        let is_it: bool = word.as_bytes().ct_eq(self.0.as_bytes()).into();
        (is_it && (rest.is_empty() || rest.starts_with('/'))).then_some(rest)
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
    fn only_the_whole_token_opens() {
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

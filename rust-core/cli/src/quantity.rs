//! Numbers as the user types them on a command line.

pub(crate) use vibeue_core::sources::{some_tokens, tokens};

/// Reads `name=value`.
///
/// # Errors
/// What would be correct.
pub(crate) fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("not of the form name=value, for example cooldown_messages=6".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_a_name_and_a_value() {
        assert_eq!(pair("a = b=c"), Ok(("a".to_owned(), "b=c".to_owned())));
        assert!(pair("a").is_err());
        assert!(pair("=b").is_err());
    }
}

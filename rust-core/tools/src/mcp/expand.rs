//! Variables in a configuration.

/// Where the variables of a configuration come from.
pub trait Variables {
    /// The value of a variable of the environment.
    fn get(&self, name: &str) -> Option<String>;

    /// Returns whether a variable holds a key of this program, which no configuration may hand to a
    /// server.
    fn is_own_key(&self, name: &str) -> bool;

    /// The project's folder.
    fn project(&self) -> String;
}

/// Replaces `${NAME}`, `${NAME:-otherwise}`, `${env:NAME}` and `${workspaceFolder}` by their
/// values.
///
/// # Errors
/// What is missing or not allowed, in words for the user.
pub(super) fn expand(text: &str, variables: &dyn Variables) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        out.push_str(&rest[..at]);
        let inner = &rest[at + 2..];
        let Some(end) = inner.find('}') else {
            return Err(format!("`{}` has no closing bracket", &rest[at..]));
        };
        out.push_str(&value(&inner[..end], variables)?);
        rest = &inner[end + 1..];
    }
    out.push_str(rest);
    Ok(out)
}

fn value(expression: &str, variables: &dyn Variables) -> Result<String, String> {
    if matches!(expression, "workspaceFolder" | "workspaceRoot") {
        return Ok(variables.project());
    }
    let named = expression.strip_prefix("env:").unwrap_or(expression);
    let (name, otherwise) = match named.split_once(":-") {
        Some((name, otherwise)) => (name, Some(otherwise)),
        None => (named, None),
    };
    if name.contains(':') {
        return Err(format!("`${{{expression}}}` is not an environment variable"));
    }
    if variables.is_own_key(name) {
        return Err(format!(
            "{name} holds a key of this program, which is not given to servers; set a variable of \
             another name for it"
        ));
    }
    let otherwise = otherwise.map(str::to_owned);
    variables
        .get(name)
        .filter(|value| !value.is_empty())
        .or(otherwise)
        .ok_or_else(|| format!("the variable {name} is not set"))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::mcp) struct Known;

    impl Variables for Known {
        fn get(&self, name: &str) -> Option<String> {
            match name {
                "TOKEN" => Some("t0k".to_owned()),
                "OPENAI_API_KEY" => Some("sk-own".to_owned()),
                "EMPTY" => Some(String::new()),
                _ => None,
            }
        }

        fn is_own_key(&self, name: &str) -> bool {
            name == "OPENAI_API_KEY"
        }

        fn project(&self) -> String {
            "/game".to_owned()
        }
    }

    #[test]
    fn variables_are_put_in_and_what_is_missing_or_a_key_is_named() {
        let ok = |text: &str| expand(text, &Known).unwrap();
        assert_eq!(ok("a ${TOKEN}/${env:TOKEN} $TOKEN {x}"), "a t0k/t0k $TOKEN {x}");
        assert_eq!(ok("${workspaceFolder}/x ${EMPTY:-none} ${NO:-}"), "/game/x none ");
        for (text, problem) in [
            ("${NO}", "the variable NO is not set"),
            ("${TOKEN", "`${TOKEN` has no closing bracket"),
            ("${input:token}", "`${input:token}` is not an environment variable"),
            (
                "x ${OPENAI_API_KEY:-y}",
                "OPENAI_API_KEY holds a key of this program, which is not given to servers; set a \
                 variable of another name for it",
            ),
        ] {
            assert_eq!(expand(text, &Known), Err(problem.to_owned()), "{text}");
        }
    }
}

//! The figures of a call that the user wants to see at a glance.

use vibeue_core::session::live::ResultSize;

use crate::output::{counted, span};

/// How long a call ran and how much of the context its result takes, appended to its line.
pub(super) fn call_figures(ran_ms: Option<u64>, size: Option<ResultSize>) -> String {
    let tokens = size.map(|size| {
        let about = if size.exact { "" } else { "~" };
        let form = if size.shortened { " (shortened)" } else { "" };
        format!("{about}{}{form}", counted(size.tokens, "token"))
    });
    let known: Vec<String> = ran_ms.map(span).into_iter().chain(tokens).collect();
    if known.is_empty() { String::new() } else { format!(" · {}", known.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_what_is_known_of_its_call_and_says_what_is_estimated_or_shortened() {
        let size = |exact, shortened| Some(ResultSize { tokens: 2_143, exact, shortened });
        assert_eq!(call_figures(None, None), "");
        assert_eq!(call_figures(Some(412), None), " · 0.4 s");
        assert_eq!(call_figures(None, size(true, false)), " · 2,143 tokens");
        assert_eq!(call_figures(Some(65_000), size(false, false)), " · 1 min 5 s, ~2,143 tokens");
        assert_eq!(call_figures(Some(3), size(true, true)), " · 0.1 s, 2,143 tokens (shortened)");
        let one = Some(ResultSize { tokens: 1, exact: true, shortened: false });
        assert_eq!(call_figures(None, one), " · 1 token");
    }
}

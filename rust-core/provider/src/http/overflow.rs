//! Recognizes from its message that a request did not fit the window, and by
//! how much.

/// What a message says about a request that does not fit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Overflow {
    /// The limit in tokens, if it is stated.
    pub limit: Option<u64>,
    /// The request's tokens, if they are stated; they include the room reserved
    /// for the answer if the server adds it.
    pub requested: Option<u64>,
}

/// Phrases that say a request is too long for the window.
const OVERFLOW_PHRASES: [&str; 31] = [
    "context length",
    "context window",
    "context size",
    "context_length",
    "context limit",
    "contextwindowexceeded",
    "maximum context",
    "max context",
    "exceeds the context",
    "exceed context",
    "exceed the context",
    "context the overflows",
    "context overflow",
    "prompt is too long",
    "prompt too long",
    "input is too long",
    "input too long",
    "prompt exceeds max length",
    "maximum prompt length",
    "maximum input length",
    "maximum number of tokens allowed",
    "exceeds the maximum number of tokens",
    "token limit exceeded",
    "model token limit",
    "too many tokens",
    "too many input tokens",
    "tokens exceed",
    "reduce the length of the messages",
    "max_new_tokens` must be",
    "max_model_len",
    "exceed_context_size",
];

/// Phrases that show the message is about a rate instead.
const OF_A_RATE: [&str; 7] =
    ["per minute", "per min", "per day", "(tpm)", "(tpd)", "rate limit", "quota"];

/// Phrases that are directly followed by the limit.
const LIMIT_BEHIND: [&str; 24] = [
    "maximum context length is",
    "maximum context length of",
    "maximum context length:",
    "context length is only",
    "context length of only",
    "context length is",
    "context length of",
    "context length (",
    "context window of",
    "context window is",
    "context window (",
    "available context size (",
    "maximum number of tokens allowed (",
    "maximum number of tokens allowed",
    "maximum prompt length is",
    "maximum input length of",
    "maximum input length is",
    "model token limit:",
    "token limit of",
    "must be <=",
    "too large for model with",
    "max_model_len (",
    "max_model_len=",
    "limit is",
];

/// Phrases that are directly followed by the request's size.
const REQUESTED_BEHIND: [&str; 19] = [
    "prompt is too long:",
    "you requested about",
    "you requested",
    "resulted in",
    "your request has",
    "your request contains",
    "request contains",
    "prompt contains at least",
    "prompt contains",
    "input token count (",
    "input token count is",
    "input token count",
    "the input (",
    "input length (",
    "request (",
    "(requested:",
    "given:",
    "keep the first",
    "prompt has",
];

impl Overflow {
    /// Reads a server's message; `None` when it is about something else.
    pub fn from_message(message: &str) -> Option<Self> {
        let text = message.to_ascii_lowercase();
        // A request above what a minute allows can never succeed, however long
        // one waits.
        if text.contains("request too large") {
            let limit = behind(&text, "limit ").or_else(|| behind(&text, "limit: "));
            let requested = behind(&text, "requested ").or_else(|| behind(&text, "requested: "));
            return match (limit, requested) {
                (Some(limit), Some(requested)) if requested <= limit => None,
                _ => Some(Self { limit, requested }),
            };
        }
        let is_overflow = OVERFLOW_PHRASES.iter().any(|words| text.contains(words))
            || (text.contains("input token count") && text.contains("exceed"));
        if !is_overflow || OF_A_RATE.iter().any(|words| text.contains(words)) {
            return None;
        }
        Some(numbers(&text))
    }
}

fn numbers(text: &str) -> Overflow {
    // "178959 + 64000 > 200000", "207791 tokens > 200000 maximum".
    if let Some((left, right)) = text.split_once('>').filter(|(_, right)| !right.starts_with('=')) {
        let limit = leading(right.trim_start());
        let requested = sum_before(left);
        if limit.is_some() && requested.is_some() {
            return Overflow { limit, requested };
        }
    }
    let first = |phrases: &[&str]| phrases.iter().find_map(|phrase| behind(text, phrase));
    let limit = first(&LIMIT_BEHIND);
    // vLLM: "You passed 1015 input tokens and requested 10 output tokens."
    let passed = behind(text, "you passed");
    let requested = match passed {
        Some(passed) => Some(passed.saturating_add(behind(text, "and requested").unwrap_or(0))),
        None => first(&REQUESTED_BEHIND),
    };
    // TGI: "Given: 5000 `inputs` tokens and 100 `max_new_tokens`".
    let more = text.split_once("given:").and_then(|(_, given)| behind(given, "tokens and"));
    let requested = requested.map(|requested| requested.saturating_add(more.unwrap_or(0)));
    Overflow { limit, requested }
}

/// The number directly after a phrase.
fn behind(text: &str, phrase: &str) -> Option<u64> {
    text.match_indices(phrase).find_map(|(at, _)| {
        leading(text[at + phrase.len()..].trim_start_matches([' ', '`', '~', ':', '(']))
    })
}

/// The number at the start of a text; `1,048,576` and `1_024` are numbers.
fn leading(text: &str) -> Option<u64> {
    let mut number: Option<u64> = None;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'0'..=b'9' => {
                let digit = u64::from(byte - b'0');
                number = Some(number.unwrap_or(0).checked_mul(10)?.checked_add(digit)?);
            }
            b',' | b'_' if number.is_some() && bytes.peek().is_some_and(u8::is_ascii_digit) => {}
            _ => break,
        }
    }
    number
}

/// The sum of the numbers before a sign, joined by `+`; words such as "tokens"
/// between them are skipped.
fn sum_before(text: &str) -> Option<u64> {
    let mut sum: Option<u64> = None;
    for word in text.split_whitespace().rev() {
        match leading(word) {
            Some(number)
                if word.bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'_')) =>
            {
                sum = Some(sum.unwrap_or(0).saturating_add(number));
            }
            _ if matches!(word, "+" | "tokens" | "token") => {}
            _ => break,
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(message: &str) -> Option<(Option<u64>, Option<u64>)> {
        Overflow::from_message(message).map(|found| (found.limit, found.requested))
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of wordings")]
    fn every_known_wording_gives_its_numbers() {
        for (message, limit, requested) in [
            ("prompt is too long: 207791 tokens > 200000 maximum", 200_000, 207_791),
            (
                "input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, \
                 decrease input length or `max_tokens` and try again",
                200_000,
                242_959,
            ),
            (
                "request (3618 tokens) exceeds the available context size (1024 tokens), try \
                 increasing it",
                1_024,
                3_618,
            ),
            (
                "The input token count (1091639) exceeds the maximum number of tokens allowed \
                 (1048576).",
                1_048_576,
                1_091_639,
            ),
            (
                "The input token count 1091639 exceeds the maximum number of tokens allowed 1048576.",
                1_048_576,
                1_091_639,
            ),
            (
                "This model's maximum context length is 8192 tokens. However, your messages \
                 resulted in 9005 tokens. Please reduce the length of the messages.",
                8_192,
                9_005,
            ),
            (
                "This model's maximum context length is 16,385 tokens. However, you requested \
                 20,000 tokens (19,000 in the messages, 1,000 in the completion).",
                16_385,
                20_000,
            ),
            (
                "This endpoint's maximum context length is 32768 tokens. However, you requested \
                 about 42832 tokens (42832 of text input).",
                32_768,
                42_832,
            ),
            (
                "You passed 1015 input tokens and requested 10 output tokens. However, the \
                 model's context length is only 1024 tokens, resulting in a maximum input \
                 length of 1014 tokens.",
                1_024,
                1_025,
            ),
            (
                "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens \
                 and 100 `max_new_tokens`",
                4_096,
                5_100,
            ),
            (
                "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
                8_192,
                9_000,
            ),
            (
                "Trying to keep the first 5012 tokens when context the overflows. However, the \
                 model is loaded with context length of only 4096 tokens, which is not enough.",
                4_096,
                5_012,
            ),
            (
                "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 \
                 maximum context length",
                32_768,
                40_000,
            ),
            (
                "This model's maximum prompt length is 131072 but the request contains 140000 \
                 tokens.",
                131_072,
                140_000,
            ),
            (
                "Your request exceeded model token limit: 262144 (requested: 300000)",
                262_144,
                300_000,
            ),
            (
                "Request too large for model `x` on tokens per minute (TPM): Limit 6000, \
                 Requested 7012, please reduce your message size and try again.",
                6_000,
                7_012,
            ),
        ] {
            assert_eq!(read(message), Some((Some(limit), Some(requested))), "{message}");
        }
    }

    #[test]
    fn wordings_without_numbers_are_known_too() {
        for message in [
            "Your input exceeds the context window of this model. Please adjust your input and \
             try again.",
            "the input length exceeds the context length",
            "Input is too long for requested model.",
            "Please reduce the length of the messages or completion.",
            "litellm.ContextWindowExceededError: too long",
            "Prompt exceeds max length",
            "context window exceeds limit",
        ] {
            assert_eq!(read(message), Some((None, None)), "{message}");
        }
    }

    #[test]
    fn rates_and_other_faults_are_none() {
        for message in [
            "Rate limit reached for gpt-4 on tokens per min (TPM): Limit 30000, Used 29000",
            "You exceeded your current quota for input token count, exceeds limit",
            "Too many tokens per day, please wait before trying again. (TPD)",
            "Request too large: Limit 6000, Requested 5000",
            "max_tokens is too large: 100000",
            "",
        ] {
            assert_eq!(read(message), None, "{message}");
        }
    }

    #[test]
    fn absurd_numbers_are_none() {
        let message = "maximum context length is 99999999999999999999999 tokens, you requested x";
        assert_eq!(read(message), Some((None, None)));
    }
}

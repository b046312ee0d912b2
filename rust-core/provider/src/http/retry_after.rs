//! How long a server asks to wait.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;
use serde_json::Value;

/// Longer than anybody waits; larger values from a server are reduced to this.
pub(super) const LONGEST: Duration = Duration::from_secs(366 * 24 * 3_600);

/// Reads how long to wait from the headers (`retry-after-ms`, `Retry-After` in
/// seconds or as a date), from Google's `RetryInfo`, or from the message ("try
/// again in 1m30.5s").
///
/// Dates are relative to the server's own clock if it sends `Date`. `None` if
/// no wait is named, or only one of zero; never more than a year.
pub fn retry_after(headers: &HeaderMap, body: Option<&Value>, now: SystemTime) -> Option<Duration> {
    let wait = waits(headers, body, now).find(|wait| !wait.is_zero());
    wait.map(|wait| wait.min(LONGEST))
}

/// Every stated wait, the most reliable first. A wait of zero says nothing: 0,
/// or a date in the past, comes from servers that fill in the header without
/// knowing, and a client that obeys it retries without a pause.
fn waits<'a>(
    headers: &'a HeaderMap,
    body: Option<&'a Value>,
    now: SystemTime,
) -> impl Iterator<Item = Duration> + 'a {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let header = |name| text(name).and_then(|text| text.parse::<f64>().ok());
    let date = |name| text(name).and_then(|text| httpdate::parse_http_date(text).ok());
    let until = date("retry-after").map(|until| {
        let from = date("date").unwrap_or(now);
        until.duration_since(from).unwrap_or_default()
    });
    let named = [
        header("retry-after-ms").and_then(|ms| seconds(ms / 1_000.0)),
        header("retry-after").and_then(seconds),
        until,
        body.and_then(retry_info),
        body.and_then(in_words),
    ];
    named.into_iter().flatten()
}

fn seconds(seconds: f64) -> Option<Duration> {
    // This also excludes NaN.
    (seconds >= 0.0).then(|| Duration::try_from_secs_f64(seconds).unwrap_or(LONGEST).min(LONGEST))
}

/// Google: `error.details[] = {"@type": "…RetryInfo", "retryDelay": "51.6s"}`.
fn retry_info(body: &Value) -> Option<Duration> {
    let error = body.as_array().and_then(|list| list.first()).unwrap_or(body);
    let details = error.pointer("/error/details").or_else(|| error.get("details"))?.as_array()?;
    details.iter().find_map(|detail| {
        let delay = detail.get("retryDelay")?.as_str()?;
        delay.strip_suffix('s')?.parse().ok().and_then(seconds)
    })
}

/// OpenAI and others: "Please try again in 1m30.5s", "in 20ms", "in 6 seconds".
fn in_words(body: &Value) -> Option<Duration> {
    const WORDS: [&str; 3] = ["try again in ", "retry in ", "retry after "];
    let error = body.get("error").unwrap_or(body);
    let message = error.get("message").unwrap_or(error).as_str()?.to_ascii_lowercase();
    let rest = WORDS.iter().find_map(|words| message.split_once(words).map(|(_, rest)| rest))?;
    let mut rest = rest;
    let mut total = 0.0;
    let mut any = false;
    loop {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let Ok(number) = rest[..digits].trim_end_matches('.').parse::<f64>() else { break };
        let behind = rest[digits..].trim_start();
        let letters = behind.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(behind.len());
        total += number
            * match &behind[..letters] {
                "ms" | "millisecond" | "milliseconds" => 0.001,
                "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
                "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
                "h" | "hour" | "hours" => 3_600.0,
                "d" | "day" | "days" => 86_400.0,
                _ => break,
            };
        any = true;
        rest = &behind[letters..];
    }
    any.then_some(total).and_then(seconds)
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    fn of_headers(headers: &[(&'static str, &'static str)]) -> Option<Duration> {
        let headers = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        let now = httpdate::parse_http_date("Sat, 21 Nov 2026 10:00:00 GMT").unwrap();
        retry_after(&headers.collect(), None, now)
    }

    fn of_body(body: &Value) -> Option<f64> {
        let wait = retry_after(&HeaderMap::new(), Some(body), SystemTime::UNIX_EPOCH);
        wait.map(|wait| wait.as_secs_f64())
    }

    #[test]
    fn every_form_of_header_is_read() {
        let seconds = |seconds| Some(Duration::from_secs_f64(seconds));
        assert_eq!(of_headers(&[]), None);
        assert_eq!(of_headers(&[("retry-after", "7")]), seconds(7.0));
        assert_eq!(of_headers(&[("retry-after", " 1.5 ")]), seconds(1.5));
        assert_eq!(of_headers(&[("retry-after", "7"), ("retry-after-ms", "250")]), seconds(0.25));
        let date = ("retry-after", "Sat, 21 Nov 2026 10:01:30 GMT");
        assert_eq!(of_headers(&[date]), seconds(90.0));
        // The server's clock is a minute ahead of ours.
        assert_eq!(of_headers(&[date, ("date", "Sat, 21 Nov 2026 10:01:00 GMT")]), seconds(30.0));
        let past = ("retry-after", "Sat, 21 Nov 2026 09:00:00 GMT");
        let far = ("retry-after", "Thu, 31 Dec 2099 23:59:59 GMT");
        assert_eq!(of_headers(&[past]), None);
        assert_eq!(of_headers(&[("retry-after", "0")]), None);
        assert_eq!(of_headers(&[("retry-after-ms", "0"), ("retry-after", "3")]), seconds(3.0));
        assert_eq!(of_headers(&[far]), Some(LONGEST));
        assert_eq!(of_headers(&[("retry-after", "-1")]), None);
        assert_eq!(of_headers(&[("retry-after", "NaN")]), None);
        assert_eq!(of_headers(&[("retry-after", "soon")]), None);
        assert_eq!(of_headers(&[("retry-after", "1e300")]), Some(LONGEST));
    }

    #[test]
    fn a_body_says_it_in_details_or_in_words() {
        let google = json!({"error": {"code": 429, "details": [
            {"@type": "type.googleapis.com/google.rpc.QuotaFailure"},
            {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "51820.6s"}]}});
        assert_eq!(of_body(&google), Some(51_820.6));
        assert_eq!(of_body(&json!([google])), Some(51_820.6));
        let mut headers = HeaderMap::new();
        headers.insert("retry-after", HeaderValue::from_static("0"));
        let body = json!({"error": {"message": "Please try again in 6s."}});
        let wait = retry_after(&headers, Some(&body), SystemTime::UNIX_EPOCH);
        assert_eq!(wait, Some(Duration::from_secs(6)), "the body knows better than a 0");
        for (words, expected) in [
            ("Limit reached. Please try again in 1m30.5s. Visit", Some(90.5)),
            ("Please try again in 20ms.", Some(0.02)),
            ("please retry after 6 seconds", Some(6.0)),
            ("try again in a while", None),
        ] {
            assert_eq!(of_body(&json!({"error": {"message": words}})), expected, "{words}");
        }
    }
}

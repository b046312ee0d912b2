//! The heads of requests: read and judged before anything that follows.

use super::token::Token;
use super::{MOST_MESSAGE, WITH_GREETING, WITHOUT_GREETING};

/// The maximum number of headers of a request.
const MOST_HEADERS: usize = 64;

/// The head of a request that may be answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) method: String,
    /// How many bytes follow.
    pub(super) length: usize,
    pub(super) session: Option<String>,
    pub(super) mcp_method: Option<String>,
    pub(super) mcp_name: Option<String>,
    pub(super) version: Option<String>,
    /// Whether it accepts a stream of events.
    pub(super) streams: bool,
    /// Whether it waits for a go-ahead before it sends the body.
    pub(super) expects: bool,
}

/// Why a request is refused: a status with its reason, and an explanation for whoever looks for the
/// fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: &'static str,
    pub(super) why: String,
}

impl Refusal {
    pub(super) fn new(status: &'static str, why: impl Into<String>) -> Self {
        Self { status, why: why.into() }
    }
}

/// Reads a head, including the empty line, and judges it: it must come from this machine, to this
/// address, with the token.
///
/// # Errors
/// Why it is refused.
pub(super) fn judge(bytes: &[u8], token: &Token, port: u16) -> Result<Head, Refusal> {
    let bad = |why: &str| Refusal::new("400 Bad Request", why);
    let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
    let mut request = httparse::Request::new(&mut headers);
    match request.parse(bytes) {
        Ok(httparse::Status::Complete(_)) => {}
        Ok(httparse::Status::Partial) => return Err(bad("the request head is incomplete")),
        Err(httparse::Error::TooManyHeaders) => {
            return Err(Refusal::new("431 Request Header Fields Too Large", "too many headers"));
        }
        Err(error) => return Err(bad(&format!("not the head of an HTTP request: {error}"))),
    }
    let fields = Fields(request.headers);
    // A web page may have had its host name pointed at this machine.
    let host = fields.one("host")?.unwrap_or_default();
    if !is_here(host, port) {
        return Err(Refusal::new("403 Forbidden", "the host is not this server's address"));
    }
    if let Some(origin) = fields.one("origin")?
        && !origin.strip_prefix("http://").is_some_and(|host| is_here(host, port))
    {
        return Err(Refusal::new("403 Forbidden", "pages of other origins are not answered"));
    }
    let shown = fields.one("authorization")?.and_then(|text| text.split_once(' '));
    let shown = shown.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    if !shown.is_some_and(|(_, shown)| token.is(shown.trim().as_bytes())) {
        let why = "send the token that was printed when this server started: Authorization: \
                   Bearer TOKEN";
        return Err(Refusal::new("401 Unauthorized", why));
    }
    let path = request.path.unwrap_or_default().split('?').next().unwrap_or_default();
    if path != "/mcp" {
        return Err(Refusal::new("404 Not Found", "the address is /mcp"));
    }
    let method = request.method.unwrap_or_default().to_owned();
    fields.read(method)
}

/// Returns whether a host is this machine, at this port.
fn is_here(host: &str, port: u16) -> bool {
    let Some((name, at)) = host.rsplit_once(':') else { return false };
    at.parse() == Ok(port)
        && (name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]")
}

struct Fields<'a, 'b>(&'a [httparse::Header<'b>]);

impl<'b> Fields<'_, 'b> {
    /// The value of a header; a duplicate is refused as an attack.
    fn one(&self, name: &str) -> Result<Option<&'b str>, Refusal> {
        let mut all = self.0.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        let first = all.next();
        if all.next().is_some() {
            return Err(Refusal::new("400 Bad Request", format!("{name} occurs twice")));
        }
        first
            .map(|header| std::str::from_utf8(header.value).map(str::trim))
            .transpose()
            .map_err(|_| Refusal::new("400 Bad Request", format!("{name} is not a text")))
    }

    /// Reads the other relevant headers once it was accepted.
    fn read(&self, method: String) -> Result<Head, Refusal> {
        let owned = |name: &str| Ok(self.one(name)?.map(str::to_owned));
        if method != "POST" {
            let session = owned("mcp-session-id")?;
            return Ok(Head { method, session, ..Head::default() });
        }
        if self.one("transfer-encoding")?.is_some() {
            return Err(Refusal::new("411 Length Required", "say how long the body is"));
        }
        let length = self.one("content-length")?;
        let Some(length) = length else {
            return Err(Refusal::new("411 Length Required", "say how long the body is"));
        };
        let digits = length.bytes().all(|byte| byte.is_ascii_digit());
        let Some(length) = length.parse().ok().filter(|_| digits) else {
            return Err(Refusal::new("400 Bad Request", "content-length is not a number"));
        };
        if length > MOST_MESSAGE {
            let why = format!("a message has at most {MOST_MESSAGE} bytes");
            return Err(Refusal::new("413 Content Too Large", why));
        }
        let kind = self.one("content-type")?.unwrap_or_default().split(';').next();
        if !kind.unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
            let why = "content-type has to be application/json";
            return Err(Refusal::new("415 Unsupported Media Type", why));
        }
        let version = owned("mcp-protocol-version")?;
        if let Some(version) = &version
            && version != WITHOUT_GREETING
            && !WITH_GREETING.contains(&version.as_str())
        {
            let why = format!("the protocol version {version:?} is not supported");
            return Err(Refusal::new("400 Bad Request", why));
        }
        let accept = self.one("accept")?.unwrap_or_default().to_ascii_lowercase();
        Ok(Head {
            method,
            length,
            session: owned("mcp-session-id")?,
            mcp_method: owned("mcp-method")?,
            mcp_name: owned("mcp-name")?,
            version,
            streams: accept.contains("text/event-stream"),
            expects: self.one("expect")?.is_some_and(|it| it.eq_ignore_ascii_case("100-continue")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The status of a head, if it is refused.
    fn status(lines: &[&str], token: &Token) -> Option<&'static str> {
        let head = format!("{}\r\n\r\n", lines.join("\r\n"));
        judge(head.as_bytes(), token, 7000).err().map(|refusal| refusal.status)
    }

    #[test]
    fn nothing_passes_that_does_not_come_from_here_with_the_token() {
        let token = Token::random().unwrap();
        let leave = format!("Authorization: Bearer {}", token.reveal());
        let wrong = format!("Authorization: Bearer {}", Token::random().unwrap().reveal());
        let get = "GET /mcp HTTP/1.1";
        let host = "Host: 127.0.0.1:7000";
        let forbidden = Some("403 Forbidden");
        for hosts in ["Host: localhost:7000", "host: LOCALHOST:7000", "Host: [::1]:7000", host] {
            assert_eq!(status(&[get, hosts, &leave], &token), None, "{hosts}");
        }
        for hosts in ["Host: evil.example:7000", "Host: 127.0.0.1", "Host: 127.0.0.1:7001", "X: y"]
        {
            assert_eq!(status(&[get, hosts, &leave], &token), forbidden, "{hosts}");
        }
        assert_eq!(status(&[get, host, host, &leave], &token), Some("400 Bad Request"));
        for origin in ["http://evil.example", "null", "https://127.0.0.1:7000", "http://localhost"]
        {
            let origin = format!("Origin: {origin}");
            assert_eq!(status(&[get, host, &origin, &leave], &token), forbidden, "{origin}");
        }
        let own = "Origin: http://127.0.0.1:7000";
        assert_eq!(status(&[get, host, own, &leave], &token), None);
        let bare = format!("Authorization: {}", token.reveal());
        for shown in ["X: y", "Authorization: Bearer", "Authorization: Bearer x", &wrong, &bare] {
            assert_eq!(status(&[get, host, shown], &token), Some("401 Unauthorized"), "{shown}");
        }
        assert_eq!(status(&["GET /x HTTP/1.1", host, &leave], &token), Some("404 Not Found"));
        assert_eq!(status(&["not a head"], &token), Some("400 Bad Request"));
    }

    #[test]
    fn a_message_says_how_long_it_is_and_that_it_is_json() {
        let token = Token::random().unwrap();
        let leave = format!("Authorization: Bearer {}", token.reveal());
        let post = |more: &[&str]| {
            let mut lines = vec!["POST /mcp HTTP/1.1", "Host: localhost:7000", leave.as_str()];
            lines.extend(more);
            status(&lines, &token)
        };
        let json = "Content-Type: application/json; charset=utf-8";
        let few = "Content-Length: 2";
        assert_eq!(post(&[json, few]), None);
        assert_eq!(post(&[json]), Some("411 Length Required"));
        assert_eq!(post(&[json, "Transfer-Encoding: chunked"]), Some("411 Length Required"));
        assert_eq!(post(&[json, few, "Transfer-Encoding: chunked"]), Some("411 Length Required"));
        assert_eq!(post(&[json, "Content-Length: +2"]), Some("400 Bad Request"));
        assert_eq!(post(&[json, "Content-Length: 104857600"]), Some("413 Content Too Large"));
        assert_eq!(post(&[few]), Some("415 Unsupported Media Type"));
        assert_eq!(post(&[json, few, "MCP-Protocol-Version: 1999-01-01"]), Some("400 Bad Request"));
        let many: Vec<String> = (0..70).map(|at| format!("X-{at}: y")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(post(&many), Some("431 Request Header Fields Too Large"));
    }
}

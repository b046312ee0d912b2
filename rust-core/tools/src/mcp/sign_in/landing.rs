//! The redirect target of the browser: a port of this machine, for one sign-in.

use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;
use url::form_urlencoded;

use super::challenge::is_word;

/// The path of the address.
const PATH: &str = "/callback";

/// The maximum number of bytes of a request's head.
const MOST_HEAD: usize = 16 * 1024;

/// How long one request may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many requests are read at once; others wait.
const MOST_AT_ONCE: usize = 16;

/// The redirect target of the browser.
pub(super) struct Landing {
    listener: TcpListener,
    port: u16,
}

/// What the redirect has to contain.
#[derive(Clone)]
pub(super) struct Expected {
    pub(super) state: String,
    pub(super) issuer: String,
    /// Whether the issuer has to be named.
    pub(super) sends_issuer: bool,
}

/// How a sign-in ended in the browser: the code, or why there is none.
type Outcome = Result<String, String>;

impl Landing {
    /// Opens a port.
    ///
    /// # Errors
    /// Why no port is available.
    pub(super) async fn open(port: Option<u16>) -> Result<Self, String> {
        let wanted = port.unwrap_or(0);
        let failed = |error: std::io::Error| match port {
            Some(port) => {
                format!("port {port}, which the browser returns to, is in use: {error}")
            }
            None => format!("no port for the browser to return to: {error}"),
        };
        let listener = TcpListener::bind(("127.0.0.1", wanted)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        Ok(Self { listener, port })
    }

    /// Its address.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}{PATH}", self.port)
    }

    /// Waits for the redirect of the expected sign-in. Other requests are answered, and change
    /// nothing.
    ///
    /// # Errors
    /// Why the user is not signed in.
    pub(super) async fn wait(&self, expected: &Expected) -> Outcome {
        let mut reading: JoinSet<Option<Outcome>> = JoinSet::new();
        loop {
            tokio::select! {
                came = self.listener.accept(), if reading.len() < MOST_AT_ONCE => match came {
                    Ok((stream, _)) => {
                        let (expected, port) = (expected.clone(), self.port);
                        reading.spawn(async move { answer(stream, &expected, port).await });
                    }
                    // Perhaps the process is temporarily out of file handles.
                    Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
                },
                Some(read) = reading.join_next() => if let Ok(Some(outcome)) = read {
                    return outcome;
                },
            }
        }
    }
}

/// Reads one request and answers it; returns the outcome if it ends the sign-in.
async fn answer(mut stream: TcpStream, expected: &Expected, port: u16) -> Option<Outcome> {
    let head = timeout(PATIENCE, head(&mut stream)).await.ok().flatten()?;
    let outcome = judge(&head, expected, port);
    let (status, words) = match &outcome {
        Some(Ok(_)) => ("200 OK", "You are signed in. This page can be closed."),
        Some(Err(_)) => ("200 OK", "You are not signed in. The editor says why."),
        None => ("404 Not Found", "Nothing is here."),
    };
    let page = format!(
        "<!doctype html><meta charset=utf-8><title>VibeUE</title>\
         <body style=\"font:16px sans-serif;margin:4em\"><p>{words}</p>"
    );
    let answer = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n\
         Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n\
         Connection: close\r\n\r\n{page}",
        page.len()
    );
    let _ = timeout(PATIENCE, stream.write_all(answer.as_bytes())).await;
    let _ = timeout(PATIENCE, stream.shutdown()).await;
    outcome
}

async fn head(stream: &mut TcpStream) -> Option<String> {
    let mut bytes = Vec::new();
    let mut piece = [0; 1024];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = stream.read(&mut piece).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&piece[..read]);
        if bytes.len() > MOST_HEAD {
            return None;
        }
    }
    String::from_utf8(bytes).ok()
}

/// The outcome of the sign-in by this request; `None` if the request does not belong to it.
fn judge(head: &str, expected: &Expected, port: u16) -> Option<Outcome> {
    let mut lines = head.lines();
    let target = lines.next()?.strip_prefix("GET ")?.split(' ').next()?;
    // A foreign page whose name was pointed at this machine has another host name.
    let hosts: Vec<&str> = lines
        .filter_map(|line| line.split_once(':'))
        .filter(|(name, _)| name.eq_ignore_ascii_case("host"))
        .map(|(_, value)| value.trim())
        .collect();
    if hosts != [format!("127.0.0.1:{port}").as_str()] {
        return None;
    }
    let (path, query) = target.split_once('?')?;
    if path != PATH {
        return None;
    }
    let fields: Vec<_> = form_urlencoded::parse(query.as_bytes()).collect();
    let all = |wanted: &str| {
        let found = fields.iter().filter(|(name, _)| name == wanted);
        found.map(|(_, value)| value.as_ref()).collect::<Vec<_>>()
    };
    if all("state") != [expected.state.as_str()] {
        return None;
    }
    let issuers = all("iss");
    let is_other = issuers.iter().any(|issuer| *issuer != expected.issuer);
    if is_other || issuers.len() > 1 || (expected.sends_issuer && issuers.is_empty()) {
        return Some(Err("the browser returned from a different authorization server".to_owned()));
    }
    if let Some(error) = all("error").first() {
        let error = if is_word(error) { error } else { "for a reason that cannot be shown" };
        return Some(Err(format!("the authorization server refused: {error}")));
    }
    match all("code").as_slice() {
        [code] if !code.is_empty() => Some(Ok((*code).to_owned())),
        _ => Some(Err("the browser returned without a code".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_browser_that_comes_back_with_the_state_ends_a_sign_in() {
        let expected = |sends_issuer| Expected {
            state: "s1".to_owned(),
            issuer: "https://login.example".to_owned(),
            sends_issuer,
        };
        let host = "Host: 127.0.0.1:5000\r\n\r\n";
        let get = |target: &str| format!("GET {target} HTTP/1.1\r\n{host}");
        let of = |head: &str| judge(head, &expected(false), 5000);
        assert_eq!(of(&get("/callback?code=a%2Fb&state=s1")), Some(Ok("a/b".to_owned())));
        let with_issuer = get("/callback?iss=https%3A%2F%2Flogin.example&code=c&state=s1");
        assert_eq!(judge(&with_issuer, &expected(true), 5000), Some(Ok("c".to_owned())));
        for strange in [
            get("/callback?code=c&state=s2"),
            get("/callback?code=c"),
            get("/callback?code=c&state=s1&state=s2"),
            get("/callback?code=c&state=s1&state=s1"),
            get("/callback/?code=c&state=s1"),
            get("/callback"),
            get("/favicon.ico"),
            get("http://evil.example/callback?code=c&state=s1"),
            format!("POST /callback?code=c&state=s1 HTTP/1.1\r\n{host}"),
            "GET /callback?code=c&state=s1 HTTP/1.1\r\nHost: evil.example\r\n\r\n".to_owned(),
            "GET /callback?code=c&state=s1 HTTP/1.1\r\nHost: 127.0.0.1:5001\r\n\r\n".to_owned(),
            "GET /callback?code=c&state=s1 HTTP/1.1\r\n\r\n".to_owned(),
            "\r\n\r\n".to_owned(),
        ] {
            assert_eq!(of(&strange), None, "{strange}");
        }
        let why = |target: &str, sends_issuer| {
            judge(&get(target), &expected(sends_issuer), 5000).and_then(Result::err).unwrap()
        };
        let other = "the browser returned from a different authorization server";
        assert_eq!(why("/callback?code=c&state=s1&iss=https://evil.example", false), other);
        assert_eq!(why("/callback?code=c&state=s1", true), other);
        assert_eq!(
            why("/callback?error=access_denied&state=s1", false),
            "the authorization server refused: access_denied"
        );
        assert_eq!(
            why("/callback?error=%3Cscript%3E&state=s1", false),
            "the authorization server refused: for a reason that cannot be shown"
        );
        assert_eq!(why("/callback?state=s1", false), "the browser returned without a code");
        assert_eq!(
            why("/callback?state=s1&code=a&code=b", false),
            "the browser returned without a code"
        );
    }
}

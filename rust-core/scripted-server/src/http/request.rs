//! Reading one request from a connection.

use std::io::{self, Read, Write};

/// The maximum number of bytes of a request's head.
const HEAD_LIMIT: usize = 256 * 1024;
/// The maximum number of bytes of a request's body.
const BODY_LIMIT: usize = 512 * 1024 * 1024;

/// A request as it came.
#[derive(Debug, Clone, Default)]
pub(crate) struct HttpRequest {
    pub(crate) method: String,
    /// With the query.
    pub(crate) target: String,
    /// Names in lower case, in their order.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
}

impl HttpRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The target without its query.
    pub(crate) fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }
}

/// Reads the next request; `None` when the client closed the connection
/// between two. `rest` holds bytes that came early, before and after.
pub(crate) fn read_request(
    stream: &mut (impl Read + Write),
    rest: &mut Vec<u8>,
) -> io::Result<Option<HttpRequest>> {
    let head_end = loop {
        if let Some(at) = find(rest, b"\r\n\r\n") {
            break at;
        }
        if rest.len() > HEAD_LIMIT {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the head is too long"));
        }
        if read_more(stream, rest)? == 0 {
            return if rest.is_empty() {
                Ok(None)
            } else {
                Err(io::ErrorKind::UnexpectedEof.into())
            };
        }
    };
    let head = String::from_utf8_lossy(&rest[..head_end]).into_owned();
    rest.drain(..head_end + 4);
    let mut lines = head.split("\r\n");
    let mut first = lines.next().unwrap_or_default().split(' ');
    let mut request = HttpRequest {
        method: first.next().unwrap_or_default().to_owned(),
        target: first.next().unwrap_or_default().to_owned(),
        ..HttpRequest::default()
    };
    for line in lines {
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        request.headers.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
    }
    if request.header("expect").is_some_and(|value| value.eq_ignore_ascii_case("100-continue")) {
        stream.write_all(b"HTTP/1.1 100 Continue\r\n\r\n")?;
    }
    let chunked = request
        .header("transfer-encoding")
        .is_some_and(|value| value.to_ascii_lowercase().contains("chunked"));
    request.body = if chunked {
        read_chunks(stream, rest)?
    } else {
        let length = match request.header("content-length") {
            Some(value) => {
                value.parse().map_err(|_| invalid("the content length is not a number"))?
            }
            None => 0,
        };
        take(stream, rest, length)?
    };
    Ok(Some(request))
}

fn read_chunks(stream: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let line = take_line(stream, rest)?;
        let size = line.split(';').next().unwrap_or_default().trim();
        let size = usize::from_str_radix(size, 16).map_err(|_| invalid("a chunk has no size"))?;
        if size == 0 {
            while !take_line(stream, rest)?.is_empty() {}
            return Ok(body);
        }
        if body.len() + size > BODY_LIMIT {
            return Err(invalid("the body is too long"));
        }
        body.extend(take(stream, rest, size)?);
        take(stream, rest, 2)?;
    }
}

fn take_line(stream: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<String> {
    loop {
        if let Some(at) = find(rest, b"\r\n") {
            let line = String::from_utf8_lossy(&rest[..at]).into_owned();
            rest.drain(..at + 2);
            return Ok(line);
        }
        if rest.len() > HEAD_LIMIT {
            return Err(invalid("a line is too long"));
        }
        if read_more(stream, rest)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
}

fn take(stream: &mut impl Read, rest: &mut Vec<u8>, length: usize) -> io::Result<Vec<u8>> {
    if length > BODY_LIMIT {
        return Err(invalid("the body is too long"));
    }
    while rest.len() < length {
        if read_more(stream, rest)? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
    }
    let tail = rest.split_off(length);
    Ok(std::mem::replace(rest, tail))
}

fn read_more(stream: &mut impl Read, rest: &mut Vec<u8>) -> io::Result<usize> {
    let mut buffer = [0; 16 * 1024];
    loop {
        match stream.read(&mut buffer) {
            Ok(count) => {
                rest.extend_from_slice(&buffer[..count]);
                return Ok(count);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn find(bytes: &[u8], needle: &[u8]) -> Option<usize> {
    bytes.windows(needle.len()).position(|window| window == needle)
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Wire(io::Cursor<Vec<u8>>, Vec<u8>);

    impl Read for Wire {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let one = buffer.len().min(1);
            self.0.read(&mut buffer[..one])
        }
    }

    impl Write for Wire {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn requests_follow_each_other_on_one_connection_byte_by_byte() {
        let bytes = b"POST /a?b=1 HTTP/1.1\r\nX-Key: v\r\nContent-Length: 3\r\n\r\nabc\
            POST /c HTTP/1.1\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n\
            2;x=y\r\nde\r\n1\r\nf\r\n0\r\nTrailer: t\r\n\r\n"
            .to_vec();
        let mut wire = Wire(io::Cursor::new(bytes), Vec::new());
        let mut rest = Vec::new();
        let first = read_request(&mut wire, &mut rest).unwrap().unwrap();
        assert_eq!((first.method.as_str(), first.path()), ("POST", "/a"));
        assert_eq!((first.header("x-key"), first.body.as_slice()), (Some("v"), &b"abc"[..]));
        let second = read_request(&mut wire, &mut rest).unwrap().unwrap();
        assert_eq!(second.body, b"def");
        assert_eq!(wire.1, b"HTTP/1.1 100 Continue\r\n\r\n");
        assert!(read_request(&mut wire, &mut rest).unwrap().is_none());
    }
}

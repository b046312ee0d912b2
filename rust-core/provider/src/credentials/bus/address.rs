//! Where a session bus listens.

/// Reads the Unix sockets from the addresses of a bus
/// (`unix:path=/run/user/1000/bus`), in order. The name of an abstract socket
/// begins with a NUL. Other transports are left out.
pub(super) fn sockets(addresses: &str) -> Vec<Vec<u8>> {
    addresses.split(';').filter_map(socket).collect()
}

fn socket(address: &str) -> Option<Vec<u8>> {
    let parts = address.strip_prefix("unix:")?;
    parts.split(',').find_map(|part| match part.split_once('=')? {
        ("path", path) => unescaped(path),
        ("abstract", name) => Some([&[0][..], &unescaped(name)?].concat()),
        _ => None,
    })
}

/// Replaces `%2f` by `/`, and so on.
fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let value = 16 * digit()? + digit()?;
        bytes.push(u8::try_from(value).ok()?);
    }
    (!bytes.is_empty() && !bytes.contains(&0)).then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sockets_of_an_address_are_read_in_order_and_what_is_none_is_left_out() {
        for (addresses, expected) in [
            ("unix:path=/run/user/1000/bus", &["/run/user/1000/bus"][..]),
            ("unix:path=/tmp/a%20b,guid=0123", &["/tmp/a b"]),
            ("unix:abstract=/tmp/dbus-x,guid=0;unix:path=/b", &["\0/tmp/dbus-x", "/b"]),
            ("tcp:host=localhost,port=1;unix:guid=1", &[]),
            ("unix:path=/a%2", &[]),
            ("unix:path=/a%zz", &[]),
            ("unix:path=%00/a", &[]),
            ("unix:path=", &[]),
            ("", &[]),
        ] {
            let expected: Vec<&[u8]> = expected.iter().map(|path| path.as_bytes()).collect();
            assert_eq!(sockets(addresses), expected, "{addresses}");
        }
    }
}

//! What of a JSON text is not in its strings.

/// The bytes of JSON that are not in strings, each with its position. Takes time proportional to
/// what is read of it.
pub(super) fn outside_strings(json: &str) -> impl Iterator<Item = (usize, u8)> {
    let mut bytes = json.bytes().enumerate();
    let mut in_string = false;
    std::iter::from_fn(move || {
        loop {
            match bytes.next()? {
                (_, b'\\') if in_string => _ = bytes.next(),
                (_, b'"') => in_string = !in_string,
                byte if !in_string => return Some(byte),
                _ => {}
            }
        }
    })
}

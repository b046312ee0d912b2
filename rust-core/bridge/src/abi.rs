//! Tells which builds of headers and archive belong together.

/// Counts up when the meaning of a call changes and its declaration does not.
pub(crate) const REVISION: u64 = 1;

/// The declarations of both sides.
const SOURCES: [&[u8]; 3] = [
    include_bytes!("ffi.rs"),
    include_bytes!("../../../Source/ThirdParty/VibeUECore/include/vibeue/event_sink.h"),
    include_bytes!("../../../Source/ThirdParty/VibeUECore/include/vibeue/held_text.h"),
];

/// The interface of this archive: the revision in the upper 16 bits, a hash of
/// the declarations below. `VIBEUE_ABI_VERSION` of the generated header is the
/// same number when header and archive are of one build.
pub const VERSION: u64 = (REVISION << 48) | (fingerprint(&SOURCES) >> 16);

/// The release of this archive: major, minor and patch in 16 bits each.
/// `VIBEUE_RELEASE` of the generated header is the same number.
pub(crate) const RELEASE: u64 = (number(env!("CARGO_PKG_VERSION_MAJOR")) << 32)
    | (number(env!("CARGO_PKG_VERSION_MINOR")) << 16)
    | number(env!("CARGO_PKG_VERSION_PATCH"));

/// Reads a part of the version, which cargo guarantees to be digits.
const fn number(text: &str) -> u64 {
    let digits = text.as_bytes();
    let mut number = 0;
    let mut at = 0;
    while at < digits.len() {
        number = number * 10 + (digits[at] - b'0') as u64;
        at += 1;
    }
    assert!(number < 1 << 16, "a part of the version is below 65,536");
    number
}

/// FNV-1a, 64 bits, over all bytes but carriage returns: a checkout with other line ends has the
/// same interface. It distinguishes builds; it is not for security.
///
/// Source: <https://datatracker.ietf.org/doc/html/draft-eastlake-fnv>
#[allow(long_running_const_eval, reason = "some 40 KB, once per build")]
const fn fingerprint(sources: &[&[u8]]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut source = 0;
    while source < sources.len() {
        let bytes = sources[source];
        let mut at = 0;
        while at < bytes.len() {
            if bytes[at] != b'\r' {
                hash ^= bytes[at] as u64;
                hash = hash.wrapping_mul(0x0100_0000_01b3);
            }
            at += 1;
        }
        source += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a_and_ignores_carriage_returns() {
        assert_eq!(fingerprint(&[]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(&[b"foobar"]), 0x8594_4171_f739_67e8);
        assert_eq!(fingerprint(&[b"foo\r\n", b"bar"]), fingerprint(&[b"foo\nbar"]));
    }

    #[test]
    fn the_generated_header_is_of_this_build() {
        assert_eq!(crate::constants::VIBEUE_ABI_VERSION, VERSION, "run `cargo xtask generate`");
        assert_eq!(crate::constants::VIBEUE_RELEASE, RELEASE, "run `cargo xtask generate`");
    }
}

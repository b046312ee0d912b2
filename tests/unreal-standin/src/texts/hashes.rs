//! The two hashes of the editor's text resources.
//!
//! Both are known from public readers of those files: UnrealLocres
//! (akintos/UnrealLocres, `LocresLib/Crc.cs` and `LocresFile.cs`), and CityHash,
//! which Google published under the MIT licence.

/// The CRC-32 of a text, of which each character counts as four bytes: by which a resource
/// identifies the text in the sources.
#[must_use]
pub(super) fn crc32(text: &str) -> u32 {
    let mut crc = !0_u32;
    for unit in text.encode_utf16() {
        for byte in u32::from(unit).to_le_bytes() {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                let low = crc & 1;
                crc = (crc >> 1) ^ (0xedb8_8320 * low);
            }
        }
    }
    !crc
}

/// The hash of a key or namespace: CityHash64 of its UTF-16, folded.
#[must_use]
pub(super) fn key_hash(text: &str) -> u32 {
    if text.is_empty() {
        return 0;
    }
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let hash = city_hash_64(&bytes);
    let (low, high) = (hash as u32, (hash >> 32) as u32);
    low.wrapping_add(high.wrapping_mul(23))
}

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K2: u64 = 0x9ae1_6a3b_2f90_404f;
const MUL: u64 = 0x9ddf_ea08_eb38_2d69;

fn fetch<const N: usize>(bytes: &[u8], at: usize) -> u64 {
    let mut whole = [0; 8];
    whole[..N].copy_from_slice(&bytes[at..at + N]);
    u64::from_le_bytes(whole)
}

fn eight(bytes: &[u8], at: usize) -> u64 {
    fetch::<8>(bytes, at)
}

fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

fn mix(u: u64, v: u64, mul: u64) -> u64 {
    let a = shift_mix((u ^ v).wrapping_mul(mul));
    shift_mix((v ^ a).wrapping_mul(mul)).wrapping_mul(mul)
}

fn city_hash_64(bytes: &[u8]) -> u64 {
    match bytes.len() {
        0..=16 => up_to_16(bytes),
        17..=32 => up_to_32(bytes),
        33..=64 => up_to_64(bytes),
        _ => longer(bytes),
    }
}

fn up_to_16(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let mul = K2.wrapping_add(length as u64 * 2);
    if length >= 8 {
        let a = eight(bytes, 0).wrapping_add(K2);
        let b = eight(bytes, length - 8);
        let c = b.rotate_right(37).wrapping_mul(mul).wrapping_add(a);
        let d = a.rotate_right(25).wrapping_add(b).wrapping_mul(mul);
        return mix(c, d, mul);
    }
    if length >= 4 {
        let a = fetch::<4>(bytes, 0);
        let u = (length as u64).wrapping_add(a << 3);
        return mix(u, fetch::<4>(bytes, length - 4), mul);
    }
    if length == 0 {
        return K2;
    }
    let [a, b, c] = [bytes[0], bytes[length >> 1], bytes[length - 1]].map(u64::from);
    let y = a.wrapping_add(b << 8);
    let z = (length as u64).wrapping_add(c << 2);
    shift_mix(y.wrapping_mul(K2) ^ z.wrapping_mul(K0)).wrapping_mul(K2)
}

fn up_to_32(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let mul = K2.wrapping_add(length as u64 * 2);
    let a = eight(bytes, 0).wrapping_mul(K1);
    let b = eight(bytes, 8);
    let c = eight(bytes, length - 8).wrapping_mul(mul);
    let d = eight(bytes, length - 16).wrapping_mul(K2);
    let u = a.wrapping_add(b).rotate_right(43).wrapping_add(c.rotate_right(30)).wrapping_add(d);
    let v = b.wrapping_add(K2).rotate_right(18).wrapping_add(a).wrapping_add(c);
    mix(u, v, mul)
}

fn up_to_64(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let mul = K2.wrapping_add(length as u64 * 2);
    let a = eight(bytes, 0).wrapping_mul(K2);
    let b = eight(bytes, 8);
    let c = eight(bytes, length - 24);
    let d = eight(bytes, length - 32);
    let e = eight(bytes, 16).wrapping_mul(K2);
    let f = eight(bytes, 24).wrapping_mul(9);
    let g = eight(bytes, length - 8);
    let h = eight(bytes, length - 16).wrapping_mul(mul);
    let nine = b.rotate_right(30).wrapping_add(c).wrapping_mul(9);
    let u = a.wrapping_add(g).rotate_right(43).wrapping_add(nine);
    let v = (a.wrapping_add(g) ^ d).wrapping_add(f).wrapping_add(1);
    let w = u.wrapping_add(v).wrapping_mul(mul).swap_bytes().wrapping_add(h);
    let x = e.wrapping_add(f).rotate_right(42).wrapping_add(c);
    let y = v.wrapping_add(w).wrapping_mul(mul).swap_bytes().wrapping_add(g).wrapping_mul(mul);
    let z = e.wrapping_add(f).wrapping_add(c);
    let a = x.wrapping_add(z).wrapping_mul(mul).wrapping_add(y).swap_bytes().wrapping_add(b);
    let b = z.wrapping_add(a).wrapping_mul(mul).wrapping_add(d).wrapping_add(h);
    shift_mix(b).wrapping_mul(mul).wrapping_add(x)
}

/// The hash of 32 bytes with two seeds.
fn weak(bytes: &[u8], at: usize, a: u64, b: u64) -> (u64, u64) {
    let [w, x, y, z] = [0, 8, 16, 24].map(|offset| eight(bytes, at + offset));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let sum = a.wrapping_add(x).wrapping_add(y);
    (sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(a))
}

fn longer(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    let size = length as u64;
    let mut x = eight(bytes, length - 40);
    let mut y = eight(bytes, length - 16).wrapping_add(eight(bytes, length - 56));
    let mut z = mix(eight(bytes, length - 48).wrapping_add(size), eight(bytes, length - 24), MUL);
    let mut v = weak(bytes, length - 64, size, z);
    let mut w = weak(bytes, length - 32, y.wrapping_add(K1), x);
    x = x.wrapping_mul(K1).wrapping_add(eight(bytes, 0));
    for at in (0..(length - 1) & !63).step_by(64) {
        let sum = x.wrapping_add(y).wrapping_add(v.0).wrapping_add(eight(bytes, at + 8));
        x = sum.rotate_right(37).wrapping_mul(K1) ^ w.1;
        let sum = y.wrapping_add(v.1).wrapping_add(eight(bytes, at + 48));
        y = sum.rotate_right(42).wrapping_mul(K1);
        y = y.wrapping_add(v.0).wrapping_add(eight(bytes, at + 40));
        z = z.wrapping_add(w.0).rotate_right(33).wrapping_mul(K1);
        v = weak(bytes, at, v.1.wrapping_mul(K1), x.wrapping_add(w.0));
        w = weak(bytes, at + 32, z.wrapping_add(w.1), y.wrapping_add(eight(bytes, at + 16)));
        std::mem::swap(&mut z, &mut x);
    }
    let u = mix(v.0, w.0, MUL).wrapping_add(shift_mix(y).wrapping_mul(K1)).wrapping_add(z);
    mix(u, mix(v.1, w.1, MUL).wrapping_add(x), MUL)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the engine wrote into the text resource that UnLua ships
    /// (Tencent/UnLua, `Content/Localization/UnLua/zh-Hans/UnLua.locres`).
    #[test]
    fn keys_of_every_length_have_the_hashes_that_the_engine_gave_them() {
        for (key, hash) in [
            ("", 0),
            ("Bind", 0x0cd2_38fb),
            ("BindToLua", 0x66c4_81e4),
            ("BindToLua_ToolTip", 0xc1a6_d57a),
            ("EHotReloadMode.EHotReloadMode_MAX", 0xe370_8248),
            ("UnLuaFunctionLibrary:GetFileLastModifiedTimestamp:Path", 0x2169_8c25),
            ("UnLuaFunctionLibrary:GetFileLastModifiedTimestamp:ReturnValue", 0x323b_1b5c),
        ] {
            assert_eq!(key_hash(key), hash, "{key}");
        }
        assert_eq!(crc32("UnLua Editor"), 0x0466_0b8e);
        assert_eq!(crc32("Bind"), 0x81bb_1c88);
    }
}

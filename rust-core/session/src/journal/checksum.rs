//! CRC-32 as in IEEE 802.3: detects any error burst of up to 32 bits.

/// Eight tables, so that eight bytes are processed at a time; otherwise the checksum would dominate
/// the time to read a long journal.
const TABLES: [[u32; 256]; 8] = tables();

const fn tables() -> [[u32; 256]; 8] {
    let mut tables = [[0_u32; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut rest = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ 0xEDB8_8320 } else { rest >> 1 };
            bit += 1;
        }
        tables[0][byte] = rest;
        byte += 1;
    }
    let mut table = 1;
    while table < 8 {
        let mut byte = 0;
        while byte < 256 {
            let rest = tables[table - 1][byte];
            tables[table][byte] = (rest >> 8) ^ tables[0][(rest & 0xFF) as usize];
            byte += 1;
        }
        table += 1;
    }
    tables
}

/// Returns the CRC-32 of some bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let mut rest = u32::MAX;
    let (eights, tail) = bytes.as_chunks::<8>();
    for eight in eights {
        let low = rest ^ u32::from_le_bytes([eight[0], eight[1], eight[2], eight[3]]);
        let [a, b, c, d] = low.to_le_bytes();
        rest = TABLES[7][usize::from(a)]
            ^ TABLES[6][usize::from(b)]
            ^ TABLES[5][usize::from(c)]
            ^ TABLES[4][usize::from(d)]
            ^ TABLES[3][usize::from(eight[4])]
            ^ TABLES[2][usize::from(eight[5])]
            ^ TABLES[1][usize::from(eight[6])]
            ^ TABLES[0][usize::from(eight[7])];
    }
    for byte in tail {
        rest = (rest >> 8) ^ TABLES[0][usize::from(rest as u8 ^ byte)];
    }
    !rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit_by_bit(bytes: &[u8]) -> u32 {
        let mut rest = u32::MAX;
        for byte in bytes {
            rest ^= u32::from(*byte);
            for _ in 0..8 {
                rest = if rest & 1 == 1 { (rest >> 1) ^ 0xEDB8_8320 } else { rest >> 1 };
            }
        }
        !rest
    }

    #[test]
    fn the_published_check_value_comes_out() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b""), 0);
    }

    #[test]
    fn the_tables_agree_with_the_definition_at_every_length() {
        let bytes: Vec<u8> = (0..100_u32).map(|n| (n * 167 + 13) as u8).collect();
        for length in 0..bytes.len() {
            assert_eq!(crc32(&bytes[..length]), bit_by_bit(&bytes[..length]), "{length} bytes");
        }
    }
}

//! Words without a meaning.

/// Words that are not facts, different for every seed: about a token each.
pub(crate) fn prose(seed: u64, words: usize) -> String {
    const WORDS: [&str; 16] = [
        "door", "light", "opens", "slowly", "while", "music", "plays", "behind", "walls", "and",
        "nobody", "hears", "rain", "falling", "over", "stone",
    ];
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = String::with_capacity(words * 7);
    for _ in 0..words {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        text.push_str(WORDS[(state >> 32) as usize % 16]);
        text.push(' ');
    }
    text.trim_end().to_owned()
}

//! What comes into a turn, at random.

use super::*;

/// Xorshift: the same turns for the same seed on every machine.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    pub(super) fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub(super) fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    pub(super) fn words(&mut self, count: u64) -> String {
        const WORDS: [&str; 12] = [
            "mesh", "light", "door", "actor", "level", "graph", "pin", "asset", "build", "shader",
            "path", "error",
        ];
        (0..count)
            .map(|_| format!("{}{} ", WORDS[self.below(12) as usize], self.below(97)))
            .collect()
    }

    pub(super) fn fault(&mut self) -> Fault {
        match self.below(22) {
            0 => Fault::Cut { after: self.below(3_000) as usize },
            1 => Fault::Reset { after: self.below(3_000) as usize },
            2 => Fault::MalformedChunk { after: self.below(2_000) as usize },
            3 => Fault::EmptyReply,
            4 => Fault::EmptyBody,
            5 => Fault::error(ErrorKind::Overloaded),
            6 => Fault::rate_limited(RetryAfter::Millis(5)),
            7 => Fault::InvalidJson { after_events: self.below(8) as usize },
            8 => Fault::ErrorInStream {
                after_pieces: self.below(4) as usize,
                error: ErrorKind::Server,
            },
            9 => Fault::Html { status: 502 },
            10 => Fault::NoEnd,
            11 => Fault::error(ErrorKind::Authentication),
            12 => Fault::UnknownFields,
            13 => Fault::KeepAlives,
            14 => Fault::DuplicateToolIds,
            15 => Fault::Silence { after_events: self.below(6) as usize, ms: 60_000 },
            16 => Fault::Endless { pause_us: 0 },
            17 => Fault::HugeEvent { bytes: 1 << 20 },
            18 => Fault::SlowHeaders { ms: 60_000 },
            // The limit that it names is not the reason: a proxy's mistake.
            19 => Fault::Overflow {
                wording: Some(OverflowWording::ALL[self.below(12) as usize]),
                limit: WINDOW * 3 / 4,
                requested: WINDOW * 3 / 4 + 1 + self.below(2_000),
            },
            20 => Fault::OverflowInStream {
                limit: WINDOW * 3 / 4,
                requested: WINDOW * 3 / 4 + 1 + self.below(2_000),
            },
            _ => Fault::Gzip,
        }
    }
}

//! Keys that their issuers mark with a prefix.

use std::ops::Range;

/// A prefix and what follows it.
#[derive(Debug)]
pub(super) struct Form {
    /// As issuers write it; compared case-sensitively.
    pub(super) prefix: &'static str,
    /// The fewest characters after it.
    least: usize,
    /// What must occur after it, so that no ordinary word passes for a key.
    needs: Needs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    /// A digit.
    Digit,
    /// Two more segments between dots, as a JSON web token has.
    TwoDots,
    /// Nothing: the prefix is enough.
    Nothing,
}

const fn form(prefix: &'static str, least: usize) -> Form {
    Form { prefix, least, needs: Needs::Digit }
}

const fn sure(prefix: &'static str, least: usize) -> Form {
    Form { prefix, least, needs: Needs::Nothing }
}

/// Prefixes as documented by the issuers, or as listed by public scanners
/// (gitleaks, trufflehog).
pub(super) const FORMS: [Form; 60] = [
    form("sk-", 16),
    form("sk_live_", 12),
    form("sk_test_", 12),
    form("rk_live_", 12),
    form("whsec_", 16),
    sure("ghp_", 30),
    sure("gho_", 30),
    sure("ghu_", 30),
    sure("ghs_", 30),
    sure("ghr_", 30),
    sure("github_pat_", 20),
    form("glpat-", 16),
    form("gldt-", 16),
    form("xoxb-", 16),
    form("xoxp-", 16),
    form("xoxa-", 16),
    form("xoxr-", 16),
    form("xoxs-", 16),
    form("xapp-", 16),
    form("AKIA", 16),
    form("ASIA", 16),
    sure("AIza", 30),
    sure("ya29.", 20),
    sure("GOCSPX-", 20),
    sure("hf_", 30),
    sure("npm_", 30),
    sure("pypi-AgE", 20),
    sure("dop_v1_", 30),
    form("shpat_", 20),
    form("shpss_", 20),
    form("SG.", 40),
    form("sq0atp-", 16),
    form("sq0csp-", 16),
    form("EAAC", 40),
    Form { prefix: "eyJ", least: 20, needs: Needs::TwoDots },
    form("dapi", 30),
    form("hvs.", 20),
    form("hvb.", 20),
    form("dp.pt.", 20),
    form("tskey-", 16),
    form("lin_api_", 20),
    form("ntn_", 20),
    form("PMAK-", 20),
    form("gsk_", 20),
    form("xai-", 30),
    form("pplx-", 20),
    form("r8_", 30),
    sure("AGE-SECRET-KEY-1", 30),
    form("NRAK-", 20),
    sure("rubygems_", 40),
    form("glsa_", 20),
    form("sntrys_", 30),
    form("figd_", 20),
    sure("ATATT3", 30),
    form("key-", 32),
    form("atlasv1.", 30),
    form("PRIVATE-", 40),
    form("CFPAT-", 30),
    form("nvapi-", 30),
    form("sbp_", 30),
];

/// The key at a prefix, if what follows it is one.
pub(super) fn secret(text: &str, at: Range<usize>, form: &Form) -> Option<Range<usize>> {
    if text[at.clone()] != *form.prefix {
        return None;
    }
    let before = text[..at.start].bytes().next_back();
    // In `\n`, the letter before the prefix belongs to the escape, not to a
    // word.
    let escaped =
        matches!(before, Some(b'n' | b't' | b'r')) && text[..at.start - 1].ends_with('\\');
    if !escaped && before.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        return None;
    }
    let dotted = form.prefix.ends_with('.') || form.needs == Needs::TwoDots;
    let body = text[at.end..]
        .bytes()
        .take_while(|byte| {
            byte.is_ascii_alphanumeric() || b"_-".contains(byte) || (dotted && *byte == b'.')
        })
        .count();
    // A sentence may end after a key.
    let body = text[at.end..at.end + body].trim_end_matches(['.', '-']);
    let fine = body.len() >= form.least
        && match form.needs {
            Needs::Digit => body.bytes().any(|byte| byte.is_ascii_digit()),
            Needs::TwoDots => {
                let mut parts = body.split('.');
                body.matches('.').count() >= 2 && parts.next().is_some_and(|head| head.len() >= 8)
            }
            Needs::Nothing => true,
        };
    fine.then(|| at.start..at.end + body.len())
}

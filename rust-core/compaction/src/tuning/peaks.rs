//! The description of the peaks.

use vibeue_tokens::{counted, grouped};

use super::{Peak, SettingReport};

/// The peaks of all combinations of settings in sentences, equal ones put together, the highest
/// first. `about` comes before each count of tokens: `~` if they are estimated.
pub fn sentences(settings: &[SettingReport], about: &str) -> Vec<String> {
    let mut peaks: Vec<(&Peak, u64)> = Vec::new();
    for peak in settings.iter().filter_map(|setting| setting.peak.as_ref()) {
        let same = |known: &&mut (&Peak, u64)| {
            (&known.0.file, known.0.request, known.0.tokens)
                == (&peak.file, peak.request, peak.tokens)
        };
        match peaks.iter_mut().find(same) {
            Some(known) => known.1 += 1,
            None => peaks.push((peak, 1)),
        }
    }
    peaks.sort_by(|(a, _), (b, _)| b.ratio.total_cmp(&a.ratio));
    let all = settings.len() as u64;
    peaks.iter().map(|(peak, times)| sentence(peak, *times, all, about)).collect()
}

fn sentence(peak: &Peak, times: u64, all: u64, about: &str) -> String {
    let Peak { file, request, tokens, ratio, failure, others } = peak;
    let where_ = match times {
        _ if all == 1 => String::new(),
        times if times == all => ", under all settings".to_owned(),
        times => format!(", under {times} of {}", counted(all, "setting")),
    };
    let mut text = format!(
        "peak {:.0} %: request {request} of {file}, {about}{} tokens{where_}",
        100.0 * ratio,
        grouped(*tokens)
    );
    if let Some(others) = others {
        text.push_str(&format!("; the other conversations reach {:.0} %", 100.0 * others));
    }
    if let Some(failure) = failure {
        text.push_str(&format!("; it cannot be made smaller: {failure}"));
    }
    text
}

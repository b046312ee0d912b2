//! The peaks of runs, and what is said of them.

use super::peak::Peak;
use super::report::{RunReport, SettingReport};
use crate::output::{counted, grouped};

impl Peak {
    /// Finds it; the first of several.
    pub(super) fn of(runs: &[RunReport]) -> Option<Self> {
        let (which, run) = runs
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, run)| !run.requests.is_empty())
            .max_by(|(_, a), (_, b)| a.figures.peak_ratio.total_cmp(&b.figures.peak_ratio))?;
        let (at, request) =
            run.requests.iter().enumerate().rev().max_by_key(|(_, request)| request.tokens)?;
        let others = runs.iter().enumerate().filter(|(at, _)| *at != which);
        let others = others.map(|(_, run)| run.figures.peak_ratio).max_by(f64::total_cmp);
        Some(Self {
            file: run.file.clone(),
            request: at + 1,
            tokens: request.tokens,
            ratio: run.figures.peak_ratio,
            failure: request.failure.clone(),
            others,
        })
    }
}

/// The peaks of all combinations of settings in sentences, equal ones put
/// together, the highest first.
pub(super) fn sentences(settings: &[SettingReport], about: &str) -> Vec<String> {
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

//! When summaries are written, and what prevents them.

use crate::live::{Breaker, CostLine, FailureClass, SessionBounds};
use vibeue_compaction::{Decision, Situation, Trigger};
use vibeue_conversation::settings::{Mode, Settings};

/// How long no model is asked for summaries after a failed attempt, in
/// milliseconds: each time costs a request as long as the conversation.
const REST_MS: u64 = 15 * 60 * 1_000;

/// Watches the outcomes of the last summaries.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct SummaryWatch {
    pub(super) trigger: Trigger,
    /// Summaries beneath the next one.
    pub(super) depth: u32,
    /// Whether the last compaction failed.
    failed: bool,
    /// The version of the history on which the last failure happened.
    failed_on: Option<u64>,
    /// The breakers that were reported to the host.
    emitted: Vec<Breaker>,
    /// Automatic summaries by models pause until then, in milliseconds since the Unix epoch,
    /// because the last request failed.
    rest_until: Option<u64>,
}

impl SummaryWatch {
    /// Takes note of the size of a request, and decides whether a summary is due.
    pub(super) fn judge(&mut self, now: &Situation, settings: &Settings) -> Decision {
        self.trigger.observe(now.used, now.available, settings);
        self.trigger.decide(now, settings)
    }

    /// Another branch is in view: what was observed says nothing about it.
    pub(super) fn start_over(&mut self) {
        self.trigger = Trigger::default();
        self.renew();
    }

    /// A compaction was installed: the request had `before` tokens, and now has those of `now`.
    pub(super) fn succeeded(&mut self, before: u64, now: &Situation, settings: &Settings) {
        self.trigger.compacted(before, now.used, now.available, settings);
        self.failed = false;
    }

    /// A compaction that was planned on this version of the history failed.
    pub(super) fn failed(&mut self, class: FailureClass, planned_on: u64) {
        self.trigger.failed();
        self.failed = class != FailureClass::NothingToCondense;
        self.failed_on = Some(planned_on);
    }

    /// Returns whether the last compaction failed.
    pub(super) fn last_failed(&self) -> bool {
        self.failed
    }

    /// Returns whether one failed on exactly this version, and would fail again.
    pub(super) fn is_hopeless(&self, version: u64) -> bool {
        self.failed_on == Some(version)
    }

    /// Allows everything to be tried again: the models, or their task, have changed.
    pub(super) fn renew(&mut self) {
        self.failed_on = None;
        self.rest_until = None;
    }

    /// Returns whether no model is asked for summaries at the moment, because the last attempt
    /// failed. They are asked anyway if the user requests a summary.
    pub(super) fn models_rest(&self, now_ms: u64) -> bool {
        self.rest_until.is_some_and(|until| now_ms < until)
    }

    /// Models were asked for a summary; if that failed, when.
    pub(super) fn models_asked(&mut self, in_vain_at: Option<u64>) {
        self.rest_until = in_vain_at.map(|now| now.saturating_add(REST_MS));
    }

    /// Why no model writes summaries at the moment.
    pub(super) fn breakers(
        &self,
        decision: &Decision,
        spent: &CostLine,
        bounds: &SessionBounds,
        settings: &Settings,
        now_ms: u64,
    ) -> Vec<Breaker> {
        let deep = self.depth >= settings.max_chain_depth;
        let all = [
            (!decision.model_allowed && !deep, Breaker::NoProgress),
            (spent.calls >= u64::from(bounds.summary_calls), Breaker::SummaryCalls),
            (spent.tokens() >= bounds.summary_tokens, Breaker::SummaryTokens),
            (self.models_rest(now_ms), Breaker::ModelsFailed),
            (deep, Breaker::ChainDepth),
        ];
        all.into_iter().filter_map(|(holds, breaker)| holds.then_some(breaker)).collect()
    }

    /// Returns those of the active breakers that concern the user. Where rules write the summaries
    /// by the settings, it is no news that no model does; only that none is started may be.
    pub(super) fn of_concern(&self, breakers: Vec<Breaker>, settings: &Settings) -> Vec<Breaker> {
        if settings.mode != Mode::Rules {
            return breakers;
        }
        // Not by the others: a chain that is deep for a model hides it there.
        self.trigger.is_stuck(settings).then_some(Breaker::NoProgress).into_iter().collect()
    }

    /// Returns the active breakers that the host was not told about the last time.
    pub(super) fn news(&mut self, breakers: &[Breaker]) -> Vec<Breaker> {
        let news = breakers.iter().filter(|breaker| !self.emitted.contains(breaker)).copied();
        let news = news.collect();
        self.emitted = breakers.to_vec();
        news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_failed_on_a_version_is_hopeless_there_until_something_is_another() {
        let mut watch = SummaryWatch::default();
        watch.failed(FailureClass::Transport, 7);
        assert_eq!(
            (watch.last_failed(), watch.is_hopeless(7), watch.is_hopeless(8)),
            (true, true, false)
        );
        watch.renew();
        assert_eq!((watch.last_failed(), watch.is_hopeless(7)), (true, false));
        watch.failed(FailureClass::NothingToCondense, 8);
        assert_eq!((watch.last_failed(), watch.is_hopeless(8)), (false, true));
        let now = Situation { used: 10, available: 100, messages: 5, depth: 0 };
        watch.failed(FailureClass::Transport, 9);
        watch.succeeded(90, &now, &Settings::default());
        assert!(!watch.last_failed());
    }

    #[test]
    fn models_that_were_asked_in_vain_rest_for_a_quarter_of_an_hour() {
        let mut watch = SummaryWatch::default();
        assert!(!watch.models_rest(0));
        watch.models_asked(Some(1_000));
        let end = 1_000 + 900_000;
        assert_eq!((watch.models_rest(1_000), watch.models_rest(end - 1)), (true, true));
        assert!(!watch.models_rest(end));
        watch.models_asked(None);
        assert!(!watch.models_rest(2_001));
        watch.models_asked(Some(3_000));
        watch.renew();
        assert_eq!(watch, SummaryWatch::default());
    }

    #[test]
    fn each_breaker_is_told_when_it_trips_and_not_while_it_holds() {
        let mut watch = SummaryWatch { depth: 99, ..SummaryWatch::default() };
        watch.models_asked(Some(0));
        let situation = Situation { used: 0, available: 100, messages: 0, depth: 99 };
        let settings = Settings::default();
        let decision = watch.trigger.decide(&situation, &settings);
        let bounds = SessionBounds::default();
        let calls = u64::from(bounds.summary_calls);
        let spent = CostLine { calls, output: bounds.summary_tokens, ..CostLine::default() };
        let all = watch.breakers(&decision, &spent, &bounds, &settings, 1);
        assert_eq!(
            all,
            [
                Breaker::SummaryCalls,
                Breaker::SummaryTokens,
                Breaker::ModelsFailed,
                Breaker::ChainDepth
            ]
        );
        assert_eq!(watch.news(&all), all);
        assert_eq!(watch.news(&all), []);
        assert_eq!(watch.news(&all[..1]), []);
        assert_eq!(watch.news(&all), all[1..]);
    }

    #[test]
    fn where_rules_write_only_a_lack_of_progress_concerns_the_user() {
        let all = [Breaker::SummaryCalls, Breaker::ModelsFailed, Breaker::ChainDepth];
        let by_models = Settings { no_progress_limit: 1, ..Settings::default() };
        let by_rules = Settings { mode: Mode::Rules, ..by_models.clone() };
        let mut watch = SummaryWatch { depth: 99, ..SummaryWatch::default() };
        assert_eq!(watch.of_concern(all.to_vec(), &by_models), all);
        assert_eq!(watch.of_concern(all.to_vec(), &by_rules), []);
        watch.failed(FailureClass::Transport, 1);
        assert_eq!(watch.of_concern(all.to_vec(), &by_rules), [Breaker::NoProgress]);
    }
}

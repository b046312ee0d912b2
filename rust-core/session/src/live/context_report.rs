//! What the context holds, and what happens to it next.

use serde::Serialize;

use super::context_figures::{ContextFigures, Growth, pace};
use super::scale::Scale;
use super::{Breaker, HeavyMessage, Snapshot, SummaryRow};
use vibeue_compaction::{Decision, Hold};
use vibeue_conversation::settings::Settings;
use vibeue_tokens::Usage;

/// The number of turns within which an expected summary counts as near.
const NEAR_TURNS: u64 = 3;

/// What the context holds, when it is summarized next and what that would save: answers the
/// question of where the tokens go.
///
/// All tokens are on one scale, that of [`ContextReport::used`]: this program's counts are
/// corrected by those of the server.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ContextReport {
    /// The conversation's id.
    pub conversation: String,
    /// The model that answers.
    pub model: String,
    /// Tokens of the next request, as the token bar shows them. The parts add up to it.
    pub used: u64,
    /// Tokens that a request may have. `used` and `free` add up to it, less
    /// `over`.
    pub available: u64,
    /// `used` of `available`, in percent; over 100 if it does not fit.
    pub percent: f64,
    /// Whether `used` is exact, not an estimate.
    pub exact: bool,
    /// The share by which an estimate may be off, from 0 to 1.
    pub error_bound: f64,
    /// Tokens by which a request may still grow.
    pub free: u64,
    /// Tokens by which the request is too large.
    pub over: u64,
    /// The model's window: `available`, `reserve` and `margin` add up to it.
    pub window: u64,
    /// Whether the window is a guess, and with it what is derived from it.
    pub window_assumed: bool,
    /// Tokens of the window that are kept free for the reply.
    pub reserve: u64,
    /// Tokens of the window that stay unused: a margin for errors of counting, and the difference
    /// if the model takes shorter requests than its window.
    pub margin: u64,
    /// What the tokens are spent on, all kinds, in the order of a request.
    pub parts: Vec<ContextPart>,
    /// The next summary.
    pub next: NextSummary,
    /// The number of messages of the conversation, originals only.
    pub messages: u64,
    /// Of these, messages that the model no longer sees verbatim.
    pub condensed: u64,
    /// The messages that take the most, the heaviest first.
    pub heaviest: Vec<HeavyMessage>,
    /// All compactions, oldest first, undone ones too.
    pub summaries: Vec<SummaryRow>,
    /// Of the undone ones, those that can be applied again, by their numbers.
    pub redoable: Vec<u64>,
    /// Why no model writes summaries at the moment, if one should.
    pub breakers: Vec<OpenBreaker>,
}

/// What tokens of a request are spent on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ContextKind {
    /// System messages: the host's instructions and pinned rules.
    System,
    /// The tools' definitions.
    Tools,
    /// Summaries.
    Summary,
    /// The user's messages.
    User,
    /// Answers, with what the model thought.
    Assistant,
    /// Names and arguments of tool calls.
    ToolCalls,
    /// Results of tools.
    ToolResults,
    /// Images.
    Images,
    /// What the wire format adds.
    Overhead,
}

impl ContextKind {
    /// Its name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system prompt",
            Self::Tools => "tools' schemas",
            Self::Summary => "summary",
            Self::User => "your messages",
            Self::Assistant => "answers",
            Self::ToolCalls => "tool calls",
            Self::ToolResults => "tool results",
            Self::Images => "images",
            Self::Overhead => "overhead",
        }
    }
}

/// One kind's tokens.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ContextPart {
    /// What they are spent on.
    pub kind: ContextKind,
    /// How many there are.
    pub tokens: u64,
    /// Their share of the tokens that a request may have, in percent.
    pub percent: f64,
}

/// The next summary.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NextSummary {
    /// The line: tokens of a request at which it starts.
    pub line: u64,
    /// The line as a share of the tokens that a request may have, in percent.
    pub line_percent: f64,
    /// Tokens that are left below the line.
    pub left: u64,
    /// When it is expected.
    pub forecast: Forecast,
    /// Tokens that a turn adds, averaged over the last ones; `None` until a turn that is completely
    /// in view has ended.
    pub turn_tokens: Option<u64>,
    /// About what summarizing now would save; `None` if nothing would become smaller.
    pub gain: Option<SummaryGain>,
    /// The model that would write it; `None` if rules would.
    pub writer: Option<String>,
    /// The trigger's decision in one sentence, with its figures.
    pub explanation: String,
}

impl NextSummary {
    /// Whether summarizing by hand is the obvious thing to do now: it would free something, and a
    /// summary is due or near.
    pub fn is_near(&self) -> bool {
        let is_expected = match self.forecast {
            Forecast::Due | Forecast::Held => true,
            Forecast::InTurns(turns) => turns <= NEAR_TURNS,
            Forecast::Off | Forecast::Unknown => false,
        };
        // Without a forecast, what is left below the line decides.
        self.gain.is_some() && (is_expected || self.left <= self.line / 10)
    }
}

/// When the next summary is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "when", content = "turns", rename_all = "snake_case")]
pub enum Forecast {
    /// Never: it is turned off.
    Off,
    /// Before the next request.
    Due,
    /// The line is reached, but something holds it up: the explanation says
    /// what.
    Held,
    /// After about this many turns at the pace of the last ones; at least one.
    InTurns(u64),
    /// Not known yet.
    Unknown,
}

/// About what a summary would save.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SummaryGain {
    /// Messages that it would replace.
    pub messages: u64,
    /// Tokens that it would free.
    pub frees: u64,
    /// Tokens of the request afterwards.
    pub after: u64,
    /// What it would cost in US dollars; 0 if rules write it, `None` if a model whose price is
    /// unknown does.
    pub dollars: Option<f64>,
}

/// A reason why no model writes summaries, with what helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OpenBreaker {
    /// Which breaker.
    pub breaker: Breaker,
    /// What happens instead, and until when.
    pub explanation: &'static str,
    /// What helps.
    pub fix: &'static str,
    /// The command that helps at once, if there is one.
    pub lever: Option<BreakerLever>,
}

/// A command that closes a breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BreakerLever {
    /// Summarizing by hand.
    Summarize,
    /// Summarizing from the originals.
    SummarizeOriginals,
}

impl From<Breaker> for OpenBreaker {
    fn from(breaker: Breaker) -> Self {
        let (fix, lever) = match breaker {
            Breaker::NoProgress => (
                "keep writing or summarize now; if pinned messages take up the space, unpin some",
                Some(BreakerLever::Summarize),
            ),
            Breaker::SummaryCalls | Breaker::SummaryTokens => {
                ("close and reopen the conversation: the count starts at zero", None)
            }
            Breaker::ChainDepth => (
                "summarize from the originals, or allow more such steps in the settings \
                 (max_chain_depth)",
                Some(BreakerLever::SummarizeOriginals),
            ),
            Breaker::ModelsFailed => (
                "summarize now to ask the model again; check its key and its server first",
                Some(BreakerLever::Summarize),
            ),
        };
        Self { breaker, explanation: breaker.explanation(), fix, lever }
    }
}

impl Snapshot {
    /// What the context holds at this moment. Costs the same however long the
    /// conversation is.
    pub fn context(&self) -> ContextReport {
        let (usage, figures) = (&self.usage, &*self.figures);
        let counted = usage.breakdown.total();
        let scale = Scale { used: usage.used, counted };
        let budget = &usage.budget;
        let beside = budget.window.saturating_sub(usage.available);
        let reserve = budget.reserve.min(beside);
        let mut heaviest = figures.heaviest.clone();
        heaviest.iter_mut().for_each(|message| message.tokens = scale.of(message.tokens));
        ContextReport {
            conversation: self.conversation.to_string(),
            model: self.model.model.clone(),
            used: usage.used,
            available: usage.available,
            percent: usage.percent(),
            exact: usage.exact,
            error_bound: usage.error_bound,
            free: usage.available.saturating_sub(usage.used),
            over: usage.used.saturating_sub(usage.available),
            window: budget.window,
            window_assumed: usage.window_is_assumed(),
            reserve,
            margin: beside - reserve,
            parts: parts(&usage.breakdown.scaled_to(usage.used), usage.available),
            next: self.next_summary(figures, scale),
            messages: self.transcript.len() as u64,
            condensed: self.condensed.len() as u64,
            heaviest,
            summaries: self.summaries.to_vec(),
            redoable: self.redoable.to_vec(),
            breakers: self.breakers.iter().copied().map(OpenBreaker::from).collect(),
        }
    }

    fn next_summary(&self, figures: &ContextFigures, scale: Scale) -> NextSummary {
        let pace = pace(&figures.turns, self.state.turn.is_some())
            .map(|pace| Growth { tokens: scale.of(pace.tokens).max(1), ..pace });
        NextSummary {
            line: self.decision.threshold_tokens,
            line_percent: percent(self.decision.threshold_tokens, self.usage.available),
            left: self.decision.threshold_tokens.saturating_sub(self.usage.used),
            forecast: forecast(&self.decision, pace, &self.settings),
            turn_tokens: pace.map(|pace| pace.tokens),
            gain: figures.gain(scale),
            writer: figures.writer.as_ref().map(|writer| writer.model.clone()),
            explanation: self.decision.to_string(),
        }
    }
}

impl ContextFigures {
    fn gain(&self, scale: Scale) -> Option<SummaryGain> {
        let expected = self.expectation.as_ref()?;
        let dollars = match &self.writer {
            None => Some(0.0),
            Some(writer) => writer.prices.map(|(input, output)| {
                let (read, written) = (scale.of(expected.condensed), scale.of(expected.summary));
                (read as f64 * input + written as f64 * output) / 1e6
            }),
        };
        let frees = scale.of(self.counted.saturating_sub(expected.after)).min(scale.used);
        Some(SummaryGain { messages: expected.messages, frees, after: scale.used - frees, dollars })
    }
}

fn parts(usage: &Usage, available: u64) -> Vec<ContextPart> {
    let all = [
        (ContextKind::System, usage.system),
        (ContextKind::Tools, usage.tools),
        (ContextKind::Summary, usage.summary),
        (ContextKind::User, usage.user),
        (ContextKind::Assistant, usage.assistant),
        (ContextKind::ToolCalls, usage.tool_calls),
        (ContextKind::ToolResults, usage.tool_results),
        (ContextKind::Images, usage.images),
        (ContextKind::Overhead, usage.overhead),
    ];
    let part = |(kind, tokens)| ContextPart { kind, tokens, percent: percent(tokens, available) };
    all.map(part).to_vec()
}

fn percent(tokens: u64, available: u64) -> f64 {
    100.0 * tokens as f64 / available.max(1) as f64
}

/// When the next summary is expected at a pace.
fn forecast(decision: &Decision, pace: Option<Growth>, settings: &Settings) -> Forecast {
    match (decision.start, decision.hold, pace) {
        _ if !settings.enabled => Forecast::Off,
        (Some(_), ..) => Forecast::Due,
        (None, Some(Hold::TooFewMessages | Hold::Cooldown | Hold::NoProgress), _) => Forecast::Held,
        (None, _, None) => Forecast::Unknown,
        (None, _, Some(pace)) => {
            let left = decision.threshold_tokens.saturating_sub(decision.used);
            let by_size = left.div_ceil(pace.tokens);
            // A refresh depends on the number of messages, whatever their size.
            let every = u64::from(settings.refresh_every_messages);
            let since = decision.since_last.unwrap_or(decision.messages);
            let by_number = (every > 0 && pace.messages > 0)
                .then(|| every.saturating_sub(since).div_ceil(pace.messages));
            Forecast::InTurns(by_number.map_or(by_size, |turns| turns.min(by_size)).max(1))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_compaction::{Situation, Trigger};

    fn expected(
        used: u64,
        messages: u64,
        pace: Option<(u64, u64)>,
        settings: &Settings,
    ) -> Forecast {
        let situation = Situation { used, available: 10_000, messages, depth: 0 };
        let decision = Trigger::new().decide(&situation, settings);
        let pace = pace.map(|(tokens, messages)| Growth { tokens, messages });
        forecast(&decision, pace, settings)
    }

    #[test]
    fn the_next_summary_is_expected_by_the_pace_of_the_conversation() {
        let settings = Settings::default();
        let pace = Some((600, 4));
        assert_eq!(expected(5_000, 40, pace, &settings), Forecast::InTurns(5));
        assert_eq!(expected(7_999, 40, pace, &settings), Forecast::InTurns(1));
        assert_eq!(expected(8_000, 40, pace, &settings), Forecast::Due);
        assert_eq!(expected(8_000, 4, pace, &settings), Forecast::Held);
        assert_eq!(expected(5_000, 40, None, &settings), Forecast::Unknown);
        let off = Settings { enabled: false, ..settings.clone() };
        assert_eq!(expected(9_900, 40, pace, &off), Forecast::Off);
        let refreshed = Settings { refresh_every_messages: 48, ..settings };
        assert_eq!(expected(5_000, 40, pace, &refreshed), Forecast::InTurns(2));
    }

    #[test]
    fn a_summary_is_near_a_few_turns_before_the_line_or_just_below_it() {
        let something =
            Some(SummaryGain { messages: 9, frees: 3_000, after: 5_000, dollars: Some(0.0) });
        let near = |left: u64, forecast: Forecast, gain: Option<SummaryGain>| {
            let next = NextSummary {
                line: 8_000,
                line_percent: 80.0,
                left,
                forecast,
                turn_tokens: None,
                gain,
                writer: None,
                explanation: String::new(),
            };
            next.is_near()
        };
        assert!(near(0, Forecast::Due, something) && near(0, Forecast::Held, something));
        assert!(near(2_000, Forecast::InTurns(3), something));
        assert!(!near(2_000, Forecast::InTurns(4), something));
        // Whoever turned summaries off may want one all the more.
        assert!(near(800, Forecast::Off, something) && near(800, Forecast::Unknown, something));
        assert!(!near(801, Forecast::Off, something) && !near(801, Forecast::Unknown, something));
        assert!(!near(0, Forecast::Due, None));
    }

    #[test]
    fn one_scale_holds_for_all_numbers() {
        let scale = Scale { used: 1_220, counted: 610 };
        assert_eq!([168, 299, 0].map(|tokens| scale.of(tokens)), [336, 598, 0]);
        assert_eq!(Scale { used: 5, counted: 0 }.of(7), 7);
        assert_eq!(Scale { used: u64::MAX, counted: 1 }.of(u64::MAX), u64::MAX);
    }

    #[test]
    fn every_breaker_has_its_fix() {
        for breaker in [
            Breaker::NoProgress,
            Breaker::SummaryCalls,
            Breaker::SummaryTokens,
            Breaker::ChainDepth,
            Breaker::ModelsFailed,
        ] {
            let open = OpenBreaker::from(breaker);
            assert_eq!(open.explanation, breaker.explanation());
            assert!(!open.fix.is_empty());
        }
    }
}

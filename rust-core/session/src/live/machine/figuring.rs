//! Computes the figures about the whole view whenever it changes.

use std::sync::Arc;

use super::ground::Ground;
use super::state::State;
use crate::live::Breaker;
use crate::live::context_figures::{ContextFigures, View, Writer};
use vibeue_compaction::Expectation;
use vibeue_conversation::Message;

impl State {
    /// The figures about the whole view, with what holds summaries up. They are reused unless
    /// something that they depend on has changed; words of an arriving answer change nothing.
    pub(super) fn figures(&mut self, breakers: &[Breaker]) -> Arc<ContextFigures> {
        let ground = Ground {
            version: self.history.version(),
            total: self.request.view().total(),
            available: self.model.available_counted(&self.settings),
            settings: Arc::clone(&self.settings),
            model: Arc::clone(&self.model.choice),
            breakers: breakers.to_vec(),
        };
        let known = self.host.figures.as_ref().filter(|(of, _)| of.is(&ground));
        if let Some((_, figures)) = known {
            return Arc::clone(figures);
        }
        let figures = Arc::new(self.figure(&ground));
        self.host.figures = Some((ground, Arc::clone(&figures)));
        figures
    }

    fn figure(&self, ground: &Ground) -> ContextFigures {
        let tokens = self.request.view().tokens();
        let view = View {
            messages: self.request.view().messages(),
            tokens: &tokens,
            requests: &self.host.requests,
            newest_condensed: self.host.newest_condensed,
            condensed: &self.host.condensed,
        };
        let messages: Vec<&Message> = view.messages.iter().map(|message| &**message).collect();
        let fixed = ground.total.saturating_sub(tokens.iter().sum());
        // The first compaction adds our own tool, whose size is not freed.
        let tool = self.about_coming_tool();
        let available = ground.available.saturating_sub(tool);
        let expectation = Expectation::of(&messages, &tokens, fixed, available, &self.settings)
            .map(|expected| Expectation { after: expected.after + tool, ..expected })
            .filter(|expected| expected.after < ground.total);
        ContextFigures {
            heaviest: view.heaviest(),
            turns: view.turns(),
            results: view.results(),
            counted: ground.total,
            exact: self.request.view().is_exact(),
            expectation,
            writer: self.writer(&ground.breakers),
        }
    }

    /// The model that would write a summary requested now, if one would.
    fn writer(&self, breakers: &[Breaker]) -> Option<Writer> {
        // A summary requested by the user also asks models that are paused or saved too little.
        let holds = |it: &Breaker| {
            matches!(it, Breaker::SummaryCalls | Breaker::SummaryTokens | Breaker::ChainDepth)
        };
        if breakers.iter().any(holds) {
            return None;
        }
        let model =
            self.summaries.writers.models(&self.model, &self.settings).into_iter().next()?;
        Some(Writer { prices: model.input_price.zip(model.output_price), model: model.model })
    }
}

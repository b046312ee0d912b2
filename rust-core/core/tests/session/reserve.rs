//! What is kept free for the answer if the user does not say how much.

use super::*;

/// A model that no table has.
const UNKNOWN: &str = "a-model-that-nobody-knows";

/// What is kept free of a window of 200,000 tokens, before the first answer and after each of five
/// short ones, by a model that may write 60,000.
fn kept_free(model: &str, effort: Option<&str>, reasoning: u64) -> Vec<u64> {
    let provider = Arc::new(Scripted::new([]).rule(move |_| {
        let mut answer = Answer::text("Fine.").usage(0, 10);
        if let Ok(reply) = &mut answer.result {
            reply.usage.get_or_insert_default().reasoning = reasoning;
        }
        answer
    }));
    let mut options = options(&provider, 200_000);
    options.model.model = model.to_owned();
    options.model.max_output_tokens = Some(60_000);
    options.model.reasoning_effort = effort.map(str::to_owned);
    options.settings.reserve_tokens = None;
    let talk = Talk::open(provider, options);
    let mut kept = vec![talk.session.snapshot().usage.budget.reserve];
    for turn in 0..5 {
        talk.ask(&words(turn, 20));
        talk.until_idle();
        kept.push(talk.session.snapshot().usage.budget.reserve);
    }
    kept
}

#[test]
fn short_answers_narrow_what_is_kept_free_but_less_for_a_model_that_reasons() {
    for (model, effort, reasoning, narrowed) in [
        (UNKNOWN, None, 0, 4_096),
        // Its server says that it thought.
        (UNKNOWN, None, 4, 25_000),
        (UNKNOWN, Some("high"), 0, 25_000),
        // Its name says so, unless it is told not to.
        ("o3", None, 0, 25_000),
        ("o3", Some("none"), 0, 4_096),
    ] {
        // A quarter of the window, until enough answers were seen.
        let expected = [50_000, 50_000, 50_000, 50_000, narrowed, narrowed];
        assert_eq!(kept_free(model, effort, reasoning), expected, "{model} {effort:?} {reasoning}");
    }
}

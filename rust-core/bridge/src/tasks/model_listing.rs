//! The models that the user may choose from at one server.

use std::time::{Duration, Instant};

use vibeue_core::provider::ModelInfo;
use vibeue_core::session::live::{Clock, SystemClock};
use vibeue_core::session::offers::{ModelOffer, ModelOffers, OfferContext, OfferOrigin};

use super::job::{Cancel, Job};
use crate::config;
use crate::fence::fenced;
use crate::ffi::ffi::{Answer, ModelConfig, ModelOrigin, ModelRow, ModelTable, Status, StatusCode};
use crate::live::lock;
use crate::session::{Session, same_server};
use crate::status;

/// How long to wait for a server at most.
const LONGEST: Duration = Duration::from_secs(20);

/// How long a list counts as up to date.
const FRESH: Duration = Duration::from_mins(5);

/// How long the end of a request waits for the operating system.
const FAREWELL: Duration = Duration::from_millis(100);

/// The maximum number of rows of one result.
const MOST: usize = 200;

/// The models of one server, listed in the background.
#[derive(Debug)]
pub struct ModelListing {
    config: ModelConfig,
    begun: Instant,
    /// What is known without the server.
    known: ModelOffers,
    job: Job<Listed>,
}

#[derive(Debug)]
struct Listed {
    status: Status,
    offers: ModelOffers,
}

pub(crate) fn start_model_listing(model: &ModelConfig) -> Box<ModelListing> {
    let base_url = config::resolve(model).map(|it| it.base_url).unwrap_or_default();
    let known = ModelOffers::new(&base_url, Vec::new());
    let broken = Listed {
        status: status::failed(
            StatusCode::Internal,
            "the server could not be asked for its models",
            "see the log, and close other programs",
        ),
        offers: known.clone(),
    };
    let asked = model.clone();
    let job = Job::start("vibeue-models", broken, move |cancel| {
        let (status, models) = match list(&asked, cancel) {
            Ok(models) => (status::ok(), models),
            Err(status) => (status, Vec::new()),
        };
        Listed { status, offers: ModelOffers::new(&base_url, models) }
    });
    Box::new(ModelListing { config: model.clone(), begun: Instant::now(), known, job })
}

/// Asks the server.
fn list(model: &ModelConfig, cancel: &Cancel) -> Result<Vec<ModelInfo>, Status> {
    let provider = config::connect(model).map_err(|error| status::of(&error))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| {
        let what = format!("the network cannot be started: {error}");
        status::failed(StatusCode::Io, what, "close other programs")
    })?;
    let listed = runtime.block_on(async {
        tokio::select! {
            listed = tokio::time::timeout(LONGEST, provider.models()) => Some(listed),
            () = cancel.cancelled() => None,
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    match listed {
        None => Err(status::failed(StatusCode::Cancelled, "the request was cancelled", "")),
        Some(Err(_)) => {
            let what = "the server did not list its models in time";
            Err(status::failed(StatusCode::Io, what, "try again"))
        }
        Some(Ok(Err(error))) => {
            Err(status::failed(StatusCode::Io, error.message, error.hint.unwrap_or_default()))
        }
        Some(Ok(Ok(models))) => Ok(models),
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ModelListing {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn serves(&self, model: &ModelConfig) -> bool {
        let failed = |it: &Listed| it.status.code != StatusCode::Ok;
        same_server(&self.config, model)
            && self.begun.elapsed() < FRESH
            && !self.job.result().is_some_and(failed)
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl Session {
    pub fn models_to_choose(&self, listing: &ModelListing, words: &str) -> ModelTable {
        let (status, offers) = match listing.job.result() {
            Some(listed) => (listed.status.clone(), &listed.offers),
            None => (status::running(), &listing.known),
        };
        let nothing =
            |status: Status| ModelTable { status, rows: Vec::new(), all: 0, used: String::new() };
        let look = || {
            let now = self.read(Clone::clone)?;
            let mut context = OfferContext::of(&now, SystemClock.now());
            if !same_server(&lock(&self.live.connection).config, &listing.config) {
                // Another server's model answers, though one of this server may have the same name.
                context.current = "";
            }
            let found = offers.find(words, &context, MOST);
            Some(ModelTable {
                status: status.clone(),
                rows: found.into_iter().map(row).collect(),
                all: offers.count(&context) as u64,
                used: ModelOffer::short_tokens(context.used),
            })
        };
        fenced(|status| Some(nothing(status)), look).unwrap_or_else(|| nothing(status::closed()))
    }
}

fn row(offer: ModelOffer) -> ModelRow {
    let short = |tokens: Option<u64>| tokens.map(ModelOffer::short_tokens).unwrap_or_default();
    let price = |dollars: Option<f64>| dollars.map(ModelOffer::short_price).unwrap_or_default();
    ModelRow {
        origin: match offer.origin {
            OfferOrigin::Server => ModelOrigin::Server,
            OfferOrigin::Table => ModelOrigin::Table,
            OfferOrigin::Current => ModelOrigin::Current,
        },
        current: offer.is_current,
        window: short(offer.window),
        longest_answer: short(offer.max_output),
        input_price: price(offer.input_price),
        output_price: price(offer.output_price),
        tools: answer(offer.abilities.tools),
        images: answer(offer.abilities.images),
        reasoning: answer(offer.abilities.reasoning),
        retires: offer.retires.unwrap_or_default().to_owned(),
        retired: offer.is_retired,
        summarizes_first: offer.summarizes_first,
        id: offer.id,
    }
}

fn answer(known: Option<bool>) -> Answer {
    match known {
        None => Answer::Unknown,
        Some(true) => Answer::Yes,
        Some(false) => Answer::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model_at(base_url: String) -> ModelConfig {
        ModelConfig {
            base_url,
            protocol: "openai".to_owned(),
            model: "m".to_owned(),
            ..ModelConfig::default()
        }
    }

    #[test]
    fn a_question_under_way_serves_every_model_of_its_own_server_and_no_other_server() {
        // It is connected to, but never answers.
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let model = model_at(format!("http://{}/v1", silent.local_addr().unwrap()));
        let listing = start_model_listing(&model);
        let another = ModelConfig { model: "another".to_owned(), ..model.clone() };
        let elsewhere =
            ModelConfig { base_url: "http://127.0.0.1:7/v1".to_owned(), ..model.clone() };
        let served = [&model, &another, &elsewhere].map(|it| listing.serves(it));
        assert_eq!(served, [true, true, false]);
        assert!(!listing.is_finished());
    }

    #[test]
    fn a_server_that_cannot_be_reached_leaves_what_is_known_and_says_why() {
        let model = model_at("http://127.0.0.1:9/v1".to_owned());
        let listing = start_model_listing(&model);
        while !listing.is_finished() {
            std::thread::yield_now();
        }
        let listed = listing.job.result().unwrap();
        assert_eq!(listed.status.code, StatusCode::Io);
        assert_ne!(listed.status.message, "");
        // It is asked again the next time.
        assert!(!listing.serves(&model));
    }

    #[test]
    fn a_model_is_told_in_words_that_fit_a_row() {
        let offers = ModelOffers::new("", Vec::new());
        let settings = vibeue_core::conversation::settings::Settings::default();
        let context = OfferContext {
            current: "claude-sonnet-4-5",
            overrides: Default::default(),
            used: 0,
            line: 0,
            settings: &settings,
            now: 0,
        };
        let told = row(offers.find("", &context, 1).remove(0));
        let expected = ModelRow {
            id: "claude-sonnet-4-5".to_owned(),
            origin: ModelOrigin::Current,
            current: true,
            window: "200K".to_owned(),
            longest_answer: "64K".to_owned(),
            input_price: String::new(),
            output_price: String::new(),
            tools: Answer::Yes,
            images: Answer::Yes,
            reasoning: Answer::Unknown,
            retires: "2026-11-30".to_owned(),
            retired: false,
            summarizes_first: false,
        };
        assert_eq!(told, expected);
    }
}

//! Keys in the system's credential store, for a host that must not wait for it.

use vibeue_core::Error;
use vibeue_core::provider::{
    Connection, ConnectionFault, ConnectionRequest, CredentialFault, CredentialStore, Origin,
};

use super::job::{Cancel, Job};
use crate::config;
use crate::ffi::ffi::{KeyErrand, KeyReport, ModelConfig, Status, StatusCode};
use crate::status;

/// One operation on the key of a connection in the system's credential store,
/// run in the background.
#[derive(Debug)]
pub struct KeyKeeping {
    job: Job<KeyReport>,
}

pub(crate) fn start_key_keeping(model: &ModelConfig, errand: KeyErrand) -> Box<KeyKeeping> {
    let broken = status::failed(
        StatusCode::Internal,
        "the system's credential store could not be queried",
        "see the log, and close other programs",
    );
    let model = model.clone();
    let job = Job::start("vibeue-key", report(broken, String::new()), move |cancel| {
        run(&model, errand, cancel)
    });
    Box::new(KeyKeeping { job })
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl KeyKeeping {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn report(&self) -> KeyReport {
        self.job.result().cloned().unwrap_or_else(|| report(status::running(), String::new()))
    }
}

fn report(status: Status, server: String) -> KeyReport {
    KeyReport { status, server, has_key: false }
}

fn run(model: &ModelConfig, errand: KeyErrand, cancel: &Cancel) -> KeyReport {
    let origin = match origin(model) {
        Ok(origin) => origin,
        Err(fault) => return report(status::of(&fault.into()), String::new()),
    };
    let server = origin.to_string();
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let what = format!("the credential store cannot be queried: {error}");
            return report(status::failed(StatusCode::Io, what, "close other programs"), server);
        }
    };
    let store = CredentialStore::of_system(&|name| std::env::var(name).ok());
    let done = runtime.block_on(async {
        tokio::select! {
            done = ask(&store, &origin, model, errand) => Some(done),
            () = cancel.cancelled() => None,
        }
    });
    match done {
        None => {
            let what = "the query of the credential store was cancelled";
            report(status::failed(StatusCode::Cancelled, what, ""), server)
        }
        Some(Err(fault)) => report(status::of(&Error::from(fault)), server),
        Some(Ok(has_key)) => KeyReport { status: status::ok(), server, has_key },
    }
}

/// Does it, and returns whether the store has a key afterwards.
async fn ask(
    store: &CredentialStore,
    origin: &Origin,
    model: &ModelConfig,
    errand: KeyErrand,
) -> Result<bool, CredentialFault> {
    match errand {
        KeyErrand::Keep => {
            store.keep(origin, &model.key.trim().into()).await?;
            Ok(true)
        }
        KeyErrand::Remove => store.remove(origin).await.map(|_| false),
        _ => store.find(origin).await.map(|found| found.is_some()),
    }
}

/// The server that the key is for, whatever model is chosen and whatever other keys and headers
/// there are.
fn origin(model: &ModelConfig) -> Result<Origin, ConnectionFault> {
    let request = ConnectionRequest {
        key: None,
        key_variable: String::new(),
        headers: Vec::new(),
        key_is_kept: true,
        model_by_server: true,
        ..config::request(model)
    };
    let connection = Connection::resolve(&request, &|_| None, &|_| Ok(None))?;
    connection.kept_key.ok_or(ConnectionFault::NoProvider)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_belongs_to_the_server_that_is_chosen_whichever_model_and_key_are() {
        let named = |preset: &str, base_url: &str| {
            let [preset, base_url] = [preset, base_url].map(str::to_owned);
            let key = "sk-1".to_owned();
            let key_variable = "NONE".to_owned();
            let model = ModelConfig { preset, base_url, key, key_variable, ..Default::default() };
            origin(&model).map(|origin| origin.to_string())
        };
        assert_eq!(named("openai", ""), Ok("https://api.openai.com".to_owned()));
        let gate = named("openai", "https://gate.example:8443/v1");
        assert_eq!(gate, Ok("https://gate.example:8443".to_owned()));
        assert_eq!(named("", ""), Err(ConnectionFault::NoProvider));
    }
}

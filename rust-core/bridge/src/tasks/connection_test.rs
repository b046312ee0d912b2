//! A test of a connection.

use std::time::Duration;

use vibeue_core::provider::{
    self, Connection, ConnectionTest as CoreTest, CredentialStore, StepReport,
};

use super::job::{Cancel, Job};
use crate::config;
use crate::ffi::ffi::{
    ConnectionReport, ConnectionStep, ModelConfig, Status, StatusCode, StepOutcome,
};
use crate::status;

/// How long the end of a test waits for the operating system to stop looking
/// a name up.
const FAREWELL: Duration = Duration::from_millis(100);

/// A test of a connection that runs in the background.
#[derive(Debug)]
pub struct ConnectionTest {
    job: Job<ConnectionReport>,
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl ConnectionTest {
    pub(crate) fn start(model: &ModelConfig) -> Self {
        let model = model.clone();
        let broken = status::failed(
            StatusCode::Internal,
            "the test of the connection could not be made",
            "see the log, and close other programs",
        );
        let job = Job::start("vibeue-test", report(broken), move |cancel| run(&model, cancel));
        Self { job }
    }

    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn report(&self) -> ConnectionReport {
        self.job.result().cloned().unwrap_or_else(|| report(status::running()))
    }
}

fn report(status: Status) -> ConnectionReport {
    ConnectionReport { status, works: false, steps: Vec::new(), context_length: 0 }
}

fn run(model: &ModelConfig, cancel: &Cancel) -> ConnectionReport {
    // Whoever tests the connection wants to be asked for the password again.
    if let Ok(Connection { kept_key: Some(origin), .. }) = config::resolve(model) {
        CredentialStore::of_system(&|name| std::env::var(name).ok()).ask_again(&origin);
    }
    let provider = match config::connect(model) {
        Ok(provider) => provider,
        Err(error) => return report(status::of(&error)),
    };
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            let what = format!("the network cannot be started: {error}");
            return report(status::failed(StatusCode::Io, what, "close other programs"));
        }
    };
    let tested = runtime.block_on(async {
        tokio::select! {
            test = CoreTest::run(&*provider, model.model.trim()) => Some(test),
            () = cancel.cancelled() => None,
        }
    });
    runtime.shutdown_timeout(FAREWELL);
    let Some(test) = tested else {
        return report(status::failed(StatusCode::Cancelled, "the test was cancelled", ""));
    };
    ConnectionReport {
        status: status::ok(),
        works: test.works(),
        context_length: test.model.context_length.unwrap_or(0),
        steps: test.steps.into_iter().map(step).collect(),
    }
}

fn step(report: StepReport) -> ConnectionStep {
    ConnectionStep {
        title: report.step.title().to_owned(),
        outcome: match report.outcome {
            provider::StepOutcome::Passed => StepOutcome::Passed,
            provider::StepOutcome::Warned => StepOutcome::Warned,
            provider::StepOutcome::Failed => StepOutcome::Failed,
            provider::StepOutcome::Skipped => StepOutcome::Skipped,
        },
        detail: report.detail,
        hint: report.hint.unwrap_or_default(),
        duration_ms: report.duration_ms,
    }
}

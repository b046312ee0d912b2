//! Questions to a system that answers only the thread that asks.

use std::thread;
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use super::CredentialFault;

/// Asks on a background thread and waits no longer than `longest`. Neither the caller nor its
/// runtime is held up by a question that is never answered: the thread is abandoned, and its answer
/// dropped.
pub(super) async fn beside<T: Send + 'static>(
    longest: Duration,
    question: impl FnOnce() -> Result<T, CredentialFault> + Send + 'static,
) -> Result<T, CredentialFault> {
    let broken = || CredentialFault::Broken("it could not be queried".to_owned());
    let (answer, answered) = oneshot::channel();
    let asking = thread::Builder::new().name("vibeue-credentials".to_owned());
    // The caller may no longer be waiting.
    asking.spawn(move || drop(answer.send(question()))).map_err(|_| broken())?;
    match timeout(longest, answered).await {
        Err(_) => Err(CredentialFault::Unanswered),
        Ok(Err(_)) => Err(broken()),
        Ok(Ok(answer)) => answer,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn wait<T>(question: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(question)
    }

    #[test]
    fn a_question_that_is_never_answered_holds_nobody_up_not_even_at_the_end() {
        let (release, released) = mpsc::channel::<()>();
        let (done, heard) = mpsc::channel();
        let asked = beside(Duration::from_millis(20), move || {
            let _ = released.recv();
            let _ = done.send(());
            Ok(())
        });
        // The runtime ends here, while the question is still open.
        assert_eq!(wait(asked), Err(CredentialFault::Unanswered));
        assert_eq!(heard.try_recv(), Err(mpsc::TryRecvError::Empty));
        release.send(()).unwrap();
        assert_eq!(heard.recv(), Ok(()));
    }

    #[test]
    fn an_answer_is_given_on_and_a_panic_is_a_fault() {
        let long = Duration::from_secs(60);
        assert_eq!(wait(beside(long, || Ok(7))), Ok(7));
        let refused = || Err::<(), _>(CredentialFault::Refused);
        assert_eq!(wait(beside(long, refused)), Err(CredentialFault::Refused));
        let broken = CredentialFault::Broken("it could not be queried".to_owned());
        assert_eq!(wait(beside::<()>(long, || panic!("as told"))), Err(broken));
    }
}

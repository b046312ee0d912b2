//! The credential stores of Windows and macOS.
//!
//! Neither lists what it keeps by itself: an entry of ours has the names of the
//! servers, a line each.

use std::time::Duration;

use keyring::{Entry, Error};
use secrecy::{ExposeSecret as _, SecretString};

use super::CredentialFault;
use super::beside::beside;

const SERVICE: &str = "VibeUE";

/// The entry with the names of the servers.
const LIST: &str = "servers";

/// How long to wait, including for a user whom the system may ask.
const LONGEST: Duration = Duration::from_secs(90);

pub(super) async fn find(server: &str) -> Result<Option<SecretString>, CredentialFault> {
    let server = server.to_owned();
    asked(move || read(&server)).await
}

pub(super) async fn keep(server: &str, secret: &SecretString) -> Result<(), CredentialFault> {
    let (server, secret) = (server.to_owned(), secret.clone());
    asked(move || {
        entry(&server)?.set_password(secret.expose_secret()).map_err(fault)?;
        let mut servers = listed()?;
        if !servers.contains(&server) {
            servers.push(server);
            entry(LIST)?.set_password(&servers.join("\n")).map_err(fault)?;
        }
        Ok(())
    })
    .await
}

pub(super) async fn remove(server: &str) -> Result<bool, CredentialFault> {
    let server = server.to_owned();
    asked(move || {
        let removed = match entry(&server)?.delete_credential() {
            Ok(()) => true,
            Err(Error::NoEntry) => false,
            Err(error) => return Err(fault(error)),
        };
        let mut servers = listed()?;
        servers.retain(|other| *other != server);
        entry(LIST)?.set_password(&servers.join("\n")).map_err(fault)?;
        Ok(removed)
    })
    .await
}

pub(super) async fn list() -> Result<Vec<String>, CredentialFault> {
    asked(listed).await
}

fn listed() -> Result<Vec<String>, CredentialFault> {
    let names = read(LIST)?;
    let names = names.as_ref().map_or("", |names| names.expose_secret());
    Ok(names.lines().filter(|name| !name.is_empty()).map(str::to_owned).collect())
}

fn read(name: &str) -> Result<Option<SecretString>, CredentialFault> {
    match entry(name)?.get_password() {
        Ok(secret) => Ok(Some(secret.into())),
        Err(Error::NoEntry) => Ok(None),
        Err(error) => Err(fault(error)),
    }
}

fn entry(name: &str) -> Result<Entry, CredentialFault> {
    Entry::new(SERVICE, name).map_err(fault)
}

async fn asked<T: Send + 'static>(
    question: impl FnOnce() -> Result<T, CredentialFault> + Send + 'static,
) -> Result<T, CredentialFault> {
    beside(LONGEST, question).await
}

/// By kind alone: the text of an error may hold what could not be read.
#[expect(clippy::needless_pass_by_value, reason = "given to `map_err` as it is")]
fn fault(error: Error) -> CredentialFault {
    let what = match error {
        Error::NoStorageAccess(_) => return CredentialFault::Refused,
        Error::BadEncoding(_) => "what it stores is not text",
        Error::TooLong(..) => return CredentialFault::Unfit("it is too long".to_owned()),
        // On macOS also that somebody declined, or that nobody can be asked.
        _ => "the system refused",
    };
    CredentialFault::Broken(what.to_owned())
}

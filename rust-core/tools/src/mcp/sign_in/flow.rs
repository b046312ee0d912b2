//! Signs the user in to a server.

use std::time::Duration;

use tokio::time::timeout;
use url::Url;

use super::Credentials;
use super::client::Client;
use super::discovery::{self, Authority};
use super::grant::Grant;
use super::landing::{Expected, Landing};
use super::proof::Proof;

/// How long the user may take in the browser.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// Signs the user in: finds out where, shows the address of the page, and waits for the browser's
/// redirect. The grant is stored.
///
/// # Errors
/// Why the user is not signed in, without a secret.
pub(in crate::mcp) async fn sign_in(
    credentials: &Credentials,
    show: impl FnOnce(String),
) -> Result<(), String> {
    let challenge = credentials.asked().unwrap_or_default();
    let authority = discovery::find(&credentials.server, &challenge).await?;
    let own = &credentials.own;
    let landing = Landing::open(own.port).await?;
    let back = landing.address();
    let client = if own.id.is_empty() {
        Client::register(&authority, &back).await?
    } else {
        Client::own(own, &authority)
    };
    let scope = if !own.scopes.is_empty() {
        own.scopes.join(" ")
    } else {
        challenge.scope.unwrap_or_else(|| authority.scopes.join(" "))
    };
    let proof = Proof::new()?;
    show(page(&authority, &client, &proof, &scope, &back).to_string());
    let expected = Expected {
        state: proof.state.clone(),
        issuer: authority.issuer.clone(),
        sends_issuer: authority.sends_issuer,
    };
    let code = timeout(PATIENCE, landing.wait(&expected))
        .await
        .map_err(|_| format!("nobody signed in within {} minutes", PATIENCE.as_secs() / 60))??;
    let grant = Grant::exchange(&authority, client, &code, &proof.verifier, &back).await?;
    credentials.keep(grant).await
}

/// The address of the page on which the user agrees.
fn page(authority: &Authority, client: &Client, proof: &Proof, scope: &str, back: &str) -> Url {
    let mut page = authority.page.clone();
    page.set_fragment(None);
    let mut fields = page.query_pairs_mut();
    fields
        .append_pair("response_type", "code")
        .append_pair("client_id", &client.id)
        .append_pair("redirect_uri", back)
        .append_pair("state", &proof.state)
        .append_pair("code_challenge", &proof.challenge())
        .append_pair("code_challenge_method", "S256")
        .append_pair("resource", &authority.resource);
    if !scope.is_empty() {
        fields.append_pair("scope", scope);
    }
    drop(fields);
    page
}

//! The HTTP connection to a server.

use std::collections::HashMap;
use std::sync::Arc;

use futures_util::StreamExt as _;
use http::{HeaderName, HeaderValue};
use rmcp::model::ClientJsonRpcMessage;
use rmcp::transport::common::client_side_sse::BoxedSseResponse;
use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpError, StreamableHttpPostResponse,
};

use super::sieve::Notes;
use super::sign_in::{Challenge, Credentials};

/// How the SDK reports that an event is too large.
const TOO_LARGE: &str = "exceeded the maximum size";

/// How the SDK reports that a server requires authentication, without the challenge.
const UNAUTHORIZED: &str = "HTTP 401 Unauthorized";

/// The HTTP connection to a server, with what else has to be known about it.
#[derive(Clone)]
pub(super) struct Wire<C> {
    pub(super) client: C,
    /// Whether a second connection is held open, on which the server may send unsolicited messages.
    pub(super) listens: bool,
    pub(super) notes: Notes,
    /// The credentials for the server, if the user can sign in there.
    pub(super) credentials: Option<Arc<Credentials>>,
}

impl<C: StreamableHttpClient + Sync> Wire<C> {
    /// The token of a request.
    async fn token(&self, otherwise: Option<String>) -> Option<String> {
        match &self.credentials {
            Some(credentials) => credentials.token().await,
            None => otherwise,
        }
    }

    /// Sends a message, and again if its token was refused and there is another one; notes it if
    /// the server requires a sign-in.
    async fn shown<T: Send, F>(
        &self,
        auth: Option<String>,
        post: impl Fn(Option<String>) -> F + Send + Sync,
    ) -> Result<T, StreamableHttpError<C::Error>>
    where
        F: Future<Output = Result<T, StreamableHttpError<C::Error>>> + Send,
    {
        let Some(credentials) = &self.credentials else { return post(auth).await };
        let token = credentials.token().await;
        let sent = post(token.clone()).await;
        let Some((challenge, is_refusal)) = sent.as_ref().err().and_then(asked) else {
            return sent;
        };
        if is_refusal
            && let Some(token) = token
            && let Some(other) = credentials.renewed(&token).await
        {
            let sent = post(Some(other)).await;
            if let Some((challenge, _)) = sent.as_ref().err().and_then(asked) {
                credentials.note(challenge);
            }
            return sent;
        }
        credentials.note(challenge);
        sent
    }
}

/// The challenge of a server that requires authentication, and whether it rejected the token.
fn asked<E: std::error::Error + Send + Sync + 'static>(
    error: &StreamableHttpError<E>,
) -> Option<(Challenge, bool)> {
    match error {
        StreamableHttpError::AuthRequired(error) => {
            Some((Challenge::of(&error.www_authenticate_header), true))
        }
        StreamableHttpError::InsufficientScope(error) => {
            Some((Challenge::of(&error.www_authenticate_header), false))
        }
        // Without the header, the SDK reports it only in words.
        error if error.to_string().contains(UNAUTHORIZED) => Some((Challenge::default(), true)),
        _ => None,
    }
}

impl<C: StreamableHttpClient + Sync> StreamableHttpClient for Wire<C> {
    type Error = C::Error;

    async fn post_message(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<StreamableHttpPostResponse, StreamableHttpError<Self::Error>> {
        let post = |auth| {
            let (uri, message) = (Arc::clone(&uri), message.clone());
            self.client.post_message(uri, message, session.clone(), auth, headers.clone())
        };
        self.shown(auth, post).await
    }

    async fn post_message_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        message: ClientJsonRpcMessage,
        session: Option<Arc<str>>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        most: usize,
    ) -> Result<StreamableHttpPostResponse, StreamableHttpError<Self::Error>> {
        let post = |auth| {
            let (uri, message, session) = (Arc::clone(&uri), message.clone(), session.clone());
            let headers = headers.clone();
            let client = &self.client;
            client.post_message_with_max_sse_event_size(uri, message, session, auth, headers, most)
        };
        match self.shown(auth, post).await {
            Ok(StreamableHttpPostResponse::Sse(events, session)) => {
                let notes = self.notes.clone();
                let watched = events.inspect(move |event| {
                    // The SDK reports it only in words.
                    if event.as_ref().is_err_and(|error| error.to_string().contains(TOO_LARGE)) {
                        notes.note_oversized();
                    }
                });
                Ok(StreamableHttpPostResponse::Sse(watched.boxed(), session))
            }
            Err(error @ StreamableHttpError::ResponseBodyTooLarge { .. }) => {
                self.notes.note_oversized();
                Err(error)
            }
            other => other,
        }
    }

    async fn delete_session(
        &self,
        uri: Arc<str>,
        session: Arc<str>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<(), StreamableHttpError<Self::Error>> {
        // A connection that is ending is not worth a renewal, which could be cut off half way or
        // undo a sign-out.
        let auth = match &self.credentials {
            Some(credentials) => credentials.current(),
            None => auth,
        };
        self.client.delete_session(uri, session, auth, headers).await
    }

    async fn get_stream(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
    ) -> Result<BoxedSseResponse, StreamableHttpError<Self::Error>> {
        if !self.listens {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        let auth = self.token(auth).await;
        self.client.get_stream(uri, session, last, auth, headers).await
    }

    async fn get_stream_with_max_sse_event_size(
        &self,
        uri: Arc<str>,
        session: Option<Arc<str>>,
        last: Option<String>,
        auth: Option<String>,
        headers: HashMap<HeaderName, HeaderValue>,
        most: usize,
    ) -> Result<BoxedSseResponse, StreamableHttpError<Self::Error>> {
        if !self.listens {
            return Err(StreamableHttpError::ServerDoesNotSupportSse);
        }
        let auth = self.token(auth).await;
        self.client
            .get_stream_with_max_sse_event_size(uri, session, last, auth, headers, most)
            .await
    }
}

//! The way to a server over HTTP.

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

/// How the SDK says that an event is too large.
const TOO_LARGE: &str = "exceeded the maximum size";

/// The way to a server over HTTP, with what has to be known of it besides.
#[derive(Clone)]
pub(super) struct Wire<C> {
    pub(super) client: C,
    /// A second connection is held open, on which the server may speak unasked.
    pub(super) listens: bool,
    pub(super) notes: Notes,
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
        self.client.post_message(uri, message, session, auth, headers).await
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
        let sent = self
            .client
            .post_message_with_max_sse_event_size(uri, message, session, auth, headers, most)
            .await;
        match sent {
            Ok(StreamableHttpPostResponse::Sse(events, session)) => {
                let notes = self.notes.clone();
                let watched = events.inspect(move |event| {
                    // The SDK says it in words alone.
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
        self.client
            .get_stream_with_max_sse_event_size(uri, session, last, auth, headers, most)
            .await
    }
}

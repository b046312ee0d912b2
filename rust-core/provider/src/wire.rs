//! Adapts each wire's own calls to [`Provider`].

use std::fmt;
use std::future::Future;

use super::{
    Capabilities, ChatRequest, DeltaSink, ModelInfo, NativeCompaction, Pending, Provider,
    ProviderError, Reply,
};
use vibeue_conversation::Protocol;

/// What one protocol does: [`Provider`] with futures of its own types.
pub(crate) trait Wire: Send + Sync + fmt::Debug {
    /// See [`Provider::protocol`].
    fn protocol(&self) -> Protocol;

    /// See [`Provider::home`].
    fn home(&self) -> Option<String> {
        None
    }

    /// See [`Provider::server`].
    fn server(&self) -> String;

    /// See [`Provider::capabilities`].
    fn capabilities(&self, model: &str) -> Capabilities;

    /// See [`Provider::chat`].
    fn chat(
        &self,
        request: &ChatRequest,
        sink: DeltaSink<'_>,
    ) -> impl Future<Output = Result<Reply, ProviderError>> + Send;

    /// See [`Provider::count`].
    fn count(
        &self,
        _request: &ChatRequest,
    ) -> impl Future<Output = Result<Option<u64>, ProviderError>> + Send {
        std::future::ready(Ok(None))
    }

    /// See [`Provider::describe`].
    fn describe(
        &self,
        model: &str,
    ) -> impl Future<Output = Result<ModelInfo, ProviderError>> + Send;

    /// See [`Provider::models`].
    fn models(&self) -> impl Future<Output = Result<Vec<ModelInfo>, ProviderError>> + Send;

    /// See [`Provider::compact`].
    fn compact(
        &self,
        _request: &ChatRequest,
        _instructions: Option<&str>,
    ) -> impl Future<Output = Result<Option<NativeCompaction>, ProviderError>> + Send {
        std::future::ready(Ok(None))
    }
}

impl<W: Wire> Provider for W {
    fn protocol(&self) -> Protocol {
        Wire::protocol(self)
    }

    fn home(&self) -> Option<String> {
        Wire::home(self)
    }

    fn server(&self) -> Option<String> {
        Some(Wire::server(self))
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        Wire::capabilities(self, model)
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(Wire::chat(self, request, sink))
    }

    fn count<'a>(&'a self, request: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(Wire::count(self, request))
    }

    fn describe<'a>(&'a self, model: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(Wire::describe(self, model))
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(Wire::models(self))
    }

    fn compact<'a>(
        &'a self,
        request: &'a ChatRequest,
        instructions: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(Wire::compact(self, request, instructions))
    }
}

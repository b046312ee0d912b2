//! A provider whose key is fetched before its first request.

use std::fmt;
use std::sync::Arc;

use secrecy::SecretString;
use tokio::sync::Mutex;
use vibeue_conversation::{Protocol, Result};

use super::CredentialStore;
use crate::connection::Origin;
use crate::{
    Capabilities, ChatRequest, DeltaSink, ErrorClass, ModelInfo, NativeCompaction, Pending,
    Provider, ProviderError, Reply,
};

/// A provider whose key is in the credential store, for hosts that must not wait for it when they
/// connect. The store is asked before the first request, only once even if there are several at the
/// same time, and again once a key was rejected.
pub(crate) struct LateKey {
    origin: Origin,
    store: CredentialStore,
    connect: Box<Connect>,
    /// Answers what needs no key.
    keyless: Arc<dyn Provider>,
    keyed: Mutex<Option<Arc<dyn Provider>>>,
}

/// Makes the provider with a key, or without one.
type Connect = dyn Fn(Option<SecretString>) -> Result<Arc<dyn Provider>> + Send + Sync;

impl LateKey {
    /// Makes the provider of a server whose key the store has.
    ///
    /// # Errors
    /// Those of `connect`.
    pub(crate) fn new(
        origin: Origin,
        store: CredentialStore,
        connect: impl Fn(Option<SecretString>) -> Result<Arc<dyn Provider>> + Send + Sync + 'static,
    ) -> Result<Self> {
        let keyless = connect(None)?;
        Ok(Self { origin, store, connect: Box::new(connect), keyless, keyed: Mutex::default() })
    }

    /// The provider with its key.
    async fn keyed(&self) -> Result<Arc<dyn Provider>, ProviderError> {
        let mut keyed = self.keyed.lock().await;
        if let Some(keyed) = &*keyed {
            return Ok(Arc::clone(keyed));
        }
        let failed = |message: String, hint: &str| {
            ProviderError::new(ErrorClass::Authentication, message).hint(hint)
        };
        let is_free = self.origin.preset().is_some_and(|preset| !preset.needs_key);
        let key = match self.store.find_unless_declined(&self.origin).await {
            Ok(Some(key)) => key,
            // A program on this machine that needs none.
            Ok(None) if is_free => return Ok(Arc::clone(&self.keyless)),
            Err(fault) if is_free && !fault.may_have_key() => {
                return Ok(Arc::clone(&self.keyless));
            }
            Ok(None) => {
                return Err(failed(
                    format!("the system's credential store has no key for {}", self.origin),
                    "enter the key in the settings, or keep it there again",
                ));
            }
            Err(fault) => return Err(failed(fault.message(), fault.hint())),
        };
        let made = (self.connect)(Some(key))
            .map_err(|error| failed(error.message().to_owned(), "store the key again"))?;
        *keyed = Some(Arc::clone(&made));
        Ok(made)
    }

    /// An answer of the provider with its key.
    async fn settled<T>(&self, answer: Result<T, ProviderError>) -> Result<T, ProviderError> {
        if matches!(&answer, Err(error) if error.class == ErrorClass::Authentication) {
            // By the next request another key may be kept.
            *self.keyed.lock().await = None;
        }
        answer
    }

    /// The provider for what needs no key: it has learned what the other did, if there is one.
    fn known(&self) -> Arc<dyn Provider> {
        let keyed = self.keyed.try_lock().ok().and_then(|keyed| keyed.clone());
        keyed.unwrap_or_else(|| Arc::clone(&self.keyless))
    }
}

impl fmt::Debug for LateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LateKey").field("origin", &self.origin).finish_non_exhaustive()
    }
}

impl Provider for LateKey {
    fn protocol(&self) -> Protocol {
        self.keyless.protocol()
    }

    fn home(&self) -> Option<String> {
        self.keyless.home()
    }

    fn server(&self) -> Option<String> {
        self.keyless.server()
    }

    fn capabilities(&self, model: &str) -> Capabilities {
        self.known().capabilities(model)
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest, sink: DeltaSink<'a>) -> Pending<'a, Reply> {
        Box::pin(async move {
            let provider = self.keyed().await?;
            self.settled(provider.chat(request, sink).await).await
        })
    }

    fn count<'a>(&'a self, request: &'a ChatRequest) -> Pending<'a, Option<u64>> {
        Box::pin(async move {
            let provider = self.keyed().await?;
            self.settled(provider.count(request).await).await
        })
    }

    fn describe<'a>(&'a self, model: &'a str) -> Pending<'a, ModelInfo> {
        Box::pin(async move {
            let provider = self.keyed().await?;
            self.settled(provider.describe(model).await).await
        })
    }

    fn models(&self) -> Pending<'_, Vec<ModelInfo>> {
        Box::pin(async move {
            let provider = self.keyed().await?;
            self.settled(provider.models().await).await
        })
    }

    fn compact<'a>(
        &'a self,
        request: &'a ChatRequest,
        instructions: Option<&'a str>,
    ) -> Pending<'a, Option<NativeCompaction>> {
        Box::pin(async move {
            let provider = self.keyed().await?;
            self.settled(provider.compact(request, instructions).await).await
        })
    }
}

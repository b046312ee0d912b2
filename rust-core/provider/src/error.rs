//! Why a provider did not answer, classified by what the caller can do about
//! it.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Classifies a failure by what the caller can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "class", rename_all = "snake_case")]
pub enum ErrorClass {
    /// The key is missing, wrong or not allowed: fix it.
    Authentication,
    /// The request does not fit: send a strictly smaller one.
    ContextLengthExceeded {
        /// The limit in tokens, if the server says.
        limit: Option<u64>,
        /// The request's tokens as the server counts them, if it says.
        requested: Option<u64>,
    },
    /// Too many requests: wait.
    RateLimited {
        /// How long, if the server says.
        #[serde(with = "millis")]
        retry_after: Option<Duration>,
    },
    /// The server cannot answer at the moment: try again later.
    Overloaded {
        /// How long, if the server says.
        #[serde(with = "millis")]
        retry_after: Option<Duration>,
    },
    /// The connection failed, was cut or went silent: check it and try again.
    Transport,
    /// The server's answer does not follow the protocol: check the address and
    /// the protocol.
    Protocol,
    /// The server declines this request as it is: change it instead of
    /// repeating it.
    Refused,
    /// The caller cancelled it.
    Cancelled,
    /// The account has no credit: top it up.
    Billing,
    /// The model or address does not exist: choose another.
    NotFound,
}

impl ErrorClass {
    /// Returns whether the cause may go away by itself, so that the same question may be answered
    /// another time. All retries, by a program or by the user, follow from this.
    pub const fn passes(self) -> bool {
        matches!(
            self,
            ErrorClass::RateLimited { .. } | ErrorClass::Overloaded { .. } | ErrorClass::Transport
        )
    }

    /// How long the server asks to wait, if it says.
    pub const fn retry_after(self) -> Option<Duration> {
        match self {
            ErrorClass::RateLimited { retry_after } | ErrorClass::Overloaded { retry_after } => {
                retry_after
            }
            _ => None,
        }
    }

    /// The name in events and exit reports.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorClass::Authentication => "authentication",
            ErrorClass::ContextLengthExceeded { .. } => "context_length_exceeded",
            ErrorClass::RateLimited { .. } => "rate_limited",
            ErrorClass::Overloaded { .. } => "overloaded",
            ErrorClass::Transport => "transport",
            ErrorClass::Protocol => "protocol",
            ErrorClass::Refused => "refused",
            ErrorClass::Cancelled => "cancelled",
            ErrorClass::Billing => "billing",
            ErrorClass::NotFound => "not_found",
        }
    }
}

/// The error of a provider: why it did not answer.
///
/// The message contains no secrets: it was redacted where it was created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderError {
    /// What the caller can do about it.
    pub class: ErrorClass,
    /// What happened, as text for the user.
    pub message: String,
    /// What to do about it, if known.
    pub hint: Option<String>,
    /// The HTTP status, if there was an answer.
    pub status: Option<u16>,
    /// The server's id of the request, to quote to its operator.
    pub request_id: Option<String>,
    /// Whether some of the answer was delivered before it failed.
    pub delivered: bool,
    /// Whether sending the same request again can help, if this is known better than from the
    /// class: because the server said so, or because it may still be working on the first one.
    pub may_repeat: Option<bool>,
}

impl ProviderError {
    /// Creates an error of a class.
    pub fn new(class: ErrorClass, message: impl Into<String>) -> Self {
        Self {
            class,
            message: message.into(),
            hint: None,
            status: None,
            request_id: None,
            delivered: false,
            may_repeat: None,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// Returns whether sending the same request again at once can help.
    pub fn is_transient(&self) -> bool {
        self.may_repeat.unwrap_or(self.class.passes())
    }

    /// Returns whether the same question may be answered another time. Unlike
    /// [`ProviderError::is_transient`] this includes timeouts, which are not a reason to send a
    /// request twice in a row.
    pub fn may_pass(&self) -> bool {
        self.class.passes()
    }

    /// How long the server asks to wait, if it says.
    pub fn retry_after(&self) -> Option<Duration> {
        self.class.retry_after()
    }
}

impl fmt::Display for ProviderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, " ({hint})")?;
        }
        Ok(())
    }
}

impl std::error::Error for ProviderError {}

/// Durations as whole milliseconds, `null` if unknown.
mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Option<Duration>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        duration.map(|d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX)).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_millis))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_class_is_written_with_its_numbers_and_read_back() {
        let class = ErrorClass::RateLimited { retry_after: Some(Duration::from_millis(1_500)) };
        let json = serde_json::to_value(class).unwrap();
        assert_eq!(json, json!({"class": "rate_limited", "retry_after": 1_500}));
        assert_eq!(serde_json::from_value::<ErrorClass>(json).unwrap(), class);
        let class =
            ErrorClass::ContextLengthExceeded { limit: Some(8_192), requested: Some(9_000) };
        let json = serde_json::to_value(class).unwrap();
        assert_eq!(json["class"], class.name());
        assert_eq!(serde_json::from_value::<ErrorClass>(json).unwrap(), class);
    }
}

//! temporary
use crate::config::{Config, Environment};
use crate::failure::{Failure, Result};
use std::sync::Arc;
use vibeue_core::provider::Provider;
use vibeue_core::session::live::ModelChoice;
pub(crate) struct Server {
    pub(crate) provider: Arc<dyn Provider>,
    pub(crate) choice: ModelChoice,
}
pub(crate) fn to(_c: &Config, _e: &Environment) -> Result<Server> {
    Err(Failure::input("x", "y"))
}

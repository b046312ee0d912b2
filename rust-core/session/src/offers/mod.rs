//! The models that the user may choose from.
//!
//! What a server lists, what the table knows about its maker's models, and what a conversation has
//! used are combined here, so that the terminal's `/model` and the editor's window show the same
//! rows.

mod maker;
mod model_offer;
mod model_offers;

pub use model_offer::{ModelOffer, OfferOrigin};
pub use model_offers::{ModelOffers, OfferContext};

//! Image data for protocols that want it separate from its type.

use vibeue_conversation::ImageSource;

/// Base64 and its media type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Blob<'a> {
    /// `image/png`, …
    pub(crate) media_type: &'a str,
    /// The base64 text.
    pub(crate) data: &'a str,
}

impl<'a> Blob<'a> {
    /// Returns the data that an image contains itself, as base64 or in a
    /// `data:` URL; `None` if it is stored elsewhere.
    pub(crate) fn of(source: &'a ImageSource) -> Option<Self> {
        match source {
            ImageSource::Base64 { media_type, data } => Some(Self { media_type, data }),
            ImageSource::Url { url } => {
                let (head, data) = url.strip_prefix("data:")?.split_once(',')?;
                let media_type = head.strip_suffix(";base64")?;
                Some(Self { media_type: media_type.split(';').next().unwrap_or(media_type), data })
            }
            ImageSource::Provider { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_address_is_taken_apart_and_others_are_not() {
        let url = |url: &str| ImageSource::Url { url: url.to_owned() };
        let png = url("data:image/png;base64,AAAA");
        assert_eq!(Blob::of(&png), Some(Blob { media_type: "image/png", data: "AAAA" }));
        let named = url("data:image/png;name=a.png;base64,AAAA");
        assert_eq!(Blob::of(&named), Some(Blob { media_type: "image/png", data: "AAAA" }));
        assert_eq!(Blob::of(&url("https://a.b/c.png")), None);
        assert_eq!(Blob::of(&url("data:text/plain,hello")), None);
        assert_eq!(Blob::of(&url("data:")), None);
    }
}

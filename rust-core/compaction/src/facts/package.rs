//! The two names of an Unreal asset.

/// The package of an asset that is named as an object: `/Game/UI/WBP_Hud` for
/// `/Game/UI/WBP_Hud.WBP_Hud`. Both name the same thing, so only one is kept.
/// `None` for every other name.
pub(crate) fn package_of(name: &str) -> Option<&str> {
    let (package, object) = name.rsplit_once('.')?;
    let leaf = &package[package.rfind('/')? + 1..];
    (name.starts_with('/') && !object.is_empty() && leaf == object).then_some(package)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_asset_goes_by_its_package() {
        assert_eq!(package_of("/Game/UI/WBP_Hud.WBP_Hud"), Some("/Game/UI/WBP_Hud"));
        for other in ["/Game/UI/WBP_Hud", "/Game/UI/WBP_Hud.WBP_Hud_C", "a/b.b", "/x/.", "/x.", ""]
        {
            assert_eq!(package_of(other), None, "{other}");
        }
    }
}

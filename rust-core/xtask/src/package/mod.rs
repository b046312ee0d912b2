//! Packages the plugin with the native library of this platform.
//!
//! The folder that comes out is dropped into a project's `Plugins`: sources,
//! headers, the library under `lib/<Platform>`, notices. The library is built
//! by the profile `plugin`; on Linux it is linked into one object first, whose
//! only global symbols are the bridge's, so that two libraries with Rust inside
//! can be in one editor.

mod archive;
mod layout;
mod notices;
mod platform;

use std::path::PathBuf;

use crate::bridge;
use crate::metadata::Metadata;
use crate::vocab::Mode;
use platform::Platform;

/// Packages the plugin into a folder, `target/plugin/VibeUE` where none is
/// given, and says what it holds. An archive that cargo left already takes the
/// place of one that is built for shipping: tests need not wait for that.
///
/// # Errors
/// When something generated is stale, the library cannot be built, or it is
/// not as it must be.
pub(crate) fn run(out: Option<&str>, archive: Option<&str>) -> Result<String, String> {
    bridge::run(Mode::Check)?;
    let root = bridge::root();
    let out = out.map_or_else(|| root.join("target/plugin/VibeUE"), PathBuf::from);
    let platform = Platform::of_host()?;
    let metadata = Metadata::read(&root)?;
    let built = archive::build(&root, platform, archive)?;
    let notices = notices::write(&root, &metadata)?;
    let files = layout::lay_out(&root, &out, platform, &built.path, &notices)?;
    Ok(format!("{}\n{files} files in {}", built.report, out.display()))
}

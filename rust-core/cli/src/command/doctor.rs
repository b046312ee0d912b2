//! temporary
use crate::args::DoctorArgs;
use crate::console::Console;
use crate::failure::Result;
pub(crate) fn run(_args: &DoctorArgs, _console: &mut Console) -> Result {
    Ok(())
}

//! Asset listings, grouped by folder.

use std::fmt::Write;

/// The maximum number of lines that are read.
const MOST_LINES: usize = 4_000;

/// The assets that a result lists.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Listing<'t> {
    /// Folders in order of appearance, each with the names of its assets.
    folders: Vec<(&'t str, Vec<&'t str>)>,
    /// How many assets there are.
    count: usize,
}

impl<'t> Listing<'t> {
    /// Reads the assets at the beginnings of lines; `None` if there are none.
    pub(super) fn of(text: &'t str) -> Option<Self> {
        let mut listing = Self::default();
        for line in text.lines().take(MOST_LINES) {
            let line = line.trim_start_matches(['-', '*', ' ', '\t']);
            if !line.starts_with('/') {
                continue;
            }
            let path = line.split([' ', '\t', ',']).next().unwrap_or_default();
            let Some((folder, name)) = path.rsplit_once('/') else { continue };
            // `BP_Door.BP_Door` repeats the name.
            let name = name.split('.').next().unwrap_or(name);
            if folder.is_empty() || name.is_empty() {
                continue;
            }
            listing.count += 1;
            match listing.folders.iter_mut().rev().take(8).find(|known| known.0 == folder) {
                Some((_, names)) => names.push(name),
                None => listing.folders.push((folder, vec![name])),
            }
        }
        (listing.count > 0).then_some(listing)
    }

    /// Returns whether most lines of a text are assets.
    pub(super) fn is_most_of(&self, text: &str) -> bool {
        self.count >= 3 && self.count * 3 >= text.lines().count() * 2
    }

    /// How many assets in how many folders.
    pub(super) fn count(&self) -> String {
        match self.folders.len() {
            1 => self.count.to_string(),
            folders => format!("{} in {folders} folders", self.count),
        }
    }

    /// The folders with their names, within `max` characters. A folder inside
    /// the previous one is written by the end of its path only.
    pub(super) fn by_folder(&self, max: usize) -> String {
        let mut out = String::new();
        let each = max / self.folders.len().clamp(1, 6);
        for (nth, (folder, names)) in self.folders.iter().enumerate() {
            let mut line = format!("{folder}: ");
            for (at, name) in names.iter().enumerate() {
                let lead = if at == 0 { "" } else { ", " };
                if at > 0 && line.len() + name.len() + 8 > each.max(60) {
                    let _ = write!(line, " +{}", names.len() - at);
                    break;
                }
                let _ = write!(line, "{lead}{name}");
            }
            let lead = if out.is_empty() { "" } else { "; " };
            if out.chars().count() + lead.len() + line.chars().count() + 12 > max {
                if !out.is_empty() {
                    let _ = write!(out, "; +{} folders", self.folders.len() - nth);
                }
                break;
            }
            out.push_str(lead);
            out.push_str(&line);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assets_are_told_by_folder() {
        let text = "4 assets below /Game/UI\n/Game/UI/Common/UI_Toast.UI_Toast  WidgetBlueprint  41 KB\n\
            /Game/UI/Common/WBP_Button.WBP_Button  WidgetBlueprint  406.5 KB\n\
            /Game/UI/HUD/WBP_Hud  (hard, 3 actors)\n- /Game/UI/Common/WBP_Modal\n";
        let listing = Listing::of(text).unwrap();
        assert_eq!(listing.count(), "4 in 2 folders");
        assert_eq!(
            listing.by_folder(200),
            "/Game/UI/Common: UI_Toast, WBP_Button, WBP_Modal; /Game/UI/HUD: WBP_Hud"
        );
        assert_eq!(
            listing.by_folder(66),
            "/Game/UI/Common: UI_Toast, WBP_Button, WBP_Modal; +1 folders"
        );
        assert_eq!(Listing::of("nothing here"), None);
    }
}

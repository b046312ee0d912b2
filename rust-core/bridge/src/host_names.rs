//! The host's things other than files that the user may mention.

use vibeue_core::session::writing::{
    ASSET_TAGS, HostCandidate as CoreCandidate, HostKind as CoreKind, HostThing as CoreThing,
    host_names as core_names,
};

use crate::fence::fenced;
use crate::ffi::ffi::{HostCandidate, HostKind, HostName, HostThing, NameValue};

pub(crate) fn host_names(text: &str) -> Vec<HostName> {
    fenced(
        |_| Vec::new(),
        || {
            let names = core_names(text).into_iter();
            let name = |it: vibeue_core::session::writing::HostName| HostName {
                kind: match it.kind {
                    CoreKind::Asset => HostKind::Asset,
                    CoreKind::Actor => HostKind::Actor,
                },
                name: it.name,
                wanted: it.wanted,
            };
            names.map(name).collect()
        },
    )
}

pub(crate) fn host_asset_tags() -> Vec<String> {
    fenced(|_| Vec::new(), || ASSET_TAGS.iter().map(|(tag, _)| (*tag).to_owned()).collect())
}

pub(crate) fn kind(of: HostKind) -> CoreKind {
    match of {
        HostKind::Actor => CoreKind::Actor,
        _ => CoreKind::Asset,
    }
}

pub(crate) fn candidate(of: &HostCandidate) -> CoreCandidate {
    CoreCandidate {
        kind: kind(of.kind),
        path: of.path.clone(),
        label: of.label.clone(),
        class: of.class_name.clone(),
    }
}

pub(crate) fn thing(of: &HostThing) -> CoreThing {
    let pair = |it: &NameValue| (it.name.clone(), it.value.clone());
    CoreThing {
        name: of.name.clone(),
        found: of.found,
        label: of.label.clone(),
        class: of.class_name.clone(),
        path: of.path.clone(),
        bytes: u64::try_from(of.bytes).ok(),
        is_unsaved: of.is_unsaved,
        tags: of.tags.iter().map(pair).collect(),
        location: <[f64; 3]>::try_from(of.location.as_slice()).ok(),
        components: of.components.iter().map(pair).collect(),
    }
}

#[cfg(test)]
mod tests {
    use vibeue_core::conversation::Part;

    use super::*;
    use crate::tasks::start_mention_reading;

    #[test]
    fn what_the_host_found_is_attached_and_what_is_gone_is_reported() {
        let text = "@/Game/BP_Door.BP_Door and @/Game/Gone";
        let names = host_names(text);
        let wanted: Vec<&str> = names.iter().map(|it| it.wanted.as_str()).collect();
        assert_eq!(wanted, ["/Game/BP_Door", "/Game/Gone"]);
        let found = HostThing {
            name: names[0].name.clone(),
            found: 1,
            label: "BP_Door".to_owned(),
            class_name: "Blueprint".to_owned(),
            path: "/Game/BP_Door.BP_Door".to_owned(),
            bytes: -1,
            is_unsaved: false,
            tags: Vec::new(),
            location: vec![1.0],
            components: Vec::new(),
        };
        let reading = start_mention_reading(text, "", "", &[found]);
        while !reading.is_finished() {
            std::thread::yield_now();
        }
        let rows = reading.rows();
        assert_eq!(rows[0].attachment[0].name, "BP_Door");
        let parts = reading.take_parts().expect("it is read");
        let [Part::Text { text, .. }] = parts.as_slice() else { panic!("{parts:?}") };
        assert!(text.starts_with("<attached-asset name=\"BP_Door\" "), "{text}");
        assert!(!text.contains("location"), "{text}");
        assert_eq!(rows[1].problem, "there is no such asset in the project");
    }
}

//! Pictures: what is one, what is refused and why, and where dropped ones are.

use vibeue_conversation::ImageSource;

use super::*;
use crate::library::Library;

/// A PNG of one pixel size whose pixels nobody could show, and that is whole.
pub(in crate::writing) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8], content: &[u8]| {
        out.extend(u32::try_from(content.len()).unwrap().to_be_bytes());
        out.extend(kind);
        out.extend(content);
        out.extend([0; 4]);
    };
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    chunk(b"IHDR", &[size.as_slice(), &[8, 2, 0, 0, 0]].concat());
    chunk(b"IDAT", &[7; 64]);
    chunk(b"IEND", &[]);
    out
}

/// A JPEG with a preview of its own before the frame.
fn jpeg() -> Vec<u8> {
    let mut out = b"\xff\xd8\xff\xe1\x00\x06\xff\xd8\xff\xd9".to_vec();
    out.extend(b"\xff\xc0\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00");
    out.extend(b"\xff\xda\x00\x02pixels\xff\xd9");
    out
}

#[test]
fn a_picture_is_what_its_content_says_with_its_pixels() {
    let found = Picture::of(&png(640, 480)).unwrap();
    assert_eq!(found.detail(), format!("PNG, 640 × 480, {} bytes", png(640, 480).len()));
    let Part::Image(image) = found.part() else { panic!("it is no image") };
    let ImageSource::Base64 { media_type, data } = &image.source else { panic!("no content") };
    assert_eq!(&**media_type, "image/png");
    assert!(data.starts_with("iVBORw0KGgo"), "{data}");
    assert!(Picture::of(&jpeg()).unwrap().detail().starts_with("JPEG, 640 × 480, "));
}

#[test]
fn what_is_not_a_picture_is_cut_off_or_is_too_large_is_refused_with_why() {
    let refused = |content: &[u8]| Picture::of(content).unwrap_err();
    let kinds = "it is not a picture: PNG, JPEG and WebP can be attached";
    let gif = b"GIF89a\x02\x00\x03\x00\x00\x00\x00;";
    assert_eq!(refused(gif), "it is a GIF, which not every model reads: save it as PNG");
    assert_eq!(refused(b""), kinds);
    assert_eq!(refused(b"int Door;"), kinds);
    let whole = png(640, 480);
    for end in 8..whole.len() {
        assert_eq!(refused(&whole[..end]), "the picture is cut off or damaged", "{end}");
    }
    let whole = jpeg();
    for end in 3..whole.len() {
        assert_eq!(refused(&whole[..end]), "the picture is cut off or damaged", "{end}");
    }
    assert_eq!(refused(&png(0, 5)), "the picture is cut off or damaged");
    assert_eq!(refused(&png(9_000, 5)), "it is 9000 × 5 pixels; the limit is 8000 per side");
    let mut large = png(640, 480);
    large.resize(usize::try_from(LARGEST_PICTURE).unwrap() + 1, 0);
    assert_eq!(refused(&large), "it has 3932161 bytes; the limit for a picture is 3932160");
}

#[test]
fn a_huge_file_and_a_folder_are_refused_before_they_are_read() {
    let place = tempfile::tempdir().unwrap();
    let huge = place.path().join("huge.png");
    File::create(&huge).unwrap().set_len(100 << 20).unwrap();
    let why = "it has 104857600 bytes; the limit for a picture is 3932160";
    assert_eq!(Picture::read(&huge).unwrap_err(), why);
    assert_eq!(Picture::read(place.path()).unwrap_err(), "it is a folder");
    let gone = Picture::read(&place.path().join("gone.png")).unwrap_err();
    assert!(gone.starts_with("it cannot be read: "), "{gone}");
}

#[test]
fn a_file_that_grows_while_it_is_read_is_refused_and_not_read_without_end() {
    let endless = png(2, 2);
    let content = read_bounded(endless.as_slice().chain(std::io::repeat(0))).unwrap();
    assert_eq!(content.len() as u64, LARGEST_PICTURE + 1);
    let why = "it has 3932161 bytes; the limit for a picture is 3932160";
    assert_eq!(Picture::of(&content).unwrap_err(), why);
}

#[test]
fn a_dropped_picture_is_kept_once_by_a_name_that_can_be_written() {
    let place = tempfile::tempdir().unwrap();
    let library = Library::at(place.path().join("Conversations"));
    let [small, large] = [png(2, 2), png(4, 4)];
    assert_eq!(keep(&library, "/tmp/My Door!.JPG", &small).unwrap(), "picture:My-Door.png");
    assert_eq!(keep(&library, "My Door!.png", &small).unwrap(), "picture:My-Door.png");
    assert_eq!(keep(&library, "My-Door.png", &large).unwrap(), "picture:My-Door-2.png");
    assert_eq!(keep(&library, "..", &large).unwrap(), "picture:picture.png");
    assert!(keep(&library, "a.png", b"int Door;").is_err());
    let path = find_kept(&library, "My-Door-2.png").unwrap();
    assert_eq!(Picture::read(&path), Picture::of(&large));
    for none in ["", "gone.png", "../x.png", "..\\x.png", ".png", "My-Door"] {
        assert_eq!(find_kept(&library, none), None, "{none}");
    }
}

#[test]
fn the_oldest_pictures_make_room_for_new_ones() {
    let place = tempfile::tempdir().unwrap();
    let library = Library::at(place.path());
    let keep_one = |number: u32| keep(&library, &format!("p{number}"), &png(number, 1)).unwrap();
    let begin = std::time::SystemTime::UNIX_EPOCH;
    for number in 1..=100 {
        keep_one(number);
        let path = find_kept(&library, &format!("p{number}.png")).unwrap();
        // The later it was kept, the older it says it is.
        let age = std::time::Duration::from_secs(u64::from(1_000 - number));
        File::options().write(true).open(path).unwrap().set_modified(begin + age).unwrap();
    }
    // Named again, the oldest is as new as any.
    keep_one(100);
    for number in 101..=103 {
        keep_one(number);
    }
    let names = std::fs::read_dir(place.path().join("pictures")).unwrap();
    let left: std::collections::BTreeSet<String> =
        names.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    let expected = (1..=96).chain(100..=103).map(|number| format!("p{number}.png")).collect();
    assert_eq!(left, expected);
}

#[test]
fn pictures_of_one_name_that_are_kept_at_the_same_time_are_each_kept() {
    let place = tempfile::tempdir().unwrap();
    let start = std::sync::Barrier::new(8);
    let kept: std::collections::BTreeSet<String> = std::thread::scope(|scope| {
        let keep_one = |number: u32| {
            let (start, place) = (&start, place.path());
            scope.spawn(move || {
                start.wait();
                keep(&Library::at(place), "Door", &png(number, 1)).unwrap()
            })
        };
        let threads: Vec<_> = (1..=8).map(keep_one).collect();
        threads.into_iter().map(|it| it.join().unwrap()).collect()
    });
    assert_eq!(kept.len(), 8, "{kept:?}");
}

#[test]
fn a_model_that_reads_no_pictures_is_named_before_anything_is_sent() {
    let why = |model: &str| {
        Some(format!("{model} cannot read pictures: choose another model, or remove the pictures"))
    };
    let by_name = |model: &str| no_pictures_for(model, Abilities::by_name(model));
    assert_eq!(by_name("gpt-3.5-turbo"), why("gpt-3.5-turbo"));
    assert_eq!(by_name("claude-sonnet-4-5"), None);
    assert_eq!(by_name("mine"), None);
    let told = Abilities { images: Some(false), ..Abilities::default() };
    assert_eq!(no_pictures_for("mine", told), why("mine"));
}

//! What other programs copied, on a real clipboard: `.ci/clipboard` starts a
//! display of its own for it. `xclip` plays the other programs.

#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use vibeue_core::session::writing::{Copied, Pixels};

/// Copies as another program does, by what kind of content it calls it.
fn copy(target: &str, content: &[u8]) {
    let mut xclip = Command::new("xclip")
        .args(["-selection", "clipboard", "-target", target, "-in"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("xclip is here");
    xclip.stdin.take().expect("its input").write_all(content).expect("it reads");
    // It continues in a process of its own, which soon takes the clipboard.
    assert!(xclip.wait().expect("it ends").success());
}

/// Reads until the clipboard has this, or says what it has in the end.
fn read_until(expected: &Result<Copied, String>) {
    let begun = Instant::now();
    while Copied::read() != *expected {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "the clipboard never has what was copied"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
#[ignore = "needs a display of its own: .ci/clipboard"]
fn what_other_programs_copied_is_a_picture_or_files_or_neither() {
    // The display is new: nobody has copied anything.
    assert_eq!(Copied::read(), Ok(Copied::Nothing));

    let icon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Resources/Icon128.png");
    let file = std::fs::read(icon).expect("the plugin's icon");
    copy("image/png", &file);
    let pixels = Pixels::of(&file, 128).expect("a whole picture");
    read_until(&Ok(Copied::Picture(pixels)));

    copy("text/uri-list", b"file:///shots/Airlock%20Door.png\r\nfile:///shots/b.jpg\r\n");
    let files = ["/shots/Airlock Door.png", "/shots/b.jpg"].map(PathBuf::from);
    read_until(&Ok(Copied::Files(files.to_vec())));

    copy("image/png", &file[..file.len() / 2]);
    let damaged = "the copied picture is damaged, or of an unknown kind".to_owned();
    read_until(&Err(damaged));
}

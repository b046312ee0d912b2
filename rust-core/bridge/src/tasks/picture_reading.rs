//! A picture that an answer shows.

use std::path::PathBuf;

use vibeue_core::session::writing::Pixels;

use super::job::Job;
use crate::ffi::ffi::PicturePixels;

/// A picture that is decoded in the background.
#[derive(Debug)]
pub struct PictureReading {
    job: Job<Result<Pixels, String>>,
}

/// Begins to decode a file.
pub(crate) fn start_picture_reading(path: &str, most: u32) -> Box<PictureReading> {
    let path = PathBuf::from(path);
    let failed = Err("it could not be read".to_owned());
    let job = Job::start("vibeue-picture", failed, move |_| Pixels::read(&path, most));
    Box::new(PictureReading { job })
}

/// A large file that is no longer shown is not waited for.
impl Drop for PictureReading {
    fn drop(&mut self) {
        self.job.leave();
    }
}

#[allow(missing_docs, reason = "documented where they are declared: in `ffi`")]
impl PictureReading {
    pub fn is_finished(&self) -> bool {
        self.job.result().is_some()
    }

    pub fn pixels(&self) -> PicturePixels {
        let nothing = |problem: &str| PicturePixels {
            width: 0,
            height: 0,
            bgra: Vec::new(),
            problem: problem.to_owned(),
        };
        match self.job.result() {
            None => nothing(""),
            Some(Err(problem)) => nothing(problem),
            Some(Ok(Pixels { width, height, bgra })) => PicturePixels {
                width: *width,
                height: *height,
                bgra: bgra.clone(),
                problem: String::new(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> PicturePixels {
        let reading = start_picture_reading(path, 100);
        while !reading.is_finished() {
            std::thread::yield_now();
        }
        reading.pixels()
    }

    #[test]
    fn a_picture_arrives_as_pixels_or_with_the_reason_why_not() {
        let icon = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Resources/Icon128.png");
        let shown = read(icon);
        let size = (shown.width, shown.height, shown.bgra.len(), shown.problem);
        assert_eq!(size, (64, 64, 64 * 64 * 4, String::new()), "128 pixels, at most 100 a side");
        let refused = read(file!());
        assert!(refused.width == 0 && refused.bgra.is_empty());
        assert!(!refused.problem.is_empty());
    }
}

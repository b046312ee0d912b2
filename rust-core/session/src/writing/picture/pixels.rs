//! The pixels of a picture, for a window that shows it.

use std::io::{Cursor, Read};
use std::path::Path;

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::file::picture_type;

/// The largest file that is decoded, in bytes: a screenshot of a large monitor.
const LARGEST_FILE: u64 = 32 * 1024 * 1024;
/// The most pixels that are decoded: those of an 8K monitor.
const MOST_PIXELS: u64 = 7_680 * 4_320;

/// A picture as rows of pixels, from the top, without gaps.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pixels {
    /// How many pixels a row has.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// Blue, green, red and alpha of each pixel.
    pub bgra: Vec<u8>,
}

impl Pixels {
    /// Reads a PNG or JPEG file, and makes it smaller if it is wider or higher than `most` pixels.
    /// Takes time and memory in proportion to the pixels of the file: do not call it on a thread
    /// that draws.
    ///
    /// # Errors
    /// Why it cannot be shown: it cannot be read, is not a PNG or a JPEG, is damaged, or is larger
    /// than 32 MB or an 8K monitor.
    pub fn read(path: &Path, most: u32) -> Result<Self, String> {
        let failed = |error: std::io::Error| format!("it cannot be read: {error}");
        let about = path.metadata().map_err(failed)?;
        if !about.is_file() {
            return Err("it is not a regular file".to_owned());
        }
        let mut content = Vec::new();
        let file = std::fs::File::open(path).map_err(failed)?;
        file.take(LARGEST_FILE + 1).read_to_end(&mut content).map_err(failed)?;
        Self::of(&content, most)
    }

    /// Decodes the content of such a file.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub fn of(content: &[u8], most: u32) -> Result<Self, String> {
        if content.len() as u64 > LARGEST_FILE {
            return Err(format!("the file is larger than {LARGEST_FILE} bytes"));
        }
        let whole = match picture_type(content) {
            Some("image/png") => png(content)?,
            Some("image/jpeg") => jpeg(content)?,
            _ => return Err("only PNG and JPEG can be shown".to_owned()),
        };
        let by = whole.width.max(whole.height).div_ceil(most.max(1));
        Ok(if by > 1 { whole.smaller(by) } else { whole })
    }

    /// Takes rows of red, green, blue and alpha. If everything is transparent, alpha is ignored:
    /// some programs leave it empty.
    ///
    /// # Errors
    /// If it is damaged: the number of values does not match the size.
    #[cfg(feature = "clipboard")]
    pub(super) fn of_rgba(width: u32, height: u32, rgba: &[u8]) -> Result<Self, String> {
        let mut picture = pixels(width, height, rgba, 4)?;
        if picture.bgra.chunks_exact(4).all(|pixel| pixel[3] == 0) {
            picture.bgra.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
        }
        Ok(picture)
    }

    /// The picture as a PNG file, without alpha if all of it is opaque.
    ///
    /// # Errors
    /// If it cannot be written because a side is 0.
    #[cfg(feature = "clipboard")]
    pub(super) fn to_png(&self) -> Result<Vec<u8>, String> {
        let is_opaque = self.bgra.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
        let (color, each) = match is_opaque {
            true => (png::ColorType::Rgb, 3),
            false => (png::ColorType::Rgba, 4),
        };
        let mut samples = Vec::with_capacity(self.bgra.len() / 4 * each);
        for pixel in self.bgra.chunks_exact(4) {
            let [blue, green, red, alpha] = [pixel[0], pixel[1], pixel[2], pixel[3]];
            samples.extend_from_slice(&[red, green, blue, alpha][..each]);
        }
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(color);
        let failed = |error: png::EncodingError| format!("it cannot be written: {error}");
        let mut writer = encoder.write_header().map_err(failed)?;
        writer.write_image_data(&samples).map_err(failed)?;
        writer.finish().map_err(failed)?;
        Ok(file)
    }

    /// Averages squares whose sides are `by` pixels long; 1 leaves all as they are.
    pub(super) fn smaller(&self, by: u32) -> Self {
        let (width, height) = (self.width.div_ceil(by), self.height.div_ceil(by));
        let mut bgra = Vec::with_capacity(width as usize * height as usize * 4);
        for y in 0..height {
            for x in 0..width {
                bgra.extend_from_slice(&self.average(x * by, y * by, by));
            }
        }
        Self { width, height, bgra }
    }

    /// The average of a square: transparent pixels do not affect the colour.
    fn average(&self, left: u32, top: u32, by: u32) -> [u8; 4] {
        let (mut sums, mut alphas, mut count) = ([0_u64; 3], 0_u64, 0_u64);
        for y in top..(top + by).min(self.height) {
            for x in left..(left + by).min(self.width) {
                let at = (y as usize * self.width as usize + x as usize) * 4;
                let Some(pixel) = self.bgra.get(at..at + 4) else { continue };
                let alpha = u64::from(pixel[3]);
                for (sum, part) in sums.iter_mut().zip(pixel) {
                    *sum += u64::from(*part) * alpha;
                }
                alphas += alpha;
                count += 1;
            }
        }
        let byte = |sum: u64, of: u64| u8::try_from((sum + of / 2) / of.max(1)).unwrap_or(u8::MAX);
        let [blue, green, red] = sums.map(|sum| byte(sum, alphas));
        [blue, green, red, byte(alphas, count)]
    }
}

fn damaged<E>(_: E) -> String {
    "the picture is cut off or damaged".to_owned()
}

fn checked(width: u32, height: u32) -> Result<(), String> {
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(format!("it has {width} × {height} pixels; {MOST_PIXELS} can be shown"));
    }
    Ok(())
}

fn png(content: &[u8]) -> Result<Pixels, String> {
    let mut decoder = png::Decoder::new(Cursor::new(content));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(damaged)?;
    checked(reader.info().width, reader.info().height)?;
    let mut buffer = vec![0; reader.output_buffer_size().ok_or_else(|| damaged(()))?];
    let frame = reader.next_frame(&mut buffer).map_err(damaged)?;
    let samples = frame.color_type.samples();
    buffer.truncate(frame.buffer_size());
    pixels(frame.width, frame.height, &buffer, samples)
}

fn jpeg(content: &[u8]) -> Result<Pixels, String> {
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(content), options);
    decoder.decode_headers().map_err(damaged)?;
    let info = decoder.info().ok_or_else(|| damaged(()))?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    checked(width, height)?;
    let buffer = decoder.decode().map_err(damaged)?;
    pixels(width, height, &buffer, 3)
}

/// Pixels of grey, grey and alpha, three colours, or these and alpha.
fn pixels(width: u32, height: u32, samples: &[u8], each: usize) -> Result<Pixels, String> {
    let mut bgra = Vec::with_capacity(width as usize * height as usize * 4);
    for pixel in samples.chunks_exact(each) {
        match *pixel {
            [grey] => bgra.extend_from_slice(&[grey, grey, grey, u8::MAX]),
            [grey, alpha] => bgra.extend_from_slice(&[grey, grey, grey, alpha]),
            [red, green, blue] => bgra.extend_from_slice(&[blue, green, red, u8::MAX]),
            [red, green, blue, alpha] => bgra.extend_from_slice(&[blue, green, red, alpha]),
            _ => return Err(damaged(())),
        }
    }
    if width == 0 || height == 0 || bgra.len() != width as usize * height as usize * 4 {
        return Err(damaged(()));
    }
    Ok(Pixels { width, height, bgra })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(width: u32, height: u32, color: png::ColorType, samples: &[u8]) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width, height);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(samples).unwrap();
        file
    }

    #[test]
    fn each_kind_of_png_has_the_colours_that_it_was_written_with() {
        let of = |color, samples: &[u8]| Pixels::of(&written(1, 1, color, samples), 9).unwrap();
        let one = |bgra: [u8; 4]| Pixels { width: 1, height: 1, bgra: bgra.to_vec() };
        assert_eq!(of(png::ColorType::Grayscale, &[7]), one([7, 7, 7, 255]));
        assert_eq!(of(png::ColorType::GrayscaleAlpha, &[7, 8]), one([7, 7, 7, 8]));
        assert_eq!(of(png::ColorType::Rgb, &[1, 2, 3]), one([3, 2, 1, 255]));
        assert_eq!(of(png::ColorType::Rgba, &[1, 2, 3, 4]), one([3, 2, 1, 4]));
    }

    #[cfg(feature = "clipboard")]
    #[test]
    fn what_was_written_as_a_png_is_read_again() {
        let again = |rgba: &[u8]| {
            let picture = Pixels::of_rgba(1, 2, rgba).unwrap();
            let file = picture.to_png().unwrap();
            assert_eq!(Pixels::of(&file, 9).unwrap(), picture);
            (picture.bgra, file[25])
        };
        // The 26th byte is the kind of colours: 2 without alpha, 6 with it.
        assert_eq!(again(&[1, 2, 3, 255, 4, 5, 6, 255]), (vec![3, 2, 1, 255, 6, 5, 4, 255], 2));
        assert_eq!(again(&[1, 2, 3, 255, 4, 5, 6, 7]), (vec![3, 2, 1, 255, 6, 5, 4, 7], 6));
        // All of it transparent: alpha was not meant.
        assert_eq!(again(&[1, 2, 3, 0, 4, 5, 6, 0]), (vec![3, 2, 1, 255, 6, 5, 4, 255], 2));
        assert_eq!(Pixels::of_rgba(2, 2, &[0; 4]).unwrap_err(), damaged(()));
    }

    #[test]
    fn a_picture_that_is_too_large_is_averaged_and_what_is_transparent_has_no_colour() {
        let red = [255, 0, 0, 255];
        let hidden = [0, 255, 0, 0];
        let row = [red, hidden, red].concat();
        let file = written(3, 2, png::ColorType::Rgba, &[row.clone(), row].concat());
        let small = Pixels { width: 2, height: 1, bgra: vec![0, 0, 255, 128, 0, 0, 255, 255] };
        assert_eq!(Pixels::of(&file, 2).unwrap(), small);
        assert_eq!(Pixels::of(&file, 3).unwrap().width, 3);
    }

    #[test]
    fn what_cannot_be_shown_is_refused_with_why() {
        let why = |content: &[u8]| Pixels::of(content, 100).unwrap_err();
        let whole = written(40, 40, png::ColorType::Rgb, &[9; 4_800]);
        let cut = "the picture is cut off or damaged";
        assert_eq!(why(&whole[..whole.len() / 2]), cut);
        assert_eq!(
            why(b"\xff\xd8\xff\xc0\x00\x0b\x08\x01\xe0\x02\x80\x01\x01\x11\x00\xff\xd9"),
            cut
        );
        assert_eq!(why(b"RIFF\x04\0\0\0WEBP"), "only PNG and JPEG can be shown");
        assert_eq!(why(b""), "only PNG and JPEG can be shown");
        // Its header says how large it is: no memory is allocated for its pixels.
        let mut head = written(1, 1, png::ColorType::Grayscale, &[1]);
        head[16..24].copy_from_slice(&[0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff]);
        let sum = crc(&head[12..29]).to_be_bytes();
        head[29..33].copy_from_slice(&sum);
        assert_eq!(why(&head), "it has 65535 × 65535 pixels; 33177600 can be shown");
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Pixels::read(folder.path(), 9).unwrap_err(), "it is not a regular file");
    }

    /// The check value of a chunk.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |rest, byte| {
            (0..8).fold(rest ^ u32::from(*byte), |rest, _| match rest & 1 {
                0 => rest >> 1,
                _ => (rest >> 1) ^ 0xedb8_8320,
            })
        })
    }
}

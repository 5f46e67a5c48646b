import sharp from "sharp";
import { hasKnownSignature, MAX_PIXELS } from "../attributes/pixels/read-pixels.ts";

const TIMEOUT_SECONDS = 10;
const WHITE = { r: 255, g: 255, b: 255 };
/** The colour of the bars beside a photo that is not square. */
const GRAY = { r: 127, g: 127, b: 127 };

/**
 * The photo in a square of that side, as red, green and blue from 0 to 255, row by row. Accepts what `readPhoto` does:
 * the same formats, and at most as many pixels.
 */
export async function letterboxed(bytes: Uint8Array, side: number): Promise<Float32Array> {
  if (!hasKnownSignature(bytes)) throw new Error("the file must be a JPEG, PNG, WebP or GIF image");
  const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .resize(side, side, { fit: "contain", background: GRAY, fastShrinkOnLoad: true })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const pixels = new Float32Array(side * side * 3);
  for (let at = 0; at < side * side; at++) {
    // A photo in shades of gray has one channel.
    for (let channel = 0; channel < 3; channel++) {
      pixels[at * 3 + channel] = data[at * info.channels + Math.min(channel, info.channels - 1)] as number;
    }
  }
  return pixels;
}

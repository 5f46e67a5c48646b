import sharp, { type Sharp } from "sharp";
import { ModelError, type PhotoInput } from "./models.ts";

const MAX_PIXELS = 60_000_000;
const TIMEOUT_SECONDS = 20;

/** Red, green and blue of every pixel, row by row. */
export type Pixels = { data: Uint8Array; width: number; height: number };

/**
 * The photo for a model server: an upright JPEG of at most `longest` pixels a side, without metadata.
 *
 * @throws ModelError `bad_image`, when it is not an image, truncated, or has too many pixels.
 */
export async function jpegOf(photo: PhotoInput, longest: number): Promise<Buffer> {
  return readable(photo, longest, (image) => image.jpeg({ quality: 88 }).toBuffer());
}

/**
 * The same as pixels.
 *
 * @throws ModelError `bad_image`
 */
export async function pixelsOf(photo: PhotoInput, longest: number): Promise<Pixels> {
  const { data, info } = await readable(photo, longest, (image) =>
    image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true }),
  );
  return { data, width: info.width, height: info.height };
}

async function readable<T>(
  { bytes }: PhotoInput,
  longest: number,
  encode: (image: Sharp) => Promise<T>,
): Promise<T> {
  try {
    const image = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS })
      .autoOrient()
      .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .timeout({ seconds: TIMEOUT_SECONDS });
    return await encode(image);
  } catch (cause) {
    throw new ModelError("bad_image", "The photo is no picture that can be read.", { cause });
  }
}

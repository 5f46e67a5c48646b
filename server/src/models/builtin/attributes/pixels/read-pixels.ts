import sharp from "sharp";
import type { Grays } from "./measure-quality.ts";

/** A small image: `L*a*b*` of each pixel, row by row. */
export type Pixels = {
  width: number;
  height: number;
  /** Lightness, 0 to 100. */
  light: Float32Array;
  /** Green (negative) to red. */
  red: Float32Array;
  /** Blue (negative) to yellow. */
  yellow: Float32Array;
};

/** The original size, a medium-sized grayscale image and a small colour image of a photo. */
export type ReadPhoto = { original: { width: number; height: number }; grays: Grays; pixels: Pixels };

/** Enough to distinguish a lawn from a wall, and measured within milliseconds. */
const MAX_SIDE = 128;
/** Enough to detect blur. */
const MAX_GRAY_SIDE = 400;
export const MAX_PIXELS = 40_000_000;
/** A typical photo takes 20 ms. */
const TIMEOUT_SECONDS = 10;
const WHITE = { r: 255, g: 255, b: 255 };

/**
 * Decodes the photo once and scales it down: upright, in sRGB, transparency on white, the first frame of an animation.
 * Rejects files that are not JPEG, PNG, WebP or GIF, that are truncated, or that have more than 40 megapixels.
 */
export async function readPhoto(bytes: Uint8Array): Promise<ReadPhoto> {
  if (!hasKnownSignature(bytes)) throw new Error("the file must be a JPEG, PNG, WebP or GIF image");
  const image = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS });
  const { width, height } = await image.metadata();
  const { data, info } = await image
    .timeout({ seconds: TIMEOUT_SECONDS })
    .autoOrient()
    .resize(MAX_GRAY_SIDE, MAX_GRAY_SIDE, { fit: "inside", fastShrinkOnLoad: true, withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { channels } = info;
  const small = await sharp(data, { raw: { width: info.width, height: info.height, channels } })
    .resize(MAX_SIDE, MAX_SIDE, { fit: "inside" })
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return {
    original: { width, height },
    grays: { width: info.width, height: info.height, gray: graysOf(data, channels) },
    pixels: inLab(small.data, small.info.width, small.info.height, small.info.channels),
  };
}

/** Weighted by the brightness that the eye perceives. */
function graysOf(data: Uint8Array, channels: number): Uint8Array {
  const gray = new Uint8Array(data.length / channels);
  for (let index = 0, from = 0; index < gray.length; index++, from += channels) {
    const [r, g, b] = [data[from] as number, data[from + 1] as number, data[from + 2] as number];
    gray[index] = (r * 77 + g * 150 + b * 29) >> 8;
  }
  return gray;
}

/** Checks the first bytes, so that no other decoder reads an untrusted file. */
export function hasKnownSignature(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.byteLength)).toString(
    "latin1",
  );
  return (
    start.startsWith("\xff\xd8\xff") ||
    start.startsWith("\x89PNG\r\n\x1a\n") ||
    start.startsWith("GIF8") ||
    (start.startsWith("RIFF") && start.endsWith("WEBP"))
  );
}

/** The linear light of each sRGB value. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function inLab(data: Uint8Array, width: number, height: number, channels: number): Pixels {
  const size = width * height;
  const light = new Float32Array(size);
  const red = new Float32Array(size);
  const yellow = new Float32Array(size);
  for (let index = 0; index < size; index++) {
    const r = linear[data[index * channels] as number] as number;
    const g = linear[data[index * channels + 1] as number] as number;
    const b = linear[data[index * channels + 2] as number] as number;
    // CIE 1976, white point D65.
    const x = toned((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = toned(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = toned((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    light[index] = 116 * y - 16;
    red[index] = 500 * (x - y);
    yellow[index] = 200 * (y - z);
  }
  return { width, height, light, red, yellow };
}

function toned(part: number): number {
  return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
}

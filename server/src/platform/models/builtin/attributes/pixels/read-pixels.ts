import sharp from "sharp";

/** A small picture: `L*a*b*` of each pixel, row by row. */
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

/** Enough to tell a lawn from a wall, and few enough to be measured in some milliseconds. */
const LONGEST = 128;
const MOST_PIXELS = 40_000_000;
/** An ordinary photo takes a fiftieth of one. */
const LONGEST_SECONDS = 10;
const WHITE = { r: 255, g: 255, b: 255 };

/**
 * The photo as it is meant to be seen, made small: upright, in sRGB, on white where it is transparent; of an animation its first frame.
 * Rejects when it is no JPEG, PNG, WebP or GIF, is cut off, or has more than 40 megapixels.
 */
export async function readPixels(bytes: Uint8Array): Promise<Pixels> {
  if (!hasKnownSignature(bytes)) throw new Error("This is no JPEG, PNG, WebP or GIF");
  const { data, info } = await sharp(bytes, { failOn: "error", limitInputPixels: MOST_PIXELS })
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient()
    .resize(LONGEST, LONGEST, { fit: "inside", fastShrinkOnLoad: true })
    .flatten({ background: WHITE })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return inLab(data, info.width, info.height, info.channels);
}

/** By the first bytes: no other decoder gets to see what somebody sent. */
function hasKnownSignature(bytes: Uint8Array): boolean {
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

/** Of each sRGB value the light that it stands for. */
const linear = Float32Array.from({ length: 256 }, (_, value) => {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

function inLab(data: Uint8Array, width: number, height: number, channels: number): Pixels {
  const size = width * height;
  const light = new Float32Array(size);
  const red = new Float32Array(size);
  const yellow = new Float32Array(size);
  for (let at = 0; at < size; at++) {
    const r = linear[data[at * channels] as number] as number;
    const g = linear[data[at * channels + 1] as number] as number;
    const b = linear[data[at * channels + 2] as number] as number;
    // CIE 1976, white point D65.
    const x = toned((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
    const y = toned(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = toned((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
    light[at] = 116 * y - 16;
    red[at] = 500 * (x - y);
    yellow[at] = 200 * (y - z);
  }
  return { width, height, light, red, yellow };
}

function toned(part: number): number {
  return part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116;
}

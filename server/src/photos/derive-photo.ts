import sharp, { type Sharp } from "sharp";
import { isPhoto } from "./is-photo.ts";
import { PhotoError } from "./photo-failures.ts";
import { type PhotoFormat, type PhotoSize, photoSizes } from "./photo-sizes.ts";

const MOST_PIXELS = 40_000_000;
/** An ordinary photo takes a fiftieth of one. */
const LONGEST_SECONDS = 20;
const WHITE = { r: 255, g: 255, b: 255 };

export type DerivedPhoto = {
  files: { size: PhotoSize; format: PhotoFormat; bytes: Buffer }[];
  /** Of the largest file. */
  width: number;
  height: number;
};

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };

/**
 * A photo in every size, as JPEG: upright, in sRGB, without metadata; of an animation its first frame. One that may be
 * transparent is there as WebP too; of all others that is made of the JPEG when somebody asks for it (`webpOf`), because it
 * takes three times as long. Runs in sharp's threads.
 *
 * @throws PhotoError not_an_image, too_many_pixels, corrupt (also when it is cut off).
 */
export async function derivePhoto(bytes: Buffer): Promise<DerivedPhoto> {
  const full = await decode(bytes);
  const card = await smaller(full, photoSizes.card);
  const thumb = await smaller(card, photoSizes.thumb);
  const files: DerivedPhoto["files"] = [];
  for (const [size, pixels] of Object.entries({ full, card, thumb }) as [PhotoSize, Pixels][]) {
    files.push({ size, format: "jpg", bytes: await jpegOf(pixels, size) });
    if (pixels.channels === 4) files.push({ size, format: "webp", bytes: await asWebp(opened(pixels)) });
  }
  return { files, width: full.width, height: full.height };
}

/**
 * The card of a photo alone, as JPEG: what `derivePhoto` makes of the same bytes.
 *
 * @throws PhotoError as above.
 */
export async function deriveCard(bytes: Buffer): Promise<Buffer> {
  return jpegOf(await smaller(await decode(bytes), photoSizes.card), "card");
}

/** The WebP of one of a photo's JPEGs. */
export function webpOf(jpeg: Buffer): Promise<Buffer> {
  return asWebp(sharp(jpeg));
}

/** Transparent parts of a JPEG would turn black. */
function jpegOf(pixels: Pixels, size: PhotoSize): Promise<Buffer> {
  // Twice as fast, for a twentieth more bytes: where there are most pixels, and fewest readers.
  const optimiseCoding = size !== "full";
  return opened(pixels).flatten({ background: WHITE }).jpeg({ quality: 80, optimiseCoding }).toBuffer();
}

function asWebp(image: Sharp): Promise<Buffer> {
  return image.webp({ quality: 78, effort: 2 }).toBuffer();
}

/** Read from the header alone: nothing is unpacked yet. */
async function demandModestSize(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw new PhotoError("corrupt", { cause });
    });
  if (width * height > MOST_PIXELS) throw new PhotoError("too_many_pixels");
}

/** Decoded once, at the largest size: each smaller one is made of the next larger one. */
async function decode(bytes: Buffer): Promise<Pixels> {
  if (!isPhoto(bytes)) throw new PhotoError("not_an_image");
  await demandModestSize(bytes);
  try {
    const upright = sharp(bytes, { failOn: "error", limitInputPixels: MOST_PIXELS }).autoOrient();
    return await pixelsOf(
      scaleDown(upright, photoSizes.full).toColourspace("srgb").timeout({ seconds: LONGEST_SECONDS }),
    );
  } catch (cause) {
    throw new PhotoError("corrupt", { cause });
  }
}

async function smaller(pixels: Pixels, longest: number): Promise<Pixels> {
  if (Math.max(pixels.width, pixels.height) <= longest) return pixels;
  return pixelsOf(scaleDown(opened(pixels), longest));
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

function opened({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels } });
}

function scaleDown(image: Sharp, longest: number): Sharp {
  return image.resize(longest, longest, { fit: "inside", withoutEnlargement: true });
}

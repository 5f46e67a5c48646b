import sharp, { type Metadata, type Sharp } from "sharp";
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

/**
 * A photo in every size, as JPEG: upright, in sRGB, without metadata; of an animation its first frame. One that may be
 * transparent is there as WebP too; of all others that is made of the JPEG when somebody asks for it (`webpOf`), because it
 * takes three times as long. Runs in sharp's threads.
 *
 * @throws PhotoError not_an_image, too_many_pixels, corrupt (also when it is cut off).
 */
export async function derivePhoto(bytes: Buffer): Promise<DerivedPhoto> {
  const { hasAlpha } = await demandPhoto(bytes);
  // From compressed bytes to compressed bytes: pixels in between, 5 MB a photo, would keep the collector busy.
  const full = await jpegOf(bytes, "full");
  const card = await jpegOf(bytes, "card");
  const thumb = await jpegOf(card.data, "thumb");
  const files: DerivedPhoto["files"] = [];
  for (const [size, { data }] of Object.entries({ full, card, thumb }) as [PhotoSize, typeof full][]) {
    files.push({ size, format: "jpg", bytes: data });
    if (!hasAlpha) continue;
    const webp = await decoded(asWebp(scaled(bytes, size)).toBuffer({ resolveWithObject: true }));
    files.push({ size, format: "webp", bytes: webp.data });
  }
  return { files, width: full.info.width, height: full.info.height };
}

/**
 * The card of a photo alone, as JPEG: what `derivePhoto` makes of the same bytes.
 *
 * @throws PhotoError as above.
 */
export async function deriveCard(bytes: Buffer): Promise<Buffer> {
  await demandPhoto(bytes);
  const { data } = await jpegOf(bytes, "card");
  return data;
}

/** The WebP of one of a photo's JPEGs. */
export function webpOf(jpeg: Buffer): Promise<Buffer> {
  return asWebp(sharp(jpeg)).toBuffer();
}

/** Transparent parts of a JPEG would turn black. */
function jpegOf(bytes: Buffer, size: PhotoSize) {
  // Twice as fast, for a twentieth more bytes: where there are most pixels, and fewest readers.
  const optimiseCoding = size !== "full";
  const jpeg = scaled(bytes, size).flatten({ background: WHITE }).jpeg({ quality: 80, optimiseCoding });
  return decoded(jpeg.toBuffer({ resolveWithObject: true }));
}

function asWebp(image: Sharp): Sharp {
  return image.webp({ quality: 78, effort: 2 });
}

/** Read from the header alone: nothing is unpacked yet. */
async function demandPhoto(bytes: Buffer): Promise<Metadata> {
  if (!isPhoto(bytes)) throw new PhotoError("not_an_image");
  const metadata = await decoded(sharp(bytes, { limitInputPixels: false }).metadata());
  if (metadata.width * metadata.height > MOST_PIXELS) throw new PhotoError("too_many_pixels");
  return metadata;
}

/** Upright, in sRGB, and no larger than it is. */
function scaled(bytes: Buffer, size: PhotoSize): Sharp {
  const longest = photoSizes[size];
  return sharp(bytes, { failOn: "error", limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .resize(longest, longest, { fit: "inside", withoutEnlargement: true })
    .toColourspace("srgb")
    .timeout({ seconds: LONGEST_SECONDS });
}

async function decoded<R>(work: Promise<R>): Promise<R> {
  return work.catch((cause) => {
    throw new PhotoError("corrupt", { cause });
  });
}

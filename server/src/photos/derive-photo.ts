import type { Sharp } from "sharp";
import sharp from "sharp";
import { hasBoundedParts, MAX_PIXELS } from "../platform/pictures/picture-structure.ts";
import { PhotoError } from "./photo-failures.ts";
import { type PhotoFormat, type PhotoSize, photoSizes } from "./photo-sizes.ts";

/** Larger photos are decoded once for all sizes, although their pixels then stay in memory. */
const MAX_PIXELS_TO_REDECODE = 12_000_000;
const WHITE = { r: 255, g: 255, b: 255 };

export type DerivedPhoto = {
  files: { size: PhotoSize; format: PhotoFormat; bytes: Buffer }[];
  /** Of the largest file. */
  width: number;
  height: number;
};

/**
 * A photo in every size, as JPEG: upright, in sRGB, without metadata; the first frame of an animation. A photo that
 * may be transparent also gets WebP files; for others WebP is made from the JPEG on request (`webpOf`), because it
 * takes three times as long. The input is untrusted: runs in a picture worker (photo-worker.ts).
 *
 * @throws PhotoError not_an_image, too_many_pixels, corrupt (also when it is truncated).
 */
export async function derivePhoto(bytes: Buffer): Promise<DerivedPhoto> {
  const { scaled, hasAlpha } = await openPhoto(bytes);
  const full = await jpegOf(scaled("full"), "full");
  const card = await jpegOf(scaled("card"), "card");
  const thumb = await jpegOf(scaledFrom(card.data, "thumb"), "thumb");
  const files: DerivedPhoto["files"] = [];
  for (const [size, { data }] of Object.entries({ full, card, thumb }) as [PhotoSize, typeof full][]) {
    files.push({ size, format: "jpg", bytes: data });
    if (!hasAlpha) continue;
    const webp = await decoded(asWebp(scaled(size)).toBuffer());
    files.push({ size, format: "webp", bytes: webp });
  }
  return { files, width: full.info.width, height: full.info.height };
}

/**
 * Only the card of a photo, as JPEG: identical to the card of `derivePhoto`.
 *
 * @throws PhotoError as above.
 */
export async function deriveCard(bytes: Buffer): Promise<Buffer> {
  const { scaled } = await openPhoto(bytes);
  const { data } = await jpegOf(scaled("card"), "card");
  return data;
}

/** Converts one of a photo's JPEGs to WebP. */
export function webpOf(jpeg: Buffer): Promise<Buffer> {
  return asWebp(sharp(jpeg)).toBuffer();
}

/** Opens a photo for scaling. Each size is decoded from the compressed bytes, except where decoding is expensive. */
async function openPhoto(bytes: Buffer): Promise<{ scaled: (size: PhotoSize) => Sharp; hasAlpha: boolean }> {
  const { width, height, hasAlpha } = await readHeader(bytes);
  if (!hasAlpha && width * height <= MAX_PIXELS_TO_REDECODE) {
    return { hasAlpha, scaled: (size) => scaledFrom(bytes, size) };
  }
  const { data, info } = await decoded(
    scaledFrom(bytes, "full").raw({ depth: "uchar" }).toBuffer({ resolveWithObject: true }),
  );
  const { channels } = info;
  const raw = { width: info.width, height: info.height, channels };
  return { hasAlpha, scaled: (size) => fitted(sharp(data, { raw }), size) };
}

/** Reads only the header; no pixels are decoded. */
async function readHeader(bytes: Buffer) {
  if (!isPhoto(bytes)) throw new PhotoError("not_an_image");
  if (!hasBoundedParts(bytes)) throw new PhotoError("corrupt");
  const header = await decoded(sharp(bytes, { limitInputPixels: false }).metadata());
  if (header.width * header.height > MAX_PIXELS) throw new PhotoError("too_many_pixels");
  return header;
}

/** Flattened, because transparent parts of a JPEG would turn black. */
function jpegOf(image: Sharp, size: PhotoSize) {
  // Only the largest size is encoded twice as fast for 5 % more bytes: it has the most pixels and the fewest readers.
  const optimiseCoding = size !== "full";
  const jpeg = image.flatten({ background: WHITE }).jpeg({ quality: 80, optimiseCoding });
  return decoded(jpeg.toBuffer({ resolveWithObject: true }));
}

function asWebp(image: Sharp): Sharp {
  return image.webp({ quality: 78, effort: 2 });
}

/** Upright, in sRGB, never enlarged. */
function scaledFrom(bytes: Buffer, size: PhotoSize): Sharp {
  const image = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS });
  return fitted(image.autoOrient(), size).toColourspace("srgb");
}

function fitted(image: Sharp, size: PhotoSize): Sharp {
  const longest = photoSizes[size];
  return image.resize(longest, longest, { fit: "inside", withoutEnlargement: true });
}

async function decoded<R>(work: Promise<R>): Promise<R> {
  return work.catch((cause) => {
    throw new PhotoError("corrupt", { cause });
  });
}

/** Checks the first bytes: servers' content types are often wrong, and SVG may contain scripts. */
function isPhoto(bytes: Buffer): boolean {
  return startsWith.some((prefix) => bytes.subarray(0, prefix.length).equals(prefix)) || isWebp(bytes);
}

const startsWith = [
  Buffer.from([0xff, 0xd8, 0xff]), // JPEG
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), // PNG
  Buffer.from("GIF8"),
];

function isWebp(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
}

import sharp, { type Sharp } from "sharp";
import { isPhoto } from "./is-photo.ts";
import { PhotoError } from "./photo-failures.ts";
import { type PhotoFormat, type PhotoSize, photoSizes } from "./photo-sizes.ts";

const MOST_PIXELS = 40_000_000;
/** An ordinary photo takes a tenth of one. */
const LONGEST_SECONDS = 20;
const WHITE = { r: 255, g: 255, b: 255 };

export type DerivedPhoto = {
  files: { size: PhotoSize; format: PhotoFormat; bytes: Buffer }[];
  /** Of the largest file. */
  width: number;
  height: number;
};

/**
 * A photo in every size and format: upright, in sRGB, without metadata; of an animation its first frame. Runs in
 * sharp's threads.
 *
 * @throws PhotoError not_an_image, too_many_pixels, corrupt (also when it is cut off).
 */
export async function derivePhoto(bytes: Buffer): Promise<DerivedPhoto> {
  if (!isPhoto(bytes)) throw new PhotoError("not_an_image");
  await demandModestSize(bytes);
  const full = await decode(bytes);
  const { width, height, channels } = full.info;
  const files: DerivedPhoto["files"] = [];
  for (const [size, longest] of Object.entries(photoSizes) as [PhotoSize, number][]) {
    const scaled = () => scaleDown(sharp(full.data, { raw: { width, height, channels } }), longest);
    files.push({ size, format: "jpg", bytes: await asJpeg(scaled()) });
    files.push({ size, format: "webp", bytes: await scaled().webp({ quality: 78, effort: 2 }).toBuffer() });
  }
  return { files, width, height };
}

/**
 * The card of a photo alone, as JPEG: what `derivePhoto` makes of the same bytes.
 *
 * @throws PhotoError as above.
 */
export async function deriveCard(bytes: Buffer): Promise<Buffer> {
  if (!isPhoto(bytes)) throw new PhotoError("not_an_image");
  await demandModestSize(bytes);
  const { data, info } = await decode(bytes);
  const { width, height, channels } = info;
  return asJpeg(scaleDown(sharp(data, { raw: { width, height, channels } }), photoSizes.card));
}

/** Transparent parts of a JPEG would turn black. */
function asJpeg(image: Sharp): Promise<Buffer> {
  return image.flatten({ background: WHITE }).jpeg({ quality: 80 }).toBuffer();
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

/** Decoded once, at the largest size: the smaller ones are made of it. */
async function decode(bytes: Buffer) {
  try {
    const upright = sharp(bytes, { failOn: "error", limitInputPixels: MOST_PIXELS }).autoOrient();
    return await scaleDown(upright, photoSizes.full)
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer({ resolveWithObject: true });
  } catch (cause) {
    throw new PhotoError("corrupt", { cause });
  }
}

function scaleDown(image: Sharp, longest: number): Sharp {
  return image.resize(longest, longest, { fit: "inside", withoutEnlargement: true });
}

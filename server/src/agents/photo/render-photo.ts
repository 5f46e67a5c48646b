import sharp, { type Sharp } from "sharp";
import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { hasBoundedParts, MAX_PIXELS } from "../../platform/pictures/picture-structure.ts";
import { CostlyPicture, type PictureTask } from "../../platform/pictures/picture-task.ts";

const PHOTO_SIZE = 800;
const THUMBNAIL_SIZE = 200;

type Rendered = { photo: Uint8Array; thumbnail: Uint8Array };
type Refusal = { refused: "too_large" | "not_an_image"; cause: string };

const task: PictureTask<Rendered | Refusal> = { module: import.meta.url, name: "renderInWorker" };

/**
 * Renders an agent's photo and its thumbnail from the upload, as JPEG because a brochure cannot embed WebP. Both are
 * encoded again from the pixels, so that no metadata and no hidden payload of the upload is published.
 *
 * @throws AppError 413 over 40 megapixels; 415 for a file that is not a complete JPEG, PNG or WebP, or that takes too
 *   much to decode; 429 when the caller has too many uploads waiting; 503 when the machine lacks memory or threads for
 *   it.
 */
export async function renderPhoto(ctx: ActorContext, upload: Buffer): Promise<Rendered> {
  const { caller, signal, pictures } = ctx;
  const answer = await pictures
    .run(task, async () => upload, { lane: "uploads", caller, signal })
    .catch((error) => {
      throw error instanceof CostlyPicture ? notAnImage(error) : error;
    });
  if (answer !== null && "photo" in answer) return answer;
  if (answer?.refused === "too_large") {
    throw new AppError("too_large", "The image has more than 40 megapixels");
  }
  throw notAnImage(new Error(answer?.cause));
}

/** Runs in a picture worker. */
export async function renderInWorker(upload: Buffer): Promise<Rendered | Refusal> {
  try {
    if (!hasKnownSignature(upload) || !hasBoundedParts(upload)) {
      return { refused: "not_an_image", cause: "its first bytes, or too many parts" };
    }
    // The size in the header is checked before any pixel is decoded.
    const { width, height } = await sharp(upload, { limitInputPixels: false }).metadata();
    if (width * height > MAX_PIXELS) return { refused: "too_large", cause: `${width} by ${height}` };
    const image = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
    const photo = await jpegWithin(image, PHOTO_SIZE).toBuffer();
    return { photo, thumbnail: await jpegWithin(sharp(photo), THUMBNAIL_SIZE).toBuffer() };
  } catch (error) {
    return { refused: "not_an_image", cause: String(error) };
  }
}

function jpegWithin(image: Sharp, size: number): Sharp {
  return image
    .resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85, progressive: true });
}

/** Checks the first bytes, not the file name, so that no other decoder reads the file. */
function hasKnownSignature(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  return (
    text(0, 3) === "\xff\xd8\xff" ||
    text(0, 8) === "\x89PNG\r\n\x1a\n" ||
    (text(0, 4) === "RIFF" && text(8, 12) === "WEBP")
  );
}

function notAnImage(cause?: unknown): AppError {
  return new AppError("unsupported_media_type", "The file must be an intact JPEG, PNG or WebP image", {
    cause,
  });
}

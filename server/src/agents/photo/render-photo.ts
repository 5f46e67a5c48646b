import sharp, { type Sharp } from "sharp";
import { AppError } from "../../platform/errors.ts";
import { Gate } from "../../platform/gate.ts";

const MAX_PIXELS = 40_000_000;
/** A picture made to be slow gives its turn to the next. */
const MAX_SECONDS = 20;
const PHOTO_SIZE = 800;
const THUMBNAIL_SIZE = 200;

/** A picture of 40 megapixels takes 160 MB while it is decoded: few at a time, the others wait. */
const inTurn = new Gate(2);

/**
 * Makes an agent's photo and its thumbnail of what was uploaded: JPEG, because a brochure takes no WebP. Drawn anew from
 * the pixels, so that nothing else of the upload gets through: no metadata, nothing hidden behind the image.
 *
 * @throws AppError 413 over 40 megapixels, 415 for what is no whole JPEG, PNG or WebP.
 */
export async function renderPhoto(upload: Buffer): Promise<{ photo: Buffer; thumbnail: Buffer }> {
  if (!hasKnownSignature(upload)) throw notAnImage();
  await checkHeader(upload);
  return inTurn.run(async () => {
    const image = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: MAX_SECONDS })
      .autoOrient();
    const photo = await jpegWithin(image, PHOTO_SIZE).toBuffer().catch(asNotAnImage);
    return { photo, thumbnail: await jpegWithin(sharp(photo), THUMBNAIL_SIZE).toBuffer() };
  });
}

function jpegWithin(image: Sharp, size: number): Sharp {
  return image
    .resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 85, progressive: true });
}

/** By its first bytes: whatever the name says, no other decoder gets to see it. */
function hasKnownSignature(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  return (
    text(0, 3) === "\xff\xd8\xff" ||
    text(0, 8) === "\x89PNG\r\n\x1a\n" ||
    (text(0, 4) === "RIFF" && text(8, 12) === "WEBP")
  );
}

/** What the header says of the size is judged before a pixel is decoded. */
async function checkHeader(bytes: Buffer): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata().catch(asNotAnImage);
  if (width * height > MAX_PIXELS) throw new AppError("too_large", "The image has more than 40 megapixels");
}

function asNotAnImage(cause: unknown): never {
  throw notAnImage(cause);
}

function notAnImage(cause?: unknown): AppError {
  return new AppError("unsupported_media_type", "The file is no JPEG, PNG or WebP image, or it is broken", {
    cause,
  });
}

import sharp from "sharp";
import { drawPhoto } from "../../src/demo/draw-photo.ts";
import { type DemoPhoto, photoCatalog } from "../../src/demo/photo-catalog.ts";
import { createRandom } from "../../src/demo/random.ts";
import { closePhotoThreads } from "../../src/platform/models/builtin/attributes/photo-threads.ts";
import { builtinImageModel } from "../../src/platform/models/builtin/builtin-image-model.ts";
import type { PhotoInput } from "../../src/platform/models/models.ts";
import { nearCopies } from "./photos/near-copies.ts";
import { laterQueries, photoQueries } from "./photos/photo-queries.ts";

const queries = [...photoQueries, ...laterQueries];
const PRECISION = 0.8;
const COPIES = 0.95;
const A_SECOND = 20;
const DEMO_WIDTH = 1024;

type Shelf = { photos: DemoPhoto[]; inputs: PhotoInput[] };

/**
 * The builtin image model on the demo's photos: whether words find what was drawn, near copies their original, and how many
 * photos a second are measured. Rejects when one of the three falls short.
 */
export async function provePhotos(copied: number): Promise<string> {
  try {
    const { withCaptions, byPixels, copies, perSecond } = await findPhotos({ copied, width: DEMO_WIDTH });
    console.log("precision@10 with captions, by pixels alone");
    queries.forEach(({ asks }, nth) => {
      console.log(`  ${withCaptions[nth]?.toFixed(2)}  ${byPixels[nth]?.toFixed(2)}  ${asks}`);
    });
    const later = meanOf(withCaptions.slice(photoQueries.length)).toFixed(3);
    const text = [
      `${queries.length} questions, precision@10: ${meanOf(withCaptions).toFixed(3)} with captions (${later} of the ${laterQueries.length} later ones), ${meanOf(byPixels).toFixed(3)} by pixels alone`,
      `the nearest photo to a near copy is its original: ${copies.map(({ kind, share }) => `${kind} ${share.toFixed(3)}`).join(", ")} (of ${copied} photos each)`,
      `photos a second: ${perSecond.toFixed(0)}`,
    ].join("\n");
    const enough =
      meanOf(withCaptions) >= PRECISION &&
      copies.every(({ share }) => share >= COPIES) &&
      perSecond >= A_SECOND;
    if (!enough) throw new Error(`Photos are not found well enough:\n${text}`);
    return text;
  } finally {
    await closePhotoThreads();
  }
}

/** Precision at ten of each question, and shares of near copies of `copied` photos that lead to their original. */
export async function findPhotos({ copied, width }: { copied: number; width: number }) {
  const shelf = await draw(width);
  const bare = shelf.inputs.map((input) => ({ ...input, caption: null, imageOf: null }));
  // The threads start before the clock does.
  const pixels = await builtinImageModel.embedImages(bare);
  const started = performance.now();
  const vectors = await builtinImageModel.embedImages(shelf.inputs);
  const perSecond = (vectors.length / (performance.now() - started)) * 1000;
  return {
    withCaptions: await precision(shelf, vectors),
    byPixels: await precision(shelf, pixels),
    copies: await shareOfCopies(shelf, vectors, pixels, copied),
    perSecond,
  };
}

async function draw(width: number): Promise<Shelf> {
  const density = (72 * width) / DEMO_WIDTH;
  const photos = photoCatalog();
  const inputs: PhotoInput[] = [];
  for (const photo of photos) {
    const bytes = await sharp(Buffer.from(drawPhoto(photo)), { density })
      .jpeg({ quality: 80 })
      .toBuffer();
    inputs.push({ bytes, caption: photo.caption, imageOf: photo.imageOf });
  }
  return { photos, inputs };
}

/** Where there are fewer than ten right photos, as many of the first as there are. */
async function precision({ photos }: Shelf, vectors: Float32Array[]): Promise<number[]> {
  const asked = await builtinImageModel.embedTexts(queries.map(({ asks }) => asks));
  return queries.map(({ right }, nth) => {
    const size = Math.min(10, photos.filter(({ traits }) => right(traits)).length);
    const first = nearest(asked[nth] as Float32Array, vectors).slice(0, size);
    return first.filter((at) => right((photos[at] as DemoPhoto).traits)).length / size;
  });
}

export function meanOf(numbers: number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** Copies come without a caption; they are looked for among photos with theirs, and among photos without. */
async function shareOfCopies(shelf: Shelf, vectors: Float32Array[], pixels: Float32Array[], copied: number) {
  const random = createRandom("near copies");
  const step = shelf.photos.length / copied;
  const originals = Array.from({ length: copied }, (_, nth) => Math.floor(nth * step));
  const shares: { kind: string; share: number }[] = [];
  for (const [kind, copy] of Object.entries(nearCopies)) {
    const copies: PhotoInput[] = [];
    for (const original of originals) {
      const { bytes } = shelf.inputs[original] as PhotoInput;
      copies.push({ bytes: await copy(bytes, () => random.between(0, 1)), caption: null, imageOf: null });
    }
    const embedded = await builtinImageModel.embedImages(copies);
    for (const [among, shelfVectors] of [
      ["", vectors],
      [" (no captions)", pixels],
    ] as const) {
      const right = embedded.filter((vector, nth) => nearest(vector, shelfVectors)[0] === originals[nth]);
      shares.push({ kind: kind + among, share: right.length / copied });
    }
  }
  return shares;
}

function nearest(asked: Float32Array, vectors: Float32Array[]): number[] {
  const scores = vectors.map((vector) =>
    vector.reduce((sum, value, at) => sum + value * (asked[at] as number), 0),
  );
  return scores.map((_, at) => at).sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b);
}

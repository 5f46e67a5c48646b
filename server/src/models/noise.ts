import sharp from "sharp";
import { cosineOf } from "./unit-vector.ts";

/** Queries of buyers, and texts that answer none of them: their similarity is chance. */
export const unrelated = {
  queries: [
    "three bedrooms and a fenced yard",
    "waterfront with a private dock",
    "kitchen with granite counters",
    "walk to downtown restaurants",
    "horse property on five acres",
    "single level, no stairs",
  ],
  passages: [
    "The committee adopted the minutes of the March meeting without a vote.",
    "Whisk two eggs into the flour and let the batter rest for an hour.",
    "Mitochondria turn sugar and oxygen into the energy that cells live on.",
    "The striker missed a penalty in the last minute of extra time.",
    "Please restart the printer and install the newest driver.",
    "The sonata's second movement returns to the theme in a minor key.",
  ],
  /** Words for things that no photo shows. */
  invisible: [
    "the minutes of a committee meeting",
    "a proof by induction",
    "an overdue invoice",
    "the rhyme of a sonnet",
    "interest rates next year",
    "a restart of the printer",
  ],
};

/** Images without content, as JPEG: two plain ones, two gradients. */
export async function emptyPictures(): Promise<Buffer[]> {
  const flat = ["#7f7f7f", "#d8d0c4"].map((background) =>
    sharp({ create: { width: 224, height: 224, channels: 3, background } }),
  );
  const gradients = ["#203050,#c0d0e0", "#403020,#e0d8c8"].map((ends) => {
    const [from, to] = ends.split(",");
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="224" height="224"><linearGradient id="g"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient><rect width="224" height="224" fill="url(#g)"/></svg>`;
    return sharp(Buffer.from(svg));
  });
  return Promise.all([...flat, ...gradients].map((image) => image.jpeg({ quality: 90 }).toBuffer()));
}

/** The mean of unrelated pairs plus two standard deviations: about one in forty exceeds it. */
export function noiseBetween(some: Float32Array[], others: Float32Array[]): number {
  const cosines = some.flatMap((one) => others.map((other) => cosineOf(one, other)));
  const mean = cosines.reduce((sum, cosine) => sum + cosine, 0) / cosines.length;
  const spread = Math.sqrt(cosines.reduce((sum, cosine) => sum + (cosine - mean) ** 2, 0) / cosines.length);
  return Math.min(1, Math.max(0, mean + 2 * spread));
}

import { layoutOf } from "./layout.ts";
import { type Measured, measureLooks } from "./measure-looks.ts";
import { qualityOf } from "./measure-quality.ts";
import { readPhoto } from "./read-pixels.ts";

export type Measurement = { looks: Measured; layout: Float32Array; quality: number };

/** All measurements of a photo; null when it cannot be decoded. Runs in a worker thread. */
export async function measurePhoto(bytes: Uint8Array): Promise<Measurement | null> {
  const photo = await readPhoto(bytes).catch(() => null);
  if (photo === null) return null;
  const { pixels, grays, original } = photo;
  return { looks: measureLooks(pixels), layout: layoutOf(pixels), quality: qualityOf(grays, original) };
}

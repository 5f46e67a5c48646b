import { layoutOf } from "./layout.ts";
import { type Measured, measureLooks } from "./measure-looks.ts";
import { readPixels } from "./read-pixels.ts";

export type Measurement = { looks: Measured; layout: Float32Array };

/** All that pixels tell of a photo; null when it cannot be read. What a thread runs. */
export async function measurePhoto(bytes: Uint8Array): Promise<Measurement | null> {
  const pixels = await readPixels(bytes).catch(() => null);
  return pixels && { looks: measureLooks(pixels), layout: layoutOf(pixels) };
}

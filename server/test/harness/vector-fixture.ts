import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../src/platform/log.ts";
import { quantize16 } from "../../src/platform/vectors/quantized.ts";
import {
  type KeyVectors,
  VectorIndex,
  type VectorIndexOptions,
} from "../../src/platform/vectors/vector-index.ts";
import { removeFolder } from "./remove-folder.ts";

export const DIMENSIONS = 16;

/** Vectors drawn with a seed, indexes that are closed at the end, and the answers that a plain loop gives. */
export class VectorFixture {
  readonly folder = mkdtempSync(join(tmpdir(), "lintel-vectors-test-"));
  readonly held = new Map<number, Float32Array[]>();
  readonly #indexes: VectorIndex[] = [];
  #state = 1;

  async open(options: Partial<VectorIndexOptions> = {}): Promise<VectorIndex> {
    const log = createLog("silent");
    const name = "listings of model@1";
    const index = await VectorIndex.open({ folder: null, name, dimensions: DIMENSIONS, log, ...options });
    this.#indexes.push(index);
    return index;
  }

  async close(): Promise<void> {
    await Promise.all(this.#indexes.map((index) => index.close()));
    await removeFolder(this.folder);
  }

  random(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return this.#state / 0x80000000;
  }

  vector(near?: Float32Array, spread = 0.5): Float32Array {
    const away = unit(Float32Array.from({ length: DIMENSIONS }, () => this.random() + this.random() - 1));
    return near ? unit(near.map((value, at) => value + spread * (away[at] as number))) : away;
  }

  /** So many vectors around a few middles. */
  clustered(count: number, clusters: number): Float32Array[] {
    const middles = Array.from({ length: clusters }, () => this.vector());
    return Array.from({ length: count }, (_, at) => this.vector(middles[at % clusters]));
  }

  /** What is to be put; from then on `truth` knows it. */
  item(key: number, revision: number, vectors: Float32Array[]): KeyVectors {
    this.held.set(key, vectors);
    return { key, revision, vectors: vectors.map(quantize16) };
  }

  remove(keys: number[]): number[] {
    for (const key of keys) this.held.delete(key);
    return keys;
  }

  /** Keys by their nearest vector, in 64-bit numbers. */
  truth(
    query: Float32Array,
    k: number,
    among: readonly number[] | null,
  ): { key: number; similarity: number }[] {
    const keys =
      among === null ? [...this.held.keys()] : [...new Set(among)].filter((key) => this.held.has(key));
    return keys
      .map((key) => ({
        key,
        similarity: Math.max(...this.held.get(key)!.map((each) => cosine(query, each))),
      }))
      .sort((one, other) => other.similarity - one.similarity || one.key - other.key)
      .slice(0, k);
  }
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

export function cosine(one: Float32Array, other: Float32Array): number {
  const product = one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
  const lengths = Math.hypot(...one) * Math.hypot(...other);
  return lengths === 0 ? 0 : product / lengths;
}

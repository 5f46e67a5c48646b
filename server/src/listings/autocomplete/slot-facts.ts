import { placeTypes } from "./places.ts";

const PLACES = placeTypes.length;
const CHUNK = 4096;

type Chunk = { places: Int32Array; sources: Int32Array; active: Uint8Array };

/** What is counted of the listing in each slot, in chunks: none is copied when there are more slots. */
export class SlotFacts {
  readonly #chunks: Chunk[] = [];

  /** @param places by place type its number, -1 for none. */
  set(slot: number, places: readonly number[], source: number, isActive: boolean): void {
    const nth = Math.floor(slot / CHUNK);
    while (this.#chunks.length <= nth) {
      this.#chunks.push({
        places: new Int32Array(CHUNK * PLACES),
        sources: new Int32Array(CHUNK),
        active: new Uint8Array(CHUNK),
      });
    }
    const chunk = this.#chunkOf(slot);
    chunk.places.set(places, (slot % CHUNK) * PLACES);
    chunk.sources[slot % CHUNK] = source;
    chunk.active[slot % CHUNK] = isActive ? 1 : 0;
  }

  placeOf(slot: number, type: number): number {
    return this.#chunkOf(slot).places[(slot % CHUNK) * PLACES + type] as number;
  }

  sourceOf(slot: number): number {
    return this.#chunkOf(slot).sources[slot % CHUNK] as number;
  }

  isActive(slot: number): boolean {
    return this.#chunkOf(slot).active[slot % CHUNK] === 1;
  }

  #chunkOf(slot: number): Chunk {
    return this.#chunks[Math.floor(slot / CHUNK)] as Chunk;
  }
}

import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { VectorFixture } from "../../../test/harness/vector-fixture.ts";
import { IdSet } from "../id-set.ts";
import type { VectorIndex } from "./vector-index.ts";

/** More than one message to the search thread holds, and enough for a graph. */
const KEYS = 12_000;
const CLUSTERS = 100;

describe("VectorIndex with a graph", () => {
  const fixture = new VectorFixture();
  let index: VectorIndex;
  let queries: Float32Array[];
  beforeAll(async () => {
    index = await fixture.open({ exactUpTo: 200 });
    const vectors = fixture.clustered(KEYS, CLUSTERS);
    queries = vectors.slice(0, 30).map((vector) => fixture.vector(vector, 0.3));
    await index.put(vectors.map((vector, at) => fixture.item(at + 1, at + 1, [vector])));
    await graphOf(KEYS);
  });
  afterAll(() => fixture.close());

  async function graphOf(keys: number): Promise<void> {
    await vi.waitFor(
      () => {
        expect(index.building).toBe(false);
        expect(index.graphed).toBeGreaterThan(keys * 0.9);
      },
      { timeout: 60_000, interval: 20 },
    );
  }

  /** The share of the true ten nearest that is found. Every page must be full. */
  async function recall(among: number[] | null): Promise<number> {
    let [found, all] = [0, 0];
    for (const query of queries) {
      const truth = fixture.truth(query, 10, among);
      const { keys, similarities } = await index.search(query, { k: 10, among: among && IdSet.from(among) });
      expect(keys).toHaveLength(truth.length);
      expect(similarities).toEqual(similarities.toSorted((one, other) => other - one));
      if (among) expect(keys.filter((key) => !among.includes(key))).toEqual([]);
      // By their worth: 16 bits may have either of two that are as good as equal.
      const tenth = truth.at(-1)!.similarity - 0.001;
      found += similarities.filter((similarity) => similarity >= tenth).length;
      all += truth.length;
    }
    return found / all;
  }

  it("finds 99 in 100 of what a plain loop finds, and never fewer than there are", async () => {
    expect(await recall(null)).toBeGreaterThanOrEqual(0.99);
  });

  it("does so under filters of any size that have nothing to do with the query", async () => {
    for (const share of [0.9, 0.5, 0.1, 0.01, 0.001]) {
      const among = [...fixture.held.keys()].filter(() => fixture.random() < share);
      expect(await recall(among)).toBeGreaterThanOrEqual(0.99);
    }
  });

  it("does so under filters that leave nothing near the query", async () => {
    const away = [...fixture.held.keys()].filter((key) => (key - 1) % CLUSTERS >= CLUSTERS / 2);
    queries = queries.filter((_, at) => at < 15);
    expect(await recall(away)).toBeGreaterThanOrEqual(0.99);
  });

  it("sees changes at once, those the graph does not know yet too", async () => {
    const [added] = queries as [Float32Array];
    await index.put([fixture.item(50_000, 20_000, [added])]);
    expect((await index.search(added, { k: 1, among: null })).keys).toEqual([50_000]);
    await index.remove(fixture.remove([50_000]));
    expect((await index.search(added, { k: 10, among: null })).keys).not.toContain(50_000);
    const moved = fixture.truth(added, 3, null).map(({ key }) => key);
    await index.put(moved.map((key) => fixture.item(key, 20_001, [added.map((value) => -value)])));
    const { keys } = await index.search(added, { k: 10, among: null });
    expect(keys.filter((key) => moved.includes(key))).toEqual([]);
    expect(await recall(null)).toBeGreaterThanOrEqual(0.99);
  });

  it("learns of many new ones, and loses those that are gone", async () => {
    const more = fixture.clustered(1000, CLUSTERS);
    await index.put(more.map((vector, at) => fixture.item(60_000 + at, 20_002, [vector, fixture.vector()])));
    expect(await recall(null)).toBeGreaterThanOrEqual(0.99);
    await graphOf(KEYS + 1000);
    // More than a quarter goes: the gaps are closed while the old graph still answers.
    await index.remove(fixture.remove([...fixture.held.keys()].filter(() => fixture.random() < 0.35)));
    expect(index.vectors).toBeLessThan(KEYS);
    expect(await recall(null)).toBeGreaterThanOrEqual(0.99);
    await graphOf(index.vectors);
    expect(await recall(null)).toBeGreaterThanOrEqual(0.99);
  });

  it("answers exactly while it is built", async () => {
    const other = await fixture.open({ exactUpTo: 200 });
    const items = [...fixture.held].slice(0, 8000).map(([key, vectors]) => fixture.item(key, 1, vectors));
    await other.put(items);
    expect(other.building).toBe(true);
    const among = items.map(({ key }) => key);
    for (const query of queries) {
      const truth = fixture.truth(query, 10, among);
      const { similarities } = await other.search(query, { k: 10, among: IdSet.from(among) });
      truth.forEach(({ similarity }, at) => {
        expect(similarities[at]).toBeCloseTo(similarity, 3);
      });
    }
    await other.close();
  });
});

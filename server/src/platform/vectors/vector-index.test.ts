import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DIMENSIONS, VectorFixture } from "../../../test/harness/vector-fixture.ts";
import { IdSet } from "../id-set.ts";
import { quantize16 } from "./quantized.ts";
import type { VectorIndex } from "./vector-index.ts";

/** What 16 bits lose of a cosine. */
const CLOSE = 3;

describe("VectorIndex, exact", () => {
  const fixture = new VectorFixture();
  let index: VectorIndex;
  beforeAll(async () => {
    index = await fixture.open();
    const vectors = fixture.clustered(3000, 40);
    await index.put(vectors.map((vector, at) => fixture.item(at + 1, at + 1, [vector])));
  });
  afterAll(() => fixture.close());

  async function expectTruth(query: Float32Array, k: number, among: number[] | null): Promise<void> {
    const truth = fixture.truth(query, k, among);
    const { keys, similarities } = await index.search(query, { k, among: among && IdSet.from(among) });
    // Where two are as good as equal, 16 bits may have either first: the similarities tell.
    expect(keys).toHaveLength(truth.length);
    expect(new Set(keys).size).toBe(keys.length);
    truth.forEach(({ similarity }, at) => {
      expect(similarities[at]).toBeCloseTo(similarity, CLOSE);
    });
    const known = new Map(
      fixture.truth(query, fixture.held.size, null).map((each) => [each.key, each.similarity]),
    );
    keys.forEach((key, at) => {
      expect(similarities[at]).toBeCloseTo(known.get(key)!, CLOSE);
      if (among) expect(among).toContain(key);
    });
  }

  it("finds what a plain loop finds, for every filter and count", async () => {
    for (const share of [1, 0.5, 0.1, 0.01, 0.001]) {
      const among = [...fixture.held.keys()].filter(() => fixture.random() < share);
      for (const k of [1, 10, 250]) await expectTruth(fixture.vector(), k, among);
    }
    for (const k of [1, 10, 1000]) await expectTruth(fixture.vector(), k, null);
  });

  it("takes filters with keys that are not there, sparse ones too", async () => {
    await expectTruth(fixture.vector(), 10, [5, 3, 5, 999_999, 2 ** 40, 4, 3]);
    const some = IdSet.from([3, 777_777]);
    expect((await index.search(fixture.vector(), { k: 10, among: some })).keys).toEqual([3]);
    expect((await index.search(fixture.vector(), { k: 10, among: IdSet.from([]) })).keys).toEqual([]);
  });

  it("finds for several filters at once what it finds for each, and drops a search that was abandoned", async () => {
    const query = fixture.vector();
    const filters = [null, [...fixture.held.keys()].filter(() => fixture.random() < 0.6), [3, 4], []].map(
      (keys, nth) => ({ among: keys && IdSet.from(keys), k: 5 + nth }),
    );
    const each = await Promise.all(filters.map((filter) => index.search(query, filter)));
    expect(await index.searchEach(query, filters)).toEqual(each);
    const request = new AbortController();
    const others = Array.from({ length: 10 }, () => index.searchEach(query, filters));
    const abandoned = index.searchEach(query, filters, request.signal);
    request.abort(new Error("disconnected"));
    await expect(abandoned).rejects.toThrow("disconnected");
    expect(await Promise.all(others)).toEqual(others.map(() => each));
  });

  it("puts equal ones in the order of their keys", async () => {
    const same = fixture.vector();
    const keys = [90_003, 90_001, 90_002];
    await index.put(keys.map((key) => fixture.item(key, 5000, [same])));
    const found = await index.search(same, { k: 3, among: null });
    expect(found.keys).toEqual([90_001, 90_002, 90_003]);
    expect(found.similarities[0]).toBeCloseTo(1, CLOSE);
    await index.remove(fixture.remove(keys));
  });

  it("counts a key by the best of its vectors, and says which that was", async () => {
    const meant = fixture.vector();
    const opposite = meant.map((value) => -value);
    await index.put([fixture.item(91_000, 5001, [opposite, fixture.vector(), meant, opposite])]);
    const found = await index.search(meant, { k: 1, among: null });
    expect(found).toMatchObject({ keys: [91_000], nth: [2] });
    for (const among of [null, [91_000, 1, 2, 3]]) await expectTruth(fixture.vector(), 20, among);
    await index.remove(fixture.remove([91_000]));
  });

  it("forgets what is replaced or removed, and keeps what is newer", async () => {
    const [before, after] = [fixture.vector(), fixture.vector()];
    await index.put([fixture.item(92_000, 6000, [before])]);
    await index.put([fixture.item(92_000, 6001, [after])]);
    expect((await index.search(before, { k: 1, among: IdSet.from([92_000]) })).similarities[0]).toBeLessThan(
      0.9,
    );
    await index.put([{ key: 92_000, revision: 5999, vectors: [quantize16(before)] }]);
    expect((await index.search(after, { k: 1, among: null })).keys).toEqual([92_000]);
    expect(index.revision).toBe(6001);
    await index.put([{ key: 92_000, revision: 6002, vectors: [] }]);
    expect((await index.search(after, { k: 1, among: IdSet.from([92_000]) })).keys).toEqual([]);
    expect(index.revision).toBe(6002);
    await index.remove([92_000, 123_456], 6003);
    expect(index.revision).toBe(6003);
    fixture.remove([92_000]);
  });

  it("stays right through thousands of changes, and keeps no room for what is gone", async () => {
    const bytes = index.memoryBytes;
    for (let round = 0; round < 12; round++) {
      const changed = [...fixture.held.keys()].filter(() => fixture.random() < 0.4);
      await index.put(
        changed.map((key) =>
          fixture.item(key, 7000 + round, [fixture.vector(), fixture.vector()].slice(round % 2)),
        ),
      );
      await index.remove(fixture.remove(changed.filter(() => fixture.random() < 0.1)));
      await index.put([fixture.item(2 ** 39 + round * 1_000_003, 7000 + round, [fixture.vector()])]);
      await expectTruth(fixture.vector(), 10, null);
      await expectTruth(fixture.vector(), 10, changed);
    }
    expect(index.size).toBe(fixture.held.size);
    expect([...(await index.keys())].toSorted()).toEqual([...fixture.held.keys()].toSorted());
    expect(index.memoryBytes).toBeLessThan(3 * bytes);
  });

  it("finds a vector of zeros like nothing, and everything like a query of zeros", async () => {
    const zeros = new Float32Array(DIMENSIONS);
    await index.put([fixture.item(93_000, 9000, [zeros])]);
    const found = await index.search(fixture.vector(), { k: 1, among: IdSet.from([93_000]) });
    expect(found).toEqual({ keys: [93_000], similarities: [0], nth: [0] });
    const some = [...fixture.held.keys()].slice(0, 3);
    expect((await index.search(zeros, { k: 3, among: IdSet.from(some) })).similarities).toEqual([0, 0, 0]);
    await index.remove(fixture.remove([93_000]));
  });

  it("refuses what it cannot hold", async () => {
    const vector = quantize16(fixture.vector());
    const put = (item: object) => index.put([{ key: 1, revision: 1, vectors: [vector], ...item }]);
    await expect(put({ key: 0 })).rejects.toThrow(RangeError);
    await expect(put({ key: 2 ** 40 + 1 })).rejects.toThrow(RangeError);
    await expect(put({ key: 1.5 })).rejects.toThrow(RangeError);
    await expect(put({ revision: -1 })).rejects.toThrow(RangeError);
    await expect(put({ vectors: [vector.subarray(1)] })).rejects.toThrow(RangeError);
    await expect(put({ vectors: new Array(1001).fill(vector) })).rejects.toThrow(RangeError);
    // Longer than quantize16 makes them: products would leave 32 bits.
    await expect(put({ vectors: [new Int16Array(DIMENSIONS).fill(32_767)] })).rejects.toThrow(RangeError);
    const query = fixture.vector();
    await expect(index.search(query, { k: 0, among: null })).rejects.toThrow(RangeError);
    await expect(index.search(query, { k: 1001, among: null })).rejects.toThrow(RangeError);
    await expect(index.search(query.subarray(1), { k: 1, among: null })).rejects.toThrow(RangeError);
    await expect(fixture.open({ dimensions: 0 })).rejects.toThrow(RangeError);
  });
});

import {
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { VectorFixture } from "../../../test/harness/vector-fixture.ts";
import { IdSet } from "../id-set.ts";
import type { VectorIndex } from "./vector-index.ts";

describe("VectorIndex kept in a folder", () => {
  let fixture: VectorFixture;
  const fixtures: VectorFixture[] = [];
  beforeEach(() => {
    fixture = new VectorFixture();
    fixtures.push(fixture);
  });
  afterEach(() => fixture.close());
  afterAll(() => expect(fixtures.filter(({ folder }) => existsSync(folder))).toEqual([]));

  const fileOf = (ending: string) =>
    join(fixture.folder, readdirSync(fixture.folder).find((name) => name.endsWith(ending)) ?? "none");

  async function saved(count: number): Promise<void> {
    const index = await fixture.open({ folder: fixture.folder });
    const vectors = fixture.clustered(count, 20);
    await index.put(
      vectors.map((vector, at) => fixture.item(3 * at + 1, at + 1, [vector, fixture.vector()])),
    );
    await index.remove(fixture.remove([1, 4, 7]));
    await index.save();
    await index.close();
  }

  async function expectTruth(index: VectorIndex): Promise<void> {
    for (const among of [null, [...fixture.held.keys()].slice(5, 60)]) {
      const query = fixture.vector([...fixture.held.values()][5]![0], 0.3);
      const truth = fixture.truth(query, 10, among);
      const found = await index.search(query, { k: 10, among: among && IdSet.from(among) });
      found.similarities.forEach((similarity, at) => {
        expect(similarity).toBeCloseTo(truth[at]!.similarity, 3);
      });
      expect(found.keys).toHaveLength(truth.length);
    }
  }

  it("has after a start what it had when it was saved, and is fed from there", async () => {
    await saved(300);
    const again = await fixture.open({ folder: fixture.folder });
    expect([again.revision, again.size, again.vectors]).toEqual([300, 297, 594]);
    await expectTruth(again);
    await again.put([fixture.item(5000, 301, [fixture.vector()])]);
    await expectTruth(again);
    // What was not saved is not there, and the revision says so.
    await again.close();
    const third = await fixture.open({ folder: fixture.folder });
    expect([third.revision, third.size]).toEqual([300, 297]);
  });

  it("keeps its graph, and builds it anew when that is damaged", async () => {
    const index = await fixture.open({ folder: fixture.folder, exactUpTo: 200 });
    const vectors = fixture.clustered(6000, 50);
    await index.put(vectors.map((vector, at) => fixture.item(at + 1, at + 1, [vector])));
    await vi.waitFor(() => expect([index.building, index.graphed]).toEqual([false, 6000]), {
      timeout: 60_000,
    });
    await index.save();
    await index.close();
    const again = await fixture.open({ folder: fixture.folder, exactUpTo: 200 });
    expect([again.building, again.graphed]).toEqual([false, 6000]);
    await expectTruth(again);
    await again.close();
    const graph = fileOf(".graph");
    const bytes = readFileSync(graph);
    bytes[bytes.length >> 1]! ^= 0x10;
    writeFileSync(graph, bytes);
    const third = await fixture.open({ folder: fixture.folder, exactUpTo: 200 });
    expect([third.size, third.graphed, third.building]).toEqual([6000, 0, true]);
    await expectTruth(third);
    await vi.waitFor(() => expect(third.graphed).toBe(6000), { timeout: 60_000 });
  });

  it("goes on with the graph it has when another process has taken its file away", async () => {
    const index = await fixture.open({ folder: fixture.folder, exactUpTo: 200 });
    const vectors = fixture.clustered(6000, 50);
    await index.put(vectors.map((vector, at) => fixture.item(at + 1, at + 1, [vector])));
    await vi.waitFor(() => expect([index.building, index.graphed]).toEqual([false, 6000]), {
      timeout: 60_000,
    });
    rmSync(fileOf(".graph"));
    const more = () =>
      index.put(fixture.clustered(100, 5).map((vector, at) => fixture.item(30_000 + at, 30_000, [vector])));
    await more();
    await vi.waitFor(() => expect(index.building).toBe(false), { timeout: 60_000 });
    await expectTruth(index);
    expect(index.graphed).toBe(6000);
  });

  it("throws a file away that was cut off anywhere", async () => {
    await saved(40);
    const file = fileOf(".vectors");
    const whole = readFileSync(file);
    for (const length of [0, 1, 16, 17, 20, 25, 200, 500, whole.length >> 1, whole.length - 1]) {
      writeFileSync(file, whole);
      truncateSync(file, length);
      await expectNothing(file);
    }
    writeFileSync(file, whole);
    await expectTruth(await fixture.open({ folder: fixture.folder }));
  });

  it("throws a file away in which any byte is another, or that is longer", async () => {
    await saved(40);
    const file = fileOf(".vectors");
    const whole = readFileSync(file);
    const places = [
      // Each open starts a thread: every third byte of the head, and some of the rest.
      ...Array.from({ length: 10 }, (_, nth) => nth * 3),
      ...Array.from({ length: 14 }, () => Math.floor(fixture.random() * whole.length)),
    ];
    for (const place of places) {
      const damaged = Buffer.from(whole);
      damaged[place]! ^= 1 << Math.floor(fixture.random() * 8);
      writeFileSync(file, damaged);
      await expectNothing(file);
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(1)]));
    await expectNothing(file);
  });

  it("does not take what is of another name, nor of other dimensions", async () => {
    await saved(40);
    const file = fileOf(".vectors");
    const whole = readFileSync(file);
    const other = await fixture.open({ folder: fixture.folder, name: "Listings of model@2 / ../.." });
    expect(other.revision).toBe(0);
    await other.save();
    const foreign = join(fixture.folder, readdirSync(fixture.folder).find((name) => name.includes("2"))!);
    await other.close();
    for (const name of readdirSync(fixture.folder)) writeFileSync(join(fixture.folder, name), whole);
    expect((await fixture.open({ folder: fixture.folder, name: "Listings of model@2 / ../.." })).size).toBe(
      0,
    );
    expect(existsSync(foreign)).toBe(false);
    const wider = await fixture.open({ folder: fixture.folder, dimensions: 64 });
    expect(wider.size).toBe(0);
  });

  it("clears away what a process that died has left, once it is old", async () => {
    await saved(10);
    const file = fileOf(".vectors");
    const [old, recent] = [`${file}.17.draft`, `${file.slice(0, -8)}.abc.graph`];
    for (const each of [old, recent]) writeFileSync(each, "half");
    const before = Date.now() / 1000 - 7200;
    utimesSync(old, before, before);
    const index = await fixture.open({ folder: fixture.folder });
    expect([index.size, existsSync(old), existsSync(recent)]).toEqual([7, false, true]);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  async function expectNothing(file: string): Promise<void> {
    const index = await fixture.open({ folder: fixture.folder });
    expect([index.revision, index.size]).toEqual([0, 0]);
    expect((await index.search(fixture.vector(), { k: 3, among: null })).keys).toEqual([]);
    await index.close();
    expect(existsSync(file)).toBe(false);
  }
});

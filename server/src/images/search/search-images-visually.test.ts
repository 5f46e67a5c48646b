import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";

type Found = { listing_id: string; score: number; similarity: number; similarity_score: number };

describe("searchImagesVisually", () => {
  let fixture: PhotoFixture;
  let broker: string;
  let foreign: string;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { lintel, photo, home } = fixture;
    for (const [name, color] of Object.entries({ red: "#c02020", white: "#f4f4f0", green: "#3a7a3a" })) {
      await fixture.addPicture(`/${name}.jpg`, color);
    }
    const { brokerageId } = await fixture.openMarket("north", [
      home("N-1", [photo("/white.jpg", "Bright white kitchen with granite counters", "Kitchen")]),
      home("N-2", [photo("/red.jpg", "Red barn", "Barn")]),
      home("N-3", [photo("/green.jpg", "Bedroom", "Bedroom")]),
    ]);
    const south = await fixture.openMarket("south", [home("S-1", [photo("/red.jpg", "Red barn", "Barn")])]);
    broker = await lintel.createKey("broker", { brokerageId });
    foreign = await lintel.createKey("broker", { brokerageId: south.brokerageId });
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const ask = (query: string, key = broker) =>
    fixture.lintel.call(`/api/admin/search/images-visual?${query}`, { key });
  const search = async (query: string, key?: string) => {
    const reply = await ask(query, key);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as { results: Found[]; total: number; query_embedding: number[] };
  };
  const ids = ({ results }: { results: Found[] }) => results.map(({ listing_id }) => listing_id);

  it("finds at its own floor what was asked for, and nothing else", async () => {
    expect(ids(await search("q=white kitchen with granite"))).toEqual(["N-1"]);
    expect(ids(await search("q=red barn"))).toEqual(["N-2"]);
  });

  it("answers the words' own vector, one similarity by three names, and how long it took", async () => {
    const body = await search("q=red barn");
    const [found] = body.results as [Found];
    expect(found.similarity_score).toBeGreaterThanOrEqual(0.5);
    expect([found.score, found.similarity]).toEqual([found.similarity_score, found.similarity_score]);
    expect(body).toMatchObject({ query: "red barn", total: 1, execution_time_ms: expect.any(Number) });
    const [expected] = await fixture.lintel.services.models.images.embedTexts(["red barn"]);
    expect(body.query_embedding).toEqual([...(expected as Float32Array)]);
  });

  it("lets more pass under a lower floor, and less under a higher one; never what is chance", async () => {
    const all = await search("q=red barn with a white kitchen&min_score=0");
    const scores = all.results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    const [, second] = scores as [number, number];
    const higher = await search(`q=red barn with a white kitchen&min_score=${second + 0.0001}`);
    expect(higher.total).toBe(1);
    const limited = await search("q=red barn with a white kitchen&min_score=0&limit=1");
    expect([limited.results.length, limited.total]).toEqual([1, all.total]);
  });

  it("finds nothing for words that say nothing of a picture", async () => {
    for (const q of ["house", "???"]) {
      const body = await search(`q=${encodeURIComponent(q)}`);
      expect(body).toMatchObject({ results: [], total: 0, query_embedding: [] });
    }
    expect((await search("q=quarterly tax report&min_score=0.5")).total).toBe(0);
  });

  it("shows another brokerage its own photos alone", async () => {
    expect(ids(await search("q=red barn", foreign))).toEqual(["S-1"]);
    expect(ids(await search("q=red barn", await fixture.lintel.createKey("admin")))).toEqual(["N-2", "S-1"]);
    expect(ids(await search("q=red barn", await fixture.lintel.createKey("broker")))).toEqual([]);
  });

  it.each([
    ["", "q is required"],
    ["q=%20", "q must not be empty"],
    ["q=barn&min_score=1.5", "min_score must be between 0 and 1"],
    ["q=barn&min_score=low", "min_score must be a number"],
    ["q=barn&limit=101", "limit must be between 1 and 100"],
  ])("answers 400 to ?%s", async (query, detail) => {
    const { status, body } = await ask(query);
    expect([status, body]).toEqual([400, { detail }]);
  });
});

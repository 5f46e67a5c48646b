import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

const url = (name: string) => `https://photos.test/${name}.jpg`;
const GRANITE = { key: "granite", label: "Granite", confidence: 0.8, category: "material" } as const;

describe("listImagesByRoom", () => {
  let fixture: ImageFixture;
  let path: string;
  beforeAll(async () => {
    fixture = await openImages();
    path = "/api/admin/images/by-room";
    await fixture.list([
      { id: "N-1", photos: ["shared", "sure", "bath"].map((name) => ({ url: url(name) })) },
      { id: "N-2", photos: ["shared", "unread"].map((name) => ({ url: url(name) })) },
      { id: "N-3", photos: [{ url: url("sure") }], fields: { StandardStatus: "Hold" } },
    ]);
    await fixture.list([{ id: "S-1", photos: [{ url: url("shared") }] }], fixture.foreign);
    await fixture.enrich(url("shared"), { room: "kitchen", confidence: 0.8, features: [GRANITE] });
    await fixture.enrich(url("sure"), { room: "kitchen", confidence: 0.95, description: "A kitchen." });
    await fixture.enrich(url("bath"), { room: "bathroom", confidence: 0.7 });
  });
  afterAll(() => fixture.close());

  const list = async (query: string, key?: string) => {
    const reply = await fixture.get(`${path}/${query}`, key);
    expect(reply.status, reply.text).toBe(200);
    return reply.body;
  };
  const shown = ({ results }: { results: { property_id: string; url: string }[] }) =>
    results.map(({ property_id, url }) => `${property_id} ${url.split("/").at(-1)}`);

  it("has the surest first, then the least id, with what is said of each", async () => {
    const body = await list("kitchen");
    expect(shown(body)).toEqual(["N-1 sure.jpg", "N-1 shared.jpg", "N-2 shared.jpg"]);
    expect(body).toMatchObject({ room_type: "kitchen", total: 3, limit: 20, offset: 0 });
    expect(body.results[0]).toEqual({
      image_id: String(await fixture.image("N-1", url("sure"))),
      property_id: "N-1",
      url: url("sure"),
      description: "A kitchen.",
      confidence: 0.95,
      features: [],
    });
    expect(body.results[1]).toMatchObject({ confidence: 0.8, features: ["granite"], description: null });
  });

  it("cuts pages that are disjoint and whole, with the same total", async () => {
    const pages: string[] = [];
    for (let offset = 0; offset < 4; offset++) {
      const page = await list(`kitchen?limit=1&offset=${offset}`);
      expect(page.total).toBe(3);
      pages.push(...shown(page));
    }
    expect(pages).toEqual(shown(await list("kitchen")));
  });

  it("shows each brokerage the listings of its sources, admins all, and no caller those that are not public", async () => {
    expect(shown(await list("kitchen", fixture.keys.foreign))).toEqual(["S-1 shared.jpg"]);
    expect((await list("kitchen", fixture.keys.agent)).total).toBe(3);
    expect((await list("kitchen", fixture.keys.unbound)).total).toBe(0);
    const all = await list("kitchen", fixture.keys.admin);
    expect(shown(all)).toEqual(["N-1 sure.jpg", "N-1 shared.jpg", "N-2 shared.jpg", "S-1 shared.jpg"]);
  });

  it("goes by the manual label, of that listing's photo alone", async () => {
    const image = await fixture.image("N-2", url("shared"));
    const setRoomType = (room_type: string | null, confidence = 1) =>
      fixture.lintel.call(`/api/admin/images/${image}/room-type`, {
        method: "PATCH",
        key: fixture.keys.broker,
        body: { room_type, confidence },
      });
    await setRoomType("bathroom", 0.6);
    expect(shown(await list("kitchen"))).toEqual(["N-1 sure.jpg", "N-1 shared.jpg"]);
    expect(shown(await list("bathroom"))).toEqual(["N-1 bath.jpg", "N-2 shared.jpg"]);
    await setRoomType("kitchen");
    expect(shown(await list("kitchen"))).toEqual(["N-2 shared.jpg", "N-1 sure.jpg", "N-1 shared.jpg"]);
    await setRoomType(null);
    expect(shown(await list("kitchen"))).toEqual(["N-1 sure.jpg", "N-1 shared.jpg", "N-2 shared.jpg"]);
  });

  it("has photos that are in no index, but none whose description was taken away", async () => {
    const image = await fixture.image("N-1", url("bath"));
    await fixture.removeEnrichment(image, { unembedded: true });
    expect(shown(await list("bathroom"))).toEqual(["N-1 bath.jpg"]);
    await fixture.removeEnrichment(image, { unembedded: true, undescribed: true });
    expect((await list("bathroom")).total).toBe(0);
    expect((await list("other")).total).toBe(0);
    await fixture.removeEnrichment(image, {});
    expect((await list("bathroom")).total).toBe(1);
  });

  it.each([
    ["cellar", "room_type must be one of kitchen, bedroom, bathroom, living_room, exterior, garage, other"],
    ["kitchen?limit=101", "limit must be between 1 and 100"],
    ["kitchen?offset=-1", "offset must be between 0 and 1000000"],
  ])("answers 400 to %s", async (query, detail) => {
    const { status, body } = await fixture.get(`${path}/${query}`);
    expect([status, body]).toEqual([400, { detail }]);
  });
});

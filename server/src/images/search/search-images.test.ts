import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { away, paintModels } from "../../../test/harness/paint-models.ts";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";

type Found = { image_id: number; listing_id: string; url: string; score: number };

describe("searchImages", () => {
  let fixture: PhotoFixture;
  let keys: Record<"admin" | "broker" | "agent" | "foreign" | "unbound", string>;
  beforeAll(async () => {
    fixture = await openPhotos();
    const { lintel, photo, home } = fixture;
    const colors = { block: "#d8b080", oak: "#b08040", white: "#f4f4f0", lawn: "#3a7a3a" };
    for (const [name, color] of Object.entries(colors)) await fixture.addPicture(`/${name}.jpg`, color);
    const block = photo("/block.jpg", "Kitchen with butcher block counters", "Kitchen");
    const white = photo("/white.jpg", "Bright white kitchen", "Kitchen");
    const { brokerageId } = await fixture.openMarket("north", [
      home("N-1", [photo("/lawn.jpg", "Front lawn", "Yard"), white, block]),
      home("N-2", [photo("/oak.jpg", "Kitchen with oak counters and wood island", "Kitchen"), white]),
      home("N-3", [white]),
      home("N-4", [white], { StandardStatus: "Withdrawn" }),
      // No model can read it, but its MLS states what it is.
      home("N-5", [photo("/broken.jpg", "Turquoise gazebo")]),
    ]);
    const south = await fixture.openMarket("south", [home("S-1", [white])]);
    keys = {
      admin: await lintel.createKey("admin"),
      broker: await lintel.createKey("broker", { brokerageId }),
      agent: await lintel.createKey("agent", {
        brokerageId,
        agentId: (await lintel.createAgent(brokerageId)).id,
      }),
      foreign: await lintel.createKey("broker", { brokerageId: south.brokerageId }),
      unbound: await lintel.createKey("agent"),
    };
    await fixture.index();
  });
  afterAll(() => fixture.close());

  const ask = (query: string, key = keys.broker) =>
    fixture.lintel.call(`/api/admin/search/images?${query}`, { key });
  const search = async (query: string, key?: string) => {
    const reply = await ask(query, key);
    expect(reply.status, reply.text).toBe(200);
    return reply.body as { results: Found[]; total: number };
  };
  const shown = ({ results }: { results: Found[] }) =>
    results.map(({ listing_id, url }) => `${listing_id} ${url.split("/").at(-1)}`);

  it("has the photo that says the words before what is near in meaning", async () => {
    const { results } = await search("q=butcher block");
    expect(results[0]).toMatchObject({ listing_id: "N-1", url: `${fixture.web.url}/block.jpg` });
    const oak = results.find(({ url }) => url.endsWith("/oak.jpg"));
    expect(results[0]?.score).toBeGreaterThan((oak?.score ?? 0) + 0.2);
  });

  it("shows all that is known of a photo, what people say first", async () => {
    const { image_id } = (await search("q=butcher block")).results[0] as Found;
    const path = `/api/admin/images/${image_id}`;
    const change = (method: "PATCH" | "POST", rest: string, body: object) =>
      fixture.lintel.call(path + rest, { method, key: keys.agent, body });
    await change("PATCH", "/room-type", { room_type: "garage" });
    await change("POST", "/features", { label: "Vise" });
    const [found] = (await search("q=butcher block")).results;
    expect(found).toEqual({
      image_id,
      listing_id: "N-1",
      property_id: "N-1",
      url: `${fixture.web.url}/block.jpg`,
      image_url: `${fixture.web.url}/block.jpg`,
      description: expect.stringContaining("butcher block counters"),
      room_type: "garage",
      image_index: 2,
      features: expect.arrayContaining(["vise"]),
      score: expect.any(Number),
      similarity: found?.score,
    });
    expect((found as unknown as { features: string[] }).features[0]).toBe("vise");
  });

  it("finds a photo by the words of its features and its room by hand, in its listing alone, as long as they stand", async () => {
    const [white, oak] = ["N-3 white.jpg", "N-2 oak.jpg"];
    const idOf = async (photo: string) => {
      const { results } = await search("q=kitchen&limit=100");
      return results.find(({ listing_id, url }) => `${listing_id} ${url.split("/").at(-1)}` === photo)
        ?.image_id;
    };
    const path = `/api/admin/images/${await idOf(white)}`;
    const wine = "q=wine%20fridge";
    expect(await search(wine)).toMatchObject({ results: [], total: 0 });
    const { body } = await fixture.lintel.call(`${path}/features`, {
      method: "POST",
      key: keys.agent,
      body: { label: "Wine fridge" },
    });
    const found = await search(wine);
    expect([shown(found), found.total]).toEqual([[white], 1]);
    expect(found.results[0]?.score).toBeGreaterThanOrEqual(0.35);
    expect(shown(await search("q=fridge for wine&distinct=true", keys.admin))).toEqual([white]);
    expect(shown(await search(`${wine}&property_id=N-3`))).toEqual([white]);
    expect(shown(await search(`${wine}&property_id=N-2`))).toEqual([]);
    expect(shown(await search(wine, keys.foreign))).toEqual([]);
    // Of a picture that several listings show, the photo that people have spoken of stands for it.
    const best = await search("q=white kitchen wine fridge&distinct=true");
    expect(shown(best)[0]).toBe(white);
    expect(shown(best).filter((each) => each.endsWith("white.jpg"))).toHaveLength(1);
    expect(best.total).toBe(best.results.length);
    await fixture.lintel.call(`${path}/features/${body.feature_id}`, { method: "DELETE", key: keys.agent });
    expect(await search(wine)).toMatchObject({ results: [], total: 0 });

    const roomTypePath = `/api/admin/images/${await idOf(oak)}/room-type`;
    const setRoom = (room_type: string | null) =>
      fixture.lintel.call(roomTypePath, { method: "PATCH", key: keys.agent, body: { room_type } });
    expect(shown(await search("q=living room&property_id=N-2"))).not.toContain(oak);
    await setRoom("living_room");
    expect(shown(await search("q=living room&property_id=N-2"))[0]).toBe(oak);
    await setRoom(null);
  });

  it("has every photo of a picture, of equal ones the least id first, and with distinct the picture once", async () => {
    const all = await search("q=bright white kitchen");
    expect(shown(all).slice(0, 3)).toEqual(["N-1 white.jpg", "N-2 white.jpg", "N-3 white.jpg"]);
    expect(all.results).toEqual(all.results.toSorted((a, b) => b.score - a.score || a.image_id - b.image_id));
    const distinct = await search("q=bright white kitchen&distinct=true");
    expect(shown(distinct)[0]).toBe("N-1 white.jpg");
    expect(shown(distinct).filter((each) => each.endsWith("white.jpg"))).toHaveLength(1);
    expect(distinct.total).toBe(all.total - 2);
  });

  it("cuts pages that are disjoint and whole, with the same total", async () => {
    const whole = await search("q=white kitchen");
    expect(whole.total).toBe(whole.results.length);
    const pages: string[] = [];
    for (let offset = 0; offset < whole.total; offset += 2) {
      const page = await search(`q=white kitchen&limit=2&offset=${offset}`);
      expect(page).toMatchObject({ total: whole.total, limit: 2, offset });
      pages.push(...shown(page));
    }
    expect(pages).toEqual(shown(whole));
    expect((await search("q=white kitchen&offset=9000")).results).toEqual([]);
  });

  it("looks at one listing's photos alone where it is named", async () => {
    const { results } = await search("q=white kitchen&property_id=N-2");
    expect(new Set(results.map(({ listing_id }) => listing_id))).toEqual(new Set(["N-2"]));
    for (const id of ["S-1", "N-4", "nowhere"]) {
      expect(await search(`q=white kitchen&property_id=${id}`)).toMatchObject({ results: [], total: 0 });
    }
  });

  it("shows each brokerage its own sources' public listings, admins all, and callers without a brokerage none", async () => {
    const listings = async (key: string) =>
      new Set((await search("q=bright white kitchen", key)).results.map(({ listing_id }) => listing_id));
    expect(await listings(keys.agent)).toEqual(new Set(["N-1", "N-2", "N-3"]));
    expect(await listings(keys.foreign)).toEqual(new Set(["S-1"]));
    expect(await listings(keys.unbound)).toEqual(new Set());
    expect(await listings(keys.admin)).toEqual(new Set(["N-1", "N-2", "N-3", "S-1"]));
  });

  it("finds by the words of its MLS a photo that no model has read", async () => {
    expect(shown(await search("q=turquoise gazebo"))).toEqual(["N-5 broken.jpg"]);
  });

  it("finds nothing for words that say nothing of any photo", async () => {
    for (const q of ["quarterly tax spreadsheet", "asdf qwer", "??"]) {
      expect(await search(`q=${encodeURIComponent(q)}`)).toMatchObject({ results: [], total: 0 });
    }
  });

  it("finds no photo that was taken out of the index, and its picture in other listings all the same", async () => {
    const [first] = (await search("q=bright white kitchen")).results as [Found];
    const mark = async (ids: number[]) => {
      await sql`
        update listing_images
        set unembedded_ids = ${ids}::bigint[], revision = nextval('image_revisions')
        where photo_ids @> array[${first.image_id}::bigint]`.execute(fixture.lintel.database.db);
      await fixture.lintel.services.images.vectors.catchUp();
    };
    await mark([first.image_id]);
    expect(shown(await search("q=bright white kitchen")).slice(0, 2)).toEqual([
      "N-2 white.jpg",
      "N-3 white.jpg",
    ]);
    const multimodal = { query: "bright white kitchen", include_images: true };
    const { body } = await fixture.search("multimodal", "north.test", multimodal);
    const images = body.results.flatMap(
      ({ matching_images }: { matching_images: Found[] }) => matching_images,
    );
    expect(images.length).toBeGreaterThan(0);
    expect(images.map(({ image_id }: Found) => image_id)).not.toContain(first.image_id);
    await mark([]);
    expect(shown(await search("q=bright white kitchen"))[0]).toBe("N-1 white.jpg");
  });

  it.each([
    ["", "q is required"],
    ["q=a", "q must be at least 2 characters"],
    ["q=%20a%20", "q must be at least 2 characters"],
    [`q=${"x".repeat(501)}`, "q must be at most 500 characters"],
    ["q=kitchen&limit=0", "limit must be between 1 and 100"],
    ["q=kitchen&limit=101", "limit must be between 1 and 100"],
    ["q=kitchen&offset=-1", "offset must be between 0 and 10000"],
    ["q=kitchen&distinct=perhaps", "distinct must be true or false"],
    ["q=a&limit=x", "q must be at least 2 characters; limit must be an integer"],
  ])("answers 400 to ?%s", async (query, detail) => {
    const { status, body } = await ask(query);
    expect([status, body.detail.split("; ").toSorted()]).toEqual([400, detail.split("; ").toSorted()]);
  });

  it("is 503 when a model is away", async () => {
    const { services } = fixture.lintel;
    const before = services.models;
    const models = paintModels("1");
    services.models = models;
    await fixture.index();
    models.images = { ...models.images, embedTexts: away };
    for (const path of ["images", "images-visual"]) {
      const { status, body } = await fixture.lintel.call(`/api/admin/search/${path}?q=something red`, {
        key: keys.broker,
      });
      expect([status, body.detail]).toEqual([503, expect.stringMatching(/^Search service unavailable: \S/)]);
    }
    services.models = before;
  });
});

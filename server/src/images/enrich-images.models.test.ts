import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { away, type PaintModels, paintModels } from "../../test/harness/paint-models.ts";
import { openPhotos, type PhotoFixture } from "../../test/harness/photo-fixture.ts";
import { ModelError } from "../models/index.ts";
import { ownContext } from "../services.ts";
import { enrichImages } from "./index.ts";

const HOUR = 3_600_000;

describe("enrichImages, whose models", () => {
  let fixture: PhotoFixture;
  let models: PaintModels;
  beforeAll(async () => {
    fixture = await openPhotos();
  });
  beforeEach(() => {
    models = paintModels("1");
    fixture.lintel.services.models = models;
  });
  afterAll(() => fixture.close());

  const read = () => enrichImages(ownContext(fixture.lintel.services, "test"));
  const statuses = async (part: string) => {
    const rows = await fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .select(["status", "failure"])
      .where("url", "like", `%/${part}/%`)
      .orderBy("id")
      .execute();
    return rows.map(({ status, failure }) => failure ?? status);
  };
  const openMarket = async (name: string, colors: string[]) => {
    const photos = await Promise.all(
      colors.map(async (color, n) => {
        await fixture.addPicture(`/${name}/${n}.jpg`, color);
        return fixture.photo(`/${name}/${n}.jpg`);
      }),
    );
    return fixture.openMarket(name, [fixture.home(`${name}-1`, photos)]);
  };
  const modelsOf = async (kind: "visual" | "description") => {
    const rows = await fixture.lintel.database.db
      .selectFrom("image_vectors")
      .select("model")
      .distinct()
      .where("kind", "=", kind)
      .orderBy("model")
      .execute();
    return rows.map(({ model }) => model);
  };

  it("is away: the run ends, and the next one goes on from what was done", async () => {
    await openMarket(
      "away",
      Array(6)
        .fill("#ff0000")
        .map((color, n) => `${color}`.replace("0", `${n}`)),
    );
    let described = 0;
    models.before.describe = async () => {
      if (++described > 2) away();
    };
    await expect(read()).rejects.toThrow("does not answer");
    const done = (await statuses("away")).filter((status) => status === "enriched");
    expect(done).toHaveLength(2);
    models.before.describe = async () => {};
    await read();
    expect(await statuses("away")).toEqual(Array(6).fill("enriched"));
    // Nothing twice: not what was embedded, nor what was described.
    expect(models.calls).toEqual({ embedded: 6, described: 6 });
  });

  it("cannot read one photo: it fails alone, and is tried again when it is due", async () => {
    await openMarket("broken", ["#ff0000", "#00ff00", "#0000ff"]);
    const isBroken = ({ bytes }: { bytes: Buffer }) => bytes.equals(broken);
    let broken: Buffer = Buffer.alloc(0);
    models.before.embed = async (photos) => {
      if (broken.length === 0) broken = photos[1]?.bytes as Buffer;
      if (photos.some(isBroken)) throw new ModelError("bad_image", "no picture");
    };
    await read();
    expect(await statuses("broken")).toEqual(["enriched", "bad_image", "enriched"]);
    models.before.embed = async () => {};
    await read();
    expect(await statuses("broken")).toEqual(["enriched", "bad_image", "enriched"]);
    fixture.lintel.clock.advance(24 * HOUR);
    await read();
    expect(await statuses("broken")).toEqual(["enriched", "enriched", "enriched"]);
  });

  it("changes: the old one's vectors answer until the new one has read everything", async () => {
    const { host } = await openMarket("changed", ["#ff0000", "#0000ff"]);
    await fixture.index();
    const paths = async () => {
      const { body } = await fixture.search("similar-images", host, {
        image_url: `${fixture.web.url}/changed/0.jpg`,
        limit: 1,
      });
      return body.results.map(({ url }: { url: string }) => url.slice(-5));
    };
    expect(await paths()).toEqual(["0.jpg"]);
    const fetchesBefore = fixture.web.requests.length;

    const next = paintModels("2");
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    next.before.embed = async () => {
      begin();
      await goOn;
    };
    fixture.lintel.services.models = { ...next, imageModelOf: () => models.images };
    const enrichment = read();
    await hasBegun;
    expect(await paths()).toEqual(["0.jpg"]);
    expect(await modelsOf("visual")).toEqual(["paint@1"]);
    const { body } = await fixture.search("multimodal", host, { query: "red room", include_images: true });
    expect(body.results[0].image_similarity).toBeGreaterThan(0);
    resolve();
    await enrichment;
    expect(await modelsOf("visual")).toEqual(["paint@2"]);
    expect(fixture.lintel.services.images.vectors.kinds.visual.model).toBe("paint@2");
    expect(await paths()).toEqual(["0.jpg"]);
    expect(fixture.web.requests.length).toBe(fetchesBefore);
  });

  it("changes for words alone: no photo is looked at anew", async () => {
    await openMarket("words", ["#123456"]);
    await read();
    const { embedded, described } = models.calls;
    models.text = { ...models.text, version: "other" };
    await read();
    expect(models.calls).toEqual({ embedded, described });
    expect(await modelsOf("description")).toEqual(["builtin@other"]);
  });

  it("could not name features before: those alone are found out, once", async () => {
    await openMarket("features", ["#ff0000", "#0000ff"]);
    await read();
    const { db } = fixture.lintel.database;
    const before = { features: null, quality_score: null, enriched_by: "paint@1 paint@1 builtin@2" };
    await db.updateTable("image_enrichments").set(before).where("url", "like", "%/features/%").execute();
    const { embedded, described } = models.calls;
    await read();
    await read();
    expect(models.calls).toEqual({ embedded, described });
    const rows = await db
      .selectFrom("image_enrichments")
      .select(["features", "quality_score"])
      .where("url", "like", "%/features/%")
      .orderBy("id")
      .execute();
    expect(rows).toMatchObject([{ features: [{ key: "brick" }] }, { features: [{ key: "lake" }] }]);
    for (const { quality_score } of rows) expect(quality_score).toBeGreaterThan(0);
  });

  it("is away during a search: 503, and it works again by itself", async () => {
    const { host } = await openMarket("asked", ["#ff0000"]);
    await fixture.index();
    const embedTexts = models.images.embedTexts;
    models.images.embedTexts = async () => away();
    // Words without an earlier query: a model's answers are remembered.
    const body = { query: "red walls", include_images: true };
    for (const path of ["multimodal", "compare"]) {
      const reply = await fixture.search(path, host, body);
      expect(reply.status).toBe(503);
      expect(reply.body.detail).toMatch(/^Search service unavailable: /);
    }
    expect((await fixture.search("multimodal", host, { query: "red walls" })).status).toBe(200);
    models.before.embed = async () => away();
    await fixture.addPicture("/asked.jpg", "#ff1122");
    const image_url = `${fixture.web.url}/asked.jpg`;
    expect((await fixture.search("similar-images", host, { image_url })).status).toBe(503);
    models.images.embedTexts = embedTexts;
    models.before.embed = async () => {};
    for (const path of ["multimodal", "compare"]) {
      expect((await fixture.search(path, host, body)).status).toBe(200);
    }
    expect((await fixture.search("similar-images", host, { image_url })).status).toBe(200);
  });

  it("is replaced by another in the middle of a batch: nothing of one is stored as of the other", async () => {
    await openMarket("replaced", ["#ff0000", "#00ff00", "#0000ff"]);
    const plain = paintModels("plain");
    let isBroken = false;
    models.before.embed = async () => {
      isBroken = true;
      away();
    };
    fixture.lintel.services.models = {
      ...models,
      get images() {
        return isBroken ? plain.images : models.images;
      },
      get vision() {
        return isBroken ? plain.vision : models.vision;
      },
    };
    await expect(read()).rejects.toThrow("does not answer");
    expect(await modelsOf("visual")).not.toContain("paint@plain");
    expect(await statuses("replaced")).toEqual(Array(3).fill("pending"));
    await read();
    expect(await statuses("replaced")).toEqual(Array(3).fill("enriched"));
    expect(await modelsOf("visual")).toEqual(["paint@plain"]);
  });
});

import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPhotos, type PhotoFixture, pictureOf } from "../../test/harness/photo-fixture.ts";
import { pngThatClaims } from "../../test/harness/pictures.ts";
import { startWebServer } from "../../test/harness/web-server.ts";
import { ownContext } from "../services.ts";
import { enrichImages, pruneEnrichments } from "./index.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("enrichImages", () => {
  let fixture: PhotoFixture;
  beforeAll(async () => {
    fixture = await openPhotos();
  });
  afterAll(() => fixture.close());

  const enrichments = (path: string) =>
    fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .selectAll()
      .where("url", "like", `%${path}`)
      .orderBy("id")
      .execute();
  const vectorsOf = async (path: string) => {
    const ids = (await enrichments(path)).map(({ id }) => id);
    return fixture.lintel.database.db
      .selectFrom("image_vectors")
      .select(["enrichment_id", "kind", "model", "dimensions"])
      .where("enrichment_id", "in", ids)
      .orderBy("kind")
      .execute();
  };

  it("reads a picture once, however many listings show it, and says what it is", async () => {
    await fixture.addPicture("/once.jpg", "#f4f4f0");
    const photo = () => fixture.photo("/once.jpg", "White kitchen", "Kitchen");
    await fixture.openMarket(
      "once",
      [1, 2, 3].map((n) => fixture.home(`O-${n}`, [photo()])),
    );
    await fixture.index();
    const [enrichment, ...others] = await enrichments("/once.jpg");
    expect(others).toEqual([]);
    expect(enrichment).toMatchObject({ status: "enriched", failure: null, room_type: "kitchen" });
    expect(enrichment?.description).toContain("White kitchen");
    expect(enrichment?.room_confidence).toBeGreaterThan(0.9);
    expect(await vectorsOf("/once.jpg")).toMatchObject([{ kind: "description" }, { kind: "visual" }]);
    expect(fixture.web.requests.filter((path) => path === "/once.jpg")).toHaveLength(1);
  });

  it("reads the same picture by each of its captions", async () => {
    await fixture.addPicture("/captioned.jpg", "#cccccc");
    await fixture.openMarket("captioned", [
      fixture.home("C-1", [fixture.photo("/captioned.jpg", "Garage", "Garage")]),
      fixture.home("C-2", [fixture.photo("/captioned.jpg", "Main bath", "Bathroom")]),
    ]);
    await fixture.index();
    expect((await enrichments("/captioned.jpg")).map(({ room_type }) => room_type)).toEqual([
      "garage",
      "bathroom",
    ]);
  });

  it("changes nothing when it runs again", async () => {
    const all = () =>
      fixture.lintel.database.db.selectFrom("image_vectors").select("revision").orderBy("revision").execute();
    await fixture.index();
    const [before, fetchesBefore] = [await all(), fixture.web.requests.length];
    await fixture.index();
    expect(await all()).toEqual(before);
    expect(fixture.web.requests.length).toBe(fetchesBefore);
  });

  it("reads what it can beside photos that cannot be fetched or are no pictures", async () => {
    await fixture.addPicture("/good.jpg", "#888888");
    fixture.responses.set("/bomb.jpg", pngThatClaims(60_000, 60_000));
    fixture.responses.set("/text.jpg", Buffer.from("no picture"));
    fixture.responses.set("/away.jpg", 500);
    const paths = ["/gone.jpg", "/bomb.jpg", "/text.jpg", "/away.jpg", "/good.jpg"];
    await fixture.openMarket("mixed", [
      fixture.home(
        "M-1",
        [...paths, "https://10.1.2.3/private.jpg"].map((path) => fixture.photo(path)),
      ),
    ]);
    await fixture.index();
    const failures = await Promise.all(
      [...paths, "/private.jpg"].map(async (path) => (await enrichments(path))[0]?.failure),
    );
    expect(failures).toEqual([
      "not_found",
      "too_many_pixels",
      "not_an_image",
      "bad_status",
      null,
      "unsafe_address",
    ]);
    expect(await enrichments("/good.jpg")).toMatchObject([{ status: "enriched" }]);
  });

  it("tries a photo again when it is due, and not before", async () => {
    const fetches = () => fixture.web.requests.filter((path) => path === "/late.jpg").length;
    fixture.responses.set("/late.jpg", 503);
    await fixture.openMarket("late", [fixture.home("T-1", [fixture.photo("/late.jpg")])]);
    await fixture.index();
    expect(await enrichments("/late.jpg")).toMatchObject([{ status: "failed", failures_in_row: 1 }]);
    fixture.responses.set("/late.jpg", await pictureOf("#123456"));
    await fixture.index();
    expect(fetches()).toBe(1);
    fixture.lintel.clock.advance(HOUR + 1000);
    await fixture.index();
    expect(fetches()).toBe(2);
    expect(await enrichments("/late.jpg")).toMatchObject([
      { status: "enriched", failures_in_row: 0, failure: null },
    ]);
  });

  it("leaves a server that answers nothing, and reads the photos of all others", async () => {
    const dead = await startWebServer((_, response) => void response.destroy());
    await fixture.addPicture("/alive.jpg", "#445566");
    const photos = Array.from({ length: 40 }, (_, n) => fixture.photo(`${dead.url}/${n}.jpg`));
    await fixture.openMarket("dead", [fixture.home("D-1", [...photos, fixture.photo("/alive.jpg")])]);
    await fixture.index();
    expect(await enrichments("/alive.jpg")).toMatchObject([{ status: "enriched" }]);
    expect(dead.requests.length).toBeLessThan(40);
    await dead.close();
    // Photos that no model call was made for are not forgotten: another run makes it.
    fixture.lintel.clock.advance(DAY);
    await fixture.index();
    const rows = await fixture.lintel.database.db
      .selectFrom("image_enrichments")
      .select("status")
      .where("url", "like", `${dead.url}%`)
      .execute();
    expect(rows.filter(({ status }) => status === "failed").length).toBeGreaterThan(8);
  });

  it("stops between two batches, and the next run does the rest", async () => {
    const paths = Array.from({ length: 40 }, (_, n) => `/many/${n}.jpg`);
    for (const [n, path] of paths.entries()) await fixture.addPicture(path, `hsl(${n * 9},60%,50%)`);
    await fixture.openMarket("many", [
      fixture.home(
        "N-1",
        paths.map((path) => fixture.photo(path)),
      ),
    ]);
    const stop = new AbortController();
    const running = enrichImages(ownContext(fixture.lintel.services, "stopped", stop.signal));
    const countRead = async () => (await enrichments(".jpg")).filter(isManyRead).length;
    while ((await countRead()) === 0) await delay(5);
    stop.abort();
    await running;
    expect(await countRead()).toBeLessThan(40);
    const fetchesBefore = fixture.web.requests.length;
    await fixture.index();
    expect(await countRead()).toBe(40);
    // What had been fetched was kept.
    expect(fixture.web.requests.length).toBeLessThan(fetchesBefore + 40);
  });

  it("forgets pictures that no listing shows any more, and nothing else", async () => {
    await fixture.addPicture("/kept.jpg", "#aa2222");
    await fixture.addPicture("/dropped.jpg", "#22aa22");
    const market = await fixture.openMarket("pruned", [
      fixture.home("R-1", [fixture.photo("/kept.jpg"), fixture.photo("/dropped.jpg")]),
    ]);
    await fixture.index();
    await market.import([
      fixture.home("R-1", [fixture.photo("/kept.jpg")], { ModificationTimestamp: "2027-01-01T00:00:00Z" }),
    ]);
    await fixture.index();
    expect(await pruneEnrichments(fixture.lintel.ctx)).toBe(1);
    expect(await enrichments("/dropped.jpg")).toEqual([]);
    expect(await vectorsOf("/kept.jpg")).toHaveLength(2);
  });

  it("knows whose each listing's photos are, until it is gone, under a new revision where that changes", async () => {
    const { db } = fixture.lintel.database;
    await fixture.addPicture("/owned.jpg", "#335577");
    const market = await fixture.openMarket("owned", [fixture.home("S-1", [fixture.photo("/owned.jpg")])]);
    const listing = await db
      .selectFrom("listings")
      .innerJoin("sources", "sources.id", "listings.source_id")
      .select(["listings.id", "source_id"])
      .where("sources.name", "=", market.source)
      .executeTakeFirstOrThrow();
    const noted = async () => {
      await fixture.index();
      const rows = db.selectFrom("listing_images").where("listing_id", "=", listing.id);
      return rows.select(["source_id", "revision", "photo_ids"]).executeTakeFirstOrThrow();
    };
    const first = await noted();
    expect([first.source_id, first.photo_ids.length]).toEqual([listing.source_id, 1]);
    await db.updateTable("listings").set({ list_price: 1 }).where("id", "=", listing.id).execute();
    expect(await noted()).toEqual(first);
    const { id: other } = await db
      .insertInto("sources")
      .values({ name: "owned by others" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.updateTable("listings").set({ source_id: other }).where("id", "=", listing.id).execute();
    const second = await noted();
    expect(second).toEqual({ ...first, source_id: other, revision: expect.any(Number) });
    expect(second.revision).toBeGreaterThan(first.revision);
    await db.deleteFrom("listings").where("id", "=", listing.id).execute();
    expect(await noted()).toMatchObject({ source_id: null, photo_ids: [] });
  });
});

function isManyRead({ url, status }: { url: string; status: string }): boolean {
  return url.includes("/many/") && status === "enriched";
}

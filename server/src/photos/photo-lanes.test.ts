import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KeptPhotosFixture, openKeptPhotos } from "../../test/harness/kept-photos-fixture.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { DownloadQuota } from "./download-quota.ts";

const staying = new AbortController().signal;

describe("photos beside slow servers and busy callers", () => {
  let fixture: KeptPhotosFixture;
  let open = 0;
  beforeAll(async () => {
    fixture = await openKeptPhotos();
  });
  afterAll(() => fixture.close());

  /** A byte now and then, for ever. */
  const trickle = (response: ServerResponse) => {
    open++;
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 50);
    response.on("close", () => {
      open--;
      clearInterval(timer);
    });
  };
  const show = (path: string, caller: string, signal = staying) =>
    fixture.lintel.services.photos.fetchOnce(fixture.web.url + path, { caller, signal });
  const jpegs = (name: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, async (_each, at) => {
        fixture.responses.set(`/${name}/${at}.jpg`, await sampleJpeg(30, 20, at));
        return `${fixture.web.url}/${name}/${at}.jpg`;
      }),
    );

  it("are fetched while 12 trickling pictures of anonymous callers hold all of their places", async () => {
    fixture.responses.set("/trickle", trickle);
    const leaving = new AbortController();
    const shown = Array.from({ length: 20 }, (_each, at) =>
      show("/trickle", `caller ${at % 10}`, leaving.signal).catch((error) => error),
    );
    // A server's share.
    await expect.poll(() => open).toBe(4);
    const urls = await jpegs("feed", 12);
    const photos = await fixture.lintel.services.photos.fetchAll(urls);
    expect(photos.map(({ status }) => status)).toEqual(urls.map(() => "stored"));
    expect(open).toBe(4);
    leaving.abort();
    await Promise.all(shown);
    await expect.poll(() => open).toBe(0);
  });

  it("are fetched for jobs while those of brochures hang at the same server, and the other way round", async () => {
    const { photos } = fixture.lintel.services;
    for (const [slow, quick] of [
      ["brochures", "jobs"],
      ["jobs", "brochures"],
    ] as const) {
      const leaving = new AbortController();
      const hanging = Array.from({ length: 12 }, (_each, at) => {
        fixture.responses.set(`/hang/${slow}/${at}`, trickle);
        return `${fixture.web.url}/hang/${slow}/${at}`;
      });
      const waiting = photos.fetchAll(hanging, { lane: slow, signal: leaving.signal }).catch(() => {});
      await expect.poll(() => open).toBe(6);
      const kept = await photos.fetchAll(await jpegs(quick, 3), { lane: quick });
      expect(kept.map(({ status }) => status)).toEqual(["stored", "stored", "stored"]);
      leaving.abort();
      await waiting;
      await expect.poll(() => open).toBe(0);
      // No caller has waited for it: that proves nothing about the photo.
      const rows = await fixture.lintel.database.db
        .selectFrom("stored_photos")
        .where("url", "in", hanging)
        .select("url")
        .execute();
      expect(rows).toEqual([]);
    }
  });

  it("are refused only to a caller who shows too many at once", async () => {
    fixture.responses.set("/one", trickle);
    fixture.responses.set("/good", await sampleJpeg(30, 20, 1));
    const leaving = new AbortController();
    const outcomes: string[] = [];
    const shown = Array.from({ length: 12 }, () =>
      show("/one", "one", leaving.signal).catch((error) => outcomes.push(error.code ?? "left")),
    );
    await expect.poll(() => outcomes).toEqual(Array(4).fill("too_many_requests"));
    await expect.poll(() => open).toBe(2);
    expect((await show("/good", "other")).bytes.length).toBeGreaterThan(0);
    leaving.abort();
    await Promise.all(shown);
  });

  it("are refused to a caller who has had us fetch 100 MB within a minute", () => {
    const bytes = new DownloadQuota();
    for (let picture = 0; picture < 10; picture++) {
      bytes.requireAllowance("one");
      bytes.add("one", 10 * 1_048_576);
    }
    expect(() => bytes.requireAllowance("one")).toThrow("Rate limit exceeded");
    bytes.requireAllowance("other");
  });

  describe("as WebP, made when a page asks for them", () => {
    const keyOf = (at: number) => `photos/ab/${String(at).padStart(32, "0")}-thumb`;
    const get = (key: string, remoteAddress: string) =>
      fixture.lintel.app.inject({ url: `/files/${key}.webp`, remoteAddress });
    beforeAll(async () => {
      const jpeg = await sharp(await sampleJpeg(40, 30, 1))
        .jpeg()
        .toBuffer();
      for (let at = 0; at < 200; at++) await fixture.lintel.services.storage.put(`${keyOf(at)}.jpg`, jpeg);
    });

    it("do not let one address that asks for 180 of them have another's refused", async () => {
      const many = Array.from({ length: 180 }, (_each, at) => get(keyOf(at), "203.0.113.1"));
      const other = await get(keyOf(190), "203.0.113.2");
      expect([other.statusCode, other.headers["content-type"]]).toEqual([200, "image/webp"]);
      const statuses = (await Promise.all(many)).map(({ statusCode }) => statusCode);
      expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(100);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect(new Set(statuses)).toEqual(new Set([200, 429]));
    });

    it("are made for known photos alone", async () => {
      expect((await get(`photos/ab/${"f".repeat(32)}-thumb`, "203.0.113.3")).statusCode).toBe(404);
      expect((await get("photos/ab/none-thumb", "203.0.113.3")).statusCode).toBe(404);
    });
  });
});

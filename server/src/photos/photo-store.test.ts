import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KeptPhotosFixture, openKeptPhotos, stored } from "../../test/harness/kept-photos-fixture.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { PictureWorkers } from "../platform/pictures/picture-workers.ts";
import { PhotoStore } from "./index.ts";

/** Their processes are killed in the middle of every picture, as by a system without memory. */
class DyingWorkers extends PictureWorkers {
  override run<Result>(_task: unknown, ...rest: Tail<Parameters<PictureWorkers["run"]>>) {
    const module = new URL("../../test/harness/costly-tasks.ts", import.meta.url).href;
    return super.run<Result>({ module, name: "die" }, ...rest);
  }
}
type Tail<List extends unknown[]> = List extends [unknown, ...infer Rest] ? Rest : never;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("PhotoStore", () => {
  let fixture: KeptPhotosFixture;
  beforeAll(async () => {
    fixture = await openKeptPhotos();
  });
  afterAll(() => fixture.close());

  describe("what it refuses", () => {
    const reason = async (path: string, bytes: Buffer | number) => {
      const photo = await fixture.keepBytes(path, bytes);
      return photo.status === "failed" ? photo.reason : photo.status;
    };

    it.each([
      [404, "not_found"],
      [410, "not_found"],
      [403, "bad_status"],
      [500, "bad_status"],
      [204, "bad_status"],
      [304, "bad_status"],
    ])("says of the status %i: %s", async (status, expected) => {
      expect(await reason(`/status/${status}`, status)).toBe(expected);
    });
  });

  describe("fetching", () => {
    it("follows three redirects, and none to a private address", async () => {
      fixture.responses.set("/target.jpg", await sampleJpeg(80, 60, 9));
      const sendTo = (to: string) => (response: ServerResponse) =>
        void response.writeHead(302, { location: to }).end();
      fixture.responses.set("/r1", sendTo("/target.jpg"));
      fixture.responses.set("/r2", sendTo(`${fixture.web.url}/r1`));
      fixture.responses.set("/r3", sendTo("/r2"));
      fixture.responses.set("/r4", sendTo("/r3"));
      fixture.responses.set("/inside", sendTo(`http://127.0.0.2:${fixture.web.port}/target.jpg`));
      expect(await fixture.keep(`${fixture.web.url}/r3`)).toMatchObject({ status: "stored" });
      expect(await fixture.keep(`${fixture.web.url}/r4`)).toMatchObject({ reason: "too_many_redirects" });
      expect(await fixture.keep(`${fixture.web.url}/inside`)).toMatchObject({ reason: "unsafe_address" });
    });

    it("does not fetch what it has", async () => {
      const bytes = await sampleJpeg(90, 60, 3);
      const first = await fixture.keepBytes("/once.jpg", bytes);
      fixture.responses.set("/once.jpg", 500);
      expect(await fixture.keep(`${fixture.web.url}/once.jpg`)).toEqual(first);
      expect(fixture.requestCount("/once.jpg")).toBe(1);
    });

    it("fetches once for all who want the same address at the same time", async () => {
      fixture.responses.set("/wanted.jpg", await sampleJpeg(90, 60, 4));
      const { photos } = fixture.lintel.services;
      const url = `${fixture.web.url}/wanted.jpg`;
      const all = await Promise.all([
        ...Array.from({ length: 20 }, () => photos.fetch(url)),
        photos.fetchAll([url, url, url]),
      ]);
      expect(new Set(all.flat().map((photo) => JSON.stringify(photo))).size).toBe(1);
      expect(fixture.requestCount("/wanted.jpg")).toBe(1);
    });

    it("asks one host for a few at a time, however many are wanted", async () => {
      const urls = await Promise.all(
        Array.from({ length: 30 }, async (_each, at) => {
          fixture.responses.set(`/many/${at}`, await sampleJpeg(20, 20, at));
          return `${fixture.web.url}/many/${at}`;
        }),
      );
      fixture.mostInside = 0;
      const photos = await fixture.lintel.services.photos.fetchAll(urls);
      expect(photos.every((photo) => photo.status === "stored")).toBe(true);
      expect(fixture.mostInside).toBeGreaterThan(1);
      expect(fixture.mostInside).toBeLessThanOrEqual(6);
    });

    it("gives the same files to the same picture at two addresses", async () => {
      const bytes = await sampleJpeg(100, 70, 5);
      const [one, two] = [
        await fixture.keepBytes("/one.jpg", bytes),
        await fixture.keepBytes("/two.jpg", bytes),
      ];
      expect(stored(two)).toEqual(stored(one));
      const other = await fixture.keepBytes("/three.jpg", await sampleJpeg(100, 70, 6));
      expect(stored(other).storageKey).not.toBe(stored(one).storageKey);
    });

    it("keeps what can be kept of a list, in its order, each time it is named", async () => {
      fixture.responses.set("/a.jpg", await sampleJpeg(30, 20, 11));
      fixture.responses.set("/b.jpg", await sampleJpeg(40, 20, 12));
      const urls = ["/a.jpg", "/gone.jpg", "/b.jpg", "/a.jpg"].map((path) => fixture.web.url + path);
      const photos = await fixture.lintel.services.photos.fetchAll(urls);
      expect(photos.map((photo) => (photo.status === "stored" ? photo.width : photo.status))).toEqual([
        30,
        "failed",
        40,
        30,
      ]);
      expect(await fixture.lintel.services.photos.fetchAll([])).toEqual([]);
    });

    it("says pending of what is not there in time, and keeps it all the same", async () => {
      let answer: (() => void) | undefined;
      const bytes = await sampleJpeg(30, 20, 13);
      fixture.responses.set("/slow.jpg", (response) => {
        answer = () => void response.end(bytes);
      });
      fixture.responses.set("/quick.jpg", await sampleJpeg(30, 20, 14));
      const urls = [`${fixture.web.url}/slow.jpg`, `${fixture.web.url}/quick.jpg`];
      await fixture.keep(urls[1] as string);
      const photos = await fixture.lintel.services.photos.fetchAll(urls, { withinMs: 200 });
      expect(photos.map(({ status }) => status)).toEqual(["pending", "stored"]);
      const waiting = fixture.keep(urls[0] as string);
      answer?.();
      expect((await waiting).status).toBe("stored");
      expect(fixture.requestCount("/slow.jpg")).toBe(1);
    });

    it("fetches anew what the storage has lost", async () => {
      const photo = stored(await fixture.keepBytes("/lost.jpg", await sampleJpeg(30, 20, 15)));
      await fixture.lintel.services.storage.delete(`${photo.storageKey}-card.jpg`);
      expect(await fixture.lintel.services.photos.read(photo, "card", "jpg")).toBeNull();
      const again = await fixture.keep(`${fixture.web.url}/lost.jpg`);
      expect(await fixture.lintel.services.photos.read(stored(again), "card", "jpg")).not.toBeNull();
      expect(fixture.requestCount("/lost.jpg")).toBe(2);
    });
  });

  describe("our own photos", () => {
    it("are read from the storage, not fetched, by path and by public address", async () => {
      const { storage, photos } = fixture.lintel.services;
      await storage.put("agents/7.jpg", await sampleJpeg(64, 48, 16));
      const urls = ["/files/agents/7.jpg", storage.publicUrl("agents/7.jpg")];
      expect(urls[1]).toBe("https://api.test/base/files/agents/7.jpg");
      const [one, two] = await photos.fetchAll(urls);
      expect(one).toMatchObject({ status: "stored", width: 64, height: 48 });
      expect(two).toEqual(one);
    });

    it("are looked for in the storage only, for every path", async () => {
      for (const path of [
        "/files/agents/none.jpg",
        "/files/../secrets.json",
        "/files/%2e%2e/secrets.json",
        "/files/..%2fsecrets.json",
        "/files/agents%2f..%2f..%2fsecrets.json",
        "https://api.test/base/files/..%5csecrets.json",
        "/files/%zz.jpg",
        "/files/",
      ]) {
        const photo = await fixture.keep(path);
        expect([path, photo.status]).toEqual([path, "failed"]);
        expect(["not_found", "bad_address"]).toContain((photo as { reason: string }).reason);
      }
    });
  });

  describe("failures", () => {
    const retryIn = async (path: string) => {
      const photo = await fixture.keep(fixture.web.url + path);
      if (photo.status !== "failed") return photo.status;
      return (photo.retryAt.getTime() - fixture.lintel.clock.now().getTime()) / HOUR;
    };

    it("that may pass are tried again after an hour, then two, four, and at most a day", async () => {
      fixture.responses.set("/ill.jpg", 503);
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = await retryIn("/ill.jpg");
        waits.push(hours);
        fixture.lintel.clock.advance(Number(hours) * HOUR - 1);
        await fixture.keep(`${fixture.web.url}/ill.jpg`);
        expect(fixture.requestCount("/ill.jpg")).toBe(round + 1);
        fixture.lintel.clock.advance(1);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    });

    it("of a machine that cannot decode a photo pass: it is tried again after an hour, and nothing is wrong with it", async () => {
      const { services, clock } = fixture.lintel;
      const pictures = new DyingWorkers();
      const unlucky = new PhotoStore({ ...services, pictures, publicApiUrl: services.config.publicApiUrl });
      const url = `${fixture.web.url}/unlucky.jpg`;
      fixture.responses.set("/unlucky.jpg", await sampleJpeg(30, 20, 77));
      expect(await unlucky.fetch(url)).toMatchObject({ status: "failed", reason: "not_decoded" });
      expect(await retryIn("/unlucky.jpg")).toBe(1);
      const caller = { caller: "one", signal: new AbortController().signal };
      await expect(unlucky.fetchOnce(url, caller)).rejects.toMatchObject({ code: "unavailable" });
      pictures.close();
      clock.advance(HOUR);
      expect((await fixture.keep(url)).status).toBe("stored");
    });

    it("that last are tried again after a day, then two, and at most a month", async () => {
      fixture.responses.set("/no-photo.jpg", Buffer.from("<html>"));
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = Number(await retryIn("/no-photo.jpg"));
        waits.push(hours / 24);
        fixture.lintel.clock.advance(hours * HOUR);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
      expect(fixture.requestCount("/no-photo.jpg")).toBe(7);
    });

    it("are forgotten when the photo is there, and start anew after it", async () => {
      expect(await fixture.keepBytes("/mended.jpg", 500)).toMatchObject({ status: "failed" });
      fixture.lintel.clock.advance(HOUR);
      const mended = await fixture.keepBytes("/mended.jpg", await sampleJpeg(30, 20, 17));
      expect(mended).toMatchObject({ status: "stored" });
      fixture.lintel.clock.advance(40 * DAY);
      expect(await fixture.keep(`${fixture.web.url}/mended.jpg`)).toEqual(mended);
      expect(fixture.requestCount("/mended.jpg")).toBe(2);
    });
  });
});

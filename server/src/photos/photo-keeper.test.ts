import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type KeptPhotosFixture, openKeptPhotos, stored } from "../../test/harness/kept-photos-fixture.ts";
import { sampleJpeg } from "../../test/harness/sample-photos.ts";
import { PictureWorkers } from "../platform/pictures/picture-workers.ts";
import { PhotoKeeper } from "./index.ts";

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

describe("PhotoKeeper", () => {
  let room: KeptPhotosFixture;
  beforeAll(async () => {
    room = await openKeptPhotos();
  });
  afterAll(() => room.close());

  describe("what it refuses", () => {
    const reason = async (path: string, bytes: Buffer | number) => {
      const photo = await room.keepBytes(path, bytes);
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
      room.shelf.set("/target.jpg", await sampleJpeg(80, 60, 9));
      const sendTo = (to: string) => (response: ServerResponse) =>
        void response.writeHead(302, { location: to }).end();
      room.shelf.set("/r1", sendTo("/target.jpg"));
      room.shelf.set("/r2", sendTo(`${room.web.url}/r1`));
      room.shelf.set("/r3", sendTo("/r2"));
      room.shelf.set("/r4", sendTo("/r3"));
      room.shelf.set("/inside", sendTo(`http://127.0.0.2:${room.web.port}/target.jpg`));
      expect(await room.keep(`${room.web.url}/r3`)).toMatchObject({ status: "stored" });
      expect(await room.keep(`${room.web.url}/r4`)).toMatchObject({ reason: "too_many_redirects" });
      expect(await room.keep(`${room.web.url}/inside`)).toMatchObject({ reason: "unsafe_address" });
    });

    it("does not fetch what it has", async () => {
      const bytes = await sampleJpeg(90, 60, 3);
      const first = await room.keepBytes("/once.jpg", bytes);
      room.shelf.set("/once.jpg", 500);
      expect(await room.keep(`${room.web.url}/once.jpg`)).toEqual(first);
      expect(room.timesAsked("/once.jpg")).toBe(1);
    });

    it("fetches once for all who want the same address at the same time", async () => {
      room.shelf.set("/wanted.jpg", await sampleJpeg(90, 60, 4));
      const { photos } = room.lintel.services;
      const url = `${room.web.url}/wanted.jpg`;
      const all = await Promise.all([
        ...Array.from({ length: 20 }, () => photos.keep(url)),
        photos.keepAll([url, url, url]),
      ]);
      expect(new Set(all.flat().map((photo) => JSON.stringify(photo))).size).toBe(1);
      expect(room.timesAsked("/wanted.jpg")).toBe(1);
    });

    it("asks one host for a few at a time, however many are wanted", async () => {
      const urls = await Promise.all(
        Array.from({ length: 30 }, async (_each, at) => {
          room.shelf.set(`/many/${at}`, await sampleJpeg(20, 20, at));
          return `${room.web.url}/many/${at}`;
        }),
      );
      room.mostInside = 0;
      const photos = await room.lintel.services.photos.keepAll(urls);
      expect(photos.every((photo) => photo.status === "stored")).toBe(true);
      expect(room.mostInside).toBeGreaterThan(1);
      expect(room.mostInside).toBeLessThanOrEqual(6);
    });

    it("gives the same files to the same picture at two addresses", async () => {
      const bytes = await sampleJpeg(100, 70, 5);
      const [one, two] = [await room.keepBytes("/one.jpg", bytes), await room.keepBytes("/two.jpg", bytes)];
      expect(stored(two)).toEqual(stored(one));
      const other = await room.keepBytes("/three.jpg", await sampleJpeg(100, 70, 6));
      expect(stored(other).storageKey).not.toBe(stored(one).storageKey);
    });

    it("keeps what can be kept of a list, in its order, each time it is named", async () => {
      room.shelf.set("/a.jpg", await sampleJpeg(30, 20, 11));
      room.shelf.set("/b.jpg", await sampleJpeg(40, 20, 12));
      const urls = ["/a.jpg", "/gone.jpg", "/b.jpg", "/a.jpg"].map((path) => room.web.url + path);
      const photos = await room.lintel.services.photos.keepAll(urls);
      expect(photos.map((photo) => (photo.status === "stored" ? photo.width : photo.status))).toEqual([
        30,
        "failed",
        40,
        30,
      ]);
      expect(await room.lintel.services.photos.keepAll([])).toEqual([]);
    });

    it("says pending of what is not there in time, and keeps it all the same", async () => {
      let answer: (() => void) | undefined;
      const bytes = await sampleJpeg(30, 20, 13);
      room.shelf.set("/slow.jpg", (response) => {
        answer = () => void response.end(bytes);
      });
      room.shelf.set("/quick.jpg", await sampleJpeg(30, 20, 14));
      const urls = [`${room.web.url}/slow.jpg`, `${room.web.url}/quick.jpg`];
      await room.keep(urls[1] as string);
      const photos = await room.lintel.services.photos.keepAll(urls, { withinMs: 200 });
      expect(photos.map(({ status }) => status)).toEqual(["pending", "stored"]);
      const waiting = room.keep(urls[0] as string);
      answer?.();
      expect((await waiting).status).toBe("stored");
      expect(room.timesAsked("/slow.jpg")).toBe(1);
    });

    it("fetches anew what the storage has lost", async () => {
      const photo = stored(await room.keepBytes("/lost.jpg", await sampleJpeg(30, 20, 15)));
      await room.lintel.services.storage.delete(`${photo.storageKey}-card.jpg`);
      expect(await room.lintel.services.photos.read(photo, "card", "jpg")).toBeNull();
      const again = await room.keep(`${room.web.url}/lost.jpg`);
      expect(await room.lintel.services.photos.read(stored(again), "card", "jpg")).not.toBeNull();
      expect(room.timesAsked("/lost.jpg")).toBe(2);
    });
  });

  describe("our own photos", () => {
    it("are read from the storage, not fetched, by path and by public address", async () => {
      const { storage, photos } = room.lintel.services;
      await storage.put("agents/7.jpg", await sampleJpeg(64, 48, 16));
      const urls = ["/files/agents/7.jpg", storage.publicUrl("agents/7.jpg")];
      expect(urls[1]).toBe("https://api.test/base/files/agents/7.jpg");
      const [one, two] = await photos.keepAll(urls);
      expect(one).toMatchObject({ status: "stored", width: 64, height: 48 });
      expect(two).toEqual(one);
    });

    it("are looked for in the storage only, whatever the path", async () => {
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
        const photo = await room.keep(path);
        expect([path, photo.status]).toEqual([path, "failed"]);
        expect(["not_found", "bad_address"]).toContain((photo as { reason: string }).reason);
      }
    });
  });

  describe("failures", () => {
    const retryIn = async (path: string) => {
      const photo = await room.keep(room.web.url + path);
      if (photo.status !== "failed") return photo.status;
      return (photo.retryAt.getTime() - room.lintel.clock.now().getTime()) / HOUR;
    };

    it("that may pass are tried again after an hour, then two, four, and at most a day", async () => {
      room.shelf.set("/ill.jpg", 503);
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = await retryIn("/ill.jpg");
        waits.push(hours);
        room.lintel.clock.advance(Number(hours) * HOUR - 1);
        await room.keep(`${room.web.url}/ill.jpg`);
        expect(room.timesAsked("/ill.jpg")).toBe(round + 1);
        room.lintel.clock.advance(1);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    });

    it("of a machine that cannot decode a photo pass: it is tried again after an hour, and nothing is wrong with it", async () => {
      const { services, clock } = room.lintel;
      const pictures = new DyingWorkers();
      const unlucky = new PhotoKeeper({ ...services, pictures, publicApiUrl: services.config.publicApiUrl });
      const url = `${room.web.url}/unlucky.jpg`;
      room.shelf.set("/unlucky.jpg", await sampleJpeg(30, 20, 77));
      expect(await unlucky.keep(url)).toMatchObject({ status: "failed", reason: "not_decoded" });
      expect(await retryIn("/unlucky.jpg")).toBe(1);
      const caller = { caller: "one", signal: new AbortController().signal };
      await expect(unlucky.lookAt(url, caller)).rejects.toMatchObject({ code: "unavailable" });
      pictures.close();
      clock.advance(HOUR);
      expect((await room.keep(url)).status).toBe("stored");
    });

    it("that last are tried again after a day, then two, and at most a month", async () => {
      room.shelf.set("/no-photo.jpg", Buffer.from("<html>"));
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = Number(await retryIn("/no-photo.jpg"));
        waits.push(hours / 24);
        room.lintel.clock.advance(hours * HOUR);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
      expect(room.timesAsked("/no-photo.jpg")).toBe(7);
    });

    it("are forgotten when the photo is there, and start anew after it", async () => {
      expect(await room.keepBytes("/mended.jpg", 500)).toMatchObject({ status: "failed" });
      room.lintel.clock.advance(HOUR);
      const mended = await room.keepBytes("/mended.jpg", await sampleJpeg(30, 20, 17));
      expect(mended).toMatchObject({ status: "stored" });
      room.lintel.clock.advance(40 * DAY);
      expect(await room.keep(`${room.web.url}/mended.jpg`)).toEqual(mended);
      expect(room.timesAsked("/mended.jpg")).toBe(2);
    });
  });
});

import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleJpeg, samplePhoto } from "../../test/harness/sample-photos.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { startWebServer, type WebServer } from "../../test/harness/web-server.ts";
import type { KeptPhoto, StoredPhoto } from "./index.ts";
import { photoFormats, photoSizes } from "./photo-sizes.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("PhotoKeeper", () => {
  let lintel: TestApp;
  let web: WebServer;
  /** What the photo server has, by path. */
  const shelf = new Map<string, Buffer | number | ((response: ServerResponse) => void)>();
  let inside = 0;
  let mostInside = 0;

  beforeAll(async () => {
    web = await startWebServer((request, response) => {
      const has = shelf.get(request.url ?? "") ?? 404;
      if (typeof has === "function") return has(response);
      if (typeof has === "number") return void response.writeHead(has).end("no photo");
      inside++;
      mostInside = Math.max(mostInside, inside);
      // One turn later, so that requests at the same time are seen together.
      setImmediate(() => {
        inside--;
        response.writeHead(200, { "content-type": "text/plain" }).end(has);
      });
    });
    lintel = await startTestApp({
      OUTBOUND_ALLOW: "127.0.0.1",
      PUBLIC_API_URL: "https://api.test/base",
      LOG_LEVEL: "silent",
    });
  });
  afterAll(async () => {
    await lintel.close();
    await web.close();
  });

  const keep = (url: string) => lintel.services.photos.keep(url);
  /** Puts it on the photo server and keeps it. */
  const keepBytes = (path: string, bytes: Buffer | number) => {
    shelf.set(path, bytes);
    return keep(web.url + path);
  };
  const timesAsked = (path: string) => web.asked.filter((each) => each === path).length;
  const stored = (photo: KeptPhoto): StoredPhoto => {
    expect(photo).toMatchObject({ status: "stored" });
    return photo as StoredPhoto;
  };
  const open = async (photo: KeptPhoto, size: keyof typeof photoSizes, format: "jpg" | "webp" = "jpg") =>
    sharp((await lintel.services.photos.read(stored(photo), size, format)) as Buffer);
  const dimensions = async (photo: KeptPhoto, size: keyof typeof photoSizes) => {
    const { width, height } = await (await open(photo, size)).metadata();
    return [width, height];
  };

  describe("what it keeps", () => {
    it("has three sizes by the longest side, each as JPEG and WebP, which the public finds", async () => {
      const photo = await keepBytes("/wide.jpg", await sampleJpeg(2000, 1000));
      expect(photo).toMatchObject({ status: "stored", width: 1600, height: 800 });
      for (const [size, longest] of Object.entries(photoSizes) as [keyof typeof photoSizes, number][]) {
        for (const format of photoFormats) {
          const { width, height, format: found } = await (await open(photo, size, format)).metadata();
          expect([width, height, found]).toEqual([longest, longest / 2, format === "jpg" ? "jpeg" : "webp"]);
        }
      }
      const url = lintel.services.photos.publicUrl(stored(photo), "card", "webp");
      expect(url).toMatch(/^https:\/\/api\.test\/base\/files\/photos\//);
      const reply = await lintel.call(url.replace("https://api.test/base", ""));
      expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/webp"]);
      expect(reply.headers["cache-control"]).toContain("immutable");
    });

    it("makes a WebP when somebody asks for it, once, and of its own photos alone", async () => {
      const photo = stored(await keepBytes("/lazy.jpg", await sampleJpeg(600, 400, 31)));
      const path = `/files/${photo.storageKey}-card.webp`;
      const { storage } = lintel.services;
      expect(await storage.exists(`${photo.storageKey}-card.webp`)).toBe(false);
      const replies = await Promise.all(Array.from({ length: 5 }, () => lintel.call(path)));
      expect(new Set(replies.map(({ status, headers }) => `${status} ${headers["content-type"]}`))).toEqual(
        new Set(["200 image/webp"]),
      );
      expect(await storage.exists(`${photo.storageKey}-card.webp`)).toBe(true);
      for (const absent of [
        path.replace(photo.storageKey, `photos/00/${"0".repeat(32)}`),
        path.replace("card", "huge"),
        `/files/agents/${"0".repeat(32)}-card.webp`,
      ]) {
        expect([absent, (await lintel.call(absent)).status]).toEqual([absent, 404]);
      }
    });

    it("measures a portrait by its height", async () => {
      const photo = await keepBytes("/tall.jpg", await sampleJpeg(500, 1000));
      expect(await dimensions(photo, "card")).toEqual([400, 800]);
    });

    it("never enlarges", async () => {
      const photo = await keepBytes("/small.jpg", await sampleJpeg(200, 100));
      expect(await dimensions(photo, "full")).toEqual([200, 100]);
      expect(await dimensions(photo, "thumb")).toEqual([200, 100]);
    });

    it("keeps the thinnest of pictures", async () => {
      const photo = await keepBytes("/line.png", await samplePhoto(5000, 1).png().toBuffer());
      expect(await dimensions(photo, "thumb")).toEqual([320, 1]);
    });

    it("turns it upright and drops where and with what it was taken", async () => {
      const bytes = await samplePhoto(400, 200)
        .flatten({ background: "#fff" })
        .withExif({ IFD0: { Make: "Camera", Model: "Secret" }, IFD3: { GPSLatitudeRef: "N" } })
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer();
      expect((await sharp(bytes).metadata()).exif).toBeDefined();
      const photo = await keepBytes("/turned.jpg", bytes);
      expect(await dimensions(photo, "full")).toEqual([200, 400]);
      for (const format of photoFormats) {
        const { exif, xmp, iptc, orientation } = await (await open(photo, "full", format)).metadata();
        expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
      }
    });

    it("lays what is transparent on white, and leaves it so in WebP", async () => {
      const bytes = await sharp({
        create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
      })
        .png()
        .toBuffer();
      const photo = await keepBytes("/clear.png", bytes);
      const { dominant } = await (await open(photo, "full")).stats();
      expect(dominant.r).toBeGreaterThan(240);
      expect((await (await open(photo, "full", "webp")).metadata()).hasAlpha).toBe(true);
    });

    it.each([
      ["PNG", () => samplePhoto(60, 40).png()],
      ["WebP", () => samplePhoto(60, 40).webp()],
      ["GIF", () => samplePhoto(60, 40).gif()],
      ["progressive JPEG", () => samplePhoto(60, 40).flatten().jpeg({ progressive: true })],
      ["grey JPEG", () => samplePhoto(60, 40).flatten().toColourspace("b-w").jpeg()],
      ["CMYK JPEG", () => samplePhoto(60, 40).flatten().toColourspace("cmyk").jpeg()],
      ["16-bit PNG", () => samplePhoto(60, 40).toColourspace("rgb16").png()],
      ["palette PNG", () => samplePhoto(60, 40).png({ palette: true })],
    ])("takes a %s, whatever the server calls it", async (kind, make) => {
      const photo = await keepBytes(`/kind/${kind.replace(" ", "-")}`, await make().toBuffer());
      expect(await dimensions(photo, "full")).toEqual([60, 40]);
      expect((await (await open(photo, "full")).metadata()).space).toBe("srgb");
    });

    it("takes the first frame of an animation", async () => {
      const frames = Buffer.alloc(20 * 40 * 3, 0).fill(255, 20 * 20 * 3);
      const bytes = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
        .gif({ delay: [100, 100], loop: 0 })
        .toBuffer();
      expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
      const photo = await keepBytes("/moves.gif", bytes);
      expect(await dimensions(photo, "full")).toEqual([20, 20]);
      expect((await (await open(photo, "full")).stats()).dominant.r).toBeLessThan(20);
    });
  });

  describe("what it refuses", () => {
    const reason = async (path: string, bytes: Buffer | number) => {
      const photo = await keepBytes(path, bytes);
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
      shelf.set("/target.jpg", await sampleJpeg(80, 60, 9));
      const sendTo = (to: string) => (response: ServerResponse) =>
        void response.writeHead(302, { location: to }).end();
      shelf.set("/r1", sendTo("/target.jpg"));
      shelf.set("/r2", sendTo(`${web.url}/r1`));
      shelf.set("/r3", sendTo("/r2"));
      shelf.set("/r4", sendTo("/r3"));
      shelf.set("/inside", sendTo(`http://127.0.0.2:${web.port}/target.jpg`));
      expect(await keep(`${web.url}/r3`)).toMatchObject({ status: "stored" });
      expect(await keep(`${web.url}/r4`)).toMatchObject({ reason: "too_many_redirects" });
      expect(await keep(`${web.url}/inside`)).toMatchObject({ reason: "unsafe_address" });
    });

    it("does not fetch what it has", async () => {
      const bytes = await sampleJpeg(90, 60, 3);
      const first = await keepBytes("/once.jpg", bytes);
      shelf.set("/once.jpg", 500);
      expect(await keep(`${web.url}/once.jpg`)).toEqual(first);
      expect(timesAsked("/once.jpg")).toBe(1);
    });

    it("fetches once for all who want the same address at the same time", async () => {
      shelf.set("/wanted.jpg", await sampleJpeg(90, 60, 4));
      const { photos } = lintel.services;
      const url = `${web.url}/wanted.jpg`;
      const all = await Promise.all([
        ...Array.from({ length: 20 }, () => photos.keep(url)),
        photos.keepAll([url, url, url]),
      ]);
      expect(new Set(all.flat().map((photo) => JSON.stringify(photo))).size).toBe(1);
      expect(timesAsked("/wanted.jpg")).toBe(1);
    });

    it("asks one host for a few at a time, however many are wanted", async () => {
      const urls = await Promise.all(
        Array.from({ length: 30 }, async (_each, at) => {
          shelf.set(`/many/${at}`, await sampleJpeg(20, 20, at));
          return `${web.url}/many/${at}`;
        }),
      );
      mostInside = 0;
      const photos = await lintel.services.photos.keepAll(urls);
      expect(photos.every((photo) => photo.status === "stored")).toBe(true);
      expect(mostInside).toBeGreaterThan(1);
      expect(mostInside).toBeLessThanOrEqual(6);
    });

    it("gives the same files to the same picture at two addresses", async () => {
      const bytes = await sampleJpeg(100, 70, 5);
      const [one, two] = [await keepBytes("/one.jpg", bytes), await keepBytes("/two.jpg", bytes)];
      expect(stored(two)).toEqual(stored(one));
      const other = await keepBytes("/three.jpg", await sampleJpeg(100, 70, 6));
      expect(stored(other).storageKey).not.toBe(stored(one).storageKey);
    });

    it("keeps what can be kept of a list, in its order, each time it is named", async () => {
      shelf.set("/a.jpg", await sampleJpeg(30, 20, 11));
      shelf.set("/b.jpg", await sampleJpeg(40, 20, 12));
      const urls = ["/a.jpg", "/gone.jpg", "/b.jpg", "/a.jpg"].map((path) => web.url + path);
      const photos = await lintel.services.photos.keepAll(urls);
      expect(photos.map((photo) => (photo.status === "stored" ? photo.width : photo.status))).toEqual([
        30,
        "failed",
        40,
        30,
      ]);
      expect(await lintel.services.photos.keepAll([])).toEqual([]);
    });

    it("says pending of what is not there in time, and keeps it all the same", async () => {
      let answer: (() => void) | undefined;
      const bytes = await sampleJpeg(30, 20, 13);
      shelf.set("/slow.jpg", (response) => {
        answer = () => void response.end(bytes);
      });
      shelf.set("/quick.jpg", await sampleJpeg(30, 20, 14));
      const urls = [`${web.url}/slow.jpg`, `${web.url}/quick.jpg`];
      await keep(urls[1] as string);
      const photos = await lintel.services.photos.keepAll(urls, { withinMs: 200 });
      expect(photos.map(({ status }) => status)).toEqual(["pending", "stored"]);
      const waiting = keep(urls[0] as string);
      answer?.();
      expect((await waiting).status).toBe("stored");
      expect(timesAsked("/slow.jpg")).toBe(1);
    });

    it("fetches anew what the storage has lost", async () => {
      const photo = stored(await keepBytes("/lost.jpg", await sampleJpeg(30, 20, 15)));
      await lintel.services.storage.delete(`${photo.storageKey}-card.jpg`);
      expect(await lintel.services.photos.read(photo, "card", "jpg")).toBeNull();
      const again = await keep(`${web.url}/lost.jpg`);
      expect(await lintel.services.photos.read(stored(again), "card", "jpg")).not.toBeNull();
      expect(timesAsked("/lost.jpg")).toBe(2);
    });
  });

  describe("our own photos", () => {
    it("are read from the storage, not fetched, by path and by public address", async () => {
      const { storage, photos } = lintel.services;
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
        const photo = await keep(path);
        expect([path, photo.status]).toEqual([path, "failed"]);
        expect(["not_found", "bad_address"]).toContain((photo as { reason: string }).reason);
      }
    });
  });

  describe("failures", () => {
    const retryIn = async (path: string) => {
      const photo = await keep(web.url + path);
      if (photo.status !== "failed") return photo.status;
      return (photo.retryAt.getTime() - lintel.clock.now().getTime()) / HOUR;
    };

    it("that may pass are tried again after an hour, then two, four, and at most a day", async () => {
      shelf.set("/ill.jpg", 503);
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = await retryIn("/ill.jpg");
        waits.push(hours);
        lintel.clock.advance(Number(hours) * HOUR - 1);
        await keep(`${web.url}/ill.jpg`);
        expect(timesAsked("/ill.jpg")).toBe(round + 1);
        lintel.clock.advance(1);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 24, 24]);
    });

    it("that last are tried again after a day, then two, and at most a month", async () => {
      shelf.set("/no-photo.jpg", Buffer.from("<html>"));
      const waits: unknown[] = [];
      for (let round = 0; round < 7; round++) {
        const hours = Number(await retryIn("/no-photo.jpg"));
        waits.push(hours / 24);
        lintel.clock.advance(hours * HOUR);
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
      expect(timesAsked("/no-photo.jpg")).toBe(7);
    });

    it("are forgotten when the photo is there, and start anew after it", async () => {
      expect(await keepBytes("/mended.jpg", 500)).toMatchObject({ status: "failed" });
      lintel.clock.advance(HOUR);
      const mended = await keepBytes("/mended.jpg", await sampleJpeg(30, 20, 17));
      expect(mended).toMatchObject({ status: "stored" });
      lintel.clock.advance(40 * DAY);
      expect(await keep(`${web.url}/mended.jpg`)).toEqual(mended);
      expect(timesAsked("/mended.jpg")).toBe(2);
    });
  });
});

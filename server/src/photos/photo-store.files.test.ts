import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { onFullDisk } from "../../test/harness/full-disk.ts";
import { type KeptPhotosFixture, openKeptPhotos, stored } from "../../test/harness/kept-photos-fixture.ts";
import { sampleJpeg, samplePhoto } from "../../test/harness/sample-photos.ts";
import { photoFormats, photoSizes } from "./photo-sizes.ts";

describe("the files of a photo that is kept", () => {
  let fixture: KeptPhotosFixture;
  beforeAll(async () => {
    fixture = await openKeptPhotos();
  });
  afterAll(() => fixture.close());

  it("has three sizes by the longest side, each as JPEG and WebP, which the public finds", async () => {
    const photo = await fixture.keepBytes("/wide.jpg", await sampleJpeg(2000, 1000));
    expect(photo).toMatchObject({ status: "stored", width: 1600, height: 800 });
    for (const [size, longest] of Object.entries(photoSizes) as [keyof typeof photoSizes, number][]) {
      for (const format of photoFormats) {
        const { width, height, format: found } = await (await fixture.open(photo, size, format)).metadata();
        expect([width, height, found]).toEqual([longest, longest / 2, format === "jpg" ? "jpeg" : "webp"]);
      }
    }
    const url = fixture.lintel.services.photos.publicUrl(stored(photo), "card", "webp");
    expect(url).toMatch(/^https:\/\/api\.test\/base\/files\/photos\//);
    const reply = await fixture.lintel.call(url.replace("https://api.test/base", ""));
    expect([reply.status, reply.headers["content-type"]]).toEqual([200, "image/webp"]);
    expect(reply.headers["cache-control"]).toContain("immutable");
  });

  it("makes a WebP on the first request for it, once, and of its own photos alone", async () => {
    const photo = stored(await fixture.keepBytes("/lazy.jpg", await sampleJpeg(600, 400, 31)));
    const path = `/files/${photo.storageKey}-card.webp`;
    const { storage } = fixture.lintel.services;
    expect(await storage.exists(`${photo.storageKey}-card.webp`)).toBe(false);
    const replies = await Promise.all(Array.from({ length: 5 }, () => fixture.lintel.call(path)));
    expect(new Set(replies.map(({ status, headers }) => `${status} ${headers["content-type"]}`))).toEqual(
      new Set(["200 image/webp"]),
    );
    expect(await storage.exists(`${photo.storageKey}-card.webp`)).toBe(true);
    for (const absent of [
      path.replace(photo.storageKey, `photos/00/${"0".repeat(32)}`),
      path.replace("card", "huge"),
      `/files/agents/${"0".repeat(32)}-card.webp`,
    ]) {
      expect([absent, (await fixture.lintel.call(absent)).status]).toEqual([absent, 404]);
    }
  });

  it("stores nothing on a full disk: a WebP is made for each request, and new photos are fetched later", async () => {
    const { lintel, web, responses, requestCount, keep } = fixture;
    const photo = stored(await fixture.keepBytes("/before.jpg", await sampleJpeg(600, 400, 33)));
    const key = `${photo.storageKey}-card.webp`;
    responses.set("/during.jpg", await sampleJpeg(600, 400, 34));
    await onFullDisk(lintel, async () => {
      const { status, headers, text } = await lintel.call(`/files/${key}`);
      expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
        200,
        "image/webp",
        "no-store",
      ]);
      expect(text.slice(8, 12)).toBe("WEBP");
      expect(await lintel.services.storage.exists(key)).toBe(false);
      expect(await keep(`${web.url}/during.jpg`)).toEqual({ status: "pending" });
      expect(requestCount("/during.jpg")).toBe(0);
    });
    expect(await keep(`${web.url}/during.jpg`)).toMatchObject({ status: "stored" });
    expect((await lintel.call(`/files/${key}`)).headers["cache-control"]).toContain("immutable");
    expect(await lintel.services.storage.exists(key)).toBe(true);
  });

  it("measures a portrait by its height", async () => {
    const photo = await fixture.keepBytes("/tall.jpg", await sampleJpeg(500, 1000));
    expect(await fixture.dimensions(photo, "card")).toEqual([400, 800]);
  });

  it("never enlarges", async () => {
    const photo = await fixture.keepBytes("/small.jpg", await sampleJpeg(200, 100));
    expect(await fixture.dimensions(photo, "full")).toEqual([200, 100]);
    expect(await fixture.dimensions(photo, "thumb")).toEqual([200, 100]);
  });

  it("keeps the thinnest of pictures", async () => {
    const photo = await fixture.keepBytes("/line.png", await samplePhoto(5000, 1).png().toBuffer());
    expect(await fixture.dimensions(photo, "thumb")).toEqual([320, 1]);
  });

  it("turns it upright and drops where and with what it was taken", async () => {
    const bytes = await samplePhoto(400, 200)
      .flatten({ background: "#fff" })
      .withExif({ IFD0: { Make: "Camera", Model: "Secret" }, IFD3: { GPSLatitudeRef: "N" } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const photo = await fixture.keepBytes("/turned.jpg", bytes);
    expect(await fixture.dimensions(photo, "full")).toEqual([200, 400]);
    for (const format of photoFormats) {
      const { exif, xmp, iptc, orientation } = await (await fixture.open(photo, "full", format)).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  it("lays what is transparent on white, and leaves it so in WebP", async () => {
    const bytes = await sharp({
      create: { width: 50, height: 50, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const photo = await fixture.keepBytes("/clear.png", bytes);
    const { dominant } = await (await fixture.open(photo, "full")).stats();
    expect(dominant.r).toBeGreaterThan(240);
    expect((await (await fixture.open(photo, "full", "webp")).metadata()).hasAlpha).toBe(true);
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
  ])("takes a %s by its bytes alone", async (kind, make) => {
    const photo = await fixture.keepBytes(`/kind/${kind.replace(" ", "-")}`, await make().toBuffer());
    expect(await fixture.dimensions(photo, "full")).toEqual([60, 40]);
    expect((await (await fixture.open(photo, "full")).metadata()).space).toBe("srgb");
  });

  it("takes the first frame of an animation", async () => {
    const frames = Buffer.alloc(20 * 40 * 3, 0).fill(255, 20 * 20 * 3);
    const bytes = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } })
      .gif({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(bytes, { animated: true }).metadata()).pages).toBe(2);
    const photo = await fixture.keepBytes("/moves.gif", bytes);
    expect(await fixture.dimensions(photo, "full")).toEqual([20, 20]);
    expect((await (await fixture.open(photo, "full")).stats()).dominant.r).toBeLessThan(20);
  });
});

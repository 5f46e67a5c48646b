import { stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { drawPhoto } from "../../src/demo/draw-photo.ts";
import { photoAddressOf, photoCatalog } from "../../src/demo/photo-catalog.ts";
import { PHOTO_INDEX, type PhotoIndex, readPhotoIndex } from "../../src/demo/photo-index/photo-index.ts";
import { storePhotoIndex } from "../../src/demo/photo-index/store-photo-index.ts";
import { storeDrawing } from "../../src/demo/store-drawing.ts";
import { readBy, readImages } from "../../src/images/index.ts";
import { builtinVisionModel } from "../../src/models/builtin/builtin-vision-model.ts";
import { ownContext } from "../../src/services.ts";
import { home, openMarket } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { differences, HOW_TO_MEND } from "./differences.ts";
import { readDrawings, readingContext } from "./read-drawings.ts";

const photos = photoCatalog();
/** Of each part of the catalogue some. */
const some = Array.from(
  { length: 12 },
  (_, nth) => photos[Math.floor((nth * photos.length) / 12)] as (typeof photos)[0],
);

describe("what comes with the demo of its photos", () => {
  let index: PhotoIndex;
  beforeAll(async () => {
    index = await readPhotoIndex();
  });

  it("was made by the models that there are now, of every photo, and is small", async () => {
    expect(index.readBy, HOW_TO_MEND).toBe(readBy(readingContext));
    expect(Object.keys(index.photos), HOW_TO_MEND).toEqual(photos.map(({ file }) => file));
    expect((await stat(PHOTO_INDEX)).size).toBeLessThan(600_000);
  });

  it("is what they make of photos that are drawn now", async () => {
    expect(differences(index.photos, await readDrawings(some))).toEqual([]);
  });

  it("tells a vector, a room and a feature that are not the photo's", () => {
    const [one, other] = [some[0]?.file ?? "", some[6]?.file ?? ""];
    const swapped = { ...index.photos, [one]: index.photos[other] as PhotoIndex["photos"][string] };
    const fresh = { [one]: index.photos[one] as PhotoIndex["photos"][string] };
    expect(differences(swapped, fresh).join()).toMatch(
      /vector differs.*description differs.*room type differs/,
    );
  });
});

describe("storePhotoIndex", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ host } = await openMarket(
      lintel,
      "shown",
      some.map((photo, nth) =>
        home({
          ListingId: `S-${nth}`,
          Media: [
            {
              MediaKey: photo.file,
              MediaURL: photoAddressOf(photo),
              ShortDescription: photo.caption,
              ImageOf: photo.imageOf,
            },
          ],
        }),
      ),
    ));
  });
  afterAll(() => lintel.close());

  const readings = () => lintel.database.db.selectFrom("image_readings").selectAll().orderBy("url").execute();
  const vectors = () =>
    lintel.database.db
      .selectFrom("image_vectors")
      .selectAll()
      .orderBy("reading_id")
      .orderBy("kind")
      .execute();

  it("keeps nothing when other models read photos: they read them all", async () => {
    const { models } = lintel.services;
    const vision = { ...builtinVisionModel, name: "another" };
    const ctx = ownContext({ ...lintel.services, models: { ...models, vision } }, "test");
    await storePhotoIndex(ctx);
    expect(await vectors()).toEqual([]);
  });

  it("has photos found by words and by likeness at once, before any is there to be read", async () => {
    await storePhotoIndex(lintel.ctx);
    const kitchen = some.find(({ imageOf }) => imageOf === "Kitchen");
    const reply = await lintel.call("/api/search/similar-images", {
      method: "POST",
      host,
      body: { image_url: photoAddressOf(kitchen ?? { file: "" }), limit: 1 },
    });
    expect(reply.body.results[0].url).toContain(kitchen?.file);
    const { body } = await lintel.call("/api/admin/search/images?q=kitchen", {
      key: await lintel.createKey("admin"),
    });
    expect(body.results[0]).toMatchObject({ room_type: "kitchen" });
    expect(body.results[0].features.length).toBeGreaterThan(0);
  });

  it("leaves nothing to the job that reads photos, nor to itself when it runs again", async () => {
    const before = [await readings(), await vectors()];
    expect(before[0]?.map((reading) => "status" in reading && reading.status)).toEqual(
      some.map(() => "read"),
    );
    await readImages(lintel.ctx);
    await storePhotoIndex(lintel.ctx);
    expect([await readings(), await vectors()]).toEqual(before);
  });

  it("keeps the same rows as the job that reads photos, of the same photos", async () => {
    const rows = async () =>
      (await readings()).map(({ key, status, read_by, description, room_type, vision_model }) => ({
        key,
        status,
        read_by,
        description,
        room_type,
        vision_model,
      }));
    const stored = await rows();
    const { db } = lintel.database;
    for (const photo of some) {
      await storeDrawing(lintel.services.storage, `demo/${photo.file}`, () => drawPhoto(photo));
    }
    await db
      .updateTable("image_readings")
      .set({ status: "pending", vision_model: null, description: null })
      .execute();
    await db.deleteFrom("image_vectors").execute();
    await readImages(lintel.ctx);
    expect(await rows()).toEqual(stored);
    expect((await vectors()).length).toBe(some.length * 2);
  });
});

import { stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { currentModels, enrichImages } from "../../server/src/images/index.ts";
import { builtinVisionModel } from "../../server/src/models/builtin/builtin-vision-model.ts";
import { findDetectorPackages } from "../../server/src/models/builtin/objects/detector-package.ts";
import type { UsesModels } from "../../server/src/models/index.ts";
import type { Context } from "../../server/src/platform/context.ts";
import { ownContext } from "../../server/src/services.ts";
import { home, openMarket } from "../../server/test/harness/market.ts";
import { startTestApp, type TestApp } from "../../server/test/harness/test-app.ts";
import { photoAddressOf, photoCatalog } from "../src/photo-catalog.ts";
import { photoKey, readPhoto } from "../src/photo-files.ts";
import { PHOTO_INDEX, type PhotoIndex, readPhotoIndexes } from "../src/photo-index/photo-index.ts";
import { storePhotoIndex } from "../src/photo-index/store-photo-index.ts";
import { enrichPhotos, modelContext } from "./enrich-photos.ts";
import { differences, HOW_TO_UPDATE } from "./index-differences.ts";

const photos = photoCatalog();
/** Spread over the catalogue. */
const sample = Array.from(
  { length: 12 },
  (_, nth) => photos[Math.floor((nth * photos.length) / 12)] as (typeof photos)[0],
);

const { problem } = findDetectorPackages();
const detectors = ["off", ...(problem === null ? ["on" as const] : [])] as ("on" | "off")[];

it("is smaller than 600 kB, for all models together", async () => {
  expect((await stat(PHOTO_INDEX)).size).toBeLessThan(600_000);
});

describe.each(detectors)("the photo index of the demo, with the object detector %s", (detector) => {
  let ctx: Context<UsesModels>;
  let index: PhotoIndex;
  beforeAll(async () => {
    ctx = modelContext(detector);
    index = (await readPhotoIndexes()).find(
      ({ enrichedBy }) => enrichedBy === currentModels(ctx),
    ) as PhotoIndex;
  });
  afterAll(() => ctx.models.close());

  it("covers every photo, by the present models", () => {
    expect(index, HOW_TO_UPDATE).toBeDefined();
    expect(Object.keys(index.photos), HOW_TO_UPDATE).toEqual(photos.map(({ file }) => file));
  });

  it("equals what the models return for the shipped photos", async () => {
    expect(differences(index.photos, await enrichPhotos(ctx, sample))).toEqual([]);
  });

  it("is compared by vector, description and room type", () => {
    const [one, other] = [sample[0]?.file ?? "", sample[6]?.file ?? ""];
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
      sample.map((photo, nth) =>
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

  const enrichments = () =>
    lintel.database.db.selectFrom("image_enrichments").selectAll().orderBy("url").execute();
  const vectors = () =>
    lintel.database.db
      .selectFrom("image_vectors")
      .selectAll()
      .orderBy("enrichment_id")
      .orderBy("kind")
      .execute();

  it("stores nothing when other models are configured", async () => {
    const { models } = lintel.services;
    const vision = { ...builtinVisionModel, name: "another" };
    const ctx = ownContext({ ...lintel.services, models: { ...models, vision } }, "test");
    await storePhotoIndex(ctx);
    expect(await vectors()).toEqual([]);
  });

  it("makes photos searchable by words and by similarity before any file is stored", async () => {
    await storePhotoIndex(lintel.ctx);
    const kitchen = sample.find(({ imageOf }) => imageOf === "Kitchen");
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

  it("leaves no photo pending for the enrichment job, and changes nothing when it runs again", async () => {
    const before = [await enrichments(), await vectors()];
    expect(before[0]?.map((enrichment) => "status" in enrichment && enrichment.status)).toEqual(
      sample.map(() => "enriched"),
    );
    await enrichImages(lintel.ctx);
    await storePhotoIndex(lintel.ctx);
    expect([await enrichments(), await vectors()]).toEqual(before);
  });

  it("stores the same rows as the enrichment job", async () => {
    const rows = async () =>
      (await enrichments()).map(({ key, status, enriched_by, description, room_type, vision_model }) => ({
        key,
        status,
        enriched_by,
        description,
        room_type,
        vision_model,
      }));
    const stored = await rows();
    const { db } = lintel.database;
    for (const photo of sample) {
      await lintel.services.storage.put(photoKey(photo.file), await readPhoto(photo.file));
    }
    await db
      .updateTable("image_enrichments")
      .set({ status: "pending", vision_model: null, description: null })
      .execute();
    await db.deleteFrom("image_vectors").execute();
    await enrichImages(lintel.ctx);
    expect(await rows()).toEqual(stored);
    expect((await vectors()).length).toBe(sample.length * 2);
  });
});

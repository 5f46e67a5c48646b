import { afterAll, beforeAll, expect, it } from "vitest";
import { openPhotos, type PhotoFixture } from "../../../test/harness/photo-fixture.ts";
import { startWebServer } from "../../../test/harness/web-server.ts";
import { enrichImages } from "../enrich-images.ts";

let fixture: PhotoFixture;
beforeAll(async () => {
  fixture = await openPhotos();
});
afterAll(() => fixture.close());

it("a photo host that accepts connections and never replies is left alone, and delays no other host's photos", {
  timeout: 120_000,
}, async () => {
  const hanging = await startWebServer(() => {});
  await fixture.addPicture("/beside.jpg", "#885522");
  const photos = Array.from({ length: 40 }, (_, nth) => fixture.photo(`${hanging.url}/${nth}.jpg`));
  await fixture.openMarket("hanging", [fixture.home("H-1", [...photos, fixture.photo("/beside.jpg")])]);
  await enrichImages(fixture.lintel.ctx);
  const rows = await fixture.lintel.database.db
    .selectFrom("image_enrichments")
    .select(["url", "status", "retry_at"])
    .execute();
  const now = fixture.lintel.clock.now();
  expect(rows.filter(({ status }) => status === "enriched").map(({ url }) => url)).toEqual([
    `${fixture.web.url}/beside.jpg`,
  ]);
  expect(rows.filter(({ status, retry_at }) => status !== "enriched" && retry_at <= now)).toEqual([]);
  expect(fixture.lintel.services.images.hosts.unanswering).toBe(1);
  await hanging.close();
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

const url = (name: string) => `https://photos.test/${name}.jpg`;

describe("removeImageFeature", () => {
  let fixture: ImageFixture;
  let image: number;
  let feature: string;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "N-1", photos: [{ url: url("a") }, { url: url("b") }] }]);
    await fixture.enrich(url("a"), {
      features: [{ key: "deck", label: "Deck", confidence: 0.6, category: "feature" }],
    });
    image = await fixture.image("N-1", url("a"));
    const { body } = await fixture.lintel.call(`/api/admin/images/${image}/features`, {
      method: "POST",
      key: fixture.keys.broker,
      body: { label: "Deck" },
    });
    feature = body.feature_id;
  });
  afterAll(() => fixture.close());

  const remove = (of: number, id: string | number, key = fixture.keys.broker) =>
    fixture.lintel.call(`/api/admin/images/${of}/features/${id}`, { method: "DELETE", key });

  it("does not know a feature of another photo, nor another brokerage's photo", async () => {
    const other = await fixture.image("N-1", url("b"));
    for (const [of, id] of [
      [other, feature],
      [image, 999_999],
    ] as const) {
      const { status, body } = await remove(of, id);
      expect([status, body]).toEqual([404, { detail: "Feature not found" }]);
    }
    const { status, body } = await remove(image, feature, fixture.keys.foreign);
    expect([status, body]).toEqual([404, { detail: "Image not found" }]);
  });

  it("takes away what was added, and what models see of it shows again", async () => {
    const { status, body } = await remove(image, feature, fixture.keys.agent);
    expect([status, body]).toEqual([200, { message: "Feature removed" }]);
    const { features } = (await fixture.get(`/api/admin/images/${image}/features`)).body;
    expect(features).toMatchObject([{ key: "deck", confidence: 0.6, manually_added: false }]);
    expect((await remove(image, feature)).status).toBe(404);
    const audit = await fixture.lintel.database.db
      .selectFrom("audit_log")
      .select("before")
      .where("action", "=", "delete")
      .where("target_id", "=", feature)
      .execute();
    expect(audit).toEqual([{ before: { image_id: image, key: "deck", label: "Deck", category: "feature" } }]);
  });
});

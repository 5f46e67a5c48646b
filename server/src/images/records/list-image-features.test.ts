import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

const URL_A = "https://photos.test/a.jpg";
const seen = (key: string, confidence: number) =>
  ({ key, label: `Seen ${key}`, confidence, category: "appliance" }) as const;

describe("listImageFeatures", () => {
  let fixture: ImageFixture;
  let image: number;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "N-1", photos: [{ url: URL_A }] }]);
    image = await fixture.image("N-1", URL_A);
  });
  afterAll(() => fixture.close());

  const list = (key?: string) => fixture.get(`/api/admin/images/${image}/features`, key);
  const add = (body: object) =>
    fixture.lintel.call(`/api/admin/images/${image}/features`, {
      method: "POST",
      key: fixture.keys.agent,
      body,
    });

  it("is empty before a model has seen it", async () => {
    const { status, body } = await list();
    expect([status, body]).toEqual([200, { image_id: String(image), features: [] }]);
  });

  it("has what people have added first, then what models see, and each key once", async () => {
    await fixture.enrich(URL_A, { features: [seen("range", 0.9), seen("oven", 0.7)] });
    const { feature_id } = (await add({ key: "oven", label: "Double oven", category: "appliance" })).body;
    expect((await list()).body.features).toEqual([
      {
        key: "oven",
        label: "Double oven",
        confidence: 1,
        category: "appliance",
        feature_id,
        manually_added: true,
      },
      { key: "range", label: "Seen range", confidence: 0.9, category: "appliance", manually_added: false },
    ]);
  });

  it("keeps what people have added when models look again, and when the listing is imported again", async () => {
    await fixture.enrich(URL_A, { features: [seen("hood", 0.8)] });
    await fixture.list([{ id: "N-1", photos: [{ url: URL_A, caption: "Anew" }] }]);
    await fixture.enrich(URL_A, { features: [seen("hood", 0.8)] });
    const keys = (await list()).body.features.map(({ key }: { key: string }) => key);
    expect(keys).toEqual(["oven", "hood"]);
  });

  it("shows nothing of models once its description was taken away", async () => {
    await fixture.removeEnrichment(image, { undescribed: true });
    expect((await list()).body.features).toMatchObject([{ key: "oven" }]);
    await fixture.removeEnrichment(image, {});
  });

  it("does not exist for another brokerage, nor for a caller without one", async () => {
    for (const key of [fixture.keys.foreign, fixture.keys.unbound]) {
      const { status, body } = await list(key);
      expect([status, body]).toEqual([404, { detail: "Image not found" }]);
    }
    expect((await list(fixture.keys.admin)).status).toBe(200);
  });
});

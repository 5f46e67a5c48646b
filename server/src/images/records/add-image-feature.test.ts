import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

describe("addImageFeature", () => {
  let fixture: ImageFixture;
  let image: number;
  let made = 0;
  beforeAll(async () => {
    fixture = await openImages();
  });
  beforeEach(async () => {
    const url = `https://photos.test/${++made}.jpg`;
    await fixture.list([{ id: `N-${made}`, photos: [{ url }] }]);
    image = await fixture.image(`N-${made}`, url);
  });
  afterAll(() => fixture.close());

  const add = (body: unknown, key = fixture.keys.broker) =>
    fixture.lintel.call(`/api/admin/images/${image}/features`, { method: "POST", key, body });
  const features = async () => (await fixture.get(`/api/admin/images/${image}/features`)).body.features;

  it("answers the feature with its id, and leaves an audit row", async () => {
    const { status, body } = await add({ key: "granite", label: " Granite ", category: "material" });
    expect([status, body]).toEqual([
      200,
      {
        feature_id: expect.stringMatching(/^\d+$/),
        key: "granite",
        label: "Granite",
        category: "material",
        confidence: 1,
        manually_added: true,
      },
    ]);
    expect(await features()).toEqual([body]);
    const audit = await fixture.lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "after", "brokerage_id"])
      .where("target_type", "=", "image_feature")
      .where("target_id", "=", body.feature_id)
      .execute();
    expect(audit).toEqual([
      {
        action: "create",
        brokerage_id: fixture.market.brokerageId,
        after: { image_id: image, key: "granite", label: "Granite", category: "material" },
      },
    ]);
  });

  it.each([
    ["Butcher block", "butcher_block"],
    ["  4-car  Garage! ", "4_car_garage"],
    ["Crémone bolts", "cremone_bolts"],
  ])("makes a key of the label %j, and is a feature where no category is given", async (label, key) => {
    expect((await add({ label })).body).toMatchObject({ key, category: "feature" });
  });

  it("is the one that is there when the same is added once more", async () => {
    const first = await add({ label: "Island" });
    const again = await add({ key: "island", label: "Island" }, fixture.keys.agent);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await features()).toHaveLength(1);
  });

  it.each([
    [{ key: "island", label: "Peninsula" }],
    [{ key: "island", label: "Island", category: "material" }],
  ])("is refused when the key says something else already: %j", async (body) => {
    await add({ label: "Island" });
    const reply = await add(body);
    expect([reply.status, reply.body]).toEqual([
      409,
      { detail: "The image has a feature island already: Island, feature" },
    ]);
  });

  it("is made once, of any number that are sent at once", async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => add({ label: "Island" })));
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.feature_id}`)).size).toBe(1);
    expect(await features()).toHaveLength(1);
  });

  it("lets a photo have a hundred, and no more", async () => {
    await fixture.lintel.database.db
      .insertInto("image_features")
      .values(
        Array.from({ length: 99 }, (_, n) => ({
          photo_id: image,
          brokerage_id: fixture.market.brokerageId,
          key: `key_${n}`,
          label: "x",
          category: "feature",
          added_by: "x",
          added_at: fixture.lintel.clock.now(),
        })),
      )
      .execute();
    const statuses = (await Promise.all(["One", "Two"].map((label) => add({ label })))).map((r) => r.status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect(await features()).toHaveLength(100);
  });

  it("does not know another brokerage's photo", async () => {
    for (const key of [fixture.keys.foreign, fixture.keys.unbound]) {
      const reply = await add({ label: "Island" }, key);
      expect([reply.status, reply.body]).toEqual([404, { detail: "Image not found" }]);
    }
    expect(await features()).toEqual([]);
  });

  it.each([
    [{}, "label is required"],
    [{ label: " " }, "label must not be empty"],
    [{ label: "x".repeat(101) }, "label must be at most 100 characters"],
    [
      { label: "Insel", key: "Insel" },
      "key must be a valid key: lower case letters, digits and _, at most 64",
    ],
    [{ label: "x", key: "x".repeat(65) }, "key must be a valid key"],
    [{ label: "台所" }, "label must have a letter or a digit of English, or a key must be given"],
    [{ label: "x", category: "" }, "category must not be empty"],
  ])("answers 422 to %j", async (body, msg) => {
    const reply = await add(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].msg).toContain(msg);
  });
});

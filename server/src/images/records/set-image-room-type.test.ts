import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";
import { pruneEnrichments } from "../index.ts";

const url = (name: string) => `https://photos.test/${name}.jpg`;

describe("setImageRoomType", () => {
  let fixture: ImageFixture;
  let image: number;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "N-1", photos: [{ url: url("a") }, { url: url("b") }] }]);
    await fixture.enrich(url("a"), { room: "kitchen", confidence: 0.8 });
    image = await fixture.image("N-1", url("a"));
  });
  afterAll(() => fixture.close());

  const set = (body: unknown, id: number | string = image, key = fixture.keys.broker) =>
    fixture.lintel.call(`/api/admin/images/${id}/room-type`, { method: "PATCH", key, body });
  const roomOf = async (listing: string, name: string) => {
    const { body } = await fixture.get(`/api/admin/properties/${listing}/image-descriptions`);
    const id = await fixture.image(listing, url(name));
    return body.images.find((each: { image_id: string }) => each.image_id === String(id)).room_type;
  };
  const audits = () =>
    fixture.lintel.database.db
      .selectFrom("audit_log")
      .select(["action", "target_id", "brokerage_id", "before", "after"])
      .where("target_type", "=", "image")
      .orderBy("id")
      .execute();

  it("answers what it was and what it is, and leaves an audit row", async () => {
    const { status, body } = await set({ room_type: "bathroom", confidence: 0.7 });
    expect([status, body]).toEqual([
      200,
      {
        image_id: String(image),
        room_type: "bathroom",
        previous_room_type: "kitchen",
        confidence: 0.7,
        manually_set: true,
      },
    ]);
    expect(await audits()).toEqual([
      {
        action: "update",
        target_id: String(image),
        brokerage_id: fixture.market.brokerageId,
        before: { room_type: "kitchen", confidence: 0.8, manually_set: false },
        after: { room_type: "bathroom", confidence: 0.7, manually_set: true },
      },
    ]);
  });

  it("is wholly sure without a confidence, and may be corrected", async () => {
    const { body } = await set({ room_type: "garage" });
    expect(body).toMatchObject({ room_type: "garage", previous_room_type: "bathroom", confidence: 1 });
  });

  it("says nothing new a second time, and leaves no second audit row", async () => {
    const before = await audits();
    expect((await set({ room_type: "garage" })).body).toMatchObject({ previous_room_type: "garage" });
    expect(await audits()).toEqual(before);
  });

  it("stands when a model reads the photo again, and when its listing is imported again", async () => {
    await fixture.enrich(url("a"), { room: "exterior", confidence: 1 });
    expect(await roomOf("N-1", "a")).toBe("garage");
    // Last of three now, under another caption.
    await fixture.list([
      { id: "N-1", photos: [{ url: url("b") }, { url: url("c") }, { url: url("a"), caption: "Kitchen" }] },
    ]);
    expect(await fixture.image("N-1", url("a"))).toBe(image);
    expect(await roomOf("N-1", "a")).toBe("garage");
  });

  it("is taken back by null: what models say shows again", async () => {
    await fixture.enrich(url("a"), { room: "exterior", confidence: 0.6 });
    expect((await set({ room_type: null })).body).toEqual({
      image_id: String(image),
      room_type: "exterior",
      previous_room_type: "garage",
      confidence: 0.6,
      manually_set: false,
    });
  });

  it("is of that photo alone: another listing's photo of the same picture stays as it is", async () => {
    await fixture.list([
      { id: "N-1", photos: [{ url: url("b") }, { url: url("a") }] },
      { id: "N-2", photos: [{ url: url("a") }] },
    ]);
    await set({ room_type: "bedroom" });
    expect([await roomOf("N-1", "a"), await roomOf("N-2", "a")]).toEqual(["bedroom", "exterior"]);
  });

  it("goes with the photo, and stays while its listing is only off the market", async () => {
    const { db } = fixture.lintel.database;
    const labels = () => db.selectFrom("image_room_types").select("photo_id").execute();
    await fixture.list([{ id: "N-9", photos: [{ url: url("gone") }, { url: url("stays") }] }]);
    const [gone, stays] = [await fixture.image("N-9", url("gone")), await fixture.image("N-9", url("stays"))];
    for (const id of [gone, stays]) expect((await set({ room_type: "bedroom" }, id)).status).toBe(200);
    await fixture.lintel.call(`/api/admin/images/${gone}/features`, {
      method: "POST",
      key: fixture.keys.broker,
      body: { label: "Carpet" },
    });
    await fixture.list([{ id: "N-9", photos: [{ url: url("stays") }], fields: { StandardStatus: "Hold" } }]);
    await pruneEnrichments(fixture.lintel.ctx);
    expect((await labels()).map(({ photo_id }) => photo_id)).toEqual([image, stays]);
    expect(await db.selectFrom("image_features").select("id").execute()).toEqual([]);
  });

  it("does not know another brokerage's photo, one that is not public, nor one that never was", async () => {
    await fixture.list([{ id: "S-1", photos: [{ url: url("south") }] }], fixture.foreign);
    const south = await fixture.image("S-1", url("south"));
    const hidden = await fixture.image("N-9", url("stays"));
    for (const id of [south, hidden, 999_999_999]) {
      const { status, body } = await set({ room_type: "kitchen" }, id);
      expect([status, body]).toEqual([404, { detail: "Image not found" }]);
    }
    expect((await set({ room_type: "kitchen" }, image, fixture.keys.unbound)).status).toBe(404);
    expect((await set({ room_type: "kitchen" }, south, fixture.keys.admin)).status).toBe(200);
    expect((await set({ room_type: "kitchen" }, south, fixture.keys.foreign)).status).toBe(200);
  });

  it("is as sure as that, however little", async () => {
    for (const confidence of [0, 1e-46, 1e-300, 5e-324, 0.35, 1]) {
      const { status, body } = await set({ room_type: "bedroom", confidence });
      expect([status, body.confidence]).toEqual([200, confidence < 1e-45 ? 0 : confidence]);
    }
  });

  it.each([
    [{}, "room_type is required"],
    [{ room_type: "cellar" }, "room_type must be one of kitchen"],
    [{ room_type: "kitchen", confidence: 1.1 }, "confidence must be between 0 and 1"],
    [{ room_type: "kitchen", confidence: "1" }, "confidence must be a number"],
  ])("answers 422 to %j", async (body, msg) => {
    const reply = await set(body);
    expect(reply.status).toBe(422);
    expect(reply.body.detail[0].msg).toContain(msg);
  });

  it("answers 422 to an id that is no number", async () => {
    expect((await set({ room_type: "kitchen" }, "first")).status).toBe(422);
  });
});

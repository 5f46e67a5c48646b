import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";

const url = "https://photos.test/one.jpg";

describe("getImage", () => {
  let fixture: ImageFixture;
  let path: string;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "P-1", photos: [{ url }] }]);
    await fixture.enrich(url, { room: "kitchen", confidence: 0.75 });
    path = `/api/admin/images/${await fixture.image("P-1", url)}`;
  });
  afterAll(() => fixture.close());

  const setRoom = (room_type: string | null, key: string, etag?: unknown) =>
    fixture.lintel.call(`${path}/room-type`, {
      method: "PATCH",
      key,
      body: { room_type },
      ...(etag !== undefined && { headers: { "if-match": String(etag) } }),
    });

  it("is the photo as the list of its listing has it, with its version as its ETag", async () => {
    const { body, headers } = await fixture.get(path);
    const listed = await fixture.get("/api/admin/properties/P-1/photos");
    expect([body]).toEqual(listed.body.items);
    expect(body).toMatchObject({ room_type: "kitchen", manually_set: false, etag: headers.etag });
  });

  it("keeps its version while models read it again, so that no edit is refused for that", async () => {
    const before = (await fixture.get(path)).headers.etag;
    await fixture.enrich(url, { room: "garage", confidence: 0.5 });
    const after = await fixture.get(path);
    expect([after.body.room_type, after.headers.etag]).toEqual(["garage", before]);
  });

  it("has a version for each brokerage, as labels are each one's own", async () => {
    const { broker, admin, agent } = fixture.keys;
    const before = (await fixture.get(path, admin)).headers.etag;
    const read = (await fixture.get(path)).headers.etag;
    expect((await setRoom("bedroom", broker, read)).status).toBe(200);
    expect((await setRoom("exterior", agent, read)).status).toBe(412);
    expect((await fixture.get(path)).body.room_type).toBe("bedroom");
    // An admin without a brokerage sees the labels of all.
    expect((await setRoom("garage", admin, before)).status).toBe(412);
    const seen = await fixture.get(path, admin);
    expect((await setRoom("garage", admin, seen.headers.etag)).status).toBe(200);
    expect((await fixture.get(path)).body.room_type).toBe("bedroom");
  });

  it("does not know another brokerage's photo", async () => {
    expect((await fixture.get(path, fixture.keys.foreign)).status).toBe(404);
  });
});

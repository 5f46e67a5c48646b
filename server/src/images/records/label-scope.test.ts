import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImageFixture, openImages } from "../../../test/harness/image-fixture.ts";
import { subscribe } from "../../../test/harness/market.ts";

const URL_A = "https://photos.test/a.jpg";
const DECK = { key: "deck", label: "Deck", confidence: 0.6, category: "feature" } as const;

/** Two brokerages show the listing of one source. */
describe("manual labels of a photo that two brokerages show", () => {
  let fixture: ImageFixture;
  let image: number;
  beforeAll(async () => {
    fixture = await openImages();
    await fixture.list([{ id: "N-1", photos: [{ url: URL_A }] }]);
    await subscribe(fixture.lintel, fixture.foreign.brokerageId, [fixture.market.source]);
    await fixture.enrich(URL_A, {
      room: "kitchen",
      confidence: 0.8,
      features: [DECK],
      description: "A kitchen.",
    });
    image = await fixture.image("N-1", URL_A);
  });
  afterAll(() => fixture.close());

  const setRoom = (room_type: string | null, key: string) =>
    fixture.lintel.call(`/api/admin/images/${image}/room-type`, {
      method: "PATCH",
      key,
      body: { room_type },
    });
  const add = (label: string, key: string) =>
    fixture.lintel.call(`/api/admin/images/${image}/features`, { method: "POST", key, body: { label } });
  const remove = (id: string, key: string) =>
    fixture.lintel.call(`/api/admin/images/${image}/features/${id}`, { method: "DELETE", key });

  /** Everything the back office shows of the photo. */
  const seenBy = async (key: string) => {
    const { images } = (await fixture.get("/api/admin/properties/N-1/image-descriptions", key)).body;
    const inRooms: string[] = [];
    for (const name of ["kitchen", "bathroom", "garage"]) {
      const { total } = (await fixture.get(`/api/admin/images/by-room/${name}`, key)).body;
      if (total > 0) inRooms.push(name);
    }
    return `${images[0].room_type} (${inRooms}) with ${images[0].features}`;
  };
  const hitsFor = async (words: string, key: string) =>
    (await fixture.get(`/api/admin/search/images?q=${words}`, key)).body.total;
  const auditsOf = async (key: string) => {
    const { body } = await fixture.get("/api/admin/audit-log", key);
    return body.items
      .filter(({ target_type }: { target_type: string }) => target_type.startsWith("image"))
      .map(({ action, target_type }: Record<string, string>) => `${action} ${target_type}`);
  };

  it("are seen by the brokerage that gave them alone, and audited on its side", async () => {
    const { broker, agent, foreign } = fixture.keys;
    await setRoom("bathroom", agent);
    await add("Sauna", agent);
    expect(await seenBy(broker)).toBe("bathroom (bathroom) with sauna,deck");
    expect(await seenBy(foreign)).toBe("kitchen (kitchen) with deck");
    expect([await hitsFor("sauna", broker), await hitsFor("sauna", foreign)]).toEqual([1, 0]);
    expect(await auditsOf(broker)).toEqual(["create image_feature", "update image"]);
    expect(await auditsOf(foreign)).toEqual([]);
  });

  it("may contradict those of the other brokerage, which cannot be taken away", async () => {
    const { broker, foreign } = fixture.keys;
    expect((await setRoom("garage", foreign)).body).toMatchObject({ previous_room_type: "kitchen" });
    expect((await add("Sauna", foreign)).status).toBe(200);
    expect(await seenBy(foreign)).toBe("garage (garage) with sauna,deck");
    expect(await seenBy(broker)).toBe("bathroom (bathroom) with sauna,deck");
    const { features } = (await fixture.get(`/api/admin/images/${image}/features`, broker)).body;
    expect(await remove(features[0].feature_id, foreign)).toMatchObject({
      status: 404,
      body: { detail: "Feature not found" },
    });
    expect((await setRoom(null, foreign)).body).toMatchObject({ room_type: "kitchen", manually_set: false });
    expect(await seenBy(broker)).toBe("bathroom (bathroom) with sauna,deck");
  });

  it("of an admin of no brokerage are for all, behind a brokerage's own, and cannot be taken back by one", async () => {
    const { admin, broker, foreign } = fixture.keys;
    await setRoom("garage", admin);
    const { feature_id } = (await add("Turret", admin)).body;
    expect(await seenBy(foreign)).toBe("garage (garage) with sauna,turret,deck");
    expect(await seenBy(broker)).toBe("bathroom (bathroom) with sauna,turret,deck");
    expect([await hitsFor("turret", foreign), await hitsFor("garage", broker)]).toEqual([1, 0]);
    expect((await remove(feature_id, broker)).status).toBe(404);
    expect((await setRoom(null, foreign)).body).toMatchObject({ room_type: "garage", manually_set: true });
  });

  it("are all taken back by such an admin, which is audited for each brokerage", async () => {
    const { admin, broker, foreign } = fixture.keys;
    await setRoom("garage", foreign);
    await setRoom(null, admin);
    // Each reads what its own people had said.
    for (const [key, roomType] of [
      [broker, "bathroom"],
      [foreign, "garage"],
    ] as const) {
      const { items } = (await fixture.get("/api/admin/audit-log", key)).body;
      expect(items[0]).toMatchObject({
        action: "update",
        target_type: "image",
        before: { room_type: roomType, manually_set: true },
        after: { room_type: "kitchen", manually_set: false },
      });
    }
    const { features } = (await fixture.get(`/api/admin/images/${image}/features`, admin)).body;
    expect(features.map(({ key }: { key: string }) => key)).toEqual(["turret", "sauna", "deck"]);
    await remove(features[1].feature_id, admin);
    expect(await seenBy(broker)).toBe("kitchen (kitchen) with turret,deck");
    expect(await seenBy(foreign)).toBe("kitchen (kitchen) with sauna,turret,deck");
    expect((await auditsOf(broker)).slice(0, 2)).toEqual(["delete image_feature", "update image"]);
  });
});

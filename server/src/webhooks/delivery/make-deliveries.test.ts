import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, subscribe } from "../../../test/harness/market.ts";
import {
  openWebhookDeliveries,
  type Subscriber,
  type WebhookDeliveryFixture,
} from "../../../test/harness/webhook-delivery-fixture.ts";
import { pruneTombstones, type RawRecord } from "../../listings/index.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { pruneDeliveries } from "./prune-deliveries.ts";

describe("makeDeliveries", () => {
  let fixture: WebhookDeliveryFixture;
  let made = 0;
  beforeAll(async () => {
    fixture = await openWebhookDeliveries();
  });
  afterAll(() => fixture.close());

  const brokerage = async () => (await fixture.lintel.createTenant(`fan-${++made}`)).id;
  const sourceId = async (name: string) => {
    const { db } = fixture.lintel.database;
    const row = await db.selectFrom("sources").select("id").where("name", "=", name).executeTakeFirst();
    return row?.id as number;
  };
  const subjects = (hook: Subscriber) => hook.received.map(({ body }) => body.data.subject);

  it("delivers a brokerage's events to its own and platform-wide webhooks that subscribe to them", async () => {
    const [north, south] = [await brokerage(), await brokerage()];
    const hooks = {
      north: await fixture.subscribe(north),
      leadsOfNorth: await fixture.subscribe(north, ["lead.created"]),
      south: await fixture.subscribe(south),
      all: await fixture.subscribe(null),
    };
    await fixture.announceStageChanges(north, "north", 1);
    await fixture.announceStageChanges(south, "south", 1);
    await fixture.deliver();
    expect(Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, subjects(hook)]))).toEqual({
      north: ["north"],
      leadsOfNorth: [],
      south: ["south"],
      all: ["north", "south"],
    });
  });

  it("delivers events of a source to those who see the source, and events without an owner to every subscriber", async () => {
    const [one, other, everything] = [await brokerage(), await brokerage(), await brokerage()];
    await fixture.lintel.importListings("fan-a", [home({ ListingId: "fan-a-1" })]);
    await fixture.lintel.importListings("fan-b", [home({ ListingId: "fan-b-1" })]);
    await subscribe(fixture.lintel, one, ["fan-a"]);
    await subscribe(fixture.lintel, other, ["fan-b"]);
    const hooks = [];
    for (const id of [one, other, everything, null])
      hooks.push(await fixture.subscribe(id, ["image.analyzed", "indexing.completed"]));
    const image = { event: "image.analyzed", brokerageId: null } as const;
    for (const name of ["fan-a", "fan-b"])
      await fixture.announce({
        ...image,
        subject: name,
        sourceId: await sourceId(name),
        data: { subject: name },
      });
    await fixture.announce({
      event: "indexing.completed",
      subject: "job:1",
      brokerageId: null,
      data: { subject: "job" },
    });
    await fixture.deliver();
    expect(hooks.map((hook) => subjects(hook).sort())).toEqual([
      ["fan-a", "job"],
      ["fan-b", "job"],
      ["fan-a", "fan-b", "job"],
      ["fan-a", "fan-b", "job"],
    ]);
  });

  it("queues nothing for a disabled webhook or brokerage, and sends a disabled brokerage no pending delivery", async () => {
    const [north, south] = [await brokerage(), await brokerage()];
    const [off, ofDisabled] = [await fixture.subscribe(north), await fixture.subscribe(south)];
    await fixture.announceStageChanges(south, "before", 1);
    await makeDeliveries(fixture.lintel.ctx);
    const disable = { method: "PATCH", key: fixture.admin, body: { active: false } } as const;
    await fixture.lintel.call(`/api/admin/webhooks/${off.id}`, disable);
    await fixture.lintel.call(`/api/admin/brokerages/${south}`, { method: "DELETE", key: fixture.admin });
    await fixture.announceStageChanges(north, "meanwhile", 1);
    await fixture.announceStageChanges(south, "meanwhile", 1);
    await fixture.deliver();
    expect([off.received, ofDisabled.received]).toEqual([[], []]);
    expect([await fixture.deliveries(off.id), (await fixture.deliveries(ofDisabled.id)).length]).toEqual([
      [],
      1,
    ]);
  });

  it("creates no delivery for a rolled-back event, and none twice after a failure", async () => {
    const north = await brokerage();
    const hook = await fixture.subscribe(north);
    await fixture.announceStageChanges(north, "kept", 1);
    const { db } = fixture.lintel.database;
    // The insert of the deliveries fails: what was taken must be there again.
    await sql`alter table webhook_deliveries add constraint in_the_way check (subject <> 'kept') not valid`.execute(
      db,
    );
    await expect(fixture.deliver()).rejects.toThrow("in_the_way");
    await sql`alter table webhook_deliveries drop constraint in_the_way`.execute(db);
    await fixture.deliver();
    await fixture.deliver();
    expect(subjects(hook)).toEqual(["kept"]);
  });

  describe("of listings", () => {
    const changes = (hook: Subscriber) =>
      hook.received.map(({ body: { data } }) => `${data.change} ${data.property_id}`).sort();
    const publish = async (source: string, ...records: RawRecord[]) => {
      await fixture.lintel.importListings(source, records);
      await fixture.deliver();
    };

    it("starts with changes after the first subscription, and delivers created, updated and removed listings", async () => {
      const north = await brokerage();
      await publish("told-a", home({ ListingId: "told-old" }));
      const hook = await fixture.subscribe(north, ["listing.updated"]);
      await publish("told-a", home({ ListingId: "told-new", UnparsedAddress: "1 Elm St" }));
      expect(hook.received.map(({ body }) => body)).toEqual([
        {
          event: "listing.updated",
          timestamp: expect.any(String),
          data: {
            property_id: "told-new",
            source: "told-a",
            change: "created",
            status: "Active",
            list_price: 400_000,
            address: "1 Elm St",
            city: "Boise",
            state: "ID",
            updated_at: expect.any(String),
          },
        },
      ]);
      await publish("told-a", home({ ListingId: "told-old", ListPrice: 390_000 }));
      expect(hook.received.at(-1)?.body.data).toMatchObject({ change: "updated", list_price: 390_000 });
      await publish("told-a", home({ ListingId: "told-old", StandardStatus: "Closed" }));
      expect(hook.received.at(-1)?.body.data).toMatchObject({ change: "updated", status: "Sold" });
      await publish("told-a", home({ ListingId: "told-old", StandardStatus: "Withdrawn" }));
      expect(hook.received.at(-1)?.body.data).toMatchObject({
        property_id: "told-old",
        change: "removed",
        status: null,
        list_price: null,
        address: null,
        city: null,
      });
      expect(hook.received).toHaveLength(4);
      await fixture.lintel.call(`/api/admin/webhooks/${hook.id}`, { method: "DELETE", key: fixture.admin });
    });

    it("delivers no other sources, hidden addresses or listings that were never public", async () => {
      const [one, other] = [await brokerage(), await brokerage()];
      await fixture.deliver();
      await publish("told-b", home({ ListingId: "told-b-0" }));
      await publish("told-c", home({ ListingId: "told-c-0" }));
      await subscribe(fixture.lintel, one, ["told-b"]);
      await subscribe(fixture.lintel, other, ["told-c"]);
      const hooks = [
        await fixture.subscribe(one, ["listing.updated"]),
        await fixture.subscribe(other, ["listing.updated"]),
      ];
      await publish(
        "told-b",
        home({ ListingId: "told-b-1", UnparsedAddress: "2 Elm St", InternetAddressDisplayYN: false }),
        home({ ListingId: "told-b-2", InternetEntireListingDisplayYN: false }),
      );
      await publish("told-c", home({ ListingId: "told-c-1" }));
      expect(hooks.map(changes)).toEqual([["created told-b-1"], ["created told-c-1"]]);
      expect(hooks[0]?.received[0]?.body.data.address).toBe(null);
      for (const { id } of hooks)
        await fixture.lintel.call(`/api/admin/webhooks/${id}`, { method: "DELETE", key: fixture.admin });
    });

    it("delivers other events before a feed's listings", async () => {
      const north = await brokerage();
      const hook = await fixture.subscribe(north, ["lead.stage_changed", "listing.updated"]);
      const records = Array.from({ length: 150 }, (_, nth) => home({ ListingId: `feed-${nth}` }));
      await fixture.lintel.importListings("told-d", records);
      await makeDeliveries(fixture.lintel.ctx);
      await fixture.announceStageChanges(north, "lead", 1);
      await fixture.deliver();
      expect(hook.received).toHaveLength(151);
      expect(hook.received.findIndex(({ body }) => body.event === "lead.stage_changed")).toBeLessThan(8);
    });
  });

  it("deletes settled deliveries after 30 days, and those pending for a disabled webhook", async () => {
    const north = await brokerage();
    const [notified, waiting] = [await fixture.subscribe(north), await fixture.subscribe(north)];
    await fixture.announceStageChanges(north, "old", 1);
    await makeDeliveries(fixture.lintel.ctx);
    await fixture.lintel.call(`/api/admin/webhooks/${waiting.id}`, {
      method: "PATCH",
      key: fixture.admin,
      body: { active: false },
    });
    await fixture.deliver();
    fixture.lintel.clock.advance(30 * 86_400_000);
    await fixture.announceStageChanges(north, "new", 1);
    await fixture.deliver();
    expect(await pruneDeliveries(fixture.lintel.ctx)).toBe(0);
    fixture.lintel.clock.advance(1);
    expect(await pruneDeliveries(fixture.lintel.ctx)).toBeGreaterThanOrEqual(2);
    expect((await fixture.deliveries(notified.id)).map(({ subject }) => subject)).toEqual(["new"]);
    expect(await fixture.deliveries(waiting.id)).toEqual([]);
  });

  it("continues when deletions were pruned unread: later changes are delivered", async () => {
    const { lintel } = fixture;
    const hook = await fixture.subscribe(await brokerage(), ["listing.updated"]);
    await fixture.deliver();
    await lintel.importListings("fan-c", [home({ ListingId: "fan-c-1" }), home({ ListingId: "fan-c-2" })]);
    const { db } = lintel.database;
    await db.deleteFrom("listings").where("listing_id", "=", "fan-c-1").execute();
    lintel.clock.set(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString());
    await pruneTombstones(lintel.ctx);
    await fixture.deliver();
    expect(hook.received.map(({ body }) => body.data.property_id)).toEqual(["fan-c-2"]);
    const { rows } = await sql`
      select 1 from change_cursors, listing_log
      where name = 'webhook listings' and compared_through = pruned_through and pruned_through > 0`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });
});

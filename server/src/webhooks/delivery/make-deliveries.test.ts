import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HookRoom, openHookRoom, type Subscriber } from "../../../test/harness/hook-room.ts";
import { home, subscribe } from "../../../test/harness/market.ts";
import { pruneTombstones, type RawRecord } from "../../listings/index.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { pruneDeliveries } from "./prune-deliveries.ts";

describe("makeDeliveries", () => {
  let room: HookRoom;
  let made = 0;
  beforeAll(async () => {
    room = await openHookRoom();
  });
  afterAll(() => room.close());

  const brokerage = async () => (await room.lintel.createTenant(`fan-${++made}`)).id;
  const sourceId = async (name: string) => {
    const { db } = room.lintel.database;
    const row = await db.selectFrom("sources").select("id").where("name", "=", name).executeTakeFirst();
    return row?.id as number;
  };
  const subjects = (hook: Subscriber) => hook.got.map(({ body }) => body.data.subject);

  it("tells a brokerage's events to its own webhooks and those of all, and only what they subscribe to", async () => {
    const [north, south] = [await brokerage(), await brokerage()];
    const hooks = {
      north: await room.subscribe(north),
      leadsOfNorth: await room.subscribe(north, ["lead.created"]),
      south: await room.subscribe(south),
      all: await room.subscribe(null),
    };
    await room.happen(north, "north", 1);
    await room.happen(south, "south", 1);
    await room.deliver();
    expect(Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, subjects(hook)]))).toEqual({
      north: ["north"],
      leadsOfNorth: [],
      south: ["south"],
      all: ["north", "south"],
    });
  });

  it("tells what is of a source to those who see the source, and what is nobody's to everybody", async () => {
    const [one, other, everything] = [await brokerage(), await brokerage(), await brokerage()];
    await room.lintel.importListings("fan-a", [home({ ListingId: "fan-a-1" })]);
    await room.lintel.importListings("fan-b", [home({ ListingId: "fan-b-1" })]);
    await subscribe(room.lintel, one, ["fan-a"]);
    await subscribe(room.lintel, other, ["fan-b"]);
    const hooks = [];
    for (const id of [one, other, everything, null])
      hooks.push(await room.subscribe(id, ["image.analyzed", "indexing.completed"]));
    const image = { event: "image.analyzed", brokerageId: null } as const;
    for (const name of ["fan-a", "fan-b"])
      await room.announce({
        ...image,
        subject: name,
        sourceId: await sourceId(name),
        data: { subject: name },
      });
    await room.announce({
      event: "indexing.completed",
      subject: "job:1",
      brokerageId: null,
      data: { subject: "job" },
    });
    await room.deliver();
    expect(hooks.map((hook) => subjects(hook).sort())).toEqual([
      ["fan-a", "job"],
      ["fan-b", "job"],
      ["fan-a", "fan-b", "job"],
      ["fan-a", "fan-b", "job"],
    ]);
  });

  it("queues nothing for what is disabled, neither a webhook nor its brokerage, and sends such a brokerage nothing that waits", async () => {
    const [north, south] = [await brokerage(), await brokerage()];
    const [off, ofDisabled] = [await room.subscribe(north), await room.subscribe(south)];
    await room.happen(south, "before", 1);
    await makeDeliveries(room.lintel.ctx);
    const disable = { method: "PATCH", key: room.admin, body: { active: false } } as const;
    await room.lintel.call(`/api/admin/webhooks/${off.id}`, disable);
    await room.lintel.call(`/api/admin/brokerages/${south}`, { method: "DELETE", key: room.admin });
    await room.happen(north, "meanwhile", 1);
    await room.happen(south, "meanwhile", 1);
    await room.deliver();
    expect([off.got, ofDisabled.got]).toEqual([[], []]);
    expect([await room.deliveries(off.id), (await room.deliveries(ofDisabled.id)).length]).toEqual([[], 1]);
  });

  it("makes no delivery of what is rolled back, and none twice when it fails in between", async () => {
    const north = await brokerage();
    const hook = await room.subscribe(north);
    await room.happen(north, "kept", 1);
    const { db } = room.lintel.database;
    // The insert of the deliveries fails: what was taken must be there again.
    await sql`alter table webhook_deliveries add constraint in_the_way check (subject <> 'kept') not valid`.execute(
      db,
    );
    await expect(room.deliver()).rejects.toThrow("in_the_way");
    await sql`alter table webhook_deliveries drop constraint in_the_way`.execute(db);
    await room.deliver();
    await room.deliver();
    expect(subjects(hook)).toEqual(["kept"]);
  });

  describe("of listings", () => {
    const changes = (hook: Subscriber) =>
      hook.got.map(({ body: { data } }) => `${data.change} ${data.property_id}`).sort();
    const publish = async (source: string, ...records: RawRecord[]) => {
      await room.lintel.importListings(source, records);
      await room.deliver();
    };

    it("begins with what comes after the first subscription, and tells what is new, changed and gone", async () => {
      const north = await brokerage();
      await publish("told-a", home({ ListingId: "told-old" }));
      const hook = await room.subscribe(north, ["listing.updated"]);
      await publish("told-a", home({ ListingId: "told-new", UnparsedAddress: "1 Elm St" }));
      expect(hook.got.map(({ body }) => body)).toEqual([
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
      expect(hook.got.at(-1)?.body.data).toMatchObject({ change: "updated", list_price: 390_000 });
      await publish("told-a", home({ ListingId: "told-old", StandardStatus: "Closed" }));
      expect(hook.got.at(-1)?.body.data).toMatchObject({ change: "updated", status: "Sold" });
      await publish("told-a", home({ ListingId: "told-old", StandardStatus: "Withdrawn" }));
      expect(hook.got.at(-1)?.body.data).toMatchObject({
        property_id: "told-old",
        change: "removed",
        status: null,
        list_price: null,
        address: null,
        city: null,
      });
      expect(hook.got).toHaveLength(4);
      await room.lintel.call(`/api/admin/webhooks/${hook.id}`, { method: "DELETE", key: room.admin });
    });

    it("tells nobody what they do not see: other sources, hidden addresses, listings that were never public", async () => {
      const [one, other] = [await brokerage(), await brokerage()];
      await room.deliver();
      await publish("told-b", home({ ListingId: "told-b-0" }));
      await publish("told-c", home({ ListingId: "told-c-0" }));
      await subscribe(room.lintel, one, ["told-b"]);
      await subscribe(room.lintel, other, ["told-c"]);
      const hooks = [
        await room.subscribe(one, ["listing.updated"]),
        await room.subscribe(other, ["listing.updated"]),
      ];
      await publish(
        "told-b",
        home({ ListingId: "told-b-1", UnparsedAddress: "2 Elm St", InternetAddressDisplayYN: false }),
        home({ ListingId: "told-b-2", InternetEntireListingDisplayYN: false }),
      );
      await publish("told-c", home({ ListingId: "told-c-1" }));
      expect(hooks.map(changes)).toEqual([["created told-b-1"], ["created told-c-1"]]);
      expect(hooks[0]?.got[0]?.body.data.address).toBe(null);
      for (const { id } of hooks)
        await room.lintel.call(`/api/admin/webhooks/${id}`, { method: "DELETE", key: room.admin });
    });

    it("tells other things first while a feed of listings is told", async () => {
      const north = await brokerage();
      const hook = await room.subscribe(north, ["lead.stage_changed", "listing.updated"]);
      const records = Array.from({ length: 150 }, (_, nth) => home({ ListingId: `feed-${nth}` }));
      await room.lintel.importListings("told-d", records);
      await makeDeliveries(room.lintel.ctx);
      await room.happen(north, "lead", 1);
      await room.deliver();
      expect(hook.got).toHaveLength(151);
      expect(hook.got.findIndex(({ body }) => body.event === "lead.stage_changed")).toBeLessThan(8);
    });
  });

  it("forgets after 30 days what is done with, and what waits for a disabled webhook", async () => {
    const north = await brokerage();
    const [told, waiting] = [await room.subscribe(north), await room.subscribe(north)];
    await room.happen(north, "old", 1);
    await makeDeliveries(room.lintel.ctx);
    await room.lintel.call(`/api/admin/webhooks/${waiting.id}`, {
      method: "PATCH",
      key: room.admin,
      body: { active: false },
    });
    await room.deliver();
    room.lintel.clock.advance(30 * 86_400_000);
    await room.happen(north, "new", 1);
    await room.deliver();
    expect(await pruneDeliveries(room.lintel.ctx)).toBe(0);
    room.lintel.clock.advance(1);
    expect(await pruneDeliveries(room.lintel.ctx)).toBeGreaterThanOrEqual(2);
    expect((await room.deliveries(told.id)).map(({ subject }) => subject)).toEqual(["new"]);
    expect(await room.deliveries(waiting.id)).toEqual([]);
  });

  it("goes on when deletions of listings were pruned before it read them: what changed since is told", async () => {
    const { lintel } = room;
    const hook = await room.subscribe(await brokerage(), ["listing.updated"]);
    await room.deliver();
    await lintel.importListings("fan-c", [home({ ListingId: "fan-c-1" }), home({ ListingId: "fan-c-2" })]);
    const { db } = lintel.database;
    await db.deleteFrom("listings").where("listing_id", "=", "fan-c-1").execute();
    lintel.clock.set(new Date(Date.now() + 31 * 24 * 3_600_000).toISOString());
    await pruneTombstones(lintel.ctx);
    await room.deliver();
    expect(hook.got.map(({ body }) => body.data.property_id)).toEqual(["fan-c-2"]);
    const { rows } = await sql`
      select 1 from change_cursors, listing_log
      where name = 'webhook listings' and compared_through = pruned_through and pruned_through > 0`.execute(
      db,
    );
    expect(rows).toHaveLength(1);
  });
});

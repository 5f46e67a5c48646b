import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, type BrokerageFixture, openBrokerage } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import type { Actor } from "../platform/http/permissions.ts";
import {
  brokerageBranding,
  brokerageSummaries,
  brokerageSummary,
  createBrokerContact,
  requireBrokerage,
  updateBrokerage,
  updateBrokerContact,
} from "./index.ts";

describe("what other slices use of a brokerage", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let gone: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    gone = await openBrokerage(lintel, "gone");
    await lintel.call(`/api/admin/brokerages/${gone.id}`, { method: "DELETE", key: admin });
  });
  afterAll(() => lintel.close());

  it("requireBrokerage lets an active one pass, and no other", async () => {
    const { db } = lintel.services;
    await expect(requireBrokerage(db, north.id)).resolves.toBeUndefined();
    for (const id of [gone.id, 999_999])
      await expect(requireBrokerage(db, id)).rejects.toThrow("Brokerage not found");
  });

  it("brokerageSummary names it, disabled or not", async () => {
    const { db } = lintel.services;
    expect(await brokerageSummary(db, north.id)).toEqual({ id: north.id, name: "north", slug: "north" });
    expect((await brokerageSummary(db, gone.id)).slug).toBe("gone");
    await expect(brokerageSummary(db, 999_999)).rejects.toThrow("Brokerage not found");
    const several = await brokerageSummaries(db, [gone.id, north.id, 999_999, north.id]);
    expect([...several.keys()].toSorted()).toEqual([north.id, gone.id].toSorted());
    expect((await brokerageSummaries(db, [])).size).toBe(0);
  });

  it("brokerageBranding has what a page is printed with, and the primary contact's phone", async () => {
    const { db } = lintel.services;
    expect(await brokerageBranding(db, north.id)).toMatchObject({ name: "north", phone: null });
    for (const [name, phone] of [
      ["First", "+12085550101"],
      ["Owner", "+12085550102"],
    ])
      await createBrokerContact(lintel.ctx, {
        brokerage_id: north.id,
        name: name as string,
        email: "o@north.test",
        phone: phone as string,
        is_primary: name === "Owner",
      });
    await updateBrokerage(lintel.ctx, {
      brokerage_id: north.id,
      logo_url: "https://north.test/l.png",
      primary_color: "#112233",
      license_number: "DB-1",
      address_city: "Boise",
    });
    expect(await brokerageBranding(db, north.id)).toEqual({
      name: "north",
      logo_url: "https://north.test/l.png",
      logo_is_wordmark: false,
      primary_color: "#112233",
      license_type: null,
      license_number: "DB-1",
      website: null,
      address_street: null,
      address_city: "Boise",
      address_state: null,
      address_state_abbr: null,
      address_zip: null,
      address_country: "US",
      phone: "+12085550102",
    });
    await expect(brokerageBranding(db, gone.id)).rejects.toThrow("Brokerage not found");
  });

  describe("an edit in the name of a broker, as an approval makes it", () => {
    const as = (brokerageId: number) => {
      const actor: Actor = {
        role: "broker",
        name: "Bea Broker",
        email: "bea@north.test",
        userId: null,
        apiKeyId: null,
        brokerageId,
        agentId: null,
      };
      return { ...lintel.ctx, actor };
    };

    it("changes the own brokerage and its contacts, with the checks of an admin's", async () => {
      const changed = await updateBrokerage(as(north.id), { brokerage_id: north.id, tagline: "Approved" });
      expect(changed.tagline).toBe("Approved");
      expect((await auditOf(lintel, "brokerage", north.id)).at(-1)).toMatchObject({
        actor_name: "Bea Broker",
        after: { tagline: "Approved" },
      });
      const upsideDown = { map_bounds_north: 1, map_bounds_south: 2 };
      await expect(updateBrokerage(as(north.id), { brokerage_id: north.id, ...upsideDown })).rejects.toThrow(
        "map_bounds_north must be greater than map_bounds_south",
      );
    });

    it("reaches no other brokerage's", async () => {
      const other = await openBrokerage(lintel, "other");
      const contact = await createBrokerContact(lintel.ctx, {
        brokerage_id: other.id,
        name: "Otto",
        email: "otto@other.test",
      });
      await expect(updateBrokerage(as(north.id), { brokerage_id: other.id, name: "x" })).rejects.toThrow(
        "Brokerage not found",
      );
      await expect(updateBrokerContact(as(north.id), { contact_id: contact.id, name: "x" })).rejects.toThrow(
        "Broker contact not found",
      );
    });

    it("stores only the fields that may be edited", async () => {
      const stowaways = { disabled_at: "2020-01-01T00:00:00Z", id: 77, created_at: "2020-01-01T00:00:00Z" };
      const after = await updateBrokerage(as(north.id), {
        brokerage_id: north.id,
        name: "North",
        ...(stowaways as object),
      });
      expect(after).toMatchObject({ id: north.id, name: "North", disabled_at: null });
      expect(after.created_at.toISOString()).toBe("2026-06-15T12:00:00.000Z");
    });
  });
});

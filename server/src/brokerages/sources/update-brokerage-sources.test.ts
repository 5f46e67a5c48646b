import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  auditOf,
  type BrokerageFixture,
  openBrokerage,
  outcome,
  validationErrors,
} from "../../../test/harness/brokerage-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("updateBrokerageSources", () => {
  let lintel: TestApp;
  let admin: string;
  let north: BrokerageFixture;
  let south: BrokerageFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    north = await openBrokerage(lintel, "north");
    south = await openBrokerage(lintel, "south");
    for (const source of ["mls-a", "mls-b", "mls-c"])
      await lintel.importListings(source, [home({ ListingId: `in-${source}` })]);
  });
  afterAll(() => lintel.close());

  const update = (sources: unknown, { key = admin, id = north.id } = {}) =>
    lintel.call(`/api/admin/brokerages/${id}/sources`, { method: "PUT", key, body: { sources } });
  const shown = async ({ host } = north) =>
    (await lintel.call("/api/properties", { host })).body.items
      .map((item: { listing_id: string }) => item.listing_id)
      .sort();

  it("decides at once what the brokerage's searches and pages show; an empty list shows all again", async () => {
    expect(await shown()).toEqual(["in-mls-a", "in-mls-b", "in-mls-c"]);
    expect(outcome(await update(["mls-b", "mls-a"]))).toEqual([200, { sources: ["mls-a", "mls-b"] }]);
    expect(await shown()).toEqual(["in-mls-a", "in-mls-b"]);
    expect((await lintel.call("/api/properties/in-mls-c", { host: north.host })).status).toBe(404);
    expect((await update(["mls-c"])).body).toEqual({ sources: ["mls-c"] });
    expect(await shown()).toEqual(["in-mls-c"]);
    expect(await shown(south)).toHaveLength(3);
    expect((await update([])).body).toEqual({ sources: [] });
    expect(await shown()).toEqual(["in-mls-a", "in-mls-b", "in-mls-c"]);
  });

  it("names the sources that there are not, and changes nothing", async () => {
    await update(["mls-a"]);
    expect(validationErrors(await update(["mls-b", "nope", "MLS-A"]))).toEqual([
      422,
      [
        ["body.sources.1", "sources.1: there is no source 'nope'"],
        ["body.sources.2", "sources.2: there is no source 'MLS-A'"],
      ],
    ]);
    expect(await shown()).toEqual(["in-mls-a"]);
  });

  it("takes a name that comes twice for one", async () => {
    expect((await update(["mls-a", "mls-a", " mls-a "])).body).toEqual({ sources: ["mls-a"] });
  });

  it.each([undefined, null, "mls-a", [""], [5], [null], Array(1001).fill("mls-a")])(
    "refuses %j",
    async (sources) => {
      expect((await update(sources)).status).toBe(422);
    },
  );

  it("keeps one whole choice of two made at the same time", async () => {
    await Promise.all([update(["mls-a", "mls-b"]), update(["mls-c"]), update(["mls-a", "mls-b"])]);
    expect([["in-mls-c"], ["in-mls-a", "in-mls-b"]]).toContainEqual(await shown());
  });

  it("is for admins, and for brokerages that there are", async () => {
    for (const key of [north.broker, north.agent])
      expect(outcome(await update([], { key }))).toEqual([403, { detail: "Admin role required" }]);
    expect(outcome(await update([], { id: 999_999 }))).toEqual([404, { detail: "Brokerage not found" }]);
  });

  it("leaves an audit row", async () => {
    await update(["mls-a"], { id: south.id });
    expect((await auditOf(lintel, "brokerage_sources", south.id)).at(-1)).toEqual({
      action: "update",
      actor_name: "admin key",
      brokerage_id: south.id,
      before: { sources: [] },
      after: { sources: ["mls-a"] },
    });
  });

  it("leaves none when the choice is the same", async () => {
    await update(["mls-b", "mls-c"], { id: south.id });
    const audited = await auditOf(lintel, "brokerage_sources", south.id);
    await update(["mls-c", "mls-b"], { id: south.id });
    expect(await auditOf(lintel, "brokerage_sources", south.id)).toEqual(audited);
  });
});

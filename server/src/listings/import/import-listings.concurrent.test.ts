import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("importListings: several at once", () => {
  let lintel: TestApp;
  let admin: string;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    ({ host } = await lintel.createTenant("reader"));
  });
  afterAll(() => lintel.close());

  const send = async (source: string, records: object[]) => {
    const body = records.map((record) => JSON.stringify(record)).join("\n");
    const path = `/api/admin/listings/import?source=${source}`;
    const reply = await lintel.call(path, { method: "POST", key: admin, body });
    expect([reply.status, reply.body.detail]).toEqual([200, undefined]);
    return reply.body;
  };
  const found = async (city: string) =>
    (await lintel.call(`/api/properties?city=${city}&page_size=100`, { host })).body;

  it("ends with the newest version of every listing, in every order of arrival", async () => {
    const version = (number: number) =>
      Array.from({ length: 1500 }, (_, at) =>
        home({
          ListingId: `race${at}`,
          City: "Race",
          ListPrice: number * 1000,
          ModificationTimestamp: `2026-06-0${number}T00:00:00Z`,
        }),
      );
    const reports = await Promise.all([3, 1, 4, 2].map((number) => send("race", version(number))));
    const created = reports.reduce((sum, report) => sum + report.created, 0);
    expect(created).toBe(1500);
    const { total, items } = await found("Race");
    expect(total).toBe(1500);
    expect(new Set(items.map((item: { list_price: number }) => item.list_price))).toEqual(new Set([4000]));
  });

  it("gives each of two sources its own listing where their ids clash", async () => {
    const records = Array.from({ length: 40 }, (_, at) => home({ ListingId: `both${at}`, City: "Clash" }));
    const reports = await Promise.all(["left", "right"].map((source) => send(source, records)));
    expect(reports.map(({ created, rejected }) => [created, rejected])).toEqual([
      [40, 0],
      [40, 0],
    ]);
    const { total, items } = await found("Clash");
    expect(total).toBe(80);
    const plain = items.filter(({ listing_id }: { listing_id: string }) => listing_id.startsWith("both"));
    expect(plain).toHaveLength(40);
  });
});

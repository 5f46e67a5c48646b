import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { auditOf } from "../../../test/harness/brokerage-fixture.ts";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { announcedListings, newestListingRevision } from "../announced-listings.ts";
import type { RawRecord } from "./field-reader.ts";

describe("importListings: replacing a source", () => {
  let lintel: TestApp;
  let admin: string;
  let market: Market;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    market = await openMarket(lintel, `source-${++made}`, homes(10));
  });

  /** `count` listings of the market, from number `from` on. */
  const homes = (count: number, from = 1, prefix = `source-${made}`) =>
    Array.from({ length: count }, (_, at) =>
      home({ ListingId: `${prefix}-${from + at}`, ModificationTimestamp: "2026-06-01T00:00:00Z" }),
    );
  const ndjson = (records: RawRecord[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
  const send = async (body: unknown, query = "replace=true", headers = {}) => {
    const path = `/api/admin/listings/import?source=${market.source}&${query}`;
    return lintel.call(path, { method: "POST", key: admin, body, headers });
  };
  const shown = async () => (await market.search("page_size=1")).total;
  const id = (at: number) => `${market.source}-${at}`;

  it("ends with 503 before the batch, or the removal, for which the disk has no space", async () => {
    const full = vi.spyOn(lintel.services.disk, "isExhausted");
    const accepted = async (checks: number) => {
      full.mockReset().mockResolvedValue(true);
      for (let check = 0; check < checks; check++) full.mockResolvedValueOnce(false);
      const { status, body } = await send(ndjson(homes(8, 4)));
      return [status, body.detail, await shown()];
    };
    try {
      const detail = expect.stringMatching(/^Cannot store anything: the disk of the server is full/);
      // Before the request, its one batch, and the removal of three listings.
      for (const [checks, listings] of [10, 10, 11].entries())
        expect(await accepted(checks)).toEqual([503, detail, listings]);
      expect(await accepted(3)).toEqual([200, undefined, 8]);
    } finally {
      full.mockRestore();
    }
  });

  it("removes the listings that the data does not have, and imports those that it has", async () => {
    const { status, body } = await send(ndjson(homes(8, 4)));
    expect([status, body]).toEqual([
      200,
      {
        source: market.source,
        read: 8,
        created: 1,
        updated: 0,
        unchanged: 7,
        rejected: 0,
        rejects: [],
        removal: { state: "succeeded", listings: 10, missing: 3, removed: 3, error: null },
      },
    ]);
    expect((await market.ids("page_size=50")).toSorted()).toEqual(
      [4, 5, 6, 7, 8, 9, 10, 11].map(id).toSorted(),
    );
    expect((await market.get(`/api/properties/${id(1)}`)).status).toBe(404);
    expect((await send(ndjson(homes(8, 4)))).body.removal).toMatchObject({
      listings: 8,
      missing: 0,
      removed: 0,
    });
  });

  it("removes as the source would: webhooks get `removed`, the history stays, an import brings the listing back", async () => {
    const since = new Date();
    const { db } = lintel.database;
    const revision = await newestListingRevision(db);
    await send(ndjson(homes(9, 2)));
    const announced = await announcedListings(db, { revision, since, limit: 100 });
    expect(announced).toEqual([
      expect.objectContaining({ change: "removed", listing_id: id(1), status: null }),
    ]);
    const [row] = await auditOf(lintel, "source", market.source);
    expect(row).toMatchObject({ action: "import", after: { read: 9, removed: 1 } });

    await send(ndjson(homes(1)), "");
    const { body } = await market.get(`/api/properties/${id(1)}`);
    expect(body.history.at(-1)).toMatchObject({ event: "listed", date: "2026-06-01" });
  });

  it("does not touch other sources, and without `replace` removes nothing", async () => {
    const other = await openMarket(lintel, `other-${made}`, homes(3, 1, `other-${made}`));
    await send(ndjson(homes(2)));
    expect([await shown(), (await other.search()).total]).toEqual([2, 3]);
    const { body } = await send(ndjson(homes(1)), "");
    expect([body.removal, await shown()]).toEqual([undefined, 2]);
    expect((await send(ndjson(homes(1)), "replace=false")).body.removal).toBeUndefined();
    expect(await shown()).toBe(2);
  });

  it("is held above the removal guard: 20 percent of the source by default, never below 51 listings", async () => {
    await market.import(homes(200));
    const held = await send(ndjson(homes(149)));
    expect([held.status, held.body.removal]).toEqual([
      200,
      {
        state: "held",
        listings: 200,
        missing: 51,
        removed: 0,
        error: {
          code: "removals_held",
          message:
            "The file lacks 51 of 200 listings of the source, more than 20 percent. If they are to be removed, import it with a removal guard of 26 percent",
        },
      },
    ]);
    expect(await shown()).toBe(200);
    const low = await send(ndjson(homes(149)), "replace=true&removal_guard_percent=25");
    expect(low.body.removal.state).toBe("held");
    const allowed = await send(ndjson(homes(149)), "replace=true&removal_guard_percent=26");
    expect(allowed.body.removal).toMatchObject({ state: "succeeded", removed: 51 });
    const few = await send(ndjson(homes(99)), "replace=true&removal_guard_percent=0");
    expect(few.body.removal).toMatchObject({ state: "succeeded", removed: 50 });
    expect(await shown()).toBe(99);
  });

  it("counts the source's listings before the import for the guard", async () => {
    await market.import(homes(60));
    const { body } = await send(ndjson(homes(1000, 1000)));
    expect(body.removal).toMatchObject({ state: "held", listings: 60, missing: 60 });
    expect(await shown()).toBe(1060);
  });

  it("is held for data without any listing, also with a guard of 100 percent", async () => {
    const { body } = await send("\n", "replace=true&removal_guard_percent=100");
    expect(body.removal).toMatchObject({ state: "held", removed: 0, error: { code: "removals_held" } });
    expect(await shown()).toBe(10);
  });

  it("keeps the listings of rejected records whose keys can be read, and is held for the others", async () => {
    const [first, second, ...rest] = homes(10);
    const wrong = { ...first, ListPrice: "dear" };
    const known = await send(
      ndjson([wrong, { ...second, ListingKey: undefined, StandardStatus: "Odd" }, ...rest.slice(1)]),
    );
    expect(known.body).toMatchObject({ rejected: 2, removal: { state: "succeeded" } });
    // The second one has no ListingKey, but the ListingId of a stored listing.
    expect(known.body.removal.removed).toBe(1);
    expect(await market.ids()).toEqual(expect.arrayContaining([id(1), id(2)]));

    for (const line of [
      "no JSON",
      "{}",
      '{"ListingKey":{},"ListingId":"x"}',
      `{"ListingKey":"${"k".repeat(256)}"}`,
    ]) {
      const { body } = await send(`${ndjson(rest.slice(1))}${line}`);
      expect([line, body.removal]).toEqual([
        line,
        {
          state: "held",
          listings: 9,
          missing: null,
          removed: 0,
          error: {
            code: "unreadable_keys",
            message: "The keys of 1 rejected rows cannot be read, so it is unknown which listings they are",
          },
        },
      ]);
    }
  });

  it("removes nothing when the data breaks off", async () => {
    const whole = gzipSync(ndjson(homes(3000, 11)));
    expect((await send(whole.subarray(0, -20))).status).toBe(400);
    expect((await send(JSON.stringify(homes(5)).slice(0, -1))).status).toBe(400);
    expect(await shown()).toBeGreaterThanOrEqual(10);
    expect(await market.ids("page_size=1&sort_by=list_price")).toHaveLength(1);
    expect((await market.get(`/api/properties/${id(10)}`)).status).toBe(200);
  });

  it("is held when OData pages are missing, and names what is missing with or without `replace`", async () => {
    const value = homes(3);
    const next = { value, "@odata.nextLink": "https://mls.test/Property?$skip=3" };
    const message = "Pages are missing: the file has 3 records, and its @odata.nextLink names the next page";
    const counted = "Pages are missing: the file has 3 of 7 records by its @odata.count";
    for (const [body, text] of [
      [JSON.stringify(next), message],
      [JSON.stringify(next, null, 2), message],
      [JSON.stringify({ "@odata.nextLink": "https://x.test", value }, null, 2), message],
      [JSON.stringify({ "@odata.count": 7, value }, null, 2), counted],
      [JSON.stringify({ "@odata.count": 7, value }), counted],
      // OData 4.01, version 3, and large numbers for JavaScript; a page that stands twice counts once.
      [JSON.stringify({ value, "@nextLink": "https://mls.test/Property?$skip=3" }), message],
      [JSON.stringify({ value, "odata.nextLink": "https://mls.test/Property?$skip=3" }), message],
      [JSON.stringify({ "@count": "7", value }), counted],
    ] as const) {
      const error = { code: "pages_missing", message: text };
      const replaced = await send(body);
      expect(replaced.body).toMatchObject({ read: 3, incomplete: error, removal: { state: "held", error } });
      expect((await send(body, "")).body).toMatchObject({ read: 3, incomplete: error });
    }
    expect(await shown()).toBe(10);
  });

  it("is held when a page stands twice and another is missing", async () => {
    const page = { "@odata.count": 6, value: homes(3) };
    const { body } = await send(ndjson([page, page]));
    expect(body.removal).toMatchObject({ state: "held", error: { code: "pages_missing" } });
  });

  it("keeps listings whose records come with another key, which are rejected", async () => {
    const rekeyed = homes(10).map((each) => ({ ...each, ListingKey: `new-${each.ListingKey}` }));
    const { body } = await send(ndjson(rekeyed));
    expect(body).toMatchObject({ rejected: 10, removal: { state: "succeeded", removed: 0 } });
    expect(await shown()).toBe(10);
  });

  it("takes all pages in one body for the whole source", async () => {
    const pages = [
      { "@odata.count": 6, value: homes(3), "@odata.nextLink": "https://mls.test/Property?$skip=3" },
      { "@odata.count": 6, value: homes(3, 4) },
    ];
    const { body } = await send(ndjson(pages));
    expect([body.incomplete, body.removal]).toEqual([undefined, expect.objectContaining({ removed: 4 })]);
    const nested = homes(1).map((each) => ({ ...each, "Media@odata.nextLink": "https://x.test", Media: [] }));
    expect((await send(JSON.stringify({ value: nested }, null, 2))).body.incomplete).toBeUndefined();
  });

  it("is held for the rows of a rejects file", async () => {
    const { body } = await send(JSON.stringify({ line: 1, reasons: [], row: homes(1)[0] }));
    expect(body).toMatchObject({ unchanged: 1, removal: { state: "held", error: { code: "rejects_file" } } });
  });

  it("does not remove what the data itself removes a second time, nor what others add meanwhile", async () => {
    const [first, ...rest] = homes(10);
    const { body } = await send(
      ndjson([
        { ...first, StandardStatus: "Delete", ModificationTimestamp: "2026-07-01T00:00:00Z" },
        ...rest,
      ]),
    );
    expect(body).toMatchObject({ updated: 1, removal: { listings: 10, missing: 0, removed: 0 } });

    // Another import adds a listing while this one, of more than 64 KB, is under way.
    const many = homes(600);
    const lines = async function* () {
      for (const [at, record] of many.entries()) {
        if (at === 500) await market.import(homes(1, 5000));
        yield Buffer.from(ndjson([record]));
      }
    };
    const reply = await send(Readable.from(lines()), "replace=true", { "transfer-encoding": "chunked" });
    expect(reply.status).toBe(200);
    expect(reply.body.removal).toMatchObject({ state: "succeeded", removed: 0 });
    expect((await market.get(`/api/properties/${id(5000)}`)).status).toBe(200);
  });

  it("removes a listing that only the rules of its source have touched meanwhile", async () => {
    const lines = async function* () {
      for (const [at, record] of homes(600, 2).entries()) {
        if (at === 500) {
          const touched = lintel.database.db.updateTable("listings").set({ rules_revision: 1 });
          await touched.where("listing_id", "=", id(1)).execute();
        }
        yield Buffer.from(ndjson([record]));
      }
    };
    const reply = await send(Readable.from(lines()), "replace=true", { "transfer-encoding": "chunked" });
    expect(reply.body.removal).toMatchObject({ state: "succeeded", missing: 1, removed: 1 });
  });

  it("refuses a guard that is no percentage", async () => {
    for (const query of [
      "removal_guard_percent=101",
      "removal_guard_percent=-1",
      "removal_guard_percent=2.5",
      "replace=maybe",
    ]) {
      expect([query, (await send("", query)).status]).toEqual([query, 422]);
    }
  });
});

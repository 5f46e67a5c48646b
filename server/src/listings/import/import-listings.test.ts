import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

const lines = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join("");
const homes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => home({ ListingId: `${prefix}${at + 1}` }));

describe("importListings", () => {
  let lintel: TestApp;
  let admin: string;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    ({ host } = await lintel.createTenant("reader"));
  });
  afterAll(() => lintel.close());

  const send = (source: string, body: unknown, options: object = {}) =>
    lintel.call(`/api/admin/listings/import?source=${source}`, {
      method: "POST",
      key: admin,
      body,
      ...options,
    });
  const ids = async (prefix: string) => {
    const { body } = await lintel.call("/api/properties?page_size=100", { host });
    const all: string[] = body.items.map(({ listing_id }: { listing_id: string }) => listing_id);
    return all.filter((id) => id.startsWith(prefix)).sort();
  };
  const counts = { read: 0, created: 0, updated: 0, unchanged: 0, rejected: 0, rejects: [] };

  it("is for admins: 401 without credentials or with a bad key, 403 for brokers and agents", async () => {
    const body = lines(home({ ListingId: "secret" }));
    const none = await send("auth", body, { key: undefined });
    expect([none.status, none.body]).toEqual([401, { detail: "Not authenticated" }]);
    const bad = await send("auth", body, { key: "lk_wrong" });
    expect([bad.status, bad.body]).toEqual([401, { detail: "Invalid API key" }]);
    for (const role of ["broker", "agent"] as const) {
      const reply = await send("auth", body, { key: await lintel.createKey(role) });
      expect([reply.status, reply.body]).toEqual([403, { detail: "Admin role required" }]);
    }
    expect(await ids("secret")).toEqual([]);
    const sources = lintel.database.db.selectFrom("sources").select("id").where("name", "=", "auth");
    expect(await sources.execute()).toEqual([]);
  });

  it("judges the caller before the input", async () => {
    const reply = await lintel.call("/api/admin/listings/import", { method: "POST", body: "{" });
    expect(reply.status).toBe(401);
  });

  it("needs a source with a plain name", async () => {
    for (const query of ["", "?source=", "?source=a%20b", "?source=../x", `?source=${"x".repeat(101)}`]) {
      const reply = await lintel.call(`/api/admin/listings/import${query}`, {
        method: "POST",
        key: admin,
        body: "{}",
      });
      expect([query, reply.status, reply.body.detail[0].loc]).toEqual([query, 422, ["query", "source"]]);
    }
  });

  it("imports NDJSON with any line ends, content type and blank lines", async () => {
    const text = lines(...homes("nd", 3));
    const shapes = [
      text,
      text.trimEnd(),
      text.replaceAll("\n", "\r\n"),
      `\n\n${text.replaceAll("\n", "\n \n")}`,
    ];
    for (const [at, shape] of [...shapes, `\uFEFF${text}`].entries()) {
      for (const type of [
        "application/x-ndjson",
        "application/json",
        "text/plain",
        "application/octet-stream",
      ]) {
        const { status, body } = await send("nd", shape, { headers: { "content-type": type } });
        const first = at === 0 && type === "application/x-ndjson";
        expect(status).toBe(200);
        expect(body).toEqual({ source: "nd", ...counts, read: 3, [first ? "created" : "unchanged"]: 3 });
      }
    }
    expect(await ids("nd")).toEqual(["nd1", "nd2", "nd3"]);
  });

  it("imports gzip, told by its bytes, in one member or several", async () => {
    const [a, b] = [lines(...homes("gza", 2)), lines(...homes("gzb", 2))];
    const one = await send("gz", gzipSync(a));
    expect(one.body).toMatchObject({ read: 2, created: 2 });
    const two = await send("gz", Buffer.concat([gzipSync(a), gzipSync(b)]));
    expect(two.body).toMatchObject({ read: 4, created: 2, unchanged: 2 });
  });

  it("imports OData envelopes and JSON arrays, of one line or many, and several envelopes as lines", async () => {
    const records = homes("od", 3);
    const envelope = {
      "@odata.context": "$metadata#Property",
      value: records,
      "@odata.nextLink": "https://next.test",
    };
    const shapes = [
      JSON.stringify(envelope),
      JSON.stringify(envelope, null, 2),
      JSON.stringify({ value: records }, null, 2),
      JSON.stringify(records),
      JSON.stringify(records, null, "\t"),
      lines({ value: records.slice(0, 1) }, { value: records.slice(1) }),
    ];
    for (const [at, shape] of shapes.entries()) {
      for (const body of [shape, gzipSync(shape)]) {
        const reply = await send("od", body);
        expect([at, reply.status, reply.body.read, reply.body.rejects]).toEqual([at, 200, 3, []]);
      }
    }
    expect(await ids("od")).toEqual(["od1", "od2", "od3"]);
    expect((await send("od", '{"@odata.context":"x","value":[]}')).body).toMatchObject({ read: 0 });
  });

  it("counts what was created, updated, left alone and rejected; together they are what was read", async () => {
    await send("cnt", lines(...homes("cnt", 3)));
    const { body } = await send(
      "cnt",
      lines(
        home({ ListingId: "cnt1" }),
        home({ ListingId: "cnt2", ListPrice: 1 }),
        home({ ListingId: "cnt3", StandardStatus: "Delete" }),
        home({ ListingId: "cnt4" }),
        home({ ListingId: "cnt5", ListPrice: -5 }),
        home({ ListingId: "cnt1" }),
      ),
    );
    expect(body).toEqual({
      source: "cnt",
      read: 6,
      created: 1,
      updated: 2,
      unchanged: 2,
      rejected: 1,
      rejects: [{ line: 5, reasons: ["ListPrice must be a positive number"] }],
    });
  });

  it("rejects bad lines with their number and every reason; good ones land", async () => {
    const { status, body } = await send(
      "rej",
      [
        JSON.stringify(home({ ListingId: "rej1" })),
        "not json",
        "",
        "[1]",
        "17",
        JSON.stringify({ ListingId: "rej2", StandardStatus: "Odd", ListPrice: "dear" }),
        JSON.stringify({}),
        JSON.stringify(home({ ListingId: "rej3" })),
      ].join("\n"),
    );
    expect([status, body.read, body.created, body.rejected]).toEqual([200, 7, 2, 5]);
    expect(body.rejects).toEqual([
      { line: 2, reasons: ["The line is not valid JSON"] },
      { line: 4, reasons: ["The line is not a JSON object"] },
      { line: 5, reasons: ["The line is not a JSON object"] },
      {
        line: 6,
        reasons: [
          expect.stringMatching(/^StandardStatus "Odd" is not/),
          "PropertyType is required",
          "ListPrice must be a number",
        ],
      },
      { line: 7, reasons: ["ListingId or ListingKey is required"] },
    ]);
    expect(await ids("rej")).toEqual(["rej1", "rej3"]);
  });

  it("counts every reject and shows the first 100, in the order of the lines", async () => {
    const text = Array.from({ length: 2500 }, (_, at) =>
      at % 5 === 0 ? "bad" : lines(homes(`h${at}`, 1)[0]).trim(),
    );
    const { body } = await send("many", text.join("\n"));
    expect([body.read, body.created, body.rejected, body.rejects.length]).toEqual([2500, 2000, 500, 100]);
    expect(body.rejects.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 100 }, (_, at) => at * 5 + 1),
    );
  });

  it("takes a stream far over 1 MB, in chunks that cut lines and characters anywhere", async () => {
    const remarks = "Größe, 家, 🏠 ".repeat(150);
    const text = Buffer.from(
      lines(...homes("big", 3000).map((each) => ({ ...each, PublicRemarks: remarks }))),
    );
    expect(text.length).toBeGreaterThan(8_000_000);
    const chunks = Readable.from(
      (function* () {
        for (let at = 0; at < text.length; at += 9973) yield text.subarray(at, at + 9973);
      })(),
    );
    const { status, body } = await send("big", chunks, { headers: { "transfer-encoding": "chunked" } });
    expect([status, body]).toEqual([200, { source: "big", ...counts, read: 3000, created: 3000 }]);
    const { body: detail } = await lintel.call("/api/properties/big2999", { host });
    expect(detail.description).toBe(remarks.trim());
  });

  it("puts the preferred photo first, then goes by Order, and shows photos only", async () => {
    const media = (name: string, fields: object = {}) => ({
      MediaURL: `https://p.test/${name}.jpg`,
      ...fields,
    });
    await send(
      "media",
      lines(
        home({
          ListingId: "media1",
          Media: [
            media("third", { Order: 3 }),
            media("tour", { Order: 0, MediaCategory: "Unbranded Virtual Tour" }),
            media("second", { Order: 2, MediaCategory: "Photo" }),
            media("first", { Order: 8, PreferredPhotoYN: true }),
          ],
        }),
      ),
    );
    const photos = ["first", "second", "third"].map((name) => `https://p.test/${name}.jpg`);
    expect((await lintel.call("/api/properties/media1", { host })).body.photos).toEqual(photos);
    await send("media", lines(home({ ListingId: "media1", Media: [media("third"), media("new")] })));
    const { body } = await lintel.call("/api/properties/media1", { host });
    expect(body.photos).toEqual(["https://p.test/third.jpg", "https://p.test/new.jpg"]);
    await send("media", lines(home({ ListingId: "media1" })));
    expect((await lintel.call("/api/properties/media1", { host })).body.photos).toEqual([]);
  });
});

import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home, type Market, openMarket } from "../../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("importListings: damaged data", () => {
  let lintel: TestApp;
  let admin: string;
  let market: Market;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
    market = await openMarket(lintel, "damage", []);
  });
  // After any earlier import.
  afterAll(async () => {
    expect(await send(ndjson("after", 1))).toMatchObject({ status: 200, body: { created: 1 } });
    await lintel.close();
  });

  const send = (body: unknown) =>
    lintel.call("/api/admin/listings/import?source=damage", { method: "POST", key: admin, body });
  const records = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      home({ ListingId: `${prefix}-${at}`, City: prefix, UnparsedAddress: noise(at) }),
    );
  const ndjson = (prefix: string, count: number) =>
    records(prefix, count)
      .map((record) => `${JSON.stringify(record)}\n`)
      .join("");
  const landed = async (prefix: string) => (await market.search(`city=${prefix}`)).total;

  it("lands what a truncated gzip holds whole, and answers 400", async () => {
    const whole = gzipSync(ndjson("cut", 3000));
    const reply = await send(whole.subarray(0, whole.length >> 1));
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        detail: expect.stringMatching(
          new RegExp(
            `^The gzip data ends too early: the file is cut short after byte ${whole.length >> 1} \\(byte \\d+ of its text, in line 1\\d{3}\\)$`,
          ),
        ),
      },
    ]);
    expect(await landed("cut")).toBeGreaterThan(1000);
    expect(await landed("cut")).toBeLessThan(2000);
    expect((await send(whole)).status).toBe(200);
    expect(await landed("cut")).toBe(3000);
  });

  it("lands what a short truncated gzip holds whole", async () => {
    for (const [prefix, text] of [
      ["short", ndjson("short", 40)],
      ["array", JSON.stringify(records("array", 40))],
      ["envelope", JSON.stringify({ value: records("envelope", 40) })],
    ] as const) {
      const whole = gzipSync(text);
      const reply = await send(whole.subarray(0, -10));
      expect([prefix, reply.status]).toEqual([prefix, 400]);
      expect([prefix, await landed(prefix)]).toEqual([prefix, expect.toSatisfy((count) => count >= 35)]);
    }
  });

  it("answers 400 for damaged gzip", async () => {
    const whole = gzipSync(ndjson("flip", 3000));
    const middle = Math.floor(whole.length / 2);
    whole.fill(0xff, middle, middle + 64);
    const reply = await send(whole);
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        detail: expect.stringMatching(
          /^The gzip data is damaged before byte \d+ \(byte \d+ of its text, in line \d{4}\)$/,
        ),
      },
    ]);
    expect(await landed("flip")).toBeGreaterThan(1000);
  });

  it("lands the records before the place where a JSON document breaks, and names the place: record, byte, line", async () => {
    const five = records("broken", 5).map((record) => JSON.stringify({ ...record, PublicRemarks: "Größe" }));
    // @ stands where the document breaks.
    for (const text of [
      `[${five.join(",")},{"ListingId": @oops]`,
      `{"value":[\n${five.join(",\n")},\n{@]}`,
      `[${" \n".repeat(70_000)}${five.join(",")},{"ListingId": @oops]`,
    ]) {
      const [before = "", after] = text.split("@");
      const place = `byte ${Buffer.byteLength(before)} of its text, in line ${before.split("\n").length}`;
      const reply = await send(`${before}${after}`);
      expect([reply.status, reply.body]).toEqual([
        400,
        { detail: `The JSON is broken after record 5, at ${place}` },
      ]);
    }
    for (const text of [
      `[${five.join(",")}`,
      `{"@odata.context":"x",\n"value":[${five.join(",")}, {"Listin`,
    ]) {
      const reply = await send(text);
      const place = `byte ${Buffer.byteLength(text)} of its text, in line ${text.split("\n").length}`;
      expect([reply.status, reply.body]).toEqual([
        400,
        { detail: `The JSON ends too early, after record 5, at ${place}` },
      ]);
    }
    expect(await landed("broken")).toBe(5);
  });

  it("rejects a last line that is cut off; the lines before it land", async () => {
    const reply = await send(ndjson("tail", 5).slice(0, -40));
    expect(reply.body).toMatchObject({
      read: 5,
      created: 4,
      rejects: [{ line: 5, reasons: ["The line is not valid JSON"] }],
    });
  });

  it("answers 400 for UTF-16, in either byte order", async () => {
    const little = Buffer.from(`\uFEFF${ndjson("utf16", 3)}`, "utf16le");
    for (const bytes of [little, Buffer.from(little).swap16(), gzipSync(little)]) {
      const reply = await send(bytes);
      expect([reply.status, reply.body.detail]).toEqual([
        400,
        expect.stringMatching(/^The data is UTF-16; convert it/),
      ]);
    }
    expect(await landed("utf16")).toBe(0);
  });

  it("rejects the records with Latin-1 characters; the others land", async () => {
    const line = (id: string, City: string) =>
      JSON.stringify(home({ ListingId: id, City, UnparsedAddress: noise(1) }));
    const lines = [line("l1", "latin"), line("l2", "Cañon"), line("l3", "latin")];
    for (const [text, reason] of [
      [lines.join("\n"), "The line is not valid UTF-8"],
      [`[${lines.join(",")}]`, "The record is not valid UTF-8"],
    ] as const) {
      const reply = await send(Buffer.from(text, "latin1"));
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ read: 3, rejected: 1, rejects: [{ line: 2, reasons: [reason] }] });
    }
    expect(await landed("latin")).toBe(2);
  });

  it("rejects what is Latin-1 deep inside a record", async () => {
    const record = home({
      ListingId: "deep",
      InteriorFeatures: ["Décor"],
      Media: [{ MediaURL: "https://p.test/ü.jpg" }],
    });
    for (const text of [JSON.stringify(record), JSON.stringify([record])]) {
      expect((await send(Buffer.from(text, "latin1"))).body).toMatchObject({ rejected: 1 });
    }
  });

  it("answers 400 for no body at all, and reads nothing from an empty one", async () => {
    expect((await send(undefined)).status).toBe(400);
    for (const empty of ["\n", " \n\n", "[]", gzipSync("")]) {
      expect((await send(empty)).body).toMatchObject({ read: 0, rejected: 0 });
    }
  });

  it("refuses a line of more than 8 MB without holding it all", async () => {
    const reply = await send(gzipSync(`${ndjson("long", 2)}${"x".repeat(9 * 1_048_576)}`));
    expect([reply.status, reply.body.detail]).toEqual([
      400,
      expect.stringMatching(/^Line 3 is longer than 8 MB/),
    ]);
    expect(await landed("long")).toBe(2);
  });

  it("takes a nasty record for what it is", async () => {
    const { body } = await send(
      [
        '{"__proto__":{"ListingId":"x"},"constructor":1}',
        `{"ListingId":"${"9".repeat(101)}","StandardStatus":"Active","PropertyType":"Land"}`,
        '{"ListingId":"nul\\u0000","StandardStatus":"Active","PropertyType":"Land"}',
        '{"ListingId":"inf","StandardStatus":"Active","PropertyType":"Land","ListPrice":1e999}',
        '{"ListingId":"lone","StandardStatus":"Active","PropertyType":"Land","City":"\\ud800"}',
        '{"ListingId":"ok","StandardStatus":"Active","PropertyType":"Land","City":"nasty","Media":[{"MediaURL":7}]}',
      ].join("\n"),
    );
    expect(body.read).toBe(6);
    expect(body.rejects.map(({ line }: { line: number }) => line)).toEqual([1, 2, 3, 4, 5]);
  });
});

/** Text that gzip cannot make much smaller. */
function noise(seed: number): string {
  let state = seed + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state.toString(36);
  };
  return Array.from({ length: 20 }, next).join("");
}

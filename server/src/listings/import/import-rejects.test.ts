import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImportFileFixture, openImportFiles } from "../../../test/harness/import-file-fixture.ts";
import { home } from "../../../test/harness/market.ts";
import { importFile } from "./import-file.ts";

const header = "mls,status,price,notes";
const map = {
  columns: { ListingId: "mls", StandardStatus: "status", ListPrice: "price", PublicRemarks: "notes" },
  constants: { PropertyType: "Residential", StateOrProvince: "ID" },
};

describe("importFile: rejects files", () => {
  let files: ImportFileFixture;
  beforeAll(async () => {
    files = await openImportFiles();
  });
  afterAll(() => files.close());

  const load = (file: string, options: { map?: string; source?: string } = {}) =>
    importFile(files.lintel.ctx, { file, ...options }, () => {});
  const rejectsOf = (file: string) => files.rejectsOf(`${file}.rejects.ndjson`);
  /** Applies `correct` to the text of each line of a rejects file, and imports it without options. */
  const correctAndLoad = async (file: string, correct: (text: string) => string) => {
    const rejects = `${file}.rejects.ndjson`;
    await writeFile(rejects, correct(await readFile(rejects, "utf8")));
    return load(rejects);
  };

  it("holds the row of a CSV by column, and as text with its header where its columns are unknown", async () => {
    const mapFile = await files.keep("map.json", JSON.stringify(map));
    const text = [
      header,
      "c1,Odd,100,fine",
      'c2,Active,1,Bo"ise',
      "c3,Active,1",
      "c4,Active,400000,",
      "\ufffd",
    ];
    const file = await files.keep("sales.csv", text.join("\n"));
    expect(await load(file, { map: mapFile, source: "mine" })).toMatchObject({ created: 1, rejected: 4 });
    const origin = { source: "mine", map: mapFile };
    expect(await rejectsOf(file)).toEqual([
      {
        line: 2,
        reasons: [expect.stringMatching(/^StandardStatus "Odd"/)],
        ...origin,
        row: { mls: "c1", status: "Odd", price: "100", notes: "fine" },
      },
      { line: 3, reasons: [expect.stringMatching(/quote/)], ...origin, header, row: 'c2,Active,1,Bo"ise' },
      { line: 4, reasons: ["The row has 3 columns, the header 4"], ...origin, header, row: "c3,Active,1" },
      { line: 6, reasons: ["The row has 1 columns, the header 4"], ...origin, header, row: "\ufffd" },
    ]);
  });

  it("is imported without options once its rows are correct, with the source and map of the first import", async () => {
    const mapFile = await files.keep("map.json", JSON.stringify(map));
    const file = await files.keep(
      "listed.csv",
      [header, "d1,Odd,100,fine", 'd2,Active,1,Bo"ise', "d3,Active,1"].join("\n"),
    );
    await load(file, { map: mapFile, source: "corrected" });
    const report = await correctAndLoad(file, (text) =>
      text.replaceAll("Odd", "Active").replace('Bo\\"ise', "Boise").replace("d3,Active,1", "d3,Active,1,"),
    );
    expect(report).toMatchObject({
      source: "corrected",
      read: 3,
      created: 3,
      rejected: 0,
      rejectsFile: null,
    });
    expect(await files.listing("d1")).toMatchObject({
      list_price: 100,
      description: "fine",
      status: "Active",
    });
    expect(await files.listing("d2")).toMatchObject({ description: "Boise", state: "ID" });
    expect((await files.listing("d3")).list_price).toBe(1);
  });

  it("keeps what is still wrong for a next time, under the lines of the corrected file", async () => {
    const mapFile = await files.keep("map.json", JSON.stringify(map));
    const file = await files.keep(
      "again.csv",
      [header, "e1,Odd,1,", "e2,Active,dear,", 'e3,Active,1,"x'].join("\n"),
    );
    await load(file, { map: mapFile });
    expect(await correctAndLoad(file, (text) => text.replace("dear", "7"))).toMatchObject({
      source: "again",
      created: 1,
      rejected: 2,
    });
    expect(await rejectsOf(`${file}.rejects.ndjson`)).toEqual([
      expect.objectContaining({
        line: 1,
        source: "again",
        row: { mls: "e1", status: "Odd", price: "1", notes: "" },
      }),
      expect.objectContaining({ line: 3, header, row: 'e3,Active,1,"x' }),
    ]);
  });

  it("holds RESO records as they were sent, and lines that are no JSON as text", async () => {
    const wrong = home({ ListingId: "f1", StandardStatus: "Odd", Unknown: { kept: [1, null] } });
    const twice = [home({ ListingId: "f2", ListingKey: "x" }), home({ ListingId: "f2", ListingKey: "y" })];
    const cut = JSON.stringify(home({ ListingId: "f3" })).slice(0, -1);
    const file = await files.keep(
      "feed.ndjson",
      [...[wrong, ...twice].map((record) => JSON.stringify(record)), cut].join("\n"),
    );
    expect(await load(file)).toMatchObject({ created: 1, rejected: 3 });
    expect(await rejectsOf(file)).toEqual([
      { line: 1, reasons: [expect.stringMatching(/Odd/)], source: "feed", row: wrong },
      {
        line: 3,
        reasons: [expect.stringMatching(/^ListingId f2 belongs to/)],
        source: "feed",
        row: twice[1],
      },
      { line: 4, reasons: ["The line is not valid JSON"], source: "feed", row: cut },
    ]);
    const report = await correctAndLoad(file, (text) =>
      text
        .replaceAll('"Odd"', '"Active"')
        .replace(/"ListingId":"f2"/, '"ListingId":"f4"')
        .replace(JSON.stringify(cut), JSON.stringify(`${cut}}`)),
    );
    expect(report).toMatchObject({ source: "feed", created: 3, rejected: 0 });
    expect((await files.listing("f3")).listing_id).toBe("f3");
  });

  it("is recognised by its content, under any name, and over HTTP", async () => {
    const file = await files.keep(
      "renamed.ndjson",
      JSON.stringify(home({ ListingId: "g1", ListPrice: "dear" })),
    );
    await load(file, { source: "first" });
    const rejects = (await readFile(`${file}.rejects.ndjson`, "utf8")).replace('"dear"', "5");
    await rename(`${file}.rejects.ndjson`, join(files.folder, "corrected.json"));
    await writeFile(join(files.folder, "corrected.json"), rejects);
    expect(await load(join(files.folder, "corrected.json"))).toMatchObject({ source: "first", created: 1 });
    const reply = await files.lintel.call("/api/admin/listings/import?source=first", {
      method: "POST",
      key: await files.lintel.createKey("admin"),
      body: rejects,
    });
    expect(reply.body).toMatchObject({ read: 1, unchanged: 1, rejected: 0 });
  });

  it("rejects lines that are no rows, each with its reason", async () => {
    const mapFile = await files.keep("map.json", JSON.stringify(map));
    const rows = [{ row: null }, { row: [1] }, { row: "a,b" }, { row: "h1,Active,1,\nh2,Active,1,", header }];
    const lines = rows.map((row) => JSON.stringify({ line: 1, reasons: [], map: mapFile, ...row }));
    const file = await files.keep("odd.rejects.ndjson", [...lines, "no JSON"].join("\n"));
    expect(await load(file)).toMatchObject({ source: "odd", created: 0, rejected: 5 });
    expect((await rejectsOf(file)).map(({ reasons }) => reasons)).toEqual([
      ["row must hold the cells of the row by column"],
      ["row must hold the cells of the row by column"],
      ["row must be a CSV row, with the header line in header"],
      ["row must be one row of a CSV"],
      ["The line is not a row of a rejects file: it needs reasons and row"],
    ]);
  });

  it("names where a file is not UTF-8, and counts its photos", async () => {
    const media = [1, 2].map((at) => ({ MediaURL: `https://p.test/${at}.jpg` }));
    const lines = [
      home({ ListingId: "i1", City: "Größe", Media: media }),
      home({ ListingId: "i2", City: "Cañon" }),
    ];
    const [first = "", second = ""] = lines.map((line) => JSON.stringify(line));
    const file = await files.keep(
      "latin.ndjson",
      Buffer.concat([Buffer.from(`${first}\n`), Buffer.from(second, "latin1")]),
    );
    expect(await load(file)).toMatchObject({
      created: 1,
      rejected: 1,
      photos: 2,
      firstNotUtf8: { byte: Buffer.byteLength(`${first}\n`) + second.indexOf("ñ"), line: 2 },
    });
  });
});

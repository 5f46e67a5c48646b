import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ImportFileFixture, openImportFiles } from "../../../test/harness/import-file-fixture.ts";
import { type ImportProgress, importFile } from "./import-file.ts";

const header = "mls,status,price,city,notes";
const map = {
  columns: {
    ListingId: "mls",
    StandardStatus: { column: "status", values: { A: "Active", X: null } },
    ListPrice: "price",
    City: "city",
    PublicRemarks: "notes",
  },
  constants: { PropertyType: "Residential", StateOrProvince: "ID" },
};

describe("importFile: a CSV with a column map", () => {
  let files: ImportFileFixture;
  beforeAll(async () => {
    files = await openImportFiles();
  });
  afterAll(() => files.close());

  /** Imports a file of this content, and answers the report with the rejects of its file. */
  const load = async (name: string, content: string | Buffer, columns: unknown = map) => {
    const file = await files.keep(name, content);
    const mapFile = await files.keep(`${name}.map.json`, JSON.stringify(columns));
    const { seconds, rejectsFile, ...report } = await importFile(
      files.lintel.ctx,
      { file, map: mapFile },
      () => {},
    );
    return { ...report, rejectsFile, rejects: rejectsFile ? await files.rejectsOf(rejectsFile) : [] };
  };
  const row = (id: string, rest = "A,100000,Boise,fine") => `${id},${rest}`;

  it("maps columns, values and constants to a listing", async () => {
    const text = [
      header,
      row("c1", 'A,"$1,250,000.50",Boise,"says ""hi"", twice"'),
      row("c2", "Pending,2,Boise,"),
    ].join("\n");
    expect(await load("plain.csv", text)).toEqual({
      source: "plain",
      read: 2,
      created: 2,
      updated: 0,
      unchanged: 0,
      rejected: 0,
      photos: 0,
      interrupted: false,
      rejectsFile: null,
      firstNotUtf8: null,
      incomplete: null,
      removal: null,
      rejects: [],
    });
    expect(await files.listing("c1")).toMatchObject({
      list_price: 1_250_000.5,
      status: "Active",
      city: "Boise",
      state: "ID",
      description: 'says "hi", twice',
    });
    expect(await files.listing("c2")).toMatchObject({ status: "Pending", description: null });
  });

  it("reads the same from a byte order mark, CRLF, blank lines, padded headers and gzip", async () => {
    const text = `${[header, row("same1"), row("same2")].join("\n")}\n`;
    const shapes = [
      text,
      `\uFEFF${text}`,
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", "\n\n"),
      text.replace("status,price", " status , price"),
      gzipSync(text),
    ];
    for (const [at, shape] of shapes.entries()) {
      const { read, created, unchanged, rejected } = await load("same.csv", shape);
      const expected = at === 0 ? { created: 2, unchanged: 0 } : { created: 0, unchanged: 2 };
      expect([at, { read, created, unchanged, rejected }]).toEqual([
        at,
        { read: 2, rejected: 0, ...expected },
      ]);
    }
  });

  it("takes line breaks inside quotes for text", async () => {
    expect(
      await load("breaks.csv", `${header}\n${row("b1", 'A,1,Boise,"one\ntwo"')}\n${row("b2")}`),
    ).toMatchObject({
      read: 2,
      created: 2,
    });
    expect((await files.listing("b1")).description).toBe("one\ntwo");
  });

  it("rejects rows with broken quotes and goes on with the next", async () => {
    const text = [
      header,
      row("q1"),
      row("q2", 'A,1,Bo"ise,x'),
      row("q3"),
      row("q4", 'A,1,"Boise"x,y'),
      row("q5"),
    ].join("\n");
    const report = await load("quotes.csv", text);
    expect(report).toMatchObject({ created: 3, rejected: 2 });
    expect(report.rejects).toMatchObject([
      { line: 3, reasons: [expect.stringMatching(/quote/)] },
      { line: 5, reasons: ["The row's quotes are broken"] },
    ]);
    expect((await files.listing("q5")).listing_id).toBe("q5");
  });

  it("rejects rows with another number of columns than the header", async () => {
    const report = await load(
      "width.csv",
      [header, row("w1"), "w2,A,1", row("w3", "A,1,Boise,x,y"), row("w4")].join("\n"),
    );
    expect(report).toMatchObject({ read: 4, created: 2, rejected: 2 });
    expect(report.rejects).toMatchObject([
      { line: 3, reasons: ["The row has 3 columns, the header 5"] },
      { line: 4, reasons: ["The row has 6 columns, the header 5"] },
    ]);
  });

  it("rejects what cannot be a listing, with every reason", async () => {
    const report = await load(
      "values.csv",
      [header, row("v1"), row("v2", "Odd,cheap,Boise,"), row("v3", "X,1,Boise,")].join("\n"),
    );
    expect(report).toMatchObject({ created: 1, rejected: 2 });
    expect(report.rejects).toMatchObject([
      { line: 3, reasons: [expect.stringContaining('StandardStatus "Odd"'), "ListPrice must be a number"] },
      { line: 4, reasons: ["StandardStatus is required"] },
    ]);
  });

  it("rejects a row whose quote never closes, and nothing else", async () => {
    const rows = ["o1", "o2", "o3", "o4", "o5"].map((id) => row(id));
    rows[2] = row("o3", 'A,1,"Boise,x');
    const report = await load("open.csv", [header, ...rows].join("\n"));
    expect(report).toMatchObject({ read: 5, created: 4, rejected: 1 });
    expect(report.rejects).toMatchObject([{ line: 4, reasons: ["A quote is opened and never closed"] }]);
    const endless = await load("far.csv", [header, row("f1"), "x".repeat(3_000_000), row("f2")].join("\n"));
    expect(endless).toMatchObject({
      created: 2,
      rejects: [{ line: 3, reasons: ["The row is longer than 1 MB"] }],
    });
  });

  it("rejects rows that are not UTF-8, and refuses UTF-16", async () => {
    const text = [header, row("l1"), row("l2", "A,1,Cañon,"), row("l3")].join("\n");
    const report = await load("latin.csv", Buffer.from(text, "latin1"));
    expect(report).toMatchObject({
      created: 2,
      rejects: [{ line: 3, reasons: ["The row is not valid UTF-8"] }],
    });
    await expect(load("utf16.csv", Buffer.from(`\uFEFF${text}`, "utf16le"))).rejects.toThrow(
      /^The data is UTF-16/,
    );
  });

  it("lands what a truncated gzip holds whole, and says that it is cut short", async () => {
    const rows = Array.from({ length: 50 }, (_, at) =>
      row(`t${at}`, `A,1,Boise,${Math.sin(at)}${Math.cos(at)}`),
    );
    const whole = gzipSync([header, ...rows].join("\n"));
    await expect(load("cut.csv.gz", whole.subarray(0, -10))).rejects.toThrow("The gzip data ends too early");
    expect((await files.listing("t40")).listing_id).toBe("t40");
  });

  it("refuses a map that names a column the file does not have, and says which there are", async () => {
    const wrong = { ...map, columns: { ...map.columns, City: "town" } };
    await expect(load("missing.csv", `${header}\n${row("m1")}`, wrong)).rejects.toThrow(
      'The file has no column "town". It has: mls, status, price, city, notes',
    );
    expect((await files.listing("m1")).detail).toBe("Property not found");
  });

  it("refuses a file without a header, a map that is none, and a CSV without a map", async () => {
    await expect(load("empty.csv", "")).rejects.toThrow("The file has no header line");
    await expect(load("badmap.csv", header, { columns: { City: 3 } })).rejects.toThrow(
      /^The column map is wrong at \/columns/,
    );
    const file = await files.keep("nomap.csv", header);
    await expect(importFile(files.lintel.ctx, { file }, () => {})).rejects.toThrow(
      "A CSV needs a column map",
    );
    const broken = await files.keep("broken.json", "{");
    await expect(importFile(files.lintel.ctx, { file, map: broken }, () => {})).rejects.toThrow(
      "not valid JSON",
    );
    await expect(
      importFile(files.lintel.ctx, { file: join(files.folder, "none") }, () => {}),
    ).rejects.toThrow("There is no file");
  });

  it("removes the rejects file of the run before when nothing is rejected any more", async () => {
    const { rejectsFile } = await load("again.csv", `${header}\nbad`);
    expect(rejectsFile).toBe(join(files.folder, "again.csv.rejects.ndjson"));
    expect(await load("again.csv", `${header}\n${row("a1")}`)).toMatchObject({ rejectsFile: null });
    await expect(readFile(join(files.folder, "again.csv.rejects.ndjson"))).rejects.toThrow("ENOENT");
  });

  it("names the source as asked, else as the map says, else after the file", async () => {
    const text = `${header}\n`;
    expect((await load("My Feed (2).csv", text)).source).toBe("My-Feed-2-");
    expect((await load("named.csv", text, { ...map, source: "from-map" })).source).toBe("from-map");
    const file = await files.keep("named.ndjson.gz", gzipSync(""));
    expect((await importFile(files.lintel.ctx, { file }, () => {})).source).toBe("named");
    expect((await importFile(files.lintel.ctx, { file, source: "asked" }, () => {})).source).toBe("asked");
    await expect(importFile(files.lintel.ctx, { file, source: "§§" }, () => {})).rejects.toThrow(
      "Name the source",
    );
  });

  it("reports progress after every batch, up to the whole file", async () => {
    const rows = Array.from({ length: 2500 }, (_, at) => row(`p${at}`));
    const file = await files.keep("progress.csv", [header, ...rows].join("\n"));
    const mapFile = await files.keep("progress.map.json", JSON.stringify(map));
    const seen: ImportProgress[] = [];
    await importFile(files.lintel.ctx, { file, map: mapFile }, (progress) => void seen.push(progress));
    const read = seen.map((progress) => progress.read);
    expect(read.length).toBeGreaterThan(2);
    expect(read).toEqual(read.toSorted((a, b) => a - b));
    expect(read.at(-1)).toBe(2500);
    expect(seen.at(-1)?.bytes).toBe(seen.at(-1)?.totalBytes);
  });
});

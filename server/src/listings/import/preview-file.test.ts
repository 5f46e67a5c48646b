import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { home } from "../../../test/harness/market.ts";
import { type PreviewProgress, previewFile } from "./preview-file.ts";

describe("previewFile", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-preview-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const keep = async (name: string, content: string | Buffer) => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };
  const preview = (file: string, map?: string, onProgress = (_: PreviewProgress) => {}) =>
    previewFile({ file, map }, new AbortController().signal, onProgress);
  const map = {
    source: "own",
    columns: {
      ListingId: "mls",
      StandardStatus: { column: "status", values: { A: "Active", D: "Delete" } },
      LivingArea: { column: "area", unit: "m2" },
      UnparsedAddress: { columns: ["no", "street"] },
      WaterfrontFeatures: { column: "water", values: { "0": null, "1": "Waterfront" } },
      Media: "photos",
    },
    constants: { PropertyType: "Residential" },
  };
  const rows = [
    "mls;status;area;no;street;water;photos;note",
    "v1;A;100;12;Oak St;0;https://p.test/1.jpg https://p.test/2.jpg;x",
    "v2;A;large;;;1;;",
    "v3;D;;;;0;;",
    "v4;A;dear;;;0;;",
    "v5;A",
  ].join("\n");

  it("shows what each column becomes, by its first cell that has a value", async () => {
    const { columns, constants, source } = await preview(
      await keep("own.csv", rows),
      await keep("map.json", JSON.stringify(map)),
    );
    const plain = { unit: undefined, isJoined: false };
    const address = { field: "UnparsedAddress", unit: undefined, isJoined: true, value: "12 Oak St" };
    expect([source, constants]).toEqual(["own", { PropertyType: "Residential" }]);
    expect(columns).toEqual([
      { column: "mls", cell: "v1", target: { ...plain, field: "ListingId", value: "v1" } },
      { column: "status", cell: "A", target: { ...plain, field: "StandardStatus", value: "Active" } },
      {
        column: "area",
        cell: "100",
        target: { ...plain, field: "LivingArea", unit: "square feet", value: "1076.391" },
      },
      { column: "no", cell: "12", target: address },
      { column: "street", cell: "Oak St", target: address },
      { column: "water", cell: "1", target: { ...plain, field: "WaterfrontFeatures", value: "Waterfront" } },
      {
        column: "photos",
        cell: "https://p.test/1.jpg https://p.test/2.jpg",
        target: { ...plain, field: "Media", value: "https://p.test/1.jpg and 1 more" },
      },
      { column: "note", cell: "x", target: null },
    ]);
  });

  it("counts all rows, and the reasons of rejected ones, the most frequent first", async () => {
    const file = await keep("counts.csv", rows);
    const seen: number[] = [];
    const mapFile = await keep("map.json", JSON.stringify(map));
    const found = await preview(file, mapFile, ({ read, bytes, totalBytes }) => {
      seen.push(read);
      expect(bytes).toBeLessThanOrEqual(totalBytes);
    });
    expect(found).toMatchObject({ read: 5, valid: 2, removals: 1, rejected: 3, photos: 2, damage: null });
    expect(found.reasons).toEqual([
      { reason: "LivingArea must be a number", rows: 2, line: 3 },
      { reason: "The row has 2 columns, the header 8", rows: 1, line: 6 },
    ]);
    expect(found.listings).toEqual([
      expect.objectContaining({ listing_id: "v1", sqft: 1076, address: "12 Oak St" }),
    ]);
    expect(seen.at(-1)).toBe(5);
  });

  it("shows the fields of RESO records, and which are not imported", async () => {
    const record = home({
      ListingId: "r1",
      Concessions: "None",
      Media: [{ MediaURL: "https://p.test/1.jpg" }],
    });
    const { columns, valid, incomplete } = await preview(
      await keep(
        "reso.json",
        JSON.stringify({ value: [record], "@odata.nextLink": "https://x.test" }, null, 1),
      ),
    );
    expect([valid, incomplete?.code]).toEqual([1, "pages_missing"]);
    expect(columns.filter(({ target }) => target === null)).toEqual([
      { column: "Concessions", cell: "None", target: null },
    ]);
    expect(columns.find(({ column }) => column === "Media")?.target?.value).toBe("https://p.test/1.jpg");
  });

  it("shows the columns of a CSV without a map, so that one can be written", async () => {
    const { needsMap, columns, rejected } = await preview(await keep("nomap.csv", rows));
    expect([needsMap, rejected]).toEqual([true, 5]);
    expect(columns.map(({ column, cell, target }) => [column, cell, target]).slice(0, 3)).toEqual([
      ["mls", "v1", null],
      ["status", "A", null],
      ["area", "100", null],
    ]);
  });

  it("names the place where a file is damaged, beside what could be read", async () => {
    const many = Array.from({ length: 2000 }, (_, at) =>
      JSON.stringify(home({ ListingId: `${Math.sin(at)}` })),
    );
    const whole = gzipSync(many.join("\n"));
    const { read, damage } = await preview(await keep("cut.ndjson.gz", whole.subarray(0, -1000)));
    expect(read).toBeGreaterThan(1000);
    expect(damage).toMatch(
      /^The gzip data ends too early: the file is cut short after byte \d+ \(byte \d+ of its text, in line \d+\)$/,
    );
    await expect(preview(await keep("broken.json", '{"value": [oops'))).rejects.toThrow(
      /^The JSON is broken/,
    );
  });

  it("stops when its signal is aborted, with what was read until then", async () => {
    const lines = Array.from({ length: 20_000 }, (_, at) => JSON.stringify(home({ ListingId: `s${at}` })));
    const stop = new AbortController();
    const file = await keep("long.ndjson", lines.join("\n"));
    const { read, interrupted } = await previewFile({ file }, stop.signal, () => stop.abort());
    expect(interrupted).toBe(true);
    expect(read).toBeLessThan(20_000);
  });
});

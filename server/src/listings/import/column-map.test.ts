import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { columnNames, parseColumnMap } from "./column-map.ts";
import type { RawRecord } from "./field-reader.ts";
import { importFields } from "./import-fields.ts";
import { normaliseReso } from "./normalise-reso.ts";
import { rowMapper } from "./row-mapper.ts";

const parse = (columns: unknown, more: object = {}) => parseColumnMap(JSON.stringify({ columns, ...more }));
/** The RESO record of one row, whose columns have the given cells. */
const mapped = (columns: unknown, cells: Record<string, string>) =>
  rowMapper(parse(columns), Object.keys(cells))(Object.values(cells));

describe("importFields", () => {
  it("are exactly the fields that the import reads, each with an example that it accepts", () => {
    const read = new Set<string>();
    const noting = (record: RawRecord) =>
      new Proxy(record, {
        get(target, name) {
          read.add(String(name));
          return target[String(name)];
        },
      });
    const examples = Object.fromEntries(
      importFields.map(({ name, type, example }) => [
        name,
        type === "photos" ? [{ MediaURL: example }] : example,
      ]),
    );
    const item = normaliseReso(noting({ ...examples, StandardStatus: "Closed" }), 1);
    expect(item).toMatchObject({
      record: { sold_date: "2026-06-15", photos: [{ url: "https://photos.example.com/1.jpg" }] },
    });
    const required = ["ListingId", "StandardStatus", "PropertyType"];
    const few = Object.fromEntries(required.map((name) => [name, examples[name]]));
    expect(normaliseReso(noting(few), 1)).toHaveProperty("record");
    // A list of records, which no cell of a CSV has.
    read.delete("OpenHouse");
    expect([...read].toSorted()).toEqual(importFields.map(({ name }) => name).toSorted());
  });
});

describe("docs/imports.md", () => {
  it("has the fields, with type, unit, example and note", async () => {
    const page = await readFile(new URL("../../../../docs/imports.md", import.meta.url), "utf8");
    const rows = page.split("\n").filter((line) => /^\| `[A-Z]\w+` \|/.test(line));
    expect(rows).toEqual(
      importFields.map(
        ({ name, type, unit, example, note }) =>
          `| \`${name}\` | ${type}${unit ? `, ${unit}` : ""} | \`${example}\` | ${note ?? ""} |`,
      ),
    );
  });
});

describe("parseColumnMap", () => {
  it.each([
    [{ columns: { ListPrise: "p" } }, "/columns: there is no field ListPrise: did you mean ListPrice?"],
    [{ columns: { listprice: "p" } }, "/columns: there is no field listprice: did you mean ListPrice?"],
    [
      { columns: {}, constants: { StateOrProvinces: "ID" } },
      "/constants: there is no field StateOrProvinces: did you mean StateOrProvince?",
    ],
    [{ columns: { qqqq: "p" } }, "/columns: there is no field qqqq. lintel import --fields lists all fields"],
    [{ columns: { City: { colum: "p" } } }, "/columns/City: colum is not known: did you mean column?"],
    [{ column: {} }, "its top: column is not known: did you mean columns?"],
    [{ columns: { City: {} } }, "/columns/City: it must have column, or columns for several"],
    [
      { columns: { City: { column: "a", columns: ["b"] } } },
      "/columns/City: it must have column, or columns for several",
    ],
    [
      { columns: { City: { column: "a", date: "yyyy" } } },
      "/columns/City: date is for fields that are dates or timestamps",
    ],
    [
      { columns: { City: { column: "a", unit: "m2" } } },
      "/columns/City: unit is for LivingArea, LotSizeAcres and LotSizeSquareFeet",
    ],
    [
      { columns: { LivingArea: { column: "a", unit: "feet" } } },
      "/columns/LivingArea: unit must be one of sqft, m2, acres, ha",
    ],
    [
      { columns: { ListPrice: { column: "a", decimal: ";" } } },
      '/columns/ListPrice: decimal must be "," or "."',
    ],
    [
      { columns: { City: { column: "a", decimal: "," } } },
      "/columns/City: decimal is for fields that are numbers",
    ],
    [
      { columns: { City: { column: "a", split: "," } } },
      "/columns/City: split is for fields that are lists or photos",
    ],
    [{ columns: { ListPrice: { columns: ["a", "b"] } } }, "/columns/ListPrice: a number has one column"],
  ])("refuses %j with the place and what to write instead", (map, reason) => {
    expect(() => parseColumnMap(JSON.stringify(map))).toThrow(`The column map is wrong at ${reason}`);
  });

  it("names the columns that it reads, each once", () => {
    expect(columnNames(parse({ City: "a", UnparsedAddress: { columns: ["b", "a"] } }))).toEqual(["a", "b"]);
  });
});

describe("rowMapper", () => {
  it("joins columns, without blank ones", () => {
    const columns = {
      UnparsedAddress: { columns: ["no", "dir", "street"] },
      PublicRemarks: { columns: ["intro", "more"], separator: "\n\n" },
      City: { columns: ["none"] },
    };
    expect(
      mapped(columns, { no: "12", dir: " ", street: "Oak St ", intro: "One.", more: "Two.", none: "" }),
    ).toEqual({
      record: { UnparsedAddress: "12 Oak St", PublicRemarks: "One.\n\nTwo.", City: "" },
      reasons: [],
    });
    expect(mapped(columns, { no: "", dir: "", street: "", intro: "", more: "x", none: "a" }).record).toEqual({
      UnparsedAddress: null,
      PublicRemarks: "x",
      City: "a",
    });
  });

  it("converts areas to the unit of the field", () => {
    const area = (field: string, unit: string, cell: string) =>
      mapped({ [field]: { column: "a", unit } }, { a: cell }).record[field];
    expect(area("LivingArea", "m2", "100")).toBeCloseTo(1076.391, 3);
    expect(area("LivingArea", "sqft", "1,850")).toBe(1850);
    expect(area("LotSizeAcres", "m2", "4046.86")).toBe(1);
    expect(area("LotSizeAcres", "ha", "1")).toBe(2.4711);
    expect(area("LotSizeAcres", "sqft", "21780")).toBe(0.5);
    expect(area("LotSizeSquareFeet", "acres", "2")).toBe(87_120);
    expect([area("LivingArea", "m2", ""), area("LivingArea", "m2", "large")]).toEqual(["", "large"]);
  });

  it("reads decimal commas", () => {
    const price = (a: string) => mapped({ ListPrice: { column: "a", decimal: "," } }, { a }).record.ListPrice;
    expect(["1.250.000,50", "300 000", "7,5", ""].map(price)).toEqual([1_250_000.5, 300_000, 7.5, ""]);
    const area = mapped({ LivingArea: { column: "a", unit: "m2", decimal: "," } }, { a: "10,5" });
    expect(area.record.LivingArea).toBeCloseTo(113.021, 3);
  });

  it("reads dates in the given format, and names it where a cell does not fit", () => {
    const columns = {
      ListingContractDate: { column: "listed", date: "DD.MM.YYYY" },
      ModificationTimestamp: { columns: ["day", "time"], date: "M/d/yy h:mm a" },
    };
    const cells = { listed: "03.07.2026", day: "7/3/26", time: "2:05 PM" };
    expect(mapped(columns, cells)).toEqual({
      record: { ListingContractDate: "2026-07-03", ModificationTimestamp: "2026-07-03T14:05:00.000Z" },
      reasons: [],
    });
    expect(mapped(columns, { listed: "07/03/2026", day: "", time: "" })).toEqual({
      record: { ListingContractDate: null, ModificationTimestamp: null },
      reasons: ["ListingContractDate must be written as DD.MM.YYYY, such as 31.12.2026"],
    });
  });

  it("makes photos of several columns, or of one column with several addresses", () => {
    const [a, b] = ["https://p.test/a.jpg?w=1,2", "https://p.test/b.jpg"];
    const urls = (columns: unknown, cells: Record<string, string>) =>
      (mapped({ Media: columns }, cells).record.Media as RawRecord[]).map(({ MediaURL }) => MediaURL);
    expect(urls({ columns: ["one", "two", "three"] }, { one: a, two: "", three: b })).toEqual([a, b]);
    for (const separator of [" ", "|", ";", "; ", ",", ", ", "\n"]) {
      expect([separator, urls("all", { all: `${a}${separator}${b}` })]).toEqual([separator, [a, b]]);
    }
    expect(urls({ column: "all", split: "~" }, { all: `${a}~${b}~` })).toEqual([a, b]);
    expect(urls("all", { all: "" })).toEqual([]);
  });

  it("splits lists, and replaces whole cells and single entries by `values`", () => {
    const features = (column: unknown, cell: string) =>
      mapped({ InteriorFeatures: column }, { c: cell }).record.InteriorFeatures;
    expect(features("c", "Fireplace, Pantry,")).toEqual(["Fireplace", "Pantry"]);
    expect(features({ column: "c", split: ";" }, "Fireplace; Pantry, large")).toEqual([
      "Fireplace",
      "Pantry, large",
    ]);
    const values = { FP: "Fireplace", "0": null };
    expect(features({ column: "c", values }, "FP,Pantry")).toEqual(["Fireplace", "Pantry"]);
    expect(features({ column: "c", values }, "0")).toEqual([]);
  });
});

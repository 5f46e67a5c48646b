import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { importFile } from "./import-file.ts";

const example = fileURLToPath(new URL("../../../../examples/king-county/", import.meta.url));

describe("importFile: the King County sales", () => {
  let lintel: TestApp;
  let folder: string;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp({ DEFAULT_STATE: "WA" });
    folder = await mkdtemp(join(tmpdir(), "lintel-king-county-"));
    // A copy: rejects would be written beside the file.
    await copyFile(`${example}kc_house_data.csv.gz`, join(folder, "sales.csv.gz"));
    ({ host } = await lintel.createTenant("seattle"));
  });
  afterAll(async () => {
    await lintel.close();
    await rm(folder, { recursive: true });
  });

  const load = async () => {
    const input = { file: join(folder, "sales.csv.gz"), map: `${example}map.json` };
    const { seconds: _, ...report } = await importFile(lintel.ctx, input, () => {});
    return report;
  };
  const report = {
    source: "king-county",
    read: 21_613,
    rejected: 0,
    photos: 0,
    rejectsFile: null,
    firstNotUtf8: null,
    incomplete: null,
    removal: null,
    interrupted: false,
  };
  const total = async (parameters: string) =>
    (await lintel.call(`/api/properties?page_size=1&${parameters}`, { host })).body.total;

  it("makes 21,436 listings of 21,613 sales and rejects none", async () => {
    // The other 177 rows are earlier sales, or replace them.
    expect(await load()).toEqual({ ...report, created: 21_436, updated: 177, unchanged: 0 });
    expect(await total("status=Sold")).toBe(21_436);
  });

  it("changes nothing the second time", async () => {
    expect(await load()).toEqual({ ...report, created: 0, updated: 0, unchanged: 21_613 });
    expect(await total("")).toBe(21_436);
  });

  it("keeps the later sale of each parcel that was sold again, and the earlier ones in its history", async () => {
    const again = [...(await salesByParcel())].filter(([, sales]) => sales.length > 1);
    expect(again).toHaveLength(176);
    for (const [parcel, sales] of again) {
      const { body } = await lintel.call(`/api/properties/${parcel}`, { host });
      const newestFirst = sales.toSorted((a, b) => (a.date < b.date ? 1 : -1));
      expect([parcel, body.sold_date, body.list_price]).toEqual([
        parcel,
        newestFirst[0]?.date,
        newestFirst[0]?.price,
      ]);
      expect([parcel, body.history]).toEqual([
        parcel,
        newestFirst.map(({ date, price }) => ({ event: "sold", date, price, status: "Sold" })),
      ]);
    }
  });

  it("finds them by what the file says of them", async () => {
    const prices = [...(await salesByParcel()).values()].map(
      (sales) => sales.toSorted((a, b) => (a.date < b.date ? 1 : -1))[0]?.price as number,
    );
    for (const [min, max] of [
      [0, 300_000],
      [300_000, 500_000],
      [1_000_000, 99_000_000],
    ] as const) {
      const expected = prices.filter((price) => price >= min && price <= max).length;
      expect(await total(`min_price=${min}&max_price=${max}`)).toBe(expected);
    }
  });
});

type Sale = { date: string; price: number };

/** The file, read a second way. */
async function salesByParcel(): Promise<Map<string, Sale[]>> {
  const text = gunzipSync(await readFile(`${example}kc_house_data.csv.gz`)).toString();
  const sales = new Map<string, Sale[]>();
  for (const line of text.trim().split("\n").slice(1)) {
    const [parcel = "", day = "", price] = line.replaceAll('"', "").split(",");
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`;
    sales.set(parcel, [...(sales.get(parcel) ?? []), { date, price: Number(price) }]);
  }
  return sales;
}

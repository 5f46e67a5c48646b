import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { withOwnDatabase } from "../../../server/test/proofs/own-database.ts";
import { syntheticListings } from "../synthetic-listings.ts";
import { answers } from "./answer-queries.ts";
import { compareReplies, firstDifference } from "./compare-replies.ts";
import { type Contender, hasFastApi, startBareHttp, startContenders } from "./contenders.ts";
import { fillPostgres, fillSqlite } from "./fill-databases.ts";
import { LoadGenerator } from "./load-generator.ts";
import { mapDifference } from "./map-replies.ts";
import { type Entry, measureRounds } from "./measure-rounds.ts";
import { measureQuerySpace, widths } from "./queries.ts";
import { figuresOf } from "./results-tables.ts";
import { firstPaths, REPEATED, seeds } from "./workloads.ts";

const LISTINGS = 3000;
/** Four servers start, and are measured, on a machine that runs other tests too. */
const TIMEOUT_MS = 300_000;

const template = inject("template");
const url = "url" in template ? template.url : "";
if (url && !hasFastApi())
  process.stderr.write("Left out, for want of Debian's packages (npm run bench peers): FastAPI\n");

describe("npm run bench peers", () => {
  it.skipIf(!url)(
    "every server answers searches, facets, map clusters and tiles with the same listings and counts",
    async () => {
      const scratch = await mkdtemp(join(tmpdir(), "lintel-peers-"));
      const contenders: Contender[] = [];
      const generator = new LoadGenerator();
      try {
        await withOwnDatabase(url, async (databaseUrl) => {
          const sqliteFile = join(scratch, "listings.sqlite");
          await fillPostgres(databaseUrl, LISTINGS);
          await fillSqlite(databaseUrl, sqliteFile);
          const space = measureQuerySpace(syntheticListings(LISTINGS), LISTINGS);
          await startContenders({ databaseUrl, sqliteFile, dataDir: join(scratch, "data") }, contenders);
          expect(contenders.length).toBe(hasFastApi() ? 4 : 3);
          for (const workload of [...widths, ...answers]) {
            const paths = firstPaths(space, workload, seeds.compared, 10);
            const totals = await compareReplies(contenders, workload, paths);
            expect(Math.max(...totals), workload).toBeGreaterThan(0);
            if (workload === "near misses") expect(Math.max(...totals)).toBeLessThan(10);
          }

          // The ceiling knows all repeated searches, and every server can be measured.
          const paths = widths.flatMap((width) => firstPaths(space, width, seeds.repeated, REPEATED));
          const servers = [...contenders];
          const ceiling = await startBareHttp(servers[0]!, paths);
          contenders.push(ceiling);
          const short = { generator, space, postmaster: null, seconds: 0.1, rounds: 1, connections: 4 };
          const listRows = await measureRounds({
            ...short,
            workloads: widths,
            entries: [
              { contender: servers[0]!, searches: "repeated" },
              { contender: servers[0]!, searches: "new" },
              { contender: ceiling, searches: "repeated", isCeiling: true },
            ],
          });
          for (const { slots } of listRows) expect([...slots.keys()]).toEqual(widths);
          const entries: Entry[] = servers.map((contender) => ({ contender, searches: "new" }));
          const answerRows = await measureRounds({ ...short, workloads: answers, entries });
          expect(answerRows.map(({ slots }) => [...slots.keys()])).toEqual([
            answers,
            answers.slice(0, -1),
            answers.slice(0, -1),
          ]);
          for (const { slots } of [...listRows, ...answerRows]) {
            for (const measured of slots.values()) expect(figuresOf(measured).perSecond).toBeGreaterThan(0);
          }
          await Promise.all(contenders.map((contender) => contender.stop()));
        });
      } finally {
        generator.stop();
        await Promise.all(contenders.map((contender) => contender.stop()));
        await rm(scratch, { recursive: true, force: true });
      }
    },
    TIMEOUT_MS,
  );

  it("refuses replies that differ in the total, the order or a field", () => {
    const items = [
      { listing_id: "a", beds: 3 },
      { listing_id: "b", beds: 4 },
    ];
    const page = { items, total: 2 };
    expect(firstDifference(page, structuredClone(page))).toBeNull();
    expect(firstDifference(page, { items, total: 3 })).toBe("total 3 instead of 2");
    expect(firstDifference(page, { items: items.toReversed(), total: 2 })).toBe(
      "listing 1 is b instead of a",
    );
    expect(firstDifference(page, { items: items.slice(1), total: 2 })).toBe("1 listings instead of 2");
    const changed = [items[0]!, { listing_id: "b", beds: 5 }];
    expect(firstDifference(page, { items: changed, total: 2 })).toContain('"beds":5');
  });

  it("refuses facets that differ in a count or in their order", () => {
    const [few, many] = [
      { value: "Boise", count: 2 },
      { value: "Eagle", count: 5 },
    ];
    const page = { items: [], total: 7, facets: { city: [many, few] } };
    expect(firstDifference(page, structuredClone(page))).toBeNull();
    expect(firstDifference(page, { ...page, facets: { city: [few, many] } })).toContain("facet city is");
    expect(firstDifference(page, { items: [], total: 7 })).toContain("facet city is");
  });

  it("refuses maps that differ in the total, show another number of listings, or other listings", () => {
    const clustered = { total: 9, shown: 9, listingIds: null };
    expect(mapDifference(clustered, { ...clustered })).toBeNull();
    expect(mapDifference(clustered, { total: 8, shown: 8, listingIds: null })).toBe("total 8 instead of 9");
    expect(mapDifference(clustered, { ...clustered, shown: 8 })).toBe("8 listings are shown of a total of 9");
    const points = { total: 2, shown: 2, listingIds: ["a", "b"] };
    expect(mapDifference(points, { ...points, listingIds: ["a", "c"] })).toBe("listing c instead of b");
  });

  it("draws boxes that match about as many listings as their width names", () => {
    const rows = [...syntheticListings(20_000)].filter(({ status }) => status === "Active");
    const space = measureQuerySpace(rows, 20_000);
    const medianMatches = (width: "10" | "1,000" | "60 %") => {
      const totals = firstPaths(space, width, 9, 60).map((path) => {
        const parameters = new URL(path, "http://x").searchParams;
        const [south, north] = [Number(parameters.get("min_lat")), Number(parameters.get("max_lat"))];
        const [west, east] = [Number(parameters.get("min_lng")), Number(parameters.get("max_lng"))];
        const [least, most] = [
          Number(parameters.get("min_price")),
          Number(parameters.get("max_price") ?? 1e9),
        ];
        const minBeds = Number(parameters.get("min_beds"));
        return rows.filter(
          ({ lat, lng, price, beds }) =>
            lat! >= south &&
            lat! <= north &&
            lng! >= west &&
            lng! <= east &&
            price! >= least &&
            price! <= most &&
            beds! >= minBeds,
        ).length;
      });
      return totals.sort((a, b) => a - b)[30]!;
    };
    expect(medianMatches("10")).toBeGreaterThan(5);
    expect(medianMatches("10")).toBeLessThan(20);
    expect(medianMatches("1,000")).toBeGreaterThan(500);
    expect(medianMatches("1,000")).toBeLessThan(2000);
    expect(Math.abs(medianMatches("60 %") - 12_000)).toBeLessThan(600);
  });

  it("new requests are all different", () => {
    const space = measureQuerySpace(syntheticListings(2000), 2000);
    for (const workload of [...widths, ...answers]) {
      const paths = firstPaths(space, workload, 4, 20_000);
      expect(new Set(paths).size).toBe(paths.length);
    }
  });
});

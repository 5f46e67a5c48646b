import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { interpret } from "../../src/plain-words/index.ts";
import { harmlessCombinations, tableOf } from "../fair-housing/tables.ts";
import { home } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { KNOWN } from "./known-places.ts";
import { phrasings } from "./phrasings.ts";
import { tripping } from "./tripping.ts";

const TABLES = [
  ...(["protected", "protected-held-out", "protected-in-sentences"] as const),
  ...(["harmless", "harmless-held-out", "harmless-in-sentences"] as const),
];

/** The distinct filters of everything that the tests' tables phrase, as parameters of the list. */
function replayedQueries(): Map<string, string> {
  const phrased = [
    ...[...phrasings("dev"), ...phrasings("held-out"), ...tripping].map(({ query }) => query),
    ...TABLES.flatMap((name) => tableOf(name).map(({ text }) => text)),
    ...harmlessCombinations(),
  ];
  const queries = new Map<string, string>();
  for (const text of phrased) {
    const { filters } = interpret(text, KNOWN);
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filters))
      for (const each of [value].flat()) query.append(name, String(each));
    if (query.size > 0) queries.set(query.toString(), text);
  }
  return queries;
}

describe("interpreted filters", () => {
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    ({ host } = await lintel.createTenant("replay"));
    await lintel.importListings("replay", [home({ ListingId: "replay-1", City: "Boise" })]);
  });
  afterAll(() => lintel.close());

  it("are accepted by the list of properties under the same names, for every phrasing of the tests", async () => {
    const queries = replayedQueries();
    expect(queries.size).toBeGreaterThan(300);
    const refused: string[] = [];
    for (const [query, text] of queries) {
      const { status, text: reply } = await lintel.call(`/api/properties?${query}`, { host });
      if (status !== 200) refused.push(`${JSON.stringify(text)}: ${query} ${status} ${reply.slice(0, 200)}`);
    }
    expect(refused).toEqual([]);
  }, 120_000);
});

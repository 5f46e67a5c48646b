import { afterAll, beforeAll, expect, it } from "vitest";
import { home, openMarket } from "../../test/harness/market.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { indexListings } from "./index.ts";

const REMARKS = [
  "A turret with a view over the orchard.",
  "An orchard, a barn and a gravel drive.",
  "A quiet cottage with a turret.",
  "New windows and a gravel drive.",
];
const QUERIES = ["turret", "orchard with a gravel drive", "cottage with a turret", "quiet barn", "orcharrd"];

let lintel: TestApp;
beforeAll(async () => {
  lintel = await startTestApp();
});
afterAll(() => lintel.close());

/** A brokerage with these listings alone, and how similar each is to each query. */
async function similaritiesIn(name: string): Promise<unknown[]> {
  const records = REMARKS.map((PublicRemarks, nth) => home({ ListingId: `${name}-${nth}`, PublicRemarks }));
  const { host } = await openMarket(lintel, name, records);
  await indexListings(lintel.ctx);
  const replies = [];
  for (const query of QUERIES) {
    const { status, body } = await lintel.call("/api/search/semantic", {
      method: "POST",
      host,
      body: { query },
    });
    expect(status).toBe(200);
    const results = body.results.map((each: { listing_id: string; similarity: number; weak?: true }) => [
      each.listing_id.replace(name, ""),
      each.similarity,
      each.weak,
    ]);
    replies.push([query, body.total, results, body.interpreted]);
  }
  return replies;
}

it("two tenants with different listings do not influence each other's results", async () => {
  const alone = await similaritiesIn("T");
  const others = Array.from({ length: 60 }, (_, nth) =>
    home({ ListingId: `OTHER-${nth}`, PublicRemarks: "A turret, an orchard, orchards and a quiet cottage." }),
  );
  await openMarket(lintel, "others", others);
  await indexListings(lintel.ctx);
  expect(await similaritiesIn("U")).toEqual(alone);
});

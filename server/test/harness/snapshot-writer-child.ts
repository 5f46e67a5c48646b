import { join } from "node:path";
import { writeSnapshot } from "../../src/listings/index-snapshot/snapshot-file.ts";
import { ListingIndex } from "../../src/listings/search-index/listing-index.ts";
import { randomListing } from "../index-oracle/random-listings.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";

// The process that a test kills: writes one snapshot after the other.
const [dataDir] = process.argv.slice(2) as [string];
const index = new ListingIndex();
const random = new SeededRandom(process.pid);
index.load(Array.from({ length: 20_000 }, (_, nth) => randomListing(nth + 1, random)));
for (const _ of index.finishLoading());
process.send?.("writing");
for (;;) {
  await writeSnapshot(join(dataDir, "indexes", "listings.snapshot"), {
    header: { code: "", token: "", revision: process.pid, comparedThrough: 0, rules: {} },
    parts: index.parts(Infinity),
    outline: () => index.outline,
    beforeRename: async () => {},
    signal: new AbortController().signal,
  });
}

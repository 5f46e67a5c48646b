import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withOwnDatabase } from "../../../server/test/proofs/own-database.ts";
import { startLintel } from "../peers/contenders.ts";
import { fillPostgres } from "../peers/fill-databases.ts";
import { LoadGenerator } from "../peers/load-generator.ts";
import { measureQuerySpace } from "../peers/queries.ts";
import { syntheticListings } from "../synthetic-listings.ts";
import { measurePages, type PageRow } from "./measure-pages.ts";
import { homesRequests, listingRequest, type PageRequest } from "./page-requests.ts";

export type PageOptions = { listings: number; seconds: number; rounds: number; connections: number };

/** Pages of a server with synthetic listings, and the API's replies for the same, on a new database of that PostgreSQL server. */
export async function benchPages(server: string, options: PageOptions): Promise<PageRow[]> {
  const { listings } = options;
  const scratch = await mkdtemp(join(tmpdir(), "lintel-bench-"));
  const generator = new LoadGenerator();
  try {
    return await withOwnDatabase(server, async (databaseUrl) => {
      console.log(`${listings.toLocaleString("en")} listings: writing them…`);
      await fillPostgres(databaseUrl, listings);
      const cities = [...new Set(syntheticListings(listings).map(({ city }) => city as string))];
      const space = measureQuerySpace(syntheticListings(listings), listings);
      const lintel = await startLintel(databaseUrl, join(scratch, "data"));
      try {
        const sources = { "/homes": homesRequests(space, cities), "a listing": listingRequests(listings) };
        return await measurePages({ ...options, lintel, generator, sources });
      } finally {
        await lintel.stop();
      }
    });
  } finally {
    generator.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Of the active listings, one after the other. */
function* listingRequests(count: number): Generator<PageRequest, void> {
  for (const { listingId, address, city, state, zip, status } of syntheticListings(count)) {
    if (status === "Active")
      yield listingRequest({ listing_id: listingId, address, city, state, zip } as never);
  }
}

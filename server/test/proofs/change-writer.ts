import { Readable } from "node:stream";
import { sql } from "kysely";
import { importRecords, normaliseReso, type RawRecord } from "../../src/listings/index.ts";
import type { Context } from "../../src/platform/context.ts";
import type { Services } from "../../src/services.ts";

/** One committed change of one listing. Its versions count up, as its price. */
export type Change = {
  listing: string;
  version: number;
  /** The listing is not public after it. */
  gone: boolean;
  /** Whether a later change has removed the listing. */
  goneLater: () => boolean;
};

/** Where changes are written. Both are committed when they resolve. */
export type ChangeTarget = {
  store(source: string, records: RawRecord[]): Promise<void>;
  /** Some of them may not be there. */
  remove(listings: string[]): Promise<void>;
};

type Options = { writer: number; count: number; onChange: (change: Change) => void };

const LISTINGS_EACH = 60;

/**
 * Makes changes in transactions of one to five listings: most reprice, some hide, withdraw or delete, some
 * restore. Each writer has its own listings, because the last change of each must be known.
 */
export async function writeChanges(
  target: ChangeTarget,
  { writer, count, onChange }: Options,
): Promise<void> {
  const random = seeded(writer + 1);
  const versions = new Map<string, { version: number; gone: boolean }>();
  for (let made = 0; made < count; ) {
    const size = Math.min(count - made, 1 + Math.floor(random() * 5));
    const names = new Set(
      Array.from({ length: size }, () => `w${writer}-${Math.floor(random() * LISTINGS_EACH)}`),
    );
    const kind = random();
    const changed = [...names].map((listing) => {
      const version = (versions.get(listing)?.version ?? 0) + 1;
      const gone = kind < 0.15;
      versions.set(listing, { version, gone });
      return { listing, version, gone };
    });
    if (kind < 0.05) await target.remove([...names]);
    else
      await target.store(
        `writer-${writer}`,
        changed.map((each) => record(each, kind)),
      );
    for (const each of changed) {
      const isGone = () =>
        versions.get(each.listing)?.gone === true ||
        (versions.get(each.listing)?.version ?? 0) > each.version;
      onChange({ ...each, goneLater: isGone });
    }
    made += changed.length;
  }
}

function record(
  { listing, version, gone }: { listing: string; version: number; gone: boolean },
  kind: number,
): RawRecord {
  return {
    ListingId: listing,
    ListPrice: version,
    City: listing,
    StateOrProvince: "ID",
    PropertyType: "Residential",
    StandardStatus: gone && kind < 0.1 ? "Withdrawn" : "Active",
    InternetEntireListingDisplayYN: !(gone && kind >= 0.1),
  };
}

/** Writes in the database itself, beside the servers. */
export function writesOf(ctx: Context<Services>): ChangeTarget {
  return {
    async store(source, records) {
      await importRecords(ctx, Readable.from([records.map(normaliseReso)]), { source });
    },
    async remove(listings) {
      await sql`delete from listings where listing_id = any(${listings}::text[])`.execute(ctx.db);
    },
  };
}

/** A small generator with a seed: the same changes in every run. */
function seeded(seed: number): () => number {
  let state = seed * 2_654_435_761;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

import { matchChanges } from "../../src/saved-searches/index.ts";
import { home } from "../harness/market.ts";
import type { SeededRandom } from "../search-oracle/seeded-random.ts";
import { HOUR, MINUTE, type OracleListing, type Status } from "./oracle-types.ts";
import { randomCity } from "./people.ts";
import type { World } from "./world.ts";

const STATUSES: readonly Status[] = [
  "Active",
  "Active",
  "Pending",
  "Active Under Contract",
  "Closed",
  "Withdrawn",
  "Incomplete",
];
/** Those that changed last change again more often. */
const LATELY = 60;
const MOST_IN_A_BURST = 60;

/** The listings of all sources, as they come, change and go. */
export class Market {
  readonly #world: World;
  readonly #ids: string[] = [];
  readonly #lately: string[] = [];
  readonly #pricesBefore = new Map<string, number>();
  #made = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** So many changes of distinct homes at one moment: imported together, and matched by one of the processes. */
  async change(count: number): Promise<void> {
    const { oracle, mail, second, random, faults, report, now } = this.#world;
    const changes = new Map<string, OracleListing>();
    const burst = count > 0 && random.chance(0.03) ? random.pick(this.#world.cities) : null;
    const wanted = burst === null ? count : Math.min(count * 3, MOST_IN_A_BURST);
    for (let nth = 0; nth < wanted; nth++) {
      const listing = burst === null ? this.#randomChange() : this.#fresh(burst);
      if (!changes.has(listing.home) && !faults.isFrozen(listing)) changes.set(listing.home, listing);
    }
    const bySource = Map.groupBy(changes.values(), ({ source }) => source);
    for (const [source, own] of bySource) {
      const { rejected } = await mail.lintel.importListings(source, own.map(recordOf));
      if (rejected > 0) throw new Error(`${rejected} records were not imported`);
      for (const listing of own) this.#note(listing);
    }
    for (const listing of [...bySource.values()].flat()) oracle.change(listing, now());
    report.changes += changes.size;
    if (changes.size > 0) await matchChanges(random.chance(0.5) ? mail.lintel.ctx : second.ctx);
  }

  /** One that is shown, of a brokerage's sources. */
  shown(sources: ReadonlySet<string>): OracleListing | null {
    for (let trial = 0; trial < 5 && this.#ids.length > 0; trial++) {
      const listing = this.#known();
      if (listing.status === "Active" && sources.has(listing.source)) return listing;
    }
    return null;
  }

  #note(listing: OracleListing): void {
    const before = this.#world.oracle.listings.get(listing.id);
    if (before === undefined) this.#ids.push(listing.id);
    else if (before.price !== listing.price) this.#pricesBefore.set(listing.id, before.price);
    this.#lately.push(listing.id);
    if (this.#lately.length > LATELY) this.#lately.shift();
  }

  #known(): OracleListing {
    const { random, oracle } = this.#world;
    const id = random.pick(random.chance(0.6) ? this.#lately : this.#ids);
    return oracle.listings.get(id) as OracleListing;
  }

  #fresh(city: string): OracleListing {
    const { random } = this.#world;
    return {
      id: `L-${++this.#made}`,
      source: random.weighted([
        [7, "north"],
        [2, "north-b"],
        [1, "south"],
      ] as const),
      home: `P-${random.integer(1, 1_000_000_000)}`,
      city,
      price: random.integer(20, 90) * 10_000,
      beds: random.integer(1, 5),
      status: "Active",
    };
  }

  /** A new listing, a home under another id, another price, the price before, or another status. */
  #randomChange(): OracleListing {
    const { random, cities } = this.#world;
    if (this.#ids.length === 0 || random.chance(0.35)) return this.#fresh(randomCity(cities, random));
    const known = this.#known();
    const step = random.integer(1, 4) * 10_000;
    return random.weighted<() => OracleListing>([
      [2, () => ({ ...this.#fresh(known.city), home: known.home })],
      [4, () => ({ ...known, price: Math.max(10_000, known.price - step) })],
      [1, () => ({ ...known, price: known.price + step })],
      [3, () => ({ ...known, price: this.#pricesBefore.get(known.id) ?? known.price + step })],
      [4, () => ({ ...known, status: random.pick(STATUSES) })],
    ])();
  }
}

/** Some minutes, an hour, to the next 8:00 of one of the zones or soon after, or days. */
export function randomGap(random: SeededRandom, mean: number, now: number): number {
  return random.weighted<() => number>([
    [30, () => random.integer(1, 20) * MINUTE],
    [25, () => HOUR],
    [20, () => 12 * HOUR - (now % (12 * HOUR)) + random.integer(0, 4) * HOUR],
    [25, () => Math.round(mean * 2 * random.next()) + MINUTE],
  ])();
}

/** The mean of the long gaps, for so many steps in a time. Of the other gaps the mean is some two hours. */
export function meanGap(time: number, steps: number): number {
  return Math.max(0, (time / steps - 2 * HOUR) / 0.25);
}

function recordOf({ id, home: parcel, city, price, beds, status }: OracleListing) {
  return home({
    ListingId: id,
    ParcelNumber: parcel,
    City: city,
    ListPrice: price,
    BedroomsTotal: beds,
    StandardStatus: status,
    UnparsedAddress: `${parcel} Main St`,
    PostalCode: "83702",
  });
}

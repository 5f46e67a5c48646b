import type { Change } from "../../../../feed-server/src/changes.ts";
import type { FeedRecord } from "../../../../feed-server/src/resources.ts";
import type { FeedServer } from "../../../../feed-server/src/serve-feed.ts";
import type { SeededRandom } from "../../search-oracle/seeded-random.ts";
import { isOffered, isPublic } from "./expected-listing.ts";

const HOUR_MS = 3_600_000;
const MEMBERS = 40;
/** Late commits are stamped up to three hours before they can be read. */
const LATE_MS = 3 * HOUR_MS;
const LATE = 0.2;

type Kind =
  | "price"
  | "remarks"
  | "status"
  | "withdraw"
  | "back on the market"
  | "remove"
  | "back again"
  | "hide"
  | "show"
  | "photo"
  | "new"
  | "agent"
  | "key's case";

const WEIGHTS: [weight: number, kind: Kind][] = [
  [30, "price"],
  [8, "remarks"],
  [8, "status"],
  [6, "withdraw"],
  [6, "back on the market"],
  [7, "remove"],
  [7, "back again"],
  [3, "hide"],
  [3, "show"],
  [16, "photo"],
  [6, "new"],
  [3, "agent"],
  [2, "key's case"],
];

/** Changes the server's market at random, and knows since when listings are offered or not. Listings are known by ListingId. */
export class MarketChanges {
  readonly made = new Map<Kind | "late commit", number>();
  readonly #feed: FeedServer;
  readonly #random: SeededRandom;
  /** Keys of listings that were never offered, and of those that were removed. */
  readonly #unused: string[];
  readonly #removed: string[] = [];
  /** When each listing was last offered or ceased to be. */
  readonly #since = new Map<string, number>();
  /** When visitors were last to see each listing, or to see it no more. */
  readonly #publicSince = new Map<string, number>();
  readonly #history = new Map<string, string[]>();
  readonly #listingIds = new Map<string, string>();
  /** The files that the photos of a listing had. */
  readonly #filesOf = new Map<string, Set<string>>();
  #files: string[] | null = null;

  /** @param unused how many of the market's listings come later, as new ones. */
  constructor(feed: FeedServer, random: SeededRandom, unused: number) {
    this.#feed = feed;
    this.#random = random;
    this.#unused = feed.market.keys("Property").slice(-unused);
    for (const key of this.#unused) feed.changes.apply({ kind: "remove", key }, feed.now());
  }

  /** The records of all listings by their ListingId. */
  records(): Map<string, FeedRecord> {
    const { market } = this.#feed;
    return new Map(
      market.keys("Property").map((key) => {
        const record = market.get("Property", key) as FeedRecord;
        return [String(record.ListingId), record];
      }),
    );
  }

  /** Since when visitors are to see a listing, or not to see it. */
  publicSince(listingId: string): number {
    return this.#publicSince.get(listingId) ?? 0;
  }

  /** What happened to a listing, for messages. */
  historyOf(listingId: string): string {
    return `${listingId}: ${this.#history.get(listingId)?.join("; ") ?? "never changed"}`;
  }

  /** Listings that are not offered and once were. */
  gone(): { listingId: string; since: number }[] {
    const records = this.records();
    return [...this.#since]
      .filter(([listingId]) => !isOffered(records.get(listingId)))
      .map(([listingId, since]) => ({ listingId, since }));
  }

  /** One change of a random kind. */
  change(): void {
    const kind = this.#random.weighted(WEIGHTS);
    if (this.#make(kind)) this.#count(kind);
  }

  /** That many listings at once. Returns their keys. */
  removeAtOnce(count: number): string[] {
    const keys = this.#offeredKeys().slice(0, count);
    for (const key of keys) this.#take(key);
    return keys;
  }

  bringBack(keys: readonly string[]): void {
    for (const key of keys) this.#restore(key);
  }

  #make(kind: Kind): boolean {
    const random = this.#random;
    const key = random.pick(this.#feed.market.keys("Property"));
    const record = this.#feed.market.get("Property", key) as FeedRecord;
    switch (kind) {
      case "price":
        return this.#apply({ kind: "price", key, price: 1000 * random.integer(100, 3000) });
      case "remarks":
        return this.#fields(key, {
          PublicRemarks: `A house, described anew ${random.integer(1, 1e9)} times.`,
          BedroomsTotal: random.integer(0, 9),
        });
      case "status":
        return this.#fields(key, {
          StandardStatus: random.pick(["Active", "Pending", "Active Under Contract"]),
        });
      case "withdraw":
        return this.#apply({ kind: "withdraw", key });
      case "back on the market":
        return this.#backOnTheMarket();
      case "remove":
        this.#take(key);
        return true;
      case "back again":
        return this.#restore(this.#removed[random.integer(0, Math.max(0, this.#removed.length - 1))]);
      case "new":
        return this.#restore(this.#unused.pop());
      case "hide":
        return this.#apply({ kind: "hide", key });
      case "show":
        return this.#show();
      case "photo":
        return this.#swapPhoto(key);
      case "agent":
        return this.#changeAgent();
      case "key's case":
        return this.#apply({ kind: "rename", key, to: invertCase(String(record.ListingKey)) });
    }
  }

  #swapPhoto(key: string): boolean {
    const photos = this.#feed.market.mediaOf(key).length;
    if (photos === 0) return false;
    const order = this.#random.integer(0, photos - 1);
    return this.#apply({ kind: "photo", key, order, file: this.#otherFile(key) });
  }

  #backOnTheMarket(): boolean {
    const key = this.#find(({ StandardStatus }) => StandardStatus === "Withdrawn");
    return key !== undefined && this.#fields(key, { StandardStatus: "Active", MlsStatus: "Active" });
  }

  #show(): boolean {
    const key = this.#find(({ MlgCanView }) => MlgCanView === false);
    return key !== undefined && this.#fields(key, { MlgCanView: true });
  }

  #find(holds: (record: FeedRecord) => boolean): string | undefined {
    const { market } = this.#feed;
    const keys = market.keys("Property").filter((key) => holds(market.get("Property", key) as FeedRecord));
    return keys.length === 0 ? undefined : this.#random.pick(keys);
  }

  /** A file that none of the listing's photos ever had: a photo that comes back to an earlier picture may be read again. */
  #otherFile(key: string): string {
    const { market } = this.#feed;
    const listing = String(market.get("Property", key)?.ListingId);
    const had = this.#filesOf.get(listing) ?? new Set(market.mediaOf(key).map(({ file }) => String(file)));
    this.#filesOf.set(listing, had);
    this.#files ??= [
      ...new Set(
        market
          .keys("Media")
          .slice(0, 400)
          .map((media) => String(market.get("Media", media)?.file)),
      ),
    ];
    const file = this.#random.pick(this.#files.filter((each) => !had.has(each)));
    had.add(file);
    return file;
  }

  #changeAgent(): boolean {
    const { market } = this.#feed;
    const member = market.get("Member", `M${this.#random.integer(1, MEMBERS)}`) as FeedRecord;
    market.put("Member", {
      ...member,
      MemberFullName: `Agent ${this.#random.integer(100, 1e6)}`,
      ModificationTimestamp: new Date(this.#feed.now()).toISOString(),
    });
    return true;
  }

  #fields(key: string, fields: FeedRecord): boolean {
    return this.#apply({ kind: "fields", key, fields });
  }

  /** A record's time of modification moves forward, and is sometimes far behind the time at which it can be read. */
  #apply(change: Change): boolean {
    const { market, changes } = this.#feed;
    const now = this.#feed.now();
    const record = market.get("Property", change.key) as FeedRecord;
    const before = Date.parse(String(record.ModificationTimestamp));
    const isLate = this.#random.chance(LATE);
    const at = isLate ? Math.max(before + 1, now - this.#random.integer(0, LATE_MS)) : now;
    if (isLate) this.#count("late commit");
    this.#note(String(record.ListingId), `${change.kind}${isLate ? `, stamped ${time(at)}` : ""}`);
    changes.apply({ ...change, at: new Date(at).toISOString() }, now);
    const key = change.kind === "rename" ? change.to : change.key;
    const after = market.get("Property", key);
    const listingId = String(record.ListingId);
    if (isOffered(after) !== isOffered(record)) this.#since.set(listingId, now);
    if (isPublic(after) !== isPublic(record)) this.#publicSince.set(listingId, now);
    return true;
  }

  #take(key: string): void {
    const record = this.#feed.market.get("Property", key) as FeedRecord;
    this.#feed.changes.apply({ kind: "remove", key }, this.#feed.now());
    this.#removed.push(key);
    this.#listingIds.set(key, String(record.ListingId));
    this.#turn(String(record.ListingId), "remove");
  }

  #restore(key: string | undefined): boolean {
    if (key === undefined) return false;
    this.#feed.changes.apply({ kind: "restore", key }, this.#feed.now());
    const at = this.#removed.indexOf(key);
    if (at >= 0) this.#removed.splice(at, 1);
    this.#turn(this.#listingIds.get(key) ?? key, "restore");
    return true;
  }

  /** A listing is offered from now on, or not. */
  #turn(listingId: string, kind: string): void {
    this.#since.set(listingId, this.#feed.now());
    this.#publicSince.set(listingId, this.#feed.now());
    this.#note(listingId, kind);
  }

  #note(listingId: string, what: string): void {
    const noted = this.#history.get(listingId) ?? [];
    this.#history.set(listingId, noted);
    noted.push(`${time(this.#feed.now())} ${what}`);
  }

  #offeredKeys(): string[] {
    const { market } = this.#feed;
    return market.keys("Property").filter((key) => isOffered(market.get("Property", key)));
  }

  #count(kind: Kind | "late commit"): void {
    this.made.set(kind, (this.made.get(kind) ?? 0) + 1);
  }
}

function invertCase(key: string): string {
  return key === key.toUpperCase() ? key.toLowerCase() : key.toUpperCase();
}

function time(at: number): string {
  return new Date(at).toISOString();
}

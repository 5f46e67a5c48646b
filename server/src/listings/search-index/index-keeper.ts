import { setImmediate as yieldToOthers } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { dayNumber } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { Log } from "../../platform/log.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import type { Suggestion } from "../autocomplete/suggestion-collector.ts";
import { missedDeletions } from "../change-log.ts";
import { hiddenPosition } from "../distance.ts";
import type { IndexSnapshots, IndexState } from "../index-snapshot/index-snapshots.ts";
import { type ChangedListing, changedListings } from "./changed-listings.sql.ts";
import { FilterSets } from "./filter-sets.ts";
import { ListingIndex, type ListingRow } from "./listing-index.ts";
import type { ListingFilters, ListingHit, ListingHits, ListingQuery, SortField } from "./listing-query.ts";
import type { PlaceNames } from "./place-counts.ts";

const POLL_MS = 250;
/** The places hardly change; what is made of their names is kept as long as they are (plain-words). */
const PLACES_MS = 60_000;
/** Rows a query. */
const CHUNK = 500;

/**
 * Keeps a process's listing index equal to the database by reading the change log: four times a second, and at
 * once after a write of this process (`catchUp`).
 */
export class IndexKeeper {
  #index = new ListingIndex();
  #started = false;
  #stopped = false;
  readonly #db: Db;
  readonly #log: Log;
  readonly #places = new LRUCache<string, PlaceNames>({ max: 500, ttl: PLACES_MS });
  readonly #sets = new FilterSets();
  readonly #listeners: (() => void)[] = [];
  #revision = 0;
  /** Changes that this process has applied. */
  #changes = 0;
  /** See ReaderPosition. */
  #comparedThrough = 0;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #lastSuccess = 0;
  readonly #snapshots: IndexSnapshots | null;
  /** Of the names that `suggest` completes, after the first load. */
  #completions: Promise<void> = Promise.resolve();

  /** @param snapshots where the index is stored between two starts. */
  constructor(db: Db, log: Log, snapshots: IndexSnapshots | null = null) {
    this.#db = db;
    this.#log = log;
    this.#snapshots = snapshots;
  }

  /** See ListingIndex. */
  search(query: ListingQuery): ListingHits {
    return this.#index.search(query);
  }

  /** See ListingIndex. */
  matching(filters: ListingFilters): Float64Array {
    return this.#index.matching(filters);
  }

  /** See ListingIndex. The sets of the last filters are kept until a listing changes. */
  matchingSet(filters: ListingFilters): IdSet {
    return this.#sets.get(filters, this.version, () => this.#index.matchingSet(filters));
  }

  /** See ListingIndex. */
  best(
    filters: ListingFilters,
    sort: { by: SortField; descending: boolean },
    wanted: { limit: number; accepts: (id: number) => boolean },
  ): number[] {
    return this.#index.best(filters, sort, wanted);
  }

  /** See ListingIndex. */
  holds(id: number): boolean {
    return this.#index.holds(id);
  }

  /** See ListingIndex. */
  hitsOf(ids: readonly number[]): ListingHit[] {
    return this.#index.hitsOf(ids);
  }

  countCities(sourceIds: readonly number[] | null): { city: string; count: number }[] {
    return this.#index.countCities(sourceIds);
  }

  /** See ListingIndex; up to a minute old. */
  placeNames(sourceIds: readonly number[] | null): PlaceNames {
    const key = sourceIds === null ? "all" : sourceIds.toSorted((a, b) => a - b).join();
    const known = this.#places.get(key);
    if (known) return known;
    const names = this.#index.placeNames(sourceIds);
    // Of an empty index there is nothing to remember: it may be filled in the next moment.
    if (names.cities.length + names.zips.length > 0) this.#places.set(key, names);
    return names;
  }

  /** See AutocompleteIndex. Completions are loaded after the first load, and an earlier caller waits for them. */
  async suggest(query: string, sourceIds: readonly number[] | null, limit: number): Promise<Suggestion[]> {
    await this.#completions;
    return this.#index.suggest(query, sourceIds, limit);
  }

  get size(): number {
    return this.#index.size;
  }

  /** Differs after every change: what was made of one version holds for that version. */
  get version(): string {
    return `${this.#revision}.${this.#changes}`;
  }

  /** Calls `listener` whenever listings have changed, in whichever process. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The first load; afterwards the index answers. Without it (a command beside no server) nothing is kept. */
  async start(): Promise<void> {
    await this.#loadFirst();
    this.#started = true;
    this.#completions = this.#loadCompletions();
    this.#snapshots?.keep(() => this.#state());
    let behind = false;
    const poll = async () => {
      try {
        await this.catchUp();
        if (behind) this.#log.warn("listing index is up to date again");
        behind = false;
      } catch (error) {
        // Logged once an outage, not at each poll.
        if (!behind) this.#log.error({ err: error }, "listing index update failed, will retry");
        behind = true;
      }
      if (this.#timer) this.#timer = setTimeout(poll, POLL_MS).unref();
    };
    this.#timer = setTimeout(poll, POLL_MS).unref();
  }

  /** True in a process that answers searches. */
  get isStarted(): boolean {
    return this.#started;
  }

  async stop(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#stopped = true;
    await this.#snapshots?.stop();
    await this.#completions;
    await this.#running?.catch(() => {});
  }

  /** False when the database has not answered for ten seconds: searches still do, from what is known. */
  get current(): boolean {
    return performance.now() - this.#lastSuccess < 10_000;
  }

  /** Resolves when every change committed before the call is in the index. */
  async catchUp(): Promise<void> {
    if (!this.#started) return;
    // A run that is under way may have read before the caller's commit: wait for it, then look again.
    if (this.#running) await this.#running.catch(() => {});
    this.#running ??= this.#readChanges().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #readChanges(): Promise<void> {
    // After each pause, also one that no clock of this process has noticed (a machine that slept): a row of one column.
    const missed = await missedDeletions(this.#db, {
      revision: this.#revision,
      comparedThrough: this.#comparedThrough,
    });
    if (missed !== null) {
      await this.#startAfresh();
      this.#notifyListeners();
      return;
    }
    let changes = await changedListings(this.#db, this.#revision, CHUNK);
    if (changes.length > 0) this.#notifyListeners();
    while (changes.length > 0) {
      for await (const change of iterateYielding(changes)) {
        apply(this.#index, change);
        this.#revision = change.revision;
        this.#changes++;
      }
      if (changes.length < CHUNK) break;
      changes = await changedListings(this.#db, this.#revision, CHUNK);
    }
    this.#lastSuccess = performance.now();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** From the snapshot and the changes since, or from the database alone. */
  async #loadFirst(): Promise<void> {
    const stored = await this.#snapshots?.load();
    if (!stored) return this.#adopt(await this.#build());
    this.#adopt(stored);
    await this.#readChanges();
  }

  /** Searches go on in the old index until the new one is whole. */
  async #startAfresh(): Promise<void> {
    const fresh = await this.#build();
    for await (const _ of iterateYielding(fresh.index.loadCompletions()));
    this.#adopt(fresh);
  }

  #adopt({ index, revision, comparedThrough }: IndexState): void {
    this.#index = index;
    this.#changes++;
    this.#revision = revision;
    this.#comparedThrough = comparedThrough;
    this.#lastSuccess = performance.now();
  }

  #state(): IndexState {
    return { index: this.#index, revision: this.#revision, comparedThrough: this.#comparedThrough };
  }

  async #loadCompletions(): Promise<void> {
    const index = this.#index;
    for await (const _ of iterateYielding(index.loadCompletions())) {
      // An index that was built meanwhile has its completions.
      if (this.#stopped || index !== this.#index) return;
    }
  }

  /** Reads everything into a new index. It excludes all earlier deletions. */
  async #build(): Promise<IndexState> {
    const comparedThrough = await missedDeletions(this.#db, { revision: 0, comparedThrough: 0 });
    const index = new ListingIndex();
    const changedMeanwhile: ChangedListing[] = [];
    let revision = 0;
    for (;;) {
      const changes = await changedListings(this.#db, revision, CHUNK);
      const first = changes.filter((change) => change.listing_id !== null && !index.holds(change.id));
      // A listing that changes while we read comes by a second time, under its later revision.
      changedMeanwhile.push(...changes.filter((change) => index.holds(change.id)));
      index.load(first.map((change) => toRow(change, change.listing_id as string)));
      revision = changes.at(-1)?.revision ?? revision;
      if (changes.length < CHUNK) break;
      await yieldToOthers();
    }
    for await (const _ of iterateYielding(index.finishLoading()));
    for await (const change of iterateYielding(changedMeanwhile)) apply(index, change);
    return { index, revision, comparedThrough: comparedThrough ?? 0 };
  }
}

function apply(index: ListingIndex, change: ChangedListing): void {
  if (change.listing_id === null) index.remove(change.id);
  else index.put(toRow(change, change.listing_id));
}

function toRow(change: ChangedListing, listingId: string): ListingRow {
  const position = change.show_address ? (degrees: number) => degrees : hiddenPosition;
  const located = change.latitude !== null && change.longitude !== null;
  return {
    id: change.id,
    revision: change.revision,
    listingId,
    lat: located ? position(change.latitude as number) : Number.NaN,
    lng: located ? position(change.longitude as number) : Number.NaN,
    price: change.list_price ?? Number.NaN,
    beds: change.beds ?? Number.NaN,
    baths: change.baths ?? Number.NaN,
    sqft: change.sqft ?? Number.NaN,
    listDay: change.list_date === null ? Number.NaN : dayNumber(change.list_date),
    city: change.city,
    state: change.state,
    status: change.status,
    type: change.property_type,
    source: change.source_id,
    acres: change.lot_size_acres ?? Number.NaN,
    yearBuilt: change.year_built ?? Number.NaN,
    stories: change.stories ?? Number.NaN,
    garageSpaces: change.garage_spaces ?? Number.NaN,
    county: change.county,
    zip: change.zip,
    subtype: change.property_subtype,
    address: change.show_address ? change.address : null,
  };
}

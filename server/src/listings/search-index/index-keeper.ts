import { LRUCache } from "lru-cache";
import { type Db, type OldReads, primaryAlone } from "../../platform/database/database.ts";
import type { IdSet } from "../../platform/id-set.ts";
import type { Log } from "../../platform/log.ts";
import { iterateYielding } from "../../platform/yield-every.ts";
import type { Suggestion } from "../autocomplete/suggestion-collector.ts";
import { missedDeletions } from "../change-log.ts";
import type { IndexSnapshots, IndexState } from "../index-snapshot/index-snapshots.ts";
import { SourceStates } from "../rules/source-states.ts";
import { AnswerCache, lastingFilters, spanOf } from "./answer-cache.ts";
import { applyChange, learnSources } from "./apply-change.ts";
import { buildIndex, CHUNK, type IndexDatabase } from "./build-index.ts";
import { changedListings } from "./changed-listings.sql.ts";
import type { CountedIndex } from "./counted-index.ts";
import type { Area, ReadFound } from "./found-listings.ts";
import { ListingIndex } from "./listing-index.ts";
import type { ListingFilters, ListingHit, ListingHits, ListingQuery, SortField } from "./listing-query.ts";
import { OutdatedSources } from "./outdated-sources.ts";
import type { PlaceNames } from "./place-counts.ts";

const POLL_MS = 250;
/** The places hardly change; what is made of their names is kept as long as they are (plain-words). */
const PLACES_MS = 60_000;
/** Of a million listings 125 kB each. */
const SETS_KEPT = 32;
const UNKNOWN_RULES = "unknown";

/** Keeps a process's listing index equal to the database by its change log: read four times a second, and after own writes (`catchUp`). */
export class IndexKeeper {
  #index = new ListingIndex();
  #started = false;
  #stopped = false;
  readonly #db: Db;
  readonly #log: Log;
  readonly #places = new LRUCache<string, PlaceNames>({ max: 500, ttl: PLACES_MS });
  /** The listings that match the last filters. */
  readonly #sets = new AnswerCache<IdSet>({ max: SETS_KEPT });
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
  readonly #sources: SourceStates;
  readonly #from: IndexDatabase;
  readonly #outdated = new OutdatedSources();
  /** Of the names that `suggest` completes, after the first load. */
  #completions: Promise<void> = Promise.resolve();

  /**
   * @param snapshots where the index is stored between two starts; `oldReads` where all listings are read.
   * @param sources whose rules decide what the index has of a listing; polled with the change log.
   */
  constructor(
    db: Db,
    log: Log,
    snapshots: IndexSnapshots | null = null,
    sources: SourceStates = new SourceStates(db),
    oldReads: OldReads = primaryAlone,
  ) {
    this.#db = db;
    this.#log = log;
    this.#snapshots = snapshots;
    this.#sources = sources;
    this.#from = { db, oldReads };
    sources.onRulesChange((changed) => {
      this.#outdated.add(changed);
      this.#places.clear();
    });
  }

  /** See ListingIndex. */
  search(query: ListingQuery): ListingHits {
    return this.#index.search(query);
  }

  /** See ListingIndex. */
  readMatches<Result>(filters: ListingFilters, area: Area, read: ReadFound<Result>): Result | null {
    return this.#index.readMatches(filters, area, read);
  }

  /** See ListingIndex. */
  matching(filters: ListingFilters): Float64Array {
    return this.#index.matching(filters);
  }

  /** See ListingIndex. The sets of the last filters are kept until a listing changes. */
  matchingSet(filters: ListingFilters): IdSet {
    const key = JSON.stringify(lastingFilters(filters));
    const { version } = this;
    const known = this.#sets.get(key, { version, now: filters.now ?? 0 });
    if (known) return known;
    const set = this.#index.matchingSet(filters);
    this.#sets.set(key, { version, span: spanOf(filters, this) }, set);
    return set;
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
  get counted(): CountedIndex {
    return this.#index.counted;
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

  /** The same after every change of a source or its rules as well. */
  get searchVersion(): string {
    return `${this.version} ${this.#sources.version}`;
  }

  /** Calls `listener` whenever listings have changed, in whichever process. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** The first load; afterwards the index answers. Without it (a command beside no server) nothing is kept. */
  async start(): Promise<void> {
    await this.#sources.refresh();
    this.#outdated.clear();
    await this.#loadFirst();
    this.#started = true;
    this.#completions = this.#loadCompletions();
    this.#snapshots?.keep(() => this.#state());
    let behind = false;
    const poll = async () => {
      try {
        await this.#sources.poll();
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

  /** Since the change log was last read to its end. */
  get secondsBehind(): number {
    return (performance.now() - this.#lastSuccess) / 1000;
  }

  /** False when the database has not answered for ten seconds: searches still do, from what is known. */
  get current(): boolean {
    return this.secondsBehind < 10;
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
      await learnSources(this.#sources, changes);
      for await (const change of iterateYielding(changes)) {
        applyChange(this.#index, change, this.#sources);
        this.#revision = change.revision;
        this.#changes++;
      }
      if (changes.length < CHUNK) break;
      changes = await changedListings(this.#db, this.#revision, CHUNK);
    }
    // Under the rules of their sources as they are now.
    for await (const listing of this.#outdated.listings(this.#db)) {
      applyChange(this.#index, listing, this.#sources);
      this.#changes++;
    }
    this.#lastSuccess = performance.now();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }

  /** From the snapshot and the changes since, or from the database alone. */
  async #loadFirst(): Promise<void> {
    const stored = await this.#snapshots?.load();
    if (!stored) return this.#adopt(await buildIndex(this.#from, this.#sources));
    this.#adopt(stored);
    this.#outdated.add(this.#sources.changedSince(stored.rules));
    await this.#readChanges();
  }

  /** Searches go on in the old index until the new one is whole. */
  async #startAfresh(): Promise<void> {
    const fresh = await buildIndex(this.#from, this.#sources);
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
    const rules = this.#sources.stamps;
    for (const id of this.#outdated.ids) rules[id] = UNKNOWN_RULES;
    return { index: this.#index, revision: this.#revision, comparedThrough: this.#comparedThrough, rules };
  }

  async #loadCompletions(): Promise<void> {
    const index = this.#index;
    for await (const _ of iterateYielding(index.loadCompletions())) {
      // An index that was built meanwhile has its completions.
      if (this.#stopped || index !== this.#index) return;
    }
  }
}

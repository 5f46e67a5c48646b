import type { Db } from "../../platform/database/database.ts";
import { readSourceStates, type SourceState } from "./read-source-states.ts";
import { type HiddenFields, hiddenFields } from "./shown-fields.ts";
import { defaultRules } from "./source-rules.ts";

const HOUR_MS = 3_600_000;
/** Between two reads of a process that polls. */
const REFRESH_MS = 1000;

/** By the id of a source, what decides which of its fields and photos are shown: of `NO_RULES`, none. */
export type RuleStamps = Record<number, string>;

function stampOf({ revision, copiesPhotos }: Pick<SourceState, "revision" | "copiesPhotos">): string {
  return copiesPhotos ? `${revision} copies` : String(revision);
}

const NO_RULES = stampOf({ revision: 0, copiesPhotos: false });

/**
 * This process's copy of all sources with their rules: read again every second by the listing index's poll, and at once after a change
 * by this process.
 */
export class SourceStates {
  readonly #db: Db;
  readonly #listeners: ((sourceIds: number[]) => void)[] = [];
  #states = new Map<number, SourceState>();
  #attributions = new Map<number, string>();
  #areRestricted = false;
  #haveMaxAge = false;
  #haveVowFields = false;
  #fingerprint = "";
  #version = 0;
  #readAt = -Infinity;
  #reading: Promise<void> | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Differs after every change of a source or its rules: part of the key of what is made of them. */
  get version(): number {
    return this.#version;
  }

  /** Calls `listener` with the sources whose rules, or whose copying of photos, has changed, in whichever process. */
  onRulesChange(listener: (sourceIds: number[]) => void): void {
    this.#listeners.push(listener);
  }

  get all(): SourceState[] {
    return [...this.#states.values()];
  }

  of(sourceId: number): SourceState | undefined {
    return this.#states.get(sourceId);
  }

  get stamps(): RuleStamps {
    const stamps = [...this.#states.values()].map((state) => [state.id, stampOf(state)] as const);
    return Object.fromEntries(stamps.filter(([, stamp]) => stamp !== NO_RULES));
  }

  /** The sources whose rules are others than those of these stamps. */
  changedSince(stamps: Readonly<RuleStamps>): number[] {
    const now = this.stamps;
    const ids = new Set([...Object.keys(stamps), ...Object.keys(now)].map(Number));
    return [...ids].filter((id) => (stamps[id] ?? NO_RULES) !== (now[id] ?? NO_RULES));
  }

  /** Reads again for a source that is new here. */
  async find(sourceId: number): Promise<SourceState | undefined> {
    if (!this.#states.has(sourceId)) await this.refresh();
    return this.#states.get(sourceId);
  }

  /** Whether any source shows fields to clients alone. */
  get haveVowFields(): boolean {
    return this.#haveVowFields;
  }

  /** Whether any source hides fields, or keeps its listings from models. */
  get areRestricted(): boolean {
    return this.#areRestricted;
  }

  /** What visitors do not see of a source's listings. */
  hiddenOf(sourceId: number): HiddenFields | undefined {
    return this.#states.get(sourceId)?.hidden;
  }

  /** The same for a client who has accepted the VOW terms of the source. */
  hiddenFromClient(sourceId: number): HiddenFields | undefined {
    const state = this.#states.get(sourceId);
    return state && hiddenFields(state.rules, "vow_client");
  }

  /**
   * Of these sources (null: of all) those whose listings are shown now: not those whose feed is behind by more than their
   * `max_age_hours`. The same array, or null, when all are.
   */
  shownSources(sourceIds: readonly number[] | null, now: Date): readonly number[] | null {
    const late = this.lateSources(now);
    if (late.length === 0) return sourceIds;
    const ids = new Set(late.map(({ id }) => id));
    return (sourceIds ?? [...this.#states.keys()]).filter((id) => !ids.has(id));
  }

  /** The sources whose feed is behind by more than their `max_age_hours`. */
  lateSources(now: Date): SourceState[] {
    const late: SourceState[] = [];
    if (!this.#haveMaxAge) return late;
    for (const state of this.#states.values()) {
      const { currentAsOf, rules } = state;
      if (rules.max_age_hours === null || currentAsOf === null) continue;
      if (now.getTime() - currentAsOf.getTime() > rules.max_age_hours * HOUR_MS) late.push(state);
    }
    return late;
  }

  /** Of these sources (null: of all) those whose listings models may read. The same array, or null, when they may read all. */
  readableByModels(sourceIds: readonly number[] | null): readonly number[] | null {
    if (this.withoutAi(sourceIds).length === 0) return sourceIds;
    return (sourceIds ?? [...this.#states.keys()]).filter((id) => this.#states.get(id)?.rules.ai ?? true);
  }

  /** Of these sources (null: of all) those whose listings no model may read, and whose addresses visitors see. */
  addressesWithoutAi(sourceIds: readonly number[] | null): number[] {
    return [...this.#states.values()]
      .filter(
        ({ id, rules, hidden }) => !rules.ai && !hidden.has("address") && (sourceIds?.includes(id) ?? true),
      )
      .map(({ id }) => id);
  }

  /** Names of the sources (null: of all) whose listings no model may read. */
  withoutAi(sourceIds: readonly number[] | null): string[] {
    return [...this.#states.values()]
      .filter(({ id, rules }) => !rules.ai && (sourceIds === null || sourceIds.includes(id)))
      .map(({ name }) => name)
      .sort();
  }

  /** The part of an attribution that is the same for all listings of a source, as JSON in ASCII: fields, each after a comma. */
  attributionOf(sourceId: number): string {
    let json = this.#attributions.get(sourceId);
    if (json === undefined) {
      const state = this.#states.get(sourceId);
      const { source_name, source_logo_url } = state?.rules ?? defaultRules("");
      const fields = { source_name, source_logo_url, last_updated: state?.lastUpdatedAt ?? null };
      json = `,${asAscii(JSON.stringify(fields)).slice(1, -1)}`;
      this.#attributions.set(sourceId, json);
    }
    return json;
  }

  /** Reads again unless that was within the last second. */
  async poll(): Promise<void> {
    if (performance.now() - this.#readAt >= REFRESH_MS) await this.refresh();
  }

  /** Resolves when every change committed before the call is known. */
  async refresh(db: Db = this.#db): Promise<void> {
    // A read under way may have begun before the caller's commit.
    if (this.#reading) await this.#reading.catch(() => {});
    this.#reading ??= this.#read(db).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  async #read(db: Db): Promise<void> {
    const readAt = performance.now();
    const states = await readSourceStates(db);
    this.#readAt = readAt;
    const fingerprint = JSON.stringify(states.map(({ hidden: _, ...state }) => state));
    if (fingerprint === this.#fingerprint) return;
    const before = this.stamps;
    this.#states = new Map(states.map((state) => [state.id, state]));
    this.#areRestricted = states.some(({ hidden, rules }) => hidden.size > 0 || !rules.ai);
    this.#haveVowFields = states.some(({ rules }) => rules.vow_fields.length > 0);
    this.#haveMaxAge = states.some(({ rules }) => rules.max_age_hours !== null);
    this.#attributions = new Map();
    this.#fingerprint = fingerprint;
    this.#version++;
    const changed = this.changedSince(before);
    if (changed.length === 0) return;
    for (const listener of this.#listeners) listener(changed);
  }
}

function asAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

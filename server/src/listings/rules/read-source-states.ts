import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { type HiddenFields, hiddenFields } from "./shown-fields.ts";
import { type RulesRow, rulesOf, type SourceRules } from "./source-rules.ts";

/** A source, its rules, and how current its listings are. */
export type SourceState = {
  id: number;
  name: string;
  rules: SourceRules;
  /** Differs after every change of the rules; 0 for a source that has set none. */
  revision: number;
  /** Of the rules: what visitors do not see of its listings. */
  hidden: HiddenFields;
  lastUpdatedAt: Date | null;
  /** Whether a feed keeps it in step. */
  hasFeed: boolean;
  /** Whether only our copies of its photos are shown. */
  copiesPhotos: boolean;
  /** Its listings are those of the feed's server at this time; null without a feed, and before the feed's first success. */
  currentAsOf: Date | null;
};

/**
 * All sources with their rules. Index: sources_pkey, source_rules_pkey, feeds_source_id_key. Expected: a handful of rows; some hundred
 * at most, read once a second by each process.
 */
export async function readSourceStates(db: Db): Promise<SourceState[]> {
  const rows = await db
    .selectFrom("sources")
    .leftJoin("source_rules", "source_rules.source_id", "sources.id")
    .selectAll("source_rules")
    .select(["sources.id", "sources.name", "last_updated_at", "copies_photos"])
    .select([
      sql<boolean>`exists (select 1 from source_currency where source_currency.source_id = sources.id)`.as(
        "has_feed",
      ),
      sql<Date | null>`(select current_as_of from source_currency where source_currency.source_id = sources.id)`.as(
        "current_as_of",
      ),
    ])
    .orderBy("sources.id")
    .execute();
  return rows.map(
    ({
      id,
      name,
      last_updated_at,
      copies_photos,
      has_feed,
      current_as_of,
      source_id,
      revision,
      ...columns
    }) => {
      const rules = rulesOf(name, source_id === null ? null : (columns as RulesRow));
      return {
        id,
        name,
        rules,
        revision: revision ?? 0,
        hidden: hiddenFields(rules),
        lastUpdatedAt: last_updated_at,
        hasFeed: has_feed,
        copiesPhotos: copies_photos,
        currentAsOf: current_as_of,
      };
    },
  );
}

/** What the rules hide of each source's listings, read now: for work that is stored, and must not miss a change. */
export async function readHiding(db: Db): Promise<(sourceId: number) => Hiding> {
  const states = new Map((await readSourceStates(db)).map((state) => [state.id, state]));
  return (sourceId) => {
    const state = states.get(sourceId);
    return { hidden: state?.hidden, ai: state?.rules.ai ?? true };
  };
}

export type Hiding = { hidden: HiddenFields | undefined; ai: boolean };

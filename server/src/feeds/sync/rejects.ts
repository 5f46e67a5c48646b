import { hash } from "node:crypto";
import { sql } from "kysely";
import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import { type Resource, TIMESTAMP } from "../client/odata-query.ts";
import { keyOfRecord, storedTime, textOfRecord } from "./record-fields.ts";

/** A record that cannot be stored, as it was sent. */
export type RejectedRecord = {
  resource: Resource;
  record: Record<string, unknown>;
  reasons: string[];
  /** The key of the listing that has its ListingId. */
  holder?: string | undefined;
};

/** What is kept in memory of a reject: all records of a source may be among them. */
export type KnownReject = {
  /** Its ModificationTimestamp, Unix ms. */
  time: number | null;
  holder: string | null;
};

const NO_KEY = "no key, ";
/** Whether it stands for the key of a reject that has none. */
export function isWithoutKey(key: string): boolean {
  return key.startsWith(NO_KEY);
}

/** What a record without a key is known by: what stays the same while it changes, and while addresses in its Media are signed anew. */
function identityOf(record: Record<string, unknown>): string {
  const { ListingId, OpenHouseStartTime = null, [TIMESTAMP]: _, ...rest } = record;
  if (typeof ListingId === "string" && ListingId !== "") return textOfRecord([ListingId, OpenHouseStartTime]);
  return textOfRecord(Object.entries(rest).filter(([, value]) => typeof value !== "object"));
}

const LOADED_AT_ONCE = 10_000;

/** The rejects of a feed: which records could not be stored, and which of them are right again. */
export class Rejects {
  readonly #feedId: number;
  /** By resource and key. */
  readonly #known = new Map<string, Map<string, KnownReject>>();

  private constructor(feedId: number) {
    this.#feedId = feedId;
  }

  static async load(db: Db, feedId: number): Promise<Rejects> {
    const rejects = new Rejects(feedId);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const rows = await db
        .selectFrom("feed_rejects")
        .select(["id", "resource", "key", "modified_at", "holder"])
        .where("feed_id", "=", feedId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(LOADED_AT_ONCE)
        .execute();
      for (const { resource, key, modified_at, holder } of rows)
        rejects.#of(resource).set(key, { time: modified_at?.getTime() ?? null, holder });
      after = rows.at(-1)?.id;
    }
    return rejects;
  }

  get(resource: Resource, key: string): KnownReject | undefined {
    return this.#of(resource).get(key);
  }

  includesAny(resource: Resource, keys: string[]): boolean {
    const known = this.#of(resource);
    return keys.some((key) => known.has(key));
  }

  keys(resource: Resource): string[] {
    return [...this.#of(resource).keys()];
  }

  /** The keys of rejected listings whose ListingId one of these listings has. */
  heldBy(holders: Set<string>): string[] {
    return [...this.#of("Property")].flatMap(([key, { holder }]) =>
      holder !== null && holders.has(holder) ? [key] : [],
    );
  }

  /** Stores rejects; one that is there already in the same words stays as it is. In the transaction of their page. */
  async add(db: Db, rejected: RejectedRecord[], at: Date): Promise<void> {
    const rows = rejected.map(({ resource, record, reasons, holder = null }) => {
      const text = textOfRecord(record);
      const key =
        keyOfRecord(resource, record) ?? `${NO_KEY}${hash("sha1", identityOf(record)).slice(0, 12)}`;
      return { resource, key: key.replaceAll("\0", ""), text, reasons, time: storedTime(record), holder };
    });
    const columns: BulkColumn<(typeof rows)[number]>[] = [
      { name: "feed_id", type: "integer", value: () => this.#feedId },
      { name: "resource", type: "text", value: (row) => row.resource },
      { name: "key", type: "text", value: (row) => row.key },
      {
        name: "reasons",
        type: "text",
        value: (row) => toJsonb(row.reasons).replaceAll("\\u0000", ""),
      },
      { name: "record", type: "text", value: (row) => row.text },
      { name: "at", type: "timestamptz", value: () => at.toISOString() },
      {
        name: "modified_at",
        type: "timestamptz",
        value: ({ time }) => (time === null ? null : new Date(time).toISOString()),
      },
      { name: "holder", type: "text", value: (row) => row.holder },
    ];
    const latest = [...new Map(rows.map((row) => [`${row.resource} ${row.key}`, row])).values()];
    await bulk(
      db,
      latest,
      columns,
      (t) => `
        insert into feed_rejects as stored (feed_id, resource, key, reasons, record, at, modified_at, holder)
        select t.feed_id, t.resource, t.key, array(select jsonb_array_elements_text(t.reasons::jsonb)), t.record, t.at,
          t.modified_at, t.holder
        from ${t}
        on conflict (feed_id, resource, key) do update
        set reasons = excluded.reasons, record = excluded.record, modified_at = excluded.modified_at, holder = excluded.holder,
          at = case
            when (stored.reasons, stored.record) is distinct from (excluded.reasons, excluded.record) then excluded.at
            else stored.at
          end
        where (stored.reasons, stored.record, stored.modified_at, stored.holder)
          is distinct from (excluded.reasons, excluded.record, excluded.modified_at, excluded.holder)`,
    );
    for (const { resource, key, time, holder } of latest) this.#of(resource).set(key, { time, holder });
  }

  /** Records with these keys are right, or offered no more. In the transaction of their page. */
  async remove(db: Db, resource: Resource, keys: string[]): Promise<void> {
    const known = this.#of(resource);
    const gone = keys.filter((key) => known.has(key));
    if (gone.length === 0) return;
    await sql`
      delete from feed_rejects
      where feed_id = ${this.#feedId}
        and resource = ${resource}
        and key = any(${gone}::text[])`.execute(db);
    for (const key of gone) known.delete(key);
  }

  #of(resource: string): Map<string, KnownReject> {
    const known = this.#known.get(resource) ?? new Map<string, KnownReject>();
    this.#known.set(resource, known);
    return known;
  }
}

import { hash } from "node:crypto";
import { sql } from "kysely";
import { type BulkColumn, bulk } from "../../platform/database/bulk.ts";
import type { Db } from "../../platform/database/database.ts";
import { toJsonb } from "../../platform/database/to-jsonb.ts";
import type { Resource } from "../client/odata-query.ts";
import { keyOfRecord, textOfRecord } from "./record-fields.ts";

/** A record that cannot be stored, as it was sent. */
export type RejectedRecord = { resource: Resource; record: Record<string, unknown>; reasons: string[] };

/** The rejects of a feed: which records could not be stored, and which of them are right again. */
export class Rejects {
  readonly #feedId: number;
  /** Keys by resource, with the text of their records. */
  readonly #known = new Map<string, Map<string, string>>();

  private constructor(feedId: number) {
    this.#feedId = feedId;
  }

  static async load(db: Db, feedId: number): Promise<Rejects> {
    const rejects = new Rejects(feedId);
    const rows = await db
      .selectFrom("feed_rejects")
      .select(["resource", "key", "record"])
      .where("feed_id", "=", feedId)
      .execute();
    for (const { resource, key, record } of rows) rejects.#of(resource).set(key, record);
    return rejects;
  }

  /** The rejected record with this key, as text. */
  textOf(resource: Resource, key: string): string | undefined {
    return this.#of(resource).get(key);
  }

  keys(resource: Resource): string[] {
    return [...this.#of(resource).keys()];
  }

  /** Stores rejects; one that is there already in the same words stays as it is. In the transaction of their page. */
  async add(db: Db, rejected: RejectedRecord[], at: Date): Promise<void> {
    const rows = rejected.map(({ resource, record, reasons }) => {
      const text = textOfRecord(record);
      // A record without a key is known by its content.
      const key = keyOfRecord(resource, record) ?? `no key, ${hash("sha1", text).slice(0, 12)}`;
      return { resource, key: key.replaceAll("\0", ""), text, reasons };
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
    ];
    const latest = [...new Map(rows.map((row) => [`${row.resource} ${row.key}`, row])).values()];
    await bulk(
      db,
      latest,
      columns,
      (t) => `
        insert into feed_rejects as stored (feed_id, resource, key, reasons, record, at)
        select t.feed_id, t.resource, t.key, array(select jsonb_array_elements_text(t.reasons::jsonb)), t.record, t.at
        from ${t}
        on conflict (feed_id, resource, key) do update
        set reasons = excluded.reasons, record = excluded.record, at = excluded.at
        where (stored.reasons, stored.record) is distinct from (excluded.reasons, excluded.record)`,
    );
    for (const { resource, key, text } of latest) this.#of(resource).set(key, text);
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

  #of(resource: string): Map<string, string> {
    const known = this.#known.get(resource) ?? new Map<string, string>();
    this.#known.set(resource, known);
    return known;
  }
}

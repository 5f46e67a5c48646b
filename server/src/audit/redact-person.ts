import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import type { Db } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";

const BATCH = 500;
const ERASED = "[erased]";

type Redaction = DataSubject & {
  /** The target type of the person's records. */
  targetType: string;
  /** Ids of existing records. Deleted ones are found by the address they had. */
  targetIds: readonly number[];
  /** Fields without personal data. */
  impersonal: readonly string[];
};

/**
 * Redacts a person in the audit log: action, actor and time stay; of the record, only fields without personal data.
 *
 * @returns how many rows changed.
 */
export async function redactPerson({ db }: Context, redaction: Redaction): Promise<number> {
  const { brokerageId, targetType, impersonal } = redaction;
  const targets = [...redaction.targetIds.map(String), ...(await deletedTargets(db, redaction))];
  let redacted = 0;
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom("audit_log")
      .select(["id", "before", "after"])
      .where("brokerage_id", "=", brokerageId)
      .where("id", ">", last)
      .where("target_type", "=", targetType)
      .where((eb) =>
        eb.or([eb("target_id", "=", sql<string>`any(${targets}::text[])`), ...mentions(redaction.email)]),
      )
      .orderBy("id")
      .limit(BATCH)
      .execute();
    const changed = rows
      .map(({ id, before, after }) => ({ id, before, after, less: redact({ before, after }, impersonal) }))
      .filter(({ before, after, less }) => !isDeepStrictEqual({ before, after }, less));
    if (changed.length > 0) await store(db, changed);
    redacted += changed.length;
    if (rows.length < BATCH) return redacted;
    last = rows.at(-1)?.id as number;
  }
}

/** Whether the log mentions a person who has no other records, because one of theirs was deleted recently. */
export async function isInAuditLog({ db }: Context, { brokerageId, email }: DataSubject): Promise<boolean> {
  const row = await db
    .selectFrom("audit_log")
    .select("id")
    .where("brokerage_id", "=", brokerageId)
    .where((eb) => eb.or(mentions(email)))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Indexes audit_log_email_before and audit_log_email_after. */
function mentions(email: string): RawBuilder<boolean>[] {
  return [sql`before ->> 'email'`, sql`after ->> 'email'`].map((named) => isAddress(named, email));
}

async function deletedTargets(db: Db, { brokerageId, email, targetType }: Redaction): Promise<string[]> {
  const rows = await db
    .selectFrom("audit_log")
    .select("target_id")
    .where("brokerage_id", "=", brokerageId)
    .where("target_type", "=", targetType)
    .where("action", "=", "delete")
    .where((eb) => eb.or(mentions(email)))
    .execute();
  return rows.map(({ target_id }) => target_id);
}

type Sides = { before: unknown; after: unknown };

/** Replaces every text, at any depth. Numbers, booleans and null stay. */
function redact({ before, after }: Sides, impersonal: readonly string[]): Sides {
  const less = (value: unknown): unknown => {
    if (typeof value === "string") return ERASED;
    if (Array.isArray(value)) return value.map(less);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [name, impersonal.includes(name) ? each : less(each)]),
    );
  };
  return { before: less(before), after: less(after) };
}

async function store(db: Db, rows: { id: number; less: Sides }[]): Promise<void> {
  const asText = (value: unknown) => (value === null ? null : toJsonb(value));
  await sql`
    update audit_log
    set before = redacted.before::jsonb, after = redacted.after::jsonb
    from
      unnest(
        ${rows.map(({ id }) => id)}::bigint[],
        ${rows.map(({ less }) => asText(less.before))}::text[],
        ${rows.map(({ less }) => asText(less.after))}::text[]
      ) as redacted (id, before, after)
    where audit_log.id = redacted.id`.execute(db);
}

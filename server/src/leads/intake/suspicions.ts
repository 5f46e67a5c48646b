import { type Kysely, sql, type Transaction } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { Signal } from "../engagement/temperature/score.ts";

/** Why the intake of a lead is suspect. The lead is handled all the same, because a suspicion may be wrong. */
export type Suspicion = "honeypot" | "flood";

const WINDOW_MS = 10 * 60_000;
/** A visitor may send one form for each of several houses. */
export const MAX_PER_EMAIL = 5;
/** Visitors of an open house share a tablet, and an office shares an address. */
export const MAX_PER_ADDRESS = 20;
/** Signals of one kind, such as tour requests. */
export const MAX_PER_LEAD = 10;

type Form = { brokerageId: number; email: string; address: string | null; honeypot: unknown; at: Date };

/**
 * The suspicions of a form: it fills the hidden field, or there are too many forms within ten minutes. Counts exclude
 * uncommitted forms, so a flood may exceed the limit slightly; no form waits for another.
 */
export async function suspicionsOf(db: Db, form: Form): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  if (isFilledIn(form.honeypot)) found.push("honeypot");
  if (await isFlood(db, form)) found.push("flood");
  return found;
}

/** Whether signals of a known lead arrive faster than a person can cause them. */
export async function isFloodOfSignals(
  db: Db,
  leadId: number,
  { kind, occurredAt }: Signal,
): Promise<boolean> {
  const recent = await db
    .selectFrom("lead_signals")
    .select("id")
    .where("lead_id", "=", leadId)
    .where("kind", "=", kind)
    .where("occurred_at", ">", new Date(occurredAt.getTime() - WINDOW_MS))
    .limit(MAX_PER_LEAD)
    .execute();
  return recent.length >= MAX_PER_LEAD;
}

/** The key of a sender's address: for IPv6 the network, because one sender owns all of it (`source_address`). */
export function senderKey(address: string | null | undefined): string | null {
  return address ? addressKey(address) : null;
}

/** A bot may send other types than text. */
function isFilledIn(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return value !== undefined && value !== null && value !== false;
}

async function isFlood(db: Db, { brokerageId, email, address, at }: Form): Promise<boolean> {
  const since = new Date(at.getTime() - WINDOW_MS);
  const recent = () =>
    (db as Kysely<DB> | Transaction<DB>)
      .selectFrom("leads")
      .select("id")
      .where("brokerage_id", "=", brokerageId)
      .where("created_at", ">", since);
  // Each count stops at its limit. Indexes leads_email and leads_address.
  const ofEmail = recent()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .limit(MAX_PER_EMAIL)
    .as("of_email");
  const ofAddress = recent()
    .where("source_address", "=", senderKey(address))
    .limit(MAX_PER_ADDRESS)
    .as("of_address");
  const { emails, addresses } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom(ofEmail).select(eb.fn.countAll<number>().as("n")).as("emails"),
      eb.selectFrom(ofAddress).select(eb.fn.countAll<number>().as("n")).as("addresses"),
    ])
    .executeTakeFirstOrThrow();
  return Number(emails) >= MAX_PER_EMAIL || Number(addresses) >= MAX_PER_ADDRESS;
}

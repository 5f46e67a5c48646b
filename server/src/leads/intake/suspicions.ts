import { type Kysely, sql, type Transaction } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { Signal } from "../engagement/temperature/signals.ts";

/** What is odd about how a lead came. It is kept and handled all the same: a suspicion may be wrong. */
export type Suspicion = "honeypot" | "flood";

const WINDOW_MS = 10 * 60_000;
/** Somebody asks about each of the houses they like, one form a house. */
export const MOST_OF_ONE_EMAIL = 5;
/** Visitors of an open house sign in on the same tablet, an office shares its address. */
export const MOST_OF_ONE_ADDRESS = 20;
/** Of one kind of what a person does: tours of that many houses are a long afternoon. */
export const MOST_OF_ONE_LEAD = 10;

type Form = { brokerageId: number; email: string; address: string | null; honeypot: unknown; at: Date };

/**
 * A form that fills in what people do not see, or one more of too many within ten minutes. Forms that are under way at
 * the same moment do not see each other: a few of a flood pass as the first ones do, which holds up nobody.
 */
export async function suspicionsOf(db: Db, form: Form): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  if (isFilledIn(form.honeypot)) found.push("honeypot");
  if (await isFlood(db, form)) found.push("flood");
  return found;
}

/** Whether somebody who has a lead already sends signs of interest faster than people do by hand. */
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
    .limit(MOST_OF_ONE_LEAD)
    .execute();
  return recent.length >= MOST_OF_ONE_LEAD;
}

/** As much of an address as tells senders apart: of IPv6 the network, because a bot has all of it (`source_address`). */
export function senderOf(address: string | null | undefined): string | null {
  return address ? addressKey(address) : null;
}

/** Whatever it is: a bot need not send text. */
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
  // Counted no further than it matters; by the indexes leads_email and leads_address.
  const ofEmail = recent()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .limit(MOST_OF_ONE_EMAIL)
    .as("of_email");
  const ofAddress = recent()
    .where("source_address", "=", senderOf(address))
    .limit(MOST_OF_ONE_ADDRESS)
    .as("of_address");
  const { emails, addresses } = await db
    .selectNoFrom((eb) => [
      eb.selectFrom(ofEmail).select(eb.fn.countAll<number>().as("n")).as("emails"),
      eb.selectFrom(ofAddress).select(eb.fn.countAll<number>().as("n")).as("addresses"),
    ])
    .executeTakeFirstOrThrow();
  return Number(emails) >= MOST_OF_ONE_EMAIL || Number(addresses) >= MOST_OF_ONE_ADDRESS;
}

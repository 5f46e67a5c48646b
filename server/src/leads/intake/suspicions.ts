import { type Kysely, sql, type Transaction } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";

/** What is odd about how a lead came. It is kept and handled all the same: a suspicion may be wrong. */
export type Suspicion = "honeypot" | "flood";

const WINDOW_MS = 10 * 60_000;
const MOST_OF_ONE_EMAIL = 3;
const MOST_OF_ONE_ADDRESS = 10;

type Form = { brokerageId: number; email: string; address: string | null; honeypot: unknown; at: Date };

/** A form that fills in what people do not see, or one more of too many within ten minutes. */
export async function suspicionsOf(db: Db, form: Form): Promise<Suspicion[]> {
  const found: Suspicion[] = [];
  if (isFilledIn(form.honeypot)) found.push("honeypot");
  if (await isFlood(db, form)) found.push("flood");
  return found;
}

function isFilledIn(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && String(value).trim() !== "";
}

async function isFlood(db: Db, { brokerageId, email, address, at }: Form): Promise<boolean> {
  const since = new Date(at.getTime() - WINDOW_MS);
  const recent = () =>
    (db as Kysely<DB> | Transaction<DB>)
      .selectFrom("leads")
      .select("id")
      .where("brokerage_id", "=", brokerageId)
      .where("created_at", ">", since);
  // Counted no further than it matters.
  const ofEmail = recent()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .limit(MOST_OF_ONE_EMAIL)
    .as("of_email");
  const ofAddress = recent()
    .where("source_address", "=", address)
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

import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { Cause } from "./recent-messages.sql.ts";

const MOST = 1000;

/** How many messages to a recipient were withheld after a message; counted no further than a thousand. Index messages_withheld. */
export async function withheldSince(
  db: Db,
  { brokerageId, personKey }: Cause,
  { channel, recipient, id }: { channel: string; recipient: string; id: number },
): Promise<number> {
  const withheld = db
    .selectFrom("messages")
    .select("id")
    .where("brokerage_id", "=", brokerageId)
    .where("person_key", "=", personKey)
    .where("state", "=", "withheld")
    .where("id", ">", id)
    .where("channel", "=", channel)
    .where(sql`lower(recipient)`, "=", recipient)
    .limit(MOST)
    .as("withheld");
  const { count } = await db
    .selectFrom(withheld)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

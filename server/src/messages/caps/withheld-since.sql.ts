import { sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import { alertKinds } from "./message-caps.ts";
import type { Cause } from "./recent-messages.sql.ts";

const MAX_COUNT = 1000;

/**
 * The number of messages to a recipient about a person that were withheld since the last alert that was sent, up to
 * 1,000.
 *
 * Index: messages_withheld, messages_caused_by: of the sent messages, only the latest is read. Expected: at most 1,000 entries.
 */
export async function withheldSince(
  db: Db,
  { brokerageId, personKey }: Cause,
  { channel, recipient }: { channel: string; recipient: string },
): Promise<number> {
  const last = db
    .selectFrom("messages as last")
    .select("last.id")
    .where("last.brokerage_id", "=", brokerageId)
    .where("last.person_key", "=", personKey)
    .where("last.state", "<>", "withheld")
    .where("last.state", "in", ["waiting", "sending", "sent"])
    .where("last.channel", "=", channel)
    .where(sql`lower(last.recipient)`, "=", recipient)
    .where("last.kind", "in", [...alertKinds])
    .orderBy("last.created_at", "desc")
    .orderBy("last.id", "desc")
    .limit(1);
  const withheld = db
    .selectFrom("messages")
    .select("id")
    .where("brokerage_id", "=", brokerageId)
    .where("person_key", "=", personKey)
    .where("state", "=", "withheld")
    .where(sql<boolean>`id > coalesce((${last}), 0)`)
    .where("channel", "=", channel)
    .where(sql`lower(recipient)`, "=", recipient)
    .limit(MAX_COUNT)
    .as("withheld");
  const { count } = await db
    .selectFrom(withheld)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

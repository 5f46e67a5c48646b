import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../../platform/database/database.ts";
import type { DB } from "../../platform/database/types.generated.ts";

type Filter = {
  /** Null: of all brokerages. */
  brokerageId: number | null;
  channel?: string;
  outcome?: string;
  to?: string;
};

/** A page of the ledger. Index messages_newest, or messages_recipient for a recipient. */
export function ledgerPage(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  return matchingMessages(db, filter)
    .select([
      "id",
      "brokerage_id",
      "lead_id",
      "kind",
      "channel",
      "recipient",
      "state",
      "attempts",
      "failure",
      "created_at",
      "due_at",
      "finished_at",
    ])
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export function matchingMessages(db: Db, { brokerageId, channel, outcome, to }: Filter) {
  const conditions = (eb: ExpressionBuilder<DB, "messages">) => [
    ...(brokerageId === null ? [] : [eb("brokerage_id", "=", brokerageId)]),
    ...(channel === undefined ? [] : [eb("channel", "=", channel)]),
    ...(outcome === undefined ? [] : [eb("state", "=", outcome)]),
    ...(to === undefined ? [] : [eb(sql`lower(recipient)`, "=", to.toLowerCase())]),
  ];
  return db.selectFrom("messages").where((eb) => eb.and(conditions(eb)));
}

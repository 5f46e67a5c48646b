import type { Selectable } from "kysely";
import type { WebhookDeliveries } from "../../platform/database/types.generated.ts";
import type { Attempt, Delivery } from "./deliveries.schemas.ts";

export type DeliveryRow = Selectable<WebhookDeliveries>;

/** A delivery in the log. */
export function presentDelivery(row: DeliveryRow): Delivery {
  const attempts = row.attempt_log as unknown as Attempt[];
  const last = attempts.at(-1);
  return {
    id: row.id,
    message_id: row.message_id,
    event: row.event as Delivery["event"],
    subject: row.subject,
    status: row.status as Delivery["status"],
    attempts: row.attempts,
    next_attempt_at: row.next_attempt_at,
    created_at: row.created_at,
    delivered_at: row.delivered_at,
    last_status: last?.status ?? null,
    last_failure: last?.failure ?? null,
    attempt_log: attempts,
    payload: JSON.parse(row.payload),
  };
}

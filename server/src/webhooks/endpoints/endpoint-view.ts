import type { Selectable } from "kysely";
import type { WebhookEndpoints } from "../../platform/database/types.generated.ts";
import type { Webhook } from "./endpoints.schemas.ts";

export type EndpointRow = Selectable<WebhookEndpoints>;

/** A webhook as the API shows it: without its secrets. */
export function presentEndpoint(row: EndpointRow, now: Date): Webhook {
  const until = row.previous_secret_until;
  return {
    id: row.id,
    url: row.url,
    events: row.events as Webhook["events"],
    brokerage_id: row.brokerage_id,
    status: row.status as Webhook["status"],
    created_at: row.created_at,
    disabled_reason: row.disabled_reason as Webhook["disabled_reason"],
    failing_since: row.failing_since,
    previous_secret_valid_until: until !== null && until > now ? until : null,
    created_by: row.created_by,
    updated_at: row.updated_at,
  };
}

/** The part that the audit log keeps: what users decide. */
export function auditView({ url, events, brokerage_id, status, disabled_reason }: EndpointRow) {
  return { url, events, brokerage_id, status, disabled_reason };
}

import type { Selectable } from "kysely";
import type { PrivacyRequests } from "../platform/database/types.generated.ts";
import type { Kind, PrivacyRequest, Receipt, Status } from "./privacy.schemas.ts";

/** A stored request, with the values that check constraints allow. */
export type RequestRow = Omit<Selectable<PrivacyRequests>, "kind" | "status"> & {
  kind: Kind;
  status: Status;
};

export function presentRequest(row: RequestRow): PrivacyRequest {
  return {
    id: row.id,
    brokerage_id: row.brokerage_id,
    kind: row.kind,
    status: row.status,
    email: row.email,
    created_at: row.created_at,
    confirmed_at: row.confirmed_at,
    due_at: row.due_at,
    done_at: row.done_at,
    receipt: row.receipt as Receipt | null,
  };
}

import type { Selectable } from "kysely";
import { leadSettings } from "../lead-settings/index.ts";
import type { Context } from "../platform/context.ts";
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

/** Formats a day in the brokerage's time zone: `July 15, 2026`. */
export async function formatDay({ db }: Context, brokerageId: number, moment: Date): Promise<string> {
  const { time_zone: timeZone } = await leadSettings(db, brokerageId);
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(moment);
}

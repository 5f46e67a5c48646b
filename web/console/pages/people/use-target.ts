import { api, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";

/** The record that a suggestion would change, as it is now. */
type Target = { name: string; fields: Record<string, unknown> };

/** Reads the record of a suggestion by its type. A record that is gone is an error, and its change cannot be approved. */
export function useTarget({ target_type: type, target_id: id }: Schema<"Suggestion">): {
  record: Target | null;
  error: ApiError | null;
} {
  const agent = api.useQuery(
    "get",
    "/api/admin/agents/{agent_id}",
    { params: { path: { agent_id: id } } },
    { enabled: type === "agent" },
  );
  const contact = api.useQuery(
    "get",
    "/api/admin/broker-contacts/{contact_id}",
    { params: { path: { contact_id: id } } },
    { enabled: type === "broker_contact" },
  );
  const brokerage = api.useQuery(
    "get",
    "/api/admin/brokerages/{brokerage_id}",
    { params: { path: { brokerage_id: id } } },
    { enabled: type === "brokerage" },
  );
  const { data, error } = { agent, broker_contact: contact, brokerage }[type];
  return {
    record: data ? { name: data.name, fields: data as Record<string, unknown> } : null,
    error: error as ApiError | null,
  };
}

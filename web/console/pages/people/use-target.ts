import { client, type Schema } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";

type Suggestion = Schema<"Suggestion">;
type Target = Schema<"Agent"> | Schema<"BrokerContact"> | Schema<"Brokerage">;

const paths = {
  agent: "/api/admin/agents/{agent_id}",
  broker_contact: "/api/admin/broker-contacts/{contact_id}",
  brokerage: "/api/admin/brokerages/{brokerage_id}",
} as const satisfies Record<Suggestion["target_type"], string>;

/** Reads the record that a suggestion would change, as it is now. One that is gone is an error: its change cannot be approved. */
export function useTarget({ target_type: type, target_id: id }: Suggestion): {
  target: Versioned<Target> | undefined;
  error: ApiError | null;
} {
  const { data, error } = useVersioned<Target>(["versioned", paths[type], id], () => readTarget(type, id));
  return { target: data, error };
}

async function readTarget(type: Suggestion["target_type"], id: number): Promise<Versioned<Target>> {
  switch (type) {
    case "agent":
      return versioned(await client.GET(paths.agent, { params: { path: { agent_id: id } } }));
    case "broker_contact":
      return versioned(await client.GET(paths.broker_contact, { params: { path: { contact_id: id } } }));
    case "brokerage":
      return versioned(await client.GET(paths.brokerage, { params: { path: { brokerage_id: id } } }));
  }
}

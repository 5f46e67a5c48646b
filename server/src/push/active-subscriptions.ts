import { disabledAgents } from "../agents/index.ts";
import { usersSeenSince, validKeyIds } from "../identity/index.ts";
import type { Context } from "../platform/context.ts";

/** A subscribed browser does not sign in, so a person who has left a brokerage is detected only by their absence. */
const INACTIVE_AFTER_MS = 30 * 86_400_000;

type Subscription = {
  client_id: number | null;
  user_id: number | null;
  api_key_id: number | null;
  role: string;
  brokerage_id: number | null;
  agent_id: number | null;
};

/**
 * The subscriptions whose owner may still receive these alerts: the key is valid and the agent not disabled; a person
 * has used the API within 30 days, with the same rights as when they subscribed. A client's browsers go with the client.
 */
export async function activeSubscriptions<S extends Subscription>(
  { db, clock }: Context,
  subscriptions: readonly S[],
): Promise<S[]> {
  const now = clock.now();
  const idsOf = (column: "user_id" | "api_key_id" | "agent_id") => [
    ...new Set(subscriptions.flatMap((each) => each[column] ?? [])),
  ];
  const keys = await validKeyIds(db, idsOf("api_key_id"), now);
  const people = await usersSeenSince(db, idsOf("user_id"), new Date(now.getTime() - INACTIVE_AFTER_MS));
  const disabled = await disabledAgents(db, idsOf("agent_id"));
  return subscriptions.filter((each) => {
    if (each.client_id !== null) return true;
    if (each.agent_id !== null && disabled.has(each.agent_id)) return false;
    if (each.api_key_id !== null) return keys.has(each.api_key_id);
    const person = people.get(each.user_id ?? 0);
    return (
      person !== undefined &&
      person.role === each.role &&
      person.brokerageId === each.brokerage_id &&
      person.agentId === each.agent_id
    );
  });
}

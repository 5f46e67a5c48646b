import { api } from "./api.ts";
import { useBrokerageId } from "./brokerage.ts";

/** The agents to whom leads can be assigned, by name; none for agents, who see their own leads alone. */
export function useAgents(): { id: number; name: string }[] {
  const brokerage_id = useBrokerageId();
  // The board has them; one card of one column is the least that it gives.
  const { data } = api.useQuery(
    "get",
    "/api/v1/admin/leads/board",
    { params: { query: { stage: "NEW", per_column: 1, brokerage_id } } },
    { staleTime: 300_000 },
  );
  return data?.agents ?? [];
}

import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { allPages } from "./all-pages.ts";
import { client, type Schema } from "./api.ts";
import type { ApiError } from "./api-error.ts";
import { useOwnBrokerageId } from "./own-brokerage.ts";

type AgentsOptions = {
  /** The brokerage, where it is not the person's own or the chosen one. */
  of?: number;
  status?: "active";
  enabled?: boolean;
};

/** The agents of a brokerage, by name. All staff see them: agents too, who may give a lead of theirs to a colleague. */
export function useAllAgents({
  of,
  status,
  enabled = true,
}: AgentsOptions = {}): UseQueryResult<Schema<"AgentCard">[], ApiError> {
  const own = useOwnBrokerageId();
  const brokerage_id = of ?? own;
  return useQuery<Schema<"AgentCard">[], ApiError>({
    queryKey: ["get", "/api/admin/agents", "all", brokerage_id, status],
    queryFn: () =>
      allPages((paging) =>
        client.GET("/api/admin/agents", { params: { query: { brokerage_id, status, ...paging } } }),
      ),
    enabled: enabled && brokerage_id !== undefined,
    staleTime: 300_000,
  });
}

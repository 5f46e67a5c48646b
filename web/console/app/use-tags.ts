import { api, type Schema } from "./api.ts";
import { useOwnBrokerageId } from "./own-brokerage.ts";

/** The tags of the brokerage, or of the one that is named, with the number of leads that have each. */
export function useTags(of?: number): Schema<"LeadTagList">["items"] {
  const own = useOwnBrokerageId();
  const brokerage_id = of ?? own;
  const { data } = api.useQuery(
    "get",
    "/api/v1/admin/leads/tags",
    { params: { query: { brokerage_id } } },
    { enabled: brokerage_id !== undefined },
  );
  return data?.items ?? [];
}

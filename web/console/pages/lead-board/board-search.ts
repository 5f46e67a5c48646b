import { type LeadSearch, leadSearch } from "../lead-list/lead-search.ts";

export type BoardSearch = Pick<LeadSearch, "agent" | "pipeline_type" | "new">;

/** What the board takes from its address. */
export function boardSearch(search: Record<string, unknown>): BoardSearch {
  const { agent, pipeline_type, new: isAdding } = leadSearch(search);
  return {
    ...(agent !== undefined && { agent }),
    ...(pipeline_type !== undefined && { pipeline_type }),
    ...(isAdding && { new: true }),
  };
}

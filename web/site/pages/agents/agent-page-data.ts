import type { ListingSummary } from "../../../shared/listing.ts";
import type { Crumb } from "../../components/breadcrumbs.tsx";
import type { Agent } from "./agent.ts";

/** What the page of a person is made of. */
export type AgentPageData = {
  agent: Agent;
  /** Those that name the person as their agent, newest first. */
  homes: ListingSummary[];
  /** From the start page to this one. */
  crumbs: Crumb[];
};

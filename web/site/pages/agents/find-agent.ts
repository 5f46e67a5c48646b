import { dataOrNull } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";
import type { Agent } from "./agent-path.ts";

/** A person of the brokerage by the slug of their page. */
export async function findAgent({ api }: Visit, slug: string): Promise<Agent | null> {
  return dataOrNull(await api.GET("/api/public/agents/{slug}", { params: { path: { slug } } }));
}

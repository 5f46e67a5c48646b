import type { components } from "../../../../client/src/api.generated.ts";
import { dataOrNull } from "../../frame/api.ts";
import type { Visit } from "../../frame/visit.ts";

/** A person of the brokerage, as visitors see them. */
export type Agent = components["schemas"]["PublicAgent"];

/** `/agents/ada-lovelace` */
export function agentPath({ slug }: Pick<Agent, "slug">): string {
  return `/agents/${encodeURIComponent(slug)}`;
}

/** A person of the brokerage by the slug of their page. */
export async function findAgent({ api }: Visit, slug: string): Promise<Agent | null> {
  return dataOrNull(await api.GET("/api/public/agents/{slug}", { params: { path: { slug } } }));
}

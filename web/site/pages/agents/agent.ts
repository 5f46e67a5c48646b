import type { components } from "../../../../client/src/api.generated.ts";
import { dataOrNull } from "../../frame/api.ts";
import { type Ended, notFound, redirectToOwn } from "../../frame/ended.ts";
import type { Visit } from "../../frame/visit.ts";

/** A person of the brokerage, as visitors see them. */
export type Agent = components["schemas"]["PublicAgent"];

/** `/agents/ada-lovelace` */
export function agentPath({ slug }: Pick<Agent, "slug">): string {
  return `/agents/${encodeURIComponent(slug)}`;
}

/** A person of the brokerage by the slug of their page. */
export async function findAgent({ api }: Visit, slug: string): Promise<Agent | null> {
  const answer = await api.GET("/api/public/agents/{slug}", { params: { path: { slug } } });
  // A slug from a query can be a text that the API refuses as a slug.
  return answer.response.status === 422 ? null : dataOrNull(answer);
}

/** The person of a page. Slugs are lower case. */
export async function agentOfPage(visit: Visit): Promise<Agent | Ended> {
  const { slug = "" } = visit.params;
  const own = slug.toLowerCase();
  if (slug !== own) return redirectToOwn(visit, agentPath({ slug: own }));
  return (await findAgent(visit, slug)) ?? notFound();
}

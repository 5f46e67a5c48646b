import type { components } from "../../../../client/src/api.generated.ts";

/** A person of the brokerage, as visitors see them. */
export type Agent = components["schemas"]["PublicAgent"];

/** `/agents/ada-lovelace` */
export function agentPath({ slug }: Pick<Agent, "slug">): string {
  return `/agents/${encodeURIComponent(slug)}`;
}

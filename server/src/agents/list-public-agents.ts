import { sql } from "kysely";
import type { UsesPhotos } from "../photos/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import type { PublicAgentsQuery } from "./agent-inputs.schemas.ts";
import { presentPublicAgents, publicAgentColumns } from "./agent-row.ts";
import type { PublicAgentPage } from "./agents.schemas.ts";

/** The brokerage's active agents, by name (SPEC: Agents); only those with an email or a name where one is given. */
export async function listPublicAgents(
  ctx: TenantContext<UsesPhotos>,
  input: PublicAgentsQuery,
): Promise<PublicAgentPage> {
  const { email, name } = input;
  const agents = publicAgents(ctx)
    .$if(email !== undefined, (query) => query.where(sql`lower(email)`, "=", sql`lower(${email})`))
    .$if(name !== undefined, (query) => query.where(sql`lower(name)`, "=", sql`lower(${name})`));
  const { total } = await agents
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await agents
    .select(publicAgentColumns)
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(await presentPublicAgents(ctx, rows), total, input);
}

/** The agents that a website may show: active agents of this brokerage that are not disabled. */
export function publicAgents({ db, tenant }: Pick<TenantContext, "db" | "tenant">) {
  return db
    .selectFrom("agents")
    .where("brokerage_id", "=", tenant.brokerageId)
    .where("status", "=", "active")
    .where("disabled_at", "is", null);
}

/** The id of the website's agent with that slug; null for another brokerage's, and for one who is inactive, disabled or unknown. */
export async function publicAgentId(
  ctx: Pick<TenantContext, "db" | "tenant">,
  slug: string,
): Promise<number | null> {
  const agent = await publicAgents(ctx).select("id").where("slug", "=", slug).executeTakeFirst();
  return agent?.id ?? null;
}

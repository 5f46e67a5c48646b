import { sql } from "kysely";
import { disabledBrokerages } from "../brokerages/index.ts";
import type { Context } from "../platform/context.ts";
import type { Db } from "../platform/database/database.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import type { AgentListQuery } from "./agent-inputs.schemas.ts";
import { publicPhotoUrl } from "./agent-row.ts";
import type { AgentPage } from "./agents.schemas.ts";
import { visibleScope } from "./visible-agents.ts";

/**
 * The agents the caller sees, by name (SPEC: Agents). Disabled ones and those of disabled brokerages are left out, unless
 * an admin asks for them with `include_disabled`.
 */
export async function listAgents(ctx: Context, input: AgentListQuery): Promise<AgentPage> {
  const matching = narrowed(await visibleAgents(ctx, input), input);
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching
    .select([
      "id",
      "brokerage_id as broker_id",
      "name",
      "slug",
      "email",
      "phone",
      "bio",
      "photo_url",
      "status",
      "created_at",
    ])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute();
  const items = rows.map((row) => ({
    ...row,
    status: row.status as AgentPage["items"][number]["status"],
    photo_url: publicPhotoUrl(ctx, row.photo_url),
  }));
  return envelope(items, total, input);
}

async function visibleAgents(ctx: Context, { include_disabled }: AgentListQuery) {
  const scope = await visibleScope(ctx);
  const agents = ctx.db.selectFrom("agents");
  if (scope !== null) return agents.where("disabled_at", "is", null).where("brokerage_id", "=", scope);
  if (include_disabled) return agents;
  const disabled = await disabledBrokerages(ctx.db);
  return agents
    .where("disabled_at", "is", null)
    .where(sql<boolean>`brokerage_id <> all(${disabled}::integer[])`);
}

function narrowed(
  agents: Awaited<ReturnType<typeof visibleAgents>>,
  { brokerage_id, status, search }: AgentListQuery,
) {
  if (brokerage_id !== undefined) agents = agents.where("brokerage_id", "=", brokerage_id);
  if (status !== undefined) agents = agents.where("status", "=", status);
  if (!search) return agents;
  // `strpos` has no wildcards: % and _ match only themselves.
  return agents.where((eb) => {
    const holds = (column: "name" | "email") =>
      eb(eb.fn<number>("strpos", [eb.fn("lower", [column]), eb.fn("lower", [eb.val(search)])]), ">", 0);
    return eb.or([holds("name"), holds("email")]);
  });
}

/** The number of agents in an admin's list: without disabled agents and agents of disabled brokerages. */
export async function countAgents(db: Db): Promise<number> {
  const disabled = await disabledBrokerages(db);
  const { count } = await db
    .selectFrom("agents")
    .where("disabled_at", "is", null)
    .where(sql<boolean>`brokerage_id <> all(${disabled}::integer[])`)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

import { findAgentAccount } from "../../agents/index.ts";
import { recordChange } from "../../audit/index.ts";
import { requireBrokerage } from "../../brokerages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import type { KeyLimits, Role } from "../../platform/http/permissions.ts";
import { parseTimestamp } from "../../platform/parse-timestamp.ts";
import { hashApiKey, newApiKey, prefixOf } from "../api-keys.ts";
import { BOOTSTRAP_NAME } from "../first-keys.ts";
import type { CreatedApiKey } from "../identity.schemas.ts";

export type WantedKey = {
  name: string;
  role: Role;
  brokerage_id: number | null;
  agent_id: number | null;
  expires_at: string | null;
} & WantedLimits;

/** Those that are left out: no limits of its own, and no visitors that it forwards. */
export type WantedLimits = { [Limit in keyof KeyLimits]?: KeyLimits[Limit] | undefined };

/**
 * Creates a key, for a caller of the API or for the command line.
 *
 * @throws AppError 404 `Brokerage not found`, 400 for an agent who is disabled or of another brokerage, 422.
 */
export async function issueKey(ctx: Context, wanted: WantedKey): Promise<CreatedApiKey> {
  const { name, role, brokerage_id, agent_id } = wanted;
  const limits: KeyLimits = {
    requests_per_minute: wanted.requests_per_minute ?? null,
    requests_per_hour: wanted.requests_per_hour ?? null,
    forwards_visitors: wanted.forwards_visitors ?? false,
  };
  if (name === BOOTSTRAP_NAME)
    throw invalid("name", `must not be ${BOOTSTRAP_NAME}: the key made at the start has it`);
  if (brokerage_id === null && (role !== "admin" || agent_id !== null)) {
    throw invalid("brokerage_id", "is required, but for admin keys without an agent", "missing");
  }
  const expires_at = futureTime(ctx, wanted.expires_at);

  return inTransaction(ctx, async (ctx) => {
    if (brokerage_id !== null) await requireBrokerage(ctx.db, brokerage_id);
    if (agent_id !== null) await requireAgent(ctx, brokerage_id, agent_id);
    const key = newApiKey();
    const row = await ctx.db
      .insertInto("api_keys")
      .values({
        name,
        prefix: prefixOf(key),
        key_hash: hashApiKey(key),
        role,
        brokerage_id,
        agent_id,
        ...limits,
        expires_at,
        created_at: ctx.clock.now(),
      })
      .returning(["id", "prefix", "created_at"])
      .executeTakeFirstOrThrow();
    const view = { prefix: row.prefix, name, role, brokerage_id, agent_id, ...limits, expires_at };
    await recordChange(ctx, {
      action: "create",
      targetType: "api_key",
      targetId: row.id,
      brokerageId: brokerage_id,
      after: view,
    });
    return { id: row.id, key, ...view, created_at: row.created_at };
  });
}

async function requireAgent(ctx: Context, brokerageId: number | null, agentId: number): Promise<void> {
  const agent = await findAgentAccount(ctx.db, { id: agentId });
  if (agent?.brokerageId !== brokerageId) {
    throw new AppError("bad_request", "The agent does not belong to the brokerage");
  }
  if (agent.disabledAt !== null) throw new AppError("bad_request", "The agent is disabled");
}

function futureTime(ctx: Context, text: string | null): Date | null {
  if (text === null) return null;
  const time = parseTimestamp(text)?.at;
  if (!time) throw invalid("expires_at", "must be a valid timestamp (ISO 8601)");
  if (time <= ctx.clock.now()) throw invalid("expires_at", "must be in the future");
  return time;
}

function invalid(field: string, complaint: string, type = "value_error"): AppError {
  return new AppError("invalid", [{ loc: ["body", field], msg: `${field} ${complaint}`, type }]);
}

import type { ActorContext } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";

import type { CreatedApiKey, NewApiKey } from "../identity.schemas.ts";
import { issueKey, type WantedLimits } from "./issue-key.ts";

/**
 * Creates an API key; only this reply contains its text. Admins create any key; brokers create broker and agent keys
 * of their own brokerage (SPEC: Authentication).
 *
 * @throws AppError 403 `Admin role required` to a broker who requests an admin key, or a key with limits of its own; 404 `Brokerage not found` for
 *   another brokerage than the broker's; 400 for an agent of another brokerage; 422.
 */
export async function createApiKey(ctx: ActorContext, input: NewApiKey): Promise<CreatedApiKey> {
  return issueKey(ctx, {
    name: input.name,
    role: input.role,
    brokerage_id: allowedBrokerage(ctx, input),
    agent_id: input.agent_id ?? null,
    expires_at: input.expires_at ?? null,
    ...allowedLimits(ctx, input),
  });
}

/** A key's limits protect the whole server: brokers do not change them. */
function allowedLimits({ actor }: ActorContext, input: NewApiKey): WantedLimits {
  const { requests_per_minute, requests_per_hour, forwards_visitors } = input;
  const limits = [requests_per_minute, requests_per_hour, forwards_visitors || null];
  if (actor.role !== "admin" && limits.some((limit) => (limit ?? null) !== null))
    throw new AppError("forbidden", "Admin role required");
  return { requests_per_minute, requests_per_hour, forwards_visitors };
}

function allowedBrokerage({ actor }: ActorContext, { role, brokerage_id }: NewApiKey): number | null {
  if (actor.role === "admin") return brokerage_id ?? null;
  if (role === "admin") throw new AppError("forbidden", "Admin role required");
  if (actor.brokerageId === null) {
    throw new AppError("bad_request", "No brokerage context: these credentials are bound to no brokerage");
  }
  if (brokerage_id != null && brokerage_id !== actor.brokerageId) {
    throw new AppError("not_found", "Brokerage not found");
  }
  return actor.brokerageId;
}

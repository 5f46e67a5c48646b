import { createHash, randomBytes } from "node:crypto";
import type { TokenOwner } from "../../client-tokens/index.ts";
import type { Context, TenantContext } from "../../platform/context.ts";
import type { DataSubject } from "../../platform/data-subject.ts";
import { findClient, findClientId } from "../../visitors/index.ts";

/** How long a browser stays signed in, as long as a favorites token is valid. */
export const SESSION_MS = 90 * 86_400_000;
/** Browsers of a client. The oldest is signed out by a further one. */
const MAX_SESSIONS = 20;

/** Signs a client in, in this browser. @returns the token for the cookie, of which the hash is stored. */
export async function startClientSession(ctx: TenantContext, clientId: number): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const now = ctx.clock.now();
  await ctx.db
    .insertInto("client_sessions")
    .values({
      brokerage_id: ctx.tenant.brokerageId,
      client_id: clientId,
      token_hash: hashOf(token),
      created_at: now,
      expires_at: new Date(now.getTime() + SESSION_MS),
    })
    .execute();
  await endOldestSessions(ctx, clientId);
  return token;
}

/** Signs a client out of all browsers but the last 20. Index client_sessions_client, then client_sessions_pkey. */
export async function endOldestSessions({ db }: Context, clientId: number): Promise<void> {
  await db
    .deleteFrom("client_sessions")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("client_sessions")
        .select("id")
        .where("client_id", "=", clientId)
        .orderBy("id", "desc")
        .offset(MAX_SESSIONS),
    )
    .execute();
}

/** The client whom a cookie's token has signed in at the domain's brokerage; null without a session. Index client_sessions_token_hash_key. */
export async function sessionOwner(ctx: TenantContext, token: string): Promise<TokenOwner | null> {
  const { brokerageId } = ctx.tenant;
  const session = await ctx.db
    .selectFrom("client_sessions")
    .select("client_id")
    .where("token_hash", "=", hashOf(token))
    .where("brokerage_id", "=", brokerageId)
    .where("expires_at", ">", ctx.clock.now())
    .executeTakeFirst();
  const client = session && (await findClient(ctx, { brokerageId, clientId: session.client_id }));
  return client ? { brokerageId, clientId: client.id, email: client.email } : null;
}

/** Signs out the browser with that cookie. Nothing where it is not signed in. */
export async function endClientSession({ db, tenant }: TenantContext, token: string): Promise<void> {
  await db
    .deleteFrom("client_sessions")
    .where("token_hash", "=", hashOf(token))
    .where("brokerage_id", "=", tenant.brokerageId)
    .execute();
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** Deletes expired sessions. Index client_sessions_expired. */
export async function pruneClientSessions({ db, clock }: Context): Promise<void> {
  await db.deleteFrom("client_sessions").where("expires_at", "<=", clock.now()).execute();
}

/** When a person's browsers were signed in, oldest first. */
export async function exportClientSessions(ctx: Context, person: DataSubject): Promise<object[]> {
  const clientId = await findClientId(ctx, person);
  if (clientId === null) return [];
  return ctx.db
    .selectFrom("client_sessions")
    .select(["created_at", "expires_at"])
    .where("client_id", "=", clientId)
    .orderBy("id")
    .execute();
}

import { findAgentAccount } from "../agents/index.ts";
import { recordChange } from "../audit/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { type BrowserSubscription, parseBrowserSubscription } from "./browser-subscription.ts";
import { auditView, lockOwnSubscriptions, ownedBy } from "./own-subscriptions.ts";
import type { PushSubscriptionBody, PushSubscriptionReply } from "./push.schemas.ts";

/** The limit of browsers per caller. */
const MAX_SUBSCRIPTIONS = 20;

/**
 * Subscribes a browser to the caller's alerts, or renews its subscription (decisions.md: Push).
 *
 * @throws AppError 409 without a VAPID key pair; 422 for an endpoint that cannot be a push service, and for keys that
 *   cannot be used for encryption.
 */
export async function createPushSubscription(
  ctx: ActorContext,
  input: PushSubscriptionBody,
): Promise<PushSubscriptionReply> {
  if (ctx.config.push === null) throw new AppError("conflict", "Browser push is not set up here");
  const browser = parseBrowserSubscription(ctx.outbound, input);
  return inTransaction(ctx, async (ctx) => {
    await lockOwnSubscriptions(ctx.db, ctx.actor);
    const reply = await subscribe(ctx, browser);
    await dropOldest(ctx);
    return reply;
  });
}

async function subscribe(ctx: ActorContext, browser: BrowserSubscription): Promise<PushSubscriptionReply> {
  const { actor, clock, db } = ctx;
  const now = clock.now();
  const before = await db
    .selectFrom("push_subscriptions")
    .selectAll()
    .where(ownedBy(actor))
    .where("endpoint", "=", browser.endpoint)
    .executeTakeFirst();
  const columns = {
    ...browser,
    name: actor.name,
    role: actor.role,
    brokerage_id: actor.brokerageId,
    agent_id: await agentIdOf(ctx),
    failures: 0,
    retry_at: null,
    renewed_at: now,
  };
  const write = before
    ? db.updateTable("push_subscriptions").set(columns).where("id", "=", before.id)
    : db
        .insertInto("push_subscriptions")
        .values({ ...columns, user_id: actor.userId, api_key_id: actor.apiKeyId, created_at: now });
  const row = await write.returningAll().executeTakeFirstOrThrow();
  await recordChange(ctx, {
    action: before ? "update" : "create",
    targetType: "push_subscription",
    targetId: row.id,
    brokerageId: actor.brokerageId,
    before: before ? auditView(before) : null,
    after: auditView(row),
  });
  return { id: row.id, created_at: row.created_at };
}

/**
 * The agent of a key: the agent it is bound to, else the one with its email. For a person, authentication has found
 * it.
 */
async function agentIdOf({ db, actor }: ActorContext): Promise<number | null> {
  const { role, agentId, userId, brokerageId, email } = actor;
  if (agentId !== null || userId !== null || role !== "agent" || brokerageId === null) return agentId;
  const account = await findAgentAccount(db, { brokerageId, email });
  return account?.disabledAt === null ? account.id : null;
}

async function dropOldest(ctx: ActorContext): Promise<void> {
  const { actor, db } = ctx;
  const tooMany = db
    .selectFrom("push_subscriptions")
    .select("id")
    .where(ownedBy(actor))
    .orderBy("renewed_at", "desc")
    .orderBy("id", "desc")
    .offset(MAX_SUBSCRIPTIONS);
  const dropped = await db
    .deleteFrom("push_subscriptions")
    .where("id", "in", tooMany)
    .returningAll()
    .execute();
  for (const row of dropped) {
    await recordChange(ctx, {
      action: "delete",
      targetType: "push_subscription",
      targetId: row.id,
      brokerageId: actor.brokerageId,
      before: auditView(row),
    });
  }
}

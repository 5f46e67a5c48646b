import { brokersOf } from "../brokerages/index.ts";
import { recentLeads } from "../leads/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import type { RequestRow } from "./request-row.ts";
import { formatDay } from "./request-row.ts";
import { hashOfToken } from "./tokens.ts";

/**
 * Delay between confirmation and erasure, in which the brokerage can complete open obligations. The law allows 45
 * days in total (SPEC: Retention).
 */
const ERASURE_DELAY_MS = 30 * 86_400_000;
const MAX_LEADS_IN_MAIL = 10;

/** Finds the request that this token confirms; undefined when the token is unknown, used or expired. */
export async function findRequestToConfirm(
  { db, clock }: Context,
  token: string,
): Promise<RequestRow | undefined> {
  const row = await db
    .selectFrom("privacy_requests")
    .selectAll()
    .where("token_hash", "=", hashOfToken(token))
    .where("status", "=", "pending_confirmation")
    .where("token_expires_at", ">", clock.now())
    .executeTakeFirst();
  return row as RequestRow | undefined;
}

/**
 * Confirms the request of a token and invalidates the token: an export is due at once, an erasure in 30 days, and the
 * brokers are notified of an erasure. Of concurrent calls, one confirms.
 *
 * @returns undefined for a token that confirms nothing.
 */
export async function acceptConfirmation(ctx: Context, token: string): Promise<RequestRow | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const pending = await findRequestToConfirm(ctx, token);
    if (!pending) return undefined;
    const now = ctx.clock.now();
    const due = pending.kind === "erase" ? new Date(now.getTime() + ERASURE_DELAY_MS) : now;
    const request = (await ctx.db
      .updateTable("privacy_requests")
      .set({ status: "confirmed", confirmed_at: now, due_at: due, token_hash: null })
      .where("id", "=", pending.id)
      .where("status", "=", "pending_confirmation")
      .returningAll()
      .executeTakeFirst()) as RequestRow | undefined;
    if (request?.kind === "erase") await notifyBrokers(ctx, request);
    return request;
  });
}

async function notifyBrokers(ctx: Context, request: RequestRow): Promise<void> {
  const { brokerage_id: brokerageId } = request;
  const email = request.email as string;
  const { leads, total } = await recentLeads(ctx.db, { brokerageId, email }, MAX_LEADS_IN_MAIL);
  const data = {
    email,
    dueOn: await formatDay(ctx, brokerageId, request.due_at as Date),
    leads: leads.map(({ id, name, stage }) => `${name}, ${stageInWords(stage)} (lead ${id})`),
    more: total - leads.length,
    url: requestsUrl(ctx),
  };
  for (const broker of await brokersOf(ctx.db, [brokerageId])) {
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "privacy_erasure_confirmed",
      data: { ...data, name: broker.name },
      to: broker.email,
      replyTo: null,
      audience: "staff",
      occasion: `privacy request ${request.id}`,
    });
  }
}

/** `IN_CONTRACT` becomes `in contract`. */
function stageInWords(stage: string): string {
  return stage.toLowerCase().replaceAll("_", " ");
}

function requestsUrl({ config: { adminAppUrl, publicApiUrl } }: Context): string {
  return adminAppUrl ? `${adminAppUrl}/privacy` : `${publicApiUrl}/api/v1/admin/privacy/requests`;
}

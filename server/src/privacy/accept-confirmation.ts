import { brokersOf } from "../brokerages/index.ts";
import { recentLeads } from "../leads/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { inTransaction } from "../platform/database/database.ts";
import { dayInWords } from "./day-in-words.ts";
import type { RequestRow } from "./request-row.ts";
import { hashOfToken } from "./tokens.ts";

/** In which a brokerage can still finish what it must; the whole of it has to be done within 45 days (SPEC: Retention). */
const ERASED_AFTER_MS = 30 * 86_400_000;
const LEADS_SHOWN = 10;

/** The request that waits for this token; undefined for one that is not ours, is used up, or has expired. */
export async function requestToConfirm(
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
 * Confirms the request of a token, which is used up with it: an export is due at once, an erasure in 30 days, and the
 * brokers are told of it. Of any number at once, one does.
 *
 * @returns undefined for a token that confirms nothing.
 */
export async function acceptConfirmation(ctx: Context, token: string): Promise<RequestRow | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const waiting = await requestToConfirm(ctx, token);
    if (!waiting) return undefined;
    const now = ctx.clock.now();
    const due = waiting.kind === "erase" ? new Date(now.getTime() + ERASED_AFTER_MS) : now;
    const request = (await ctx.db
      .updateTable("privacy_requests")
      .set({ status: "confirmed", confirmed_at: now, due_at: due, token_hash: null })
      .where("id", "=", waiting.id)
      .where("status", "=", "pending_confirmation")
      .returningAll()
      .executeTakeFirst()) as RequestRow | undefined;
    if (request?.kind === "erase") await tellBrokers(ctx, request);
    return request;
  });
}

async function tellBrokers(ctx: Context, request: RequestRow): Promise<void> {
  const { brokerage_id: brokerageId } = request;
  const email = request.email as string;
  const { leads, total } = await recentLeads(ctx.db, { brokerageId, email }, LEADS_SHOWN);
  const data = {
    email,
    dueOn: await dayInWords(ctx, brokerageId, request.due_at as Date),
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

/** `IN_CONTRACT` is `in contract`. */
function stageInWords(stage: string): string {
  return stage.toLowerCase().replaceAll("_", " ");
}

function requestsUrl({ config: { adminAppUrl, publicApiUrl } }: Context): string {
  return adminAppUrl ? `${adminAppUrl}/privacy` : `${publicApiUrl}/api/v1/admin/privacy/requests`;
}

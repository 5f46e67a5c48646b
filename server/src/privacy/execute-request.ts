import { sql } from "kysely";
import { recordChange } from "../audit/index.ts";
import { brokerageSummary, primaryContactEmail } from "../brokerages/index.ts";
import { lockPerson } from "../leads/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import { toJsonb } from "../platform/database/to-jsonb.ts";
import { erasePerson } from "./erase-person.ts";
import { countPersonalData, emptyReceipt } from "./personal-data.ts";
import type { Receipt } from "./privacy.schemas.ts";
import type { RequestRow } from "./request-row.ts";
import { formatDay } from "./request-row.ts";
import { exportUrl, LINK_MS, newToken } from "./tokens.ts";

/**
 * Executes a confirmed request in one transaction. Of concurrent calls, one executes it. A request in any other
 * status is left as it is.
 *
 * @returns the request afterwards, and whether this call executed it; undefined when there is none.
 */
export async function executeRequest(
  ctx: Context,
  id: number,
): Promise<{ request: RequestRow; isDoneNow: boolean } | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const found = await requests(ctx, id).executeTakeFirst();
    // Taken before any row lock, as everywhere: two requests of one person run one after the other.
    if (found?.email) await lockPerson(ctx, { brokerageId: found.brokerage_id, email: found.email });
    const request = (await requests(ctx, id).forUpdate().executeTakeFirst()) as RequestRow | undefined;
    if (request?.status !== "confirmed") return request && { request, isDoneNow: false };
    const person = { brokerageId: request.brokerage_id, email: request.email as string };
    const receipt =
      request.kind === "erase"
        ? await erase(ctx, request, person)
        : await sendExportLink(ctx, request, person);
    await recordChange(ctx, {
      action: "run",
      targetType: "privacy_request",
      targetId: id,
      brokerageId: request.brokerage_id,
      after: { kind: request.kind, ...receipt },
    });
    return { request: (await requests(ctx, id).executeTakeFirstOrThrow()) as RequestRow, isDoneNow: true };
  });
}

function requests({ db }: Context, id: number) {
  return db.selectFrom("privacy_requests").selectAll().where("id", "=", id);
}

/** Erases the person and closes all of their requests: none may keep the address, and an export would find nothing. */
async function erase(ctx: Context, { id }: RequestRow, person: DataSubject): Promise<Receipt> {
  const receipt = await erasePerson(ctx, person);
  const isPerson = isAddress(sql.ref("email"), person.email);
  const anonymous = { email: null, token_hash: null };
  await ctx.db
    .deleteFrom("privacy_requests")
    .where("brokerage_id", "=", person.brokerageId)
    .where("status", "=", "pending_confirmation")
    .where(isPerson)
    .execute();
  for (const [kind, each] of [["erase", receipt] as const, ["export", emptyReceipt()] as const]) {
    await ctx.db
      .updateTable("privacy_requests")
      .set({ ...anonymous, status: "done", done_at: ctx.clock.now(), receipt: toJsonb(each) })
      .where("brokerage_id", "=", person.brokerageId)
      .where("status", "=", "confirmed")
      .where("kind", "=", kind)
      .where(isPerson)
      .execute();
  }
  await ctx.db
    .updateTable("privacy_requests")
    .set(anonymous)
    .where("brokerage_id", "=", person.brokerageId)
    .where("status", "=", "done")
    .where(isPerson)
    .execute();
  const { name } = await brokerageSummary(ctx.db, person.brokerageId);
  await enqueueMail(ctx, {
    brokerageId: person.brokerageId,
    leadId: null,
    template: "privacy_erasure_done",
    data: { brokerage: name },
    to: person.email,
    replyTo: await primaryContactEmail(ctx.db, person.brokerageId),
    audience: "public",
    occasion: `privacy request ${id}`,
  });
  return receipt;
}

/** Mails a download link. The export itself is produced on download and never stored. */
async function sendExportLink(ctx: Context, { id }: RequestRow, person: DataSubject): Promise<Receipt> {
  const { brokerageId, email } = person;
  const receipt = await countPersonalData(ctx, person);
  const { token, hash } = newToken();
  const now = ctx.clock.now();
  const expires = new Date(now.getTime() + LINK_MS);
  await ctx.db
    .updateTable("privacy_requests")
    .set({
      status: "done",
      done_at: now,
      receipt: toJsonb(receipt),
      token_hash: hash,
      token_expires_at: expires,
    })
    .where("id", "=", id)
    .execute();
  const { name } = await brokerageSummary(ctx.db, brokerageId);
  await enqueueMail(ctx, {
    brokerageId,
    leadId: null,
    template: "privacy_export_ready",
    data: {
      brokerage: name,
      url: exportUrl(ctx, token),
      until: await formatDay(ctx, brokerageId, expires),
    },
    to: email,
    replyTo: await primaryContactEmail(ctx.db, brokerageId),
    audience: "public",
    occasion: `privacy request ${id}`,
  });
  return receipt;
}

import { sql } from "kysely";
import { recordChange } from "../audit/index.ts";
import { brokerageSummary, primaryContactEmail } from "../brokerages/index.ts";
import { lockPerson } from "../leads/index.ts";
import { enqueueMail } from "../messages/index.ts";
import type { Context } from "../platform/context.ts";
import { type DataSubject, isAddress } from "../platform/data-subject.ts";
import { inTransaction } from "../platform/database/database.ts";
import { dayInWords } from "./day-in-words.ts";
import { erasePerson } from "./erase-person.ts";
import { countHeld, nothing } from "./personal-data.ts";
import type { Receipt } from "./privacy.schemas.ts";
import type { RequestRow } from "./request-row.ts";
import { exportUrl, LINK_MS, newToken } from "./tokens.ts";

/**
 * Does what a confirmed request asks for, all of it or nothing; of several who do so at once, one does. Any other request
 * stays as it is.
 *
 * @returns the request as it is now, and whether this has done it; undefined when there is none.
 */
export async function carryOut(
  ctx: Context,
  id: number,
): Promise<{ request: RequestRow; isDoneNow: boolean } | undefined> {
  return inTransaction(ctx, async (ctx) => {
    const found = await requests(ctx, id).executeTakeFirst();
    // Before any row is locked, as everywhere: two requests of one person come one after the other.
    if (found?.email) await lockPerson(ctx.db, { brokerageId: found.brokerage_id, email: found.email });
    const request = (await requests(ctx, id).forUpdate().executeTakeFirst()) as RequestRow | undefined;
    if (request?.status !== "confirmed") return request && { request, isDoneNow: false };
    const person = { brokerageId: request.brokerage_id, email: request.email as string };
    const receipt =
      request.kind === "erase" ? await erase(ctx, request, person) : await handOver(ctx, request, person);
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

/** With it every request of the person is over: none may go on naming them, and an export would find nothing. */
async function erase(ctx: Context, { id }: RequestRow, person: DataSubject): Promise<Receipt> {
  const receipt = await erasePerson(ctx, person);
  const all = isAddress(sql.ref("email"), person.email);
  const over = { email: null, token_hash: null };
  await ctx.db
    .deleteFrom("privacy_requests")
    .where("brokerage_id", "=", person.brokerageId)
    .where("status", "=", "pending_confirmation")
    .where(all)
    .execute();
  for (const [kind, each] of [["erase", receipt] as const, ["export", nothing()] as const]) {
    await ctx.db
      .updateTable("privacy_requests")
      .set({ ...over, status: "done", done_at: ctx.clock.now(), receipt: JSON.stringify(each) })
      .where("brokerage_id", "=", person.brokerageId)
      .where("status", "=", "confirmed")
      .where("kind", "=", kind)
      .where(all)
      .execute();
  }
  await ctx.db
    .updateTable("privacy_requests")
    .set(over)
    .where("brokerage_id", "=", person.brokerageId)
    .where("status", "=", "done")
    .where(all)
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

/** The person gets a link; what it leads to is made when they follow it, and stored nowhere. */
async function handOver(ctx: Context, { id }: RequestRow, person: DataSubject): Promise<Receipt> {
  const { brokerageId, email } = person;
  const receipt = await countHeld(ctx, person);
  const { token, hash } = newToken();
  const now = ctx.clock.now();
  const expires = new Date(now.getTime() + LINK_MS);
  await ctx.db
    .updateTable("privacy_requests")
    .set({
      status: "done",
      done_at: now,
      receipt: JSON.stringify(receipt),
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
      until: await dayInWords(ctx, brokerageId, expires),
    },
    to: email,
    replyTo: await primaryContactEmail(ctx.db, brokerageId),
    audience: "public",
    occasion: `privacy request ${id}`,
  });
  return receipt;
}

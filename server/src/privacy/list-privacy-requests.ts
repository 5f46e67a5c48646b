import { isEnabledBrokerage } from "../brokerages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import { visibleWithin } from "../platform/http/permissions.ts";
import type { PrivacyRequestPage, PrivacyRequestQuery } from "./privacy.schemas.ts";
import { presentRequest, type RequestRow } from "./request-row.ts";
import { hashOfEmail } from "./tokens.ts";

/**
 * Lists requests for erasure and export with their results, newest first: brokers see those of their brokerage,
 * admins all. Requests for which no data was found yet are left out.
 */
export async function listPrivacyRequests(
  ctx: ActorContext,
  input: PrivacyRequestQuery,
): Promise<PrivacyRequestPage> {
  const matching = await matchingRows(ctx, input);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  return envelope(
    rows.map((row) => presentRequest(row as RequestRow)),
    total,
    input,
  );
}

async function matchingRows(ctx: ActorContext, { brokerage_id, kind, status, email }: PrivacyRequestQuery) {
  const visible = await visibleTo(ctx, brokerage_id);
  let rows = ctx.db
    .selectFrom("privacy_requests")
    .where((eb) => eb.or([eb("token_hash", "is not", null), eb("status", "<>", "pending_confirmation")]));
  if (visible !== null) rows = rows.where("brokerage_id", "=", visible);
  if (kind !== undefined) rows = rows.where("kind", "=", kind);
  if (status !== undefined) rows = rows.where("status", "=", status);
  if (email === undefined) return rows;
  // The hash of an address differs between brokerages.
  const brokerages =
    visible === null
      ? await ctx.db.selectFrom("privacy_requests").select("brokerage_id").distinct().execute()
      : [{ brokerage_id: visible }];
  const hashes = brokerages.map(({ brokerage_id: brokerageId }) => hashOfEmail(ctx, { brokerageId, email }));
  return hashes.length === 0 ? rows : rows.where("email_hash", "in", hashes);
}

/** Null for every brokerage; 0 for none. Only admins read a disabled brokerage's requests. */
async function visibleTo({ db, actor }: ActorContext, brokerageId: number | undefined) {
  const visible = visibleWithin(actor, brokerageId);
  if (visible === null || actor.role === "admin") return visible;
  return (await isEnabledBrokerage(db, visible)) ? visible : 0;
}

import { isOpenBrokerage } from "../brokerages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { canSee } from "../platform/http/permissions.ts";
import { carryOut } from "./carry-out.ts";
import type { PrivacyRequest, PrivacyRequestParams } from "./privacy.schemas.ts";
import { presentRequest } from "./request-row.ts";

/**
 * Staff have a confirmed request done now: its receipt says what was removed, or what the person can download. One that is
 * done answers its receipt again. Admins may for a disabled brokerage too: the law does not wait for it.
 *
 * @throws AppError 404 `Privacy request not found`; 409 while it is not confirmed.
 */
export async function runPrivacyRequest(
  ctx: ActorContext,
  { request_id }: PrivacyRequestParams,
): Promise<PrivacyRequest> {
  await refuseOthers(ctx, request_id);
  const { request } = (await carryOut(ctx, request_id)) ?? {};
  if (!request) throw notFound();
  if (request.status === "pending_confirmation") {
    throw new AppError("conflict", "The person has not confirmed this request yet");
  }
  return presentRequest(request);
}

async function refuseOthers({ db, actor }: ActorContext, id: number): Promise<void> {
  const request = await db
    .selectFrom("privacy_requests")
    .select("brokerage_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!request || !canSee(actor, request.brokerage_id)) throw notFound();
  if (actor.role !== "admin" && !(await isOpenBrokerage(db, request.brokerage_id))) throw notFound();
}

function notFound(): AppError {
  return new AppError("not_found", "Privacy request not found");
}

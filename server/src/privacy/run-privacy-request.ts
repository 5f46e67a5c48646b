import { isEnabledBrokerage } from "../brokerages/index.ts";
import type { ActorContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { canSee } from "../platform/http/permissions.ts";
import { executeRequest } from "./execute-request.ts";
import type { PrivacyRequest, PrivacyRequestParams } from "./privacy.schemas.ts";
import { presentRequest } from "./request-row.ts";

/**
 * Executes a confirmed request at once, for staff: its receipt counts what was erased, or what the person can
 * download. A completed request answers its receipt again. Admins may run requests of a disabled brokerage too,
 * because legal deadlines still apply.
 *
 * @throws AppError 404 `Privacy request not found`; 409 while it is not confirmed.
 */
export async function runPrivacyRequest(
  ctx: ActorContext,
  { request_id }: PrivacyRequestParams,
): Promise<PrivacyRequest> {
  await requireVisibleRequest(ctx, request_id);
  const { request } = (await executeRequest(ctx, request_id)) ?? {};
  if (!request) throw notFound();
  if (request.status === "pending_confirmation") {
    throw new AppError("conflict", "The person has not confirmed this request yet");
  }
  return presentRequest(request);
}

async function requireVisibleRequest({ db, actor }: ActorContext, id: number): Promise<void> {
  const request = await db
    .selectFrom("privacy_requests")
    .select("brokerage_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (!request || !canSee(actor, request.brokerage_id)) throw notFound();
  if (actor.role !== "admin" && !(await isEnabledBrokerage(db, request.brokerage_id))) throw notFound();
}

function notFound(): AppError {
  return new AppError("not_found", "Privacy request not found");
}

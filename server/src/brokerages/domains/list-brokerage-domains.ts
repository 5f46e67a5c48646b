import type { ActorContext } from "../../platform/context.ts";
import { envelope, type PageRequest, rowsOf } from "../../platform/http/list-envelope.ts";
import type { DomainPage } from "../brokerages.schemas.ts";
import { findVisibleBrokerage } from "../visible-brokerage.ts";

/**
 * The domains of a brokerage in alphabetical order, also of a disabled one, whose domains do not resolve.
 *
 * @throws AppError 404 `Brokerage not found`.
 */
export async function listBrokerageDomains(
  ctx: ActorContext,
  input: { brokerage_id: number } & PageRequest,
): Promise<DomainPage> {
  await findVisibleBrokerage(ctx, input.brokerage_id);
  const matching = ctx.db.selectFrom("brokerage_domains").where("brokerage_id", "=", input.brokerage_id);
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const items = await matching
    .select(["id", "brokerage_id", "domain", "created_at"])
    .orderBy("domain")
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(items, total, input);
}

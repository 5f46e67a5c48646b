import { disabledBrokerages } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import { presentEndpoint } from "./endpoint-view.ts";
import type { WebhookListQuery, WebhookPage } from "./endpoints.schemas.ts";

/**
 * Lists the webhooks that the caller sees, newest first, without their secrets; those of one brokerage when
 * `brokerage_id` is given. Webhooks of a disabled brokerage are listed only for an admin who names it.
 */
export async function listWebhooks(ctx: ActorContext, input: WebhookListQuery): Promise<WebhookPage> {
  const brokerageId = visibleWithin(ctx.actor, input.brokerage_id);
  const mayBeDisabled = ctx.actor.role === "admin" && brokerageId !== null;
  const disabled = mayBeDisabled ? [] : await disabledBrokerages(ctx.db);
  const matching = ctx.db
    .selectFrom("webhook_endpoints")
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId))
    .$if(disabled.length > 0, (query) =>
      query.where((eb) => eb.or([eb("brokerage_id", "is", null), eb("brokerage_id", "not in", disabled)])),
    );
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching.selectAll().orderBy("id", "desc").limit(limit).offset(offset).execute();
  const now = ctx.clock.now();
  return envelope(
    rows.map((row) => presentEndpoint(row, now)),
    total,
    input,
  );
}

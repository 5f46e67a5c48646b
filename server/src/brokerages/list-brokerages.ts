import type { ActorContext } from "../platform/context.ts";
import { envelope, rowsOf } from "../platform/http/list-envelope.ts";
import { visibleBrokerage } from "../platform/http/permissions.ts";
import { BrokerageListItem, type BrokerageListQuery, type BrokeragePage } from "./brokerages.schemas.ts";

const columns = Object.keys(BrokerageListItem.properties) as (keyof typeof BrokerageListItem.properties)[];

/**
 * The brokerages that the caller may see, in order of their ids (SPEC: Brokerages): all for admins, their own for
 * others. Disabled ones are listed only for an admin with `include_disabled`; the list view does not mark them, the
 * detail does.
 */
export async function listBrokerages(ctx: ActorContext, input: BrokerageListQuery): Promise<BrokeragePage> {
  const visible = visibleBrokerage(ctx.actor);
  const matching = ctx.db
    .selectFrom("brokerages")
    .$if(visible !== null || !input.include_disabled, (query) => query.where("disabled_at", "is", null))
    .$if(visible !== null, (query) => query.where("id", "=", visible));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const items = await matching.select(columns).orderBy("id").limit(limit).offset(offset).execute();
  return envelope(items, total, input);
}

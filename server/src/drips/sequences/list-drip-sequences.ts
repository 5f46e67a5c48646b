import { sql } from "kysely";
import { disabledBrokerages } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import type { DripSequenceListQuery, DripSequencePage } from "../drips.schemas.ts";
import { presentSequences } from "./sequence-view.ts";

/**
 * The sequences that the caller sees, by name; with `brokerage_id`, only of that brokerage (SPEC: Drip sequences).
 * Sequences of a disabled brokerage are listed only for an admin who names it.
 */
export async function listDripSequences(
  ctx: ActorContext,
  input: DripSequenceListQuery,
): Promise<DripSequencePage> {
  const brokerageId = visibleWithin(ctx.actor, input.brokerage_id);
  const mayBeDisabled = ctx.actor.role === "admin" && brokerageId !== null;
  const disabled = mayBeDisabled ? [] : await disabledBrokerages(ctx.db);
  const matching = ctx.db
    .selectFrom("drip_sequences")
    .$if(brokerageId !== null, (query) => query.where("brokerage_id", "=", brokerageId))
    .$if(disabled.length > 0, (query) => query.where("brokerage_id", "not in", disabled));
  const { total } = await matching
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const { limit, offset } = rowsOf(input);
  const rows = await matching
    .selectAll()
    .orderBy("brokerage_id")
    .orderBy(sql`lower(name)`)
    .limit(limit)
    .offset(offset)
    .execute();
  return envelope(await presentSequences(ctx.db, rows), total, input);
}

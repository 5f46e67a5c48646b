import { isEnabledBrokerage } from "../../brokerages/index.ts";
import type { ActorContext } from "../../platform/context.ts";
import { envelope, rowsOf } from "../../platform/http/list-envelope.ts";
import { visibleWithin } from "../../platform/http/permissions.ts";
import type { LeadMessage } from "../lead-messages.ts";
import type { ChannelName } from "../message.ts";
import { ledgerPage, matchingMessages } from "./ledger-page.sql.ts";
import type { MessagePage, MessageQuery } from "./messages.schemas.ts";

/** Lists the ledger, newest first: brokers see the messages of their brokerage, admins all. */
export async function listMessages(ctx: ActorContext, input: MessageQuery): Promise<MessagePage> {
  const filter = { ...input, brokerageId: await visibleTo(ctx, input.brokerage_id) };
  const { total } = await matchingMessages(ctx.db, filter)
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await ledgerPage(ctx.db, filter, rowsOf(input));
  const items = rows.map(({ recipient, state, failure, channel, ...row }) => ({
    ...row,
    channel: channel as ChannelName,
    to: recipient,
    outcome: state as LeadMessage["outcome"],
    reason: failure,
  }));
  return envelope(items, total, input);
}

/** Null for every brokerage; 0 for none. Only admins read a disabled brokerage's messages. */
async function visibleTo({ db, actor }: ActorContext, brokerageId: number | undefined) {
  const visible = visibleWithin(actor, brokerageId);
  if (visible === null || actor.role === "admin") return visible;
  return (await isEnabledBrokerage(db, visible)) ? visible : 0;
}

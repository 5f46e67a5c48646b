import type { Context } from "../platform/context.ts";

/** For longer than the provider could report a text again. */
const KEPT_MS = 30 * 86_400_000;

/** Whether a text is reported for the first time; it is noted, in the transaction of what it does. */
export async function isNewText({ db, clock }: Context, messageSid: string): Promise<boolean> {
  const row = await db
    .insertInto("inbound_texts")
    .values({ message_sid: messageSid, received_at: clock.now() })
    .onConflict((conflict) => conflict.column("message_sid").doNothing())
    .returning("message_sid")
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the texts that have come in long ago. */
export async function pruneInboundTexts({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("inbound_texts")
    .where("received_at", "<", new Date(clock.now().getTime() - KEPT_MS))
    .execute();
}

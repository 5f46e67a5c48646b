import type { Context } from "../platform/context.ts";

/** Longer than the provider repeats a text. */
const RETENTION_MS = 30 * 86_400_000;

/** Claims a text by its SID; false when it was claimed before. Call it in the transaction that handles the text. */
export async function claimText({ db, clock }: Context, messageSid: string): Promise<boolean> {
  const row = await db
    .insertInto("inbound_texts")
    .values({ message_sid: messageSid, received_at: clock.now() })
    .onConflict((conflict) => conflict.column("message_sid").doNothing())
    .returning("message_sid")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the claims of old texts. */
export async function pruneInboundTexts({ db, clock }: Context): Promise<void> {
  await db
    .deleteFrom("inbound_texts")
    .where("received_at", "<", new Date(clock.now().getTime() - RETENTION_MS))
    .execute();
}

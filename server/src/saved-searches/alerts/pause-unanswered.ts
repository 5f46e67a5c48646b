import { brokerageBranding, primaryContactEmail } from "../../brokerages/index.ts";
import { clientHasFavorites } from "../../favorites/index.ts";
import { peopleAsRecipients } from "../../leads/index.ts";
import { enqueueMail } from "../../messages/index.ts";
import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { clientContacts, clientsUnansweredSince, forgetUnanswered } from "../../visitors/index.ts";
import { toSearchRow } from "../searches/saved-search-row.ts";
import { attempt } from "./attempt.ts";
import { PAUSED_AFTER_MS } from "./backoff.ts";
import { searchTitle } from "./compose/search-title.ts";
import type { Recipient } from "./recipients.ts";
import { lockClient, reschedule } from "./reschedule.ts";
import { resumeLink } from "./resume/resume-links.ts";
import { unsubscribeLinks } from "./unsubscribe/unsubscribe-links.ts";

const BATCH = 100;

/**
 * Pauses the alerts of clients who have not reacted for 16 weeks, and asks them once whether they still want them (search.md, D50).
 *
 * @returns how many clients.
 */
export async function pauseUnanswered(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - PAUSED_AFTER_MS);
  let paused = 0;
  while (!ctx.signal.aborted) {
    const ids = await clientsUnansweredSince(ctx.db, before, BATCH);
    const contacts = await clientContacts(ctx.db, ids);
    const pausedBefore = paused;
    for (const { id: clientId, brokerageId } of contacts.values()) {
      const step = { step: "pause alerts", client: clientId };
      const pause = () => inTransaction(ctx, (ctx) => pauseClient(ctx, { clientId, brokerageId }, before));
      if (await attempt(ctx, step, pause)) paused++;
    }
    // Those that have failed would be read again.
    if (ids.length < BATCH || paused === pausedBefore) break;
  }
  return paused;
}

async function pauseClient(
  ctx: Context,
  client: { clientId: number; brokerageId: number },
  before: Date,
): Promise<boolean> {
  const recipient = await lockClient(ctx, client);
  const since = recipient?.unansweredSince;
  if (!recipient || !since || since > before) return false;
  const { db } = ctx;
  const searches = await db
    .updateTable("saved_searches")
    .set({ status: "paused" })
    .where("client_id", "=", client.clientId)
    .where("status", "=", "active")
    .where("frequency", "<>", "off")
    .returningAll()
    .execute();
  await db
    .updateTable("alert_recipients")
    .set({ favorites_status: "paused", weekly_announced: false, slowed: false })
    .where("client_id", "=", client.clientId)
    .execute();
  await forgetUnanswered(db, client.clientId);
  const paused: Recipient = { ...recipient, favorites: { ...recipient.favorites, status: "paused" } };
  await reschedule(ctx, paused);
  const titles = searches.map((search) => searchTitle(toSearchRow(search)));
  // Who has ended all alerts meanwhile is not asked.
  if (titles.length > 0 || (await hearsOfFavorites(ctx, recipient)))
    await ask(ctx, paused, { since, titles });
  return true;
}

async function hearsOfFavorites({ db }: Context, { clientId, favorites }: Recipient): Promise<boolean> {
  if (favorites.frequency === "off" || favorites.status === "paused") return false;
  return clientHasFavorites(db, clientId);
}

/** Not where the person may not be written to, nor in the name of a brokerage that is disabled. */
async function ask(
  ctx: Context,
  recipient: Recipient,
  { since, titles }: { since: Date; titles: readonly string[] },
): Promise<void> {
  const { clientId, brokerageId, email } = recipient;
  const [person] = await peopleAsRecipients(ctx.db, [recipient]);
  if (person?.noMail !== null) return;
  try {
    const { name } = await brokerageBranding(ctx.db, brokerageId);
    await enqueueMail(ctx, {
      brokerageId,
      leadId: null,
      template: "search_alerts_paused",
      data: {
        brokerage: name,
        searches: titles.length === 0 ? "" : `They were for: ${titles.slice(0, 5).join(", ")}.`,
        url: await resumeLink(ctx, clientId),
        unsubscribe: await unsubscribeLinks(ctx, { clientId, searches: [], isOneSearch: false }),
      },
      to: email,
      replyTo: await primaryContactEmail(ctx.db, brokerageId),
      audience: "public",
      occasion: `client ${clientId} since ${since.toISOString()}`,
    });
  } catch (error) {
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}

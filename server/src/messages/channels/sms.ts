import pLimit from "p-limit";
import { leadSettings, smsAccount } from "../../lead-settings/index.ts";
import type { Context } from "../../platform/context.ts";
import { hasAcceptedText, sendText } from "../../platform/sms/send-text.ts";
import type { SmsAccount } from "../../platform/sms/sms-account.ts";
import type { ClaimedMessage } from "../message.ts";
import { type Channel, Deferred, Suppressed } from "./channel.ts";
import { quietUntil } from "./quiet-hours.ts";
import { hasOptedOut } from "./sms-opt-outs.ts";
import { zoneOfRecipient } from "./sms-recipient.ts";
import { smsText } from "./sms-text.ts";

/** Two questions to the provider, each with a time of its own, and some to the database. */
const WITHIN_MS = 45_000;
const CONNECTIONS = 5;

/**
 * Texts, with the brokerage's own account or the platform's. One that an earlier attempt may have sent is looked up with
 * the provider first. Whether it may go is judged by what holds now, not when it was written.
 */
export const sms: Channel = {
  connections: CONNECTIONS,
  withinMs: WITHIN_MS,
  open: (ctx) => ({
    limit: pLimit(CONNECTIONS),
    async send(message, from, signal) {
      const own = await smsAccount(ctx, message.brokerage_id);
      const account = own ?? ctx.config.sms.account;
      if (!account) throw new Suppressed("the brokerage has no account for texts");
      const text = { to: message.recipient, body: smsText(message.content, from.brokerage) };
      const since = new Date(message.content.date);
      if (
        message.attempts > 1 &&
        (await hasAcceptedText(ctx.config.sms, account, { ...text, since }, signal))
      )
        return;

      await requireMayGo(ctx, message, { ...account, brokerageId: own ? message.brokerage_id : null });
      await sendText(ctx.config.sms, account, text, signal);
    },
  }),
};

type Account = Pick<SmsAccount, "accountSid"> & { brokerageId: number | null };

/** @throws Suppressed, or Deferred during quiet hours. */
async function requireMayGo(ctx: Context, message: ClaimedMessage, account: Account): Promise<void> {
  const settings = await leadSettings(ctx.db, message.brokerage_id);
  if (!settings.sms) throw new Suppressed("the brokerage has switched texts off");
  const timeZone = (await zoneOfRecipient(ctx, message)) ?? settings.time_zone;
  if (await hasOptedOut(ctx.db, { ...account, phone: message.recipient }))
    throw new Suppressed("STOP was texted from that number");
  const { quiet_start: start, quiet_end: end } = settings;
  const until = quietUntil(ctx.clock.now(), { start, end, timeZone });
  if (until) throw new Deferred("quiet hours", until);
}

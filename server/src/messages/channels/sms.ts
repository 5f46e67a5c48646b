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

/** Two requests to the provider, each with its own timeout, and some queries. */
const WITHIN_MS = 45_000;
const CONNECTIONS = 5;

/**
 * Text messages from the brokerage's own account or the platform's. After an uncertain attempt, the provider is asked
 * first whether it has the text. Opt-outs and quiet hours are checked when it is sent, not when it was enqueued.
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

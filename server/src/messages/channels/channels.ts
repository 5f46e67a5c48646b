import { CONNECTIONS } from "../../platform/mail/smtp-mailer.ts";
import { composeMail } from "../delivery/compose-mail.ts";
import type { ChannelName } from "../message.ts";
import type { Channel } from "./channel.ts";
import { push } from "./push.ts";
import { sms } from "./sms.ts";

/** Long, because some servers scan a mail before they accept it. */
const WITHIN_MS = 150_000;

/** Mail in the name of the brokerage. All deliveries of the process share the connections. */
const email: Channel = {
  connections: CONNECTIONS,
  withinMs: WITHIN_MS,
  open: (ctx) => ({
    limit: ctx.mailer.limit,
    send: async (message, from, signal) => ctx.mailer.send(await composeMail(ctx, message, from), { signal }),
  }),
};

export const channels: Record<ChannelName, Channel> = { email, sms, push };

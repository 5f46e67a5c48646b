import { CONNECTIONS } from "../../platform/mail/smtp-mailer.ts";
import { mailOf } from "../mail-of.ts";
import type { Channel } from "./channel.ts";

/** Long, because some servers look at a mail for a while before they take it. */
const WITHIN_MS = 150_000;

/** Mail, from the brokerage whose message it is. */
export const email: Channel = {
  atOnce: CONNECTIONS,
  withinMs: WITHIN_MS,
  open: (ctx) => async (message, from, sending) => ctx.mailer.send(await mailOf(ctx, message, from), sending),
};

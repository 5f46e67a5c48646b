import { TemporaryFailure } from "../errors.ts";
import type { SmsAccount } from "./sms-account.ts";
import { smsFailure } from "./sms-failure.ts";
import { type Provider, twilioClient } from "./twilio-client.ts";

/** A text as it leaves. */
export type Text = {
  /** `+12085550100` */
  to: string;
  body: string;
};

/**
 * Sends a text by the provider. Once the signal is aborted it gives up, and it is unknown whether the text has left.
 *
 * @throws PermanentFailure, TemporaryFailure or IsolatedFailure (platform/errors.ts).
 */
export async function sendText(
  provider: Provider,
  account: SmsAccount,
  { to, body }: Text,
  signal: AbortSignal,
): Promise<void> {
  try {
    const client = await twilioClient(provider, account, signal);
    await client.messages.create({ to, from: account.from, body });
  } catch (error) {
    throw smsFailure(error, account);
  }
}

/** How many of a recipient's latest texts are searched. */
const LATEST = 200;
/** The provider's clock may be behind ours. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Whether the provider has accepted a text since then. Compares recipient and body with the latest texts: the provider's
 * filter by date uses the time at which a text left its queue, which an uncertain text may not have yet.
 *
 * @throws TemporaryFailure or IsolatedFailure: a text that cannot be looked up stays uncertain.
 */
export async function hasAcceptedText(
  provider: Provider,
  account: SmsAccount,
  { to, body, since }: Text & { since: Date },
  signal: AbortSignal,
): Promise<boolean> {
  const earliest = since.getTime() - CLOCKS_DIFFER_MS;
  try {
    const client = await twilioClient(provider, account, signal);
    const latest = await client.messages.list({ to, limit: LATEST, pageSize: LATEST });
    // A trial account's texts begin with words of the provider's.
    return latest.some(
      (each) => each.dateCreated.getTime() >= earliest && (each.body ?? "").trimEnd().endsWith(body),
    );
  } catch (error) {
    const failure = smsFailure(error, account);
    throw failure instanceof TemporaryFailure ? failure : new TemporaryFailure(failure.message);
  }
}

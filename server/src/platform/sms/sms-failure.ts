import { IsolatedFailure, PermanentFailure, TemporaryFailure } from "../errors.ts";
import { oneLine } from "../mail/compose.ts";
import type { SmsAccount } from "./sms-account.ts";

/** What the provider's client rejects with when there is an answer; anything else has none. */
type Answer = { status: number; code: number | null; message: string };

const LONGEST = 300;

/**
 * Codes that are about the account, or about the number it sends from: ours to mend, and nothing is lost meanwhile.
 * All others of a 400 are about this recipient or this text.
 */
const ACCOUNT_ERRORS = new Set([
  10001, // not active
  20003, // wrong token
  20005, // not active
  20404, // no such account
  21212, // no such sender
  21408, // not allowed to text that country
  21603, // no sender
  21606, // the sender sends no texts
  21608, // a trial account texts verified numbers alone
  21611, // the sender's queue is full
  21659, // the sender is another account's
  21660, // the sender is another account's
  63038, // as many as a day may have
]);

/** Why a text could not be sent, in a line without secrets: the provider may have echoed them. */
export function smsFailure(error: unknown, account: SmsAccount): PermanentFailure | TemporaryFailure {
  const answer = answerIn(error);
  // The error itself is not kept as the cause: it can hold the request, with its token.
  if (!answer)
    return new TemporaryFailure(line(`the SMS provider did not answer: ${reasonOf(error)}`, account));
  const { status, code, message } = answer;
  const why = line(
    `the SMS provider answered ${status}${code === null ? "" : ` (${code})`}: ${message}`,
    account,
  );
  if (status === 401 || status === 403 || status === 404) return new IsolatedFailure(why);
  if (code !== null && ACCOUNT_ERRORS.has(code)) return new IsolatedFailure(why);
  if (status < 400 || status === 408 || status === 429 || status >= 500) return new TemporaryFailure(why);
  return new PermanentFailure(why);
}

function answerIn(error: unknown): Answer | null {
  const { status, code, message } = (error ?? {}) as Record<string, unknown>;
  if (typeof status !== "number") return null;
  return {
    status,
    code: typeof code === "number" ? code : null,
    message: typeof message === "string" ? message : "",
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "no reason given";
  if (error.name === "CanceledError" || error.name === "TimeoutError") return "it took too long";
  // Of several addresses each has its own reason, and the whole has no words.
  const { code } = error as { code?: unknown };
  return error.message || (typeof code === "string" ? code : error.name);
}

function line(text: string, { accountSid, authToken }: SmsAccount): string {
  const secrets = [
    Buffer.from(`${accountSid}:${authToken}`).toString("base64"),
    encodeURIComponent(authToken),
    authToken,
  ];
  const safe = secrets.reduce((masked, secret) => masked.replaceAll(secret, "***"), oneLine(text));
  return safe.slice(0, LONGEST);
}

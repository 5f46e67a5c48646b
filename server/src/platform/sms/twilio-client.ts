import type { Twilio } from "twilio";
import { tracedCall } from "../telemetry/traced-call.ts";
import type { SmsAccount, SmsConfig } from "./sms-account.ts";

/** How long a request may take, from the first byte to the last. */
const ANSWER_MS = 15_000;
/** More than a page of a thousand messages. */
const LARGEST_ANSWER = 4 * 1_048_576;

/** The provider's URL and the timeouts. */
export type Provider = Pick<SmsConfig, "baseUrl"> & { answerMs?: number };

/**
 * The provider's own client, for one text: one attempt with a timeout, no redirects, no settings from the environment. Loaded
 * with the first text, because loading it would slow down each start.
 */
export async function twilioClient(
  { baseUrl, answerMs = ANSWER_MS }: Provider,
  account: SmsAccount,
  signal: AbortSignal,
): Promise<Twilio> {
  const { default: twilio } = await import("twilio");
  const http = new twilio.RequestClient({ timeout: answerMs, keepAlive: false, autoRetry: false });
  Object.assign(http.axios.defaults, {
    signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    maxContentLength: LARGEST_ANSWER,
  });
  const request = http.request.bind(http);
  http.request = (options) => {
    const uri = moved(options.uri, baseUrl);
    return tracedCall({ method: options.method.toUpperCase(), url: uri }, () => request({ ...options, uri }));
  };
  return twilio(account.accountSid, account.authToken, {
    httpClient: http,
    edge: "",
    region: "",
    logLevel: "none",
  });
}

/** The same path elsewhere. */
function moved(address: string, baseUrl: string | null): string {
  if (baseUrl === null) return address;
  const { pathname, search } = new URL(address);
  return baseUrl + pathname + search;
}

import { setTimeout as delay } from "node:timers/promises";
import type { Visit } from "../frame/visit.ts";
import { type Posted, sent } from "./posted.ts";
import { refusedBy } from "./refused-by.ts";

type Answer = { error?: unknown; response: Response };

type Form = {
  /** Where the browser is sent on. */
  to: string;
  labels: Readonly<Record<string, string>>;
  /** The form's names of the API's fields, where they differ. */
  names?: Readonly<Record<string, string>>;
};

const TRIES = 20;
const WAIT_MS = 250;

/**
 * Sends a form to the API under its key, so that a second click sends nothing twice (W16). The second request waits for the first one's
 * reply.
 */
export async function sendOnce(
  visit: Visit,
  { to, labels, names }: Form,
  send: (header: { "Idempotency-Key": string }) => Promise<Answer>,
): Promise<Posted> {
  const header = { "Idempotency-Key": visit.idempotencyKey as string };
  let answer = await send(header);
  for (let tries = 1; isRunning(answer) && tries < TRIES; tries++) {
    await delay(WAIT_MS);
    answer = await send(header);
  }
  return answer.response.ok || wasSentElsewhere(answer) ? sent(to) : refusedBy(answer, labels, names);
}

/** The same form was sent a moment ago and is not answered yet. */
function isRunning({ response }: Answer): boolean {
  return response.status === 409;
}

/** The same form was accepted from the same page with another campaign in its address. */
function wasSentElsewhere({ error, response }: Answer): boolean {
  const detail = (error as { detail?: unknown } | undefined)?.detail;
  if (response.status !== 422 || !Array.isArray(detail)) return false;
  return detail.some(({ loc }: { loc: unknown[] }) => loc[0] === "header" && loc[1] === "Idempotency-Key");
}

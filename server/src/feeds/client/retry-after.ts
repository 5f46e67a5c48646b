import type { OutboundReply } from "../../platform/outbound/outbound.ts";

const MAX_WAIT_MS = 86_400_000;

/** How long a 429 or 503 asks to wait, in seconds or until a date by the server's own clock; null: it does not say. */
export function retryAfterMs({ status, headers }: OutboundReply, now: Date): number | null {
  const text = headers["retry-after"];
  if ((status !== 429 && status !== 503) || text === undefined) return null;
  const seconds = /^\s*\d+\s*$/.test(text) ? Number(text) : null;
  const sentAt = Date.parse(headers.date ?? "");
  const from = Number.isNaN(sentAt) ? now.getTime() : sentAt;
  const ms = seconds === null ? Date.parse(text) - from : seconds * 1000;
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), MAX_WAIT_MS);
}

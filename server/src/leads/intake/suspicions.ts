import type { Db } from "../../platform/database/database.ts";
import { addressKey } from "../../platform/http/rate-limits/address-key.ts";
import type { Signal } from "../engagement/temperature/score.ts";
import type { FormLimits, Sender, SenderHistory } from "./sender-histories.sql.ts";

/** Why the intake of a lead is suspect. The lead is handled all the same, because a suspicion may be wrong. */
export type Suspicion = "honeypot" | "flood";

const WINDOW_MS = 10 * 60_000;
/** A visitor may send one form for each of several houses. */
export const MAX_PER_EMAIL = 5;
/** Visitors of an open house share a tablet, and an office shares an address. */
export const MAX_PER_ADDRESS = 20;
/** Signals of one kind, such as tour requests. */
export const MAX_PER_LEAD = 10;

/** The limits of forms that one sender can send within ten minutes. */
export function formLimits(at: Date): FormLimits {
  return { since: new Date(at.getTime() - WINDOW_MS), maxPerAddress: MAX_PER_ADDRESS };
}

/**
 * The histories of forms that are read together, before any of them is stored: each counts the earlier ones of its address too. An
 * email has one form among them.
 */
export function countTogether(
  senders: readonly Sender[],
  histories: readonly SenderHistory[],
): SenderHistory[] {
  const forms = new Map<string, number>();
  return senders.map(({ brokerageId, addressKey }, nth) => {
    const history = histories[nth] as SenderHistory;
    if (addressKey === null) return history;
    const key = `${brokerageId} ${addressKey}`;
    const earlier = forms.get(key) ?? 0;
    forms.set(key, earlier + 1);
    return { ...history, of_address: history.of_address + earlier };
  });
}

/**
 * The suspicions of a form: it fills the hidden field, or its sender reached a limit. Counts exclude the uncommitted forms of other
 * transactions, so a flood may exceed the limit slightly; no form waits for another.
 */
export function suspicionsOf(honeypot: unknown, { of_email, of_address }: SenderHistory): Suspicion[] {
  const found: Suspicion[] = [];
  if (isFilledIn(honeypot)) found.push("honeypot");
  if (of_email >= MAX_PER_EMAIL || of_address >= MAX_PER_ADDRESS) found.push("flood");
  return found;
}

/** Whether signals of a known lead arrive faster than a person can cause them. */
export async function isFloodOfSignals(
  db: Db,
  leadId: number,
  { kind, occurredAt }: Signal,
): Promise<boolean> {
  const recent = await db
    .selectFrom("lead_signals")
    .select("id")
    .where("lead_id", "=", leadId)
    .where("kind", "=", kind)
    .where("occurred_at", ">", new Date(occurredAt.getTime() - WINDOW_MS))
    .limit(MAX_PER_LEAD)
    .execute();
  return recent.length >= MAX_PER_LEAD;
}

/** The key of a sender's address: for IPv6 the network, because one sender owns all of it (`source_address`). */
export function senderKey(address: string | null | undefined): string | null {
  return address ? addressKey(address) : null;
}

/** A bot may send other types than text. */
function isFilledIn(value: unknown): boolean {
  if (typeof value === "string") return value.trim() !== "";
  return value !== undefined && value !== null && value !== false;
}

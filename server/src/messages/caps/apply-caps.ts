import { createHash } from "node:crypto";
import type { Context } from "../../platform/context.ts";
import type { NewMessage } from "../message.ts";
import { alertKinds, CAP_WINDOW_MS, overCap, STAFF_WINDOW_MS } from "./message-caps.ts";
import { type Cause, recentMessages } from "./recent-messages.sql.ts";
import { withheldSince } from "./withheld-since.sql.ts";

export type CappedMessage = NewMessage & {
  personKey: string | null;
  /** Why it is not sent; null when it is. */
  withheld: string | null;
  /** Messages to the same recipient about the same person that were withheld since the last one that went out. */
  withheldBefore: number;
};

/**
 * Applies the caps of `message-caps.ts` to new messages, by what was sent because of the same visitors: one decision
 * for each notice, which all browsers of its reader share. Form submissions hold the person's lock (`lockPerson`), so
 * that concurrent ones cannot exceed the cap; concurrent sweeps can.
 */
export async function applyCaps(ctx: Context, messages: readonly NewMessage[]): Promise<CappedMessage[]> {
  const sent = await sentBefore(ctx, messages);
  const capped: CappedMessage[] = [];
  const verdicts = new Map<string, string | null>();
  for (const message of messages) {
    const cause = causeOf(message);
    if (cause === null) {
      capped.push({ ...message, personKey: null, withheld: null, withheldBefore: 0 });
      continue;
    }
    const counts = sent(message, cause);
    const notice = `${counts.key} ${noticeOf(message)}`;
    const known = verdicts.get(notice);
    const withheld = known === undefined ? overCap(message.content.template, counts.now()) : known;
    const withheldBefore = withheld === null ? await counts.withheldBefore() : 0;
    if (withheld === null && known === undefined) counts.add();
    verdicts.set(notice, withheld);
    capped.push({ ...message, personKey: cause.personKey, withheld, withheldBefore });
  }
  return capped;
}

function causeOf({ brokerageId, causedBy }: NewMessage): Cause | null {
  if (!causedBy) return null;
  return { brokerageId, personKey: createHash("sha256").update(causedBy.toLowerCase()).digest("hex") };
}

/** The notice of a message, shared by its pushes to several browsers; as in `recentMessages`. */
function noticeOf({ occasion }: NewMessage): string {
  return occasion.split(":push ")[0] as string;
}

type Counted = { kind: string; in_hour: number; in_day: number };

/** Counts by person, channel and reader, those of this batch included. */
async function sentBefore({ db, clock }: Context, messages: readonly NewMessage[]) {
  const causes = new Map(
    messages.flatMap((message) => {
      const cause = causeOf(message);
      return cause ? [[`${cause.brokerageId} ${cause.personKey}`, cause] as const] : [];
    }),
  );
  const now = clock.now().getTime();
  const since = { daySince: new Date(now - CAP_WINDOW_MS), hourSince: new Date(now - STAFF_WINDOW_MS) };
  const rows = causes.size === 0 ? [] : await recentMessages(db, [...causes.values()], since);
  const byReader = new Map<string, Counted[]>();
  const withAnyWithheld = new Set<string>();
  for (const row of rows) {
    const person = `${row.brokerage_id} ${row.person_key}`;
    if (row.any_withheld) withAnyWithheld.add(person);
    if (row.channel === null) continue;
    const key = `${person} ${row.channel} ${row.reader}`;
    byReader.set(key, [...(byReader.get(key) ?? []), row as Counted]);
  }
  /** Readers for whom a mail of this batch already reports the withheld messages. */
  const reported = new Set<string>();
  return ({ channel, recipient, reader, content: { template: kind } }: NewMessage, cause: Cause) => {
    const to = recipient.toLowerCase();
    const person = `${cause.brokerageId} ${cause.personKey}`;
    const key = `${person} ${channel} ${reader ?? to}`;
    const counted = byReader.get(key) ?? [];
    const ofKind = counted.filter((each) => each.kind === kind);
    return {
      key,
      now: () => ({
        ofKindInHour: sum(ofKind, "in_hour"),
        ofKindInDay: sum(ofKind, "in_day"),
        inDay: sum(counted, "in_day"),
      }),
      add: () => byReader.set(key, [...counted, { kind, in_hour: 1, in_day: 1 }]),
      async withheldBefore(): Promise<number> {
        if (reported.has(key) || channel !== "email" || !alertKinds.includes(kind)) return 0;
        reported.add(key);
        if (!withAnyWithheld.has(person)) return 0;
        return withheldSince(db, cause, { channel, recipient: to });
      },
    };
  };
}

function sum(rows: readonly Counted[], column: "in_hour" | "in_day"): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

import { createHash } from "node:crypto";
import type { Context } from "../../context.ts";
import type { NewMessage } from "../enqueue.ts";
import { alertKinds, CAP_WINDOW_MS, overCap, STAFF_WINDOW_MS } from "./message-caps.ts";
import { type Cause, type RecentMessages, recentMessages } from "./recent-messages.sql.ts";
import { withheldSince } from "./withheld-since.sql.ts";

export type CappedMessage = NewMessage & {
  personKey: string | null;
  /** Why it does not go out; null when it does. */
  withheld: string | null;
  /** Messages to the same recipient about the same person that were withheld since the last one that went out. */
  withheldBefore: number;
};

/**
 * Which of some new messages go out, by what was sent because of the same visitors (`message-caps.ts`). Whoever takes in a
 * form holds its person (`lockPerson`), so of any number at once no more than the cap go out; sweeps that run at the same time
 * may each send as many.
 */
export async function applyCaps(ctx: Context, messages: readonly NewMessage[]): Promise<CappedMessage[]> {
  const sent = await sentBefore(ctx, messages);
  const capped: CappedMessage[] = [];
  for (const message of messages) {
    const cause = causeOf(message);
    if (cause === null) {
      capped.push({ ...message, personKey: null, withheld: null, withheldBefore: 0 });
      continue;
    }
    const counts = sent(message, cause);
    const withheld = overCap(message.content.template, counts.now());
    const withheldBefore = withheld === null ? await counts.withheldBefore() : 0;
    if (withheld === null) counts.add();
    capped.push({ ...message, personKey: cause.personKey, withheld, withheldBefore });
  }
  return capped;
}

function causeOf({ brokerageId, causedBy }: NewMessage): Cause | null {
  if (!causedBy) return null;
  return { brokerageId, personKey: createHash("sha256").update(causedBy.toLowerCase()).digest("hex") };
}

type Counted = Pick<RecentMessages, "kind" | "in_hour" | "in_day" | "last_id">;

/** Counts by person, channel and recipient, those of this batch included. */
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
  const byRecipient = new Map<string, Counted[]>();
  for (const row of rows) {
    const key = `${row.brokerage_id} ${row.person_key} ${row.channel} ${row.recipient}`;
    byRecipient.set(key, [...(byRecipient.get(key) ?? []), row]);
  }
  return ({ channel, recipient, content: { template: kind } }: NewMessage, cause: Cause) => {
    const to = recipient.toLowerCase();
    const key = `${cause.brokerageId} ${cause.personKey} ${channel} ${to}`;
    const counted = byRecipient.get(key) ?? [];
    const ofKind = counted.filter((each) => each.kind === kind);
    return {
      now: () => ({
        ofKindInHour: sum(ofKind, "in_hour"),
        ofKindInDay: sum(ofKind, "in_day"),
        inDay: sum(counted, "in_day"),
      }),
      add: () => byRecipient.set(key, [...counted, { kind, in_hour: 1, in_day: 1, last_id: 0 }]),
      async withheldBefore(): Promise<number> {
        const id = Math.max(0, ...counted.map(({ last_id }) => Number(last_id)));
        const isCounted = counted.every(({ last_id }) => Number(last_id) > 0);
        if (id === 0 || !isCounted || channel !== "email" || !alertKinds.includes(kind)) return 0;
        return withheldSince(db, cause, { channel, recipient: to, id });
      },
    };
  };
}

function sum(rows: readonly Counted[], column: "in_hour" | "in_day"): number {
  return rows.reduce((total, row) => total + row[column], 0);
}

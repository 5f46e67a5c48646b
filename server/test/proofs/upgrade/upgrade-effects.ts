import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { SmtpServer } from "../../harness/smtp-server.ts";
import type { LeadStream } from "./lead-stream.ts";
import { EFFECTS, type Effect, type UpgradeLoad } from "./upgrade-load.ts";

const MAIL_WITHIN_MS = 240_000;
/** The dump has an erasure that is confirmed and not done: the ledger forgets the mails of that person. */
const ERASED = /grace@example\.com|Grace Hopper/;

/** @throws unless what was acknowledged is stored once. @returns the number. */
export async function expectStoredOnce(client: pg.Client, load: UpgradeLoad): Promise<number> {
  let total = 0;
  for (const [effect, marks] of load.acknowledged as Map<Effect, string[]>) {
    const [table, column] = EFFECTS[effect];
    const { rows } = await client.query<{ mark: string; times: number }>(
      `select ${column} as mark, count(*)::int as times from ${table} where ${column} = any($1) group by 1`,
      [marks],
    );
    const times = new Map(rows.map((row) => [row.mark, row.times]));
    const wrong = marks.filter((mark) => times.get(mark) !== 1);
    if (wrong.length > 0)
      throw new Error(`${wrong.length} of ${effect} are not stored once: ${wrong.slice(0, 5).join(", ")}`);
    total += marks.length;
  }
  return total;
}

type Mails = { arrived: number; pending: number };

/**
 * Waits until no mail is due, and counts at the receiver: each mail of the ledger that was sent since `began` arrived once, those that
 * the dump had pending included, and no other.
 *
 * @throws unless that is so, and no lead has two mails of a kind that it has once.
 */
export async function expectMailedOnce(
  client: pg.Client,
  mail: SmtpServer,
  { began, pending }: { began: Date; pending: string[] },
): Promise<Mails> {
  const due = `select count(*)::int as due from messages
    where channel = 'email' and (state = 'sending' or state = 'waiting' and due_at <= now())`;
  for (const until = Date.now() + MAIL_WITHIN_MS; ; await delay(500)) {
    const { rows } = await client.query<{ due: number }>(due);
    if (rows[0]?.due === 0) break;
    if (Date.now() > until) throw new Error(`${rows[0]?.due} mails are still due`);
  }
  const { rows } = await client.query<{ reference: string }>(
    "select reference from messages where channel = 'email' and state = 'sent' and finished_at >= $1",
    [began],
  );
  const times = new Map<string, number>();
  const erased = new Set<string>();
  for (const { raw } of mail.arrived) {
    const text = raw.toString("latin1");
    const [, id = ""] = /^Message-ID: (<[^>]+>)/im.exec(text) ?? [];
    times.set(id, (times.get(id) ?? 0) + 1);
    if (ERASED.test(text)) erased.add(id);
  }
  const sent = new Set(rows.map(({ reference }) => reference));
  const lost = [...sent].filter((reference) => !times.has(reference));
  const doubled = [...times].filter(([, count]) => count > 1);
  const unknown = [...times.keys()].filter((reference) => !sent.has(reference) && !erased.has(reference));
  if (lost.length + doubled.length + unknown.length > 0)
    throw new Error(
      `Mails: ${lost.length} lost, ${doubled.length} doubled, ${unknown.length} not in the ledger`,
    );
  const kinds = await client.query(
    `select lead_id, kind from messages
      where lead_id is not null and kind in ('new_lead', 'welcome') and created_at >= $1
      group by 1, 2 having count(*) > 1`,
    [began],
  );
  if (kinds.rows.length > 0) throw new Error(`${kinds.rows.length} leads have two mails of a kind`);
  const arrivedPending = pending.filter((reference) => times.has(reference)).length;
  return { arrived: mail.arrived.length, pending: arrivedPending };
}

/** @throws unless each acknowledged form has a mail to its agent or its client. @returns how many leads have one. */
export async function expectLeadsMailed(client: pg.Client, load: UpgradeLoad): Promise<number> {
  const emails = [...(load.acknowledged.get("form") ?? []), ...(load.acknowledged.get("registration") ?? [])];
  const { rows } = await client.query<{ email: string }>(
    `select email from leads
      where email = any($1)
        and not exists (select from messages where lead_id = leads.id and kind in ('new_lead', 'broker_alert'))`,
    [emails],
  );
  if (rows.length > 0)
    throw new Error(`${rows.length} of ${emails.length} leads have no mail to staff: ${rows[0]?.email}`);
  return emails.length;
}

/** @throws unless each lead of the load was announced once. @returns their number. */
export async function expectAnnouncedOnce(
  client: pg.Client,
  stream: LeadStream,
  load: UpgradeLoad,
): Promise<number> {
  const emails = [...(load.acknowledged.get("form") ?? []), ...(load.acknowledged.get("registration") ?? [])];
  const { rows } = await client.query<{ id: number }>("select id from leads where email = any($1)", [emails]);
  const missing = () => rows.filter(({ id }) => !stream.created.has(id));
  for (const until = Date.now() + 10_000; missing().length > 0 && Date.now() < until; ) await delay(100);
  const doubled = [...stream.created].filter(([, times]) => times > 1);
  if (missing().length + doubled.length > 0 || stream.isRefused)
    throw new Error(
      `The stream: ${missing().length} leads missing, ${doubled.length} doubled, refused: ${stream.isRefused}`,
    );
  return rows.length;
}

import { openDatabase } from "../../src/platform/database/open-database.ts";
import { createLog } from "../../src/platform/log.ts";
import { CONNECTIONS } from "../../src/platform/mail/smtp-mailer.ts";
import type { Arrived } from "../harness/smtp-server.ts";

type Expected = {
  /** The name in each acknowledged registration, by lead. */
  registered: ReadonlyMap<number, { email: string; name: string }>;
  arrived: Arrived[];
  kills: number;
};

/**
 * Opens the ledger of a stopped server, and checks that every mail was sent, has no content any more, and arrived
 * under its Message-ID; that each lead has one mail of each kind; and that only mails explained by a kill arrived twice: one
 * per connection.
 */
export async function expectLedger(
  where: { databaseUrl: string | null; dataDir: string },
  brokerageId: number,
  { registered, arrived, kills }: Expected,
): Promise<{ mails: number; repeated: number }> {
  const database = await openDatabase(where, createLog("silent"));
  const rows = await database.db
    .selectFrom("messages")
    .select(["lead_id", "kind", "recipient", "reference", "state", "content"])
    .where("brokerage_id", "=", brokerageId)
    .execute();
  await database.close();

  const times = new Map<string, number>();
  for (const { raw } of arrived) {
    const [, id = ""] = /^Message-ID: (<[^>]+>)/im.exec(raw.toString("latin1")) ?? [];
    times.set(id, (times.get(id) ?? 0) + 1);
  }
  demand(
    rows.filter(({ state, content }) => state !== "sent" || content !== null),
    "are not noted as sent",
  );
  demand(
    rows.filter(({ reference }) => !times.has(reference)),
    "have not arrived",
  );
  const known = new Set(rows.map(({ reference }) => reference));
  demand(
    [...times.keys()].filter((id) => !known.has(id)),
    "arrived that are not in the ledger",
  );
  const kinds = rows.map(({ lead_id, kind }) => `${kind} of lead ${lead_id}`);
  demand(
    kinds.filter((kind, at) => kinds.indexOf(kind) !== at),
    "are there twice",
  );
  const wanted = [...registered.keys()].flatMap((id) => [`new_lead of lead ${id}`, `welcome of lead ${id}`]);
  const there = new Set(kinds);
  demand(
    wanted.filter((kind) => !there.has(kind)),
    "are not in the ledger",
  );
  demand(
    [...times].filter(([, count]) => count > 1 + kills),
    "came more often than kills explain",
  );
  const repeated = arrived.length - times.size;
  if (repeated > kills * CONNECTIONS) throw new Error(`${repeated} mails were repeated by ${kills} kills`);
  return { mails: arrived.length, repeated };
}

function demand(wrong: unknown[], what: string): void {
  if (wrong.length > 0)
    throw new Error(`${wrong.length} mails ${what}: ${JSON.stringify(wrong.slice(0, 3))}`);
}

import { execFileSync } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

let room: MailFixture;
beforeAll(async () => {
  room = await openMail({}, { asInProduct: true });
});
afterAll(() => room.close());

/** Kills the embedded database, which starts again by itself; or ends every connection to PostgreSQL's. */
async function loseTheDatabase(): Promise<void> {
  const { database } = room.lintel;
  if (database.embedded) {
    const found = execFileSync("pgrep", ["-f", database.dataDir], { encoding: "utf8" });
    for (const pid of found.trim().split("\n")) process.kill(Number(pid), "SIGKILL");
    return;
  }
  const others = sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await others.execute(database.db);
}

it("a database that is away while mail is handed over makes none leave twice", async () => {
  const { id } = await room.lintel.createTenant("away");
  room.server.delayMs = 800;
  await room.write({ id, slug: "away" }, 5);
  const delivering = room.deliver();
  await vi.waitFor(() => expect(room.server.taking).toBe(5), 10_000);
  await loseTheDatabase();
  // It may not look for more while the database is away; what it had it brings to its end.
  await delivering.catch(() => {});
  await vi.waitFor(() => room.ledger(id), 10_000);
  room.lintel.clock.advance(3_600_000);
  expect(await room.deliver()).toMatchObject({ sent: 0 });
  expect((await room.ledger(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array(5).fill(["sent", 1]),
  );
  expect(room.server.arrived).toHaveLength(5);
});

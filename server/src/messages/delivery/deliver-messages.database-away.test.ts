import { execFileSync } from "node:child_process";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type MailFixture, openMail } from "../../../test/harness/mail-fixture.ts";

let fixture: MailFixture;
beforeAll(async () => {
  fixture = await openMail({}, { asInProduct: true });
});
afterAll(() => fixture.close());

/** Kills the embedded database, which starts again by itself; or ends every connection to PostgreSQL's. */
async function loseTheDatabase(): Promise<void> {
  const { database } = fixture.lintel;
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
  const { id } = await fixture.lintel.createTenant("away");
  fixture.server.delayMs = 800;
  await fixture.write({ id, slug: "away" }, 5);
  const delivering = fixture.deliver();
  await vi.waitFor(() => expect(fixture.server.taking).toBe(5), 10_000);
  await loseTheDatabase();
  // It may not look for more while the database is away; what it had it brings to its end.
  await delivering.catch(() => {});
  await vi.waitFor(() => fixture.ledger(id), 10_000);
  fixture.lintel.clock.advance(3_600_000);
  expect(await fixture.deliver()).toMatchObject({ sent: 0 });
  expect((await fixture.ledger(id)).map(({ state, attempts }) => [state, attempts])).toEqual(
    Array(5).fill(["sent", 1]),
  );
  expect(fixture.server.arrived).toHaveLength(5);
});

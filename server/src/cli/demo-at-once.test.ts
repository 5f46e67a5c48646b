import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { removeFolder } from "../../test/harness/remove-folder.ts";
import { freePort, lintel } from "../../test/harness/run-lintel.ts";
import { secretSettings } from "../../test/harness/test-secrets.ts";
import { withOwnDatabase } from "../../test/proofs/own-database.ts";
import { createKysely } from "../platform/database/database.ts";
import { createPool } from "../platform/database/pool.ts";

const ANOTHER = "Another process has created the demo brokerage\n";
const OUTBOX = "MAIL_URL is not set, mail is written to the outbox and not sent";

describe("processes with DEMO=true that start together on an empty PostgreSQL", { timeout: 600_000 }, () => {
  const template = inject("template");
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-demos-"));
  });
  afterEach(() => removeFolder(folder));

  const start = async (databaseUrl: string, name: string) =>
    lintel(["serve"], {
      ...secretSettings,
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      PORT: String(await freePort()),
      DEMO: "true",
      WEBSITE: "off",
      CONSOLE: "off",
      PHOTO_DETECTOR: "off",
    });
  const onOwnDatabase = (work: (url: string, query: ReturnType<typeof connect>) => Promise<void>) =>
    withOwnDatabase("url" in template ? template.url : "", async (url) => {
      const db = connect(url);
      await work(url, db).finally(() => db.destroy());
    });
  const connect = (url: string) => createKysely(createPool({ target: { url }, maxConnections: 1 }));
  const stored = async (db: ReturnType<typeof connect>) => {
    const { rows } = await sql<{ brokerages: string[]; listings: number }>`
      select
        (select array_agg(slug) from brokerages) as brokerages,
        (select count(*)::int from listings) as listings`.execute(db);
    return rows[0];
  };
  const DEMO = { brokerages: ["demo"], listings: 3000 };

  it("all start: one makes the demo, and the other waits for it", async () => {
    await onOwnDatabase(async (url, db) => {
      const servers = await Promise.all(["one", "two"].map((name) => start(url, name)));
      await Promise.all(servers.map((server) => server.waitForOutput("is ready at")));
      expect(await stored(db)).toEqual(DEMO);
      for (const { child } of servers) child.kill("SIGTERM");
      const ended = await Promise.all(servers.map(({ exit }) => exit));
      expect(ended.map(({ status }) => status)).toEqual([0, 0]);
      expect(ended.filter(({ stderr }) => stderr.includes(ANOTHER))).toHaveLength(1);
      // Each warns once: these processes have no mail server.
      expect(ended.map(({ stderr }) => stderr.split(OUTBOX).length - 1)).toEqual([1, 1]);
    });
  });

  it("that outlives the one which was making the demo makes it", async () => {
    await onOwnDatabase(async (url, db) => {
      const first = await start(url, "one");
      const isMaking = async () => {
        const { rows } = await sql`select 1 from leases where name = 'demo'`.execute(db);
        return rows.length > 0;
      };
      await expect.poll(() => isMaking().catch(() => false), { timeout: 120_000 }).toBe(true);
      first.child.kill("SIGKILL");
      const second = await start(url, "two");
      await second.waitForOutput("is ready at");
      expect(await stored(db)).toEqual(DEMO);
      second.child.kill("SIGTERM");
      const { status, stderr } = await second.exit;
      expect([status, stderr.includes(ANOTHER)]).toEqual([0, false]);
      await first.exit;
    });
  });
});

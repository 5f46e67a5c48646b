import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
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
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "lintel-demos-"));
  });
  afterAll(() => removeFolder(folder));

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
  const stored = async (url: string) => {
    const db = createKysely(createPool({ target: { url }, maxConnections: 1 }));
    const { rows } = await sql<{ brokerages: string[]; listings: number }>`
      select
        (select array_agg(slug) from brokerages) as brokerages,
        (select count(*)::int from listings) as listings`.execute(db);
    await db.destroy();
    return rows[0];
  };

  it("all start: one makes the demo, the others wait, and one of these makes it when that one is killed", async () => {
    await withOwnDatabase("url" in template ? template.url : "", async (url) => {
      const servers = await Promise.all(["one", "two", "three"].map((name) => start(url, name)));
      // Only the process that makes it shows its progress.
      const making = () => servers.filter((server) => /^ {2}Demo +/m.test(server.written()));
      await expect.poll(making, { timeout: 120_000 }).toHaveLength(1);
      const [killed] = making();
      killed?.child.kill("SIGKILL");
      const others = servers.filter((server) => server !== killed);
      await Promise.all(others.map((server) => server.waitForOutput("is ready at")));
      expect(await stored(url)).toEqual({ brokerages: ["demo"], listings: 3000 });
      for (const { child } of others) child.kill("SIGTERM");
      const ended = await Promise.all(others.map(({ exit }) => exit));
      expect(ended.map(({ status }) => status)).toEqual([0, 0]);
      expect(ended.filter(({ stderr }) => stderr.includes(ANOTHER))).toHaveLength(1);
      // Each warns once: these processes have no mail server.
      expect(ended.map(({ stderr }) => stderr.split(OUTBOX).length - 1)).toEqual([1, 1]);
      expect(await killed?.exit).toMatchObject({ status: null, stdout: "" });
    });
  });
});

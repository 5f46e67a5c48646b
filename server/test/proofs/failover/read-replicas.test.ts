import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { IndexKeeper } from "../../../src/listings/search-index/index-keeper.ts";
import { openDatabase } from "../../../src/platform/database/open-database.ts";
import { ReadReplica } from "../../../src/platform/database/read-replica.ts";
import { PositionProbe } from "../../../src/platform/database/server-position.ts";
import { createLog } from "../../../src/platform/log.ts";
import { slices } from "../../../src/slices.ts";
import { removeFolder } from "../../harness/remove-folder.ts";
import { secretSettings } from "../../harness/test-secrets.ts";
import { openBrokerage, post, type ServerProcess, startServer } from "../server-process.ts";
import { ReplicatedPostgres } from "./replicated-postgres.ts";

const template = inject("template");
const hasPostgres = "url" in template && process.env.POSTGRES_BIN !== undefined;
const ADMIN = "bootstrap-key-of-the-replica-test";
const AUDIT = "/api/admin/audit-log?page_size=100";

type Reply = { status: number; body: { items: { target_type: string; brokerage_id: number | null }[] } };

describe.skipIf(!hasPostgres)(
  "DATABASE_READ_URL",
  () => {
    let postgres: ReplicatedPostgres;
    let server: ServerProcess;
    let folder: string;
    let other: string;

    beforeAll(async () => {
      postgres = await ReplicatedPostgres.start();
      folder = await mkdtemp(join(tmpdir(), "lintel-replicas-"));
      server = await start();
      const body = { name: "other", role: "admin" };
      other = await post<string>(server, "/api/admin/api-keys", "key", {
        headers: { "x-api-key": ADMIN },
        body,
      });
    }, 120_000);
    afterAll(async () => {
      server?.kill();
      await server?.stop();
      await postgres?.close();
      if (folder) await removeFolder(folder);
    }, 60_000);

    const start = () =>
      startServer(
        {
          DATA_DIR: folder,
          DATABASE_URL: postgres.url,
          DATABASE_READ_URL: postgres.standbyUrl,
          DEMO: "false",
          RATE_LIMITS: "off",
          LOG_LEVEL: "fatal",
          BOOTSTRAP_ADMIN_KEY: ADMIN,
          ...secretSettings,
        },
        4,
      );
    const get = async (path: string, key = other): Promise<Reply> => {
      const { statusCode, body } = await server.pool.request({
        method: "GET",
        path,
        headers: { "x-api-key": key },
      });
      return { status: statusCode, body: (await body.json()) as Reply["body"] };
    };
    /** Reads by the server that answered. */
    const reads = async (): Promise<{ replica: number; primary: number }> => {
      const text = await (await server.pool.request({ method: "GET", path: "/metrics" })).body.text();
      const found = [...text.matchAll(/^lintel_database_old_reads_total\{server="(.+?)"\} (\d+)$/gm)];
      const by = new Map(found.map(([, name, count]) => [name, Number(count)]));
      const primary = by.get("primary") ?? Number.NaN;
      return { primary, replica: [...by.values()].reduce((sum, count) => sum + count, 0) - primary };
    };
    /** Which server answers the next read of the audit log. The metrics read as well, but at most once a second. */
    const answering = async (): Promise<"replica" | "primary" | "unclear"> => {
      const before = await reads();
      for (let nth = 0; nth < 20; nth++) expect((await get(AUDIT)).status).toBe(200);
      const after = await reads();
      if (after.replica - before.replica >= 20) return "replica";
      return after.primary - before.primary >= 20 ? "primary" : "unclear";
    };
    const answeredBy = (who: string) => expect.poll(answering, { timeout: 30_000, interval: 50 }).toBe(who);
    const replay = (what: "pause" | "resume") => postgres.queryStandby(`select pg_wal_replay_${what}()`);
    const agents = async (key?: string) =>
      (await get(AUDIT, key)).body.items.filter(({ target_type }) => target_type === "agent").length;

    it("reads on the replica what may be old", async () => {
      await answeredBy("replica");
      await get(AUDIT);
      const rows = await postgres.queryStandby<{ query: string }>(
        "select query from pg_stat_activity where application_name = 'lintel reads'",
      );
      expect(rows.some(({ query }) => query.includes("audit_log"))).toBe(true);
    });

    it("is left out while it has what the primary lacks, and stays so when the primary has written as much", async () => {
      const replica = new ReadReplica(postgres.standbyUrl, createLog("silent"));
      const probe = new PositionProbe(() => postgres.standbyUrl);
      await replay("pause");
      const state = () =>
        postgres.queryStandby<{ state: string }>("select pg_get_wal_replay_pause_state() as state");
      try {
        await expect.poll(async () => (await state())[0]?.state).toBe("paused");
        const own = await probe.ask();
        const check = (position: number) =>
          replica.check([{ ...own, at: performance.now() }], async () => ({
            ...own,
            ...{ isStandby: false, timeline: 2, position },
          }));
        const later = own.position + 1_000_000_000;
        await check(later);
        expect([replica.unfit, Number.isFinite(replica.freshAt)]).toEqual([null, true]);
        await check(own.position - 1);
        expect(replica.unfit).toBe("it is ahead of the primary");
        await check(later);
        expect([replica.unfit, Number.isFinite(replica.freshAt)]).toEqual([
          "it is ahead of the primary",
          false,
        ]);
        await postgres.query("select pg_logical_emit_message(false, 'lintel', 'it moves')");
        await replay("resume");
        const fit = () => check(later).then(() => [replica.unfit, Number.isFinite(replica.freshAt)]);
        await expect.poll(fit, { timeout: 30_000 }).toEqual([null, true]);
      } finally {
        await replay("resume");
        probe.end();
        await replica.close();
      }
    });

    it("reads all listings of a new index there", async () => {
      const settings = { databaseUrl: postgres.url, databaseReadUrl: postgres.standbyUrl, dataDir: folder };
      const { db, oldReads, close } = await openDatabase(settings, createLog("silent"));
      const replica = new URL(postgres.standbyUrl).host;
      const readByStart = async () => {
        const before = oldReads.counts.get(replica) ?? 0;
        const keeper = new IndexKeeper(db, createLog("silent"), null, undefined, oldReads);
        await keeper.start();
        await keeper.stop();
        return (oldReads.counts.get(replica) ?? 0) - before;
      };
      try {
        await expect.poll(readByStart, { timeout: 30_000 }).toBeGreaterThan(1);
      } finally {
        await close();
      }
    });

    it("reads there by every flagged route, none of which writes", async () => {
      const paths = slices
        .flatMap(({ routes }) => routes.filter(({ reads }) => reads === "replica"))
        .map(({ path }) => path);
      expect(paths.length).toBeGreaterThan(3);
      for (const path of paths) {
        const isCounted = async () => {
          const before = await reads();
          for (let nth = 0; nth < 20; nth++) expect([path, (await get(path)).status]).toEqual([path, 200]);
          return (await reads()).replica - before.replica >= 20;
        };
        await expect.poll(isCounted, { timeout: 30_000 }).toBe(true);
      }
    });

    it("keeps brokers to their brokerage there", async () => {
      const own = await openBrokerage(server, "own.test", ADMIN);
      await openBrokerage(server, "foreign.test", ADMIN);
      const headers = { "x-api-key": ADMIN };
      const body = { name: "broker", role: "broker", brokerage_id: own };
      const broker = await post<string>(server, "/api/admin/api-keys", "key", { headers, body });
      await answeredBy("replica");
      const before = await reads();
      const { items } = (await get(AUDIT, broker)).body;
      expect((await reads()).replica).toBeGreaterThan(before.replica);
      expect(new Set(items.map(({ brokerage_id }) => brokerage_id))).toEqual(new Set([own]));
    });

    it("shows callers their own writes at once, and is left out when it is more than a second behind", async () => {
      const brokerage = await openBrokerage(server, "paused.test", ADMIN);
      await answeredBy("replica");
      const before = await agents();
      const body = { brokerage_id: brokerage, name: "Ann", slug: "ann", email: "ann@agents.test" };
      await replay("pause");
      try {
        const id = await post(server, "/api/admin/agents", "id", { headers: { "x-api-key": ADMIN }, body });
        expect(await agents(ADMIN)).toBe(before + 1);
        expect((await get(`/api/admin/agents/${id}`)).status).toBe(200);
        await answeredBy("primary");
        expect(await agents()).toBe(before + 1);
      } finally {
        await replay("resume");
      }
      await answeredBy("replica");
      expect(await agents()).toBe(before + 1);
    });

    it("fails no request when it dies, and is used again when it is back", async () => {
      await answeredBy("replica");
      await postgres.killStandby();
      for (let nth = 0; nth < 50; nth++) expect((await get(AUDIT)).status).toBe(200);
      await answeredBy("primary");
      await postgres.restartStandby();
      await answeredBy("replica");
    });

    it("is used after its promotion, as the primary that it is then", async () => {
      await answeredBy("replica");
      await postgres.killPrimary();
      await postgres.promoteStandby();
      await expect.poll(async () => (await get(AUDIT)).status, { timeout: 30_000 }).toBe(200);
      await answeredBy("replica");
      await openBrokerage(server, "promoted.test", ADMIN);
      await answeredBy("replica");
    });

    it("is refused at the start when it is no replica of that database", async () => {
      const foreign = "url" in template ? template.url : "";
      const opening = openDatabase(
        { databaseUrl: postgres.url, databaseReadUrl: foreign, dataDir: folder },
        createLog("silent"),
      );
      await expect(opening).rejects.toThrow(
        /^DATABASE_READ_URL names .+, which is no replica of the database in DATABASE_URL\.$/,
      );
    });
  },
  120_000,
);

import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { sendForm } from "../../../test/harness/contact-form.ts";
import { type FreezingProxy, startFreezingProxy } from "../../../test/harness/freezing-proxy.ts";
import { recordedLog } from "../../../test/harness/recorded-log.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { type FreezableDatabase, openFreezableDatabase } from "../../../test/harness/test-database.ts";
import { jobsOf } from "../../schedules.ts";
import { createPool, type DatabasePool } from "./pool.ts";

const template = inject("template");
const url = "url" in template ? template.url : "";
const BEGINS = "database takes no connection: requests that need it are refused until it does";
const ENDS = "database answers again";

describe.skipIf(url === "")("a PostgreSQL that is stopped", () => {
  const { lines, log } = recordedLog();
  let database: FreezableDatabase;
  let lintel: TestApp;
  let host: string;
  beforeAll(async () => {
    database = await openFreezableDatabase(log);
    lintel = await startTestApp({}, { database, log });
    ({ host } = await lintel.createTenant("stopped"));
    await lintel.services.jobs.start(jobsOf(lintel.services));
  });
  afterAll(async () => {
    await lintel.services.jobs.stop();
    await lintel.close();
  }, 60_000);

  const metric = async (name: string) =>
    new RegExp(`^${name} (.+)$`, "m").exec((await lintel.call("/metrics")).text)?.[1];
  const form = async (email: string) => (await sendForm(lintel, host, { email })).status;

  it("is an outage for metrics and health, with one line at the beginning, one at the end, and one of each kind between", async () => {
    expect(await form("before@visitors.test")).toBe(200);
    await database.stop();
    lines.length = 0;
    expect(await form("meanwhile@visitors.test")).toBe(503);
    await expect.poll(() => metric("database_down"), { timeout: 10_000 }).toBe("1");
    expect(await metric("database_outages_total")).toBe("1");
    const until = performance.now() + 10_000;
    while (performance.now() < until) {
      expect(await form("meanwhile@visitors.test")).toBe(503);
      await new Promise((later) => setTimeout(later, 250));
    }
    const health = await lintel.call("/health");
    expect([health.status, health.body.checks.database]).toEqual([503, "down"]);

    await database.start();
    // No request waits until the end is noticed.
    expect(await form("after@visitors.test")).toBe(200);
    await expect.poll(() => metric("database_down"), { timeout: 10_000 }).toBe("0");
    expect(await metric("database_outages_total")).toBe("1");
    const messages = lines.filter(({ level }) => level >= 40).map(({ msg }) => msg);
    expect(messages.filter((each) => each === BEGINS)).toHaveLength(1);
    expect(messages.filter((each) => each === ENDS)).toHaveLength(1);
    const within = messages.slice(0, messages.indexOf(ENDS));
    expect(within).toEqual([...new Set(within)]);
  }, 60_000);
});

describe.skipIf(url === "")("no outage is", () => {
  let proxy: FreezingProxy;
  let pool: DatabasePool;
  const { lines, log } = recordedLog();
  beforeAll(async () => {
    proxy = await startFreezingProxy(url);
    pool = createPool({ target: { url: proxy.url }, maxConnections: 2, log });
  });
  afterAll(async () => {
    await pool.end();
    await proxy.close();
  });
  const settled = () => new Promise((later) => setTimeout(later, 1000));

  it("a database that was never reached: the start waits for it", async () => {
    await proxy.stop();
    await expect(pool.query("select 1")).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await settled();
    await proxy.start();
    expect([pool.watch.outages, lines]).toEqual([0, []]);
  });

  it("a connection that is ended, when the next one is taken", async () => {
    const { rows } = (await pool.query("select pg_backend_pid() as pid")) as pg.QueryResult;
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query("select pg_terminate_backend($1)", [rows[0].pid]);
    await other.end();
    await settled();
    expect([pool.watch.outages, lines.map(({ msg }) => msg)]).toEqual([
      0,
      ["idle database connection lost, will be replaced"],
    ]);
  });

  it("a server that has no connection to spare", async () => {
    const name = `lintel_spare_${process.pid}`;
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(`create role ${name} login connection limit 1`);
    const address = new URL(url);
    address.username = name;
    const crowded = createPool({ target: { url: address.href }, maxConnections: 2, log });
    const first = await crowded.connect();
    await expect(crowded.query("select 1")).rejects.toMatchObject({ code: "53300" });
    await settled();
    expect(crowded.watch.outages).toBe(0);
    first.release();
    await crowded.end();
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
});

import type pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type FreezingProxy, startFreezingProxy } from "../../../test/harness/freezing-proxy.ts";
import { withCommitDeadline } from "./commit-deadline.ts";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { createPool, type DatabasePool } from "./pool.ts";
import { type WatchedClient, withoutStatementLimit } from "./watched-client.ts";

const template = inject("template");
const url = "url" in template ? template.url : "";
const SLOW = "select 'yes' as done from (select pg_sleep(5)) as slept";

describe.skipIf(url === "")("the watch over a PostgreSQL", () => {
  let proxy: FreezingProxy;
  let pool: DatabasePool;
  const openThrough = async (options: { inventPids?: boolean } = {}) => {
    proxy = await startFreezingProxy(url, options);
    pool = createPool({ target: { url: proxy.url }, maxConnections: 2 });
  };
  beforeEach(() => openThrough());
  const close = async () => {
    await pool.end();
    await proxy.close();
  };
  afterEach(close);

  it("ends no slow statement behind a pooler, which invents the numbers of processes", async () => {
    await close();
    await openThrough({ inventPids: true });
    expect((await pool.query(SLOW)) as pg.QueryResult).toMatchObject({ rows: [{ done: "yes" }] });
  });

  it("asks ever more rarely about a statement that goes on", async () => {
    await pool.query("select 1");
    const before = proxy.accepted;
    await pool.query("select pg_sleep(7)");
    // After two seconds and after four; the next one would come after eight.
    expect(proxy.accepted - before).toBeLessThanOrEqual(3);
    expect(proxy.accepted - before).toBeGreaterThanOrEqual(1);
  });

  it("takes one probe without an answer for no outage, and ends no idle connection for it", async () => {
    const [one, idle] = [await pool.connect(), await pool.connect()];
    idle.release();
    const [slow] = [one.query(SLOW)];
    proxy.loseNext(1);
    expect((await slow).rows).toEqual([{ done: "yes" }]);
    one.release();
    expect([pool.watch.outages, pool.openConnections]).toEqual([0, 2]);
  });

  it("takes a database that answers on other connections for no outage, though it takes no new one", async () => {
    const [one, other] = [await pool.connect(), await pool.connect()];
    let isOver = false;
    const slow = one.query(SLOW).finally(() => (isOver = true));
    proxy.loseNext(100);
    while (!isOver) await other.query("select pg_sleep(0.1)");
    expect((await slow).rows).toEqual([{ done: "yes" }]);
    for (const client of [one, other]) client.release();
    expect(pool.watch.outages).toBe(0);
  });

  it("gives up a statement that the server would have ended, but none that has no limit", async () => {
    const client = (await pool.connect()) as unknown as WatchedClient & pg.PoolClient;
    const statement = () => {
      const result = client.query("select pg_sleep(1)").then(
        () => "done",
        () => "given up",
      );
      // It has waited for so long already.
      client.countWaiting(0);
      client.countWaiting(70_000);
      return result;
    };
    expect(await withoutStatementLimit(async () => statement())).toBe("done");
    expect(await statement()).toBe("given up");
    client.release(true);
  });

  it("lets a caller wait for a free connection for ten seconds, and a job longer", async () => {
    const busy = [await pool.connect(), await pool.connect()];
    const began = performance.now();
    const job = pool.query("select 1");
    await expect(withCommitDeadline(() => pool.query("select 1"))).rejects.toBeInstanceOf(
      DatabaseUnavailable,
    );
    expect(performance.now() - began).toBeLessThan(20_000);
    for (const client of busy) client.release();
    expect((await job) as pg.QueryResult).toMatchObject({ rowCount: 1 });
    expect(pool.openConnections).toBe(2);
  });
});

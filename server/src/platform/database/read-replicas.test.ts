import { setTimeout as delay } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type FreezingProxy, startFreezingProxy } from "../../../test/harness/freezing-proxy.ts";
import { recordedLog } from "../../../test/harness/recorded-log.ts";
import { createLog } from "../log.ts";
import { DatabaseUnavailable } from "./connection-errors.ts";
import { createKysely } from "./database.ts";
import { createPool } from "./pool.ts";
import { ReadReplica } from "./read-replica.ts";
import { ReadReplicas } from "./read-replicas.ts";
import { PositionProbe } from "./server-position.ts";
import type { DB } from "./types.generated.ts";

const template = inject("template");
/** A template with connections is not copied: the same server, another database. */
const url = "url" in template ? Object.assign(new URL(template.url), { pathname: "/postgres" }).href : "";

describe.skipIf(url === "")("connections to servers whose positions are read", () => {
  let primary: FreezingProxy;
  let replica: FreezingProxy;
  beforeEach(async () => {
    primary = await startFreezingProxy(url);
    replica = await startFreezingProxy(url);
  });
  afterEach(async () => {
    await primary.close();
    await replica.close();
  });
  const open = () => primary.open + replica.open;

  it("are shared by calls at once", async () => {
    const probe = new PositionProbe(() => primary.url);
    await Promise.all([probe.ask(), probe.ask(), probe.ask()]);
    expect(primary.accepted).toBe(1);
    probe.end();
    await expect.poll(open).toBe(0);
  });

  it("are closed when their probe ends while they are opened, and not opened again", async () => {
    const probe = new PositionProbe(() => primary.url);
    primary.freeze();
    const answer = probe.ask().catch(({ message }) => message);
    await expect.poll(() => primary.accepted).toBe(1);
    probe.end();
    primary.thaw();
    expect(await answer).toBe("The probe has ended");
    await expect(probe.ask()).rejects.toThrow("The probe has ended");
    await expect.poll(open).toBe(0);
    expect(primary.accepted).toBe(1);
  });

  it.each(["primary", "replica"] as const)(
    "are all closed at a stop while the %s is asked, and none is opened after it",
    async (frozen) => {
      const replicas = new ReadReplicas({
        url: replica.url,
        primary: () => primary.url,
        log: createLog("silent"),
      });
      await replicas.start();
      const server = frozen === "primary" ? primary : replica;
      server.freeze();
      // Longer than the time between two checks.
      await delay(400);
      const accepted = primary.accepted + replica.accepted;
      const closing = replicas.close();
      server.thaw();
      await closing;
      await delay(100);
      expect([primary.accepted + replica.accepted, open()]).toEqual([accepted, 0]);
    },
  );
});

describe.skipIf(url === "")("two replicas", () => {
  let first: FreezingProxy;
  let second: FreezingProxy;
  let replicas: ReadReplicas;
  let primary: Kysely<DB>;
  const { lines, log } = recordedLog();
  beforeEach(async () => {
    lines.length = 0;
    [first, second] = await Promise.all([startFreezingProxy(url), startFreezingProxy(url)]);
    const secondHost = new URL(second.url).host;
    replicas = new ReadReplicas({
      url: first.url.replace(/@([^/]+)/, `@$1,${secondHost}`),
      primary: () => url,
      log,
    });
    await replicas.start();
    primary = createKysely(createPool({ target: { url }, maxConnections: 1, log }));
  });
  afterEach(async () => {
    first.thaw();
    second.thaw();
    await replicas.close();
    await primary.destroy();
    await Promise.all([first.close(), second.close()]);
  });
  /** So many of ten reads at each: the first, the second, the primary. */
  const tenReads = async () => {
    const names = [new URL(first.url).host, new URL(second.url).host, "primary"];
    const count = () => names.map((name) => replicas.counts.get(name) ?? 0);
    const before = count();
    for (let nth = 0; nth < 10; nth++)
      await replicas.read({ db: primary }, ({ db }) => sql`select 1`.execute(db));
    return count().map((after, at) => after - (before[at] ?? 0));
  };
  const readsAre = (expected: number[]) => expect.poll(tenReads, { timeout: 30_000 }).toEqual(expected);

  it("take turns; what one of them no longer answers the other does, and the primary when both are silent", async () => {
    await readsAre([5, 5, 0]);
    first.freeze();
    await readsAre([0, 10, 0]);
    second.freeze();
    await readsAre([0, 0, 10]);
    first.thaw();
    await readsAre([10, 0, 0]);
    second.thaw();
    await readsAre([5, 5, 0]);
  });

  it("freeze while they are read from: the primary answers before their silence is an outage, and the log names them", async () => {
    const other = createPool({ target: { url: first.url }, maxConnections: 1, log: createLog("silent") });
    await other.query("select 1");
    await readsAre([5, 5, 0]);
    first.freeze();
    second.freeze();
    let isOutage = false;
    const waiting = other.query("select 1").catch(() => {
      isOutage = true;
    });
    const reads = Array.from({ length: 4 }, () =>
      replicas.read({ db: primary }, ({ db }) => sql`select 1 as one`.execute(db)),
    );
    for (const { rows } of await Promise.all(reads)) expect(rows).toEqual([{ one: 1 }]);
    expect(isOutage).toBe(false);
    const leftOut = () =>
      lines.filter(({ msg }) => msg.startsWith("read replica left out")).map(({ server }) => server);
    await expect.poll(leftOut).toHaveLength(2);
    expect(new Set(leftOut())).toEqual(new Set([first, second].map((each) => new URL(each.url).host)));
    first.thaw();
    await waiting;
    await other.end();
  }, 30_000);

  it("refuse no request in their outage, so that it is none in the log", async () => {
    const replica = new ReadReplica(first.url, log);
    await sql`select 1`.execute(replica.db);
    lines.length = 0;
    first.freeze();
    await expect(sql`select 1`.execute(replica.db)).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(lines.filter(({ level, server }) => level > 40 || server === undefined)).toEqual([]);
    first.thaw();
    await replica.close();
  }, 30_000);
});

import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openStream } from "../../test/harness/event-stream.ts";
import { cookieOfKey } from "../../test/harness/key-session.ts";
import { type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { openSecondProcess, type SecondProcess } from "../../test/harness/second-process.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { createApp } from "../app.ts";
import type { Db } from "../platform/database/database.ts";
import { HttpDrain } from "../platform/http/http-drain.ts";
import { createServices } from "../services.ts";

const LEADS = 1000;

describe("live streams of several processes", () => {
  let lintel: TestApp;
  let second: SecondProcess;
  let origins: [string, string];
  let closeSecond: () => Promise<void>;
  let brokerage: LeadFixture;
  let key: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    second = await openSecondProcess(lintel);
    const app = await createApp(second.services);
    closeSecond = async () => {
      await app.close();
      await second.close();
    };
    const at = { port: 0, host: "127.0.0.1" };
    origins = [await lintel.app.listen(at), await app.listen(at)];
    brokerage = await openLeads(lintel, "several");
    key = brokerage.broker;
  });
  afterAll(async () => {
    await closeSecond();
    await lintel.close();
  });

  const follow = (origin: string, headers: Record<string, string> = {}) =>
    openStream(origin, { "x-api-key": key, ...headers });

  it("have what any process writes within a second", async () => {
    const streams = await Promise.all(origins.map((origin) => follow(origin)));
    const lead = await brokerage.makeLead();
    await Promise.all(streams.map((stream) => stream.until((events) => events.length === 2)));
    const late: number[] = [];
    for (let n = 0; n < 10; n++) {
      const before = performance.now();
      await lintel.database.db
        .updateTable("leads")
        .set({ notes: `${n}` })
        .where("id", "=", lead)
        .execute();
      await Promise.all(streams.map((stream) => stream.until((events) => events.length === 3 + n)));
      late.push(performance.now() - before);
    }
    expect(late.toSorted((a, b) => a - b)[5]).toBeLessThan(1000);
    for (const stream of streams) stream.close();
  });

  it(`lose and repeat nothing when they are cut again and again, while ${LEADS} events are committed out of order`, async () => {
    const lead = await brokerage.makeLead();
    const probe = await follow(origins[0]);
    await sql`
      insert into leads (brokerage_id, source, first_name, last_name, email, subject, message, pipeline_type, stage,
        stage_entered_at, status, last_contact, created_at, updated_at)
      select brokerage_id, source, first_name, last_name, email, subject, message, pipeline_type, stage,
        stage_entered_at, status, last_contact, created_at, updated_at
      from leads, generate_series(1, ${LEADS})
      where id = ${lead}`.execute(lintel.database.db);
    const rows = await lintel.database.db.selectFrom("leads").select("id").where("id", ">", lead).execute();
    const leads = rows.map(({ id }) => id);
    let isWriting = true;
    const write = async (db: Db) => {
      for (let id = leads.pop(); id !== undefined; id = leads.pop()) {
        await db.transaction().execute(async (transaction) => {
          await transaction.updateTable("leads").set({ notes: "new" }).where("id", "=", id).execute();
          // Its id is taken; others that are taken later are committed before.
          await delay(Math.random() * 20);
        });
      }
    };
    await probe.until((events) => events.some(({ event }) => event === "leads.changed"));
    const start = probe.events.at(-1)?.id as number;
    const read = async () => {
      const seen: { id: number; lead: unknown }[] = [];
      let lastId = start;
      let cuts = 0;
      for (; ; cuts++) {
        const wasWriting = isWriting;
        const stream = await follow(origins[cuts % 2] as string, { "last-event-id": String(lastId) });
        if (!wasWriting) await stream.until(({ length }) => seen.length + length >= LEADS);
        else await delay(20 + Math.random() * 120);
        stream.close();
        for (const { id, data } of stream.events) seen.push({ id, lead: data.lead_id });
        lastId = seen.at(-1)?.id ?? lastId;
        if (!wasWriting) return { seen, cuts };
      }
    };
    const reading = [read(), read(), read()];
    const writers = [lintel.database.db, second.services.db].flatMap((db) =>
      [1, 2, 3, 4].map(() => write(db)),
    );
    await Promise.all(writers);
    isWriting = false;
    for (const { seen, cuts } of await Promise.all(reading)) {
      expect(cuts).toBeGreaterThan(3);
      const ids = seen.map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted((one, other) => one - other));
      expect(seen.map(({ lead }) => lead).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    }
    await probe.until((events) => events.filter(({ event }) => event === "lead.changed").length >= LEADS);
    probe.close();
  });

  it("close the stream of a reader that takes nothing, and keep the others", async () => {
    const admin = await lintel.createKey("admin");
    const prompt = await openStream(origins[0], { "x-api-key": admin });
    const { port, hostname } = new URL(origins[0]);
    const stalled = connect(Number(port), hostname).pause();
    stalled.on("error", () => {});
    const cookie = await cookieOfKey(origins[0], admin);
    stalled.write(`GET /api/v1/admin/stream HTTP/1.1\r\nHost: ${hostname}\r\nCookie: ${cookie}\r\n\r\n`);
    const { liveStream } = lintel.services;
    await expect.poll(() => liveStream.size).toBe(2);
    const rss = process.memoryUsage().rss;
    const last = 60_000;
    await sql`
      insert into stream_events (event, brokerage_id, data)
      select 'lead.changed', ${brokerage.id}, jsonb_build_object('lead_id', n, 'padding', repeat('x', 200))
      from generate_series(1, ${last}) n`.execute(lintel.database.db);
    await expect.poll(() => liveStream.size).toBe(1);
    await prompt.until((events) => events.at(-1)?.data.lead_id === last);
    expect(prompt.events.length).toBe(last);
    expect(process.memoryUsage().rss - rss).toBeLessThan(300_000_000);
    stalled.destroy();
    prompt.close();
  });

  it("end when their process stops, and go on at another one", async () => {
    const stopping = new AbortController();
    const { config, secrets, log, clock } = lintel.services;
    const parts = { config, secrets, log, clock, database: lintel.database, stopping: stopping.signal };
    const app = await createApp(createServices(parts));
    const drain = new HttpDrain(app.server);
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    const cookie = await cookieOfKey(origin, key);
    const reply = await fetch(`${origin}/api/v1/admin/stream`, { headers: { cookie } });
    const ended = reply.text();
    const before = performance.now();
    await drain.run({ delayMs: 0, endLongWork: () => stopping.abort() });
    const text = await ended;
    await drain.close(app);
    expect(performance.now() - before).toBeLessThan(10_000);
    const lead = await brokerage.makeLead();
    const resumed = await follow(origins[0], { "last-event-id": /id: (\d+)\n\n$/.exec(text)?.[1] as string });
    await resumed.until((events) => events.length === 2);
    expect(resumed.events[0]).toMatchObject({ event: "lead.created", data: { lead_id: lead } });
    resumed.close();
  });

  it("end at once with their session, and within 15 seconds when it sees other leads; others get a comment", async () => {
    const { db } = lintel.database;
    const agentKey = brokerage.ann.key;
    const revoked = await lintel.createKey("broker", { brokerageId: brokerage.id });
    const read = async (apiKey: string) => {
      const leaving = new AbortController();
      const reply = await fetch(`${origins[0]}/api/v1/admin/stream`, {
        headers: { cookie: await cookieOfKey(origins[0], apiKey) },
        signal: leaving.signal,
      });
      let text = "";
      const taken = (async () => {
        for await (const chunk of reply.body as unknown as AsyncIterable<Uint8Array>) {
          text += new TextDecoder().decode(chunk);
        }
        return "ended" as const;
      })().catch(() => "aborted" as const);
      return { taken, text: () => text, leave: () => leaving.abort() };
    };
    const [first, other, stays] = (await Promise.all([revoked, agentKey, key].map(read))) as [
      Awaited<ReturnType<typeof read>>,
      Awaited<ReturnType<typeof read>>,
      Awaited<ReturnType<typeof read>>,
    ];
    const latest = db.selectFrom("api_keys").select(({ fn }) => fn.max("id").as("id"));
    await db.updateTable("api_keys").set({ revoked_at: new Date() }).where("id", "=", latest).execute();
    await expect.poll(() => lintel.services.liveStream.size, { timeout: 3000 }).toBe(2);
    await db
      .updateTable("api_keys")
      .set({ agent_id: brokerage.bob.id })
      .where("agent_id", "=", brokerage.ann.id)
      .execute();
    await expect.poll(() => stays.text(), { timeout: 40_000 }).toMatch(/\n\n: open\nid: \d+\n\n/);
    expect(await first.taken).toBe("ended");
    expect(await other.taken).toBe("ended");
    stays.leave();
    expect(await stays.taken).toBe("aborted");
  });
});

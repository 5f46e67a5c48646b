import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openStream, type StreamClient } from "../../test/harness/event-stream.ts";
import { cookieOfKey } from "../../test/harness/key-session.ts";
import { LEADS, type LeadFixture, openLeads } from "../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";
import { streamTable } from "./described-stream-events.ts";
import { pruneStreamEvents } from "./index.ts";

describe("streamEvents", () => {
  let lintel: TestApp;
  let origin: string;
  let made = 0;
  let brokerage: LeadFixture;
  let admin: string;
  const clients: StreamClient[] = [];
  beforeAll(async () => {
    lintel = await startTestApp();
    origin = await lintel.app.listen({ port: 0, host: "127.0.0.1" });
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLeads(lintel, `streaming-${++made}`);
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close();
    await expect.poll(() => lintel.services.liveStream.size).toBe(0);
  });

  async function follow(key: string, options?: { query: string }): Promise<StreamClient> {
    const client = await openStream(origin, { "x-api-key": key }, options);
    clients.push(client);
    return client;
  }
  const assign = (lead: number, agent: number | null) => brokerage.patch(lead, { assigned_agent_id: agent });

  it("has an event for each change of a lead, with ids and what changed", async () => {
    const stream = await follow(brokerage.broker);
    const lead = await brokerage.makeLead();
    await assign(lead, brokerage.ann.id);
    await brokerage.patch(lead, { notes: "Prefers mornings" });
    const post = (path: string, body: object) =>
      lintel.call(`${LEADS}/${lead}${path}`, { method: "POST", key: brokerage.broker, body });
    expect((await post("/transitions", { event_type: "contact_attempted", channel: "call" })).status).toBe(
      200,
    );
    await stream.until((events) => events.length === 7);
    const about = { lead_id: lead, brokerage_id: brokerage.id };
    expect(stream.events.map(({ event, data }) => [event, data])).toEqual([
      [
        "lead.created",
        {
          ...about,
          assigned_agent_id: null,
          source: "manual",
          pipeline_type: "buyer",
          stage: "NEW",
        },
      ],
      [
        "response_clock.started",
        { ...about, due_at: expect.any(String), target_seconds: expect.any(Number) },
      ],
      ["lead.assigned", { ...about, agent_id: brokerage.ann.id, previous_agent_id: null }],
      ["lead.changed", { ...about, changed: ["notes"] }],
      ["lead.stage_changed", { ...about, from_stage: "NEW", to_stage: "CONTACTING" }],
      ["response_clock.stopped", { ...about, stopped_at: expect.any(String) }],
      ["lead.changed", { ...about, changed: ["follow_up"] }],
    ]);
    const ids = stream.events.map(({ id }) => id);
    expect(ids).toEqual(ids.map((_, nth) => (ids[0] as number) + nth));
    expect(JSON.stringify(stream.events)).not.toMatch(/Ada|Lovelace|visitors\.test|555|mornings/);
  });

  it("has an event when a lead gets or loses a tag, one by one, in bulk, and when that is undone", async () => {
    const lead = await brokerage.makeLead();
    const stream = await follow(brokerage.broker);
    const call = (method: "PUT" | "POST", path: string, body: object) => {
      lintel.clock.advance(1);
      return lintel.call(`${LEADS}${path}`, { method, key: brokerage.broker, body });
    };
    await call("PUT", `/${lead}/tags`, { tags: ["vip"] });
    await call("PUT", `/${lead}/tags`, { tags: ["vip"] });
    await stream.until((events) => events.length === 1);
    const { body } = await call("POST", "/bulk", { lead_ids: [lead], action: "untag", tag: "vip" });
    await stream.until((events) => events.length === 2);
    await call("POST", `/bulk/${body.id}/undo`, {});
    await stream.until((events) => events.length === 3);
    const changed = ["lead.changed", { lead_id: lead, brokerage_id: brokerage.id, changed: [] }];
    expect(stream.events.map(({ event, data }) => [event, data])).toEqual([changed, changed, changed]);
  });

  it("sends agents those of their own leads, and of a lead that moves to another agent only that it left", async () => {
    const { ann, bob, broker } = brokerage;
    const other = await openLeads(lintel, `streaming-${++made}`);
    const [ofAnn, ofBob, ofBroker, ofOther, ofAdmin] = (await Promise.all(
      [ann.key, bob.key, broker, other.broker, admin].map((key) => follow(key)),
    )) as [StreamClient, StreamClient, StreamClient, StreamClient, StreamClient];
    const lead = await brokerage.makeLead();
    await assign(lead, ann.id);
    await brokerage.patch(lead, { notes: "of Ann" });
    await assign(lead, bob.id);
    await brokerage.patch(lead, { notes: "of Bob" });
    const foreign = await other.makeLead();
    await ofOther.until((events) => events.length === 2);
    await ofAdmin.until((events) => events.some(({ data }) => data.lead_id === foreign));
    const about = { lead_id: lead, brokerage_id: brokerage.id };
    expect(ofAnn.events.map(({ event, data }) => [event, data])).toEqual([
      ["lead.assigned", { ...about, agent_id: ann.id, previous_agent_id: null }],
      ["lead.changed", { ...about, changed: ["notes"] }],
      ["lead.left", { lead_id: lead }],
    ]);
    expect(ofBob.events.map(({ event, data }) => [event, data])).toEqual([
      ["lead.assigned", { ...about, agent_id: bob.id, previous_agent_id: ann.id }],
      ["lead.changed", { ...about, changed: ["notes"] }],
    ]);
    expect(new Set(ofBroker.events.map(({ data }) => data.brokerage_id))).toEqual(new Set([brokerage.id]));
    expect(ofOther.events.map(({ data }) => data.lead_id)).toEqual([foreign, foreign]);
    expect(ofAdmin.events.length).toBe(ofBroker.events.length + ofOther.events.length);
  });

  it("is one event for each agent when a step changes more than 50 leads", async () => {
    const { ann, bob } = brokerage;
    for (let n = 0; n < 51; n++) await brokerage.makeLead({ assigned_agent_id: ann.id });
    const [ofAnn, ofBob, ofBroker] = (await Promise.all(
      [ann.key, bob.key, brokerage.broker].map((key) => follow(key)),
    )) as [StreamClient, StreamClient, StreamClient];
    await lintel.database.db
      .updateTable("leads")
      .set({ assigned_agent_id: bob.id })
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    await Promise.all([ofAnn, ofBob, ofBroker].map((stream) => stream.until((events) => events.length > 0)));
    const data = { brokerage_id: brokerage.id, count: 51 };
    expect(ofBroker.events).toMatchObject([{ event: "leads.changed", data }]);
    expect(ofBob.events).toMatchObject([{ event: "leads.changed", data }]);
    expect(ofAnn.events).toMatchObject([{ event: "leads.changed", data: {} }]);
    expect(ofAnn.events[0]?.data).toEqual({});
  });

  it("goes on after the last event that was seen, by header or parameter", async () => {
    const first = await follow(brokerage.broker);
    const lead = await brokerage.makeLead();
    await first.until((events) => events.length === 2);
    first.close();
    await brokerage.patch(lead, { notes: "missed" });
    const seen = String(first.events[0]?.id);
    const byParameter = await follow(brokerage.broker, { query: `?last_event_id=${seen}` });
    const byHeader = await openStream(origin, { "x-api-key": brokerage.broker, "last-event-id": seen });
    clients.push(byHeader);
    for (const stream of [byParameter, byHeader]) {
      await stream.until((events) => events.length === 2);
      expect(stream.names()).toEqual(["response_clock.started", "lead.changed"]);
    }
    await brokerage.patch(lead, { notes: "live" });
    await byParameter.until((events) => events.length === 3);
  });

  it("sends reset, and then what follows, to a client whose last event the log has no more or never had", async () => {
    const { db } = lintel.database;
    await brokerage.makeLead();
    await pruneStreamEvents(lintel.ctx);
    await db
      .updateTable("stream_events")
      .set({ occurred_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect(await pruneStreamEvents(lintel.ctx)).toBeGreaterThan(0);
    for (const id of ["1", "999999999", "what"]) {
      const stream = await follow(brokerage.broker, { query: `?last_event_id=${id}` });
      await stream.until((events) => events.length === 1);
      expect(stream.names()).toEqual(["reset"]);
      await brokerage.makeLead();
      await stream.until((events) => events.length === 3);
      // The id of the reset is one to resume at.
      const again = await follow(brokerage.broker, { query: `?last_event_id=${stream.events[0]?.id}` });
      await again.until((events) => events.length === 2);
      expect(again.names()).toEqual(["lead.created", "response_clock.started"]);
      stream.close();
      again.close();
    }
  });

  it("sends the headers that keep it unbuffered, and its first bytes at once; a HEAD opens none", async () => {
    const leaving = new AbortController();
    const url = `${origin}/api/v1/admin/stream`;
    const headers = { cookie: await cookieOfKey(origin, brokerage.broker) };
    const reply = await fetch(url, { headers, signal: leaving.signal });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toMatch(
      /^: connected\nretry: [123]\d{3}\nid: \d+\n\n$/,
    );
    leaving.abort();
    const head = await fetch(url, { method: "HEAD", headers });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
    await expect.poll(() => lintel.services.liveStream.size).toBe(0);
  });

  it("is for browsers that are signed in: a key alone is refused, and may not open it", async () => {
    const key = brokerage.broker;
    const refused = await lintel.call("/api/v1/admin/stream", { key });
    expect([refused.status, refused.body]).toEqual([
      403,
      { detail: "Cannot use a key or a token here: it is for browsers that are signed in" },
    ]);
    const headers = { cookie: await cookieOfKey(origin, key) };
    const mayOf = async (sent: object) => (await lintel.call("/api/admin/me", sent)).body.permissions;
    expect(await mayOf({ key })).not.toContain("streamEvents");
    expect(await mayOf({ host: "127.0.0.1", headers })).toContain("streamEvents");
  });

  it.each([
    ["signs out", (headers: Record<string, string>) => signOut(headers)],
    ["is disabled", () => disable()],
  ])("ends long before the next comment when its person %s", async (_, end) => {
    const headers = { cookie: await cookieOfKey(origin, brokerage.ann.key) };
    const reply = await fetch(`${origin}/api/v1/admin/stream`, { headers });
    const ended = reply.text();
    const before = performance.now();
    await end(headers);
    await ended;
    expect(performance.now() - before).toBeLessThan(10_000);
  });
  const signOut = (headers: Record<string, string>) =>
    fetch(`${origin}/api/auth/sessions/current`, {
      method: "DELETE",
      headers: { ...headers, "x-requested-with": "lintel", origin },
    });
  const disable = () =>
    lintel.call(`/api/admin/agents/${brokerage.ann.id}`, { method: "DELETE", key: admin });

  it("is described by the documents", () => {
    expect(readFileSync(new URL("../../../docs/live-stream.md", import.meta.url), "utf8")).toContain(
      streamTable(),
    );
  });

  it("refuses a caller's sixth stream, and opens one again when another is closed", async () => {
    const open = await Promise.all([1, 2, 3, 4, 5].map(() => follow(brokerage.broker)));
    const ask = async (key = brokerage.broker) =>
      lintel.call("/api/v1/admin/stream", {
        host: "127.0.0.1",
        headers: { cookie: await cookieOfKey(origin, key) },
      });
    const refused = await ask();
    expect([refused.status, refused.body]).toEqual([
      429,
      { detail: "Close a stream first: 5 are open", retry_after: 15 },
    ]);
    expect((await ask(brokerage.ann.key)).status).toBe(200);
    open[0]?.close();
    await expect.poll(async () => (await ask()).status).toBe(200);
  });
});

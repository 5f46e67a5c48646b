import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Browser, CDPSession, Page } from "playwright-core";
import { openTab } from "./open-console.ts";

/** What a tab holds after what could be collected has been. */
export type TabSize = { events: number; heapMegabytes: number; nodes: number; listeners: number };
export type HourOfChanges = {
  path: string;
  sizes: TabSize[];
  seconds: number;
  calls: number;
  outOfOrder: number;
};

type Work = { origin: string; key: string; databaseUrl: string; path: string; events: number; parts: number };

/** Leads that come in and are worked on at the same time. */
const AT_ONCE = 16;
const HEARD_WITHIN_MS = 30_000;

type Heard = { lastId: number; outOfOrder: number };
declare const heard: Heard;

/**
 * A tab that stays open while leads come in, are called, noted and moved on, as many events of the stream as in a busy hour. They are
 * sent by the API, as fast as the tab has heard of them in order.
 */
export async function hourOfChanges(browser: Browser, work: Work): Promise<HourOfChanges> {
  const { origin, key, databaseUrl, path, events, parts } = work;
  const { context, page, devtools } = await openTab(browser, origin, key);
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    await countHeard(page);
    await page.goto(origin + path);
    await page.locator("main h1").waitFor();
    await pause(3000);
    const began = performance.now();
    const first = await lastEvent(database);
    const sizes = [await sizeOf(devtools, 0)];
    let calls = 0;
    let done = 0;
    for (let part = 1; part <= parts; part++) {
      while (done < (events * part) / parts) {
        const made = await Promise.all(Array.from({ length: AT_ONCE }, () => workOnOne(origin, key)));
        calls += made.reduce((sum, count) => sum + count, 0);
        const last = await lastEvent(database);
        await heardUntil(page, last);
        done = last - first;
      }
      // What the tab reads again.
      await pause(2000);
      sizes.push(await sizeOf(devtools, done));
    }
    const outOfOrder = await page.evaluate(() => heard.outOfOrder);
    return { path, sizes, seconds: (performance.now() - began) / 1000, calls, outOfOrder };
  } finally {
    await database.end();
    await context.close();
  }
}

/** A lead by hand, a call, a note, a further stage. @returns the calls */
async function workOnOne(origin: string, key: string): Promise<number> {
  const call = async (method: string, path: string, body: object) => {
    const reply = await fetch(`${origin}/api/v1/admin/leads${path}`, {
      method,
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${method} ${path} was answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { id: number };
  };
  const { id } = await call("POST", "", {
    first_name: "Ada",
    last_name: "Lovelace",
    email: `ada${crypto.randomUUID()}@bench.test`,
    subject: "A home with a yard",
    message: "I would like to know more.",
  });
  await call("POST", `/${id}/transitions`, { event_type: "contact_attempted", channel: "call" });
  await call("PATCH", `/${id}`, { notes: "Called, left a message." });
  await call("POST", `/${id}/transitions`, { event_type: "motivation_confirmed" });
  return 4;
}

/** By the ids of events, in the stream that the page itself reads. */
async function countHeard(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const state: Heard = { lastId: 0, outOfOrder: 0 };
    Object.assign(window, { heard: state });
    const listen = EventSource.prototype.addEventListener as EventTarget["addEventListener"];
    EventSource.prototype.addEventListener = function (
      this: EventSource,
      type: string,
      listener: (event: Event) => void,
      options?: AddEventListenerOptions,
    ) {
      const note = (event: Event) => {
        const id = Number((event as MessageEvent).lastEventId);
        if (id > 0) {
          if (id <= state.lastId) state.outOfOrder++;
          state.lastId = id;
        }
        listener(event);
      };
      listen.call(this, type, note, options);
    } as typeof EventSource.prototype.addEventListener;
  });
}

async function heardUntil(page: Page, id: number): Promise<void> {
  const until = performance.now() + HEARD_WITHIN_MS;
  while ((await page.evaluate(() => heard.lastId)) < id) {
    if (performance.now() > until) throw new Error(`The tab has not heard of event ${id}`);
    await pause(10);
  }
}

/** The position of the last event, once all have one. */
async function lastEvent(database: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await database.query<{ last: string | null; pending: number }>(
      "select max(position) filter (where brokerage_id is not null) as last, count(*) filter (where position is null)::int as pending from stream_events",
    );
    if (rows[0]?.pending === 0) return Number(rows[0].last ?? 0);
    await pause(10);
  }
}

async function sizeOf(devtools: CDPSession, events: number): Promise<TabSize> {
  for (let nth = 0; nth < 3; nth++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await devtools.send("Memory.getDOMCounters");
  return { events, heapMegabytes: usedSize / 1e6, nodes, listeners: jsEventListeners };
}

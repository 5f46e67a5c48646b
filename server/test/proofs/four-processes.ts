import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { ProcessRole } from "../../src/platform/config/config.ts";
import type { DatabaseHandle } from "../../src/platform/database/database.ts";
import { startRedis } from "../harness/redis-server.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../harness/webhook-receiver.ts";
import type { ChangeTarget } from "./change-writer.ts";
import { quantileMs, watchFreshness } from "./index-freshness.ts";
import { hireOne, noticesByVisitor, noticesOf, sendForm } from "./roles.ts";
import { openBrokerage, post, type ServerProcess } from "./server-process.ts";
import { countPassed, expectExactly, LIMIT, newKey, REQUESTS } from "./shared-limits.ts";
import {
  allSent,
  expectEachOnce,
  leadsFallDue,
  MAILS_A_LEAD,
  openSweptBrokerage,
  SWEEP,
} from "./sweep-kills.ts";
import { adminHeaders, adminKey, ask, expectArrived, type Workers, withWorkers } from "./workers.ts";

const ALIKE: readonly ProcessRole[] = ["all", "all", "all", "all"];
const SPLIT: readonly ProcessRole[] = ["api", "api", "worker", "worker"];
/** What the product promises; how many are later is reported. */
const PROMISED_MS = 1000;
/** A change that is not shown by then is lost. */
const DEADLINE_MS = 10_000;
/** What a start goes on with beside the requests, such as the websites' first pages. */
const STARTED_MS = 3000;
const ROUNDS = 10;
const FORMS_DOMAIN = "forms-of-four.test";
const DELIVERED_WITHIN_MS = 60_000;
/** Longer than a second job, sweep or delivery would take to come. */
const QUIET_MS = 3000;

/**
 * Four servers on one PostgreSQL and one Redis, with a real mail server and a real receiver of webhooks. COUNT changes of listings are written
 * through the first and searched for at all that answer requests; one key's limit holds over all; each form has one notice and one webhook;
 * all sweep at the same moment, and each lead has each of its mails once. ROLES=split: two servers answer requests, two run the jobs.
 */
export async function proveFourProcesses(changes: number): Promise<string> {
  const roles = process.env.ROLES === "split" ? SPLIT : ALIKE;
  const redis = await startRedis();
  const hooks = await startWebhookReceiver();
  const settings = {
    REDIS_URL: redis.url,
    RATE_LIMITS: "on",
    // Each request of a visitor names an address of its own.
    TRUST_PROXY: "true",
    OUTBOUND_ALLOW: "127.0.0.1",
  };
  try {
    return await withWorkers((workers) => new FourProcesses(workers, roles, hooks).prove(changes), {
      roles,
      settings,
    });
  } finally {
    await hooks.close();
    await redis.kill();
  }
}

class FourProcesses {
  readonly #workers: Workers;
  readonly #roles: readonly ProcessRole[];
  readonly #hooks: WebhookReceiver;
  /** Those that answer requests. */
  readonly #apis: readonly ServerProcess[];

  constructor(workers: Workers, roles: readonly ProcessRole[], hooks: WebhookReceiver) {
    this.#workers = workers;
    this.#roles = roles;
    this.#hooks = hooks;
    this.#apis = workers.all().filter((_, at) => roles[at] !== "worker");
  }

  async prove(changes: number): Promise<string> {
    const began = performance.now();
    const records = Math.ceil(changes / 50);
    const found: string[] = [];
    for (const part of [
      () => this.#freshness(changes),
      () => this.#limits(),
      () => this.#jobsOnce(records),
      () => this.#sweepOnce(records),
    ]) {
      found.push(await part());
      process.stderr.write(`${found.at(-1)?.split(":", 1)} holds\n`);
    }
    const { repeated } = await expectArrived(this.#workers, 0);
    if (repeated > 0) throw new Error(`${repeated} mails arrived twice`);
    const seconds = Math.round((performance.now() - began) / 1000);
    return [
      `${this.#roles.length} processes (${this.#roles.join(", ")}) on one PostgreSQL and one Redis, ${seconds} s:`,
      ...found,
    ].join("\n  ");
  }

  async #freshness(changes: number): Promise<string> {
    const [first] = this.#apis as [ServerProcess];
    const { database } = this.#workers;
    const brokerageId = await openBrokerage(first, "freshness-of-four.test", adminKey);
    await delay(STARTED_MS);
    const { latencies, made, listings } = await watchFreshness(this.#apis, {
      changes,
      deadlineMs: DEADLINE_MS,
      brokerageId,
      target: writesThrough(first, database),
      db: database.db,
      headers: () => ({ "x-forwarded-for": someAddress() }),
    });
    const [own = [], ...others] = latencies;
    const late = latencies.flat().filter((ms) => ms > PROMISED_MS).length;
    const about = (times: number[]) =>
      `p50 ${quantileMs(times, 0.5)} ms, p99 ${quantileMs(times, 0.99)} ms, max ${quantileMs(times, 1)} ms`;
    return (
      `freshness: ${made} changes through process 1, each shown by searches of all ${this.#apis.length}; ` +
      `${own.length} watched in each, ${late} of ${latencies.flat().length} later than ${PROMISED_MS / 1000} s: in process 1 ${about(own)}; in the others ${about(others.flat())}; ` +
      `each index equal to the table (${listings} public listings)`
    );
  }

  async #limits(): Promise<string> {
    for (let round = 1; round <= ROUNDS; round++) {
      const count = await countPassed(this.#apis, await newKey(this.#workers.database));
      expectExactly(LIMIT, count, `round ${round}`);
    }
    return `limits: ${ROUNDS} rounds of ${REQUESTS} requests at once with one key over all ${this.#apis.length}: exactly ${LIMIT} passed in each`;
  }

  /** Forms come in at all processes; each has a notice to the agent and a webhook. */
  async #jobsOnce(forms: number): Promise<string> {
    const [first] = this.#apis as [ServerProcess];
    await hireOne(first, { domain: FORMS_DOMAIN, key: adminKey });
    const body = { url: this.#hooks.url, events: ["lead.created"] };
    await post(first, "/api/admin/webhooks", "id", { headers: adminHeaders, body });
    const { mail } = this.#workers;
    const leads = await Promise.all(
      Array.from({ length: forms }, (_, at) =>
        sendForm(this.#apis[at % this.#apis.length] as ServerProcess, at, {
          "x-forwarded-host": FORMS_DOMAIN,
          "x-forwarded-for": someAddress(),
        }),
      ),
    );
    const lastMs = await noticesOf(mail, forms);
    const end = performance.now() + DELIVERED_WITHIN_MS;
    while (this.#hooks.received.length < forms) {
      if (performance.now() > end)
        throw new Error(`${this.#hooks.received.length} of ${forms} webhooks arrived`);
      await delay(20);
    }
    await delay(QUIET_MS);
    const notices = [...noticesByVisitor(mail).values()];
    const announced = Map.groupBy(this.#hooks.received, ({ body: event }) => Number(event.data.lead_id));
    const isOnce =
      notices.length === forms &&
      notices.every((count) => count === 1) &&
      this.#hooks.received.length === forms &&
      leads.every((lead) => announced.get(Number(lead))?.length === 1);
    if (!isOnce)
      throw new Error(
        `${forms} forms: notices of ${notices.length}, at most ${Math.max(...notices)} each; ${this.#hooks.received.length} webhooks`,
      );
    return (
      `jobs once: ${forms} forms at all ${this.#apis.length}: ${notices.length} notices at the mail server and ${this.#hooks.received.length} webhooks at their receiver, ` +
      `one each; the last notice ${Math.round(lastMs)} ms after the last form`
    );
  }

  /** All sweep at once, three times, while the jobs of each minute sweep as well. */
  async #sweepOnce(leads: number): Promise<string> {
    const { database } = this.#workers;
    const [first] = this.#apis as [ServerProcess];
    const brokerage = await openSweptBrokerage(first);
    await leadsFallDue(database, brokerage, leads);
    for (let nth = 0; nth < 3; nth++) await Promise.all(this.#apis.map((api) => ask(api, SWEEP)));
    await allSent(this.#workers, brokerage, leads * MAILS_A_LEAD);
    await delay(QUIET_MS);
    await expectEachOnce(database, brokerage, leads);
    return `sweep once: ${leads} leads due at the same moment, swept by all ${this.#apis.length} at once: ${leads * MAILS_A_LEAD} mails at the mail server, each once`;
  }
}

/** Changes of listings by HTTP, with a new key before the one before has reached its limit. */
function writesThrough({ pool }: ServerProcess, database: DatabaseHandle): ChangeTarget {
  let key: Promise<string> | null = null;
  let used = 0;
  const call = async (method: "POST" | "DELETE", path: string, body: string | null): Promise<void> => {
    if (key === null || used++ % (LIMIT / 2) === 0) key = newKey(database, "admin");
    const headers = {
      "x-api-key": await key,
      ...(body !== null && { "content-type": "application/x-ndjson" }),
    };
    const reply = await pool.request({ method, path, headers, body });
    const text = await reply.body.text();
    const isGone = method === "DELETE" && reply.statusCode === 404;
    if (reply.statusCode !== 200 && !isGone)
      throw new Error(`${path} was answered ${reply.statusCode}: ${text}`);
  };
  return {
    store: (source, records) =>
      call(
        "POST",
        `/api/admin/listings/import?source=${source}`,
        records.map((each) => JSON.stringify(each)).join("\n"),
      ),
    async remove(listings) {
      await Promise.all(listings.map((each) => call("DELETE", `/api/admin/listings/${each}`, null)));
    },
  };
}

function someAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}

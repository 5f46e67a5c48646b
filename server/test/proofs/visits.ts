import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { openChromium } from "../harness/chromium.ts";
import { type Fault, type FaultProxy, startFaultProxy } from "../harness/fault-proxy.ts";
import { removeFolder } from "../harness/remove-folder.ts";
import { secretSettings } from "../harness/test-secrets.ts";
import { SeededRandom } from "../search-oracle/seeded-random.ts";
import { withOwnDatabase } from "./own-database.ts";
import { openBrokerage, type ServerProcess, startServer } from "./server-process.ts";
import { expectTracked } from "./visits/expect-tracked.ts";
import { type Tracked, Visitor } from "./visits/visitor.ts";
import { openWebsite } from "./visits/website.ts";

const ADMIN = "bootstrap-key-of-the-visits-proof";
const CONCURRENT_VISITORS = 12;

/**
 * Visitors in Chromium, twelve at a time, each with a browser profile, on a website whose API is behind a network
 * that fails, delays and loses requests. Tabs are closed, reloaded and crash in mid-visit; then all visitors return. Each of their
 * events must be in the table once, and no other.
 */
export async function proveVisits(
  visits: number,
  databaseUrl = process.env.DATABASE_URL ?? "",
): Promise<string> {
  return databaseUrl ? withOwnDatabase(databaseUrl, (url) => prove(visits, url)) : prove(visits, "");
}

async function prove(visits: number, databaseUrl: string): Promise<string> {
  const seed = Number(process.env.SEED ?? 8);
  const dataDir = await mkdtemp(join(tmpdir(), "lintel-visits-"));
  const settings = {
    DATA_DIR: dataDir,
    DEMO: "false",
    // All the visitors come from one address.
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    BOOTSTRAP_ADMIN_KEY: ADMIN,
    ...(databaseUrl && { DATABASE_URL: databaseUrl, ...secretSettings }),
  };
  const run = new Run(seed);
  const server = await startServer(settings, 1);
  try {
    await openBrokerage(server, "localhost", ADMIN);
    const seconds = await run.runVisits(visits, server);
    await server.stop();
    const { stored, sessions } = await expectTracked(
      { databaseUrl: databaseUrl || null, dataDir },
      run.tracked,
      run.sessions,
    );
    return (
      `${visits} visits in Chromium on ${databaseUrl ? "PostgreSQL" : "the embedded database"}, ${seconds.toFixed(0)} s, ` +
      `SEED=${seed}: ${run.formatMishaps()}; ${run.requests} requests, ${run.disturbed} of them spoilt; ` +
      `${stored} events stored of ${run.tracked.size} tracked, in ${sessions} sessions: 0 lost, 0 twice`
    );
  } finally {
    server.kill();
    await server.stop();
    await removeFolder(dataDir);
  }
}

class Run {
  readonly tracked: Tracked = new Map();
  readonly sessions = new Map<number, string>();
  requests = 0;
  disturbed = 0;
  readonly #seed: number;
  readonly #mishaps = new Map<string, number>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** @returns how many seconds it took */
  async runVisits(visits: number, { port }: ServerProcess): Promise<number> {
    const random = new SeededRandom(this.#seed);
    const proxy = await startFaultProxy({ port, faultOf: () => this.#drawFault(random) });
    const website = await openWebsite(proxy.url.replace("127.0.0.1", "localhost"));
    const browser = await openChromium();
    try {
      const started = performance.now();
      let next = 0;
      const failures: unknown[] = [];
      const visitUntilDone = async () => {
        while (next < visits && failures.length === 0) {
          const number = ++next;
          await this.#visit(browser, website.url, number).catch((cause) => {
            failures.push(new Error(`Visit ${number}`, { cause }));
          });
        }
      };
      await Promise.all(Array.from({ length: Math.min(CONCURRENT_VISITORS, visits) }, visitUntilDone));
      if (failures.length > 0) throw failures[0];
      return (performance.now() - started) / 1000;
    } finally {
      await browser.close();
      await website.close();
      await this.#count(proxy);
    }
  }

  async #visit(browser: Browser, url: string, number: number): Promise<void> {
    const random = new SeededRandom(this.#seed * 100_000 + number);
    const visitor = await Visitor.open(browser, { number, url, random, tracked: this.tracked });
    await visitor.visit(random.integer(1, 4));
    for (const mishap of visitor.mishaps) this.#mishaps.set(mishap, (this.#mishaps.get(mishap) ?? 0) + 1);
    this.sessions.set(number, await visitor.comeBack());
  }

  /** A quarter of all requests fails or is delayed. */
  #drawFault(random: SeededRandom): Fault {
    const fault = random.weighted<Fault>([
      [75, { kind: "none" }],
      [10, { kind: "reply lost" }],
      [5, { kind: "answered", status: 503 }],
      [5, { kind: "answered", status: 429, headers: { "retry-after": "1" } }],
      [5, { kind: "broken" }],
    ]);
    if (fault.kind !== "none") this.disturbed++;
    return fault;
  }

  async #count(proxy: FaultProxy): Promise<void> {
    this.requests = proxy.requests.length;
    await proxy.close();
  }

  formatMishaps(): string {
    return [...this.#mishaps]
      .sort()
      .map(([mishap, times]) => `${mishap} ${times}`)
      .join(", ");
  }
}

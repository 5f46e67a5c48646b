import { randomInt } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { formOf } from "../../harness/form.ts";
import { picture } from "../../harness/pictures.ts";

/** What people do, each asked again and again on its own. */
export const probeNames = [
  "search",
  "listing",
  "website",
  "stored picture",
  "form",
  "lead list",
  "upload",
] as const;
export type ProbeName = (typeof probeNames)[number];

type Reply = { status: number; headers: Record<string, unknown>; body: string };
type Answer = { at: number; what: string; isGood: boolean; ms: number };

const PAUSE_MS = 250;
/** Requests that need a silent S3 are refused after ten seconds: what takes this long is a hang. */
const REPLY_WITHIN_MS = 30_000;
const SERVED_OR_REFUSED = ["200", "503"];

export type Probed = {
  port: number;
  host: string;
  key: string;
  agentId: number;
  /** A picture in the file storage. */
  picture: string;
};

/** Asks a server for everything that people want of it, all the time, and remembers what it answered. */
export class Probes {
  readonly acknowledgedForms: string[] = [];
  readonly #answers = new Map<ProbeName, Answer[]>(probeNames.map((name) => [name, []]));
  readonly #pool: Pool;
  readonly #probed: Probed;
  readonly #loops: Promise<void>[];
  #isOver = false;
  #forms = 0;

  constructor(probed: Probed) {
    this.#probed = probed;
    this.#pool = new Pool(`http://127.0.0.1:${probed.port}`, {
      connections: probeNames.length,
      pipelining: 1,
    });
    this.#loops = probeNames.map((name) => this.#repeat(name));
  }

  /** Uploads a picture. @returns its path. */
  static async storePicture({ port, key, agentId }: Omit<Probed, "picture" | "host">): Promise<string> {
    const { headers, body } = await uploadOf(agentId);
    const reply = await fetch(`http://127.0.0.1:${port}/api/upload/agent-photo`, {
      method: "POST",
      headers: { ...headers, "x-api-key": key },
      body: new Uint8Array(body),
    });
    const stored = (await reply.json()) as { photo_url: string };
    return new URL(stored.photo_url).pathname;
  }

  /** What each probe was answered in that time, each answer once, with the longest time to a reply. */
  answersBetween(since: number, until: number): Record<ProbeName, string> {
    return Object.fromEntries(
      probeNames.map((name) => [name, this.#answersOf(name, since, until)]),
    ) as Record<ProbeName, string>;
  }

  /** @throws when an answer in that time was neither a good one nor a 503. */
  expectServedOrRefused(since: number, until: number): void {
    const odd = probeNames.flatMap((name) =>
      this.#of(name)
        .filter(({ at, what }) => at >= since && at <= until && !SERVED_OR_REFUSED.includes(what))
        .map(({ what }) => `${name}: ${what}`),
    );
    if (odd.length > 0) throw new Error(`Neither 200 nor 503: ${[...new Set(odd)].join(", ")}`);
  }

  #answersOf(name: ProbeName, since: number, until: number): string {
    const answers = this.#of(name).filter(({ at, ms }) => at - ms >= since && at <= until);
    const kinds = [...new Set(answers.map(({ what }) => what))].toSorted();
    const slowest = Math.max(0, ...answers.map(({ ms }) => ms));
    return kinds.length === 0 ? "waited" : `${kinds.join(", ")} (${seconds(slowest)})`;
  }

  /** How long after `since` the last bad answer came to a request, in milliseconds; 0 when there was none. */
  badUntil(since: number): number {
    const bad = probeNames.flatMap((name) =>
      this.#of(name).filter(({ at, isGood }) => !isGood && at >= since),
    );
    return Math.max(0, ...bad.map(({ at }) => at - since));
  }

  /** Waits until every probe has had so many good answers in a row. */
  async allGood(inARow = 5): Promise<void> {
    const isBack = (name: ProbeName) => {
      const last = this.#of(name).slice(-inARow);
      return last.length === inARow && last.every(({ isGood }) => isGood);
    };
    const from = performance.now();
    for (const answers of this.#answers.values()) answers.push({ at: from, what: "", isGood: false, ms: 0 });
    while (!probeNames.every(isBack)) {
      if (performance.now() - from > 120_000) throw new Error(`Not back: ${this.#stillBad()}`);
      await delay(PAUSE_MS);
    }
    for (const [name, answers] of this.#answers)
      this.#answers.set(
        name,
        answers.filter(({ what }) => what !== ""),
      );
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
    await this.#pool.close();
  }

  #of(name: ProbeName): Answer[] {
    return this.#answers.get(name) ?? [];
  }

  #stillBad(): string {
    return probeNames.map((name) => `${name} ${this.#of(name).at(-1)?.what}`).join(", ");
  }

  async #repeat(name: ProbeName): Promise<void> {
    while (!this.#isOver) {
      const began = performance.now();
      const reply = await this.#ask(name).catch((error: Error) => error);
      const at = performance.now();
      const isGood = !(reply instanceof Error) && reply.status === 200;
      const what = reply instanceof Error ? reply.message : String(reply.status);
      this.#answers.get(name)?.push({ at, what, isGood, ms: at - began });
      await delay(PAUSE_MS);
    }
  }

  async #ask(name: ProbeName): Promise<Reply> {
    const { host, key, agentId, picture: path } = this.#probed;
    if (name === "search") return this.#get("/api/properties", { host });
    if (name === "listing") return this.#get("/api/properties/A", { host });
    if (name === "website") return this.#get("/homes", { host, accept: "text/html" });
    if (name === "stored picture") return this.#get(path, { host });
    if (name === "lead list") return this.#get("/api/v1/admin/leads?page_size=5", { "x-api-key": key });
    if (name === "upload") {
      const { headers, body } = await uploadOf(agentId);
      return this.#send("POST", "/api/upload/agent-photo", { ...headers, "x-api-key": key }, body);
    }
    const email = `visitor-${process.pid}-${this.#forms++}@visitors.test`;
    const form = { firstName: "Visitor", lastName: "X", email, subject: "House", message: "With a garden." };
    // Each from an address of its own: forms of one address are limited.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
    const headers = { host, "content-type": "application/json", "x-forwarded-for": address };
    const reply = await this.#send("POST", "/api/contact", headers, JSON.stringify(form));
    if (reply.status === 200) this.acknowledgedForms.push(email);
    return reply;
  }

  #get(path: string, headers: Record<string, string>): Promise<Reply> {
    return this.#send("GET", path, headers);
  }

  async #send(
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: string | Buffer,
  ): Promise<Reply> {
    const reply = await this.#pool.request({
      method,
      path,
      headers,
      body: body ?? null,
      headersTimeout: REPLY_WITHIN_MS,
      bodyTimeout: REPLY_WITHIN_MS,
    });
    return { status: reply.statusCode, headers: reply.headers, body: await reply.body.text() };
  }
}

async function uploadOf(agentId: number) {
  const png = await picture(320, 240).png().toBuffer();
  const file = new Blob([png as Uint8Array<ArrayBuffer>], { type: "image/png" });
  return formOf({ agent_id: agentId, file });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

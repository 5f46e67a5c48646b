import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";

const PAUSE_MS = 40;
const WRITERS = 4;
const READERS = 2;

/** What a kind of request is and who waits for it. */
type Kind = "write" | "read" | "search";

/** The replies of one kind since `mark`: when each was good, and what the others were told. */
class Seen {
  #lastGood = 0;
  #longest = 0;
  readonly refusals = new Map<string, number>();

  mark(): void {
    this.#lastGood = performance.now();
    this.#longest = 0;
    this.refusals.clear();
  }

  note(answer: string): void {
    const now = performance.now();
    if (answer !== "200") {
      this.refusals.set(answer, (this.refusals.get(answer) ?? 0) + 1);
      return;
    }
    this.#longest = Math.max(this.#longest, now - this.#lastGood);
    this.#lastGood = now;
  }

  /** The longest time without a good reply, in milliseconds. */
  get longestMs(): number {
    return this.#longest;
  }
}

/**
 * Visitors who send forms (writes), staff who read leads (reads of the database) and visitors who search (reads of the listing index), one
 * request after the other, all the time.
 */
export class FailoverLoad {
  readonly seen: Record<Kind, Seen> = { write: new Seen(), read: new Seen(), search: new Seen() };
  readonly acknowledged: string[] = [];
  readonly #pool: Pool;
  readonly #callers: Promise<void>[];
  #sent = 0;
  #isOver = false;

  constructor(port: number, { host, key }: { host: string; key: string }) {
    this.#pool = new Pool(`http://127.0.0.1:${port}`, { connections: WRITERS + 2 * READERS, pipelining: 1 });
    const read = () => this.#ask("read", "GET", "/api/v1/admin/leads?page_size=20", { "x-api-key": key });
    const search = () => this.#ask("search", "GET", "/api/properties", { host });
    const write = async () => {
      const email = `visitor-${this.#sent++}@visitors.test`;
      const form = {
        firstName: "Visitor",
        lastName: "X",
        email,
        subject: "House",
        message: "With a garden.",
      };
      const isGood = await this.#ask("write", "POST", "/api/contact", { host }, JSON.stringify(form));
      if (isGood) this.acknowledged.push(email);
    };
    const all = [...Array(WRITERS).fill(write), ...Array(READERS).fill(read), ...Array(READERS).fill(search)];
    this.#callers = all.map((call) => this.#repeat(call));
  }

  mark(): void {
    for (const seen of Object.values(this.seen)) seen.mark();
  }

  /** Waits until each kind had a good reply again, so many times. */
  async isBack(times: number): Promise<void> {
    const before = this.acknowledged.length;
    while (this.acknowledged.length < before + times) await delay(PAUSE_MS);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#callers);
    await this.#pool.close();
  }

  async #repeat(call: () => Promise<unknown>): Promise<void> {
    while (!this.#isOver) {
      await call();
      await delay(PAUSE_MS);
    }
  }

  async #ask(
    kind: Kind,
    method: "GET" | "POST",
    path: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<boolean> {
    const answer = await this.#pool
      .request({
        method,
        path,
        headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
        body: body ?? null,
      })
      .then(
        async ({ statusCode, body: reply }) => {
          await reply.dump();
          return String(statusCode);
        },
        (error: Error) => error.message,
      );
    this.seen[kind].note(answer);
    return answer === "200";
  }
}

import type { Installation } from "./backup-installation.ts";
import { post, type ServerProcess } from "./server-process.ts";

type Writable = Pick<Installation, "adminKey" | "domain" | "brokerageId">;

/** Of each writer, the number of its last write. */
export type Positions = number[];

/**
 * Writers that each send one write after the other, odd ones a new lead and even ones an edit of the writer's agent, with sequence
 * numbers. The state of a moment has each writer's writes from the first to one of them.
 */
export class BackupWriters {
  readonly #installation: Writable;
  readonly #sent: Positions;
  readonly #acknowledged: Positions;
  #agents: number[] = [];
  #stopped = false;
  #running: Promise<unknown> = Promise.resolve();

  constructor(installation: Writable, count: number) {
    this.#installation = installation;
    this.#sent = Array<number>(count).fill(0);
    this.#acknowledged = [...this.#sent];
  }

  /** An agent for each writer. */
  async prepare(server: ServerProcess): Promise<void> {
    const { brokerageId } = this.#installation;
    for (const writer of this.#sent.keys()) {
      const body = { brokerage_id: brokerageId, name: "Writer", slug: `writer-${writer}`, bio: "0" };
      this.#agents.push(
        await post(server, "/api/admin/agents", "id", {
          headers: this.#headers,
          body: { ...body, email: `writer-${writer}@agents.test` },
        }),
      );
    }
  }

  /** Resolves when all have stopped; fails with the first write that fails. */
  start(server: ServerProcess): Promise<unknown> {
    this.#stopped = false;
    this.#running = Promise.all([...this.#sent.keys()].map((writer) => this.#write(server, writer)));
    this.#running.catch(() => {});
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  /** Before the server is killed: the writes that are open may fail. */
  stopQuietly(): void {
    this.#stopped = true;
  }

  acknowledged = (): Positions => [...this.#acknowledged];
  sent = (): Positions => [...this.#sent];

  /** After a kill: what was sent without an answer may be stored. Continues after it. */
  async readBack(server: ServerProcess): Promise<void> {
    const stored = await this.#positions(server);
    for (const [writer, position] of stored.entries()) {
      if (position < (this.#acknowledged[writer] ?? 0))
        throw new Error(`A kill lost a write of writer ${writer}`);
      this.#sent[writer] = position;
      this.#acknowledged[writer] = position;
    }
  }

  /** @returns how many writes the restored server has. */
  async expectOneMoment(
    copy: ServerProcess,
    { before, after }: { before: Positions; after: Positions },
  ): Promise<number> {
    const found = await this.#positions(copy);
    for (const [writer, position] of found.entries()) {
      const [least = 0, most = 0] = [before[writer], after[writer]];
      if (position < least || position > most)
        throw new Error(`Writer ${writer} is restored up to ${position}, not between ${least} and ${most}`);
    }
    return found.reduce((sum, position) => sum + position, 0);
  }

  get #headers() {
    return { "x-api-key": this.#installation.adminKey };
  }

  async #write(server: ServerProcess, writer: number): Promise<void> {
    while (!this.#stopped) {
      const next = (this.#acknowledged[writer] ?? 0) + 1;
      this.#sent[writer] = next;
      try {
        await (next % 2 === 1 ? this.#sendLead(server, writer, next) : this.#edit(server, writer, next));
      } catch (error) {
        if (this.#stopped) return;
        throw error;
      }
      this.#acknowledged[writer] = next;
    }
  }

  async #sendLead(server: ServerProcess, writer: number, number: number): Promise<void> {
    const body = {
      ...{
        firstName: `Writer${writer}`,
        lastName: `Number${number}`,
        email: `w${writer}-${number}@visitors.test`,
      },
      ...{ subject: "House", message: "With a garden." },
    };
    await post(server, "/api/contact", "success", { headers: { host: this.#installation.domain }, body });
  }

  async #edit({ pool }: ServerProcess, writer: number, number: number): Promise<void> {
    const { statusCode, body } = await pool.request({
      ...{ method: "PUT", path: `/api/admin/agents/${this.#agents[writer]}` },
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify({ bio: String(number) }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`The edit was answered with ${statusCode}: ${text}`);
  }

  /** Each writer's last write. @throws when an earlier one is missing. */
  async #positions(server: ServerProcess): Promise<Positions> {
    const leads = await this.#leads(server);
    const positions: Positions = [];
    for (const [writer, agent] of this.#agents.entries()) {
      const numbers = leads.get(writer) ?? [];
      const edit = Number((await this.#get<{ bio: string }>(server, `/api/admin/agents/${agent}`)).bio);
      for (const [index, number] of numbers.toSorted((a, b) => a - b).entries())
        if (number !== 2 * index + 1) throw new Error(`Writer ${writer} lacks lead ${2 * index + 1}`);
      const last = 2 * numbers.length - 1;
      if (edit !== last + 1 && edit !== Math.max(0, last - 1))
        throw new Error(`Writer ${writer} has leads up to ${last} and the edit ${edit}`);
      positions.push(Math.max(edit, last, 0));
    }
    return positions;
  }

  async #leads(server: ServerProcess): Promise<Map<number, number[]>> {
    const found = new Map<number, number[]>();
    for (let page = 1, pages = 1; page <= pages; page++) {
      const path = `/api/v1/admin/leads?page_size=100&page=${page}&sort=created_at&brokerage_id=${this.#installation.brokerageId}`;
      const reply = await this.#get<{ items: { first_name: string; last_name: string }[]; total: number }>(
        server,
        path,
      );
      pages = Math.ceil(reply.total / 100);
      for (const { first_name, last_name } of reply.items) {
        const [, writer, number] = /Writer(\d+) Number(\d+)/.exec(`${first_name} ${last_name}`) ?? [];
        found.set(Number(writer), [...(found.get(Number(writer)) ?? []), Number(number)]);
      }
    }
    return found;
  }

  async #get<Reply>({ pool }: ServerProcess, path: string): Promise<Reply> {
    const { statusCode, body } = await pool.request({ method: "GET", path, headers: this.#headers });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${text}`);
    return JSON.parse(text) as Reply;
  }
}

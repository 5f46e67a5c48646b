import { EventSource } from "undici";
import { openEventSource } from "../../harness/event-source.ts";
import { cookieOfKey } from "../../harness/key-session.ts";
import { DUMP_KEYS } from "../../upgrades/kept-dumps.ts";

/** A browser of the back office that follows the live stream, and connects again when a server ends. */
export class LeadStream {
  /** How often each lead was announced as new. */
  readonly created = new Map<number, number>();
  opened = 0;
  readonly #source: EventSource;

  private constructor(origin: string, cookie: string) {
    this.#source = openEventSource(`${origin}/api/v1/admin/stream`, { cookie });
    this.#source.addEventListener("open", () => {
      this.opened++;
    });
    this.#source.addEventListener("lead.created", (message) => {
      const { lead_id } = JSON.parse((message as MessageEvent).data);
      this.created.set(lead_id, (this.created.get(lead_id) ?? 0) + 1);
    });
  }

  static async open(port: number): Promise<LeadStream> {
    const origin = `http://127.0.0.1:${port}`;
    const stream = new LeadStream(origin, await cookieOfKey(origin, DUMP_KEYS.broker));
    while (stream.opened === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    return stream;
  }

  /** Whether it was refused for good: a browser does not connect again then. */
  get isRefused(): boolean {
    return this.#source.readyState === EventSource.CLOSED;
  }

  close(): void {
    this.#source.close();
  }
}

import { setTimeout as delay } from "node:timers/promises";
import PostalMime from "postal-mime";
import { type SmtpServer, startSmtpServer } from "../../harness/smtp-server.ts";

const LINK_WITHIN_MS = 90_000;

/** A mail server that counts what arrives and keeps no mail, as runs of hours need it. */
export class ArrivedMails {
  total = 0;
  /** Of each visitor who has sent a form or registered: how many notices the agents have. */
  readonly notices = new Map<string, number>();
  readonly #server: SmtpServer;
  readonly #links = new Map<string, string>();

  private constructor(server: SmtpServer) {
    this.#server = server;
  }

  static async start(): Promise<ArrivedMails> {
    return new ArrivedMails(await startSmtpServer());
  }

  get port(): number {
    return this.#server.port;
  }

  /** Counts the mails that have arrived since the last call. */
  async count(): Promise<void> {
    for (const { raw, to } of this.#server.arrived.splice(0)) {
      this.total++;
      const [, subject = ""] = /^Subject: (.*)$/im.exec(raw.toString("latin1")) ?? [];
      const [, visitor] = /^New lead assigned: .*?(\w+\d+)/.exec(subject) ?? [];
      if (visitor !== undefined) this.notices.set(visitor, (this.notices.get(visitor) ?? 0) + 1);
      const [recipient = ""] = to;
      if (!recipient.endsWith("@clients.test") || this.#links.has(recipient)) continue;
      const { text = "" } = await PostalMime.parse(raw);
      const [, link] = /[?&/#](?:token=|verify\/|sign-in\/)([\w-]{20,})/.exec(text) ?? [];
      if (link !== undefined) this.#links.set(recipient, link);
    }
  }

  /** Waits for the magic link of a client. */
  async linkTo(recipient: string): Promise<string> {
    const until = performance.now() + LINK_WITHIN_MS;
    for (;;) {
      await this.count();
      const link = this.#links.get(recipient);
      if (link !== undefined) return link;
      if (performance.now() > until) throw new Error(`${recipient} has no magic link`);
      await delay(20);
    }
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}

import type { Email } from "postal-mime";
import { deliverMessages, enqueueMail } from "../../src/messages/index.ts";
import type { Context } from "../../src/platform/context.ts";
import { type SmtpServer, startSmtpServer } from "./smtp-server.ts";
import { startTestApp, type TestApp } from "./test-app.ts";

export const FROM = "office@lintel.test";
export const PASSWORD = "a password of the mail server";

/** The whole product with a mail server, whose mail leaves when a test says so. */
export type MailFixture = {
  lintel: TestApp;
  server: SmtpServer;
  /** Sends what is due now. */
  deliver(ctx?: Context): ReturnType<typeof deliverMessages>;
  /** The mails to an address, as a mail program reads them. */
  mailsTo(address: string): Promise<Email[]>;
  /** Writes a welcome of a brokerage to so many visitors, `visitor-1@<slug>.test` and on. */
  write(brokerage: { id: number; slug: string }, count?: number): Promise<void>;
  /** The rows of the ledger, oldest first. */
  ledger(brokerageId: number): Promise<LedgerRow[]>;
  close(): Promise<void>;
};

export type LedgerRow = {
  recipient: string;
  kind: string;
  state: string;
  attempts: number;
  failure: string | null;
  content: unknown;
  reference: string;
  due_at: Date;
  finished_at: Date | null;
};

export async function openMail(
  environment: Record<string, string> = {},
  options: Parameters<typeof startTestApp>[1] = {},
): Promise<MailFixture> {
  const server = await startSmtpServer({ login: { user: "lintel", password: PASSWORD } });
  const ours = {
    LOG_LEVEL: "silent",
    MAIL_URL: `smtp://lintel:${encodeURIComponent(PASSWORD)}@127.0.0.1:${server.port}`,
    MAIL_FROM: FROM,
  };
  const lintel = await startTestApp({ ...ours, ...environment }, options);
  return {
    lintel,
    server,
    deliver: (ctx = lintel.ctx) => deliverMessages(ctx),
    mailsTo: async (address) =>
      (await server.read()).filter(({ to }) => to?.some((each) => each.address === address)),
    async write({ id, slug }, count = 1) {
      for (let at = 1; at <= count; at++) {
        await enqueueMail(lintel.ctx, {
          brokerageId: id,
          leadId: null,
          template: "welcome",
          data: { firstName: "Ada", brokerage: slug, agent: null, website: null },
          to: `visitor-${at}@${slug}.test`,
          replyTo: null,
          audience: "public",
          occasion: "a test",
        });
      }
    },
    ledger: (brokerageId) =>
      lintel.database.db
        .selectFrom("messages")
        .select([
          "recipient",
          "kind",
          "state",
          "attempts",
          "failure",
          "content",
          "reference",
          "due_at",
          "finished_at",
        ])
        .where("brokerage_id", "=", brokerageId)
        .orderBy("id")
        .execute(),
    async close() {
      await lintel.close();
      await server.close();
    },
  };
}

import { createTransport } from "nodemailer";
import pLimit from "p-limit";
import { TemporaryFailure } from "../delivery-failures.ts";
import { compose } from "./compose.ts";
import type { Mailer } from "./mail.ts";
import type { MailServer } from "./mail-server.ts";
import { smtpFailure } from "./smtp-failure.ts";

/** As many mails are sent at once. */
export const CONNECTIONS = 5;

/** Then a connection is opened anew: a server that balances its load, or counts, gets to. */
const MAILS_A_CONNECTION = 500;

/** How long each step may take, in ms: a server that hangs holds up nobody. Whoever sends bounds the whole. */
export type Timeouts = { connection: number; greeting: number; silence: number; name: number; idle: number };

const defaultTimeouts: Timeouts = {
  connection: 10_000,
  greeting: 20_000,
  // Some servers look at a mail for a while before they take it; who hangs up then sends it twice.
  silence: 120_000,
  name: 10_000,
  // Servers hang up on idle connections too; the mail that meets the hanging up would have to wait for its next turn.
  idle: 15_000,
};

/** Mail over SMTP, by a few connections that stay open for a while. Certificates are verified, always. */
export function smtpMailer(server: MailServer, from: string, wait: Timeouts = defaultTimeouts): Mailer {
  const { host, port, secure, starttls, login } = server;
  const transport = createTransport({
    host,
    port,
    secure,
    requireTLS: starttls === "required",
    ignoreTLS: starttls === "off",
    ...(login && { auth: { user: login.user, pass: login.password } }),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_A_CONNECTION,
    // Whether to send again is for the ledger to say.
    maxRequeues: 0,
    connectionTimeout: wait.connection,
    greetingTimeout: wait.greeting,
    socketTimeout: wait.silence,
    dnsTimeout: wait.name,
    idleTimeout: wait.idle,
  });
  // A connection that breaks while it is idle; the next mail opens another.
  transport.on("error", () => {});
  return {
    limit: pLimit(CONNECTIONS),
    async send(mail, { signal }) {
      const message = compose(mail, from);
      try {
        await transport.sendMail({ ...message, signal });
      } catch (error) {
        if (signal.aborted) throw new TemporaryFailure("the mail server took too long");
        throw smtpFailure(error as Error, server);
      }
    },
    async prune() {},
    close: () => transport.close(),
  };
}

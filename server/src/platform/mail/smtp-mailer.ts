import { createTransport } from "nodemailer";
import pLimit from "p-limit";
import { TemporaryFailure } from "../errors.ts";
import { compose } from "./compose.ts";
import type { Mailer } from "./mail.ts";
import type { MailServer } from "./mail-server.ts";
import { smtpFailure } from "./smtp-failure.ts";

/** Connections to the mail server, and so mails in flight. */
export const CONNECTIONS = 5;

/** Mails after which a connection is closed and opened again, for servers that balance load or limit mails by connection. */
const MAILS_A_CONNECTION = 500;

/** Timeouts in ms of the steps of a send. The caller bounds the whole. */
export type Timeouts = { connection: number; greeting: number; silence: number; name: number; idle: number };

const defaultTimeouts: Timeouts = {
  connection: 10_000,
  greeting: 20_000,
  // Some servers inspect a mail for a while before they accept it. Closing the connection then would send the mail twice.
  silence: 120_000,
  name: 10_000,
  // Servers close idle connections. A mail that is sent at that moment would fail and wait for its retry.
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
    // The ledger decides about retries.
    maxRequeues: 0,
    connectionTimeout: wait.connection,
    greetingTimeout: wait.greeting,
    socketTimeout: wait.silence,
    dnsTimeout: wait.name,
    idleTimeout: wait.idle,
  });
  // An idle connection broke. The next mail opens another one.
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

import { traced } from "../telemetry/tracing.ts";
import type { Mailer } from "./mail.ts";
import type { MailServer } from "./mail-server.ts";

/** A mailer whose sends are spans, with the server's address and nothing of the mail. */
export function tracedMailer(mailer: Mailer, server: MailServer | null): Mailer {
  const [name, attributes] =
    server === null
      ? ["outbox write", {}]
      : ["smtp send", { "server.address": server.host, "server.port": server.port }];
  return {
    ...mailer,
    send: (mail, options) => traced(name, { kind: "client", attributes }, () => mailer.send(mail, options)),
  };
}

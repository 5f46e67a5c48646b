import { join } from "node:path";
import type { Config } from "../config/config.ts";
import type { Mailer } from "./mail.ts";
import { outboxMailer } from "./outbox-mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** MAIL_URL's server, or the outbox in DATA_DIR. */
export function openMailer({ mail, dataDir }: Pick<Config, "mail" | "dataDir">): Mailer {
  return mail.server === null
    ? outboxMailer(join(dataDir, "outbox"), mail.from)
    : smtpMailer(mail.server, mail.from);
}

import { PermanentFailure, TemporaryFailure } from "../errors.ts";
import { oneLine } from "./compose.ts";
import type { MailServer } from "./mail-server.ts";

/** What nodemailer rejects with. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number };

const MAX_LENGTH = 300;

/** Why a mail could not be sent, in a line without passwords: the server may have echoed them. */
export function smtpFailure(error: SmtpError, { login }: MailServer): PermanentFailure | TemporaryFailure {
  const why = withoutSecrets(oneLine(error.message), login).slice(0, MAX_LENGTH);
  // The error itself is not kept as the cause: it can hold the commands of the session.
  return isPermanent(error) ? new PermanentFailure(why) : new TemporaryFailure(why);
}

const MUST_LOG_IN = 530;

/**
 * A 5xx to the recipient or to the content is for good. One to the login or to the sender is ours to mend, and nothing
 * is lost meanwhile.
 */
function isPermanent({ code, command, responseCode = 0 }: SmtpError): boolean {
  const isPermanent = responseCode >= 500 && responseCode !== MUST_LOG_IN;
  return isPermanent && ((code === "EENVELOPE" && command === "RCPT TO") || code === "EMESSAGE");
}

function withoutSecrets(text: string, login: MailServer["login"]): string {
  if (!login) return text;
  const { user, password } = login;
  const base64 = (plain: string) => Buffer.from(plain).toString("base64");
  const spellings = [
    base64(`\0${user}\0${password}`),
    base64(password),
    encodeURIComponent(password),
    password,
  ];
  return spellings.reduce((safe, secret) => safe.replaceAll(secret, "***"), text);
}

import type { LimitFunction } from "p-limit";

/** An email as it leaves: addresses and texts in plain words, encoded by the mailer. */
export type Mail = {
  /** With angle brackets; the same each time the same mail is sent. */
  messageId: string;
  /** Who it says it is from; the address is the platform's. */
  fromName: string;
  to: string;
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  /** Of marketing mail: where one click ends it (RFC 8058). */
  unsubscribeUrl?: string | null;
  /** When it was written; the same each time, too. */
  date: Date;
};

/** How mail leaves. */
export type Mailer = {
  /**
   * Runs as many tasks at once as there are connections, in the order of the calls. A task sends a mail and records that it was
   * sent, so that a crash leaves at most one mail in doubt for each connection.
   */
  limit: LimitFunction;
  /**
   * Resolves when the server has accepted the mail; rejects with a failure (platform/errors.ts). Once `signal`
   * is aborted the mailer gives up, and the mail may or may not have left.
   */
  send(mail: Mail, options: { signal: AbortSignal }): Promise<void>;
  /** Removes mail whose retention is over. */
  prune(now: Date): Promise<void>;
  close(): void;
};

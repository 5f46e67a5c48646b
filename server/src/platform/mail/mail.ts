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

export type MailSending = {
  /** Once it is aborted the mailer gives up: whether the mail has left, nobody knows then. */
  signal: AbortSignal;
  /** Awaited when all is said but the word that makes it the server's; what is aborted before that has not left. */
  handOver?: () => Promise<void>;
};

/** How mail leaves. */
export type Mailer = {
  /**
   * Resolves when somebody else has taken the mail over; rejects with a Refused or a Trouble (platform/delivery.ts).
   */
  send(mail: Mail, sending: MailSending): Promise<void>;
  /** Removes what has been kept for long enough. */
  prune(now: Date): Promise<void>;
  close(): void;
};

/** An account with the SMS provider, as texts are sent with it. */
export type SmsAccount = { accountSid: string; authToken: string; from: string };

/** What the program was started with for texts. */
export type SmsConfig = {
  /** The platform's own, for brokerages that have none. */
  account: SmsAccount | null;
  /** Where the provider is, for a region of its own: an origin; null: where it always is. */
  baseUrl: string | null;
};

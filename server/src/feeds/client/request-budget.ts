/** What may be asked of a feed's server, and when. */
export type RequestBudget = {
  /**
   * Waits until a request may be sent, and counts it.
   *
   * @param expectedBytes of its reply; they are counted until the real number is known.
   * @throws FeedStopped when the feed was disabled or deleted; the reason of the signal.
   */
  take(expectedBytes: number, signal: AbortSignal): Promise<{ received(bytes: number): Promise<void> }>;
  /** The server asks for a pause: no request of the feed is sent before its end. */
  pause(ms: number): Promise<void>;
};

/** For the trial of a feed: a handful of requests. */
export const trialBudget: RequestBudget = {
  take: async () => ({ received: async () => {} }),
  pause: async () => {},
};

/** A reply as it is expected. */
export type ReplySize = {
  /** `page`: of the API, of which the feed's last ones tell the size; `probe`: its content does not matter. */
  kind: "page" | "token" | "photo" | "probe";
  /** Bytes: no request is sent while fewer are left. */
  expected: number;
  /** The most bytes that are accepted. */
  most: number;
};

/** The permission to send one request now. */
export type Turn = {
  /** The most bytes that the reply may have: those are counted until `received` is called. */
  maxBytes: number;
  /** The reply had so many bytes. */
  received(bytes: number): Promise<void>;
  /** The request is not sent. */
  release(): Promise<void>;
};

/** What may be asked of a feed's server, and when. */
export type RequestBudget = {
  /**
   * Waits until a request may be sent, and counts it: the caller sends it at once, or gives the turn back.
   *
   * @throws FeedStopped when the feed was disabled or deleted; the reason of the signal.
   */
  take(reply: ReplySize, signal: AbortSignal): Promise<Turn>;
  /** The server asks for a pause: no request of the feed is sent before its end. */
  pause(ms: number): Promise<void>;
};

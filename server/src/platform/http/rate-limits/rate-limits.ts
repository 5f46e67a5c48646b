/** How many requests (or kilobytes) in how many seconds, and for whom they are counted together. */
export type RateLimit = {
  points: number;
  seconds: number;
  /** Caller: the key or the token's subject. Caller and session fall back to the address. */
  scope: "caller" | "address" | "session" | "global" | "email" | "bytes";
};

/** Every rate limit of the product (SPEC: Limits). A route names its own ones; the general ones count on all. */
export const rateLimits = {
  caller_minute: { points: 100, seconds: 60, scope: "caller" },
  caller_hour: { points: 1000, seconds: 3600, scope: "caller" },
  address_minute: { points: 300, seconds: 60, scope: "address" },

  // Of a Host or an Origin that is no brokerage's: beyond it, which pages may read is answered from memory.
  unknown_hosts: { points: 120, seconds: 60, scope: "address" },
  // Forms that the SMS provider has not signed. Signed ones are never counted.
  unsigned_forms: { points: 60, seconds: 60, scope: "address" },

  image_search: { points: 100, seconds: 60, scope: "caller" },
  reindex: { points: 5, seconds: 3600, scope: "global" },
  // Each asks a model, and compares every listing that its filters leave.
  semantic_search: { points: 120, seconds: 60, scope: "address" },
  // Three searches each.
  compare_searches: { points: 40, seconds: 60, scope: "address" },
  multimodal_search: { points: 30, seconds: 60, scope: "session" },
  // Whoever names another session each time would never run out of theirs.
  multimodal_address: { points: 120, seconds: 60, scope: "address" },
  // Each may have us fetch a picture, and look at it.
  similar_images: { points: 30, seconds: 60, scope: "address" },
  session_events: { points: 100, seconds: 900, scope: "session" },
  session_preferences: { points: 50, seconds: 900, scope: "session" },
  sessions: { points: 30, seconds: 900, scope: "session" },
  // Whoever names another session each time would never run out of theirs.
  new_sessions: { points: 300, seconds: 900, scope: "address" },
  // What callers without credentials may add to the database, as `count-stored-bytes.ts` reckons it.
  stored_kilobytes: { points: 51_200, seconds: 3600, scope: "bytes" },
  // Browsing (sessions, events, preferences) may take four fifths of that: many visitors behind one address leave room for forms.
  stored_by_browsing: { points: 40_960, seconds: 3600, scope: "bytes" },
  registration_address: { points: 3, seconds: 900, scope: "address" },
  registration_email: { points: 5, seconds: 3600, scope: "email" },
  // Three links an email, whose places are no rate; this keeps one address from writing to everybody.
  magic_link_address: { points: 100, seconds: 900, scope: "address" },
  // What a form causes is capped (messages/caps); these keep one address, or one person's name, from filling the database.
  forms_address: { points: 200, seconds: 60, scope: "address" },
  contact_email: { points: 200, seconds: 3600, scope: "email" },
  tour_email: { points: 200, seconds: 3600, scope: "email" },
  newsletter_email: { points: 60, seconds: 3600, scope: "email" },
  privacy_address: { points: 5, seconds: 3600, scope: "address" },
  privacy_email: { points: 5, seconds: 86_400, scope: "email" },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;

/** What can be counted before the body is read: all but the limits on what stands in it, or on how much. */
export type RequestLimitName = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]["scope"] extends "email" | "bytes" ? never : Name;
}[RateLimitName];

/** Counted on every route, for whoever has shown who they are, and for everybody else. */
export const generalLimits = {
  known: ["caller_minute", "caller_hour"],
  unknown: ["address_minute"],
} as const satisfies Record<string, readonly RequestLimitName[]>;

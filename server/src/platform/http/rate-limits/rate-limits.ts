import type { RateLimitConfig } from "../../config/rate-limit-settings.ts";

/** Requests (or kilobytes) per window, and the key they are counted by. */
export type RateLimit = {
  points: number;
  seconds: number;
  /** Caller: the API key or the token's subject. Caller and session fall back to the address. */
  scope: "caller" | "address" | "session" | "global" | "email" | "bytes";
};

/** Files and tiles that an address may load for each of its other requests. */
const ASSETS_A_REQUEST = 10;
/** Of a person at the console for each request of a program: a page makes ten, and so does each change that it shows at once. */
const CONSOLE_REQUESTS_A_REQUEST = 20;

/**
 * Every rate limit of the product (SPEC: Limits). A route names its own limits; the general ones apply to all routes.
 */
export const rateLimits = {
  caller_minute: { points: 100, seconds: 60, scope: "caller" },
  caller_hour: { points: 1000, seconds: 3600, scope: "caller" },
  console_minute: { points: 100 * CONSOLE_REQUESTS_A_REQUEST, seconds: 60, scope: "caller" },
  console_hour: { points: 1000 * CONSOLE_REQUESTS_A_REQUEST, seconds: 3600, scope: "caller" },
  address_minute: { points: 300, seconds: 60, scope: "address" },
  // What one page loads many of: files and tiles of maps.
  assets_minute: { points: 300 * ASSETS_A_REQUEST, seconds: 60, scope: "address" },

  // Lookups of an unknown Host or Origin. When exhausted, CORS is answered from the cache.
  unknown_hosts: { points: 120, seconds: 60, scope: "address" },
  // Forms without a valid signature of the SMS provider. Signed forms are not counted.
  unsigned_forms: { points: 60, seconds: 60, scope: "address" },

  // Each edits or restores up to 200 leads.
  bulk_edits: { points: 30, seconds: 60, scope: "caller" },
  // Each is a page of 10,000 listings.
  listing_index: { points: 120, seconds: 60, scope: "address" },
  // Streams that are opened: a client that is refused or cut off connects again by itself.
  streams: { points: 60, seconds: 60, scope: "caller" },
  // Each waits for the brokerage's real leads, and they for it.
  routing_previews: { points: 60, seconds: 60, scope: "caller" },
  image_search: { points: 100, seconds: 60, scope: "caller" },
  reindex: { points: 5, seconds: 3600, scope: "global" },
  // Each calls a model and compares every listing that passes the filters.
  semantic_search: { points: 120, seconds: 60, scope: "address" },
  // Three searches per request.
  compare_searches: { points: 40, seconds: 60, scope: "address" },
  multimodal_search: { points: 30, seconds: 60, scope: "session" },
  // Per address too, because callers can make up session ids.
  multimodal_address: { points: 120, seconds: 60, scope: "address" },
  // Each may fetch and decode a picture.
  similar_images: { points: 30, seconds: 60, scope: "address" },
  session_events: { points: 100, seconds: 900, scope: "session" },
  session_preferences: { points: 50, seconds: 900, scope: "session" },
  sessions: { points: 30, seconds: 900, scope: "session" },
  // Per address too, because callers can make up session ids.
  new_sessions: { points: 300, seconds: 900, scope: "address" },
  // Storage of callers without credentials, as `count-stored-bytes.ts` estimates it.
  stored_kilobytes: { points: 51_200, seconds: 3600, scope: "bytes" },
  // Browsing (sessions, events, preferences) is limited to four fifths of that: many visitors behind one address
  // leave capacity for forms.
  stored_by_browsing: { points: 40_960, seconds: 3600, scope: "bytes" },
  registration_address: { points: 3, seconds: 900, scope: "address" },
  registration_email: { points: 5, seconds: 3600, scope: "email" },
  // The limit of three links per email is separate; this keeps one address from writing to many emails.
  magic_link_address: { points: 100, seconds: 900, scope: "address" },
  // Tries at codes of links, beside the five that each link has. Those by email, where the caller need not have asked for the link.
  link_code_address: { points: 30, seconds: 900, scope: "address" },
  link_code_email: { points: 15, seconds: 3600, scope: "email" },
  // Staff: links that are requested, by a whole office behind one address. A person has five links an hour beside.
  email_link_address: { points: 120, seconds: 60, scope: "address" },
  // What signs in cannot be guessed: this bounds the work, and callers behind a shared address wait a minute at most.
  sign_in_address: { points: 120, seconds: 60, scope: "address" },
  // The effects of a form are capped (messages/caps); these keep one address, or one person's name, from filling the
  // database.
  forms_address: { points: 200, seconds: 60, scope: "address" },
  contact_email: { points: 200, seconds: 3600, scope: "email" },
  tour_email: { points: 200, seconds: 3600, scope: "email" },
  newsletter_email: { points: 60, seconds: 3600, scope: "email" },
  privacy_address: { points: 5, seconds: 3600, scope: "address" },
  privacy_email: { points: 5, seconds: 86_400, scope: "email" },
} as const satisfies Record<string, RateLimit>;

/** The table with the general limits that the operator has set. */
export function rateLimitsWith(general: RateLimitConfig): Record<RateLimitName, RateLimit> {
  return {
    ...rateLimits,
    caller_minute: { ...rateLimits.caller_minute, points: general.keyMinute },
    caller_hour: { ...rateLimits.caller_hour, points: general.keyHour },
    console_minute: { ...rateLimits.console_minute, points: general.keyMinute * CONSOLE_REQUESTS_A_REQUEST },
    console_hour: { ...rateLimits.console_hour, points: general.keyHour * CONSOLE_REQUESTS_A_REQUEST },
    address_minute: { ...rateLimits.address_minute, points: general.addressMinute },
    assets_minute: { ...rateLimits.assets_minute, points: general.addressMinute * ASSETS_A_REQUEST },
  };
}

export type RateLimitName = keyof typeof rateLimits;

/** Limits that are counted before the body is read: all but those on its content or size. */
export type RequestLimitName = {
  [Name in RateLimitName]: (typeof rateLimits)[Name]["scope"] extends "email" | "bytes" ? never : Name;
}[RateLimitName];

/**
 * Counted on every route: for authenticated callers, for those of them whose cookie says that they are at the console, and for anonymous
 * ones; `assets` for anonymous ones where many belong to one page.
 */
export const generalLimits = {
  known: ["caller_minute", "caller_hour"],
  console: ["console_minute", "console_hour"],
  unknown: ["address_minute"],
  assets: ["assets_minute"],
} as const satisfies Record<string, readonly RequestLimitName[]>;

import type { ResourceName } from "./resources.ts";

/** How the server behaves. Everything can be changed while it runs: PUT /control/behaviours. */
export type Behaviours = {
  /** Resources that are offered. Without EntityEvent a client has to find changes by time. */
  resources: ResourceName[];
  /** Whether EntityEvent, where it stands in $metadata, can be read. */
  entity_event_readable: boolean;
  /** False: neither $orderby nor a filter by key; pages follow @odata.nextLink alone. */
  keyset: boolean;
  /** Whether `in` is understood. */
  in_operator: boolean;
  /** Most alternatives (`or`) in a filter. */
  max_or: number;
  max_page_size: number;
  default_page_size: number;
  /** "whole": $top limits the result over all pages, as OData says. "page": it is the size of a page. */
  top: "whole" | "page";
  /** Links to the next page are valid for this long; null: for ever. */
  next_link_seconds: number | null;
  relative_next_link: boolean;
  /** Where links to next pages lead instead, such as another server; null: here. */
  next_link_origin: string | null;
  /** Addresses of photos are signed, and end after some seconds or uses; null: they never end. */
  signed_media: { seconds: number; uses: number } | null;
  /** Requests a second, of the API and of photos; more are answered by 429. */
  requests_per_second: number | null;
  /** Retry-After of a 429 or 503. */
  retry_after: { seconds: number } | { date: number } | null;
  /** Failures of the next requests of the API, one each. */
  fail_next: Failure[];
  /** Statuses that refuse the next requests of photos, one each. */
  refuse_next_media: (403 | 404 | 410 | 429)[];
  /** Every connection is broken off, those of photos and tokens too. */
  down: boolean;
  /** Access tokens of /oauth/token end after this long. */
  token_seconds: number;
  /** Fields that the server does not have, and fields that no dictionary knows. */
  missing_fields: string[];
  unknown_fields: string[];
  /** Every list is empty, as after an outage upstream. */
  empty: boolean;
  /** Replies that are not compressed are refused (as MLS Grid does). */
  gzip_required: boolean;
};

export type Failure =
  | "500"
  | "503"
  | "429"
  | "410"
  | "reset"
  | "truncated"
  | "html"
  | "no value"
  | "hang"
  | "endless"
  | "redirect";

export const defaultBehaviours: Behaviours = {
  resources: ["Property", "Media", "Member", "Office", "OpenHouse", "EntityEvent"],
  entity_event_readable: true,
  keyset: true,
  in_operator: true,
  max_or: 100,
  max_page_size: 5000,
  default_page_size: 200,
  top: "whole",
  next_link_seconds: null,
  relative_next_link: false,
  next_link_origin: null,
  signed_media: null,
  requests_per_second: null,
  retry_after: { seconds: 1 },
  fail_next: [],
  refuse_next_media: [],
  down: false,
  token_seconds: 3600,
  missing_fields: [],
  unknown_fields: [],
  empty: false,
  gzip_required: false,
};

/** Servers as vendors' public documents describe them, by what matters to a client. */
export const presets: Record<string, Partial<Behaviours>> = {
  "entity-event": {},
  timestamp: { resources: ["Property", "Media", "Member", "Office", "OpenHouse"] },
  "next-link": {
    resources: ["Property", "Media", "Member", "Office", "OpenHouse"],
    keyset: false,
    in_operator: false,
    max_or: 5,
    signed_media: { seconds: 3600, uses: 1 },
    requests_per_second: 2,
    gzip_required: true,
  },
};

/** The header of a 429 or 503. @param now Unix ms */
export function retryAfter({ retry_after }: Behaviours, now: number): Record<string, string> {
  if (retry_after === null) return {};
  if ("seconds" in retry_after) return { "Retry-After": String(retry_after.seconds) };
  return { "Retry-After": new Date(now + retry_after.date * 1000).toUTCString() };
}

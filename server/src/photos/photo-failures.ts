import type { OutboundReply } from "../platform/outbound/outbound.ts";
import { outboundFailures } from "../platform/outbound/outbound-error.ts";

/** Why a photo is not stored, as in stored_photos.failure. */
export const photoFailures = {
  ...outboundFailures,
  not_found: "there is nothing at this address",
  bad_status: "its server answers with an error",
  not_an_image: "the file is not a JPEG, PNG, WebP or GIF",
  corrupt: "the picture is damaged, or cut off",
  not_decoded: "the machine had too little time or memory to decode it",
  too_large: "it is larger than 10 MB",
  too_many_pixels: "it has more than 40 megapixels",
} as const;

export type PhotoFailure = keyof typeof photoFailures;

const UNREACHABLE =
  "no public https server delivers it: there is no such host, it does not answer in time, " +
  "or it leads to a private, loopback, link-local or otherwise special address";

/**
 * The texts for callers. All failures of a name or a host have one text: callers must not learn which names and hosts
 * exist in the operator's network. stored_photos.failure has the details for the operator.
 */
export const failureTexts: Record<PhotoFailure, string> = {
  ...photoFailures,
  unsafe_address: UNREACHABLE,
  plain_http: UNREACHABLE,
  unreachable: UNREACHABLE,
  timeout: UNREACHABLE,
};

/** Failures that a retry will hardly change: the feed has to correct the photo. */
export const lasting: ReadonlySet<PhotoFailure> = new Set<PhotoFailure>([
  "bad_address",
  "unsafe_address",
  "plain_http",
  "too_large",
  "too_many_redirects",
  "not_found",
  "not_an_image",
  "corrupt",
  "too_many_pixels",
]);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** What a server has answered instead of a photo. */
export type PhotoRefusal = Pick<OutboundReply, "status" | "headers">;

export class PhotoError extends Error {
  readonly reason: PhotoFailure;
  readonly refusal: PhotoRefusal | null;

  constructor(
    reason: PhotoFailure,
    { refusal = null, ...options }: { cause?: unknown; refusal?: PhotoRefusal | null } = {},
  ) {
    super(reason, options);
    this.name = "PhotoError";
    this.reason = reason;
    this.refusal = refusal;
  }
}

/**
 * The next retry after this many failures in a row (1 or more): an hour, doubled up to a day; for lasting failures a
 * day, doubled up to a month.
 */
export function retryAt(reason: PhotoFailure, failuresInRow: number, now: Date): Date {
  const [first, longest] = lasting.has(reason) ? [DAY_MS, 30 * DAY_MS] : [HOUR_MS, DAY_MS];
  return new Date(now.getTime() + Math.min(first * 2 ** (failuresInRow - 1), longest));
}

import type { SiteReply } from "../../../web/site/contract.ts";

/** W12, but for what may frame the page. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join("; ");

const YEAR = 31_536_000;

/** W10. A CDN may hold pages for a minute; browsers ask again with the tag. */
const CACHING: Record<SiteReply["caching"], string> = {
  shared: "public, max-age=0, s-maxage=60",
  personal: "no-store",
  forever: `public, max-age=${YEAR}, immutable`,
};

/**
 * Of every reply of the website, in place of the API's own.
 *
 * @param framer the origin that may show the page in a frame, beside the page's own; X-Frame-Options cannot name it.
 */
export function pageHeaders(
  caching: SiteReply["caching"],
  protocol: string,
  framer: string | null = null,
): Record<string, string> {
  return {
    "Content-Security-Policy": `${POLICY}; frame-ancestors 'self'${framer === null ? "" : ` ${framer}`}`,
    ...(framer === null && { "X-Frame-Options": "SAMEORIGIN" }),
    // With `no-referrer`, a form's POST sends `Origin: null`.
    "Referrer-Policy": "strict-origin-when-cross-origin",
    // Browsers complain of it on http.
    ...(protocol === "https" && { "Cross-Origin-Opener-Policy": "same-origin" }),
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(self)",
    "Cache-Control": CACHING[caching],
    Vary: "Accept-Encoding",
  };
}

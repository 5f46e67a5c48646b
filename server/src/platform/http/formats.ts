import { parseTimestamp } from "../parse-timestamp.ts";
import { toE164 } from "../phone.ts";

/** Formats that JSON Schema lacks: the check, and the words of the 422 (`must be a valid …`). */
export const ownFormats: Record<string, { check: RegExp | ((text: string) => boolean); words: string }> = {
  slug: {
    check: /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/,
    words: "slug: lower case letters, digits and hyphens",
  },
  "feature-key": { check: /^[a-z0-9_]{1,64}$/, words: "key: lower case letters, digits and _, at most 64" },
  "web-address": { check: isWebAddress, words: "address that starts with http:// or https://" },
  link: { check: isLink, words: "link: an http or https address, a path, #, mailto: or tel:" },
  "hex-color": { check: /^#[0-9A-Fa-f]{6}$/, words: "colour in the form #RRGGBB" },
  phone: { check: (text) => toE164(text) !== null, words: "phone number, such as +12085550100" },
  "phone-as-entered": {
    check: (text) => /^[\d ()+-]{1,20}$/.test(text) && text.replaceAll(/\D/g, "").length >= 7,
    words: "phone number: digits, spaces, hyphens, parentheses and +, at most 20",
  },
  "phone-signs": {
    check: /^[\d ()+-]*$/,
    words: "phone number: digits, spaces, hyphens, parentheses and +",
  },
  e164: { check: /^\+[1-9]\d{6,14}$/, words: "phone number in the form +12085550100" },
  "account-sid": {
    check: /^AC[0-9a-fA-F]{32}$/,
    words: "account SID: AC and 32 hexadecimal digits",
  },
  "date-time": { check: (text) => parseTimestamp(text) !== null, words: "timestamp (ISO 8601)" },
  "date-time-or-blank": {
    check: (text) => text === "" || parseTimestamp(text) !== null,
    words: "timestamp (ISO 8601)",
  },
  date: { check: isDay, words: "date (YYYY-MM-DD)" },
  "day-or-blank": { check: (text) => text === "" || isDay(text), words: "date (YYYY-MM-DD)" },
  "time-of-day": { check: /^([01]\d|2[0-3]):[0-5]\d$/, words: "time of day in the form HH:MM" },
  "time-zone": { check: isTimeZone, words: "time zone, such as America/Boise" },
};

/** Characters that must be escaped in a URL (RFC 3986). Browsers treat a backslash as a slash. */
const UNSAFE = /[\s\p{Cc}"'<>\\^`{|}]/u;

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !UNSAFE.test(text) && URL.canParse(text);
}

/** Valid targets of menu items. Other schemes can run code (`javascript:`), and `//` leaves the site. */
function isLink(text: string): boolean {
  if (text === "" || UNSAFE.test(text)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return !text.startsWith("//");
  if (scheme === "http" || scheme === "https") return isWebAddress(text);
  return (scheme === "mailto" || scheme === "tel") && text.length > scheme.length + 1;
}

/** A day that exists in the calendar and in PostgreSQL, which has no year 0. */
function isDay(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || text.startsWith("0000")) return false;
  return day.toISOString().startsWith(text);
}

/** A name of the time zone database; fixed offsets have no daylight saving time. */
function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

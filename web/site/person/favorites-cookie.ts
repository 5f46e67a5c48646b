import { FAVORITES_COOKIE, favoritesOfValue, MAX_IN_COOKIE } from "../../shared/favorites-cookie.ts";
import type { Person } from "../frame/person.ts";
import type { Visit } from "../frame/visit.ts";

/** As long as the API's ids of favorites. */
const MAX_ID_LENGTH = 50;
/** Browsers drop a cookie of more than 4,096 bytes. */
const MAX_VALUE = 3800;
const YEAR_SECONDS = 365 * 86_400;

/** Whether a text can be the id of a favorite. */
export function isListingId(text: string): boolean {
  return text.length > 0 && text.length <= MAX_ID_LENGTH && !text.includes(",") && !text.includes("\0");
}

export function favoritesOfCookie(person: Person | null): string[] {
  const ids = favoritesOfValue(person?.cookies.get(FAVORITES_COOKIE) ?? "");
  return [...new Set(ids.filter(isListingId))].slice(0, MAX_IN_COOKIE);
}

/** The cookie's `Set-Cookie`. Of more ids than it holds, the latest stay. */
export function favoritesCookie({ url }: Pick<Visit, "url">, ids: readonly string[]): string {
  let kept = ids.filter(isListingId).slice(0, MAX_IN_COOKIE);
  while (encoded(kept).length > MAX_VALUE) kept = kept.slice(0, -1);
  const seconds = kept.length === 0 ? 0 : YEAR_SECONDS;
  const secure = url.protocol === "https:" ? "; Secure" : "";
  return `${FAVORITES_COOKIE}=${encoded(kept)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}`;
}

function encoded(ids: readonly string[]): string {
  return encodeURIComponent(ids.join(","));
}

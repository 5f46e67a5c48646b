/** The homes that a browser has saved, latest first (W19). Server and script read it. */
export const FAVORITES_COOKIE = "lintel_favorites";

/** The most homes in the cookie. Who is signed in may have more, which the server has. */
export const MAX_IN_COOKIE = 50;

/** The ids in the cookie's value; none of a value that cannot be decoded. */
export function favoritesOfValue(value: string): string[] {
  try {
    return decodeURIComponent(value).split(",").filter(Boolean);
  } catch {
    return [];
  }
}

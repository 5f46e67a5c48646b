/**
 * What a path must be before it is looked up (W6): repeated slashes are not found; a trailing slash and another spelling of the same path
 * are sent on, so that every page has one address.
 */
export function addressOf(target: string, origin: string): URL | "unreadable" | { moved: string } {
  const path = target.split("?", 1)[0] as string;
  if (!path.startsWith("/") || path.includes("//") || path.includes("\\")) return "unreadable";
  if (!URL.canParse(target, origin) || !isDecodable(path)) return "unreadable";
  const url = new URL(target, origin);
  // Dot segments are resolved by browsers; a caller that sends them gets no second address of a page.
  if (url.pathname !== path && decodeURI(url.pathname) !== decodeURI(path)) return "unreadable";
  const plain = plainly(path);
  const moved = plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain;
  return moved === path ? url : { moved: moved + url.search };
}

/** As RFC 3986 (6.2.2) normalizes a path: letters, digits, `-`, `.`, `_` and `~` as themselves, other bytes with upper-case digits. */
function plainly(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

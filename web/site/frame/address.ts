/** What a path must be before it is looked up (W6): repeated slashes are not found, a trailing slash is sent on. */
export function addressOf(target: string, origin: string): URL | "unreadable" | { moved: string } {
  const path = target.split("?", 1)[0] as string;
  if (!path.startsWith("/") || path.includes("//") || path.includes("\\")) return "unreadable";
  if (!URL.canParse(target, origin) || !isDecodable(path)) return "unreadable";
  const url = new URL(target, origin);
  // Dot segments are resolved by browsers; a caller that sends them gets no second address of a page.
  if (url.pathname !== path && decodeURI(url.pathname) !== decodeURI(path)) return "unreadable";
  if (path.length > 1 && path.endsWith("/")) return { moved: path.slice(0, -1) + url.search };
  return url;
}

function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

import { isTamperProof, StartError } from "./settings.ts";

/**
 * CONSOLE_URL, an origin without a path: its pages and its cookies are at `/`.
 *
 * @throws StartError
 */
export function readConsoleUrl(url: string | null): string | null {
  if (url === null) return null;
  const { origin, href } = new URL(url);
  if (href !== `${origin}/` || !isTamperProof(url)) {
    throw new StartError(
      "CONSOLE_URL must be an https:// address without a path (http:// on loopback only).",
    );
  }
  return origin;
}

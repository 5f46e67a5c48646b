/** Pages that are shown again at once when the visitor goes back. */
const MOST_KEPT = 20;
const kept = new Map<string, string>();
let current: AbortController | null = null;

/** A page could not be loaded; the list stays as it is. */
export class LoadError extends Error {
  readonly status: number | null;

  constructor(status: number | null) {
    super(`The page was not loaded: ${status ?? "no network"}`);
    this.status = status;
  }
}

/**
 * The HTML of a page. A later call ends an earlier one.
 *
 * @returns null when it was ended by a later call.
 * @throws LoadError
 */
export async function fetchPage(href: string, isBack: boolean): Promise<Document | null> {
  current?.abort();
  const request = new AbortController();
  current = request;
  const known = isBack ? kept.get(href) : undefined;
  const html = known ?? (await load(href, request));
  if (html === null) return null;
  kept.delete(href);
  kept.set(href, html);
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value as string);
  return new DOMParser().parseFromString(html, "text/html");
}

async function load(href: string, { signal }: AbortController): Promise<string | null> {
  try {
    const reply = await fetch(href, { signal, headers: { accept: "text/html" } });
    const html = await reply.text();
    if (!reply.ok) throw new LoadError(reply.status);
    return html;
  } catch (error) {
    if (signal.aborted) return null;
    throw error instanceof LoadError ? error : new LoadError(null);
  }
}

import type { SiteReply } from "../contract.ts";

export const HTML = "text/html; charset=utf-8";

/** @param to an address of this website. */
export function moved(to: string, status: number, cookies: readonly string[] = []): SiteReply {
  return {
    status,
    type: HTML,
    headers: { Location: to },
    cookies: [...cookies],
    body: "",
    // Redirects of pages are as public as the pages; the answer to a form is not.
    caching: status === 303 || status === 308 ? "personal" : "shared",
  };
}

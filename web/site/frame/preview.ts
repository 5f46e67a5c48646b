import type { SiteReply, SiteRequest } from "../contract.ts";
import type { SiteData } from "../site-data.ts";
import { type Api, dataOrNull } from "./api.ts";

/** The token of a preview (W32), which the first page alone has; null for none. */
export function previewToken(target: string): string | null {
  const [path, query = ""] = target.split("?", 2);
  const token = path === "/" ? new URLSearchParams(query).get("preview") : null;
  return token === "" ? null : token;
}

/** The brokerage with fields that are not saved; null once the preview has ended. */
export async function previewOf(api: Api, token: string): Promise<SiteData | null> {
  return dataOrNull(await api.GET("/api/public/site-previews/{token}", { params: { path: { token } } }));
}

/** A preview is stored by no cache and found by no search engine. */
export function asPreview(reply: SiteReply, { target }: SiteRequest): SiteReply {
  if (previewToken(target) === null) return reply;
  return {
    ...reply,
    caching: "personal",
    isPreview: true,
    headers: { ...reply.headers, "X-Robots-Tag": "noindex" },
  };
}

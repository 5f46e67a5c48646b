import type { SiteDeps, SiteReply, SiteRequest } from "../contract.ts";
import { isEnded, PageError } from "./ended.ts";
import { endedReply } from "./ended-reply.ts";
import type { SiteFile } from "./file.ts";
import type { Visit } from "./visit.ts";

export async function answerFile(
  file: SiteFile,
  visit: Visit,
  request: SiteRequest,
  deps: SiteDeps,
): Promise<SiteReply> {
  if (request.method === "POST") throw new PageError(405);
  const loaded = await file.load(visit);
  if (isEnded(loaded)) return endedReply(loaded, visit, deps);
  const { type, body, immutable } = loaded;
  return { status: 200, type, headers: {}, cookies: [], body, caching: immutable ? "forever" : "shared" };
}

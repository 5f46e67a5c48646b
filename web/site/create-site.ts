import type { CreateSite, HasPage, SiteReply, SiteRequest } from "./contract.ts";
import { files } from "./files/all-files.ts";
import { formPageOf } from "./forms/form-page.ts";
import { idempotencyKey } from "./forms/idempotency-key.ts";
import { addressOf } from "./frame/address.ts";
import { answerFile } from "./frame/answer-file.ts";
import { answerForm } from "./frame/answer-form.ts";
import { answerPage } from "./frame/answer-page.ts";
import { createApi } from "./frame/api.ts";
import { cacheKeyOf } from "./frame/cache-key.ts";
import { isLoopbackHost } from "./frame/canonical.ts";
import { PageError } from "./frame/ended.ts";
import { errorReply } from "./frame/error-reply.ts";
import { personOf } from "./frame/person.ts";
import { asPreview, previewOf, previewToken } from "./frame/preview.ts";
import { moved } from "./frame/replies.ts";
import { createPageRouter, type Match } from "./frame/router.ts";
import { SiteCache } from "./frame/site-cache.ts";
import type { Visit } from "./frame/visit.ts";
import { pages } from "./pages.ts";

const router = createPageRouter(pages, files);

export const hasPage: HasPage = (path) => router.find(path.replace(/(?<=.)\/$/, "")) !== null;

/** The website: finds the page of a request, has its data loaded, and renders it. */
export const createSite: CreateSite = (deps) => {
  const sites = new SiteCache();

  async function handle(request: SiteRequest): Promise<SiteReply> {
    const reply = asPreview(await answer(request), request);
    if (!isLoopbackHost(new URL(request.origin).hostname)) return reply;
    return { ...reply, headers: { ...reply.headers, "X-Robots-Tag": "noindex" } };
  }

  async function answer(request: SiteRequest): Promise<SiteReply> {
    const url = addressOf(request.target, request.origin);
    if (url !== "unreadable" && "moved" in url) {
      // By 301, browsers send a form on without its fields.
      return moved(url.moved, request.method === "POST" ? 308 : 301);
    }
    const match = url === "unreadable" ? null : router.find(url.pathname);
    const visit = await visitOf(request, url === "unreadable" ? new URL("/", request.origin) : url, match);
    try {
      if (!match) throw new PageError(404);
      if (match.file) return await answerFile(match.file, visit, request, deps);
      if (request.method === "POST") return await answerForm(match.page, visit, request, deps);
      return await answerPage(match.page, visit, deps);
    } catch (error) {
      return errorReply(error, visit, deps);
    }
  }

  async function visitOf(request: SiteRequest, url: URL, match: Match | null): Promise<Visit> {
    const isPersonal = request.method === "POST" || match?.page?.audience === "person";
    const api = createApi(request.origin, (inner) =>
      deps.callApi(inner, isPersonal ? request : anonymous(request)),
    );
    const preview = previewToken(request.target);
    return {
      url,
      params: match?.params ?? {},
      site: (preview === null ? null : await previewOf(api, preview)) ?? (await sites.get(request, api)),
      api,
      assets: deps.assets.files,
      hasBaseMap: deps.hasBaseMap,
      async drawCard(card) {
        const png = await deps.drawCard(card, request);
        if (!png) throw new PageError(503, { retryAfter: "5" });
        return png;
      },
      async readPhoto(src) {
        const reply = await deps.callApi(new Request(new URL(src, request.origin)), anonymous(request));
        return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : null;
      },
      now: deps.now(),
      revision: request.tenant.revision,
      form: null,
      person: isPersonal ? personOf(request.headers) : null,
      formPage: request.method === "POST" ? formPageOf(request, url) : null,
      idempotencyKey: request.method === "POST" ? idempotencyKey(request) : null,
    };
  }

  return {
    handle,
    kindOf: (target) => (router.find(target.split("?", 1)[0] as string)?.file ? "file" : "page"),
    cacheKey: (request) => (previewToken(request.target) ? null : cacheKeyOf(router, request)),
  };
};

/** Pages for everyone are loaded without what tells their visitors apart (W10). */
function anonymous(request: SiteRequest): SiteRequest {
  const { cookie, "sec-gpc": gpc, dnt, ...headers } = request.headers;
  return { ...request, headers };
}

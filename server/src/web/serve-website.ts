import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { SiteReply } from "../../../web/site/contract.ts";
import type { Clock } from "../platform/clock.ts";
import type { Tenant } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { answerError } from "../platform/http/error-replies.ts";
import { addressKey } from "../platform/http/rate-limits/address-key.ts";
import type { Log } from "../platform/log.ts";
import { barePage } from "./bare-page.ts";
import { serveBaseMap } from "./base-map/serve-base-map.ts";
import { callApi } from "./call-api.ts";
import { drawCard } from "./card/draw-card.ts";
import { EncodedPage } from "./encoded-page.ts";
import type { OpenedSite } from "./open-site.ts";
import { PageCache, type PageResult } from "./page-cache.ts";
import { sendPage } from "./send-page.ts";
import { siteRequest } from "./site-request.ts";

/** The longest form of the website is a message of some kB. */
const MAX_FORM_BYTES = 64 * 1024;

type WebsiteDeps = {
  clock: Clock;
  log: Log;
  /** The archive of the base map; null for none. */
  mapTiles: string | null;
  /** CONSOLE_URL, which shows previews in a frame (W32); null where the console is on the brokerages' own domains. */
  consoleUrl: string | null;
  /** The host that the request names, with its port. */
  hostOf(request: FastifyRequest): string | null;
  /** The brokerage of that host. @throws AppError 404 */
  resolveTenant(request: FastifyRequest): Promise<Tenant>;
  /** Changes whenever what the brokerage shows has changed. */
  revisionOf(tenant: Tenant): Promise<string>;
  /** Counts a page against the visitor's limit. @throws AppError 429 */
  countPage(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** The same for scripts, pictures and other files, of which a page loads many. */
  countFile(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
  /** Called for each page. */
  onPage(result: PageResult): void;
};

/** Serves the brokerages' websites: pages, forms and the files of browsers. `separateWebsite` chooses their requests. */
export function serveWebsite(
  app: FastifyInstance,
  { built, createSite }: OpenedSite,
  deps: WebsiteDeps,
): void {
  const site = createSite({
    callApi: (inner, outer) => callApi(app, inner, outer),
    assets: built.assets,
    hasBaseMap: deps.mapTiles !== null,
    drawCard: (card, { address }) => drawCard(card, addressKey(address)),
    now: () => deps.clock.now(),
    reportError: (error) => deps.log.error({ err: error }, "page rendering failed"),
  });
  const cache = new PageCache(deps.onPage);
  serveBaseMap(app, deps.mapTiles, deps.countFile);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: MAX_FORM_BYTES },
      (_request, body, done) => done(null, body),
    );
    scope.setErrorHandler(replyWithBarePage);
    scope.route({
      method: ["GET", "HEAD", "POST"],
      url: "/*",
      schema: { hide: true },
      constraints: { website: true },
      async handler(request, reply) {
        const isFile = site.kindOf(request.raw.url as string) === "file";
        await (isFile ? deps.countFile(request, reply) : deps.countPage(request, reply));
        const page = await pageOf(request);
        return sendPage(page, request, reply, page.reply.isPreview ? deps.consoleUrl : null);
      },
    });
  });

  async function pageOf(request: FastifyRequest): Promise<EncodedPage> {
    const tenant = await deps.resolveTenant(request).catch((error) => {
      if (error instanceof AppError && error.code === "not_found") return null;
      throw error;
    });
    if (!tenant) return new EncodedPage(barePage(404));
    const { brokerageId } = tenant;
    const visit = siteRequest(request, {
      host: deps.hostOf(request),
      tenant: { brokerageId, revision: await deps.revisionOf(tenant) },
    });
    const key = site.cacheKey(visit);
    const render = async () => new EncodedPage(await site.handle(visit).catch(withoutBrokerage));
    if (key !== null) return cache.get(key, visit, render);
    deps.onPage("uncached");
    return render();
  }
}

/** Where the brokerage's own data could not be read, as during an outage. */
function withoutBrokerage(error: unknown): SiteReply {
  const status = (error as { status?: unknown }).status;
  if (typeof status !== "number") throw error;
  return barePage(status);
}

/** The status, headers and log line of the API's error reply, with a page in place of JSON. */
function replyWithBarePage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const send = () => sendPage(new EncodedPage(barePage(reply.statusCode)), request, reply);
  answerError(error, { request, reply, send });
}

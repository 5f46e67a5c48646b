import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fieldDescriptions, parameterDescriptions, readExamples, tags } from "./api-document/index.ts";
import { KeptReplies } from "./idempotency/index.ts";
import { authenticate } from "./identity/index.ts";
import { hostOnlyCookie } from "./platform/http/client-cookie.ts";
import { createHttpApp } from "./platform/http/create-http-app.ts";
import { bearerOf, unverifiedSessionId } from "./platform/http/credential.ts";
import { pageOf } from "./platform/http/foreign-requests.ts";
import { asDomain, ownOriginOf, requestedDomain, requestedHost } from "./platform/http/host.ts";
import { serveMetrics } from "./platform/http/metrics.ts";
import { isPreview } from "./platform/http/preview.ts";
import { addressKey } from "./platform/http/rate-limits/address-key.ts";
import { countAsset } from "./platform/http/rate-limits/count-asset.ts";
import { countGeneral } from "./platform/http/rate-limits/count-request.ts";
import { KnownCallers } from "./platform/http/rate-limits/known-callers.ts";
import { exhaustedLimit } from "./platform/http/rate-limits/reject-exhausted.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { type Route, withoutWebsitePages } from "./platform/http/route.ts";
import { STAFF_COOKIE, staffCookieOf } from "./platform/http/staff-cookie.ts";
import { refusesTracking } from "./platform/http/tracking-refusal.ts";
import { serveOutbox } from "./platform/mail/outbox/serve-outbox.ts";
import { redirectRoot, serveDocs } from "./platform/openapi/serve-docs.ts";
import { serveFiles } from "./platform/storage/serve-files.ts";
import { VERSION } from "./platform/version.ts";
import type { Services } from "./services.ts";
import { slices } from "./slices.ts";
import {
  openSite,
  ShownRevisions,
  serveAssets,
  serveConsole,
  serveWebsite,
  warmWebsites,
} from "./web/index.ts";
import { describedEvents } from "./webhooks/index.ts";

export { warmWebsites };

function originDomain({ headers: { origin = "" } }: FastifyRequest): string | null {
  return URL.canParse(origin) ? asDomain(new URL(origin).hostname) : null;
}

/** Visits of staff are not recorded either (web.md, W32). */
function visitOf({ headers, url, protocol }: FastifyRequest) {
  const isRefused = refusesTracking(headers) || hostOnlyCookie(STAFF_COOKIE, headers, protocol) !== null;
  const isHidden = isRefused && !url.startsWith("/sessions");
  return { refusesTracking: isRefused, sessionId: isHidden ? null : unverifiedSessionId(headers) };
}

/** Of the User-Agent that a session remembers. */
const MAX_DEVICE_LENGTH = 300;

const everyRoute = slices.flatMap((slice) => slice.routes);

/** What a worker answers: the probes of what runs it. Prometheus reads `/metrics` as well. */
const probes: Route<Services>[] = everyRoute.filter(({ path }) => path.startsWith("/health"));

/**
 * The HTTP application: every route of every slice, the documents about them, the websites and the console. A worker has its probes and
 * metrics alone.
 */
export async function createApp(
  services: Services,
  routes: Route<Services>[] = services.config.role === "worker" ? probes : everyRoute,
): Promise<FastifyInstance> {
  const isWorker = services.config.role === "worker";
  const {
    config,
    log,
    limits,
    brokerages: { tenants },
  } = services;
  const hostOf = (request: FastifyRequest) => requestedHost(request.headers, config.trustProxy);
  const domainOf = (request: FastifyRequest) => requestedDomain(request.headers, config.trustProxy);
  const originOf = (request: FastifyRequest) =>
    ownOriginOf(request.protocol, requestedHost(request.headers, config.trustProxy));
  const knownCallers = new KnownCallers();
  const built = !isWorker && (config.website || config.console) ? await openSite() : null;
  const website = config.website ? built : null;
  services.identity.operations.use(routes);
  const app = createHttpApp({
    hasPage: website?.hasPage,
    log,
    background: services.background,
    draining: services.draining,
    proxyHops: config.proxyHops,
    async domainsOf(request) {
      const address = addressKey(request.ip);
      const isSpent =
        exhaustedLimit(limits, knownCallers, request) !== null ||
        limits.refusal("unknown_hosts", address) !== null;
      // A caller over a limit is answered from memory.
      const find = (domain: string | null) =>
        isSpent ? tenants.cachedSiblingDomains(domain) : tenants.siblingDomains(domain);
      const beside = await find(domainOf(request));
      if (beside.length > 0) return beside;
      // For every Origin: each new Host is looked up in the database.
      if (!isSpent && limits.enabled) await limits.count("unknown_hosts", address);
      // On a host that is no brokerage's, a back office on any brokerage's domain may call: admin routes work there too.
      return find(originDomain(request));
    },
    countForeign: async (request, reply) => {
      if (limits.enabled) await countGeneral(limits, { caller: null, address: request.ip }, request, reply);
    },
  });
  await limits.start();
  app.addHook("onClose", () => limits.close());
  const keptReplies = new KeptReplies();
  serveMetrics(app, services.metrics, {
    token: config.metricsToken,
    host: config.host,
    trustProxy: config.trustProxy,
  });
  if (!isWorker) {
    if (config.mail.server === null) serveOutbox(app, config);
    await serveDocs(app, {
      version: VERSION,
      publicUrl: config.publicApiUrl,
      tags,
      examples: readExamples,
      descriptions: { fields: fieldDescriptions, parameters: parameterDescriptions },
      webhooks: describedEvents,
    });
    if (!website) redirectRoot(app);
    await serveFiles(app, services.storage, {
      supply: (key, { ip }, signal) =>
        services.photos.createOnRequest(key, { caller: addressKey(ip), signal }),
      count: (request, reply) => countAsset(limits, request, reply),
    });
  }
  app.addHook("onClose", () => services.brochures.close());
  app.addHook("preClose", async () => services.liveStream.close());

  registerRoutes(app, website ? withoutWebsitePages(routes, website.hasPage) : routes, {
    authenticate: (request) =>
      authenticate(services, request.headers, staffCookieOf(request, originOf(request))),
    limiter: limits,
    knownCallers,
    resolveTenant: async (request, brokerageId) => {
      const tenant = await (brokerageId === undefined
        ? tenants.byDomain(domainOf(request))
        : tenants.byId(brokerageId));
      const sourceIds = services.listings.sources.shownSources(tenant.sourceIds, services.clock.now());
      return sourceIds === tenant.sourceIds ? tenant : { ...tenant, sourceIds };
    },
    requireSpace: () => services.disk.requireSpace(),
    answerOnce: (ctx, post, run) => keptReplies.answerOnce(ctx, post, run),
    contextFor: (request, { actor, tenant, disconnected, endsAtStop, reauthenticate }) => {
      let signal: AbortSignal | undefined;
      return {
        ...services,
        actor,
        tenant,
        requestId: request.id,
        ...visitOf(request),
        bearer: bearerOf(request.headers),
        ...pageOf(request, hostOf(request)),
        ownOrigin: originOf(request),
        device: request.headers["user-agent"]?.slice(0, MAX_DEVICE_LENGTH) ?? null,
        lastEventId: (request.headers["last-event-id"] as string | undefined) ?? null,
        reauthenticate,
        address: request.auth.address,
        isPreview: isPreview(request.method, request.headers),
        caller: request.auth.caller ?? addressKey(request.auth.address),
        // Made when a long operation asks for it: it costs more than a search.
        get signal() {
          signal ??= endsAtStop ? AbortSignal.any([disconnected(), services.stopping]) : disconnected();
          return signal;
        },
      };
    },
  });
  const countPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (limits.enabled) await countGeneral(limits, { caller: null, address: request.ip }, request, reply);
  };
  const countFile = (request: FastifyRequest, reply: FastifyReply) => countAsset(limits, request, reply);
  if (built) serveAssets(app, built.built, countFile);
  if (built && config.console)
    serveConsole(app, {
      assets: built.built.console,
      consoleUrl: config.consoleUrl,
      hostOf,
      isBrokerages: async (domain) => (await tenants.siblingDomains(domain)).length > 0,
      countPage,
    });
  if (website) {
    const revisions = new ShownRevisions(services);
    serveWebsite(app, website, {
      clock: services.clock,
      log,
      mapTiles: config.mapTiles,
      consoleUrl: config.consoleUrl,
      hostOf,
      resolveTenant: (request) => tenants.byDomain(domainOf(request)),
      revisionOf: (tenant) => revisions.of(tenant),
      countPage,
      countFile,
      onPage: (result) => services.metrics.pages.inc({ result }),
    });
  }
  await app.ready();
  return app;
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import { fieldDescriptions, parameterDescriptions, readExamples, tags } from "./api-document/index.ts";
import { sourceLags } from "./feeds/index.ts";
import { KeptReplies } from "./idempotency/index.ts";
import { authenticate } from "./identity/index.ts";
import { createHttpApp } from "./platform/http/create-http-app.ts";
import { bearerOf, unverifiedSessionId } from "./platform/http/credential.ts";
import { pageOf } from "./platform/http/foreign-requests.ts";
import { asDomain, requestedDomain, requestedHost } from "./platform/http/host.ts";
import { serveMetrics } from "./platform/http/metrics.ts";
import { isPreview } from "./platform/http/preview.ts";
import { addressKey } from "./platform/http/rate-limits/address-key.ts";
import { countAsset } from "./platform/http/rate-limits/count-asset.ts";
import { countGeneral } from "./platform/http/rate-limits/count-request.ts";
import { KnownCallers } from "./platform/http/rate-limits/known-callers.ts";
import { exhaustedLimit } from "./platform/http/rate-limits/reject-exhausted.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { type Route, withoutWebsitePages } from "./platform/http/route.ts";
import { refusesTracking } from "./platform/http/tracking-refusal.ts";
import { serveOutbox } from "./platform/mail/outbox/serve-outbox.ts";
import { redirectRoot, serveDocs } from "./platform/openapi/serve-docs.ts";
import { serveFiles } from "./platform/storage/serve-files.ts";
import { VERSION } from "./platform/version.ts";
import { alertGauges } from "./saved-searches/index.ts";
import type { Services } from "./services.ts";
import { slices } from "./slices.ts";
import { openSite, ShownRevisions, serveWebsite, warmWebsites } from "./web/index.ts";
import { describedEvents } from "./webhooks/index.ts";

export { warmWebsites };

function originDomain({ headers: { origin = "" } }: FastifyRequest): string | null {
  return URL.canParse(origin) ? asDomain(new URL(origin).hostname) : null;
}

function visitOf({ headers, url }: FastifyRequest) {
  const isRefused = refusesTracking(headers);
  const isHidden = isRefused && !url.startsWith("/sessions");
  return { refusesTracking: isRefused, sessionId: isHidden ? null : unverifiedSessionId(headers) };
}

const everyRoute = slices.flatMap((slice) => slice.routes);

/** The HTTP application: every route of every slice, and the documents about them. */
export async function createApp(
  services: Services,
  routes: Route<Services>[] = everyRoute,
): Promise<FastifyInstance> {
  const {
    config,
    log,
    limits,
    brokerages: { tenants },
  } = services;
  const hostOf = (request: FastifyRequest) => requestedHost(request.headers, config.trustProxy);
  const domainOf = (request: FastifyRequest) => requestedDomain(request.headers, config.trustProxy);
  const knownCallers = new KnownCallers();
  const website = config.website ? await openSite() : null;
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
  serveMetrics(app, {
    token: config.metricsToken,
    host: config.host,
    trustProxy: config.trustProxy,
    watched: services,
    gauges: [
      {
        name: "photo_hosts_unanswering",
        help: "Hosts of photos that do not answer and are left alone for a while",
        read: () => services.images.hosts.unanswering,
      },
    ],
    labelledGauges: [
      {
        name: "lintel_alerts",
        help: "Saved searches, events that wait to be told, alerts that are open, and those that are overdue",
        label: "what",
        read: () => alertGauges(services),
      },
      {
        name: "lintel_feed_lag_seconds",
        help: "Seconds since the start of the last successful refresh of a source's feed",
        label: "source",
        read: async () => {
          const lags = await sourceLags(services);
          return new Map(
            lags.flatMap(({ source, seconds }) => (seconds === null ? [] : [[source, seconds]])),
          );
        },
      },
    ],
  });
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
    supply: (key, { ip }, signal) => services.photos.createOnRequest(key, { caller: addressKey(ip), signal }),
    count: (request, reply) => countAsset(limits, request, reply),
  });
  app.addHook("onClose", () => services.brochures.close());

  registerRoutes(app, website ? withoutWebsitePages(routes, website.hasPage) : routes, {
    authenticate: (request) => authenticate(services, request.headers),
    limiter: limits,
    knownCallers,
    resolveTenant: async (request, brokerageId) => {
      const tenant = await (brokerageId === undefined
        ? tenants.byDomain(domainOf(request))
        : tenants.byId(brokerageId));
      const sourceIds = services.listings.sources.shownSources(tenant.sourceIds, services.clock.now());
      return sourceIds === tenant.sourceIds ? tenant : { ...tenant, sourceIds };
    },
    answerOnce: (ctx, post, run) => keptReplies.answerOnce(ctx, post, run),
    contextFor: (request, { actor, tenant, disconnected }) => {
      let signal: AbortSignal | undefined;
      return {
        ...services,
        actor,
        tenant,
        requestId: request.id,
        ...visitOf(request),
        bearer: bearerOf(request.headers),
        ...pageOf(request, hostOf(request)),
        address: request.auth.address,
        isPreview: isPreview(request.method, request.headers),
        caller: request.auth.caller ?? addressKey(request.auth.address),
        // Made when a long operation asks for it: it costs more than a search.
        get signal() {
          signal ??= AbortSignal.any([disconnected(), services.stopping]);
          return signal;
        },
      };
    },
  });
  if (website) {
    const revisions = new ShownRevisions(services);
    serveWebsite(app, website, {
      clock: services.clock,
      log,
      mapTiles: config.mapTiles,
      hostOf,
      resolveTenant: (request) => tenants.byDomain(domainOf(request)),
      revisionOf: (tenant) => revisions.of(tenant),
      countPage: async (request, reply) => {
        if (limits.enabled) await countGeneral(limits, { caller: null, address: request.ip }, request, reply);
      },
      countFile: (request, reply) => countAsset(limits, request, reply),
    });
  }
  await app.ready();
  return app;
}

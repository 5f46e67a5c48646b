import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import type { Tenant } from "./brokerages/index.ts";
import type { Context, Services } from "./context.ts";
import { authenticate } from "./identity/index.ts";
import { createHttpApp } from "./platform/http/create-http-app.ts";
import { requestedDomain } from "./platform/http/host.ts";
import { serveMetrics } from "./platform/http/metrics.ts";
import { registerRoutes } from "./platform/http/register-routes.ts";
import { serveDocs } from "./platform/openapi/serve-docs.ts";
import { VERSION } from "./platform/version.ts";
import { slices } from "./slices.ts";

/** The HTTP application: every route of every slice, and the documents about them. */
export async function createApp(services: Services): Promise<FastifyInstance> {
  const { config, log, tenants } = services;
  const app = createHttpApp({ log, trustProxy: config.trustProxy });
  serveMetrics(app, config.metricsToken);
  await serveDocs(app, VERSION);
  const files = join(config.dataDir, "files");
  await mkdir(files, { recursive: true });
  await app.register(fastifyStatic, {
    root: files,
    prefix: "/files/",
    decorateReply: false,
    schemaHide: true,
    index: false,
    immutable: true,
    maxAge: "30d",
  });

  registerRoutes<Context, Tenant>(
    app,
    slices.flatMap((slice) => slice.routes),
    {
      authenticate: (request) => authenticate(services, request.headers),
      resolveTenant: (request, brokerageId) =>
        brokerageId === undefined
          ? tenants.byDomain(requestedDomain(request.headers, config.trustProxy))
          : tenants.byId(brokerageId),
      contextFor: (request, { actor, tenant, gone }) => {
        let signal: AbortSignal | undefined;
        return {
          ...services,
          actor,
          tenant,
          requestId: request.id,
          // Made when a long operation asks for it: it costs more than a search.
          get signal() {
            signal ??= AbortSignal.any([gone(), services.stopping]);
            return signal;
          },
        };
      },
    },
  );
  await app.ready();
  return app;
}

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { Download } from "./download.ts";
import { EncodedJson } from "./encoded-json.ts";
import type { Actor, Permission } from "./permissions.ts";
import { demand } from "./permissions.ts";
import type { Route } from "./route.ts";
import { routeSchema } from "./route-schema.ts";
import { acceptUploads, formValidator } from "./uploads.ts";
import { compileValidator } from "./validation.ts";

/** What the product gives the platform so that a table of contents becomes an application. */
export type RouteHost<Ctx, Tenant> = {
  /** Who sends the credentials in these headers; null without any. Throws 401 when they are bad. */
  authenticate: (request: FastifyRequest) => Promise<Actor | null>;
  /** The tenant of the request's Host, or of `brokerageId`. Throws 400 or 404. */
  resolveTenant: (request: FastifyRequest, brokerageId?: number) => Tenant | Promise<Tenant>;
  /** `gone` makes a signal that is aborted when the caller leaves before the reply is whole. */
  contextFor: (
    request: FastifyRequest,
    caller: { actor: Actor | null; tenant: Tenant | null; gone: () => AbortSignal },
  ) => Ctx;
};

type Judged = { actor: Actor | null; tenant: unknown };

/**
 * Registers every route of every slice. Order of judgement: credentials, tenant, then the input: nobody
 * learns about a record or a rule before saying who they are.
 */
export function registerRoutes<Ctx, Tenant>(
  app: FastifyInstance,
  routes: Route<Ctx>[],
  host: RouteHost<Ctx, Tenant>,
): void {
  app.decorateRequest("judged", null as unknown as Judged);
  const plain = routes.filter((each) => !each.streamBody && !each.upload);
  for (const route of plain) app.route(toFastify(route, host));

  for (const route of routes) {
    const { upload } = route;
    if (!upload) continue;
    app.register(async (scope) => {
      await acceptUploads(scope, upload.maxBytes);
      scope.route(toFastify(route, host));
    });
  }

  // Streams keep their bytes: in a scope of their own, no content type is parsed.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    for (const route of routes.filter((each) => each.streamBody)) scope.route(toFastify(route, host));
  });
}

function toFastify<Ctx, Tenant>(route: Route<Ctx>, host: RouteHost<Ctx, Tenant>): RouteOptions {
  const bodyFields = Object.keys((route.body as { properties?: object } | undefined)?.properties ?? {});
  return {
    method: route.method,
    url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
    schema: routeSchema(route),
    ...(route.streamBody && {
      bodyLimit: Number.MAX_SAFE_INTEGER,
      validatorCompiler: leaveStreamAlone,
      config: { endless: true },
    }),
    ...(route.upload && { validatorCompiler: formValidator }),
    async onRequest(request) {
      const actor = await identify(route.permission, request, host);
      const tenant = route.tenant && !namesBrokerage(request) ? await host.resolveTenant(request) : null;
      request.judged = { actor, tenant };
    },
    async handler(request, reply) {
      const query = request.query as { brokerage_id?: number };
      const { actor } = request.judged;
      const tenant =
        route.tenant && query.brokerage_id !== undefined
          ? await host.resolveTenant(request, query.brokerage_id)
          : (request.judged.tenant as Tenant | null);
      const ctx = host.contextFor(request, { actor, tenant, gone: () => signalOfLeaving(reply) });
      const input = {
        ...query,
        ...(route.streamBody ? { stream: request.body as Readable } : pick(request.body, bodyFields)),
        ...(request.params as object),
      };
      const result = await route.run(ctx, input as never);
      if (result instanceof Download) {
        return reply.headers(result.headers).type(result.contentType).send(result.body);
      }
      reply
        .code(route.statusFor?.(result as never) ?? route.status ?? 200)
        .type("application/json; charset=utf-8");
      return result instanceof EncodedJson ? result.text : result;
    },
  };
}

/** A stream is described in the document, and judged by its operation as it comes. */
function leaveStreamAlone(part: { schema: object; httpPart?: string }) {
  return part.httpPart === "body" ? () => true : compileValidator(part);
}

/** Not Fastify's request.signal: that is aborted as soon as the body has been read. */
function signalOfLeaving(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}

async function identify<Ctx, Tenant>(
  permission: Permission,
  request: FastifyRequest,
  host: RouteHost<Ctx, Tenant>,
): Promise<Actor | null> {
  if (permission === "public") return null;
  const actor = await host.authenticate(request);
  demand(permission, actor);
  return actor;
}

function namesBrokerage(request: FastifyRequest): boolean {
  return (request.query as { brokerage_id?: unknown }).brokerage_id !== undefined;
}

/** The fields the schema names: unknown ones are ignored (and must not shadow a path parameter). */
function pick(body: unknown, fields: string[]): object {
  if (typeof body !== "object" || body === null) return {};
  return Object.fromEntries(
    fields.filter((field) => field in body).map((field) => [field, body[field as never]]),
  );
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** A body of any length, for as long as bytes arrive. */
    endless?: boolean;
  }
  interface FastifyRequest {
    judged: Judged;
  }
}

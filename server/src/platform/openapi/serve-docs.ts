import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import fastifyStatic from "@fastify/static";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyInstance } from "fastify";
import { type Described, describeApi, frameOf } from "./describe-api.ts";
import type { Document } from "./document.ts";
import { downConvert } from "./down-convert.ts";
import { serveCompressed } from "./serve-compressed.ts";

const require = createRequire(import.meta.url);
const hidden = { schema: { hide: true } };

/** Where no website is served, the root leads to the documentation. */
export function redirectRoot(app: FastifyInstance): void {
  app.get("/", hidden, (_request, reply) => reply.redirect("/docs"));
}

/**
 * `/openapi.json` (`/openapi-3.0.json` for older generators), `/docs` (try it out) and `/redoc` (read it). All assets are served from here, so that the pages
 * work without internet. Must be registered before the routes it describes.
 */
export async function serveDocs(app: FastifyInstance, described: Described): Promise<void> {
  await app.register(swagger, { openapi: frameOf(described) });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    logo: { type: "image/svg+xml", content: Buffer.from(LOGO), href: "/docs", target: "_self" },
    theme: { title: "Lintel API" },
    staticCSP: true,
    // The plugin's policy allows external hosts and requires https.
    transformStaticCSP: () => DOCS_POLICY,
    uiConfig: { tryItOutEnabled: true, validatorUrl: null } as object,
  });

  for (const [path, form] of [
    ["/openapi.json", (document: Document): object => document],
    ["/openapi-3.0.json", downConvert],
  ] as const) {
    const content = () => JSON.stringify(form(describeApi(app.swagger(), described)));
    serveCompressed(app, { path, schema: hidden.schema, content });
  }
  app.get("/redoc", hidden, (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("Content-Security-Policy", REDOC_POLICY).send(REDOC_PAGE),
  );
  await app.register(fastifyStatic, {
    root: join(dirname(require.resolve("redoc/package.json")), "bundles"),
    prefix: "/redoc/static/",
    decorateReply: false,
    schemaHide: true,
    allowedPath: (path) => path === "/redoc.standalone.js",
    maxAge: "1d",
  });
}

/** A lintel: the beam that carries the wall over a door. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 40" height="40">
<path fill="#7fc4e0" d="M4 8h32v6H4zM8 16h5v18H8zM27 16h5v18h-5z"/>
<text x="44" y="28" font-family="sans-serif" font-size="24" font-weight="bold" fill="#fff">Lintel</text></svg>`;

// Blocks Redoc's external logo: the pages load nothing from elsewhere.
const DOCS_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";
const REDOC_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; worker-src blob:; frame-ancestors 'none'";

const REDOC_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Lintel API</title>
<style>body { margin: 0 }</style></head>
<body><redoc spec-url="/openapi.json" disable-google-font hide-loading></redoc>
<script src="/redoc/static/redoc.standalone.js"></script></body>
</html>
`;

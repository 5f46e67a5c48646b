import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import type { RouteMap } from "./route-map.ts";

/** Whether the website has a page or file at a path. */
export type HasPage = (path: string) => boolean;

type Target = { method?: string; url?: string; headers: IncomingHttpHeaders };

/** Lets routes with the constraint `website: true` take the requests that are the website's. Must be called before any route is added. */
export function separateWebsite(app: FastifyInstance, routes: RouteMap, hasPage: HasPage): void {
  app.addConstraintStrategy({
    name: "website",
    storage() {
      const handlers = new Map<unknown, never>();
      return {
        get: (value) => handlers.get(value) ?? null,
        set: (value, handler) => void handlers.set(value, handler as never),
      };
    },
    deriveConstraint: (request) => isWebsiteRequest(request, routes, hasPage),
  });
}

/**
 * Whether the website answers a request (W3): the API's paths win, and so does everything below `/api`. Other unknown paths are the
 * website's 404 for browsers, which accept `text/html`, and JSON for all others.
 */
function isWebsiteRequest(
  { method, url = "/", headers }: Target,
  routes: RouteMap,
  hasPage: HasPage,
): boolean {
  if (url.startsWith("/api/") || (method !== "GET" && method !== "HEAD" && method !== "POST")) return false;
  const path = url.split("?", 1)[0] as string;
  if (path === "/api" || routes.find(path) !== null) return false;
  if (hasPage(path)) return true;
  return method !== "POST" && String(headers.accept ?? "").includes("text/html");
}

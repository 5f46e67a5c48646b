import type { FastifyInstance } from "fastify";
import type { RouteMap } from "./route-map.ts";

/** Replies to unknown paths: 404, or 405 with Allow when the path exists for other methods. */
export function answerUnknownRoutes(app: FastifyInstance, routes: RouteMap): void {
  app.setNotFoundHandler((request, reply) => {
    const methods = routes.find(request.url);
    // A file route without the file ends here with its own method.
    if (!methods || methods.has(request.method)) return reply.code(404).send({ detail: "Not Found" });
    return reply
      .code(405)
      .header("Allow", [...methods.keys()].sort().join(", "))
      .send({ detail: "Method Not Allowed" });
  });
}

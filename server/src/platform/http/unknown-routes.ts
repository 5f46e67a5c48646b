import type { FastifyInstance } from "fastify";
import createRouter from "find-my-way";

/**
 * Answers paths that no route serves: 404, or 405 with Allow when the path exists under other methods.
 * Must be called before the routes are registered.
 */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const paths = createRouter({ ignoreTrailingSlash: true });
  const methodsOf = new Map<string, Set<string>>();

  app.addHook("onRoute", ({ path, method }) => {
    const methods = methodsOf.get(path) ?? new Set();
    if (methods.size === 0) paths.on("GET", path, () => {}, methods);
    for (const each of [method].flat()) methods.add(each);
    methodsOf.set(path, methods);
  });

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split("?", 1)[0] as string;
    const methods = paths.find("GET", path)?.store as Set<string> | undefined;
    // A file route that found no file passes its own method on to here.
    if (!methods || methods.has(request.method)) return reply.code(404).send({ detail: "Not Found" });
    return reply
      .code(405)
      .header("Allow", [...methods].sort().join(", "))
      .send({ detail: "Method Not Allowed" });
  });
}

import type { FastifyInstance } from "fastify";
import createRouter from "find-my-way";

/** The methods of a path, and for each whether pages of any website may read the reply. */
export type Methods = Map<string, { open: boolean }>;

/** Of a path parameter. */
export const MAX_PARAMETER_LENGTH = 500;

/** All paths of the API, for questions about paths other than the request's route. */
export class RouteMap {
  readonly #paths = createRouter({ ignoreTrailingSlash: true, maxParamLength: MAX_PARAMETER_LENGTH });
  readonly #methodsOf = new Map<string, Methods>();

  /** Must be created before the routes are registered. */
  constructor(app: FastifyInstance) {
    app.addHook("onRoute", ({ path, method, config, constraints }) => {
      // The website's route matches every path.
      if (constraints?.website) return;
      const methods = this.#methodsOf.get(path) ?? new Map();
      if (methods.size === 0) this.#paths.on("GET", path, () => {}, methods);
      for (const each of [method].flat()) methods.set(each, { open: config?.open === true });
      this.#methodsOf.set(path, methods);
    });
  }

  find(url: string): Methods | null {
    const found = this.#paths.find("GET", url.split("?", 1)[0] as string);
    return (found?.store as Methods | undefined) ?? null;
  }
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Public read: pages of any website may read the reply. */
    open?: boolean;
  }
}

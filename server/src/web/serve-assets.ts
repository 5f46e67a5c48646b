import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { ASSETS_PATH } from "../../../web/build/assets.ts";
import type { BuiltWebsite } from "../../../web/build/built-website.ts";
import { acceptedEncoding } from "../platform/http/content-encoding.ts";
import { pageHeaders } from "./page-headers.ts";

/** Scripts, styles and fonts: from memory, compressed when they were built, unchanged under their name for ever. */
export function serveAssets(
  app: FastifyInstance,
  { files }: Pick<BuiltWebsite, "files">,
  count: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
): void {
  app.route({
    method: ["GET", "HEAD"],
    url: `${ASSETS_PATH}*`,
    schema: { hide: true },
    config: { open: true },
    async handler(request, reply) {
      await count(request, reply);
      const file = files.get((request.params as { "*": string })["*"]);
      if (!file) return reply.callNotFound();
      reply
        .headers(pageHeaders("forever", request.protocol))
        .type(file.type)
        .header("Cross-Origin-Resource-Policy", "same-origin");
      const offered = (["br", "gzip"] as const).filter((each) => file[each] !== null);
      const encoding = acceptedEncoding(request.headers["accept-encoding"], offered);
      if (!encoding) return reply.send(file.bytes);
      return reply.header("Content-Encoding", encoding).send(file[encoding]);
    },
  });
}

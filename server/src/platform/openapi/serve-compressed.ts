import type { FastifyInstance } from "fastify";
import { acceptedEncoding, compress } from "../http/content-encoding.ts";
import { hasTag, weakTag } from "../http/etag.ts";

type Bodies = { etag: string; identity: Buffer; gzip: Buffer; br: Buffer };

/**
 * A GET of JSON that is the same for as long as the process lives, made and compressed on the first request. Caches must ask
 * again each time (its address has no version), and get a 304.
 */
export function serveCompressed(
  app: FastifyInstance,
  { path, schema, content }: { path: string; schema: object; content: () => string },
): void {
  let bodies: Promise<Bodies> | undefined;
  app.get(path, { schema }, async ({ headers }, reply) => {
    bodies ??= compressed(content());
    const { etag, ...encodings } = await bodies;
    reply
      .header("ETag", etag)
      .header("Cache-Control", "public, no-cache")
      .header("Vary", "Accept-Encoding")
      .type("application/json; charset=utf-8");
    if (hasTag(etag, headers["if-none-match"])) return reply.code(304).send();
    const encoding = acceptedEncoding(headers["accept-encoding"]);
    if (encoding) reply.header("Content-Encoding", encoding);
    return reply.send(encodings[encoding ?? "identity"]);
  });
}

async function compressed(content: string): Promise<Bodies> {
  const identity = Buffer.from(content);
  const [gz, br] = await Promise.all([
    compress(identity, "gzip", "lasting"),
    compress(identity, "br", "lasting"),
  ]);
  return { etag: weakTag(content), identity, gzip: gz, br };
}

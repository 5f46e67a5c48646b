import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { hasTag, weakTag } from "../http/etag.ts";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Of 11: most of what 11 saves, in a tenth of its time. */
const BROTLI_QUALITY = 6;

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
    if (encoding !== "identity") reply.header("Content-Encoding", encoding);
    return reply.send(encodings[encoding]);
  });
}

async function compressed(content: string): Promise<Bodies> {
  const identity = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [gz, br] = await Promise.all([gzipped(identity), brotli(identity, { params })]);
  return { etag: weakTag(content), identity, gzip: gz, br };
}

/** The smallest encoding that the caller accepts. A weight of 0 refuses one; other weights make no difference. */
function acceptedEncoding(accept: string | string[] | undefined): "br" | "gzip" | "identity" {
  const accepted = String(accept ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.split(";").map((part) => part.trim()))
    .filter(
      ([, ...parameters]) => !parameters.some((each) => each.startsWith("q=") && Number(each.slice(2)) === 0),
    )
    .map(([name]) => name);
  return (["br", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity";
}

import type { FastifyReply, FastifyRequest } from "fastify";
import { acceptedEncoding } from "../platform/http/content-encoding.ts";
import { hasTag } from "../platform/http/etag.ts";
import type { EncodedPage } from "./encoded-page.ts";
import { pageHeaders } from "./page-headers.ts";

/**
 * Sends a page: 304 when the visitor has it, compressed when the visitor takes it so.
 *
 * @param framer of `pageHeaders`.
 */
export async function sendPage(
  page: EncodedPage,
  request: FastifyRequest,
  reply: FastifyReply,
  framer: string | null = null,
): Promise<FastifyReply> {
  const { status, type, headers, cookies, caching } = page.reply;
  // The API's own, which forbids every frame.
  reply.removeHeader("X-Frame-Options");
  reply.headers({ ...pageHeaders(caching, request.protocol, framer), ...headers });
  for (const cookie of cookies) reply.header("Set-Cookie", cookie);
  if (caching !== "personal" && status === 200) {
    reply.header("ETag", page.etag);
    if (hasTag(page.etag, request.headers["if-none-match"])) return reply.code(304).send();
  }
  reply.code(status).type(type);
  const encoding = page.isCompressible ? acceptedEncoding(request.headers["accept-encoding"]) : null;
  if (!encoding) return reply.send(page.bytes);
  return reply.header("Content-Encoding", encoding).send(await page.encoded(encoding));
}

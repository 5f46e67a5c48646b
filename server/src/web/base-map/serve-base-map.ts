import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/errors.ts";
import { acceptedEncoding, compress } from "../../platform/http/content-encoding.ts";
import { pageHeaders } from "../page-headers.ts";
import { BaseMap } from "./base-map.ts";

const MAX_ZOOM = 22;
/** The archive may be replaced by a newer one. */
const CACHING = "public, max-age=86400";

type Count = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Serves the base map of the websites: what it is at `/map/base`, and its tiles below. Without an archive both are not found. */
export function serveBaseMap(app: FastifyInstance, address: string | null, count: Count): void {
  const map = address === null ? null : new BaseMap(address);
  app.addHook("onClose", () => map?.close());
  const config = { open: true };
  const schema = { hide: true };

  app.route({
    method: ["GET", "HEAD"],
    url: "/map/base",
    schema,
    config,
    async handler(request, reply) {
      await count(request, reply);
      if (!map) return reply.callNotFound();
      const description = await map.describe().catch(unavailable);
      return reply.headers(tileHeaders(request)).send(description);
    },
  });

  app.route({
    method: ["GET", "HEAD"],
    url: "/map/base/:z/:x/:y",
    schema,
    config,
    async handler(request, reply) {
      await count(request, reply);
      const place = placeOf(request.params as Record<string, string>);
      if (!map || !place) return reply.callNotFound();
      const tile = await map.tile(...place).catch(unavailable);
      reply.headers(tileHeaders(request));
      if (!tile) return reply.code(204).send();
      reply.type(tile.type);
      const encoding = tile.type.startsWith("image/")
        ? null
        : acceptedEncoding(request.headers["accept-encoding"], ["gzip"]);
      if (!encoding) return reply.send(tile.bytes);
      return reply.header("Content-Encoding", encoding).send(await compress(tile.bytes, encoding, "passing"));
    },
  });
}

function tileHeaders({ protocol }: FastifyRequest): Record<string, string> {
  return { ...pageHeaders("shared", protocol), "Cache-Control": CACHING };
}

function placeOf(params: Record<string, string>): [number, number, number] | null {
  const texts = [params.z, params.x, params.y];
  if (!texts.every((text) => /^\d{1,7}$/.test(text ?? ""))) return null;
  const [z, x, y] = texts.map(Number) as [number, number, number];
  return z <= MAX_ZOOM && x < 2 ** z && y < 2 ** z ? [z, x, y] : null;
}

function unavailable(cause: unknown): never {
  throw new AppError("unavailable", "Cannot read the base map. Check MAP_TILES.", { cause, retryAfter: 60 });
}

import type { FastifyRequest } from "fastify";
import type { SiteRequest } from "../../../web/site/contract.ts";
import { AppError } from "../platform/errors.ts";

/**
 * What the website learns of a request. A HEAD is rendered as the GET, and its content left out.
 *
 * @param host that the request names, with its port.
 * @throws AppError 400 for a host that is none, such as one with the port 99999.
 */
export function siteRequest(
  request: FastifyRequest,
  { host, tenant }: { host: string | null; tenant: SiteRequest["tenant"] },
): SiteRequest {
  const { headers, method, ip, protocol, raw, body } = request;
  const origin = `${protocol}://${host}`;
  if (!URL.canParse(origin)) throw new AppError("bad_request", "Malformed Host header");
  return {
    method: method === "POST" ? "POST" : "GET",
    target: raw.url as string,
    origin,
    headers,
    body: typeof body === "string" ? body : "",
    address: ip,
    tenant,
  };
}

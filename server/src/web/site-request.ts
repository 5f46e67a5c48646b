import type { FastifyRequest } from "fastify";
import type { SiteRequest } from "../../../web/site/contract.ts";

/** What the website learns of a request. A HEAD is rendered as the GET, and its content left out. */
export function siteRequest(request: FastifyRequest, tenant: SiteRequest["tenant"]): SiteRequest {
  const { headers, method, ip, protocol, host, raw, body } = request;
  return {
    method: method === "POST" ? "POST" : "GET",
    target: raw.url as string,
    origin: `${protocol}://${host}`,
    headers,
    body: typeof body === "string" ? body : "",
    address: ip,
    tenant,
  };
}

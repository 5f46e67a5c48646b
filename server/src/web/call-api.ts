import type { FastifyInstance, InjectOptions } from "fastify";
import type { SiteRequest } from "../../../web/site/contract.ts";
import { innerCall } from "../platform/http/inner-calls.ts";

/** What the API learns of the visitor from the page's request. */
const PASSED_ON = [
  "host",
  "x-forwarded-host",
  "x-forwarded-proto",
  "user-agent",
  "cookie",
  "sec-gpc",
  "dnt",
  "x-request-id",
] as const;

/** No content may follow these. */
const EMPTY = new Set([204, 304]);

/** Calls the API in this process as the visitor of a page: with their Host and address, and not counted again (W1). */
export async function callApi(app: FastifyInstance, inner: Request, outer: SiteRequest): Promise<Response> {
  const { pathname, search } = new URL(inner.url);
  const body = inner.body === null ? undefined : Buffer.from(await inner.arrayBuffer());
  const reply = await app.inject({
    method: inner.method as InjectOptions["method"] & string,
    url: pathname + search,
    headers: { ...passedOn(outer), ...Object.fromEntries(inner.headers), ...innerCall },
    remoteAddress: outer.address,
    ...(body && { payload: body }),
  });
  const headers = new Headers();
  for (const [name, value] of Object.entries(reply.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, String(each));
  }
  const payload = EMPTY.has(reply.statusCode) ? null : new Uint8Array(reply.rawPayload);
  return new Response(payload, { status: reply.statusCode, headers });
}

function passedOn({ headers, method, origin }: SiteRequest): Record<string, string | string[]> {
  const passed: Record<string, string | string[]> = {};
  for (const name of PASSED_ON) if (headers[name] !== undefined) passed[name] = headers[name];
  // The form's own Origin was judged by the website (W17).
  if (method === "POST") passed.origin = origin;
  return passed;
}

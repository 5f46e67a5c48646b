import type { Middleware } from "openapi-fetch";
import type { paths } from "../../../client/src/api.generated.ts";

/** POSTs that create a record, send something or decide something: sent twice, they would do it twice, or be refused the second time. */
const ONCE = [
  "/api/v1/admin/leads",
  "/api/v1/admin/leads/bulk",
  "/api/v1/admin/leads/bulk/{bulk_id}/undo",
  "/api/v1/admin/leads/{lead_id}/notes",
  "/api/v1/admin/leads/{lead_id}/contacts",
  "/api/v1/admin/leads/{lead_id}/transitions",
  "/api/v1/admin/leads/{lead_id}/unverified-contacts/{event_id}/accept",
  "/api/v1/admin/drips",
  "/api/v1/admin/drips/starters/{key}",
  "/api/v1/admin/drips/{sequence_id}/enrollments/{lead_id}",
  "/api/v1/admin/privacy/requests/{request_id}/run",
  "/api/admin/suggestions",
  "/api/admin/suggestions/{suggestion_id}/approve",
  "/api/admin/suggestions/{suggestion_id}/reject",
  "/api/admin/agents",
  "/api/admin/broker-contacts",
  "/api/admin/brokerages",
  "/api/admin/brokerages/{brokerage_id}/domains",
  "/api/admin/feeds",
  "/api/admin/webhooks",
  "/api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
  "/api/admin/api-keys",
] as const satisfies readonly (keyof paths)[];

const WRITES = new RegExp(`^(?:${ONCE.map((path) => path.replaceAll(/\{\w+\}/g, "[^/]+")).join("|")})$`);

/** Keys of writes whose reply has not arrived, by what was written. */
const open = new Map<string, string>();

async function writeOf(request: Request): Promise<string | null> {
  const { pathname, search } = new URL(request.url);
  if (request.method !== "POST" || !WRITES.test(pathname)) return null;
  return `${pathname}${search} ${await request.clone().text()}`;
}

/** What each request that is under way writes. */
const underWay = new Map<string, string>();

/**
 * A write that is sent again after its reply was lost has the same Idempotency-Key: the server has done it, and replies as before. One
 * with other words has a key of its own. An answer ends that; the same write later is another one.
 */
export const repeatedWrites: Middleware = {
  async onRequest({ id, request }) {
    const write = await writeOf(request);
    if (write === null) return undefined;
    const key = open.get(write) ?? crypto.randomUUID();
    open.set(write, key);
    underWay.set(id, write);
    request.headers.set("Idempotency-Key", key);
    return request;
  },
  onResponse({ id, response }) {
    const write = underWay.get(id);
    underWay.delete(id);
    if (write !== undefined && !isUndecided(response)) open.delete(write);
  },
  onError({ id }) {
    underWay.delete(id);
  },
};

/** Whether an answer leaves open what became of an earlier attempt: it comes before the write is looked at, or while it is still under way (409). */
function isUndecided({ status, headers }: Response): boolean {
  return status >= 500 || [401, 403, 429].includes(status) || (status === 409 && headers.has("Retry-After"));
}

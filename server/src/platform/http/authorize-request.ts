import type { FastifyReply, FastifyRequest } from "fastify";
import type { Tenant } from "../context.ts";
import { AppError } from "../errors.ts";
import { type Actor, requirePermission } from "./permissions.ts";
import { isPersonal } from "./personal-reply.ts";
import { countGeneral, countRequest } from "./rate-limits/count-request.ts";
import { refuseFullAddress } from "./rate-limits/count-stored-bytes.ts";
import { callerOf } from "./rate-limits/known-callers.ts";
import { rejectExhausted, reserveLookup } from "./rate-limits/reject-exhausted.ts";
import { type Caller, senderOf } from "./rate-limits/sender.ts";
import type { RouteFlags } from "./route.ts";
import type { RouteDeps } from "./route-deps.ts";

/** What is known of a request before its input is looked at. */
export type RequestAuth = {
  /** Null on public routes, for every caller. */
  actor: Actor | null;
  /** The key or user whose limits the request counts against; null: those of its address. */
  caller: string | null;
  /** Of the visitor, when a key with `forwards_visitors` names it; else of the connection. */
  address: string;
  tenant: Tenant | null;
};

/**
 * Order of judgement: credentials, limits, permission, tenant, then the input; who is over a limit already is refused before
 * anything is looked up. Bad credentials count for the address
 * before they are refused, so that guessing has an end. A route's own limits count only callers who may use it: no other caller
 * can use them up.
 *
 * @throws AppError 401, 403, 429; 400 or 404 of the tenant.
 */
export async function authorizeRequest<Needs>(
  route: RouteFlags,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: RouteDeps<Needs>,
): Promise<RequestAuth> {
  const isPublic = route.permission === "public";
  const { limiter } = deps;
  const counts = limiter.enabled && !route.uncounted && !request.isInner;
  const counting = route.asset && { asset: route.asset };
  if (counts) rejectExhausted(limiter, deps.knownCallers, request, { isPublic, ...counting });
  const { actor, caller, refusal } = await identifyOnce(request, deps, isPublic ? identifyPublic : identify);
  if (isPersonal(route, request.headers)) reply.header("Cache-Control", "no-store");

  const sender = senderOf(request, caller, isPublic);
  const before = counts ? await countGeneral(limiter, sender, request, reply, counting) : null;
  if (refusal !== null) throw refusal;
  requirePermission(route, actor);
  if (limiter.enabled && route.limits && (!request.isInner || changesData(route)))
    await countRequest(limiter, route.limits, { sender, request, reply, before });

  refuseFullAddress(limiter, route, sender);

  const tenant = route.tenant && !namesBrokerage(route, request) ? await deps.resolveTenant(request) : null;
  return { actor, caller: sender.caller?.key ?? null, address: sender.address, tenant };
}

type Identity = { actor: Actor | null; caller: Caller | null; refusal: unknown };

type Identify = <Needs>(request: FastifyRequest, deps: RouteDeps<Needs>) => Promise<Identity>;

/** Credentials that are not known are looked up only while the address may still be wrong about them. */
async function identifyOnce<Needs>(
  request: FastifyRequest,
  deps: RouteDeps<Needs>,
  identify: Identify,
): Promise<Identity> {
  const release = reserveLookup(deps.limiter, deps.knownCallers, request);
  try {
    return await identify(request, deps);
  } finally {
    release();
  }
}

async function identify<Needs>(request: FastifyRequest, deps: RouteDeps<Needs>): Promise<Identity> {
  try {
    const actor = await deps.authenticate(request);
    const caller = actor && callerOf(actor);
    deps.knownCallers.remember(request.headers, caller);
    return { actor, caller, refusal: null };
  } catch (refusal) {
    if (refusal instanceof AppError && refusal.code !== "unavailable")
      deps.knownCallers.remember(request.headers, null);
    return { actor: null, caller: null, refusal };
  }
}

async function identifyPublic<Needs>(
  request: FastifyRequest,
  { knownCallers, authenticate }: RouteDeps<Needs>,
): Promise<Identity> {
  const caller = await knownCallers.find(request.headers, () => authenticate(request));
  return { actor: null, caller, refusal: null };
}

/** The limits of forms hold for those of pages, too: they bound what is stored and whom mail is sent to. */
function changesData({ method, readsOnly }: RouteFlags): boolean {
  return method !== "GET" && !readsOnly;
}

/** Where the route takes it: elsewhere the Host alone decides. */
function namesBrokerage({ query }: RouteFlags, request: FastifyRequest): boolean {
  const takes = "brokerage_id" in ((query as { properties?: object } | undefined)?.properties ?? {});
  return takes && (request.query as { brokerage_id?: unknown }).brokerage_id !== undefined;
}

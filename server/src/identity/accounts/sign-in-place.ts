import type { UsesBrokerages } from "../../brokerages/index.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { asDomain, isLoopbackDomain } from "../../platform/http/host.ts";
import type { Role } from "../../platform/http/permissions.ts";

/** Where a member of staff signs in: the host of the request, and whose staff that is for. */
export type SignInPlace = {
  /** As domains are written. */
  host: string;
  origin: string;
  /** The brokerage of the host; null: that of any account. */
  brokerageId: number | null;
  /** Whether admins may sign in here. */
  admins: boolean;
};

/**
 * The place of a request (web.md, W23, W24, W26): the console's host is for all staff; a brokerage's domain for its own, since the
 * brokerage controls the domain and could collect cookies of admins there; this machine for admins too.
 *
 * @throws AppError 403 over http, but on this machine; 400 `Missing Host header`; 404 `Brokerage not found`.
 */
export async function signInPlace(ctx: Context<UsesBrokerages>): Promise<SignInPlace> {
  const origin = ctx.ownOrigin;
  if (origin === null) throw new AppError("bad_request", "Missing Host header");
  const { protocol, host: named } = new URL(origin);
  const host = asDomain(named);
  if (protocol !== "https:" && !isLoopbackDomain(host)) throw new AppError("forbidden", INSECURE);
  const admins = admitsAdmins(ctx.config, host);
  if (isConsole(ctx.config, host)) return { host, origin, brokerageId: null, admins };
  return { host, origin, brokerageId: await brokerageOf(ctx, host), admins };
}

export const INSECURE =
  "Cannot sign in over http: open the https address of this site. Behind a proxy that ends https, TRUST_PROXY must be set.";

/** Whether sessions of admins exist at a host: on CONSOLE_URL and on this machine. */
export function admitsAdmins(config: Config, host: string): boolean {
  return isLoopbackDomain(host) || isConsole(config, host);
}

/** Whether passkeys and the OpenID provider may be used at this host: with CONSOLE_URL, at that host alone. */
export function isHome({ consoleUrl }: Config, { origin, host }: SignInPlace): boolean {
  return consoleUrl === null || origin === consoleUrl || isLoopbackDomain(host);
}

/** @throws AppError 403 for an admin on a brokerage's domain, and for staff of another brokerage. */
export function requireAdmitted(
  place: SignInPlace,
  { role, brokerageId }: { role: Role; brokerageId: number | null },
): void {
  if (role === "admin") {
    if (!place.admins) throw new AppError("forbidden", "Admins sign in at the address of CONSOLE_URL");
  } else if (place.brokerageId !== null && place.brokerageId !== brokerageId) {
    throw new AppError("forbidden", "This is the address of another brokerage");
  }
}

function isConsole({ consoleUrl }: Config, host: string): boolean {
  return consoleUrl !== null && asDomain(new URL(consoleUrl).host) === host;
}

/** A name of this machine that belongs to no brokerage is for the staff of all. */
async function brokerageOf(ctx: Context<UsesBrokerages>, host: string): Promise<number | null> {
  try {
    return (await ctx.brokerages.tenants.byDomain(host, ctx.db)).brokerageId;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found" && isLoopbackDomain(host)) return null;
    throw error;
  }
}

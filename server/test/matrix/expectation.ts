import { permissions, type Role } from "../../src/platform/http/permissions.ts";
import type { Route } from "../../src/platform/http/route.ts";
import type { Services } from "../../src/services.ts";
import type { Caller } from "./callers.ts";
import type { Row } from "./rows.ts";

/** The one status, and where it is a refusal the one text, that the caller must get. */
export type Expected = { status: number; detail?: string };

/** What follows from the permission table, unless the row holds one of the documented exceptions. */
export function expectedFor(route: Route<Services>, row: Row, caller: Caller): Expected {
  const { roles, refusal } = permissions[route.permission];
  // Where it is no credential, a cookie of no session may still be seen.
  const hasCookie = caller.signIn !== undefined || (roles === null && "cookie" in caller.headers);
  const signedIn = hasCookie ? row.signedIn : undefined;
  const success = signedIn ?? { status: row.success ?? route.status ?? 200 };
  if (roles === null) return success;
  if (caller.refusal !== null) return { status: 401, detail: caller.refusal };
  if (!(roles as readonly Role[]).includes(caller.role as Role)) return { status: 403, detail: refusal };

  const isForeign = caller.foreign && caller.role !== "admin";
  const exception = isForeign
    ? (row.foreign?.[caller.role as "broker" | "agent"] ?? row.foreign?.all)
    : row.exceptions?.[caller.role as Role];
  if (exception !== undefined) return exception;
  // Another brokerage's record answers as a missing one; a list holds one's own.
  if (isForeign && route.path.includes("{")) return { status: 404 };
  return success;
}

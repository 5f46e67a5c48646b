import {
  type Actor,
  hasSession,
  type Permission,
  permissions,
  type Role,
  type SessionKind,
} from "../platform/http/permissions.ts";

type Operation = { operationId: string; permission: Permission; session?: SessionKind };

/** The operations of the routes that are served, with the permission that each route demands: there is no second list of them. */
export class OperationTable {
  #operations: readonly Operation[] = [];

  use(operations: readonly Operation[]): void {
    this.#operations = operations;
  }

  /** What a caller may do beside what everyone may (web.md, W29), in the order of the routes. */
  allowedTo(actor: Pick<Actor, "role" | "signedInBy" | "userId">): string[] {
    return this.#operations
      .filter(({ permission }) =>
        (permissions[permission].roles as readonly Role[] | null)?.includes(actor.role),
      )
      .filter(({ session }) => session === undefined || hasSession(session, actor))
      .map(({ operationId }) => operationId);
  }
}

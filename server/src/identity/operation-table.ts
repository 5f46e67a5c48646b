import { type Permission, permissions, type Role } from "../platform/http/permissions.ts";

type Operation = { operationId: string; permission: Permission };

/** The operations of the routes that are served, with the permission that each route demands: there is no second list of them. */
export class OperationTable {
  #operations: readonly Operation[] = [];

  use(operations: readonly Operation[]): void {
    this.#operations = operations;
  }

  /** What callers of a role may do beside what everyone may (web.md, W29), in the order of the routes. */
  allowedTo(role: Role): string[] {
    return this.#operations
      .filter(({ permission }) => (permissions[permission].roles as readonly Role[] | null)?.includes(role))
      .map(({ operationId }) => operationId);
  }
}

import { Type } from "typebox";
import { describe, expect, it } from "vitest";
import type { ActorContext, Context, TenantContext } from "../context.ts";
import { type Route, route } from "./route.ts";

type UsesBells = { bells: { ring: () => void } };

const withoutNeeds = (_ctx: Context, _input: unknown) => ({});
const ofActor = (_ctx: ActorContext, _input: unknown) => ({});
const ofTenant = (_ctx: TenantContext, _input: unknown) => ({});
const withBells = (ctx: Context<UsesBells>) => ctx.bells.ring();
const byId = (_ctx: Context, { id }: { id: number }) => ({ id });

const shared = {
  method: "GET",
  path: "/api/types",
  operationId: "types",
  summary: "Types",
  tag: "Types",
  response: Type.Object({}),
} as const;

/** `npm run typecheck` is the check: an `@ts-expect-error` without an error fails it. */
describe("the types of route()", () => {
  it("a route's flags decide which operations it can run", () => {
    const routes = [
      route({ ...shared, permission: "public", run: withoutNeeds }),
      route({ ...shared, permission: "broker", run: ofActor }),
      route({ ...shared, permission: "public", tenant: true, run: ofTenant }),
      route({ ...shared, permission: "admin", tenant: true, run: ofTenant }),
      // @ts-expect-error A public route may have no actor.
      route({ ...shared, permission: "public", run: ofActor }),
      // @ts-expect-error A route without `tenant: true` has no tenant.
      route({ ...shared, permission: "public", run: ofTenant }),
      // @ts-expect-error Nor has one with `tenant: false`.
      route({ ...shared, permission: "admin", tenant: false, run: ofTenant }),
      // @ts-expect-error A tenant is no actor.
      route({ ...shared, permission: "public", tenant: true, run: ofActor }),
    ];
    expect(routes).toHaveLength(8);
  });

  it("a precondition has the context that the flags guarantee", () => {
    const precondition = async (_ctx: TenantContext) => {};
    const routes = [
      route({ ...shared, permission: "public", tenant: true, precondition, run: withoutNeeds }),
      // @ts-expect-error Without `tenant: true` it has no tenant.
      route({ ...shared, permission: "public", precondition, run: withoutNeeds }),
    ];
    expect(routes).toHaveLength(2);
  });

  it("the schemas of the fields decide the operation's input", () => {
    const params = Type.Object({ id: Type.Integer() });
    const routes = [
      route({ ...shared, permission: "public", params, run: byId }),
      // @ts-expect-error Without params there is no id.
      route({ ...shared, permission: "public", run: byId }),
      // @ts-expect-error The id is a text.
      route({ ...shared, permission: "public", params: Type.Object({ id: Type.String() }), run: byId }),
    ];
    expect(routes).toHaveLength(3);
  });

  it("an application can have a route only if it has the services that the operation needs", () => {
    const needsBells = route({ ...shared, permission: "public", run: withBells });
    const withServices: Route<UsesBells>[] = [needsBells];
    // @ts-expect-error It has no bells.
    const without: Route[] = [needsBells];
    expect([withServices, without]).toHaveLength(2);
  });
});

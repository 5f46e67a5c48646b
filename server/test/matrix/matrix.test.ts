import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slices } from "../../src/slices.ts";
import type { Reply } from "../harness/test-app.ts";
import type { Caller } from "./callers.ts";
import { expectedFor } from "./expectation.ts";
import { type Request, rows } from "./rows.ts";
import { MARKER, startWorld, type World } from "./world.ts";

const routes = slices.flatMap((slice) => slice.routes);

/*
 * Every route by every caller: anonymous, bad credentials of every kind, each role of the record's own brokerage and of
 * another, by key, by token and by cookie; a public route, where nothing depends on it, by one caller of each kind.
 * Exactly the documented status, never a word of the other brokerage's data, and an audit row for every write.
 */
describe("who may do what", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  }, 120_000);
  afterAll(() => world?.close());

  async function isAudited({ headers }: Reply): Promise<boolean> {
    const row = await world.lintel.database.db
      .selectFrom("audit_log")
      .select("id")
      .where("request_id", "=", String(headers["x-request-id"]))
      .executeTakeFirst();
    return row !== undefined;
  }

  it("has a row for every route, and for no other", () => {
    expect(Object.keys(rows).toSorted()).toEqual(routes.map((route) => route.operationId).toSorted());
  });

  const lists = routes.filter(
    (route) =>
      route.permission !== "public" &&
      "brokerage_id" in ((route.query as { properties?: object } | undefined)?.properties ?? {}),
  );
  it.each(lists)("$method $path shows nothing more to who asks for another's brokerage_id", async (route) => {
    for (const caller of world.callers.filter((each) => each.role !== null && !mayKnow(each))) {
      const { path } = await rows[route.operationId]!.request(world);
      const reply = await world.lintel.call(
        `${path}${path.includes("?") ? "&" : "?"}brokerage_id=${world.home.id}`,
        { headers: caller.headers },
      );
      expect([caller.name, leaks(reply)]).toEqual([caller.name, []]);
    }
  });

  it.each(routes.filter((route) => rows[route.operationId]))("$method $path", async (route) => {
    const row = rows[route.operationId]!;
    const wrong: string[] = [];
    let request: Request | undefined;
    for (const caller of route.permission === "public" ? oneOfEachKind(world.callers) : world.callers) {
      request ??= await row.request(world);
      const { path, body, headers } = request;
      const reply = await world.lintel.call(path, {
        method: route.method,
        host: world.home.host,
        headers: { ...headers, ...caller.headers, ...(row.ownToken && headers) },
        ...(body !== undefined && { body }),
      });
      const expected = expectedFor(route, row, caller);
      const answer = `${caller.name}: ${reply.status} ${reply.text.slice(0, 200)}`;
      if (reply.status !== expected.status) wrong.push(`${answer}, expected ${expected.status}`);
      else if (expected.detail !== undefined && reply.body.detail !== expected.detail) {
        wrong.push(`${answer}, expected "${expected.detail}"`);
      }
      // On a public route every caller is anonymous, also with credentials.
      const isWrite = route.method !== "GET" && route.permission !== "public" && reply.status < 300;
      if (isWrite && !row.changesNothing && caller.role && !(await isAudited(reply))) {
        wrong.push(`${answer} without an audit row`);
      }
      if (row.endsSession) await caller.signIn?.();
      // What a refused call and a read name is still there for the next one.
      if (route.method !== "GET" && reply.status < 400) request = undefined;
      if (route.permission !== "public" && !mayKnow(caller))
        wrong.push(...leaks(reply).map((leak) => answer + leak));
    }
    expect(wrong).toEqual([]);
  });
});

const mayKnow = (caller: Caller) => caller.role === "admin" || (caller.role !== null && !caller.foreign);

/** Of each role one by key, by token and by cookie, and one with bad credentials of each of these. */
function oneOfEachKind(callers: Caller[]): Caller[] {
  const kindOf = ({ role, headers }: Caller) => JSON.stringify([role, Object.keys(headers).toSorted()]);
  return [...new Map(callers.toReversed().map((caller) => [kindOf(caller), caller])).values()];
}

/** Words of the other brokerage's records, or a count that counts them. */
function leaks({ text, body }: Reply): string[] {
  const found = text.includes(MARKER) ? [" tells of another brokerage"] : [];
  const shown = body?.items ?? body?.results;
  if (Array.isArray(shown) && body.total !== shown.length)
    found.push(` counts ${body.total}, shows ${shown.length}`);
  return found;
}

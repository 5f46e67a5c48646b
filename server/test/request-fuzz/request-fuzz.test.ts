import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { home } from "../harness/market.ts";
import { startTestApp, type TestApp } from "../harness/test-app.ts";
import { KnownIds } from "./known-ids.ts";
import { type GeneratedRequest, type Operation, requestTo } from "./request-arbitrary.ts";

// `npm run prove requests` sends 50,000; another seed with SEED.
const REQUESTS = Number(process.env.REQUESTS ?? 2500);
const SEED = Number(process.env.SEED ?? 20261121);

let lintel: TestApp;
beforeAll(async () => {
  lintel = await startTestApp();
});
afterAll(() => lintel.close());

it(`answers ${REQUESTS} requests generated from the OpenAPI document, allowed and spoilt, without a 5xx, each as declared`, async () => {
  const operations = await describedOperations();
  const known = new KnownIds(operations);
  const { callers, hosts } = await populate(known);
  const statuses = new Map<number, number>();
  const reached = new Set<string>();

  const anyRequest = fc.oneof(
    ...operations.map((operation) => requestTo(operation, [...callers.keys()], hosts)),
  );
  const answersWell = fc.asyncProperty(anyRequest, async (request) => {
    const reply = await send(request, known, callers);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (reply.status < 300) reached.add(request.operationId);
    known.learn(request, reply.status < 300 ? reply.body : null);
    expect(reply.status, `${request.method} ${known.pathOf(request)}: ${reply.text}`).toBeLessThan(500);
  });
  // What a request meets depends on those before it, so a failure is shown as it came and not made smaller.
  await fc.assert(answersWell, { numRuns: REQUESTS, seed: SEED, endOnFailure: true });

  const never = operations.map((each) => each.operationId).filter((name) => !reached.has(name));
  process.stdout.write(
    `${REQUESTS} requests to ${operations.length} operations: ${JSON.stringify(Object.fromEntries(statuses))}` +
      `${never.length > 0 ? `; without a success in this run: ${never.join(", ")}` : ""}\n`,
  );
}, 3_600_000);

async function describedOperations(): Promise<Operation[]> {
  const { body } = await lintel.call("/openapi.json");
  const paths = body.paths as Record<string, Record<string, Omit<Operation, "method" | "path">>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
}

async function populate(known: KnownIds) {
  const north = await lintel.createTenant("north");
  const south = await lintel.createTenant("south");
  const agent = await lintel.createAgent(north.id);
  const place = { Latitude: 43.6, Longitude: -116.2 };
  await lintel.importListings("fuzz", [
    home({ ListingId: "FUZZ-1", ...place }),
    home({ ListingId: "FUZZ-2", ...place }),
  ]);
  for (const id of [north.id, south.id]) known.keep("brokerage_id", id);
  known.keep("agent_id", agent.id);
  known.add("slug", agent.slug);
  for (const id of ["FUZZ-1", "FUZZ-2"]) known.add("listing_id", id);
  const callers = new Map<string, string | undefined>([
    ["nobody", undefined],
    ["admin", await lintel.createKey("admin")],
    ["admin of north", await lintel.createKey("admin", { brokerageId: north.id })],
    ["broker", await lintel.createKey("broker", { brokerageId: north.id })],
    ["foreign broker", await lintel.createKey("broker", { brokerageId: south.id })],
    ["agent", await lintel.createKey("agent", { brokerageId: north.id, agentId: agent.id })],
    ["wrong", "lk_wrong"],
  ]);
  await takeIn(known, { host: north.host, admin: callers.get("admin") as string, agentId: agent.id });
  const keys = await lintel.database.db.selectFrom("api_keys").select("id").execute();
  for (const { id } of keys) known.keep("key_id", id);
  return { callers, hosts: [north.host, north.host, south.host, "nobody.test", null] };
}

/** Leads that the agent has, and tours: for the requests that need some. */
async function takeIn(
  known: KnownIds,
  { host, admin, agentId }: { host: string; admin: string; agentId: number },
) {
  const person = { email: "ada@visitors.test", subject: "Hello", message: "Hello" };
  const post = { method: "POST", host } as const;
  for (let nth = 1; nth <= 5; nth++) {
    const form = { ...person, firstName: "Ada", lastName: `The ${nth}.` };
    const { lead_id } = (await lintel.call("/api/contact", { ...post, body: form })).body;
    await lintel.call(`/api/v1/admin/leads/${lead_id}`, {
      method: "PATCH",
      key: admin,
      body: { assigned_agent_id: agentId },
    });
    known.add("lead_id", String(lead_id));
    const tour = { ...person, name: "Ada Lovelace", listing_id: "FUZZ-1" };
    known.add("request_id", String((await lintel.call("/api/tours", { ...post, body: tour })).body.id));
  }
}

async function send(request: GeneratedRequest, known: KnownIds, callers: Map<string, string | undefined>) {
  const key = callers.get(request.caller);
  return lintel.call(known.pathOf(request), {
    method: request.method as "GET",
    host: request.host,
    ...(key && { key }),
    headers: {
      ...Object.fromEntries(request.headers),
      ...(request.contentType && request.body !== null && { "content-type": request.contentType }),
    },
    ...(request.body !== null && { body: request.body }),
  });
}

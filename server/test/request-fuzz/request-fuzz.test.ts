import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { syncPhotos } from "../../src/images/photos/sync-photos.ts";
import type { Route } from "../../src/platform/http/route.ts";
import type { Services } from "../../src/services.ts";
import { slices } from "../../src/slices.ts";
import { describedOperations, type Operation } from "../harness/described-operations.ts";
import { openFavorites } from "../harness/favorites-fixture.ts";
import { home } from "../harness/market.ts";
import { openStaff, ownPage, type StaffFixture } from "../harness/staff-fixture.ts";
import type { TestApp } from "../harness/test-app.ts";
import { KnownIds } from "./known-ids.ts";
import { type GeneratedRequest, requestTo, withUnknownField } from "./request-arbitrary.ts";

// `npm run prove requests` sends 50,000; another seed with SEED.
const REQUESTS = Number(process.env.REQUESTS ?? 1500);
const SEED = Number(process.env.SEED ?? 20261121);

/** How often each operation has run: a request that is refused before counts for nothing. */
const runs = new Map<string, number>();
const runsOf = (operationId: string) => runs.get(operationId) ?? 0;
const watched: Route<Services>[] = slices
  .flatMap((slice) => slice.routes)
  .map((route) => ({
    ...route,
    run: (ctx, input) => {
      runs.set(route.operationId, runsOf(route.operationId) + 1);
      return route.run(ctx, input);
    },
  }));

const needsSession = (operationId: string) =>
  watched.some((route) => route.operationId === operationId && route.session !== undefined);

let staff: StaffFixture;
let lintel: TestApp;
/** What a browser of staff sends who have signed in by email, for the routes that take no key. */
let signedIn: Record<string, string> | undefined;
/** What a visitor's browser sends: a session, and the token of a client with favorites. */
let visitor: Record<string, string>;
beforeAll(async () => {
  staff = await openStaff({ OUTBOUND_ALLOW: "127.0.0.1" }, { routes: watched });
  ({ lintel } = staff);
});
afterAll(() => staff.close());

it(`answers ${REQUESTS} requests generated from the OpenAPI document, allowed and spoilt, without a 5xx, each as declared, and reaches every operation`, async () => {
  const operations = await describedOperations(lintel);
  const known = new KnownIds(operations);
  const { callers, hosts, brokerageId } = await populate(known);
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

  await reachAll(operations, known, callers, { host: hosts[0] as string, brokerageId });
  const never = operations.map((each) => each.operationId).filter((name) => !reached.has(name));
  process.stdout.write(
    `${REQUESTS} requests to ${operations.length} operations: ${JSON.stringify(Object.fromEntries(statuses))}` +
      `${never.length > 0 ? `; without a success in this run: ${never.join(", ")}` : ""}\n`,
  );
}, 3_600_000);

/** Tries for so long to reach an operation; most take one or two. */
const MAX_TRIES = 150;

/**
 * Every operation runs, with allowed input and with input that holds something unknown; each POST with an Idempotency-Key,
 * in one transaction, and without.
 */
async function reachAll(
  operations: Operation[],
  known: KnownIds,
  callers: Map<string, string | undefined>,
  { host, brokerageId }: { host: string; brokerageId: number },
): Promise<void> {
  const unreached: string[] = [];
  for (const operation of operations) {
    const plain = requestTo(operation, ["admin of north"], [host]);
    const odd = fc
      .tuple(plain, withUnknownField(operation))
      .map(([request, body]) => ({ ...request, ...(body && { body }) }));
    const keys = operation.method === "POST" ? [true, false] : [false];
    const isStrict = watched.some((route) => route.operationId === operation.operationId && route.strictBody);
    for (const [how, requests] of [
      ["allowed", plain],
      ...(isStrict ? [] : [["with something unknown", odd] as const]),
    ] as const) {
      for (const isKeyed of keys) {
        // Those before may have ended the session.
        const session = await lintel.call("/sessions", { method: "POST", host });
        visitor = { ...visitor, "x-session-id": session.body.session_id };
        if (needsSession(operation.operationId)) await signIn(host, brokerageId);
        if (operation.path.includes("{image_id}")) await addPhoto(known);
        const before = runsOf(operation.operationId);
        for (const request of fc.sample(requests, { numRuns: MAX_TRIES, seed: SEED })) {
          const headers = request.headers.filter(([name]) => name !== "Idempotency-Key");
          if (isKeyed) headers.push(["Idempotency-Key", randomUUID()]);
          const reply = await send({ ...request, headers }, known, callers);
          known.learn(request, reply.status < 300 ? reply.body : null);
          expect(reply.status, `${request.method} ${known.pathOf(request)}: ${reply.text}`).toBeLessThan(500);
          if (runsOf(operation.operationId) > before) break;
        }
        if (runsOf(operation.operationId) === before)
          unreached.push(`${operation.operationId}, ${how}${isKeyed ? ", with a key" : ""}`);
      }
    }
  }
  expect(unreached).toEqual([]);
}

async function populate(known: KnownIds) {
  const north = await openFavorites(lintel, "north");
  const south = await lintel.createTenant("south");
  const agent = await lintel.createAgent(north.id);
  const session = await lintel.call("/sessions", { method: "POST", host: north.host });
  visitor = {
    "x-session-id": session.body.session_id,
    authorization: `Bearer ${await north.signIn("ada@visitors.test")}`,
  };
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
    ["visitor", undefined],
    ["admin", await lintel.createKey("admin")],
    ["admin of north", await lintel.createKey("admin", { brokerageId: north.id })],
    ["broker", await lintel.createKey("broker", { brokerageId: north.id })],
    ["foreign broker", await lintel.createKey("broker", { brokerageId: south.id })],
    ["agent", await lintel.createKey("agent", { brokerageId: north.id, agentId: agent.id })],
    ["wrong", "lk_wrong"],
  ]);
  const feed = {
    source: "fuzz",
    base_url: "http://127.0.0.1:9009/odata",
    auth: { type: "bearer", token: "t" },
  };
  const { body: created } = await lintel.call("/api/admin/feeds", {
    method: "POST",
    key: callers.get("admin") as string,
    body: { ...feed, enabled: false },
  });
  known.keep("feed_id", created.id);
  known.add("source", "fuzz");
  await takeIn(known, { host: north.host, admin: callers.get("admin") as string, agentId: agent.id });
  const keys = await lintel.database.db.selectFrom("api_keys").select("id").execute();
  for (const { id } of keys) known.keep("key_id", id);
  return {
    callers,
    hosts: [north.host, north.host, south.host, "unknown.test", null],
    brokerageId: north.id,
  };
}

/** A photo of a listing and a source of its own: those before may have been removed. */
async function addPhoto(known: KnownIds): Promise<void> {
  const source = `photos-${randomUUID()}`;
  const Media = [{ MediaURL: "https://photos.test/1.jpg", Order: 0 }];
  await lintel.importListings(source, [home({ ListingId: source, Media })]);
  await syncPhotos(lintel.ctx);
  const photos = lintel.database.db
    .selectFrom("listing_photos")
    .select(({ fn }) => fn.max("id").as("newest"));
  known.add("image_id", String((await photos.executeTakeFirstOrThrow()).newest));
}

/** As a new person: those before may have been removed. */
async function signIn(host: string, brokerageId: number): Promise<void> {
  const email = `${randomUUID()}@staff.test`;
  await staff.makeContact(brokerageId, email);
  const cookie = await staff.signIn(host, email);
  signedIn = { cookie, "x-forwarded-proto": "https", ...ownPage(host) };
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
  const isSignedIn = signedIn !== undefined && needsSession(request.operationId);
  const key = isSignedIn ? undefined : callers.get(request.caller);
  return lintel.call(known.pathOf(request), {
    method: request.method as "GET",
    host: request.host,
    ...(key && { key }),
    headers: {
      ...(isSignedIn ? signedIn : visitor),
      ...Object.fromEntries(request.headers),
      ...(request.contentType && request.body !== null && { "content-type": request.contentType }),
    },
    ...(request.body !== null && { body: request.body }),
  });
}

import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describedOperations, type Operation } from "../harness/described-operations.ts";
import { offerVowTerms, subscribe } from "../harness/market.ts";
import { openPhotos, type PhotoFixture } from "../harness/photo-fixture.ts";
import { KnownIds } from "../request-fuzz/known-ids.ts";
import { type GeneratedRequest, requestTo } from "../request-fuzz/request-arbitrary.ts";
import { answersOf, questionsTo, SEARCHES } from "./public-answers.ts";

const REQUESTS = Number(process.env.REQUESTS ?? 3000);
const SEED = Number(process.env.SEED ?? 20261123);
const SOURCE = "shared";
const LISTINGS = ["SHARED-1", "SHARED-2"];
const GONE = "SHARED-GONE";

/** North writes; south reads. Both show the listings of one source. */
describe("a tenant's public answers", () => {
  let fixture: PhotoFixture;
  let operations: Operation[];
  let known: KnownIds;
  let north: { id: number; host: string };
  let south: { id: number; host: string };
  let northAgent: { id: number; slug: string };
  let southAgent: { id: number; slug: string };
  let images: number[];
  let callers: Map<string, Record<string, string>>;

  beforeAll(async () => {
    fixture = await openPhotos();
    const { lintel, photo, home } = fixture;
    await fixture.addPicture("/white.jpg", "#f4f4f0");
    await fixture.addPicture("/green.jpg", "#3a7a3a");
    north = await lintel.createTenant("north");
    south = await lintel.createTenant("south");
    const place = { Latitude: 43.6, Longitude: -116.2 };
    const photos = [
      photo("/white.jpg", "White kitchen with granite counters", "Kitchen"),
      photo("/green.jpg", "Back lawn", "Yard"),
    ];
    await lintel.importListings(
      SOURCE,
      LISTINGS.map((id) => ({
        ...home(id, photos, place),
        OpenHouse: [{ OpenHouseKey: id, OpenHouseDate: "2036-06-01" }],
      })),
    );
    for (const { id } of [north, south]) await subscribe(lintel, id, [SOURCE]);
    await lintel.importListings(SOURCE, [home(GONE, [])]);
    await lintel.importListings(SOURCE, [home(GONE, [], { StandardStatus: "Withdrawn" })]);
    await offerVowTerms(lintel, SOURCE, { version: "1" });
    await fixture.index();
    northAgent = await lintel.createAgent(north.id);
    southAgent = await lintel.createAgent(south.id);
    operations = await describedOperations(lintel);
    images = (await lintel.database.db.selectFrom("listing_photos").select("id").execute()).map(({ id }) =>
      Number(id),
    );
    known = new KnownIds(operations);
    for (const { id } of [north, south]) known.keep("brokerage_id", id);
    for (const { id } of [northAgent, southAgent]) known.keep("agent_id", id);
    for (const id of images) known.add("image_id", String(id));
    for (const id of LISTINGS) {
      known.add("listing_id", id);
      known.add("property_id", id);
    }
    const session = await lintel.call("/sessions", { method: "POST", host: north.host, body: {} });
    const key = async (role: "broker" | "agent", bound: object) => ({
      "x-api-key": await lintel.createKey(role, { brokerageId: north.id, ...bound }),
    });
    callers = new Map<string, Record<string, string>>([
      ["broker", await key("broker", {})],
      ["agent", await key("agent", { agentId: northAgent.id })],
      ["visitor", {}],
      ["visitor with a session", { "x-session-id": session.body.session_id }],
    ]);
    const keys = await lintel.database.db.selectFrom("api_keys").select("id").execute();
    for (const { id } of keys) known.keep("key_id", id);
  }, 60_000);
  afterAll(() => fixture.close());

  const send = (request: GeneratedRequest) =>
    fixture.lintel.call(known.pathOf(request), {
      method: request.method as "POST",
      host: request.host,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(callers.get(request.caller) as Record<string, string>),
        ...(request.contentType && request.body !== null && { "content-type": request.contentType }),
      },
      ...(request.body !== null && { body: request.body }),
    });
  const as = (caller: string, path: string, method: "POST" | "PUT" | "PATCH", body: object) =>
    fixture.lintel.call(path, { method, host: north.host, headers: callers.get(caller) ?? {}, body });
  const answers = () =>
    answersOf(
      fixture.lintel,
      south.host,
      questionsTo(operations, {
        listings: LISTINGS,
        gone: GONE,
        source: SOURCE,
        agentSlug: southAgent.slug,
        agentId: southAgent.id,
        openHouse: 1,
        photo: `${fixture.web.url}/white.jpg`,
      }),
    );
  /** What people of the other tenant and its visitors do on an ordinary day, so that it does not hang on what is generated. */
  function ordinaryWrites(): [
    caller: string,
    method: "POST" | "PUT" | "PATCH",
    path: string,
    body: object,
  ][] {
    const listing_id = LISTINGS[0] as string;
    const person = { name: "Ada Lovelace", email: "ada@visitors.test" };
    const timestamp = fixture.lintel.clock.now().toISOString();
    return [
      ...["broker", "agent"].flatMap((caller) =>
        images.flatMap((id) => [
          [caller, "PATCH", `/api/admin/images/${id}/room-type`, { room_type: "garage" }] as never,
          [caller, "POST", `/api/admin/images/${id}/features`, { label: `Sauna ${caller}` }] as never,
        ]),
      ),
      ["broker", "POST", "/api/admin/broker-contacts", { brokerage_id: north.id, ...person }],
      ["broker", "POST", "/api/admin/agents", { brokerage_id: north.id, slug: "ada", ...person }],
      ["broker", "PUT", `/api/admin/agents/${northAgent.id}`, { bio: "Sells houses in Boise" }],
      ["agent", "PATCH", "/api/admin/me", { bio: "Sells condos in Boise" }],
      [
        "agent",
        "POST",
        "/api/admin/suggestions",
        { target_type: "agent", target_id: northAgent.id, changes: { bio: "Sells land" } },
      ],
      ["visitor", "POST", "/api/tours", { listing_id, ...person }],
      ["visitor", "POST", "/api/search/similar-images", { image_url: `${fixture.web.url}/green.jpg` }],
      [
        "visitor with a session",
        "POST",
        "/sessions/events",
        { events: [{ type: "favorite_added", listing_id, timestamp }] },
      ],
      ["visitor with a session", "POST", "/sessions/assign-agent", { agent_id: String(northAgent.id) }],
    ];
  }
  /** The work that runs by itself after a change. */
  const settle = async () => {
    await fixture.index();
    fixture.lintel.services.brokerages.tenants.forget();
  };

  it("are the same bytes before and after people of another tenant have changed all they can", async () => {
    const before = await answers();
    expect([...before.values()].filter((answer) => !answer.startsWith("200 "))).toEqual([]);
    for (const [caller, method, path, body] of ordinaryWrites()) {
      const { status, text } = await as(caller, path, method, body);
      expect(status, `${caller}: ${method} ${path}: ${text}`).toBeLessThan(300);
    }
    await settle();
    expect(await answers()).toEqual(before);

    const writing = operations.filter(
      ({ method, operationId }) => method !== "GET" && !SEARCHES.includes(operationId),
    );
    const anyRequest = fc.oneof(
      ...writing.map((operation) => requestTo(operation, [...callers.keys()], [north.host])),
    );
    const reached = new Map<string, number>();
    const writes = fc.asyncProperty(anyRequest, async (request) => {
      const { status, body } = await send(request);
      known.learn(request, status < 300 ? body : null);
      if (status < 300) reached.set(request.operationId, (reached.get(request.operationId) ?? 0) + 1);
    });
    await fc.assert(writes, { numRuns: REQUESTS, seed: SEED, endOnFailure: true });
    await settle();
    expect(await answers()).toEqual(before);
    expect(reached.size, `reached: ${[...reached.keys()]}`).toBeGreaterThan(20);
  }, 600_000);

  it("cannot be changed by what only admins may do: sources, indexing, imports, and records of the other tenant", async () => {
    const before = await answers();
    const imageIds = { image_ids: images, delete_descriptions: true };
    const attempts: [path: string, method: "POST" | "PUT" | "PATCH" | "DELETE", body: object][] = [
      ["/api/admin/embeddings/images", "DELETE", imageIds],
      ["/api/admin/embeddings/reindex/images?force=true", "POST", {}],
      [`/api/admin/properties/${LISTINGS[0]}/analyze-images`, "POST", {}],
      [`/api/admin/brokerages/${north.id}/sources`, "PUT", { sources: [] }],
      [`/api/admin/brokerages/${south.id}/sources`, "PUT", { sources: [] }],
      [`/api/admin/brokerages/${south.id}`, "PUT", { name: "Taken" }],
      [`/api/admin/brokerages/${south.id}`, "DELETE", {}],
      [`/api/admin/agents/${southAgent.id}`, "PUT", { name: "Taken" }],
      [`/api/admin/agents/${southAgent.id}`, "DELETE", {}],
      ["/api/admin/agents", "POST", { brokerage_id: south.id, name: "x", slug: "x", email: "x@x.test" }],
      [
        "/api/admin/suggestions",
        "POST",
        { target_type: "agent", target_id: southAgent.id, changes: { name: "Taken" } },
      ],
      [`/api/admin/listings/import?source=${SOURCE}`, "POST", {}],
    ];
    for (const caller of ["broker", "agent", "visitor"]) {
      for (const [path, method, body] of attempts) {
        const { status } = await fixture.lintel.call(path, {
          method,
          host: south.host,
          headers: callers.get(caller) ?? {},
          body,
        });
        expect(status, `${caller}: ${method} ${path}`).toBeGreaterThanOrEqual(400);
      }
    }
    await settle();
    expect(await answers()).toEqual(before);
  }, 120_000);
});

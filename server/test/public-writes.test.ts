import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { slices } from "../src/slices.ts";
import { sendForm } from "./harness/contact-form.ts";
import { describedOperations, type Operation } from "./harness/described-operations.ts";
import { home } from "./harness/market.ts";
import { startTestApp, type TestApp } from "./harness/test-app.ts";
import { allowedBy, type Schema } from "./request-fuzz/schema-arbitrary.ts";

/** What a public request may move of a lead that is there, and why. */
const MOVES: Record<string, string> = {
  last_contact: "the specification says so of an exact duplicate",
  updated_at: "says when a row was last written",
  heat: "the temperature, which is derived from signals",
  last_signal_at: "the temperature, which is derived from signals",
};
/** Of agents, whose turn it is to get a lead. */
const AGENT_MOVES = ["last_lead_assigned_at", "lead_turn", "updated_at"];
/** Bodies of each operation. */
const BODIES = 4;
const SEED = 20261123;

const ada = { name: "Ada Lovelace", email: "ada@visitors.test", phone: "208-555-0101" };
const elsewhere = { "x-forwarded-for": "198.51.100.7" };
/** What a stranger writes into the fields of any body: the person's name and email, and data of their own. */
const written: Record<string, unknown> = {
  email: "ADA@visitors.test",
  name: ada.name,
  firstName: "Ada",
  lastName: "Lovelace",
  first_name: "Ada",
  last_name: "Lovelace",
  phone: "208-555-6666",
  subject: "I am selling my home",
  message: "A stranger's message",
  notes: "A stranger's notes",
  interests: ["A stranger's interests"],
  listing_id: "WRITES-1",
};

let lintel: TestApp;
let host: string;
let brokerageId: number;
beforeAll(async () => {
  lintel = await startTestApp({ TRUST_PROXY: "true" });
  ({ host, id: brokerageId } = await lintel.createTenant("writes"));
  await lintel.importListings("writes", [home({ ListingId: "WRITES-1" })]);
});
afterAll(() => lintel.close());

it("no public route changes a stored field of an existing lead, client or agent without timeline and audit", async () => {
  await makePeople();
  const stranger = { ...elsewhere, "x-session-id": await strangersSession() };
  const reached = new Set<string>();
  const wrong: string[] = [];
  for (const operation of await publicOperations()) {
    for (const [nth, body] of bodiesOf(operation).entries()) {
      // From elsewhere, and from the person's own network.
      for (const headers of [stranger, { "x-session-id": stranger["x-session-id"] }]) {
        lintel.clock.advance(60_000);
        const before = await everything();
        const { status } = await lintel.call(pathOf(operation, nth), {
          method: operation.method as "POST",
          host,
          headers: { ...headers, ...(body !== null && { "content-type": "application/json" }) },
          ...(body !== null && { body: JSON.stringify(body) }),
        });
        expect(status, operation.operationId).toBeLessThan(500);
        if (status < 300) reached.add(operation.operationId);
        const faults = faultsBetween(before, await everything(), await madeBy(stranger["x-session-id"]));
        wrong.push(...faults.map((fault) => `${operation.operationId} ${JSON.stringify(body)}: ${fault}`));
      }
    }
  }
  expect(wrong).toEqual([]);
  expect([...reached]).toEqual(
    expect.arrayContaining([
      "registerClient",
      "submitContactForm",
      "requestTour",
      "subscribeToNewsletter",
      "requestMagicLink",
      "createPrivacyRequest",
      "createSession",
      "recordVisitorEvents",
      "writeNotes",
    ]),
  );
}, 600_000);

/** Leads of one person, as each way of coming makes them, in several stages; a client; a subscription. */
async function makePeople(): Promise<void> {
  const agent = await lintel.createAgent(brokerageId, { name: "Ann" });
  const key = await lintel.createKey("broker", { brokerageId });
  const post = (path: string, body: object) => lintel.call(path, { method: "POST", host, key, body });
  const register = (name: string) => post("/register", { ...ada, name });
  await register(ada.name);
  await sendForm(lintel, host, { ...ada, phone: null });
  const manual = { first_name: "Ada", last_name: "Lovelace", email: ada.email, subject: "Hi", message: "Hi" };
  await post("/api/v1/admin/leads", { ...manual, notes: "Known for years", assigned_agent_id: agent.id });
  const archived = await register("Ada King");
  await lintel.database.db
    .updateTable("leads")
    .set({ stage: "ARCHIVED", assigned_agent_id: null })
    .where("id", "=", Number(archived.body.lead_id))
    .execute();
  await post("/api/newsletter/subscribe", { email: ada.email, first_name: "Ada", interests: ["Barns"] });
  await lintel.database.db
    .insertInto("clients")
    .values({ brokerage_id: brokerageId, email: ada.email, created_at: lintel.clock.now() })
    .execute();
  lintel.clock.advance(3 * 86_400_000);
}

async function strangersSession(): Promise<string> {
  const from = { method: "POST", host, headers: elsewhere } as const;
  const { session_id } = (await lintel.call("/sessions", from)).body;
  await lintel.call("/sessions/preferences", {
    ...from,
    headers: { ...elsewhere, "x-session-id": session_id },
    body: { type: "bedrooms", value: 9 },
  });
  return session_id;
}

async function publicOperations(): Promise<Operation[]> {
  const operations = await describedOperations(lintel);
  const isPublic = new Set(
    slices.flatMap(({ routes }) =>
      routes.flatMap((each) => (each.permission === "public" ? each.operationId : [])),
    ),
  );
  return (
    operations
      // What ends the stranger's own session comes last.
      .filter(({ operationId }) => isPublic.has(operationId))
      .toSorted(
        (one, other) =>
          Number(one.operationId === "clearSession") - Number(other.operationId === "clearSession"),
      )
  );
}

/** Bodies that the document allows, with the person's name and email, and a stranger's data in all other fields. */
function bodiesOf({ requestBody }: Operation): unknown[] {
  const schema = requestBody?.content["application/json"]?.schema;
  if (!schema) return [null];
  return fc
    .sample(allowedBy(schema), { numRuns: BODIES, seed: SEED })
    .map((body) => inTheirName(schema, body));
}

function inTheirName(schema: Schema, body: unknown): unknown {
  const { properties } = schema as { properties?: Record<string, unknown> };
  if (!properties || typeof body !== "object" || body === null) return body;
  const known = Object.entries(written).filter(([field]) => field in properties);
  const events = {
    type: "favorite_added",
    listing_id: "WRITES-1",
    timestamp: lintel.clock.now().toISOString(),
  };
  return {
    ...body,
    ...Object.fromEntries(known),
    ...("events" in properties && { events: [events], session_id: undefined }),
  };
}

const pathOf = ({ path }: Operation, nth: number) =>
  path
    .replaceAll("{listing_id}", "WRITES-1")
    .replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === "type" ? "bedrooms" : name === "key" ? "min" : String(nth),
    );

type Rows = Map<string, Record<string, unknown>>;

async function everything() {
  const { db } = lintel.database;
  const rowsOf = async (table: "leads" | "clients" | "agents" | "newsletter_subscriptions"): Promise<Rows> =>
    new Map(
      (await db.selectFrom(table).selectAll().execute()).map((row) => [`${table} ${row.id}`, row] as const),
    );
  const count = (rows: { of: string | number }[]) => {
    const counts = new Map<string, number>();
    for (const { of } of rows) counts.set(String(of), (counts.get(String(of)) ?? 0) + 1);
    return counts;
  };
  const events = await db.selectFrom("lead_events").select("lead_id as of").execute();
  const audit = await db.selectFrom("audit_log").select(["target_type", "target_id"]).execute();
  return {
    rows: new Map([
      ...(await rowsOf("leads")),
      ...(await rowsOf("clients")),
      ...(await rowsOf("agents")),
      ...(await rowsOf("newsletter_subscriptions")),
    ]),
    timeline: count(events),
    audit: count(audit.map(({ target_type, target_id }) => ({ of: `${target_type} ${target_id}` }))),
  };
}

type Everything = Awaited<ReturnType<typeof everything>>;

/**
 * The lead that a session has made. Its preferences are that session's, found out anew with each of its events: who made them up
 * may change them.
 */
async function madeBy(session: string): Promise<string> {
  const row = await lintel.database.db
    .selectFrom("visitor_sessions")
    .select("lead_id")
    .where("id", "=", session)
    .executeTakeFirst();
  return `leads ${row?.lead_id}`;
}

function faultsBetween(before: Everything, after: Everything, own: string): string[] {
  const grew = (counts: "timeline" | "audit", of: string) =>
    (after[counts].get(of) ?? 0) > (before[counts].get(of) ?? 0);
  return [...before.rows].flatMap(([name, old]) => {
    const now = after.rows.get(name);
    if (!now) return [`${name} is gone`];
    const [table, id] = name.split(" ") as [string, string];
    const moves = { leads: Object.keys(MOVES), agents: AGENT_MOVES }[table] ?? [];
    const may = name === own ? [...moves, "preferences"] : moves;
    const changed = Object.keys(old).filter(
      (column) => !may.includes(column) && JSON.stringify(old[column]) !== JSON.stringify(now[column]),
    );
    if (changed.length === 0) return [];
    // Without a person's name, nothing is replaced that the person, or staff, have stated.
    const personal = [
      "first_name",
      "last_name",
      "email",
      "phone",
      "notes",
      "preferences",
      "message",
      "subject",
    ];
    const replaced = table === "leads" ? changed.filter((column) => personal.includes(column)) : [];
    if (replaced.length > 0) return [`${name} has other ${replaced.join(", ")}`];
    const noted = {
      leads: grew("timeline", id) && grew("audit", `lead ${id}`),
      newsletter_subscriptions: grew("audit", `newsletter_subscription ${id}`),
    };
    return noted[table as keyof typeof noted]
      ? []
      : [`${name} has other ${changed.join(", ")}, and no row says so`];
  });
}

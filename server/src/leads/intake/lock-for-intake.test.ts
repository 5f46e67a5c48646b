import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { someForm } from "../../../test/harness/contact-form.ts";
import { home } from "../../../test/harness/market.ts";
import { watchStatements } from "../../../test/harness/statements.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { openVisitors, type VisitorFixture } from "../../../test/harness/visitor-fixture.ts";

/** The letter of each lock. */
const LOCKS: [letter: string, text: RegExp][] = [
  ["p", /pg_advisory_xact_lock/],
  ["s", /from "visitor_sessions"[\s\S]* for update/],
  ["d", /from drip_sequences[\s\S]*for key share/],
  ["r", /from "routing_locks"[\s\S]* for update/],
];

/** All locks of each kind before those of the next. */
const IN_ORDER = /^(?:p(?:s?dr+)?)+$/;

describe("the locks of forms", () => {
  let lintel: TestApp;
  let brokerage: VisitorFixture;
  beforeAll(async () => {
    lintel = await startTestApp({ TRUST_PROXY: "true" });
    brokerage = await openVisitors(lintel, "north");
    await lintel.importListings("north", [home({ ListingId: "NORTH-1" })]);
    await brokerage.hire("Ann");
    // The first routing of a brokerage stores the row that it locks.
    await brokerage.registered();
  });
  afterAll(() => lintel.close());

  let made = 0;
  const post = (path: string, body: object, sessionId?: string) => {
    const email = `visitor-${++made}@crowd.test`;
    const headers = {
      "x-forwarded-for": `198.51.100.${made}`,
      ...(sessionId !== undefined && { "x-session-id": sessionId }),
    };
    const { host } = brokerage;
    return lintel.call(path, { method: "POST", host, headers, body: { ...body, email }, keyed: false });
  };
  const send = (sessionId?: string) => post("/api/contact", someForm, sessionId);
  const register = (sessionId?: string) => post("/register", { name: "Ada Lovelace" }, sessionId);
  const requestTour = (sessionId?: string) =>
    post("/api/tours", { name: "Ada Lovelace", listing_id: "NORTH-1" }, sessionId);
  const locksOf = async (sendAll: () => Promise<{ status: number }[]>) => {
    const watch = watchStatements(lintel);
    const replies = await sendAll();
    watch.close();
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    return watch
      .sent()
      .flatMap((text) => LOCKS.find(([, lock]) => lock.test(text))?.[0] ?? [])
      .join("");
  };

  it.each([
    ["a contact form", send],
    ["a registration", register],
    ["a tour request", requestTour],
  ])("of %s: person, session, sequences, routing", async (_form, sendOne) => {
    const { id } = await brokerage.startSession();
    expect(await locksOf(async () => [await sendOne(id)])).toBe("psdr");
    expect(await locksOf(async () => [await sendOne()])).toBe("pdr");
  });

  it("of a group are taken in the same order, although visitors with a session are read in more steps", async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => brokerage.startSession()));
    const locks = await locksOf(() =>
      Promise.all(
        sessions.flatMap(({ id }, nth) => [
          send(),
          nth % 2 === 0 ? send(id) : register(id),
          nth % 2 === 0 ? register() : send(),
        ]),
      ),
    );
    expect(locks).toMatch(IN_ORDER);
    expect(locks.replaceAll(/[^p]/g, "").length).toBeLessThan(18);
  });
});

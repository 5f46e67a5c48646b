import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome, validationErrors } from "../../test/harness/brokerage-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const thanks = {
  success: true,
  message: "Thank you for subscribing. Every newsletter has a link to unsubscribe.",
};

describe("subscribeToNewsletter", () => {
  let lintel: TestApp;
  let made = 0;
  let tenant: { id: number; host: string };
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    tenant = await lintel.createTenant(`letters-${++made}`);
  });

  const subscribe = (body: object, host = tenant.host) =>
    lintel.call("/api/newsletter/subscribe", { method: "POST", host, body });
  const rows = (brokerageId = tenant.id) =>
    lintel.database.db
      .selectFrom("newsletter_subscriptions")
      .select(["email", "first_name", "interests", "subscribed_at", "unsubscribed_at"])
      .where("brokerage_id", "=", brokerageId)
      .execute();

  it("stores address, name and interests, trimmed, without blank and repeated ones", async () => {
    const reply = await subscribe({
      email: " Ada@Readers.test ",
      first_name: " Ada ",
      interests: [" Condos ", "condos", "", "  ", "Horse property", "Condos"],
    });
    expect(outcome(reply)).toEqual([200, thanks]);
    expect(await rows()).toEqual([
      {
        email: "Ada@Readers.test",
        first_name: "Ada",
        interests: ["Condos", "Horse property"],
        subscribed_at: lintel.clock.now(),
        unsubscribed_at: null,
      },
    ]);
  });

  it("requires only an address, and ignores null and blank fields", async () => {
    for (const body of [{}, { first_name: null, interests: null }, { first_name: "  " }]) {
      expect((await subscribe({ email: `reader-${++made}@readers.test`, ...body })).status).toBe(200);
    }
    for (const row of await rows()) expect(row).toMatchObject({ first_name: null, interests: [] });
  });

  it("records the changes of a repeat in the audit log, and nothing when it changes nothing", async () => {
    const [email, at] = ["ada@readers.test", lintel.clock.now().toISOString()];
    await subscribe({ email, first_name: "Ada", interests: ["Condos"] });
    await subscribe({ email: "ADA@readers.test" });
    await lintel.database.db
      .updateTable("newsletter_subscriptions")
      .set({ unsubscribed_at: lintel.clock.now() })
      .where("brokerage_id", "=", tenant.id)
      .execute();
    await subscribe({ email, first_name: "Grace" });
    const audit = lintel.database.db
      .selectFrom("audit_log")
      .where("brokerage_id", "=", tenant.id)
      .where("target_type", "=", "newsletter_subscription");
    expect(await audit.select(["target_type", "actor_type", "before", "after"]).execute()).toEqual([
      {
        target_type: "newsletter_subscription",
        actor_type: "system",
        before: { first_name: "Ada", unsubscribed_at: at },
        after: { first_name: "Grace", unsubscribed_at: null },
      },
    ]);
  });

  it("subscribes an address once, ignoring case, and keeps fields that a repeat does not send", async () => {
    const first = lintel.clock.now();
    await subscribe({ email: "ada@readers.test", first_name: "Ada", interests: ["Condos"] });
    lintel.clock.advance(60_000);
    await subscribe({ email: "ADA@readers.test" });
    await subscribe({ email: "ada@READERS.test", first_name: "" });
    expect(await rows()).toMatchObject([
      { email: "ada@readers.test", first_name: "Ada", interests: ["Condos"], subscribed_at: first },
    ]);
    await subscribe({ email: "Ada@readers.test", first_name: "Countess", interests: ["Land"] });
    expect(await rows()).toMatchObject([{ first_name: "Countess", interests: ["Land"] }]);
    await subscribe({ email: "ada@readers.test", interests: [] });
    expect(await rows()).toMatchObject([{ first_name: "Countess", interests: [] }]);
  });

  it("subscribes again after an unsubscription, from now on", async () => {
    await subscribe({ email: "ada@readers.test", first_name: "Ada" });
    await lintel.database.db
      .updateTable("newsletter_subscriptions")
      .set({ unsubscribed_at: lintel.clock.now() })
      .where("brokerage_id", "=", tenant.id)
      .execute();
    lintel.clock.advance(60_000);
    await subscribe({ email: "Ada@readers.test" });
    expect(await rows()).toMatchObject([
      { first_name: "Ada", subscribed_at: lintel.clock.now(), unsubscribed_at: null },
    ]);
  });

  it("gives the same reply for a new, a subscribed and an unsubscribed address", async () => {
    const replies = [await subscribe({ email: "ada@readers.test" })];
    replies.push(await subscribe({ email: "ada@readers.test" }));
    await lintel.database.db
      .updateTable("newsletter_subscriptions")
      .set({ unsubscribed_at: lintel.clock.now() })
      .execute();
    replies.push(await subscribe({ email: "ada@readers.test" }));
    for (const reply of replies) expect(outcome(reply)).toEqual([200, thanks]);
  });

  it("creates one row from two hundred concurrent requests", async () => {
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        subscribe({ email: at % 2 ? "ada@readers.test" : "ADA@readers.test", first_name: `Ada ${at}` }),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await rows()).toHaveLength(1);
  });

  it("subscribes to the brokerage of the domain alone", async () => {
    const other = await lintel.createTenant(`letters-${++made}`);
    await subscribe({ email: "ada@readers.test", first_name: "Ada" });
    await subscribe({ email: "ada@readers.test", first_name: "Countess" }, other.host);
    expect(await rows()).toMatchObject([{ first_name: "Ada" }]);
    expect(await rows(other.id)).toMatchObject([{ first_name: "Countess" }]);
  });

  it.each([
    [{}, "email", "email is required"],
    [{ email: "ada" }, "email", "email must be a valid email address"],
    [{ email: null }, "email", "email must be text"],
    [{ email: `${"a".repeat(250)}@x.test` }, "email", "email must be at most 255 characters"],
    [
      { email: "a@x.test", first_name: "x".repeat(101) },
      "first_name",
      "first_name must be at most 100 characters",
    ],
    [{ email: "a@x.test", interests: "Condos" }, "interests", "interests must be a list or null"],
    [{ email: "a@x.test", interests: [7] }, "interests.0", "interests.0 must be text"],
    [
      { email: "a@x.test", interests: ["x".repeat(101)] },
      "interests.0",
      "interests.0 must be at most 100 characters",
    ],
    [
      { email: "a@x.test", interests: Array(51).fill("x") },
      "interests",
      "interests must have at most 50 items",
    ],
  ])("refuses %j", async (body, field, msg) => {
    expect(validationErrors(await subscribe(body))).toEqual([
      422,
      expect.arrayContaining([[`body.${field}`, msg]]),
    ]);
    expect(await rows()).toEqual([]);
  });
});

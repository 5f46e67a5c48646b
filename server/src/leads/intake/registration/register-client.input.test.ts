import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";

const PHONE = "phone must be a valid phone number: digits, spaces, hyphens, parentheses and +";

describe("registerClient, what it takes", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  beforeAll(async () => {
    lintel = await startTestApp();
    brokerage = await openRouting(lintel, "taking");
  });
  afterAll(() => lintel.close());

  const post = (body: unknown, host: string | null = brokerage.host, headers = {}) =>
    lintel.call("/register", { method: "POST", host, body, headers });
  const leads = async () => {
    const { body } = await lintel.call("/api/v1/admin/leads", { key: brokerage.broker });
    return body.total as number;
  };
  const invalid = (details: Record<string, string>) => [
    400,
    { success: false, error: "validation_failed", details },
  ];

  it.each<[object, Record<string, string>]>([
    [{}, { name: "name is required", email: "email is required" }],
    [
      { name: "", email: "" },
      { name: "name must not be empty", email: "email must be a valid email address" },
    ],
    [{ name: "  " }, { name: "name must not be empty", email: "email is required" }],
    [
      { name: null, email: null },
      { name: "name must be text", email: "email must be text" },
    ],
    [
      { name: 5, email: ["a@b.test"] },
      { name: "name must be text", email: "email must be text" },
    ],
    [
      { name: "n".repeat(101), email: `${"e".repeat(255)}@b.test` },
      { name: "name must be at most 100 characters", email: "email must be at most 255 characters" },
    ],
    [{ name: "A\0B", email: "a@b.test" }, { name: "name must not contain NUL characters" }],
  ])("refuses %j field by field", async (body, details) => {
    expect(outcome(await post(body))).toEqual(invalid(details));
  });

  it.each([
    "not-an-address",
    "a@b",
    "@b.test",
    "a@.test",
    "a b@c.test",
    "a@b.test, c@d.test",
    "a@b.test\r\nBcc: c@d.test",
    "<a@b.test>",
    "a@@b.test",
    "a..b@c.test",
  ])("refuses the email %j", async (email) => {
    expect(outcome(await post({ name: "Ada", email }))).toEqual(
      invalid({ email: "email must be a valid email address" }),
    );
  });

  it.each([
    "ada+homes@visitors.test",
    "o'brien@visitors.test",
    "ADA@VISITORS.TEST",
    "a_b-c.d@sub.visitors.test",
  ])("takes the email %s", async (email) => {
    const { id } = await brokerage.registered({ email });
    expect((await brokerage.lead(id)).body.email).toBe(email.toLowerCase());
  });

  it.each<[unknown, string]>([
    ["call me", PHONE],
    ["555.0101", PHONE],
    ["208-555-0101 ext 5", PHONE],
    ["٢٠٨٥٥٥", PHONE],
    ["208\t555", PHONE],
    [`+1 ${"2".repeat(18)}`, "phone must be at most 20 characters"],
    [2085550101, "phone must be text or null"],
  ])("refuses the phone %j", async (phone, text) => {
    expect(outcome(await post({ name: "Ada", email: "ada@visitors.test", phone }))).toEqual(
      invalid({ phone: text }),
    );
  });

  it.each(["2085550101", "+1 (208) 555-0101", "00 44 20 7183 8750", "1".repeat(20)])(
    "keeps the phone %s as entered",
    async (phone) => {
      const { id } = await brokerage.registered({ phone });
      expect((await brokerage.lead(id)).body.phone).toBe(phone);
    },
  );

  it.each([undefined, null, "", "   "])("takes %j for no phone", async (phone) => {
    const { id } = await brokerage.registered({ phone });
    expect((await brokerage.lead(id)).body.phone).toBeNull();
  });

  it("takes a name of 100 characters and an email of 255, counted as people do", async () => {
    const name = "🏡".repeat(100);
    const email = `${"e".repeat(255 - "@visitors.test".length)}@visitors.test`;
    const { id } = await brokerage.registered({ name, email });
    expect((await brokerage.lead(id)).body).toMatchObject({ name, email });
  });

  it("ignores fields that it does not know", async () => {
    const { id } = await brokerage.registered({ status: "lost", registration_status: "offer", id: 1 });
    expect((await brokerage.lead(id)).body).toMatchObject({ status: "new", registration_status: "new" });
  });

  it.each([
    ["nothing at all", undefined],
    ["a list", [{ name: "Ada", email: "ada@visitors.test" }]],
    ["a text", '"Ada"'],
  ])("refuses %s in its own words", async (_, body) => {
    const headers = { "content-type": "application/json" };
    expect(outcome(await post(body, brokerage.host, headers))).toEqual(
      invalid({ body: "body must be an object" }),
    );
  });

  it("keeps {detail} for what has nothing to do with the fields", async () => {
    const json = { "content-type": "application/json" };
    const good = { name: "Ada", email: "ada@visitors.test" };
    expect(outcome(await post('{"name": ', brokerage.host, json))).toEqual([
      400,
      { detail: "Malformed JSON" },
    ]);
    expect(outcome(await post(good, "unknown.test"))).toEqual([404, { detail: "Brokerage not found" }]);
    expect((await post("name=Ada", brokerage.host, { "content-type": "text/plain" })).status).toBe(415);
    expect((await post({ ...good, name: "n".repeat(2_000_000) })).body).toEqual({
      detail: "The body is larger than 1 MB",
    });
    expect((await lintel.call("/register", { host: brokerage.host })).status).toBe(405);
  });

  it("words a reused Idempotency-Key as everywhere: it is no field of the form", async () => {
    const headers = { "idempotency-key": "once" };
    const body = { name: "Ada", email: "ada@keys.test" };
    const { host } = brokerage;
    const send = (fields: object) =>
      lintel.call("/register", { method: "POST", host, headers, body: { ...body, ...fields } });
    expect((await send({})).status).toBe(200);
    const { status, body: reply } = await send({ name: "Bea" });
    expect([status, reply.detail[0].loc]).toEqual([422, ["header", "Idempotency-Key"]]);
  });

  it("keeps nothing of what it refuses", async () => {
    const before = await leads();
    await post({ name: "", email: "ada@visitors.test" });
    await post({ name: "Ada", email: "ada@visitors.test", phone: "call me" });
    expect(await leads()).toBe(before);
  });
});

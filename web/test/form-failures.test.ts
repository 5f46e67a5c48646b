import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { visibleText } from "./harness/page-text.ts";
import { WebsiteFixture } from "./harness/website-fixture.ts";

const HOME = "/homes/A-1/101-oakmont-st-boise-id-83702";
const sender = { firstName: "Bo", lastName: "Ng", phone: "208 555 0102" };
/** The forms that reach the brokerage's agents, with the table that each fills. */
const forms = [
  ["/contact", { ...sender, subject: "Renting", message: "Is it quiet?" }, "leads"],
  [HOME, { ...sender, message: "Is it quiet?" }, "leads"],
  ["/agents/ann", { ...sender, subject: "Renting", message: "Is it quiet?" }, "leads"],
  ["/homes/A-1/tour", { name: "Bo Ng", phone: sender.phone, message: "Is it quiet?" }, "tour_requests"],
] as const;

describe("a form that the API cannot take now", () => {
  let website: WebsiteFixture;
  beforeAll(async () => {
    website = await WebsiteFixture.open({ RATE_LIMITS: "on" });
    await website.lintel.createAgent(website.brokerageId, { name: "Ann Lee", slug: "ann" });
  });
  afterAll(() => website.close());

  const post = (path: string, form: Record<string, string>) =>
    website.visit(path, { method: "POST", form, headers: { origin: `http://${website.host}` } });
  const stored = (table: "leads" | "tour_requests", email: string) =>
    website.lintel.database.db.selectFrom(table).select("id").where("email", "=", email).execute();

  /** A sender of each form's own. */
  const emailOf = (kind: string, path: string) =>
    `${kind}-${forms.findIndex(([each]) => each === path)}@x.test`;

  function expectKept({ text }: { text: string }, address: string): void {
    expect(text).toMatch(/<title>Error: /);
    expect(text).toContain(`value="${address}"`);
    expect(text).toContain(">Is it quiet?</textarea>");
    expect(text).not.toContain('aria-invalid="true"');
  }

  describe.each(forms)("%s", (path, fields, table) => {
    it("is answered 429 with the time to wait past a limit", async () => {
      const address = emailOf("limited", path);
      const limit = table === "leads" ? "contact_email" : "tour_email";
      const { limits } = website.lintel.ctx;
      for (let taken = 0; taken < 200; taken++) await limits.take(limit, `${website.brokerageId} ${address}`);
      const reply = await post(path, { ...fields, email: address });
      expect([reply.status, reply.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      expect(visibleText(reply.text)).toMatch(/Too many messages were sent .* Try again in \d+ minutes\./);
      expectKept(reply, address);
      expect(await stored(table, address)).toEqual([]);
    });

    it("is answered 503 after a failure, and can be sent again once that is over", async () => {
      const address = emailOf("failed", path);
      const { schema } = website.lintel.database.db;
      await schema.alterTable(table).renameTo("unreachable").execute();
      const reply = await post(path, { ...fields, email: address }).finally(() =>
        schema.alterTable("unreachable").renameTo(table).execute(),
      );
      expect(reply.status).toBe(503);
      expect(visibleText(reply.text)).toContain("What you typed is still here: try again in a minute");
      expectKept(reply, address);
      expect((await post(path, { ...fields, email: address })).status).toBe(303);
      expect(await stored(table, address)).toHaveLength(1);
    });
  });

  it("is answered 409 while the same form is still being handled, and is stored once", async () => {
    const { db } = website.lintel.database;
    const all = forms.map(([path, fields, table]) => ({
      path,
      table,
      address: emailOf("running", path),
      fields,
    }));
    for (const { path, fields, address: email } of all)
      expect((await post(path, { ...fields, email })).status).toBe(303);
    // As the table is while the first requests run.
    const running = { status: null, body: null, claimed_at: website.lintel.clock.now() };
    await db.updateTable("idempotency_keys").set(running).execute();
    const replies = await Promise.all(
      all.map(async (form) => ({
        ...form,
        reply: await post(form.path, { ...form.fields, email: form.address }),
      })),
    );
    for (const { path, table, address, reply } of replies) {
      expect([path, reply.status]).toEqual([path, 409]);
      expect(visibleText(reply.text)).toContain("is not sent twice");
      expectKept(reply, address);
      expect(await stored(table, address)).toHaveLength(1);
    }
  }, 20_000);

  it("sends a form in another case on to its own address, with its fields and its campaign", async () => {
    const form = { ...sender, email: "case@x.test", name: "Bo Ng", message: "Hi" };
    for (const [path, own] of [
      ["/homes/a-1/tour?utm_source=x", "/homes/A-1/tour?utm_source=x"],
      ["/homes/a-1/101-oakmont-st-boise-id-83702", HOME],
      ["/homes/A-1/another-street", HOME],
      ["/agents/ANN?utm_source=x", "/agents/ann?utm_source=x"],
      ["/contact/?utm_source=x", "/contact?utm_source=x"],
    ] as const) {
      const { status, headers } = await post(path, form);
      expect([path, status, headers.location, headers["cache-control"]]).toEqual([
        path,
        308,
        own,
        "no-store",
      ]);
    }
    expect(await stored("leads", "case@x.test")).toEqual([]);
    for (const [path, own] of [
      ["/homes/a-1/tour?utm_source=x", "/homes/A-1/tour?utm_source=x"],
      ["/homes/a-1/tour/sent", "/homes/A-1/tour/sent"],
    ] as const) {
      const { status, headers } = await website.visit(path);
      expect([status, headers.location]).toEqual([301, own]);
    }
    for (const path of ["/homes/none/tour", "/homes/NONE/sold"])
      expect((await post(path, form)).status).toBe(404);
  });
});

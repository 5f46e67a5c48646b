import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { leadByForm } from "../../../test/harness/contact-form.ts";
import { LEADS } from "../../../test/harness/lead-fixture.ts";
import { openRouting, type RoutingFixture } from "../../../test/harness/routing-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import type { TemplateName } from "../templates/templates.ts";
import { overCap } from "./message-caps.ts";

const HOUR = 3_600_000;

describe("the caps of messages", () => {
  it.each<[TemplateName, number, number, number, boolean]>([
    ["new_lead", 0, 0, 0, false],
    ["new_lead", 2, 2, 2, false],
    ["new_lead", 3, 3, 3, true],
    ["new_lead", 0, 6, 11, false],
    ["new_lead", 0, 6, 12, true],
    // The first of its kind goes in any case.
    ["final_escalation", 0, 0, 40, false],
    ["welcome", 0, 2, 9, false],
    ["welcome", 0, 3, 3, true],
    ["privacy_confirmation", 6, 6, 6, true],
    // What no visitor can cause has none.
    ["follow_up_due", 50, 50, 50, false],
    ["privacy_erasure_done", 50, 50, 50, false],
  ])("%s, sent %d times in an hour and %d in a day, of %d in all", (kind, hour, day, all, isOver) => {
    const reason = overCap(kind, { ofKindInHour: hour, ofKindInDay: day, inDay: all });
    expect(reason !== null).toBe(isOver);
  });
});

describe("capped messages", () => {
  let lintel: TestApp;
  let brokerage: RoutingFixture;
  let ann: number;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openRouting(lintel, `caps-${++made}`);
    ann = await brokerage.hire("Ann", { email: `ann-${made}@agents.test` });
  });

  const arrives = (email: string) => leadByForm(lintel, brokerage.host, { email });
  const sweep = async () =>
    lintel.call(`${LEADS}/lifecycle/sweep`, {
      method: "POST",
      key: await lintel.createKey("admin"),
      body: {},
    });
  const states = async () =>
    (
      await lintel.database.db
        .selectFrom("messages")
        .select("state")
        .where("brokerage_id", "=", brokerage.id)
        .orderBy("id")
        .execute()
    ).map(({ state }) => state);

  it("are those that visitors cause: what staff assign is told each time", async () => {
    const leads: number[] = [];
    for (let at = 0; at < 5; at++) leads.push(await arrives("ada@visitors.test"));
    expect(await states()).toEqual(["waiting", "waiting", "waiting", "withheld", "withheld"]);
    const bob = await brokerage.hire("Bob");
    for (const lead of leads) {
      const body = { assigned_agent_id: bob };
      const { status } = await lintel.call(`${LEADS}/${lead}`, {
        method: "PATCH",
        key: brokerage.broker,
        body,
      });
      expect(status).toBe(200);
    }
    expect((await states()).slice(5)).toEqual(Array(5).fill("waiting"));
  });

  it("are counted by the recipient, the person in any case of the email, and the hour", async () => {
    for (const email of ["ada@visitors.test", "ADA@visitors.test", "Ada@Visitors.test", "ada@visitors.test"])
      await arrives(email);
    await arrives("grace@visitors.test");
    await brokerage.updateAgent(ann, { on_vacation: true });
    await brokerage.hire("Bea");
    await arrives("ada@visitors.test");
    await brokerage.updateAgent(ann, { on_vacation: false });
    lintel.clock.advance(HOUR);
    await brokerage.updateSettings({ routing_strategy: "primary_agent", primary_agent_id: ann });
    await arrives("ada@visitors.test");
    expect(await states()).toEqual([...Array(3).fill("waiting"), "withheld", ...Array(3).fill("waiting")]);
  });

  it("are not those about leads that staff have typed in", async () => {
    for (let at = 0; at < 5; at++) {
      const body = {
        first_name: "Ada",
        last_name: "L",
        email: "typed@visitors.test",
        subject: "Walked in",
        message: "Looks for a home",
        assigned_agent_id: ann,
      };
      const { status, text } = await lintel.call(LEADS, { method: "POST", key: brokerage.broker, body });
      expect([status, text]).toEqual([201, expect.anything()]);
    }
    await lintel.database.db
      .updateTable("leads")
      .set({ response_due_at: lintel.clock.now() })
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    lintel.clock.advance(HOUR);
    await sweep();
    const withheld = (await states()).filter((state) => state === "withheld");
    expect([(await states()).length > 10, withheld]).toEqual([true, []]);
  });

  it("tell what was withheld before, however long ago", async () => {
    for (let at = 0; at < 6; at++) await arrives("ada@visitors.test");
    lintel.clock.advance(49 * HOUR);
    await arrives("ada@visitors.test");
    await arrives("ada@visitors.test");
    const rows = await lintel.database.db
      .selectFrom("messages")
      .select("content")
      .where("brokerage_id", "=", brokerage.id)
      .where("state", "=", "waiting")
      .orderBy("id")
      .execute();
    const withheldCounts = rows.map(
      ({ content }) => (content as { withheldBefore?: number }).withheldBefore ?? 0,
    );
    expect(withheldCounts).toEqual([0, 0, 0, 3, 0]);
  });

  it("count what was sent or waits, not what has failed or was dropped", async () => {
    for (let at = 0; at < 3; at++) await arrives("ada@visitors.test");
    await lintel.database.db
      .updateTable("messages")
      .set({ state: "failed", content: null, finished_at: lintel.clock.now() })
      .where("brokerage_id", "=", brokerage.id)
      .execute();
    await arrives("ada@visitors.test");
    expect(await states()).toEqual(["failed", "failed", "failed", "waiting"]);
  });

  it("that are withheld are not counted by the sweep as told", async () => {
    // What is due for leads of other tests.
    lintel.clock.advance(6 * 60_000);
    await sweep();
    for (let at = 0; at < 6; at++) await arrives("ada@visitors.test");
    lintel.clock.advance(6 * 60_000);
    const { body } = await sweep();
    expect(body.counts.response_breach).toBe(3);
  });

  it("at another brokerage take nothing from this one", async () => {
    const other = await openRouting(lintel, `caps-${++made}`);
    await other.hire("Ann");
    for (let at = 0; at < 5; at++) await leadByForm(lintel, other.host, { email: "ada@visitors.test" });
    await arrives("ada@visitors.test");
    expect(await states()).toEqual(["waiting"]);
  });

  it("keep nothing of what a withheld one would have said, and only a hash of whose it is about", async () => {
    for (let at = 0; at < 4; at++) await arrives("ada@visitors.test");
    const { content, person_key } = await lintel.database.db
      .selectFrom("messages")
      .select(["content", "person_key"])
      .where("brokerage_id", "=", brokerage.id)
      .where("state", "=", "withheld")
      .executeTakeFirstOrThrow();
    expect([content, person_key]).toEqual([null, expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
});

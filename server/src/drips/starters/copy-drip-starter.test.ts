import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditOf, outcome } from "../../../test/harness/brokerage-fixture.ts";
import { DRIPS, openSequences } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { starters } from "./list-drip-starters.ts";

describe("copyDripStarter", () => {
  let lintel: TestApp;
  let admin: string;
  beforeAll(async () => {
    lintel = await startTestApp();
    admin = await lintel.createKey("admin");
  });
  afterAll(() => lintel.close());

  const copy = (key: string, caller: string, body?: object) =>
    lintel.call(`${DRIPS}/starters/${key}`, { method: "POST", key: caller, ...(body && { body }) });

  it("makes each of the six a sequence of the brokerage, active, with one click", async () => {
    const brokerage = await openSequences(lintel, "north");
    for (const [key, { steps, ...starter }] of starters) {
      const { status, body } = await copy(key, brokerage.broker);
      expect([status, body]).toMatchObject([
        200,
        {
          ...starter,
          brokerage_id: brokerage.id,
          active: true,
          steps: steps.map((step, at) => ({ position: at + 1, ...step })),
        },
      ]);
      expect((await brokerage.read(body.id)).body).toEqual(body);
      expect(await auditOf(lintel, "drip_sequence", body.id)).toMatchObject([
        { action: "create", after: body },
      ]);
    }
    expect((await brokerage.list()).body.total).toBe(6);
  });

  it("refuses a second copy as any other name that is taken, and takes it under another, or turned off", async () => {
    const brokerage = await openSequences(lintel, "twice");
    await copy("new_buyer", brokerage.broker, {});
    expect(outcome(await copy("new_buyer", brokerage.broker))).toEqual([
      409,
      { detail: "A drip sequence with this name already exists" },
    ]);
    const { body } = await copy("new_buyer", brokerage.broker, { name: "Buyers in town", active: false });
    expect(body).toMatchObject({ name: "Buyers in town", active: false });
  });

  it("gives a copy that is the brokerage's own: an edit of it changes no other", async () => {
    const [one, two] = [await openSequences(lintel, "one"), await openSequences(lintel, "two")];
    const { id } = (await copy("past_client", one.broker)).body;
    await one.update(id, { steps: [], description: null });
    expect((await copy("past_client", two.broker)).body.steps).toHaveLength(5);
  });

  it("is scoped as a new sequence is", async () => {
    const [brokerage, other] = [await openSequences(lintel, "own"), await openSequences(lintel, "other")];
    const copied = await copy("new_seller", brokerage.broker, { brokerage_id: other.id });
    expect(copied.body.brokerage_id).toBe(brokerage.id);
    expect((await copy("new_seller", admin, { brokerage_id: other.id })).body.brokerage_id).toBe(other.id);
    expect((await copy("new_seller", admin)).status).toBe(400);
    expect(outcome(await copy("new_seller", admin, { brokerage_id: 999_999 }))).toEqual([
      404,
      { detail: "Brokerage not found" },
    ]);
    expect(outcome(await copy("new_seller", brokerage.agent))).toEqual([
      403,
      { detail: "Broker or admin role required" },
    ]);
  });

  it.each(["missing", "NEW_BUYER", "constructor", "__proto__", "new_buyer%20"])(
    "is 404 for %s, which is no starter",
    async (key) => {
      const { id } = await lintel.createTenant(
        `no-${encodeURIComponent(key).toLowerCase().replaceAll(/\W|_/g, "")}`,
      );
      expect(outcome(await copy(key, admin, { brokerage_id: id }))).toEqual([
        404,
        { detail: "Starter not found" },
      ]);
    },
  );
});

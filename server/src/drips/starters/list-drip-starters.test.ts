import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DRIPS } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";
import { starters } from "./list-drip-starters.ts";

describe("listDripStarters", () => {
  let lintel: TestApp;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());

  it("shows all callers with credentials the six starters, as they are copied", async () => {
    const { status, body } = await lintel.call(`${DRIPS}/starters`, { key: await lintel.createKey("agent") });
    expect([status, body.total]).toEqual([200, 6]);
    expect(body.items.map(({ key }: { key: string }) => key)).toEqual([
      "new_buyer",
      "new_seller",
      "long_nurture",
      "open_house_visitor",
      "past_client",
      "re_engagement",
    ]);
    const steps = starters.get("new_buyer")?.steps.map((step, at) => ({ position: at + 1, ...step }));
    expect(body.items[0]).toEqual({ key: "new_buyer", ...starters.get("new_buyer"), steps });
  });
});

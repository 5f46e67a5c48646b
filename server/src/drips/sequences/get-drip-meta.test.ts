import { afterEach, describe, expect, it } from "vitest";
import { DRIPS } from "../../../test/harness/sequences-fixture.ts";
import { startTestApp, type TestApp } from "../../../test/harness/test-app.ts";

describe("getDripMeta", () => {
  let lintel: TestApp;
  afterEach(() => lintel.close());

  const meta = async (environment: Record<string, string> = {}) => {
    lintel = await startTestApp(environment);
    return (await lintel.call(`${DRIPS}/meta`, { key: await lintel.createKey("agent") })).body;
  };

  it("tells agents too which words there are, and that links are not configured", async () => {
    expect(await meta()).toEqual({
      trigger_states: ["NEW", "CONTACTING", "QUALIFIED", "ARCHIVED"],
      pipeline_types: ["buyer", "seller"],
      placeholders: [
        "first_name",
        "last_name",
        "agent_name",
        "agent_phone",
        "agent_email",
        "brokerage_name",
        "brokerage_phone",
      ],
      unsubscribe_links_enabled: false,
    });
  });

  it("says that links are enabled with a secret and PUBLIC_API_URL", async () => {
    const given = { DRIP_UNSUBSCRIBE_SECRET: "x".repeat(40), PUBLIC_API_URL: "https://api.test" };
    expect((await meta(given)).unsubscribe_links_enabled).toBe(true);
  });

  it("says that they are not with a secret alone", async () => {
    expect((await meta({ DRIP_UNSUBSCRIBE_SECRET: "x".repeat(40) })).unsubscribe_links_enabled).toBe(false);
  });
});

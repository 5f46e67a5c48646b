import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../../../test/harness/brokerage-fixture.ts";
import { formOf } from "../../../../test/harness/form.ts";
import { type LeadFixture, openLeads } from "../../../../test/harness/lead-fixture.ts";
import { startTestApp, type TestApp } from "../../../../test/harness/test-app.ts";
import { leadUnsubscribeLink } from "../../../messages/lead-unsubscribe-link.ts";

describe("unsubscribeLeadOneClick", () => {
  let lintel: TestApp;
  let brokerage: LeadFixture;
  let lead: number;
  let link: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openLeads(lintel, `clicking-${++made}`);
    await another();
  });

  const another = async () => {
    lead = await brokerage.makeLead();
    link = new URL((await leadUnsubscribeLink(lintel.ctx, lead)) as string).pathname;
  };
  const post = (
    path: string,
    sent: { headers?: Record<string, string>; body?: unknown; host?: string } = {},
  ) => lintel.call(path, { method: "POST", ...sent });
  const flags = async () => (await brokerage.read(lead)).body.flags;
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it("unsubscribes on the form that RFC 8058 has, of either type, on no body and on any other", async () => {
    const bodies = [
      { headers: form, body: "List-Unsubscribe=One-Click" },
      await formOf({ "List-Unsubscribe": "One-Click" }),
      {},
      { headers: { "content-type": "application/json" }, body: "{" },
      { headers: { "content-type": "text/plain" }, body: "x" },
    ];
    for (const sent of bodies) {
      await another();
      expect(outcome(await post(link, sent))).toEqual([200, { message: "Unsubscribed" }]);
      expect(await flags()).toEqual(["unsubscribed"]);
    }
  });

  it("may be sent again", async () => {
    await post(link);
    expect((await post(link)).status).toBe(200);
    expect(await flags()).toEqual(["unsubscribed"]);
  });

  it("works on any Host", async () => {
    expect((await post(link, { host: "unknown.test" })).status).toBe(200);
    expect(await flags()).toEqual(["unsubscribed"]);
  });

  it("answers 404 where the link is not ours, without saying why", async () => {
    for (const token of ["nonsense", "a.b.c", `${link.split("/").at(-1)}x`]) {
      const reply = await post(`/api/drips/unsubscribe/${token}`, {
        headers: form,
        body: "List-Unsubscribe=One-Click",
      });
      expect(outcome(reply)).toEqual([404, { detail: "This link is not valid" }]);
    }
    expect(await flags()).toEqual([]);
  });

  it("takes no body of more than 1 MB", async () => {
    expect((await post(link, { headers: form, body: "x".repeat(1_048_577) })).status).toBe(413);
    expect(await flags()).toEqual([]);
  });
});

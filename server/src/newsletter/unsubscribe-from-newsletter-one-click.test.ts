import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { outcome } from "../../test/harness/brokerage-fixture.ts";
import { formOf } from "../../test/harness/form.ts";
import { type NewsletterFixture, openNewsletter } from "../../test/harness/newsletter-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

describe("unsubscribeFromNewsletterOneClick", () => {
  let lintel: TestApp;
  let newsletter: NewsletterFixture;
  let link: string;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp({ PUBLIC_API_URL: "https://api.test" });
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    newsletter = await openNewsletter(lintel, `clicking-${++made}`);
    link = await newsletter.subscribe("ada@readers.test");
  });

  const post = (path: string, sent: { headers?: Record<string, string>; body?: unknown } = {}) =>
    lintel.call(path, { method: "POST", ...sent });
  const form = { "content-type": "application/x-www-form-urlencoded" };

  it("unsubscribes on the form that RFC 8058 has, of either type, on no body and on any other", async () => {
    const bodies = [
      { headers: form, body: "List-Unsubscribe=One-Click" },
      await formOf({ "List-Unsubscribe": "One-Click" }),
      {},
      { headers: { "content-type": "application/json" }, body: "{" },
      { headers: { "content-type": "text/plain" }, body: "x" },
      { body: Buffer.from("List-Unsubscribe=One-Click") },
    ];
    for (const sent of bodies) {
      expect(await newsletter.subscribe("ada@readers.test")).toBe(link);
      expect(outcome(await post(link, sent))).toEqual([200, { message: "Unsubscribed" }]);
      expect(await newsletter.unsubscribedAt("ada@readers.test")).toEqual(lintel.clock.now());
    }
  });

  it("may be sent again, and keeps when it was first", async () => {
    const left = lintel.clock.now();
    await post(link);
    lintel.clock.advance(60_000);
    expect((await post(link)).status).toBe(200);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toEqual(left);
  });

  it("works on any Host", async () => {
    const reply = await lintel.call(link, { method: "POST", host: "unknown.test" });
    expect(reply.status).toBe(200);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).not.toBeNull();
  });

  it("is 404 for an invalid link", async () => {
    for (const token of ["nonsense", "a.b.c", `${link.split("/").at(-1)}x`]) {
      const reply = await post(`/api/newsletter/unsubscribe/${token}`, {
        headers: form,
        body: "List-Unsubscribe=One-Click",
      });
      expect(outcome(reply)).toEqual([404, { detail: "This link is not valid" }]);
    }
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toBeNull();
  });

  it("takes no body of more than 1 MB", async () => {
    const reply = await post(link, { headers: form, body: "x".repeat(1_048_577) });
    expect(outcome(reply)).toEqual([413, { detail: "The body is larger than 1 MB" }]);
    expect(await newsletter.unsubscribedAt("ada@readers.test")).toBeNull();
  });
});

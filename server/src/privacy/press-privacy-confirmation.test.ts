import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("pressPrivacyConfirmation", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `pressing-${++made}`);
    await brokerage.makeLead();
  });

  /** As a browser sends the form of the page. */
  async function press(link: string, host?: string) {
    const action = / action="([^"]+)"/.exec((await lintel.call(link)).text)?.[1] as string;
    return lintel.call(action, {
      method: "POST",
      ...(host && { host }),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "",
    });
  }

  it("confirms an erasure, and shows its date on a page", async () => {
    const { status, headers, text } = await press(
      (await brokerage.confirmationPath("erase", ADA)) as string,
      "unknown.test",
    );
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(text).toContain(
      `<p>pressing-${made} will erase everything it holds about you by July 15, 2026. There is nothing more for you to do.</p>`,
    );
    expect(await brokerage.requests()).toMatchObject([{ status: "confirmed", kind: "erase" }]);
  });

  it("confirms an export, and announces the mail on a page", async () => {
    const { text } = await press((await brokerage.confirmationPath("export", ADA)) as string);
    expect(text).toContain("<p>You will have an email with the link in a few minutes.</p>");
    expect(await brokerage.requests()).toMatchObject([{ status: "confirmed", kind: "export" }]);
  });

  it("works once; then, and for unknown tokens, it answers a 404 page", async () => {
    const link = (await brokerage.confirmationPath("erase", ADA)) as string;
    await press(link);
    for (const path of [`${link}/button`, "/api/privacy/confirm/nonsense/button"]) {
      const { status, text } = await lintel.call(path, { method: "POST" });
      expect([path, status]).toEqual([path, 404]);
      expect(text).toContain("<p>This link is not valid.</p>");
    }
  });
});

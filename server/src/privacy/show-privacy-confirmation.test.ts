import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY, openPrivacy, type PrivacyFixture } from "../../test/harness/privacy-fixture.ts";
import { startTestApp, type TestApp } from "../../test/harness/test-app.ts";

const ADA = "ada@visitors.test";

describe("showPrivacyConfirmation", () => {
  let lintel: TestApp;
  let brokerage: PrivacyFixture;
  let made = 0;
  beforeAll(async () => {
    lintel = await startTestApp();
  });
  afterAll(() => lintel.close());
  beforeEach(async () => {
    brokerage = await openPrivacy(lintel, `showing-${++made}`);
    await brokerage.makeLead();
  });

  it.each([
    ["erase", "Erase your data?", "Erase my data"],
    ["export", "Get a copy of your data?", "Send me the link"],
  ] as const)("asks on a page with one button, and names no address: %s", async (kind, title, label) => {
    const link = await brokerage.confirmationPath(kind, ADA);
    const { status, headers, text } = await lintel.call(link as string);
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    expect(text).toContain(`<h1>${title}</h1>`);
    expect(text).toContain(`showing-${made}`);
    expect(text).toContain(`<form method="post" action="${link}/button"><button>${label}</button></form>`);
    expect(text).not.toContain(ADA);
  });

  it("confirms nothing when it is opened repeatedly or by HEAD", async () => {
    const link = (await brokerage.confirmationPath("erase", ADA)) as string;
    for (const method of ["GET", "HEAD", "GET", "HEAD"] as const) {
      expect((await lintel.call(link, { method })).status).toBe(200);
    }
    expect((await lintel.call(`${link}/button`, { method: "HEAD" })).status).toBe(405);
    expect(await brokerage.requests()).toMatchObject([
      { status: "pending_confirmation", confirmed_at: null },
    ]);
  });

  it("works on any Host, and although the brokerage is disabled", async () => {
    const link = (await brokerage.confirmationPath("erase", ADA)) as string;
    await brokerage.disable();
    for (const host of [brokerage.host, "unknown.test"]) {
      expect([host, (await lintel.call(link, { host })).status]).toEqual([host, 200]);
    }
  });

  it("has a button with the API's public address", async () => {
    const inside = await startTestApp({ PUBLIC_API_URL: "https://api.test/base/" });
    try {
      const brokerage = await openPrivacy(inside, "inside");
      await brokerage.makeLead();
      const link = ((await brokerage.confirmationPath("erase", ADA)) as string).replace("/base/", "/");
      expect((await inside.call(link)).text).toContain(`action="/base${link}/button"`);
    } finally {
      await inside.close();
    }
  });

  it("is the same 404 page for an unknown, used or expired token", async () => {
    const used = (await brokerage.confirmationPath("erase", ADA)) as string;
    await lintel.call(used, { method: "POST" });
    const expired = (await brokerage.confirmationPath("erase", ADA)) as string;
    lintel.clock.advance(7 * DAY);
    const pages = new Set<string>();
    for (const path of [
      used,
      expired,
      `${expired}x`,
      "/api/privacy/confirm/nonsense",
      "/api/privacy/confirm/%3Cscript%3E",
      `/api/privacy/confirm/${"x".repeat(400)}`,
    ]) {
      const { status, text } = await lintel.call(path);
      expect([path, status]).toEqual([path, 404]);
      pages.add(text);
    }
    expect([...pages]).toEqual([expect.stringContaining("<p>This link is not valid.</p>")]);
  });
});

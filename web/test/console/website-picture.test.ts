import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "../../../server/test/harness/chromium.ts";
import { ConsoleFixture } from "../harness/console-fixture.ts";
import { freePort } from "../harness/free-port.ts";

const possible = chromiumPath() !== null || process.env.CI !== undefined;

describe.skipIf(!possible)("the picture of the website at CONSOLE_URL", () => {
  let fixture: ConsoleFixture;
  let website: string;
  beforeAll(async () => {
    const port = await freePort();
    website = `http://north.localhost:${port}`;
    fixture = await ConsoleFixture.open({ CONSOLE_URL: `http://localhost:${port}` }, port);
  });
  afterAll(() => fixture?.close());

  it("is the brokerage's website on its own host, with what stands in the form", async () => {
    await using opened = await fixture.openWindow(await fixture.key("broker"), "/settings/branding");
    const { page, complaints } = opened;
    const picture = page.frameLocator(".website-picture").frameLocator("iframe");
    await picture.getByRole("banner").waitFor();
    await page.getByLabel("Headline").fill("Not saved yet");
    const headline = picture.getByRole("heading", { level: 1, name: "Not saved yet" });
    await headline.waitFor();
    const [shown] = page.frames().filter((frame) => frame.url().includes("/?preview="));
    expect(new URL(shown?.url() ?? "").origin).toBe(website);
    expect(complaints.filter((each) => !each.startsWith(`${website}/`))).toEqual([]);
  });

  it("is in a frame that allows this one website, framed by the console alone", async () => {
    const frame = (address: string, host = "localhost") => {
      const { port } = new URL(website);
      const path = `/console/website-frame?address=${encodeURIComponent(address)}`;
      return fixture.website.visit(path, { host: `${host}:${port}` });
    };
    const { status, headers, text } = await frame(`${website}/?preview=%22><script>`);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toMatch(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-[^ ]+'; frame-src ${website}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'$`,
      ),
    );
    expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(text).not.toContain("<script");
    for (const [address, host] of [
      ["https://stranger.test/?preview=x"],
      [`${website}/homes?preview=x`],
      [`${website}/`],
      ["javascript:alert(1)//?preview=x"],
      ["north.test"],
      [`${website}/?preview=x`, "north.localhost"],
    ] as const)
      expect([address, (await frame(address, host)).status]).toEqual([address, 404]);
  });

  it("leaves the console's own policy as it is: frames of its own origin, and framed by none", async () => {
    const { headers } = await fixture.website.visit("/console", { host: new URL(fixture.origin).host });
    expect(headers["content-security-policy"]).toContain(
      "; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers["x-frame-options"]).toBe("DENY");
  });

  it("may be framed by CONSOLE_URL; other pages of the website may not", async () => {
    const preview = await fixture.website.visit("/?preview=x");
    expect(preview.headers["content-security-policy"]).toMatch(
      new RegExp(`; frame-ancestors 'self' ${fixture.origin}$`),
    );
    expect([preview.headers["x-frame-options"], preview.headers["cache-control"]]).toEqual([
      undefined,
      "no-store",
    ]);
    for (const path of ["/", "/homes?preview=x"]) {
      const { headers } = await fixture.website.visit(path);
      expect([path, headers["content-security-policy"]]).toEqual([
        path,
        expect.stringMatching(/; frame-ancestors 'self'$/),
      ]);
      expect(headers["x-frame-options"]).toBe("SAMEORIGIN");
    }
  });
});
